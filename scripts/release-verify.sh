#!/usr/bin/env bash
# Verifies the files of a release in FOLDER before they are published: every archive is there and has its checksum and its bill of
# materials, nothing else is there, the binary in it is the one that this checkout gives, and the packages are those of the archives.
#
#   scripts/release-verify.sh v1.2.3 FOLDER
set -euo pipefail

fail() {
  echo "release-verify: $*" >&2
  exit 1
}

[ "$#" -eq 2 ] || fail "usage: scripts/release-verify.sh TAG FOLDER"
tag=$1
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expected=(checksums.txt packages.txt "mcp-lint-vscode-${tag#v}.vsix")
summed=()
for system in darwin linux windows; do
  for arch in amd64 arm64; do
    archive=mcp-lint_${tag#v}_${system}_$arch
    summed+=("$archive.tar.gz" "$archive.tar.gz.spdx.json")
    [ "$system" != windows ] || summed+=("$archive.zip" "$archive.zip.spdx.json")
    [ "$system" != linux ] || summed+=("$archive.deb" "$archive.rpm" "$archive.apk")
  done
done
while read -r _ package; do
  expected+=("$package")
done <"$folder/packages.txt"
diff <(printf '%s\n' "${expected[@]}" "${summed[@]}" | LC_ALL=C sort) <(cd "$folder" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) ||
  fail "the files are not those of a release (< is missing, > is too much)"

(cd "$folder" && sha256sum --strict --check checksums.txt) || fail "a checksum is wrong"
diff <(printf '%s\n' "${summed[@]}" | LC_ALL=C sort) <(sed 's/^[0-9a-f]*  //' "$folder/checksums.txt" | LC_ALL=C sort) ||
  fail "checksums.txt does not name every file"

scripts/release-build.sh "$tag" "$work/built" >"$work/sums"
for archive in "$folder"/*.tar.gz "$folder"/*.zip; do
  target=${archive##*/mcp-lint_"${tag#v}"_}
  target=${target%.tar.gz}
  target=${target%.zip}
  inside=mcp-lint built=mcp-lint_$target
  case $target in windows_*) inside=mcp-lint.exe built=$built.exe ;; esac
  case $archive in
    *.zip) unzip -p "$archive" "$inside" >"$work/binary" ;;
    *) tar -xzOf "$archive" "$inside" >"$work/binary" ;;
  esac
  cmp "$work/binary" "$work/built/$built" || fail "${archive##*/} holds another binary than this checkout gives"
  echo "${archive##*/}: the binary of this checkout"
done

# The packages, and the list of them that was read above, come out the same of the very archives.
"${GO:-go}" run ./internal/packages "$tag" "$folder" "$work/packages"
for package in "$work"/packages/*; do
  cmp "$package" "$folder/${package##*/}" || fail "${package##*/} is not what this checkout makes of the archives"
done
