package sdk

import (
	"strings"
	"testing"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
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

// TestIdiomRows holds rows to what reads them.
func TestIdiomRows(t *testing.T) {
	for _, row := range idioms {
		assert.True(t, row.of == "" || (row.form == byAttribute || row.form == byCall) && row.kind != none && !strings.Contains(row.names, "*"), row.names)
	}
}

// TestIdiomsOfAnOwner reads a framework whose methods have common names: they register something only on its own objects.
func TestIdiomsOfAnOwner(t *testing.T) {
	rows := []idiom{{form: byAttribute, names: "expose", of: "skillset", kind: KindTool}, {form: byCall, names: "expose", of: "skillset", kind: KindTool}}
	for text, want := range map[string]string{
		"@skillset.expose\ndef f(): ...":                     KindTool,
		"pond = Skillset()\n@pond.expose('a')\ndef f(): ...": KindTool,
		"from skillset import expose\n@expose\ndef f(): ...": KindTool,
		"import acme.skillset as s\n@s.expose\ndef f(): ...": KindTool,
		"import cherrypy\n@cherrypy.expose\ndef f(): ...":    "",
		"@expose\ndef f(): ...":                              "",
		"@skillset.hide\ndef f(): ...":                       "",
		"pond = Lake()\n@pond.expose\ndef f(): ...":          "",
		"skillset = 1\n@app.expose\ndef f(skillset): ...":    "",
	} {
		u := syntax.Read(source.NewFile("a.py", "a.py", []byte(text)), lex.Python)
		r := Recognise(u, Options{})
		a := u.Funcs[0].Attrs[0]
		path, name := "", ident.Last(a.Name)
		if a.Recv != nil {
			path = a.Recv.Name
		} else {
			path = strings.TrimSuffix(strings.TrimSuffix(a.Name, name), ".")
		}
		assert.Equal(t, want, r.ownKind(rows, byAttribute, path, name, a.Scope), text)
	}
}
