package discover

import (
	"bytes"
	"encoding/binary"
	"path"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/lazy"
)

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
	return func(data []byte) bool {
		low := bytes.ToLower(data)
		return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(low, []byte(w)) })
	}
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
var pythonCoding = lazy.Regexp(`^(?:[ \t\f]*(?:#[^\n]*)?\r?\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)`)

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

var registering = lazy.Regexp("\\.(?:tool|prompt|resource|registerTool|registerPrompt|registerResource|addTool)\\(\\s*[\"'`{]|" +
	"\\bname:\\s*[\"'`][^\"'`\n]{1,80}[\"'`],\\s*description:\\s*[\"'`]")

// generatedBytes is how much of a file is looked at for the mark of a generator, which stands above everything but a licence.
const generatedBytes = 4 << 10

// generatedMark is a comment at the beginning of a line that says that the file was written by a program. The words are those
// of Go (https://go.dev/s/generatedcode) and of the tools that read @generated.
var generatedMark = lazy.Regexp(`(?m)^[ \t]*(?://|#|/\*|\*|--|<!--|;)+[^\n]*?(?:[Cc]ode generated [^\n]*DO NOT EDIT|@generated\b|<auto-generated)`)

func saysGenerated(data []byte) bool {
	head := data[:min(len(data), generatedBytes)]
	marked := bytes.Contains(head, []byte("ode generated ")) && bytes.Contains(head, []byte("DO NOT EDIT")) ||
		bytes.Contains(head, []byte("@generated")) || bytes.Contains(head, []byte("<auto-generated"))
	return marked && generatedMark().Match(head)
}

// utf16Order tells whether data is UTF-16, in which order of bytes, and how long its byte order mark is. Shells on Windows
// write the mark; without one it is UTF-16 when every second byte of the beginning is NUL, as in text of mostly Latin letters.
func utf16Order(data []byte) (order binary.ByteOrder, mark int, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE\x00\x00")):
		return nil, 0, false // UTF-32
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return binary.LittleEndian, 2, true
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return binary.BigEndian, 2, true
	}
	head := data[:min(len(data), headBytes)&^1]
	if bytes.IndexByte(head, 0) < 0 {
		return nil, 0, false
	}
	var nul [2]int
	for i, c := range head {
		if c == 0 {
			nul[i&1]++
		}
	}
	// A letter of another script now and then does not matter; a table of small numbers has NUL in both places.
	units := len(head) / 2
	switch {
	case units < 4:
	case nul[1]*4 >= units*3 && nul[0] == 0:
		return binary.LittleEndian, 0, true
	case nul[0]*4 >= units*3 && nul[1] == 0:
		return binary.BigEndian, 0, true
	}
	return nil, 0, false
}

// decodeUTF16 decodes data behind its byte order mark. Lone surrogates become U+FFFD.
func decodeUTF16(data []byte) string {
	var b strings.Builder
	eachUTF16(data, func(r rune, _, _ int) { b.WriteRune(r) })
	return b.String()
}

// eachUTF16 calls f with each character and the bytes [start, end) it stands in.
func eachUTF16(data []byte, f func(r rune, start, end int)) {
	order, mark, ok := utf16Order(data)
	if !ok {
		return
	}
	for i := mark; i+1 < len(data); {
		r, end := rune(order.Uint16(data[i:])), i+2
		if utf16.IsSurrogate(r) {
			if end+1 < len(data) {
				if pair := utf16.DecodeRune(r, rune(order.Uint16(data[end:]))); pair != utf8.RuneError {
					f(pair, i, end+2)
					i = end + 2
					continue
				}
			}
			r = utf8.RuneError
		}
		f(r, i, end)
		i = end
	}
}

