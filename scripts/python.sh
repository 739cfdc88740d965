# Sourced by scripts that need a Python: `find_python` prints the newest one here that will do.

say() { echo "setup: $*" >&2; }

# By name first, so that a newer one beside the system's is found; then whatever `python3` is.
find_python() {
  local candidate without_venv=""
  for candidate in python3.14 python3.13 python3.12 python3.11 python3 python; do
    "$candidate" -c 'import sys; raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' \
      2>/dev/null || continue
    # Debian keeps both in packages of their own: without them an environment has no pip.
    if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
      echo "$candidate"
      return
    fi
    without_venv=${without_venv:-$candidate}
  done
  if [ -n "$without_venv" ]; then
    say "$without_venv is here, but its venv module is not. On Debian and Ubuntu: apt-get install $without_venv-venv"
  else
    say "Python 3.11, 3.12, 3.13 or 3.14 is needed, and none was found. On Debian and Ubuntu: apt-get install python3 python3-venv"
  fi
  return 1
}
