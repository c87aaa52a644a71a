package conform

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// holders are the names under which clients look for servers in their files.
var holders = map[string]bool{
	"mcpServers": true, "servers": true, "mcp_servers": true, "mcp": true, "context_servers": true, "mcp.servers": true,
	"modelContextProtocolServers": true,
}

// clientFile is a file that one client reads, and the name under which it looks for servers in it.
type clientFile struct {
	// path is the end of the file's path, in lower case.
	path, client, key string
	// also is another name that is right there.
	also string
}

// clientFiles are the files of which that is certain. The settings of editors hold those of extensions as well, in their own ways.
var clientFiles = [...]clientFile{
	{path: "/.vscode/mcp.json", client: "VS Code", key: "servers"},
	// Visual Studio reads this one too, in the shape of VS Code.
	{path: "/.mcp.json", client: "Claude Code", key: "mcpServers", also: "servers"},
	{path: "/.cursor/mcp.json", client: "Cursor", key: "mcpServers"},
	{path: "/.roo/mcp.json", client: "Roo Code", key: "mcpServers"},
	{path: "/.kiro/settings/mcp.json", client: "Kiro", key: "mcpServers"},
	{path: "/.amazonq/mcp.json", client: "Amazon Q", key: "mcpServers"},
	{path: "/.junie/mcp/mcp.json", client: "Junie", key: "mcpServers"},
	{path: "/.trae/mcp.json", client: "Trae", key: "mcpServers"},
	{path: "/claude_desktop_config.json", client: "Claude Desktop", key: "mcpServers"},
	{path: "/.gemini/settings.json", client: "Gemini CLI", key: "mcpServers"},
	{path: "/gemini-extension.json", client: "Gemini CLI", key: "mcpServers"},
	{path: "/windsurf/mcp_config.json", client: "Windsurf", key: "mcpServers"},
	{path: "/.codeium/mcp_config.json", client: "Windsurf", key: "mcpServers"},
	{path: "/.windsurf/mcp_config.json", client: "Windsurf", key: "mcpServers"},
	{path: "/.codex/config.toml", client: "Codex", key: "mcp_servers"},
	{path: "/opencode.json", client: "opencode", key: "mcp"},
	{path: "/opencode.jsonc", client: "opencode", key: "mcp"},
	{path: "/.zed/settings.json", client: "Zed", key: "context_servers"},
}

// settings looks at a configuration file beside its servers.
func (v *inspection) settings() {
	v.keys()
	v.repeatedInputs()
}

// keys tells of servers under a name that the client of the file does not look at.
func (v *inspection) keys() {
	list := v.t.Definition.Get("keys")
	if list == nil || list.Kind != detect.NodeArray {
		return
	}
	file := fileOf(v.t)
	if file == nil {
		return
	}
	for _, key := range list.Items {
		if key != nil && (key.Text == file.key || file.also != "" && key.Text == file.also) {
			// The others are for other clients.
			return
		}
	}
	for i, key := range list.Items {
		if key != nil && key.Kind == detect.NodeString && holders[key.Text] {
			v.report(note, item("/keys", i), key, "%s reads no servers under %q in this file, so none of them start; name it %q", file.client, key.Text, file.key)
		}
	}
}

// fileOf returns which client's file a view stands in, or nil.
func fileOf(t detect.ToolView) *clientFile {
	path := "/" + strings.ToLower(strings.ReplaceAll(t.Context.StringAt("file"), `\`, "/"))
	for i := range clientFiles {
		if strings.HasSuffix(path, clientFiles[i].path) {
			return &clientFiles[i]
		}
	}
	return nil
}

// repeatedInputs tells of inputs of VS Code that are declared twice.
func (v *inspection) repeatedInputs() {
	list := v.t.Definition.Get("inputs")
	if list == nil || list.Kind != detect.NodeArray {
		return
	}
	seen := make(map[string]bool, min(len(list.Items), maxSchemaNodes))
	for i, in := range list.Items {
		if in == nil || in.Kind != detect.NodeObject {
			continue
		}
		id, at := str(in, item("/inputs", i), "id")
		switch {
		case id == nil || id.Text == "":
		case seen[id.Text]:
			v.report(note, at, id, "the input %q is declared twice, and VS Code asks for only one of them; give it another id or remove one", cut(id.Text))
		default:
			seen[id.Text] = true
		}
	}
}

const inputMark = "${input:"

// launch looks at a configured server: the inputs of VS Code that it names must be declared in the same file.
func (v *inspection) launch() {
	declared := v.t.Context.Get("inputs")
	if v.t.Context.StringAt("client") != "vscode" || declared == nil || declared.Kind != detect.NodeArray {
		return
	}
	var ids map[string]bool
	for i := range v.t.Fields {
		text := v.t.Fields[i].Text
		for from := 0; len(v.out) < maxReported; {
			at := strings.Index(text[from:], inputMark)
			if at < 0 {
				break
			}
			at += from
			end := strings.IndexByte(text[at:], '}')
			if end < 0 {
				break
			}
			from = at + end + 1
			if ids == nil {
				ids = idsOf(declared)
			}
			if id := text[at+len(inputMark) : from-1]; id != "" && !ids[id] && !strings.ContainsAny(id, "${\n") {
				v.reportAt(note, i, at, from, "no input %q is declared in this file, so VS Code does not start the server; add {%q: %q, %q: %q, %q: true} to \"inputs\"",
					cut(id), "id", cut(id), "type", "promptString", "password")
			}
		}
	}
}

func idsOf(declared *detect.Node) map[string]bool {
	ids := make(map[string]bool, len(declared.Items))
	for _, id := range declared.Items {
		if id != nil && id.Kind == detect.NodeString {
			ids[id.Text] = true
		}
	}
	return ids
}
