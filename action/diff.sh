#!/usr/bin/env bash
# Writes what the pull request or push changes as a unified diff: for input changed-only, and for the summary, which points out settings and
# approvals that come with the change. Where that cannot be known it says why; with changed-only everything is annotated then.
#
# In:  MCP_LINT_PATHS, MCP_LINT_CHANGED_ONLY, MCP_LINT_EVENT, and what the event says: MCP_LINT_PR_BASE, MCP_LINT_PR_HEAD, MCP_LINT_QUEUE_BASE,
#      MCP_LINT_BEFORE, MCP_LINT_FORCED
# Out: diff=PATH in GITHUB_OUTPUT, or unknown=REASON where somebody asks for a change to be taken and it cannot be known
set -euo pipefail
export LC_ALL=C GIT_TERMINAL_PROMPT=0 GIT_ASKPASS="${GIT_ASKPASS:-}" GIT_NO_REPLACE_OBJECTS=1 GIT_ALLOW_PROTOCOL=file:http:https:ssh
unset CDPATH GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_INDEX_FILE GIT_NAMESPACE GIT_EXTERNAL_DIFF GIT_DIFF_OPTS

changed_only=''
case "${MCP_LINT_CHANGED_ONLY:-}" in
  *[Tt][Rr][Uu][Ee]*) changed_only=yes ;;
esac

none() {
  if [ -n "$changed_only" ]; then
    printf '::notice title=mcp-lint%%3A changed-only::Everything is annotated, for %s.\n' "$1"
  else
    printf 'What has changed is not known, for %s.\n' "$1"
  fi
  case "${MCP_LINT_EVENT:-}" in
    pull_request | pull_request_target | merge_group) printf 'unknown=%s\n' "$1" >>"${GITHUB_OUTPUT:?}" ;;
  esac
  exit 0
}

is_commit() { [[ "$1" =~ ^([0-9a-f]{40}|[0-9a-f]{64})$ ]]; }

# Git never looks for a repository itself: it takes any folder that holds HEAD, objects and refs for one, and a commit can hold such a folder,
# with a configuration that names programs. No commit can hold .git. With its folder named, git does not mind either that it belongs to
# another user, as in a container. The configuration of the checkout is its own, with the credentials to fetch with; but no hook, no
# monitor, no program of another remote and no strange protocol is needed.
repo() {
  git --git-dir="$top/.git" --work-tree="$top" -c safe.bareRepository=explicit -c core.bare=false -c core.fsmonitor=false -c core.hooksPath=/dev/null \
    -c core.attributesFile=/dev/null -c core.alternateRefsCommand=: -c protocol.ext.allow=never -c gc.auto=0 \
    -c maintenance.auto=false "$@"
}

