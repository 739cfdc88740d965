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

# The checker of the scripts is fetched once; where it cannot be, this one check is left out.
checker() {
  [ -x node_modules/.bin/tsc ] && [ ! package-lock.json -nt node_modules/.package-lock.json ] && return
  timeout 60 npm ci --no-audit --no-fund --fetch-retries=0 --fetch-timeout=20000 >/dev/null 2>&1
}

check "ruff" ruff check .
check "ruff format" ruff format --check .
check "mypy" mypy
check "import-linter" lint-imports
check "djlint" djlint templates --lint --quiet
if ! command -v npm >/dev/null; then
  echo "skipped scripts: no node"
elif ! checker; then
  echo "skipped scripts: the checker cannot be fetched"
else
  check "scripts" node_modules/.bin/tsc
fi
check "migrations" python manage.py makemigrations --check --dry-run
check "production settings" production

[ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
