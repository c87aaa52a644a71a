// Package lsp shows findings in editors, by the Language Server Protocol: diagnostics where the words stand, quick fixes and
// explanations. It scans through package door and has no detection of its own.
package lsp
