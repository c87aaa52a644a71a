package discover

import (
	"bytes"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/org/mcp-lint/internal/needle"
)

// lazy compiles an expression when it is first needed: many runs never do.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// The cheap looks that decide whether a source file is read by a lexer. Each is one pass over the bytes; none of them is a proof
// of anything.

// The words that are looked for, whatever the case of their letters.
var (
	speaksMCP   = anyOf("mcp", "modelcontext", "model context")
	speaksPage  = anyOf("toolname", "tooldescription")
	holdsText   = anyOf("tool", "prompt", "resource", "description", "instructions")
	holdsCode   = anyOf("tool", "prompt", "resource", "instructions", "description", "server")
	makesServer = anyOf("mcpserver(", "fastmcp(", "new server(", "stdioservertransport", "newmcpserver(", "mcp.newserver(", "servestdio", "addmcpserver",
		"stdio_server", "mcp.run(", "springapplication.run(", "serve_server", "transport::stdio")
	namesPackage = anyOf("name", "description", "summary", "keywords", "module")
)

func anyOf(words ...string) func(data []byte) bool {
	set := sync.OnceValue(func() *needle.Set { return needle.New(words...) })
	return func(data []byte) bool { return needle.Any(set(), data) }
}

func mentionsMCP(name string, data []byte) bool {
	return speaksMCP(data) || isPage(name) && speaksPage(data)
}

// mayHoldText reports whether a file of an MCP package that does not speak of MCP itself may still hold what a tool says.
func mayHoldText(data []byte) bool { return holdsText(data) }

// smallSource is the size in bytes up to which every source file of an MCP package is read: constants that tools are described with
// need no word of MCP.
const smallSource = 64 << 10

// pythonCoding is the line by which Python is told the encoding of a file: one of the first two.
var pythonCoding = lazy(`^(?:[ \t\f]*(?:#[^\n]*)?\r?\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)`)

// oddCoding returns the encoding that a file of Python asks for when ASCII does not stand for itself in it, else "".
func oddCoding(data []byte) string {
	head := data[:min(len(data), headBytes)]
	if !bytes.Contains(head, []byte("coding")) {
		return ""
	}
	m := pythonCoding().FindSubmatch(head)
	if m == nil {
		return ""
	}
	name := strings.ReplaceAll(strings.ToLower(string(m[1])), "_", "-")
	for _, plain := range []string{
		"utf-8", "utf8", "u8", "ascii", "us-ascii", "latin", "l1", "iso-8859", "iso8859", "cp125", "windows-125", "cp437", "cp850", "cp93", "cp94",
		"koi8", "gb", "big5", "euc", "mac", "shift", "sjis",
	} {
		if strings.HasPrefix(name, plain) {
			return ""
		}
	}
	return string(m[1])
}

// looksLikeCode reports whether a file that is no text by its bytes may be source code all the same: compilers take NUL bytes and old
// encodings in comments. A recording, whose files are called .ts too, holds such a word by chance once in a hundred.
func looksLikeCode(data []byte) bool {
	return holdsCode(data)
}

// constructsServer reports whether a file seems to make or start a server, as opposed to one that only has tools for it.
func constructsServer(data []byte) bool {
	return makesServer(data)
}

const (
	// longLine and longAverage are the longest line and the average of all lines, in bytes, above which a script is taken for
	// the output of a bundler. People, and generators of data, stay below one of them.
	longLine    = 20_000
	longAverage = 1_000
)

// isMinified reports whether a script was written by a bundler, which leaves nothing to be reviewed. Only for scripts are there
// such tools: a long line in any other language is looked at.
func isMinified(name string, data []byte) bool {
	name = strings.ToLower(name)
	switch path.Ext(name) {
	case ".js", ".mjs", ".cjs", ".html", ".htm":
	default:
		return false
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	if strings.HasSuffix(stem, ".min") || strings.HasSuffix(stem, ".bundle") {
		return true
	}
	if len(data) <= longLine {
		return false
	}
	lines, longest := 0, 0
	for rest := data; len(rest) > 0; lines++ {
		n := bytes.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest)
		}
		longest = max(longest, n)
		rest = rest[min(n+1, len(rest)):]
	}
	return longest > longLine && len(data)/lines > longAverage
}

// registersVisibly reports whether a bundle defines a tool with words that are written there, in a call or in an object that begins with its
// name and its description. Such a bundle is looked at.
func registersVisibly(data []byte) bool { return registering().Match(data) }

var registering = lazy("\\.(?:tool|prompt|resource|registerTool|registerPrompt|registerResource|addTool)\\(\\s*[\"'`{]|" +
	"\\bname:\\s*[\"'`][^\"'`\n]{1,80}[\"'`],\\s*description:\\s*[\"'`]")

// generatedBytes is how much of a file is looked at for the mark of a generator, which stands above everything but a licence.
const generatedBytes = 4 << 10

// generatedMark is a comment at the beginning of a line that says that the file was written by a program. The words are those
// of Go (https://go.dev/s/generatedcode) and of the tools that read @generated.
var generatedMark = lazy(`(?m)^[ \t]*(?://|#|/\*|\*|--|<!--|;)+[^\n]*?(?:[Cc]ode generated [^\n]*DO NOT EDIT|@generated\b|<auto-generated)`)

func saysGenerated(data []byte) bool {
	head := data[:min(len(data), generatedBytes)]
	marked := bytes.Contains(head, []byte("ode generated ")) && bytes.Contains(head, []byte("DO NOT EDIT")) ||
		bytes.Contains(head, []byte("@generated")) || bytes.Contains(head, []byte("<auto-generated"))
	return marked && generatedMark().Match(head)
}
