package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// keptCommentNotes bounds the notes on the comments of one file.
	keptCommentNotes = 20
	// maxMisspelt bounds the ways of writing the marker wrongly that are looked for in one file.
	maxMisspelt = 3
)

// tell returns notes on comments that are wrong or do nothing, by file and line.
func (c *comments) tell(inContext bool) []Remark {
	if c == nil {
		return nil
	}
	asked := map[string]*source.File{}
	for _, f := range c.inv.Files {
		asked[f.Path] = f
	}
	for _, in := range c.files {
		asked[in.file.Path] = in.file
	}
	files := make([]*source.File, 0, len(asked))
	for _, f := range asked {
		if c.inv.ConcernsFile(f) {
			files = append(files, f)
		}
	}
	slices.SortFunc(files, func(a, b *source.File) int { return cmp.Compare(a.Path, b.Path) })
	// Of other servers nobody knows whether they are like what is in a file by itself.
	others := inContext || c.inv.Covers(".")
	var notes []Remark
	for _, f := range files {
		in := c.of(f)
		of := slices.Concat(in.notes, c.unused(in, others))
		kept := of[:min(len(of), keptCommentNotes)]
		slices.SortStableFunc(kept, func(a, b Remark) int { return cmp.Compare(a.Where.Span.Start, b.Where.Span.Start) })
		notes = append(notes, kept...)
		if left := len(of) - len(kept); left > 0 {
			notes = append(notes, Remark{
				Text: fmt.Sprintf("%d more things are wrong with the comments of the file", left), Where: kept[len(kept)-1].Where,
			})
		}
	}
	return notes
}

// unused tells of comments that do nothing, in a file that was looked at.
func (c *comments) unused(in *fileComments, others bool) []Remark {
	var notes []Remark
	for _, m := range in.list {
		for k, used := range m.used {
			if id := m.checks[k]; !used && c.suppressor.choice.ran[id] && (others || id != shadowingCheck) {
				notes = append(notes, Remark{Text: id + " finds nothing that the comment stands beside", Where: m.where})
			}
		}
	}
	if len(notes) > 0 && !c.inv.Covers(in.file.Path) {
		return nil
	}
	return notes
}

// misspelling is the marker as people write it too.
var misspelling = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i:mcp-lint)[ \t]{0,2}:[ \t]{0,2}(?i:ignore)`)
})

// misspelt notes comments whose marker is written wrongly.
func (in *fileComments) misspelt() {
	var ways []string
	for _, word := range []string{"mcp-lint", "MCP-LINT", "Mcp-Lint"} {
		for rest := in.file.Data; len(ways) < maxMisspelt; {
			k := bytes.Index(rest, []byte(word))
			if k < 0 {
				break
			}
			if way := string(misspelling().Find(rest[k:])); way != "" && way != commentMarker && !slices.Contains(ways, way) {
				ways = append(ways, way)
			}
			rest = rest[k+len(word):]
		}
	}
	for _, way := range ways {
		found := discover.Comments(in.file, way)
		for _, m := range found[:min(len(found), keptCommentNotes+1)] {
			in.note(m, "the comment suppresses nothing; it must be written "+commentForm)
		}
	}
}
