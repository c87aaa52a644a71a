// Package manifest reads the JSON, JSONC, YAML and TOML files that describe MCP servers and their tools: it parses them
// with exact positions and recognises their shapes by content.
package manifest

import "github.com/org/mcp-lint/discover/source"

// Entry is one thing a document defines: a tool, prompt, resource, resource template or a server's instructions.
type Entry struct {
	// Kind is "tool", "prompt", "resource", "resource_template", "instructions" or "server", as in detect.Kind.
	Kind string
	// Server is the name of the server as the document gives it, or "" when it does not.
	Server string
	// Def is the definition as a client would receive it.
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
	// Node is the whole entry; NameNode is its name.
	Node     *source.Node
	NameNode *source.Node
	// Command, Args, Env, URL, Headers and Cwd are how it is launched or reached. Texts keep their places.
	Command   *source.Node
	Args      []*source.Node
	Env       []source.Member
	URL       *source.Node
	Headers   []source.Member
	Cwd       *source.Node
	Transport string
}

// Document is what one file holds.
type Document struct {
	Entries []Entry
	Servers []Server
}

// Problem says why a file, or a part of it, could not be read.
type Problem struct {
	// Line is where, counted from 1; 0 when unknown.
	Line int
	// Reason is a sentence for people, without control characters.
	Reason string
}