# folder_of prints the folder that a path is or lies in, without links, as the report takes it.
folder_of() {
  local path=$1
  case "$path" in
    /* | [A-Za-z]:*) ;;
    *) path=./$path ;;
  esac
  if [ ! -d "$path" ]; then
    # Where a link to a file leads is not looked up.
    if [ -L "$path" ] || [ ! -e "$path" ]; then return 1; fi
    path=$(dirname -- "$path")
  fi
  cd -P -- "$path" 2>/dev/null && pwd -P
}

# checkout_of prints the innermost folder at or above a folder that is the top of a checkout, or nothing.
checkout_of() {
  local folder=$1 up
  while :; do
    if [ ! -L "${folder%/}/.git" ] && { [ -d "${folder%/}/.git" ] || [ -f "${folder%/}/.git" ]; }; then
      printf '%s\n' "$folder"
      return
    fi
    up=$(dirname -- "$folder")
    if [ "$up" = "$folder" ]; then return; fi
    folder=$up
  done
}

# has_tree reports whether the files of a commit are here, and fetches them where the clone is shallow.
has_tree() {
  if repo cat-file -e "$1^{tree}" 2>/dev/null; then return 0; fi
  if [ "$(repo rev-parse --is-shallow-repository)" = true ]; then
    repo fetch --quiet --no-tags --no-recurse-submodules --upload-pack=git-upload-pack --depth=1 origin "$1" >/dev/null 2>&1 || return 1
    repo cat-file -e "$1^{tree}" 2>/dev/null
    return
  fi
  return 1
}

command -v git >/dev/null || none 'there is no git'

# The one repository that all paths are in. The report names files from there, unless that of the workspace lies around it.
home=$(checkout_of "$(pwd -P)")
top=''
while IFS= read -r path; do
  path=${path#"${path%%[![:space:]]*}"}
  path=${path%"${path##*[![:space:]]}"}
  if [ -z "$path" ]; then continue; fi
  folder=$(folder_of "$path") || none 'a path is not there, or is a link to a file'
  found=$(checkout_of "$folder")
  if [ -z "$found" ]; then none 'a path is not in a Git repository'; fi
  if [ -n "$top" ] && [ "$found" != "$top" ]; then none 'the paths are in several Git repositories'; fi
  top=$found
done < <(printf '%s\n' "${MCP_LINT_PATHS:-}" | tr '\r' '\n')
if [ -z "$top" ]; then top=$home; fi
if [ -z "$top" ]; then none 'the workspace is not in a Git repository'; fi
if [ -n "$home" ] && [ "$top" != "$home" ] && [[ "$top/" == "${home%/}"/* ]]; then
  none 'the paths are in a Git repository inside that of the workspace'
fi

# Beside and above the workspace anybody may have put a repository, as in a folder for temporary files.
workspace=$(cd -P -- "${GITHUB_WORKSPACE:-.}" 2>/dev/null && pwd -P) || workspace=$(pwd -P)
if [[ "$top/" != "${workspace%/}"/* ]] && { [ ! -O "$top" ] || [ ! -O "$top/.git" ]; }; then
  none 'the Git repository is outside of the workspace and belongs to another user'
fi

head=$(repo rev-parse --quiet --verify 'HEAD^{commit}' 2>/dev/null) || none 'nothing is checked out'
event_commit=${GITHUB_SHA:-}
other='the checked out commit is not that of the event'
base=''
case "${MCP_LINT_EVENT:-}" in
  pull_request | pull_request_target)
    if [ "$MCP_LINT_EVENT" = pull_request ] && [ "$head" = "$event_commit" ]; then
      # The merge of the pull request into its base. Its own text names the parents, also where a shallow clone hides them.
      parents=$(repo cat-file commit "$head" | awk '/^$/ { body = 1 } !body && $1 == "parent" { print $2 }')
      if [ "$(printf '%s\n' "$parents" | wc -l | tr -d ' ')" != 2 ]; then none 'the checked out commit is no merge of the pull request'; fi
      base=${parents%%$'\n'*}
      has_tree "$base" || none 'the base of the pull request is not here and cannot be fetched; let actions/checkout use fetch-depth: 2'
    elif [ "$head" = "${MCP_LINT_PR_HEAD:-}" ]; then
      is_commit "${MCP_LINT_PR_BASE:-}" || none 'the event does not name the base of the pull request'
      base=$(repo merge-base "$MCP_LINT_PR_BASE" "$head" 2>/dev/null) ||
        none 'the history up to the base of the pull request is not here; let actions/checkout use fetch-depth: 0'
    else
      none "$other"
    fi
    ;;
  merge_group)
    [ "$head" = "$event_commit" ] || none "$other"
    base=${MCP_LINT_QUEUE_BASE:-}
    is_commit "$base" || none 'the event does not name the base of the merge group'
    has_tree "$base" || none 'the base of the merge group is not here and cannot be fetched; let actions/checkout use fetch-depth: 0'
    ;;
  push)
    [ "$head" = "$event_commit" ] || none "$other"
    base=${MCP_LINT_BEFORE:-}
    is_commit "$base" || none 'the event does not name the commit before the push'
    if [[ "$base" =~ ^0+$ ]]; then none 'the branch or tag is new'; fi
    if [ "${MCP_LINT_FORCED:-}" = true ]; then none 'the push has rewritten history'; fi
    has_tree "$base" || none 'the commit before the push is not here and cannot be fetched; let actions/checkout use fetch-depth: 0'
    if [ "$(repo rev-parse --is-shallow-repository)" = false ]; then
      repo merge-base --is-ancestor "$base" "$head" || none 'the push has rewritten history'
    fi
    ;;
  *) none 'the event that started the job comes with no change' ;;
esac

temp=${RUNNER_TEMP:?}
temp=${temp//\\//}
if [[ "$temp" =~ $'\n' ]]; then none 'RUNNER_TEMP holds a line break'; fi
work=$(mktemp -d "$temp/mcp-lint.XXXXXXXX")
# The attributes of the repository may call a file binary or give it another diff; every line of every file is wanted.
repo -c core.quotePath=true diff-tree -r -p -U0 --inter-hunk-context=0 --no-color --no-ext-diff --no-textconv --text --no-renames \
  --ignore-submodules=all --src-prefix=a/ --dst-prefix=b/ "$base" "$head" >"$work/change.diff" 2>/dev/null || none 'git could not make the diff'
printf 'diff=%s\n' "$work/change.diff" >>"${GITHUB_OUTPUT:?}"
if [ -n "$changed_only" ]; then
  printf 'Only what differs between %s and %s is annotated.\n' "$base" "$head"
else
  printf 'The change is what differs between %s and %s.\n' "$base" "$head"
fi
