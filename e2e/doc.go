// Package e2e proves the doors of mcp-lint with the programs that people open them with: a workflow runner, pre-commit, a builder of
// images, goreleaser, viewers of SARIF and a browser. Its tests have the build tag e2e and run with `make e2e`, which first installs
// what they need; a program that is missing fails them.
package e2e
