#!/usr/bin/env bash
# Pin every dependency for all Pythons at once, with hashes and without the address of any package
# index: first all that a developer needs, then of these what a server needs and what `make play`
# needs. What is pinned stays as it is; `scripts/lock.sh --upgrade` takes the newest of everything.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/python.sh
"$(find_python)" -m venv .venv-lock
trap 'rm -rf .venv-lock' EXIT
.venv-lock/bin/python -m pip install --quiet uv
lock() {
  .venv-lock/bin/uv pip compile pyproject.toml --universal --python-version 3.11 \
    --generate-hashes --no-emit-index-url --no-header --quiet "$@"
}
lock --all-extras --output-file requirements-dev.txt "$@"
lock --extra embedded --constraint requirements-dev.txt --output-file requirements-play.txt "$@"
lock --extra providers --constraint requirements-dev.txt --output-file requirements.txt "$@"
