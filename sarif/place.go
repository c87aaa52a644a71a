package sarif

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

const (
	// snippetColumns bounds the escaped view of a region, and the line around it.
	snippetColumns = 300
	// noPlace is the artifact of what was read from standard input and of what has no source: GitHub wants a location
	// for every result. It has no base, so it is not taken for a file of the repository.
	noPlace = "stdin"
	// stdinPath is how discovery shows standard input.
	stdinPath = "<stdin>"
)

// newlines are the line ends that the file declares, which are those of source.File.
var newlines = []string{"\r\n", "\n", "\r"}

// place is where something stands: an artifact and a region of it.
type place struct {
	uri string
	// inRoot is true when uri is relative to the root of the repository.
	inRoot bool
	region region
	// rendered is the escaped view of the region, or "". verbatim is true when that is the region as it stands.
	rendered string
	verbatim bool
	// line is the line around the region without its outer blanks, and lineText what it says; nil and "" where that cannot be
	// shown as it stands, and where there is nothing around the region.
	line     *region
	lineText string
}

// region is a range of a file in SARIF's terms. Lines and columns count from 1, columns in UTF-16 code units, a byte order
// mark is in no column (SARIF 2.1.0, 3.30.2); endColumn and the byte range are exclusive.
type region struct {
	startLine, startColumn, endLine, endColumn int
	// byteOffset counts from the start of the file, byte order mark included; hasBytes is false without a source.
	byteOffset, byteLength int
	hasBytes               bool
}

// newPlace describes a location; with a report, its escaped view too.
func newPlace(l source.Location, r *lint.Report) place {
	if l.File == nil {
		return place{uri: noPlace, region: region{startLine: 1, startColumn: 1, endLine: 1, endColumn: 1}}
	}
	p := place{region: newRegion(l)}
	p.uri, p.inRoot = relativeURI(l.File.Rel)
	if l.File.Path == stdinPath {
		p.uri, p.inRoot = noPlace, false
	}
	if r != nil {
		p.rendered, p.verbatim = view(r, l.File, p.region)
		p.around(r, l.File)
	}
	return p
}

// view returns the escaped view of a region and whether it is the region byte for byte: in full, with no credential and
// with no character that does not show.
func view(r *lint.Report, f *source.File, g region) (words string, verbatim bool) {
	end := g.byteOffset + g.byteLength
	raw := string(f.Data[g.byteOffset:end])
	show := func(start, end int) string {
		return r.Snippet(source.Location{File: f, Span: source.Span{Start: start, End: end}, Exact: true}, snippetColumns).Words()
	}
	words = show(g.byteOffset, end)
	if g.startLine == g.endLine || len(raw) > utf8.UTFMax*snippetColumns {
		return words, words != "" && words == raw
	}
	// A snippet shows one line. All lines of the region have to be as they stand, and what is between them a line end: no return alone, at
	// which a terminal begins to write over the line.
	last := g.byteOffset
	for n := g.startLine; n <= g.endLine; n++ {
		line, base := f.Line(n)
		from, to := max(base, g.byteOffset), min(base+len(line), end)
		if between := string(f.Data[last:max(last, from)]); n > g.startLine && (between == "\r" || !slices.Contains(newlines, between)) {
			return words, false
		}
		if last = max(last, to); from < to && show(from, to) != string(f.Data[from:to]) {
			return words, false
		}
	}
	return raw, true
}

// around adds the line on which the region stands, if it can be shown as it stands.
func (p *place) around(r *lint.Report, f *source.File) {
	if p.region.startLine != p.region.endLine {
		return
	}
	line, base := f.Line(p.region.startLine)
	words := bytes.TrimLeft(line, " \t")
	start := len(line) - len(words)
	words = bytes.TrimRight(words, " \t")
	if len(words) > utf8.UTFMax*snippetColumns || base+start > p.region.byteOffset ||
		base+start+len(words) < p.region.byteOffset+p.region.byteLength || len(words) == p.region.byteLength {
		return
	}
	g := newRegion(source.Location{File: f, Span: source.Span{Start: base + start, End: base + start + len(words)}})
	if g.startLine != p.region.startLine || g.endLine != p.region.startLine {
		return
	}
	if text, verbatim := view(r, f, g); verbatim {
		p.line, p.lineText = &g, text
	}
}

func newRegion(l source.Location) region {
	// A byte order mark has no column, so a region that both ways of counting agree on begins after it.
	start := min(max(l.Span.Start, l.File.BOM()), len(l.File.Data))
	end := min(max(l.Span.End, start), len(l.File.Data))
	from, to := l.File.Position(start, source.UTF16), l.File.Position(end, source.UTF16)
	return region{
		startLine: from.Line, startColumn: from.Column, endLine: to.Line, endColumn: to.Column,
		byteOffset: start, byteLength: end - start, hasBytes: true,
	}
}

