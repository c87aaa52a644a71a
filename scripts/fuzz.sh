#!/usr/bin/env bash
# Runs every fuzz target of the project for the given time, one after the other; or one target, given its folder and name.
#
#   scripts/fuzz.sh [TIME [FOLDER TARGET]]
set -euo pipefail
cd "$(dirname "$0")/.."
time="${1:-10s}"
go="${GO:-go}"

run() {
  echo "fuzz: $2 in $1"
  (cd "$1" && "$go" test -run '^$' -fuzz "^$2\$" -fuzztime "$time" .)
}

if [ "$#" -eq 3 ]; then
  run "$2" "$3"
  exit
fi
list=$(scripts/fuzz-list.sh)
while read -r dir target; do
  run "$dir" "$target" </dev/null
done <<<"$list"
