#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds the dev preset and runs every test. What this machine cannot run is listed by ctest
# as skipped.
# usage: ./test.sh [CTEST-ARGUMENT...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

say() {
  echo "test.sh: $*"
}

tools/packages build test || exit
say "building the dev preset"
QUIET=1 tools/build dev || {
  say "the build failed, its output is above"
  exit 1
}
say "running the tests"
exec ctest --preset dev "$@"
