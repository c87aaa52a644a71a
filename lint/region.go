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

// Region quotes the words of the primary signal for machine-readable formats.
type Region struct {
	// Text is the printable form of the words, or "". Verbatim is set when it equals the bytes of the file.
	Text     string
	Verbatim bool
	// Line is the surrounding line without outer blanks, and LineText its text. Both are empty if the line is not printable as it stands or
	// holds only the words.
	Line     Place
	LineText string
	// Hash is GitHub's line hash for SARIF uploads, or "".
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

// view returns the printable form of a place, and whether it equals the bytes of the file: not cut, without credentials and invisible
// characters.
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
	// A snippet shows one line, so compare all lines. Only line ends may stand between them, and no lone return, which would let a terminal
	// overwrite the line.
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

// Constants of GitHub's line hash (github/codeql-action, src/fingerprints.ts).
const (
	hashBlock = 100 // characters from the start of a line, across line ends
	hashBase  = 37
	hashEOF   = 0xFFFF // stands for the end of the file; zeros follow it
)

// lineHash is GitHub's primaryLocationLineHash: a polynomial of base 37, modulo 2^64, over the hundred UTF-16 code units from the start of
// a line, without spaces and tabs, CR and CRLF as LF; and its occurrence in the file.
type lineHash struct {
	hash       uint64
	occurrence int
}

func (h lineHash) String() string {
	return strconv.FormatUint(h.hash, 16) + ":" + strconv.Itoa(h.occurrence)
}

// lineHashes returns the hashes of all lines.
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
	// Decode as browsers and Node do: a truncated character is one U+FFFD, where Go has one per byte.
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