// utf16Text returns the decoded text of a file in UTF-16, with its places by line. CRLF is LF in it.
func utf16Text(f *source.File) source.Text {
	_, mark, _ := utf16Order(f.Data)
	var b source.Builder
	var line strings.Builder
	from, last, pieces, cr := mark, mark, 0, false
	// A file of nothing but line ends would have a piece for each; from some number on pieces are longer than a line.
	const manyPieces, enough = 100_000, 4096
	flush := func(end int) {
		b.Inexact(f, source.Span{Start: from, End: end}, line.String())
		line.Reset()
		from = end
		pieces++
	}
	eachUTF16(f.Data, func(r rune, _, end int) {
		if cr && r != '\n' {
			line.WriteByte('\r')
		}
		if cr = r == '\r'; !cr {
			line.WriteRune(r)
		}
		last = end
		if r == '\n' && (pieces < manyPieces || line.Len() >= enough) {
			flush(end)
		}
	})
	if cr {
		line.WriteByte('\r')
	}
	flush(last)
	return b.Text()
}

// isBinary reports whether the beginning of a file is no text: a NUL byte, or more than a few bytes that are no UTF-8. A file in
// an old eight-bit encoding is text.
func isBinary(head []byte) bool {
	if bytes.IndexByte(head, 0) >= 0 {
		return true
	}
	if utf8.Valid(head) {
		return false
	}
	bad, n := 0, len(head)
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		if r == utf8.RuneError && size == 1 && (len(head) >= utf8.UTFMax || utf8.FullRune(head)) {
			bad++
		}
		head = head[size:]
	}
	return bad*10 > n
}

// languages are the extensions of source files that tools are defined in. Pages and components are read as JavaScript, whose
// scripts and attributes they hold.
var languages = map[string]lex.Language{
	".py": lex.Python, ".pyw": lex.Python,
	".ts": lex.JavaScript, ".tsx": lex.JavaScript, ".mts": lex.JavaScript, ".cts": lex.JavaScript, ".js": lex.JavaScript,
	".jsx": lex.JavaScript, ".mjs": lex.JavaScript, ".cjs": lex.JavaScript, ".vue": lex.JavaScript, ".svelte": lex.JavaScript,
	".html": lex.JavaScript, ".htm": lex.JavaScript,
	".go": lex.Go, ".cs": lex.CSharp, ".java": lex.Java, ".kt": lex.Kotlin, ".kts": lex.Kotlin, ".rs": lex.Rust, ".php": lex.PHP,
	".rb": lex.Ruby, ".swift": lex.Swift, ".dart": lex.Dart, ".ex": lex.Elixir, ".exs": lex.Elixir,
	".c": lex.Cpp, ".cc": lex.Cpp, ".cpp": lex.Cpp, ".cxx": lex.Cpp, ".h": lex.Cpp, ".hpp": lex.Cpp,
}

// LanguageOf tells by its name what language a file is written in.
func LanguageOf(name string) (lex.Language, bool) {
	lang, ok := languages[strings.ToLower(path.Ext(name))]
	return lang, ok
}

// interpreters are the programs that scripts without an extension name in their first line.
var interpreters = map[string]lex.Language{
	"python": lex.Python, "node": lex.JavaScript, "nodejs": lex.JavaScript, "deno": lex.JavaScript, "bun": lex.JavaScript, "tsx": lex.JavaScript,
	"ts-node": lex.JavaScript, "uv": lex.Python, "ruby": lex.Ruby, "php": lex.PHP, "elixir": lex.Elixir, "dart": lex.Dart, "swift": lex.Swift,
}

func interpreterOf(head []byte) (lex.Language, bool) {
	line, ok := bytes.CutPrefix(head, []byte("#!"))
	if !ok {
		return 0, false
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	for word := range strings.FieldsSeq(string(line)) {
		if lang, ok := interpreters[strings.TrimRight(path.Base(word), "0123456789.")]; ok {
			return lang, true
		}
	}
	return 0, false
}

// firstLine is how many bytes of a script its interpreter is looked for in.
const firstLine = 256

// language tells what language a candidate is written in, by its name, that of a link to it, or its first line.
func (o *opened) language(c *candidate) (lex.Language, bool) {
	if c.lang != 0 {
		return c.lang, true
	}
	name := path.Base(c.rel)
	if path.Ext(name) != "" || c.tree == nil {
		return LanguageOf(name)
	}
	head := o.beginning()
	return interpreterOf(head[:min(len(head), firstLine)])
}

// isPage reports whether a file is a page of HTML, or holds one: its attributes may define tools.
func isPage(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".vue", ".svelte":
		return true
	}
	return false
}
