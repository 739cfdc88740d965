#!/usr/bin/env bash
# The browsers of the browser tests, from the system's packages: chromium, WebKit (as on every
# iPhone and in Safari) on a screen of its own, Firefox. Without one, only its tests are skipped.
set -euo pipefail

missing=()
reasons=()
need() { # what for, packages, commands of which one must be there
  local name=$1 packages=$2
  shift 2
  for command in "$@"; do
    command -v "$command" >/dev/null 2>&1 && return
  done
  read -ra wanted <<<"$packages"
  missing+=("${wanted[@]}")
  reasons+=("$name")
}

need chromium "chromium fonts-dejavu-core" chromium chromium-browser google-chrome
need WebKit webkit2gtk-driver WebKitWebDriver
need "WebKit's screen" xvfb Xvfb
need Firefox firefox-esr firefox-esr firefox
[ ${#missing[@]} = 0 ] && exit 0

say() { echo "setup: $*" >&2; }
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  say "installing ${missing[*]} for the browser tests (once)"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null
  # One by one, so that a system without one of them gets the others.
  for package in "${missing[@]}"; do
    apt-get install --yes -q --no-install-recommends "$package" >&2 ||
      say "no $package could be installed: its tests will be SKIPPED"
  done
else
  printf -v names '%s, ' "${reasons[@]}"
  say "not here: ${names%, }; their tests will be SKIPPED. To run them too: sudo sh -c 'apt-get update && apt-get install --yes --no-install-recommends ${missing[*]}'"
fi
