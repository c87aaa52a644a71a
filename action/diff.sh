#!/usr/bin/env bash
# Writes what the pull request or push changes as a unified diff, for input changed-only. Where that cannot be known it says why, and
# everything is annotated.
#
# In:  MCP_LINT_PATHS, MCP_LINT_EVENT, and what the event says: MCP_LINT_PR_BASE, MCP_LINT_PR_HEAD, MCP_LINT_QUEUE_BASE, MCP_LINT_BEFORE,
#      MCP_LINT_FORCED
# Out: diff=PATH in GITHUB_OUTPUT
set -euo pipefail
export LC_ALL=C GIT_TERMINAL_PROMPT=0 GIT_NO_REPLACE_OBJECTS=1
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_EXTERNAL_DIFF GIT_DIFF_OPTS

none() {
  printf '::notice title=mcp-lint%%3A changed-only::Everything is annotated, for %s.\n' "$1"
  exit 0
}

is_commit() { [[ "$1" =~ ^([0-9a-f]{40}|[0-9a-f]{64})$ ]]; }

# The folder may belong to another user, as in a container; what it holds may be anybody's. Nothing in it is run.
repo() {
  git -c 'safe.directory=*' -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.attributesFile=/dev/null -c gc.auto=0 \
    -c maintenance.auto=false -C "$top" "$@"
}

# has_tree reports whether the files of a commit are here, and fetches them where the clone is shallow.
has_tree() {
  if repo cat-file -e "$1^{tree}" 2>/dev/null; then return 0; fi
  if [ "$(repo rev-parse --is-shallow-repository)" = true ]; then
    repo fetch --quiet --no-tags --no-recurse-submodules --depth=1 origin "$1" >/dev/null 2>&1 || return 1
    repo cat-file -e "$1^{tree}" 2>/dev/null
    return
  fi
  return 1
}

command -v git >/dev/null || none 'there is no git'

# The repository of the workspace, else that of the first path.
top=.
if ! found=$(repo rev-parse --show-toplevel 2>/dev/null); then
  IFS= read -r first <<<"${MCP_LINT_PATHS:-}" || true
  first=${first%$'\r'}
  if [ -n "$first" ] && [ ! -d "$first" ]; then first=$(dirname -- "$first"); fi
  top=${first:-.}
  found=$(repo rev-parse --show-toplevel 2>/dev/null) || none 'neither the workspace nor the first path is in a Git repository'
fi
top=$found

head=$(repo rev-parse --quiet --verify 'HEAD^{commit}') || none 'nothing is checked out'
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
  --ignore-submodules=all --src-prefix=a/ --dst-prefix=b/ "$base" "$head" >"$work/change.diff" || none 'git could not make the diff'
printf 'diff=%s\n' "$work/change.diff" >>"${GITHUB_OUTPUT:?}"
printf 'Only what differs between %s and %s is annotated.\n' "$base" "$head"
