package ident

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWords(t *testing.T) {
	for name, want := range map[string][]string{
		"registerTool": {"register", "tool"}, "register_tool": {"register", "tool"}, "MCPTool": {"mcp", "tool"}, "McpServerTool": {"mcp", "server", "tool"},
		"list-tools": {"list", "tools"}, "TOOLS": {"tools"}, "x": {"x"}, "": nil, "HTTPServer2Go": {"http", "server", "go"},
	} {
		assert.Equal(t, want, Words(name), name)
	}
}

func TestNamesAndSentences(t *testing.T) {
	assert.True(t, NameLike("self.lamp.on"))
	assert.False(t, NameLike("two words"))
	assert.False(t, NameLike(""))
	assert.True(t, Sentence("two words"))
	assert.True(t, Sentence("\u5173\u95ed\u706f\u5149"))
	assert.False(t, Sentence("word"))
	for name, want := range map[string]string{"inputSchema": "inputschema", "input_schema": "inputschema", "InputSchema": "inputschema", "$name": "name", "x": "x"} {
		assert.Equal(t, want, Key(name))
	}
}
