#!/usr/bin/env bash
# Prints the names that a release may take over, one a line: v1.2, v1 and latest. Standard input has the tags of all published releases.
# A name never goes backwards: v1 stays with v1.3.0 when v1.2.9 comes out after it. A pre-release takes over nothing.
#
#   gh release list --json tagName --jq '.[].tagName' | scripts/release-names.sh v1.2.3
set -euo pipefail

[ "$#" -eq 1 ] || { echo "usage: scripts/release-names.sh TAG <TAGS" >&2; exit 2; }
tag=$1
final='^v(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$'
[[ $tag =~ $final ]] || exit 0
major=v${BASH_REMATCH[1]} minor=v${BASH_REMATCH[1]}.${BASH_REMATCH[2]}

releases=$({ cat; echo "$tag"; } | grep -E "$final" | sort -uV)
# newest PREFIX: the highest release whose name starts with it.
newest() { grep -F "$1" <<<"$releases" | awk -v p="$1" 'index($0, p) == 1' | tail -n 1; }

[ "$(newest "$minor.")" != "$tag" ] || echo "$minor"
[ "$(newest "$major.")" != "$tag" ] || echo "$major"
[ "$(newest v)" != "$tag" ] || echo latest
