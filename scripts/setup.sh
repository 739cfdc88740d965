#!/usr/bin/env bash
# A virtual environment with the pinned dependencies, made once and again when they change:
# `setup.sh play` with what running the site takes, `setup.sh` with all that a developer needs.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/python.sh

wanted=dev
[ "${1:-}" = play ] && wanted=play
sum() { sha256sum "requirements-$1.txt" | cut -d' ' -f1; }
# What a developer has holds all that playing takes.
there() { [ -x .venv/bin/python ] && grep --quiet --line-regexp "$(sum "$1")" .venv/pinned 2>/dev/null; }

# A line every few seconds: how far pip has come, which itself says either nothing or too much.
tell_progress() {
  local all
  all=$(grep --count '^[a-z0-9-]*==' "requirements-$wanted.txt")
  while sleep 4 >/dev/null 2>&1; do
    say "$(grep --count '^Collecting' .venv/pip.log) of about $all packages fetched," \
      "$(find .venv/lib -maxdepth 3 -name '*.dist-info' | wc -l) installed"
  done
}

if ! there "$wanted" && ! there dev; then
  if [ ! -x .venv/bin/python ]; then
    python=$(find_python)
    say "making .venv with $("$python" --version)"
    rm -rf .venv
    "$python" -m venv .venv
  fi
  say "installing the pinned dependencies into .venv (about a minute, once)"
  : >.venv/pip.log
  tell_progress &
  teller=$!
  trap 'kill $teller 2>/dev/null || true' EXIT
  # Ready-made wheels only, so that no compiler is ever needed. The pins are complete: there is
  # nothing to resolve.
  if ! .venv/bin/python -m pip install --disable-pip-version-check --progress-bar off --no-deps \
    --require-hashes --only-binary :all: --requirement "requirements-$wanted.txt" >.venv/pip.log; then
    say "the dependencies could not be installed: is the network there? No compiler is needed, but Linux on x86-64 or arm64 is."
    exit 1
  fi
  kill $teller
  for each in play dev; do
    if [ $each = play ] || [ $wanted = dev ]; then sum $each; fi
  done >.venv/pinned
  say "done"
fi
.venv/bin/python scripts/compile_messages.py
