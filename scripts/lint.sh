#!/usr/bin/env bash
# Every check but the tests. All run, so that one look shows all that is wrong.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
failed=()

check() {
  local name=$1
  shift
  if "$@" >.lint.log 2>&1; then
    echo "ok      $name"
  else
    echo "FAILED  $name"
    cat .lint.log
    failed+=("$name")
  fi
  rm -f .lint.log
}

production() {
  env -u DEBUG SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(60))')" \
    ALLOWED_HOSTS=tilepost.example DEFAULT_FROM_EMAIL=post@tilepost.example \
    python manage.py check --deploy --fail-level WARNING
}

check "ruff" ruff check .
check "ruff format" ruff format --check .
check "mypy" mypy
check "import-linter" lint-imports
check "djlint" djlint templates --lint --quiet
check "migrations" python manage.py makemigrations --check --dry-run
check "production settings" production

[ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
