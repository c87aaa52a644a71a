package manifest

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
)

// headBytes is how much of a file is looked at for the marks of a lock file, which come first in it.
const headBytes = 4 << 10

// lockNames are the lock files of package managers: large, common, and read by nothing else.
var lockNames = map[string]bool{
	"package-lock.json": true, "npm-shrinkwrap.json": true, "pnpm-lock.yaml": true, "composer.lock": true,
	"cargo.lock": true, "poetry.lock": true, "uv.lock": true, "pdm.lock": true, "pipfile.lock": true,
	"packages.lock.json": true, "bun.lock": true, "deno.lock": true, "flake.lock": true, "pubspec.lock": true,
}

// lockMarks stand at the head of lock files. A name alone does not excuse a file from being read.
var lockMarks = []string{
	"lockfileVersion", "content-hash", "[[package]]", "requires-python", "pipfile-spec", "\"nodes\"", "packages:", "\"dependencies\"",
	"metadata.files", "\"version\": \"5\"", "\"version\": \"4\"",
}

// words are what a candidate must hold: each line is one way to be one, and needs a word of every group.
var words = [][][]string{
	{append(clientKeys(),
		"inputSchema", "input_schema", "functionDeclarations", "function_declarations", "startCommand", "serverInfo", "mcp__",
		"enableAllProjectMcpServers", "McpjsonServers", "server_url", "manifest_version", "contextFileName",
	)},
	{{"instructions"}},
	{{"kind"}, {"ool", "OOL", "rompt", "ROMPT"}},
	{{"mcp", "extensions"}, {"type", "transport", "servers", "permissions", "hooks", "inputs"}},
	{{"servers"}, {"permissions", "hooks", "inputs"}},
	{{"image"}, {"servers"}},
	{{"desc", "title", "name", "text", "messages", "template", "content", "uri", "parameters"}, {"tool", "function", "prompt", "resource", "parameters", "arguments", "annotations", "outputSchema"}},
	{{"desc", "name"}, {"plugins", "image", "packages", "remotes", "mcp"}},
	{{"command", "cmd", "url", "Url", "uri"}, {"servers", "mcp", "extensions", "args", "stdio", "sse", "http", "remote", "hooks", "local"}},
	{{"messages"}, {"result"}},
	{{"contents"}, {"uri"}},
	{{"toolset"}},
	{{"$schema"}, {"modelcontextprotocol"}},
	{{"uriTemplate", "uri_template"}},
	{{"runtime"}, {"typescript", "container", "python"}},
}

// clientKeys are the members that hold servers and nothing else.
func clientKeys() (keys []string) {
	for i := range clients.All {
		keys = append(keys, clients.All[i].Keys...)
	}
	return keys
}

// isHinted reports whether a path lets Recognise make do with less.
func isHinted(path string) bool {
	return clients.Holds(path, []string{"mcp", "tool", "function", "prompt", "smithery", "plugin/"}) || clients.AnyHolds(path, func(c *clients.Client) []string {
		parts := slices.Clone(c.Folders)
		for _, s := range c.Settings {
			parts = append(parts, s.In...)
		}
		return parts
	})
}

// escapes are the beginnings of letters written as escapes, by which a name could hide from a look at the bytes.
var escapes = []string{`\u00`, `\x`, `\U`, "? \"", "\\\n", "\\\r"}

// Candidate reports whether a data file could define anything that Recognise lists. It looks at the bytes only, and so
// says yes to much that turns out to hold nothing; it says no only where nothing can be found.
func Candidate(f *source.File) bool {
	data := f.Data
	if lockNames[strings.ToLower(path.Base(f.Rel))] && containsAny(data[:min(len(data), headBytes)], lockMarks) {
		return false
	}
	if isHinted("/" + strings.ToLower(f.Rel)) {
		return true
	}
	for _, way := range words {
		if !slices.ContainsFunc(way, func(group []string) bool { return !containsAny(data, group) }) {
			return true
		}
	}
	return containsAny(data, escapes)
}

func containsAny(data []byte, words []string) bool {
	for _, w := range words {
		if bytes.Contains(data, []byte(w)) {
			return true
		}
	}
	return false
}
