#!/usr/bin/env bash
# Makes the extension for VS Code in the version of a release: mcp-lint-vscode-1.2.3.vsix in FOLDER.
#
#   editors/vscode/package.sh v1.2.3 FOLDER
set -euo pipefail

[ "$#" -eq 2 ] || { echo "usage: editors/vscode/package.sh TAG FOLDER" >&2; exit 2; }
version=${1#v}
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$(dirname "$0")"

[ -d node_modules ] || npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
npm run --silent bundle -- --log-level=warning
cp ../../LICENSE .
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) npx --no-install vsce package "$version" --no-git-tag-version --no-update-package-json --no-dependencies \
  --out "$out/mcp-lint-vscode-$version.vsix"
