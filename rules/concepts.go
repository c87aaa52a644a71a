package rules

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// meanings say which concepts of package reading a concept of a rule is: any of them. They keep their names when those of reading change.
var meanings = map[string][]string{
	"address":           {"URL", "HOST"},
	"all-calls":         {"every", "any_tool"},
	"always":            {"always"},
	"authority":         {"authority"},
	"automatically":     {"automatically"},
	"before":            {"before", "first"},
	"change":            {"change"},
	"consent":           {"consent", "ask_user"},
	"consequence":       {"consequence"},
	"conversation":      {"conversation"},
	"delete":            {"destroy"},
	"email":             {"EMAIL"},
	"environment":       {"environment"},
	"execute":           {"exec"},
	"file":              {"file", "PATH", "SECRETPATH"},
	"ignore":            {"override"},
	"instead":           {"instead"},
	"instructions":      {"instructions"},
	"model":             {"model"},
	"money":             {"money", "pay"},
	"must":              {"must"},
	"never":             {"never"},
	"other-server-tool": {"FOREIGN"},
	"personal-data":     {"private"},
	"read":              {"read"},
	"secrecy":           {"secrecy"},
	"secrets":           {"credential", "SECRETPATH"},
	"send":              {"send"},
	"store":             {"store"},
	"system-prompt":     {"system_prompt"},
	"this-tool":         {"OWN", "this_tool"},
	"tool":              {"tool", "tool_word"},
	"urgent":            {"notice", "SHOUT"},
	"user":              {"user"},
}

// wanted is one or more concepts of which one is enough.
type wanted struct{ reading.Set }

// meaning reads "a|b". What it names exists: config has looked, and a test compares its words with meanings and those with the lexicon.
func meaning(words string) wanted {
	var w wanted
	for word := range strings.SplitSeq(words, "|") {
		for _, name := range meanings[word] {
			if c, ok := reading.Default().Concept(name); ok {
				w.Add(c)
			}
		}
	}
	return w
}

// in reports whether a set has one of the concepts.
func (w *wanted) in(present *reading.Set) bool {
	for i := range w.Set {
		if w.Set[i]&present[i] != 0 {
			return true
		}
	}
	return false
}

type relation struct {
	all, none []wanted
	// ordered is set when they must come one after the other.
	ordered bool
}

// in returns the bytes of the field from the first to the last of the concepts, and reports whether the sentence holds them.
func (r *relation) in(s *sentence) (start, end int, ok bool) {
	for i := range r.all {
		if !r.all[i].in(&s.present) {
			return 0, 0, false
		}
	}
	for i := range r.none {
		if r.none[i].in(&s.present) {
			return 0, 0, false
		}
	}
	start, end = s.end, s.start
	next := 0
	for i := range r.all {
		m, found := s.first(&r.all[i], next)
		if !found {
			return 0, 0, false
		}
		if r.ordered {
			next = int(m.End)
		}
		start, end = min(start, int(m.Start)), max(end, int(m.End))
	}
	return start, end, true
}

// first returns the first mark of one of the concepts that begins at a byte of the field or behind it.
func (s *sentence) first(w *wanted, from int) (reading.Mark, bool) {
	for _, m := range s.marks {
		if int(m.Start) >= from && w.Has(m.Concept) {
			return m, true
		}
	}
	return reading.Mark{}, false
}

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
			for _, span := range doc.Sentences {
				s := r.Read(doc, c, span)
				if s == nil {
					continue
				}
				for _, x := range s.Referents {
					if x.Ref == reading.RefForeign {
						s.Marks = append(s.Marks, reading.Mark{Concept: x.Ref, Start: int32(x.Start), End: int32(x.End)})
						s.Present.Add(x.Ref)
					}
				}
				slices.SortStableFunc(s.Marks, func(a, b reading.Mark) int { return cmp.Compare(a.Start, b.Start) })
				if len(s.Marks) > 0 {
					x := sentence{i, s.Start, s.End, newWords(doc.Raw[s.Start:s.End]), s.Present, slices.Clone(s.Marks)}
					if c.Split {
						// Positions are those of the split words: the whole name is meant.
						x.start, x.end, x.words = 0, len(t.Fields[i].Text), newWords(t.Fields[i].Text)
						for k := range x.marks {
							x.marks[k].Start, x.marks[k].End = 0, int32(x.end)
						}
					}
					out = append(out, x)
				}
			}
		})
		return out
	}).([]sentence)
	return all
}
