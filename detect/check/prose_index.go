package check

import (
	"slices"
	"sort"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// Frames look up what stands at one word of a field once for each of its words. The lookups here cost no more in a field that
// somebody has filled to the brim than in an ordinary one.

// genericReach is how many words a reference may begin before its last word.
const genericReach = 6

// refsIn returns the references whose last word is in [from, to), in order.
func (p *prose) refsIn(from, to int) []toolRef {
	lo := sort.Search(len(p.refs), func(k int) bool { return p.refs[k].word >= from })
	hi := lo + sort.Search(len(p.refs)-lo, func(k int) bool { return p.refs[lo+k].word >= to })
	return p.refs[lo:hi]
}

// cover answers whether a stretch of bytes overlaps one of many others.
type cover struct {
	// spans are in rising order of Start; the End of each is the farthest of it and those before.
	spans []text.Range
	// late are the spans that were added since, in no order.
	late []text.Range
}

// coverOf covers the spans of the signals.
func coverOf(signals []detect.Signal) *cover {
	c := &cover{}
	for _, s := range signals {
		c.late = append(c.late, text.Range{Start: s.Start, End: s.End})
	}
	return c
}

func (c *cover) add(start, end int) { c.late = append(c.late, text.Range{Start: start, End: end}) }

func (c *cover) overlaps(start, end int) bool {
	if len(c.late) > 64+len(c.spans)/64 {
		c.sort()
	}
	for _, s := range c.late {
		if s.Start < end && start < s.End {
			return true
		}
	}
	k := sort.Search(len(c.spans), func(k int) bool { return c.spans[k].Start >= end })
	return k > 0 && c.spans[k-1].End > start
}

// sort takes the late spans in.
func (c *cover) sort() {
	c.spans, c.late = append(c.spans, c.late...), c.late[:0]
	slices.SortStableFunc(c.spans, func(a, b text.Range) int { return a.Start - b.Start })
	for k := 1; k < len(c.spans); k++ {
		c.spans[k].End = max(c.spans[k].End, c.spans[k-1].End)
	}
}

// ofTool is what is read from the definition as a whole, once for all of its fields.
type ofTool struct {
	view detect.ToolView
	// room is what it lies in.
	room *proseRoom
	// words and heads are the vocabulary of the definition and the beginnings of its words.
	words, heads map[string]bool
	// trades are the fields of work of the vocabulary, once they are weighed.
	trades  uint32
	weighed bool
	// inputs are the names of the input parameters in lower case.
	inputs map[string]bool
}

// inputs returns the names of the tool's input parameters in lower case.
func (p *prose) inputs() map[string]bool {
	d := p.whole
	if d.inputs == nil {
		d.inputs = map[string]bool{}
		for i := range p.tool.Fields {
			if f := &p.tool.Fields[i]; f.Role == detect.RoleParameterName && !f.Output {
				d.inputs[strings.ToLower(f.Text)] = true
			}
		}
	}
	return d.inputs
}

// positionAt is doc.PositionOf of word i alone, which many frames ask for.
func (p *prose) positionAt(i int) text.Position {
	if p.positions == nil {
		p.positions = make([]uint8, len(p.doc.Words))
	}
	if i < 0 || i >= len(p.positions) {
		return text.PositionInstruction
	}
	if p.positions[i] == 0 {
		p.positions[i] = 1 + uint8(p.doc.PositionOf(i, i+1))
	}
	return text.Position(p.positions[i] - 1)
}

// mostLines bounds the command lines of one field that are weighed.
const mostLines = 32

// linesOf returns the stretches of the field that one of the expressions for command lines matches, read once.
func (p *prose) linesOf(re *lazyRegexp) [][]int {
	if !p.mayHold(re) {
		return nil
	}
	found, ok := p.lines[re]
	if !ok {
		found = p.matchesOf(re, mostLines)
		if p.lines == nil {
			p.lines = map[*lazyRegexp][][]int{}
		}
		p.lines[re] = found
	}
	return found
}

// braced reports whether the field holds a curly bracket.
func (p *prose) braced() bool { return p.doc.Flags.Chars&braceChars != 0 }
