#!/usr/bin/env bash
# Chromium for the browser tests, from the system's packages. Without it, only those are skipped.
set -euo pipefail

for name in chromium chromium-browser google-chrome; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done

install="apt-get update && apt-get install --yes --no-install-recommends chromium fonts-dejavu-core"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "setup: installing chromium for the browser tests (once)" >&2
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null
  apt-get install --yes -q --no-install-recommends chromium fonts-dejavu-core >&2
else
  echo "setup: no chromium here, so the browser tests will be SKIPPED. To run them too: sudo sh -c '$install'" >&2
fi
