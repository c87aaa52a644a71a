#!/usr/bin/env bash
# Checks that a release may be made: the tag is a version, action/VERSION names it, and the changelog has a section about it, which is printed: it is the text of the release.
#
#   scripts/release-check.sh v1.2.3 >notes.md
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "release-check: $*" >&2
  exit 1
}

[ "$#" -eq 1 ] || fail "usage: scripts/release-check.sh TAG"
tag=$1
[[ $tag =~ ^v(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$ ]] ||
  fail "the tag $(printf '%q' "$tag") is no version like v1.2.3 or v1.2.3-rc.1"

[ -f action/VERSION ] || fail "there is no file action/VERSION"
version=$(cat action/VERSION)
[ "$version" = "$tag" ] ||
  fail "action/VERSION says $(printf '%q' "$version") and the tag is $tag: the Action would fetch another release; change the file and tag that commit"

# The section goes from its heading to the next one. The heading is ours, the tag is made of digits, letters, dots and hyphens.
notes=$(awk -v want="${tag#v}" '
  /^## / {
    inside = 0
    name = $2
    gsub(/[][]/, "", name)
    sub(/^v/, "", name)
    if (name == want) inside = 1
    next
  }
  inside { print }
' CHANGELOG.md)
[[ $notes =~ [^[:space:]] ]] || fail "CHANGELOG.md has no section \"## ${tag#v}\" with a text"
printf '%s\n' "$notes" | sed -e '/./,$!d'
