#!/usr/bin/env bash
# Builds the six binaries of a release from this checkout, as the release does, and prints their SHA-256 in the form of sha256sum.
# Whoever has the commit, the tag and the Go version of `mcp-lint version` gets the same bytes, on any system.
#
#   scripts/release-build.sh v1.2.3 FOLDER
set -euo pipefail

[ "$#" -eq 2 ] || { echo "usage: scripts/release-build.sh TAG FOLDER" >&2; exit 2; }
tag=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."

# What may be set on this machine decides nothing.
unset GOAMD64 GOARM64 GOEXPERIMENT GOFIPS140
export CGO_ENABLED=0 GOFLAGS='' GOWORK=off

commit=$(git rev-parse --verify 'HEAD^{commit}')
date=$(TZ=UTC0 git show --no-patch --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ "$commit")
for target in darwin/amd64 darwin/arm64 linux/amd64 linux/arm64 windows/amd64 windows/arm64; do
  name=mcp-lint_${target%/*}_${target#*/}
  [ "${target%/*}" != windows ] || name=$name.exe
  GOOS=${target%/*} GOARCH=${target#*/} "${GO:-go}" build -trimpath -buildvcs=true -o "$out/$name" \
    -ldflags "-s -w -buildid= -X main.release=$tag -X main.commit=$commit -X main.commitDate=$date" ./cmd/mcp-lint
done
cd "$out"
sum=(sha256sum)
command -v sha256sum >/dev/null || sum=(shasum -a 256)
# Windows marks binary files with a star.
"${sum[@]}" mcp-lint_*_* | sed 's/ \*/  /'
