package rules

import (
	"slices"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// sentence is what one sentence of a definition is about.
type sentence struct {
	// field is the index of its field, start and end are its bytes there.
	field, start, end int
	words             words
	present           reading.Set
	marks             []reading.Mark
}

// readers are for one goroutine at a time.
var readers = sync.Pool{New: func() any { return reading.NewReader(reading.Default()) }}

// sentencesOf reads a definition, once for all rules.
func sentencesOf(t detect.ToolView, reg detect.RegistryView) []sentence {
	all, _ := t.Memo("rules.sentences", 0, func() any {
		r := readers.Get().(*reading.Reader)
		defer readers.Put(r)
		var out []sentence
		r.EachField(t, reg, func(i int, doc *text.Doc, c *reading.Context) {
			r.Read(doc, c, func(s *reading.Sentence) {
				if len(s.Marks) > 0 {
					out = append(out, sentence{i, s.Start, s.End, newWords(t.Fields[i].Text[s.Start:s.End]), s.Present, slices.Clone(s.Marks)})
				}
			})
		})
		return out
	}).([]sentence)
	return all
}
