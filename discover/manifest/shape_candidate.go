package manifest

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/ahocorasick"
	"github.com/org/mcp-lint/internal/wordset"
)

// headBytes is how much of a file is searched for lock file marks, which come first.
const headBytes = 4 << 10

// lockNames are the lock files of package managers, which are large and common.
var lockNames = wordset.Of(`package-lock.json npm-shrinkwrap.json pnpm-lock.yaml composer.lock cargo.lock poetry.lock uv.lock pdm.lock
	pipfile.lock packages.lock.json bun.lock deno.lock flake.lock pubspec.lock`)

// lockMarks occur at the start of lock files. A file name alone is not enough to skip a file.
var lockMarks = []string{
	"lockfileVersion", "content-hash", "[[package]]", "requires-python", "pipfile-spec", "\"nodes\"", "packages:", "\"dependencies\"",
	"metadata.files", "\"version\": \"5\"", "\"version\": \"4\"",
}

// keywords are what a candidate must contain. Each line is one rule and requires a word of every group.
var keywords = [][][]string{
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
	// The base64 of {", { ", [{" and of event:, data:.
	{{"eyJ", "eyAi", "W3si", "ZXZlbnQ6", "ZGF0YTog"}},
	{{"messages"}, {"result"}},
	{{"contents"}, {"uri"}},
	{{"toolset"}},
	{{"$schema"}, {"modelcontextprotocol"}},
	{{"uriTemplate", "uri_template"}},
	{{"runtime"}, {"typescript", "container", "python"}},
}

// clientKeys are the member names that always hold servers.
func clientKeys() (keys []string) {
	for i := range clients.All {
		keys = append(keys, clients.All[i].Keys...)
	}
	return keys
}

// isHinted reports whether the path suggests MCP, so that Recognise needs less evidence.
func isHinted(path string) bool {
	return clients.Holds(path, []string{"mcp", "tool", "function", "prompt", "smithery", "plugin/"}) || clients.Holds(path, clients.SettingFiles) ||
		clients.AnyHolds(path, func(c *clients.Client) []string { return c.Folders })
}

// escapes are the beginnings of character escapes, with which a name could evade the byte search.
var escapes = []string{`\u00`, `\x`, `\U`, "? \"", "\\\n", "\\\r"}

// Candidate reports whether a data file could define anything that Recognise lists. It searches the bytes only: false positives are common,
// false negatives impossible.
func Candidate(f *source.File) bool {
	data := f.Data
	if lockNames[strings.ToLower(path.Base(f.Rel))] && containsAny(data[:min(len(data), headBytes)], lockMarks) {
		return false
	}
	if isHinted("/" + strings.ToLower(f.Rel)) {
		return true
	}
	set, found := candidateWords(), map[string]bool{}
	ahocorasick.Each(set.needles, data, func(i, end int) bool {
		// needle ignores case, but here it counts.
		if w := set.words[i]; !found[w] && string(data[end-len(w):end]) == w {
			found[w] = true
		}
		return len(found) < len(set.words)
	})
	some := func(words []string) bool { return slices.ContainsFunc(words, func(w string) bool { return found[w] }) }
	for _, way := range keywords {
		if !slices.ContainsFunc(way, func(group []string) bool { return !some(group) }) {
			return true
		}
	}
	return some(escapes)
}

// wordSet holds all keywords and escapes, and finds them in one pass.
type wordSet struct {
	words   []string
	needles *ahocorasick.Set
}

var candidateWords = sync.OnceValue(func() wordSet {
	all := slices.Clone(escapes)
	for _, way := range keywords {
		for _, group := range way {
			all = append(all, group...)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return wordSet{all, ahocorasick.New(all...)}
})

func containsAny(data []byte, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(data, []byte(w)) })
}
