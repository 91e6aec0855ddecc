#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what building needs, builds ttcp, and shows a transmitter and a receiver at work on this machine.
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

# The receiver takes any free port (-p 0) and names it in its banner.
say "a receiver, and a transmitter that sends to it for 3 seconds on loopback"
exec {receiver_output}< <(exec "$ttcp" -r -s -v -p 0 2>&1)
receiver=$!
received=""
port=""
# The banner comes once the receiver listens, so the transmitter may start as soon as it has been read.
while IFS= read -r -t 10 -u "$receiver_output" line; do
  received+="$line"$'\n'
  if [[ $line =~ port=([0-9]+) ]]; then
    port=${BASH_REMATCH[1]}
    break
  fi
done
if [ -z "$port" ]; then
  printf '%s' "$received" >&2
  say "the receiver did not name its port"
  kill "$receiver" 2>/dev/null || true
  exit 1
fi

sender_status=0
echo "== transmitter: ttcp -t -s -v --time 3 -l 131072 -p $port 127.0.0.1"
"$ttcp" -t -s -v --time 3 -l 131072 -p "$port" 127.0.0.1 2>&1 || sender_status=$?
# A transmitter that failed may never have reached the receiver, which would wait for ever.
if [ "$sender_status" -ne 0 ]; then kill "$receiver" 2>/dev/null || true; fi
echo
echo "== receiver: ttcp -r -s -v -p 0"
printf '%s' "$received"
cat <&"$receiver_output"
receiver_status=0
wait "$receiver" || receiver_status=$?

if [ "$sender_status" -ne 0 ] || [ "$receiver_status" -ne 0 ]; then
  say "exit status $sender_status of the transmitter, $receiver_status of the receiver"
  exit 1
fi
