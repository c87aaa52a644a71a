package code

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWords(t *testing.T) {
	for name, want := range map[string][]string{
		"registerTool": {"register", "tool"}, "register_tool": {"register", "tool"}, "MCPTool": {"mcp", "tool"}, "McpServerTool": {"mcp", "server", "tool"},
		"list-tools": {"list", "tools"}, "TOOLS": {"tools"}, "x": {"x"}, "": nil, "HTTPServer2Go": {"http", "server", "go"},
	} {
		assert.Equal(t, want, words(name), name)
	}
}

func TestKindOf(t *testing.T) {
	for name, want := range map[string]string{
		"tool": kindTool, "addTool": kindTool, "McpServerTool": kindTool, "register_prompt": kindPrompt, "McpResource": kindResource, "FunctionTool": kindTool,
		"callTool": "", "list_tools": "", "ToolResult": "", "toolErrorf": "", "tooltip": "", "requires_tool_access": "", "add": "", "toolbar": "", "prompting": "",
	} {
		assert.Equal(t, want, kindOf(name), name)
	}
	for name, want := range map[string]string{
		"tools": kindTool, "TOOLS": kindTool, "toolDefinitions": kindTool, "ALL_TOOLS": kindTool, "prompts": kindPrompt, "resourceTemplates": kindResource,
		"functions": kindTool, "toolCalls": "", "toolNames": "", "commands": "", "handlers": "",
	} {
		assert.Equal(t, want, listKind(name), name)
	}
}

func TestNamesAndSentences(t *testing.T) {
	assert.True(t, nameLike("self.lamp.on"))
	assert.False(t, nameLike("two words"))
	assert.False(t, nameLike(""))
	assert.True(t, sentence("two words"))
	assert.True(t, sentence("\u5173\u95ed\u706f\u5149"))
	assert.False(t, sentence("word"))
	for name, want := range map[string]string{"inputSchema": "inputschema", "input_schema": "inputschema", "InputSchema": "inputschema", "$name": "name", "x": "x"} {
		assert.Equal(t, want, key(name))
	}
	assert.Equal(t, "{name}", label("ctx.name"))
	assert.Equal(t, "{\u2026}", label("a[0]"))
}
