#!/usr/bin/env bash
# Gets the mcp-lint binary for the action: the release of the action's own ref, checked against its checksums, else a build of the action's own
# source. It runs with the bash 3.2 of macOS and the one of Git for Windows.
#
# In:  MCP_LINT_VERSION            input version: a release, "source", or nothing
#      MCP_LINT_ACTION_REF         the ref that the workflow uses the action by; nothing for "uses: ./"
#      MCP_LINT_ACTION_REPOSITORY  the repository of the action
#      GH_TOKEN                    lets gh read the attestation of a release, where the ref is a commit
# Out: binary=PATH in GITHUB_OUTPUT
set -euo pipefail
export LC_ALL=C

# No value from outside is printed unless it was checked first, for the log takes commands.
note() { printf '::notice title=mcp-lint::%s\n' "$1"; }
fail() {
  printf '::error title=mcp-lint::%s\n' "$1"
  exit 2
}

# matches reports whether a value, which has to be one line, matches an extended regular expression.
matches() { [[ "$1" =~ $2 ]]; }
is_version() { matches "$1" '^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$'; }

source_dir=${GITHUB_ACTION_PATH:?}
source_dir=${source_dir//\\//}
temp=${RUNNER_TEMP:?}
temp=${temp//\\//}
if matches "$temp" $'[\n\r]'; then
  fail 'RUNNER_TEMP holds a line break.'
fi
# Each use of the action gets a folder of its own, on the PATH of nobody.
work=$(mktemp -d "$temp/mcp-lint.XXXXXXXX")

# --- which binary -----------------------------------------------------------------------------------------------------------------

case "${RUNNER_OS:-$(uname -s)}" in
  Linux) os=linux ;;
  macOS | Darwin) os=darwin ;;
  Windows | MINGW* | MSYS*) os=windows ;;
  *) os='' ;;
esac
case "${RUNNER_ARCH:-$(uname -m)}" in
  X64 | x86_64 | amd64) arch=amd64 ;;
  ARM64 | arm64 | aarch64) arch=arm64 ;;
  *) arch='' ;;
esac
exe=mcp-lint
if [ "$os" = windows ]; then exe=mcp-lint.exe; fi
binary=$work/$exe

own=''
if [ -f "$source_dir/action/VERSION" ]; then
  own=$(head -n 1 "$source_dir/action/VERSION" | tr -d '\r')
fi
if ! is_version "$own"; then own=''; fi

