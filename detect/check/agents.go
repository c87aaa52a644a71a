package check

import (
	"slices"
	"sort"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// Files of instructions for agents are orders from the first line to the last, and long. Only what no honest one asks for is told of there:
// what hands something out that is not theirs to hand out, what is kept from the user, and what the rendered page does not show.

// agentsProse returns a field of a file of instructions as the frames read a server's instructions.
func agentsProse(tool detect.ToolView, reg detect.RegistryView, i int) *prose {
	return tool.Memo("check.agents", i, func() any { return newProse(asInstructions(tool), reg, i) }).(*prose)
}

// asInstructions is the view with its texts as instructions of a server, which all frames read.
func asInstructions(tool detect.ToolView) detect.ToolView {
	tool.Fields = slices.Clone(tool.Fields)
	for i := range tool.Fields {
		tool.Fields[i].Role = detect.RoleInstructions
	}
	return tool
}

// graves are the spans of the sentences that weigh like a smuggled order, in rising order.
type graves []text.Range

// gravesOf judges the sentences of a field once: asking for each hit anew takes too long in a file of a megabyte.
func gravesOf(p *prose) graves {
	var out graves
	for _, unit := range p.gravest(wholeFloor) {
		start, end := p.doc.Span(unit.Start, unit.End)
		out = append(out, text.Range{Start: start, End: end})
	}
	return out
}

// overlap reports whether one of them meets bytes [start, end).
func (g graves) overlap(start, end int) bool {
	i := sort.Search(len(g), func(i int) bool { return g[i].End > start })
	return i < len(g) && g[i].Start < end
}
