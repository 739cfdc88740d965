#!/usr/bin/env bash
# Pin every dependency anew, with hashes and without the address of any package index: first all
# that a developer needs, then of these what a server needs.
set -euo pipefail
cd "$(dirname "$0")/.."
python3.11 -m venv .venv-lock
.venv-lock/bin/pip install --quiet uv
lock() {
  .venv-lock/bin/uv pip compile pyproject.toml --universal --python-version 3.11 \
    --generate-hashes --no-emit-index-url --no-header --quiet --upgrade "$@"
}
lock --all-extras --output-file requirements-dev.txt
lock --extra providers --constraint requirements-dev.txt --output-file requirements.txt
rm -rf .venv-lock
