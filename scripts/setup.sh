#!/usr/bin/env bash
# A virtual environment with the pinned dependencies, made once and again when they change.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "setup: $*" >&2; }

find_python() {
  for candidate in python3.11 python3 python; do
    if "$candidate" -c 'import sys; raise SystemExit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  say "Python 3.11 is needed and was not found: install it (on Debian 12: apt-get install python3.11 python3.11-venv)."
  return 1
}

pinned=$(sha256sum requirements-dev.txt | cut -d' ' -f1)
if [ "$(cat .venv/pinned 2>/dev/null)" != "$pinned" ]; then
  python=$(find_python)
  say "installing the pinned dependencies into .venv (about a minute, once)"
  if [ ! -x .venv/bin/python ] && ! "$python" -m venv .venv; then
    rm -rf .venv
    say "Python's venv module is missing: install it (on Debian 12: apt-get install python3.11-venv)."
    exit 1
  fi
  # Ready-made wheels only, so that no compiler is ever needed.
  if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --require-hashes --only-binary :all: --requirement requirements-dev.txt; then
    say "the dependencies could not be installed: is the network there? No compiler is needed, but Linux on x86-64 or arm64 is."
    exit 1
  fi
  echo "$pinned" >.venv/pinned
fi
.venv/bin/python scripts/compile_messages.py
