package check

import (
	"sort"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// What is said of texts that name tools of others, and of texts that put one tool in the place of another.
const (
	otherTool = "reaches for a tool of another server"
	drawsWork = "draws the work of somebody else's tool to itself"
	// namedWell is the confidence from which such a tool is more than a name: it is called, or values stand beside it.
	namedWell, otherToolNamedWell = 0.7, -2.2
)

// doubtful are reaches that honest documentation resembles, with the log-odds that a sentence needs for one of them to count when
// nothing else in the definition speaks against it. Names of fields, values and operations look like names of tools; few honest
// texts say that a tool replaces another. The figures were set as loneCeiling was.
var doubtful = map[string]float64{
	otherTool: -1.5,
	drawsWork: -4,
	"reaches for a file that the tool does not declare to need":                   loneCeiling,
	"sends to an address that the user did not choose":                            loneCeiling,
	"takes or hands on secrets or history that the tool does not declare to need": loneCeiling,
	"claims privileges that nobody gave it":                                       loneCeiling,
	"reaches into calls that are not its own":                                     loneCeiling,
	"carries a command line that the tool does not declare to run":                loneCeiling,
	"does what cannot be undone though its name says that it only looks":          loneCeiling,
}

// supportedReaches leaves out doubtful reaches of one kind alone in sentences that read like documentation: what prose.supported is
// for orders.
func supportedReaches(tool detect.ToolView, reg detect.RegistryView, signals []detect.Signal) []detect.Signal {
	for _, s := range signals {
		detail, _, _ := strings.Cut(s.Detail, ",")
		ceiling, ok := doubtful[detail]
		if !ok || s.Detail != signals[0].Detail || s.Confidence >= loneSure {
			return signals
		}
		if detail == otherTool && s.Confidence >= namedWell {
			ceiling = otherToolNamedWell
		}
		p := proseOfField(tool, reg, s.FieldIndex)
		if p.misplaced() || p.suspicion(p.wordsIn(s.Start, s.End)) > ceiling {
			return signals
		}
	}
	return nil
}

// wordsIn returns the words that touch bytes [start, end).
func (p *prose) wordsIn(start, end int) (from, to int) {
	ws := p.doc.Words
	from = sort.Search(len(ws), func(k int) bool { return ws[k].End() > start })
	to = sort.Search(len(ws), func(k int) bool { return ws[k].Start() >= end })
	if from >= to {
		return len(ws), 0
	}
	return from, to
}
