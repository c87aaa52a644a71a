package sdk

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKindOf(t *testing.T) {
	for name, want := range map[string]string{
		"tool": KindTool, "addTool": KindTool, "McpServerTool": KindTool, "register_prompt": kindPrompt, "McpResource": kindResource, "FunctionTool": KindTool,
		"callTool": "", "list_tools": "", "ToolResult": "", "toolErrorf": "", "tooltip": "", "requires_tool_access": "", "add": "", "toolbar": "", "prompting": "",
	} {
		assert.Equal(t, want, KindOf(name), name)
	}
	for name, want := range map[string]string{
		"tools": KindTool, "TOOLS": KindTool, "toolDefinitions": KindTool, "ALL_TOOLS": KindTool, "prompts": kindPrompt, "resourceTemplates": kindResource,
		"functions": KindTool, "toolCalls": "", "toolNames": "", "commands": "", "handlers": "",
	} {
		assert.Equal(t, want, listKind(name), name)
	}
}
