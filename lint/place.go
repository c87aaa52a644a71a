package lint

import (
	"bytes"
	"encoding/json"
	"sort"

	"github.com/org/mcp-lint/discover/source"
)

// Position is a place between two characters of a file.
type Position struct {
	// Offset counts bytes from the start of the file, byte order mark included. Line counts from 1.
	Offset, Line int
	// From 1, without a byte order mark: Column in UTF-16 code units, as in SARIF and editors, Rune in code points, Byte in bytes.
	Column, Rune, Byte int
}

// Place is a range of a file.
type Place struct {
	// Path is the displayed path, empty if there is no place. Rel is relative to the repository, or "".
	Path, Rel string
	// Start and End are half-open.
	Start, End Position
	// First and Last are lines as Git counts them: a lone carriage return does not end one.
	First, Last int
	// Whole is set when the whole file is meant.
	Whole bool
	// Exact is false when the range is the whole value. Escaped is true when the source contains escapes.
	Exact, Escaped bool
}

// Known reports whether there is a place.
func (p *Place) Known() bool { return p.Path != "" || p.Start.Line > 0 }

// placeJSON is a place in the JSON report. Columns count UTF-16 code units, ends are exclusive.
type placeJSON struct {
	Path        string `json:"path"`
	StartLine   int    `json:"startLine"`
	StartColumn int    `json:"startColumn"`
	EndLine     int    `json:"endLine"`
	EndColumn   int    `json:"endColumn"`
	ByteOffset  int    `json:"byteOffset"`
	ByteLength  int    `json:"byteLength"`
	Exact       bool   `json:"exact"`
	Escaped     bool   `json:"escaped"`
}

// MarshalJSON writes the place, or null if there is none.
func (p Place) MarshalJSON() ([]byte, error) {
	if !p.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(placeJSON{
		p.Path, p.Start.Line, p.Start.Column, p.End.Line, p.End.Column, p.Start.Offset, p.End.Offset - p.Start.Offset, p.Exact, p.Escaped,
	})
}

// UnmarshalJSON reads the output of MarshalJSON.
func (p *Place) UnmarshalJSON(data []byte) error {
	var j placeJSON
	err := json.Unmarshal(data, &j)
	*p = Place{
		Path: j.Path, Exact: j.Exact, Escaped: j.Escaped, Start: Position{Offset: j.ByteOffset, Line: j.StartLine, Column: j.StartColumn},
		End: Position{Offset: j.ByteOffset + j.ByteLength, Line: j.EndLine, Column: j.EndColumn},
	}
	return err
}

// inFile caches facts about a file.
type inFile struct {
	// returns are the offsets of lone carriage returns.
	returns []int
	// reported are the spans of credentials that signals report, hidden all spans of credentials once searched.
	reported, hidden []source.Span
	searched         bool
	hashes           []lineHash
}

// Quoter turns locations into plain positions and source lines, redacted. It is not safe for concurrent use.
type Quoter struct {
	columns int
	files   map[*source.File]*inFile
	// excerpted counts the findings with excerpts, bytes the size of their lines.
	excerpted, bytes int
	// room is memory for cells.
	room []cell
}

// NewQuoter returns a Quoter for lines of at most columns; 0 means 100.
func NewQuoter(columns int) *Quoter {
	if columns <= 0 {
		columns = 100
	}
	return &Quoter{columns: columns - len(" 12345 | "), files: map[*source.File]*inFile{}}
}

func (q *Quoter) of(f *source.File) *inFile {
	in := q.files[f]
	if in == nil {
		in = &inFile{}
		for at := 0; ; at++ {
			next := bytes.IndexByte(f.Data[at:], '\r')
			if next < 0 {
				break
			}
			if at += next; at+1 == len(f.Data) || f.Data[at+1] != '\n' {
				in.returns = append(in.returns, at)
			}
		}
		q.files[f] = in
	}
	return in
}

// Place returns a location as a plain value.
func (q *Quoter) Place(l source.Location) Place {
	f := l.File
	if f == nil {
		return Place{}
	}
	in := q.of(f)
	// A byte order mark has no column, so the range begins after it.
	start := min(max(l.Span.Start, f.BOM()), len(f.Data))
	end := min(max(l.Span.End, start), len(f.Data))
	gitLine := func(offset int) int {
		return f.Position(offset, source.Bytes).Line - sort.SearchInts(in.returns, offset)
	}
	return Place{
		Path: f.Path, Rel: f.Rel, Start: positionOf(f, start), End: positionOf(f, end), First: gitLine(start), Last: gitLine(max(end-1, start)),
		Whole: l.Span.Start == 0 && (l.Span.End <= 0 || l.Span.End >= len(f.Data)), Exact: l.Exact, Escaped: l.Escaped,
	}
}

// whole returns the place of a span that is known to the byte.
func (q *Quoter) whole(f *source.File, span source.Span) Place {
	return q.Place(source.Location{File: f, Span: span, Exact: true})
}

func positionOf(f *source.File, offset int) Position {
	at := f.Position(offset, source.Bytes)
	return Position{offset, at.Line, f.Position(offset, source.UTF16).Column, f.Position(offset, source.Runes).Column, at.Column}
}
