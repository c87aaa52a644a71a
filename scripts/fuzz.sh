#!/usr/bin/env bash
# Runs every fuzz target of the project for the given time, one after the other.
set -euo pipefail
time="${1:-10s}"
go="${GO:-go}"
for dir in $("$go" list -f '{{.Dir}}' ./...); do
  for target in $(grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$dir"/*_test.go 2>/dev/null | sed 's/func //'); do
    echo "fuzz: $target in $dir"
    (cd "$dir" && "$go" test -run '^$' -fuzz "^$target\$" -fuzztime "$time" .)
  done
done
