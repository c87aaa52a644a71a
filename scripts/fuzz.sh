#!/usr/bin/env bash
# Runs every fuzz target of the project for the given time, one after the other; or one target, given its folder and name. What go test -fuzz
# does for each target is done once for each folder: building its tests with the instruments of the fuzzer.
#
#   scripts/fuzz.sh [TIME [FOLDER TARGET]]
set -euo pipefail
cd "$(dirname "$0")/.."
time="${1:-10s}"
go="${GO:-go}"
cache="$("$go" env GOCACHE)/fuzz"
module="$("$go" list -m)"
built="$(mktemp -d)"
trap 'rm -rf "$built"' EXIT

last=""
run() {
  echo "fuzz: $2 in $1"
  if [ "$1" != "$last" ]; then
    "$go" test -c -fuzz Fuzz -o "$built/fuzz.test" "./$1"
    last="$1"
  fi
  (cd "$1" && "$built/fuzz.test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$time" -test.fuzzcachedir "$cache/$module/$1")
}

if [ "$#" -eq 3 ]; then
  run "$2" "$3"
  exit
fi
list=$(scripts/fuzz-list.sh)
while read -r dir target; do
  run "$dir" "$target" </dev/null
done <<<"$list"
