package manifest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

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

// separates reports whether a value may stand behind byte i of YAML or TOML: in brackets, as an entry of a list, as a key with a mark of its
// own. A point stands between the tables of a key of TOML.
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
			log.at(line, "the file holds more than %d values; the rest was not read", MaxValues)
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
	}
	return docs, log.list()
}

func wideEncoding(data []byte) string {
	if len(data) < 2 {
		return ""
	}
	const advice = "; save it as UTF-8 to have it read"
	switch {
	case data[0] == 0xFF && data[1] == 0xFE, data[0] == 0xFE && data[1] == 0xFF:
		return "the file is encoded as UTF-16 or UTF-32" + advice
	case data[0] == 0 || data[1] == 0:
		return "the file holds NUL bytes, as UTF-16 text without a byte order mark does" + advice
	}
	return ""
}

// problemLog collects the problems of one file, up to maxProblems.
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

// full reports whether no more problems are kept, and remembers that one was dropped.
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

// quoted is quote for what may not be told after all.
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
