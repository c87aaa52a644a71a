// Package manifest reads the JSON, JSONC, YAML and TOML files that describe MCP servers and their tools: it parses them
// with exact positions and recognises their shapes by content.
package manifest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

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

// Format is a notation a document can be written in.
type Format uint8

// The formats that can be read.
const (
	// Unknown is none of the others.
	Unknown Format = iota
	// JSON is JSON, JSON with comments and trailing commas, and JSON Lines.
	JSON
	// YAML is YAML 1.1 and 1.2, with one or more documents.
	YAML
	// TOML is TOML 1.0.
	TOML
	// EventStream is a capture of server-sent events that carry JSON.
	EventStream
	// Messages is other text with messages of JSON-RPC in it: a log, a capture with its frames.
	Messages
)

// Bounds that keep a hostile document from taking more time or memory than its size warrants. What they cut is reported as a
// Problem.
const (
	// maxDepth is how deep values may nest. Real manifests stay below 40; readers of the tree may recurse this far.
	maxDepth = 512
	// maxProblems is how many problems of one file are reported; the last one says that there were more.
	maxProblems = 50
	// MaxValues is how many values one file may hold, names not counted. A tree takes some 200 bytes for each, and what is made of it
	// twice that; a list of 100,000 tools stays below it.
	MaxValues = 1_000_000
	// maxServers is how many ways to start a server one file may configure; each takes some 10 kB. A dump of a registry that fits into a file
	// has fewer.
	maxServers = 30_000
	// maxSeparators is how many marks a document may hold that a value can stand behind, when a library makes a tree of it before it is known
	// how many values there are. Each value but the first has one before it: see separates.
	maxSeparators = 2 * MaxValues
)

// separates reports whether a value may stand behind byte i of YAML or TOML: in brackets, as an entry of a list, as a key with a mark of
// its own. A point stands between the tables of a key of TOML.
func separates(data []byte, i int, format Format) bool {
	switch data[i] {
	case '\n', '\r', ',', ':', '[', '{':
		return true
	case '.':
		return format == TOML
	case '-', '?':
		// White space is behind the mark, or one of the line breaks that are not ASCII.
		return format == YAML && i+1 < len(data) && (data[i+1] <= ' ' || data[i+1] == 0xC2 || data[i+1] == 0xE2)
	}
	return false
}

// readable returns where what is read of such a document ends: in front of the line that holds too many separators, or at its end.
func readable(f *source.File, format Format, log *problemLog) int {
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

// Parse reads a file as the format its content and name suggest. It returns one node for each document (YAML and JSON
// Lines can hold several) and the problems met, in the order of their lines. A file of unknown format gives neither. After a problem it
// returns what could still be read.
func Parse(f *source.File) (docs []*source.Node, problems []Problem) {
	return ParseAs(f, Sniff(f))
}

// ParseAs reads a file as the given format. JSON includes comments, trailing commas and several values after each other.
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
		docs = parseYAML(f, log)
	case TOML:
		docs = parseTOML(f, log)
	case EventStream:
		docs = parseEvents(f, log)
	case Messages:
		docs = parseMessages(f, log)
	}
	return docs, log.list()
}

// recovered is deferred around what calls a library: its panic is an error.
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

// template says of the last problem whether the text around it is a template.
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

// quote returns a piece of the document for use in a reason: in quotes, printable and short.
func quote(s string) string { return quoted(s).String() }

// quoted is quote for what may not be reported after all.
type quoted string

func (q quoted) String() string { return strconv.Quote(plain(string(q), 40)) }

// plain makes s fit to be printed, in at most limit runes: everything that is not a visible character is named by its code.
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
