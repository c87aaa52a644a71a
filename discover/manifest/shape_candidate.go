package manifest

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/needle"
	"github.com/org/mcp-lint/internal/wordset"
)

// headBytes is how much of a file is looked at for the marks of a lock file, which come first in it.
const headBytes = 4 << 10

// lockNames are the lock files of package managers: large, common, and read by nothing else.
var lockNames = wordset.Of(`package-lock.json npm-shrinkwrap.json pnpm-lock.yaml composer.lock cargo.lock poetry.lock uv.lock pdm.lock
	pipfile.lock packages.lock.json bun.lock deno.lock flake.lock pubspec.lock`)

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
	{{"Tools", "Prompts"}, {"Description"}},
	{{"encoding", "binaryData"}, {"base64", "ConfigMap"}},
	// What JSON and event streams in base64 begin with: {", { ", [{" and event:, data:.
	{{"eyJ", "eyAi", "W3si", "ZXZlbnQ6", "ZGF0YTog"}},
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
	set, found := candidateWords(), map[string]bool{}
	needle.Each(set.needles, data, func(i, end int) bool {
		// The case of letters counts.
		if w := set.words[i]; !found[w] && string(data[end-len(w):end]) == w {
			found[w] = true
		}
		return len(found) < len(set.words)
	})
	some := func(words []string) bool { return slices.ContainsFunc(words, func(w string) bool { return found[w] }) }
	for _, way := range words {
		if !slices.ContainsFunc(way, func(group []string) bool { return !some(group) }) {
			return true
		}
	}
	return some(escapes)
}

// wordSet is the words of all ways and escapes, and what finds them in one pass.
type wordSet struct {
	words   []string
	needles *needle.Set
}

var candidateWords = sync.OnceValue(func() wordSet {
	all := slices.Clone(escapes)
	for _, way := range words {
		for _, group := range way {
			all = append(all, group...)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return wordSet{all, needle.New(all...)}
})

func containsAny(data []byte, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(data, []byte(w)) })
}
