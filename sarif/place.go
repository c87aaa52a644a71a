package sarif

import (
	"fmt"
	"regexp"
	"strings"

	gosarif "github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// noPlace is the artifact of standard input and of findings without a source: GitHub requires a location for every result. Without a
	// base it is not taken for a file of the repository.
	noPlace = "stdin"
	// stdinPath is discovery's name for standard input.
	stdinPath = "<stdin>"
)

// newlines are the line ends that the file declares. They match those of lint.Place.
var newlines = []string{"\r\n", "\n", "\r"}

// newPlace describes a place, with its quotation unless quote is nil.
func newPlace(p lint.Place, quote *lint.Region) *gosarif.Location {
	if !p.Known() {
		return newLocation(newArtifact(stdinPath), linesRegion(1, 1, 1, 1))
	}
	file := p.Rel
	if p.Path == stdinPath {
		file = stdinPath
	}
	out := newLocation(newArtifact(file), newRegion(p))
	if quote == nil {
		return out
	}
	// SARIF requires the text of a snippet to equal the region, invisible characters included; the rendered form may differ.
	if quote.Verbatim {
		out.PhysicalLocation.Region.WithSnippet(gosarif.NewArtifactContent().WithText(quote.Text))
	} else if quote.Text != "" {
		out.PhysicalLocation.Region.WithSnippet(gosarif.NewArtifactContent().WithRendered(gosarif.NewMultiformatMessageString(quote.Text)))
	}
	if quote.Line.Known() {
		// The line around the region can be shown verbatim.
		line := newRegion(quote.Line).WithSnippet(gosarif.NewArtifactContent().WithText(quote.LineText))
		out.PhysicalLocation.WithContextRegion(line)
	}
	return out
}

func newLocation(file *gosarif.ArtifactLocation, region *gosarif.Region) *gosarif.Location {
	return gosarif.NewLocationWithPhysicalLocation(gosarif.NewPhysicalLocation().WithArtifactLocation(file).WithRegion(region))
}

// newRegion describes a range of a file. Lines and columns count from 1, columns in UTF-16 code units, without a byte order mark (SARIF
// 2.1.0, 3.30.2); endColumn and the byte range are exclusive. Without a source there is no byte range.
func newRegion(p lint.Place) *gosarif.Region {
	return linesRegion(p.Start.Line, p.Start.Column, p.End.Line, p.End.Column).
		WithByteOffset(p.Start.Offset).WithByteLength(p.End.Offset - p.Start.Offset)
}

func linesRegion(startLine, startColumn, endLine, endColumn int) *gosarif.Region {
	return gosarif.NewSimpleRegion(startLine, endLine).WithStartColumn(startColumn).WithEndColumn(endColumn)
}

func newArtifact(rel string) *gosarif.ArtifactLocation {
	uri, inRoot := relativeURI(rel)
	out := gosarif.NewSimpleArtifactLocation(uri)
	if inRoot {
		out.WithUriBaseId(srcRoot)
	}
	return out
}

// relativeURI returns the percent-encoded relative reference (RFC 3986, 4.2) of a slash-separated path, and whether the path is under the
// root.
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

// reserved are the characters that a path segment cannot have, and the colon, because a first segment with one would read as a scheme.
var reserved = regexp.MustCompile(`[^A-Za-z0-9._~!$&'()*+,;=@-]+`)

// encodeSegment percent-encodes a path segment. Each byte of invalid UTF-8 becomes U+FFFD: GitHub's upload fails on escapes of it.
func encodeSegment(s string) string {
	return reserved.ReplaceAllStringFunc(string([]rune(s)), func(part string) string {
		return strings.ReplaceAll(fmt.Sprintf(" % X", part), " ", "%")
	})
}

// escapeMessage makes untrusted text safe for a message, where square brackets are links: each gets a backslash (SARIF 2.1.0, 3.11.6), as
// do the backslashes before it. Some viewers ignore the backslash and read any "](" as a link, even to JavaScript, so these two characters
// are separated.
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

// linkWords makes untrusted text safe for a link text. Viewers end it at the first square bracket, escaped or not, so brackets become
// round.
func linkWords(s string) string {
	return strings.NewReplacer("[", "(", "]", ")").Replace(s)
}

// quote returns the printable form of untrusted text, cut, escaped and between single quotes.
func quote(s string, limit int) string {
	return "'" + escapeMessage(text.Safe(s, limit)) + "'"
}
