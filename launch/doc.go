// Package launch holds the checks of how clients start and reach MCP servers: what their configurations and registry manifests give
// away, run and approve. They look at views of the kinds launch and settings (see detect.LaunchContext), and are pure like those of
// detect/check; they live apart from them for the parser of shell scripts that they use.
package launch

import "github.com/org/mcp-lint/detect"

// All returns every check of launches in the order in which they run and are listed.
func All() []detect.Check {
	return []detect.Check{
		literalSecret{},
		shellCommand{},
		remoteCode{},
		unpinned{},
		insecureTransport{},
		autoApprove{},
		lookalike{},
	}
}
