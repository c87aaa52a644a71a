package check

import (
	"slices"
	"sort"
	"strings"

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

// gravesOf judges every sentence of a field once: asking for each hit anew takes too long in a file of a megabyte.
func gravesOf(p *prose) graves {
	var out graves
	for _, j := range p.judgements() {
		if j.scores[viewWhole] >= wholeFloor {
			start, end := p.doc.Span(j.unit.Start, j.unit.End)
			out = append(out, text.Range{Start: start, End: end})
		}
	}
	return out
}

// overlap reports whether one of them meets bytes [start, end).
func (g graves) overlap(start, end int) bool {
	i := sort.Search(len(g), func(i int) bool { return g[i].End > start })
	return i < len(g) && g[i].Start < end
}

// fences returns the spans of fenced code in Markdown, without the lines of the fences, in rising order. One that is never closed
// runs to the end.
func fences(s string) graves {
	var out graves
	from, mark := -1, ""
	for at := 0; at < len(s); {
		end := at + len(s[at:])
		if nl := strings.IndexByte(s[at:], '\n'); nl >= 0 {
			end = at + nl + 1
		}
		line := strings.TrimLeft(s[at:min(end, at+200)], " \t>")
		run := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		if run == "" {
			run = line[:len(line)-len(strings.TrimLeft(line, "~"))]
		}
		switch {
		case len(run) < 3:
		case from < 0:
			from, mark = end, run
		case run[0] == mark[0] && len(run) >= len(mark) && strings.TrimSpace(line[len(run):]) == "":
			out = append(out, text.Range{Start: from, End: at})
			from = -1
		}
		at = end
	}
	if from >= 0 {
		out = append(out, text.Range{Start: from, End: len(s)})
	}
	return out
}
