package lint

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/org/mcp-lint/discover/source"
)

// Region is how a format for machines quotes the words of the deciding signal.
type Region struct {
	// Text is the printable view of the words, or "". Verbatim is set when that is how they stand in the file, byte for byte.
	Text     string
	Verbatim bool
	// Line is the line around the words without its outer blanks, and LineText what it says. They are empty where the line cannot be shown as
	// it stands, and where there is nothing around the words.
	Line     Place
	LineText string
	// Hash is that of the line as GitHub's upload of SARIF computes it, or "".
	Hash string
}

const regionColumns = 300

func (q *Quoter) region(l source.Location) Region {
	if l.File == nil {
		return Region{}
	}
	p := q.Place(l)
	r := Region{}
	r.Text, r.Verbatim = q.view(l.File, &p)
	in := q.of(l.File)
	if in.hashes == nil {
		in.hashes = lineHashes(l.File.Data)
	}
	if p.Start.Line <= len(in.hashes) {
		r.Hash = in.hashes[p.Start.Line-1].String()
	}
	if p.Start.Line != p.End.Line {
		return r
	}
	line, base := l.File.Line(p.Start.Line)
	words := bytes.TrimLeft(line, " \t")
	start := base + len(line) - len(words)
	words = bytes.TrimRight(words, " \t")
	end := start + len(words)
	if len(words) > utf8.UTFMax*regionColumns || start > p.Start.Offset || end < p.End.Offset || len(words) == p.End.Offset-p.Start.Offset {
		return r
	}
	around := q.Place(source.Location{File: l.File, Span: source.Span{Start: start, End: end}})
	if around.Start.Line != p.Start.Line || around.End.Line != p.Start.Line {
		return r
	}
	if text, verbatim := q.view(l.File, &around); verbatim {
		r.Line, r.LineText = around, text
	}
	return r
}

// lineEnds are those of source.File.
var lineEnds = []string{"\r\n", "\n", "\r"}

// view returns the printable view of a place and whether it is the place byte for byte: in full, with no credential and with no character
// that does not show.
func (q *Quoter) view(f *source.File, p *Place) (words string, verbatim bool) {
	start, end := p.Start.Offset, p.End.Offset
	raw := f.Slice(start, end)
	show := func(start, end int) string {
		return q.snippet(source.Location{File: f, Span: source.Span{Start: start, End: end}}, regionColumns).Marked()
	}
	words = show(start, end)
	if p.Start.Line == p.End.Line || len(raw) > utf8.UTFMax*regionColumns {
		return words, words != "" && words == raw
	}
	// A snippet shows one line. All lines of the place have to be as they stand, and what is between them a line end: no return alone, at
	// which a terminal begins to write over the line.
	last := start
	for n := p.Start.Line; n <= p.End.Line; n++ {
		line, base := f.Line(n)
		from, to := max(base, start), min(base+len(line), end)
		if between := f.Slice(last, max(last, from)); n > p.Start.Line && (between == "\r" || !slices.Contains(lineEnds, between)) {
			return words, false
		}
		if last = max(last, to); from < to && show(from, to) != f.Slice(from, to) {
			return words, false
		}
	}
	return string([]byte(raw)), true
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
	// As browsers and Node decode: the longest prefix of a character that breaks off is one U+FFFD, where Go has one for each byte.
	decoded, _ := unicode.UTF8.NewDecoder().Bytes(data)
	var pair [2]uint16
	for _, r := range string(decoded) {
		for _, u := range utf16.AppendRune(pair[:0], r) {
			add(u)
		}
	}
	add(hashEOF)
	units = append(units, make([]uint16, hashBlock)...)
	out, seen := make([]lineHash, len(starts)), map[uint64]int{}
	for i, start := range starts {
		var hash uint64
		for _, u := range units[start : start+hashBlock] {
			hash = hash*hashBase + uint64(u)
		}
		seen[hash]++
		out[i] = lineHash{hash, seen[hash]}
	}
	return out
}