// relativeURI returns the percent-encoded relative reference (RFC 3986, 4.2) of a slash-separated path and whether it is
// one of a file under the root.
func relativeURI(path string) (uri string, inRoot bool) {
	var segments []string
	for _, s := range strings.Split(path, "/") {
		if s != "" && s != "." && s != ".." {
			segments = append(segments, encodeSegment(s))
		}
	}
	if len(segments) == 0 || path == stdinPath {
		return noPlace, false
	}
	return strings.Join(segments, "/"), true
}

// encodeSegment percent-encodes a path segment. The colon is encoded as well, for the first segment would read as a
// scheme with it. Bytes that are no UTF-8 become U+FFFD, because GitHub's upload fails on an escape that is no UTF-8.
func encodeSegment(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-._~!$&'()*+,;=@", r)) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

// escapeMessage makes foreign words fit for a message, in which square brackets are links: each gets a backslash (SARIF
// 2.1.0, 3.11.6), and so do the backslashes before it, which would undo that. There are viewers that know nothing of the
// backslash and take any "](" for a link, to JavaScript too, so these two are kept apart.
func escapeMessage(s string) string {
	var b strings.Builder
	backslashes := 0
	var last rune
	for _, r := range s {
		if r == '[' || r == ']' {
			b.WriteString(strings.Repeat(`\`, backslashes+1))
		}
		if r == '(' && last == ']' {
			b.WriteByte(' ')
		}
		last = r
		backslashes++
		if r != '\\' {
			backslashes = 0
		}
		b.WriteRune(r)
	}
	return b.String()
}

// linkWords makes foreign words fit for the text of a link. Viewers end it at the first square bracket, escaped or not,
// so in there they are round.
func linkWords(s string) string {
	return strings.NewReplacer("[", "(", "]", ")").Replace(s)
}

// quote is escapeMessage of the printable form of foreign words, cut and between single quotes.
func quote(s string, limit int) string {
	return "'" + escapeMessage(text.Safe(s, limit)) + "'"
}

// The constants of GitHub's line hash (github/codeql-action, src/fingerprints.ts).
const (
	hashBlock = 100 // characters from the start of a line, across line ends
	hashBase  = 37
	hashEOF   = 0xFFFF // stands for the end of the file; zeros follow it
)

// lineHash is GitHub's primaryLocationLineHash of a line: the polynomial of base 37, modulo 2^64, of the hundred UTF-16 code units that
// follow its start, without spaces and tabs, CR and CRLF read as LF; and how often that has come up in the file.
type lineHash struct {
	hash       uint64
	occurrence int
}

func (h lineHash) String() string {
	return strconv.FormatUint(h.hash, 16) + ":" + strconv.Itoa(h.occurrence)
}

// lineHashes returns those of all lines of a file.
func lineHashes(data []byte) []lineHash {
	var units []uint16
	var starts []int
	lineStart, afterReturn := true, false
	add := func(u uint16) {
		if u == ' ' || u == '\t' || u == '\n' && afterReturn {
			afterReturn = false
			return
		}
		if afterReturn = u == '\r'; afterReturn {
			u = '\n'
		}
		if lineStart {
			starts = append(starts, len(units))
		}
		lineStart = u == '\n'
		units = append(units, u)
	}
	var pair [2]uint16
	for len(data) > 0 {
		r, size := decodeUTF8(data)
		data = data[size:]
		for _, u := range utf16.AppendRune(pair[:0], r) {
			add(u)
		}
	}
	add(hashEOF)
	units = append(units, make([]uint16, hashBlock)...)
	out, seen := make([]lineHash, len(starts)), map[uint64]int{}
	for i, start := range starts {
		for _, u := range units[start : start+hashBlock] {
			out[i].hash = out[i].hash*hashBase + uint64(u)
		}
		seen[out[i].hash]++
		out[i].occurrence = seen[out[i].hash]
	}
	return out
}

// decodeUTF8 decodes as browsers and Node do (WHATWG Encoding): the longest prefix of a character that breaks off is one
// U+FFFD, where Go has one for each byte.
func decodeUTF8(b []byte) (r rune, size int) {
	r, size = utf8.DecodeRune(b)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	lo, hi, need := byte(0x80), byte(0xBF), 0
	switch c := b[0]; {
	case c >= 0xC2 && c <= 0xDF:
		need = 1
	case c >= 0xE0 && c <= 0xEF:
		need = 2
		if c == 0xE0 {
			lo = 0xA0
		} else if c == 0xED {
			hi = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		need = 3
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F
		}
	}
	for size <= need && size < len(b) && b[size] >= lo && b[size] <= hi {
		size++
		lo, hi = 0x80, 0xBF
	}
	return utf8.RuneError, size
}
