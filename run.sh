#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what building needs, builds ttcp, and runs its main job on this machine: a server, and a test against it.
# usage: ./run.sh            the demonstration
#        ./run.sh ARGS...    runs "ttcp ARGS..."; standard output is ttcp's alone
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ttcp=$root/build/release/ttcp

say() {
  echo "run.sh: $*" >&2
}

"$root/tools/packages" build || exit
[ -x "$ttcp" ] || say "building ttcp (release preset); the first time takes a few minutes"
QUIET=1 "$root/tools/build" release ttcp || {
  say "the build failed, its output is above"
  exit 1
}
if [ $# -gt 0 ]; then exec "$ttcp" "$@"; fi

# The server takes any free port (port 0) and names it in its first line.
say "a server, and a test against it on loopback"
exec {server_output}< <(exec "$ttcp" serve --listen 127.0.0.1:0 2>&1)
server=$!
first=""
IFS= read -r -t 10 -u "$server_output" first || true
if [[ ! $first =~ :([0-9]+)\  ]]; then
  printf '%s\n' "$first" >&2
  say "the server did not name its port"
  kill "$server" 2>/dev/null || true
  exit 1
fi
port=${BASH_REMATCH[1]}

status=0
echo "== ttcp test 127.0.0.1:$port"
"$ttcp" test "127.0.0.1:$port" || status=$?
kill "$server"
echo
echo "== ttcp serve --listen 127.0.0.1:0"
printf '%s\n' "$first"
cat <&"$server_output"
server_status=0
wait "$server" || server_status=$?

if [ "$status" -ne 0 ] || [ "$server_status" -ne 0 ]; then
  say "exit status $status of the test, $server_status of the server"
  exit 1
fi
