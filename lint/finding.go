package lint

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/digest"
	"github.com/org/mcp-lint/lock"
)

type finding struct {
	detect.Finding
	id   string
	file *source.File
	// definition is the span of the whole definition and digest its digest.
	definition source.Location
	digest     lock.Digest
	// places is parallel to Signals.
	places  []Located
	demoted discover.Class
	was     detect.Severity
	// subject is the definition as scanned, among are all those that it was scanned with.
	subject *subject
	among   []subject
	// copied is set for a finding in another file with the same definition. class is that of the file, def the index in Locked.Definitions
	// or -1.
	copied bool
	class  discover.Class
	def    int
	// by is the number of the suppression, or isReported.
	by int
	// shares are findings in the same words as part of other definitions.
	shares []finding
}

// Located is the source location of one signal.
type Located struct {
	// Where is the primary location; More are further pieces when the text is assembled from several.
	Where source.Location
	More  []source.Location
	// Related is parallel to the signal's Related.
	Related []source.Location
	// Encoded is as in Signal.
	Encoded string
	// Fix is the location to replace. It has no file if the location is not exact.
	Fix source.Location

	// missing: the file of a copy does not contain the words, so the places are those of the original. repeats: the original has the same
	// place, so the signal was already reported. silent: nothing was reported of the original.
	missing, repeats, silent bool
}

// in reports whether all holds for the files of all pieces.
func (p *Located) in(all func(f *source.File) bool) bool {
	return all(p.Where.File) && !slices.ContainsFunc(p.More, func(l source.Location) bool { return !all(l.File) })
}

// note reports whether all signals are notes.
func (f *finding) note() bool { return f.Signals[f.Primary].Note }

func (f *finding) only(keep func(i int) bool) (finding, bool) {
	out := *f
	rest, ok := f.Only(keep)
	if !ok {
		return out, false
	}
	out.Finding, out.places = rest, make([]Located, 0, len(rest.Signals))
	for i, p := range f.places {
		if keep(i) {
			out.places = append(out.places, p)
		}
	}
	out.id = out.identity()
	return out, true
}

// text returns the words of signal i as they were found.
func (f *finding) text(i int) string {
	s := &f.Signals[i]
	fields := f.subject.View.Fields
	if s.FieldIndex < 0 || s.FieldIndex >= len(fields) {
		return ""
	}
	words := fields[s.FieldIndex].Text
	end := min(s.End, len(words))
	return words[min(s.Start, end):end]
}

// takePlaces takes the places missing in a copy from the original, which has the same signals.
func (f *finding) takePlaces(original *finding) {
	for i := range f.places {
		p, o := &f.places[i], original.places[i]
		if p.missing {
			*p = o
			p.missing = true
		}
		p.repeats = p.missing || p.Where == o.Where
	}
}

// own makes the first signal that is new in this file the primary one if the primary one is missing here. It returns false if nothing is
// new.
func (f *finding) own() bool {
	first := slices.IndexFunc(f.places, func(p Located) bool { return !p.missing && (f.by == isReported && p.silent || !p.repeats) })
	if first < 0 {
		return false
	}
	if f.places[f.Primary].missing {
		f.Primary = first
		id := f.Signals[first].CheckID
		f.CheckIDs = append([]string{id}, slices.DeleteFunc(slices.Clone(f.CheckIDs), func(other string) bool { return other == id })...)
		f.id = f.identity()
	}
	return true
}

// identity hashes what identifies a finding across moved lines and reformatted files.
func (f *finding) identity() string {
	s := f.PrimarySignal()
	field := s.Field
	if f.Kind == detect.KindSource {
		// Fields of a source file are named after lines, and its name can occur in several folders.
		field = f.file.Rel
	}
	sum := digest.Of(s.CheckID, f.Server, f.Tool, field, strings.Join(strings.Fields(strings.ToLower(s.Evidence)), " "))
	return hex.EncodeToString(sum[:16])
}

// shareKey is equal for findings that report the same words of one server with the same suppression.
func (f *finding) shareKey() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d\x00%s\x00%s\x00%s\x00%s\x00", f.by, f.Kind, f.Server, f.Severity, f.demoted)
	for i, s := range f.Signals {
		where := f.places[i].Where
		fmt.Fprintf(&b, "%s\x00%s\x00%s\x00%d\x00%d\x00%t\x00", s.CheckID, s.Detail, path(where), where.Span.Start, where.Span.End, where.Exact)
	}
	return b.String()
}

// concerns reports whether the definition or any of the words found is in a requested file.
func (f *finding) concerns(inv *discover.Inventory) bool {
	outside := func(file *source.File) bool { return !inv.ConcernsFile(file) }
	return !outside(f.file) || slices.ContainsFunc(f.places, func(p Located) bool { return !p.in(outside) })
}

func compareFindings(a, b finding) int {
	la, lb := a.places[a.Primary].Where, b.places[b.Primary].Where
	return cmp.Or(
		cmp.Compare(path(la), path(lb)), cmp.Compare(la.Span.Start, lb.Span.Start), cmp.Compare(la.Span.End, lb.Span.End),
		cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.by, b.by),
	)
}

func path(l source.Location) string {
	if l.File == nil {
		return ""
	}
	return l.File.Path
}
