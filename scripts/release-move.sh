#!/usr/bin/env bash
# Moves tags to a commit on GitHub, or makes them. Standard input has their names, one a line, as release-names.sh prints them;
# latest is the name of an image and no tag, and is left out. Needs gh, and GITHUB_REPOSITORY.
#
#   scripts/release-names.sh v1.2.3 <tags | scripts/release-move.sh COMMIT
set -euo pipefail

commit=${1:-}
[[ $# -eq 1 && $commit =~ ^[0-9a-f]{40}$ ]] || { echo "usage: scripts/release-move.sh COMMIT <NAMES" >&2; exit 2; }
refs=repos/${GITHUB_REPOSITORY:?is not set}/git
while IFS= read -r name; do
  case $name in
    latest) continue ;;
    v*[!0-9.]* | v | [!v]* | '')
      echo "release-move: $(printf '%q' "$name") is no floating tag" >&2
      exit 2
      ;;
  esac
  if gh api "$refs/ref/tags/$name" --silent 2>/dev/null; then
    move=(--method PATCH "$refs/refs/tags/$name" -f "sha=$commit" -F force=true)
  else
    move=(--method POST "$refs/refs" -f "ref=refs/tags/$name" -f "sha=$commit")
  fi
  if ! gh api "${move[@]}" --silent; then
    echo "release-move: $name could not be moved to $commit. The token of a run may not where .github/workflows of that commit differs" >&2
    echo "              from main; then somebody who may has to: git push --force origin $commit:refs/tags/$name" >&2
    echo "              and run this job again, which goes on from there." >&2
    exit 1
  fi
  echo "$name is now $commit"
done
