// Package lsp tells editors what mcp-lint finds, by the Language Server Protocol: diagnostics where the words stand, quick fixes and
// explanations. It scans through package door and has no detection of its own.
package lsp
