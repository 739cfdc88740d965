#!/usr/bin/env bash
# Pin every dependency anew, with hashes and without the address of any package index.
set -euo pipefail
cd "$(dirname "$0")/.."
python3.11 -m venv .venv-lock
.venv-lock/bin/pip install --quiet uv
.venv-lock/bin/uv pip compile pyproject.toml --all-extras --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-header --quiet --upgrade --output-file requirements.txt
rm -rf .venv-lock
