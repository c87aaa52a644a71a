// Package manifest reads the JSON, JSONC, YAML and TOML files that describe MCP servers and their tools: it parses them
// with exact positions and recognises their shapes by content.
package manifest

import "github.com/org/mcp-lint/discover/source"

// The kinds of Entry, spelled as detect.Kind spells them.
const (
	kindTool         = "tool"
	kindPrompt       = "prompt"
	kindResource     = "resource"
	kindTemplate     = "resource_template"
	kindInstructions = "instructions"
	kindServer       = "server"
)

// Entry is one thing a document defines: a tool, prompt, resource, resource template or a server's instructions.
type Entry struct {
	// Kind is "tool", "prompt", "resource", "resource_template", "instructions" or "server", as in detect.Kind.
	Kind string
	// Server is the name of the server as the document gives it, or "" when it does not.
	Server string
	// Def is the definition as a client would receive it: an object. Where the document spells it otherwise (a name that
	// is the key of a map, a server's texts among its settings) it is put together from the document's own nodes.
	Def *source.Node
	// Shape names the recognised shape, such as "tools/list" or "mcpb".
	Shape string
}

// Server is one server as a client configuration or registry manifest launches it.
type Server struct {
	// Name is the key or name under which it is configured.
	Name string
	// Client names the shape of the file it stands in, such as "mcpServers", "vscode", "codex", "server.json".
	Client string
	// Node is the whole entry; NameNode is its name, nil when it has none. Key is the name of the member of the document that holds the
	// configured servers, nil in a registry manifest or a flat map.
	Node     *source.Node
	NameNode *source.Node
	Key      *source.Node
	// Command, Args, Env, URL, Headers and Cwd are how it is launched or reached. Texts keep their places. Where a
	// command is written as one list, Command is its first item and Args the others.
	Command   *source.Node
	Args      []*source.Node
	Env       []source.Member
	URL       *source.Node
	Headers   []source.Member
	Cwd       *source.Node
	Transport string
	// TransportNode is where the document says so, or nil.
	TransportNode *source.Node
	// Package is the package or image that holds the server, where the manifest names one apart from the command, with the kind of its
	// registry and its version.
	Package, Registry, Version *source.Node
	// Further are the other members of a configured server, as the client spells them: what is approved without asking, what is switched on,
	// how it authenticates, what else runs or is read for it.
	Further []source.Member
}

// Document is what one file holds.
type Document struct {
	Entries []Entry
	Servers []Server
	// Manifests are the registry manifests (server.json) in the file, as they are written.
	Manifests []*source.Node
	// Settings are members of client settings that bear on trust without naming a server: permissions, hooks, switches
	// that approve servers, inputs that launch commands refer to, and the files that are read into the context.
	Settings []source.Member
	// Problems says which parts were not looked at, and why.
	Problems []Problem
}

// Problem says why a file, or a part of it, could not be read.
type Problem struct {
	// Line is where, counted from 1; 0 when unknown.
	Line int
	// Reason is a sentence for people, without control characters.
	Reason string
	// Template is true when the text looks like the source of a template, which is no document before it is rendered.
	Template bool
}
