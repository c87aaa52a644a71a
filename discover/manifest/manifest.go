// Package manifest reads the JSON, JSONC, YAML and TOML files that describe MCP servers and their tools. It parses them with exact
// positions and recognises their shapes by content.
package manifest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// The values of Entry.Kind, spelled as in detect.Kind.
const (
	kindTool         = "tool"
	kindPrompt       = "prompt"
	kindResource     = "resource"
	kindTemplate     = "resource_template"
	kindInstructions = "instructions"
	kindServer       = "server"
)

// Entry is one definition in a document: a tool, prompt, resource, resource template or a server's instructions.
type Entry struct {
	// Kind is "tool", "prompt", "resource", "resource_template", "instructions" or "server", as in detect.Kind.
	Kind string
	// Server is the name of the server in the document, or "".
	Server string
	// Def is the definition as a client would receive it: an object. If the document spells it differently, for instance with the name as a
	// map key, it is assembled from the document's nodes.
	Def *source.Node
	// Shape names the recognised shape, such as "tools/list" or "mcpb".
	Shape string
}

// Server is one server as configured in a client configuration or registry manifest.
type Server struct {
	// Name is the key or name under which it is configured.
	Name string
	// Client names the shape of the file, such as "mcpServers", "vscode", "codex", "server.json".
	Client string
	// Node is the whole entry; NameNode is its name or nil. Key is the member name above the configured servers, nil in a registry manifest
	// or a flat map.
	Node     *source.Node
	NameNode *source.Node
	Key      *source.Node
	// Command, Args, Env, URL, Headers and Cwd say how to start or reach it, with positions. If a command is written as a list, Command is
	// its first item and Args the rest.
	Command   *source.Node
	Args      []*source.Node
	Env       []source.Member
	URL       *source.Node
	Headers   []source.Member
	Cwd       *source.Node
	Transport string
	// TransportNode is the node with the transport, or nil.
	TransportNode *source.Node
	// Package is the package or image of the server if the manifest names it separately from the command, with the registry and version.
	Package, Registry, Version *source.Node
	// Further are the other members of a configured server, as in the file: automatic approvals, switches, authentication, what else runs
	// or is read.
	Further []source.Member
}

// Document is the content of one file.
type Document struct {
	Entries []Entry
	Servers []Server
	// Manifests are the registry manifests (server.json) in the file, as written.
	Manifests []*source.Node
	// Settings are client settings about trust that do not name a server: permissions, hooks, switches that approve servers, inputs for
	// launch commands, files read into the context.
	Settings []source.Member
	// Rules is true when the file holds rules of the user's own and nothing else. Its definitions are their examples.
	Rules bool
	// Problems says which parts were not read, and why.
	Problems []Problem
}

// Problem says why a file, or a part of it, could not be read.
type Problem struct {
	// Line counts from 1; 0 means unknown.
	Line int
	// Reason is a sentence for people, without control characters.
	Reason string
	// Template is true when the text looks like a template that must be rendered first.
	Template bool
}

// Format is the format of a document.
type Format uint8

// The supported formats.
const (
	// Unknown is any other format.
	Unknown Format = iota
	// JSON includes comments, trailing commas and JSON Lines.
	JSON
	// YAML is YAML 1.1 and 1.2, with one or more documents.
	YAML
	// TOML is TOML 1.0.
	TOML
	// EventStream is a capture of server-sent events that carry JSON.
	EventStream
	// Messages is other text that contains JSON-RPC messages: a log, or a capture with frames.
	Messages
	// FrontMatter is YAML at the beginning of other text, between two lines of ---.
	FrontMatter
)

// Limits that keep time and memory in proportion to the size of a hostile document. Whatever they cut is reported as a Problem.
const (
	// maxDepth bounds the nesting of values, and thus recursion over the tree. Real manifests stay below 40.
	maxDepth = 512
	// maxProblems bounds the problems reported per file; the last one says that there were more.
	maxProblems = 50
	// MaxValues bounds the values per file, without names. Each takes about 200 bytes in the tree and 400 in derived data. A list of
	// 100,000 tools has fewer.
	MaxValues = 1_000_000
	// maxServers bounds the ways to start a server per file; each takes about 10 kB. A registry dump within the file size limit has fewer.
	maxServers = 30_000
	// maxSeparators bounds the possible separators in a document whose library builds a tree before the values can be counted. Every value
	// except the first needs one: see separates.
	maxSeparators = 2 * MaxValues
)

