package lint

import "github.com/org/mcp-lint/discover"

// agentsOf are the files of instructions for agents, those of a class apart. No comment in them suppresses anything: whoever writes them speaks
// to the model that reads them.
func agentsOf(inv *discover.Inventory) (served, demoted []subject) {
	return apart(newSubjects(inv.Agents))
}
