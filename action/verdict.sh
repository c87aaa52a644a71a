#!/usr/bin/env bash
# Ends the action with the exit code of the scan, and with 2 when there is none.
set -euo pipefail

case "${MCP_LINT_EXIT_CODE:-}" in
  0) echo 'Nothing at or above fail-on was found.' ;;
  1) echo 'mcp-lint found something at or above fail-on.' ;;
  2) echo 'mcp-lint could not run; the log of the scan says why.' ;;
  3) echo 'The scan is incomplete, and input strict is true.' ;;
  4) echo 'Nothing that reaches a model was found, and input strict is true.' ;;
  *)
    echo '::error title=mcp-lint::The scan ended without a result; its log may say why.'
    exit 2
    ;;
esac
exit "$MCP_LINT_EXIT_CODE"