// separates reports whether a value may follow byte i of YAML or TOML: in brackets, as a list entry, or after a key. A dot separates the
// tables of a TOML key.
func separates(data []byte, i int, format Format) bool {
	switch data[i] {
	case '\n', '\r', ',', ':', '[', '{':
		return true
	case '.':
		return format == TOML
	case '-', '?':
		// The mark needs white space after it, or a non-ASCII line break.
		return format == YAML && i+1 < len(data) && (data[i+1] <= ' ' || data[i+1] == 0xC2 || data[i+1] == 0xE2)
	}
	return false
}

// readableEnd returns the end of what is read: the line that exceeds maxSeparators, or the end of the file.
func readableEnd(f *source.File, format Format, log *problemLog) int {
	if len(f.Data) <= maxSeparators {
		return len(f.Data)
	}
	count, line := 0, 0
	for i, c := range f.Data {
		if !separates(f.Data, i, format) {
			continue
		}
		if count++; count > maxSeparators {
			log.at(line, "the file has more than %d values; the rest was not read", MaxValues)
			return line
		}
		if c == '\n' || c == '\r' {
			line = i + 1
		}
	}
	return len(f.Data)
}

// Parse reads a file in the format that its content and name suggest. It returns one node per document (YAML and JSON Lines can hold
// several), and the problems by line. A file of unknown format has neither. After a problem it returns what could still be read.
func Parse(f *source.File) (docs []*source.Node, problems []Problem) {
	return ParseAs(f, Sniff(f))
}

// ParseAs reads a file in the given format. JSON includes comments, trailing commas and several values in a row.
func ParseAs(f *source.File, format Format) (docs []*source.Node, problems []Problem) {
	log := &problemLog{file: f}
	if reason := wideEncoding(f.Data); reason != "" && format != Unknown {
		log.atLine(1, "%s", reason)
		return nil, log.list()
	}
	switch format {
	case JSON:
		docs = parseJSON(f, f.Data, log)
	case YAML:
		docs = parseYAML(f, len(f.Data), log)
	case TOML:
		docs = parseTOML(f, log)
	case EventStream:
		docs = parseEvents(f, log)
	case Messages:
		docs = parseMessages(f, log)
	case FrontMatter:
		docs = parseFront(f, log)
	}
	return docs, log.list()
}

// recovered is deferred around calls of a library and turns a panic into an error.
func recovered(format string, err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the %s parser failed: %v", format, p)
	}
}

type nodes struct{ file *source.File }

func (n nodes) node(kind source.Kind, start, end int) *source.Node {
	return &source.Node{Kind: kind, File: n.file, Span: source.Span{Start: start, End: end}}
}

func (n nodes) written(kind source.Kind, start, end int) *source.Node {
	out := n.node(kind, start, end)
	out.Text = source.VerbatimText(n.file, out.Span)
	return out
}

func wideEncoding(data []byte) string {
	if len(data) < 2 {
		return ""
	}
	const advice = "; save it as UTF-8"
	switch {
	case data[0] == 0xFF && data[1] == 0xFE, data[0] == 0xFE && data[1] == 0xFF:
		return "the file is encoded as UTF-16 or UTF-32" + advice
	case data[0] == 0 || data[1] == 0:
		return "the file has NUL bytes, so it may be UTF-16 without a byte order mark" + advice
	}
	return ""
}

type problemLog struct {
	file     *source.File
	problems []Problem
	cut      bool
}

func (l *problemLog) at(off int, format string, args ...any) {
	if l.full() {
		return
	}
	l.atLine(l.file.Position(off, source.Bytes).Line, format, args...)
}

func (l *problemLog) atLine(line int, format string, args ...any) {
	if l.full() {
		return
	}
	l.problems = append(l.problems, Problem{Line: line, Reason: plain(fmt.Sprintf(format, args...), 300)})
}

// template says whether the last problem is in a template.
func (l *problemLog) template(is bool) {
	if n := len(l.problems); n > 0 {
		l.problems[n-1].Template = is
	}
}

func (l *problemLog) full() bool {
	l.cut = l.cut || len(l.problems) >= maxProblems
	return l.cut
}

func (l *problemLog) list() []Problem {
	if l.cut {
		l.problems = append(l.problems, Problem{Reason: "further problems are not listed"})
		l.cut = false
	}
	return l.problems
}

// quote returns a piece of the document for a reason: quoted, printable and short.
func quote(s string) string { return quoted(s).String() }

// quoted is a lazy quote, for text that may not be needed.
type quoted string

func (q quoted) String() string { return strconv.Quote(plain(string(q), 40)) }

// plain makes s printable, in at most limit runes. Characters that are not visible are replaced by their code points.
func plain(s string, limit int) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n++; n > limit {
			b.WriteString("...")
			break
		}
		if r == ' ' || (r != utf8.RuneError && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Mn, r)) {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "<U+%04X>", r)
	}
	return b.String()
}
