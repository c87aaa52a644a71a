package sarif

import (
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

const (
	// snippetColumns bounds the escaped view of a region.
	snippetColumns = 160
	// noPlace is the artifact of what was read from standard input and of what has no source: GitHub wants a location
	// for every result. It has no base, so it is not taken for a file of the repository.
	noPlace = "stdin"
	// stdinPath is how discovery shows standard input.
	stdinPath = "<stdin>"
)

// place is where something stands: an artifact and a region of it.
type place struct {
	uri string
	// inRoot is true when uri is relative to the root of the repository.
	inRoot bool
	region region
	// rendered is the escaped view of the region, or "".
	rendered string
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
		p.rendered = r.Snippet(l, snippetColumns).Words()
	}
	return p
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
// 2.1.0, 3.11.6), and so do the backslashes before it, which would undo that.
func escapeMessage(s string) string {
	var b strings.Builder
	backslashes := 0
	for _, r := range s {
		if r == '[' || r == ']' {
			b.WriteString(strings.Repeat(`\`, backslashes+1))
		}
		backslashes++
		if r != '\\' {
			backslashes = 0
		}
		b.WriteRune(r)
	}
	return b.String()
}

// quote is escapeMessage of the printable form of foreign words, cut and between single quotes.
func quote(s string, limit int) string {
	return "'" + escapeMessage(text.Safe(s, limit)) + "'"
}
