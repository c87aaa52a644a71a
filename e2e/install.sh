#!/usr/bin/env bash
# Installs what the end-to-end tests need, each thing once: Go programs and npm packages with their exact versions, and Debian
# packages where this is Debian and the user is root; elsewhere it says what is missing. With -short, only what the tests of a change need.
set -euo pipefail
cd "$(dirname "$0")"
short=${1:-}

bin=${MCP_LINT_E2E_BIN:-$PWD/.bin}
mkdir -p "$bin"

# program package version
go_program() {
  local mark="$bin/.$1-$3"
  if [ ! -x "$bin/$1" ] || [ ! -e "$mark" ]; then
    echo "installing $1 $3"
    GOBIN="$bin" GOFLAGS=-mod=mod go install "$2@$3"
    rm -f "$bin/.$1-"*
    touch "$mark"
  fi
}
go_program actionlint github.com/rhysd/actionlint/cmd/actionlint v1.7.12
go_program act github.com/nektos/act v0.2.89
# Later versions need modules that are not everywhere.
go_program reviewdog github.com/reviewdog/reviewdog/cmd/reviewdog v0.21.0
if [ "$short" != -short ]; then
  # Later versions need modules that are not everywhere, or a later Go.
  go_program goreleaser github.com/goreleaser/goreleaser/v2 v2.14.0
fi

# npm_packages FOLDER
npm_packages() {
  if ! cmp -s "$1/package-lock.json" "$1/node_modules/.package-lock.mcp-lint.json"; then
    echo "installing npm packages of $1"
    npm ci --prefix "$1" --no-audit --no-fund --ignore-scripts --loglevel=error
    cp "$1/package-lock.json" "$1/node_modules/.package-lock.mcp-lint.json"
  fi
}
npm_packages .
if [ "$short" != -short ]; then
  npm_packages registry
  npm_packages ../editors/vscode
fi

missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
need chromium chromium
need cmark-gfm cmark-gfm
need pre-commit pre-commit
need buildah buildah
need busybox busybox-static
need shellcheck shellcheck
need strace strace
if [ "$short" != -short ]; then
  need rpm2cpio rpm2cpio
  need cpio cpio
  need rpm rpm
  need ruby ruby
fi
/usr/bin/python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
/usr/bin/python3 -c 'import pytest' 2>/dev/null || missing+=(python3-pytest)
if [ "${#missing[@]}" -gt 0 ]; then
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    echo "installing Debian packages: ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  else
    echo "e2e/install.sh: these Debian packages are missing: ${missing[*]}" >&2
    echo "                install them, or run this as root" >&2
    exit 1
  fi
fi