asked=${MCP_LINT_VERSION:-}
ref=${MCP_LINT_ACTION_REF:-}
ref=${ref#refs/tags/}
release='' # the release to get; nothing means to build
commit=''  # the commit that it has to be built from
why=''     # why there is no release to get
if [ "$asked" = source ]; then
  why='as input version says'
elif [ -n "$asked" ]; then
  is_version "$asked" || fail 'Input version must be a release such as v1.2.3, or source, or nothing.'
  release=$asked
elif [ -z "$own" ]; then
  why='which no release was made of yet'
elif matches "$ref" '^[0-9a-f]{40}$'; then
  release=$own commit=$ref
elif [ "$ref" = "$own" ]; then
  release=$own
elif matches "$ref" '^v[0-9]+(\.[0-9]+)?$' && [ "${own#"$ref".}" != "$own" ]; then
  # v1 and v1.2 move along; the tree says which release they stand for.
  release=$own
else
  why='for the action is not used by the tag of a release'
fi

# --- from a release ---------------------------------------------------------------------------------------------------------------

# get downloads a file. It returns 1 when there is no such file, and ends the action on any other trouble.
get() {
  local status code=0
  status=$(curl --silent --show-error --fail --location --proto "=$scheme" --proto-redir "=$scheme" --connect-timeout 20 --max-time 300 \
    --retry 4 --retry-delay 2 --retry-connrefused --output "$work/$1" --write-out '%{http_code}' "$base/$1") || code=$?
  if [ "$code" = 0 ]; then return 0; fi
  if [ "$status" = 404 ]; then return 1; fi
  fail "Could not download $1 of release $release (status ${status//[!0-9]/}, error $code of curl). Run the job again, or set input version to source."
}

# sha256 prints the checksum of a file.
sha256() {
  if command -v sha256sum >/dev/null; then
    sha256sum <"$1"
  else
    shasum -a 256 <"$1"
  fi | cut -c 1-64
}

# attested reports whether GitHub attests that the release workflow built a file from the pinned commit. The binary is not asked: a replaced
# one would say what it likes.
attested() {
  command -v gh >/dev/null &&
    gh attestation verify "$1" --repo "$2" --signer-workflow "$2/.github/workflows/release.yml" --source-digest "$commit" >/dev/null 2>&1
}

# download gets the release. It returns 1 when there is none for this system, and why is set then.
download() {
  local server=${GITHUB_SERVER_URL:-https://github.com} repository=${MCP_LINT_ACTION_REPOSITORY:-org/mcp-lint} asset sum want
  # Without encryption nothing is asked of anybody but this machine.
  if matches "$server" '^https://[A-Za-z0-9.-]+(:[0-9]+)?$'; then
    scheme=https
  elif matches "$server" '^http://127\.0\.0\.1:[0-9]+$'; then
    scheme=http
  else
    why='for GITHUB_SERVER_URL is no https address'
    return 1
  fi
  if ! matches "$repository" '^[A-Za-z0-9_-][A-Za-z0-9_.-]*/[A-Za-z0-9_-][A-Za-z0-9_.-]*$'; then
    why='for the name of the repository of the action is odd'
    return 1
  fi
  if [ -z "$os" ] || [ -z "$arch" ]; then
    why='for there is no release for this system'
    return 1
  fi
  if ! command -v curl >/dev/null; then
    why='for there is no curl to download with'
    return 1
  fi
  if ! command -v sha256sum >/dev/null && ! command -v shasum >/dev/null; then
    why='for there is no sha256sum and no shasum to check a download with'
    return 1
  fi
  base=$server/$repository/releases/download/$release
  asset=mcp-lint_${release#v}_${os}_${arch}.tar.gz
  if ! get checksums.txt || ! get "$asset"; then
    why="for release $release has no file for this system"
    return 1
  fi
  want=$(awk -v name="$asset" '$2 == name || $2 == "*" name { print $1 }' "$work/checksums.txt")
  matches "$want" '^[0-9a-f]{64}$' || fail "The checksums of release $release do not name $asset once. Nothing of it is used."
  sum=$(sha256 "$work/$asset")
  [ "$sum" = "$want" ] || fail "The checksum of $asset is not the one that release $release names. Nothing of it is used."
  # One member goes to one file, whatever else the archive holds.
  tar -xzOf - "$exe" <"$work/$asset" >"$binary" || fail "$asset holds no $exe."
  # The checksums are files of the release like the archive, and tags can be moved. Only the attestation binds the archive to a commit.
  if [ -n "$commit" ] && ! attested "$work/$asset" "$repository"; then
    rm -f "$work/$asset" "$work/checksums.txt" "$binary"
    why="for nothing attests that release $release was built from commit $commit"
    return 1
  fi
  chmod +x "$binary"
  rm -f "$work/$asset" "$work/checksums.txt"
  if [ -n "$commit" ]; then
    printf 'The release was built from commit %s, as its attestation says.\n' "$commit"
  fi
  printf 'mcp-lint %s, downloaded from %s, checksum verified\n' "$release" "$base"
}

# --- from source ------------------------------------------------------------------------------------------------------------------

build() {
  local help='Add actions/setup-go with a new enough go-version before this action, or use the action by the tag of a release.' need have
  need=$(awk '$1 == "go" { print $2; exit }' "$source_dir/go.mod" | tr -d '\r')
  matches "$need" '^[0-9.]+$' || need='?'
  command -v go >/dev/null || fail "mcp-lint is built from source here, $why, and there is no Go on this runner; Go $need or later is needed. $help"
  printf 'Building mcp-lint from its source, %s.\n' "$why"

  local ldflags='-s -w'
  if matches "$ref" '^[0-9a-f]{40}$'; then ldflags="$ldflags -X main.commit=$ref"; fi
  if [ -n "$own" ] && [ "$ref" = "$own" ]; then ldflags="$ldflags -X main.release=$own"; fi
  # Nothing of the repository that is scanned takes part: not its folder, its workspace or its flags. Proxies and caches of the user are kept.
  if ! (
    cd "$source_dir"
    unset GOOS GOARCH GOEXPERIMENT GOARM64 GOAMD64 GO_EXTLINK_ENABLED
    export GOWORK=off GO111MODULE=on CGO_ENABLED=0
    case " ${GOFLAGS:-} " in
      *' -modcacherw '*) export GOFLAGS='-mod=readonly -modcacherw' ;;
      *) export GOFLAGS=-mod=readonly ;;
    esac
    go build -trimpath -mod=readonly -buildvcs=false -ldflags "$ldflags" -o "$binary" ./cmd/mcp-lint
  ); then
    # Where go.mod asks for a later version, Go says nothing but that; in another folder it tells its own.
    have=$(cd "$work" && GOTOOLCHAIN=local GOWORK=off GOFLAGS='' go env GOVERSION 2>/dev/null) || true
    matches "$have" '^go[0-9a-z.]+$' || have='an unknown Go'
    fail "mcp-lint could not be built from source, $why; the lines above say what went wrong. This runner has $have, and Go $need or later is needed. $help"
  fi
}

if [ -n "$release" ] && ! download; then
  if [ -n "$asked" ]; then
    fail "Release $release cannot be had, $why. Correct input version, or leave it out."
  fi
  note "mcp-lint is built from source, $why."
  release=''
fi
if [ -z "$release" ]; then build; fi

"$binary" version
printf 'binary=%s\n' "$binary" >>"${GITHUB_OUTPUT:?}"
