package check

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/needle"
)

// A stray string is one in code that speaks MCP but is part of no definition that discovery knows: a message, a query, a page, a test. Most
// reach no model. Only an order that is beyond doubt is reported there: some frame is sure of it, and the sentence as a whole weighs
// like one.
const (
	// strayFloor is the confidence that a frame must have.
	strayFloor = 0.5
	// strayShare is how much of its confidence is left, since nobody knows whether a model ever reads the string.
	strayShare = 0.6
)

// inspectStray returns the orders in the fields of a view of ScopeSweep.
func inspectStray(tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	for i := range tool.Fields {
		if !orderlikeText(tool.Fields[i].Text) {
			continue
		}
		signals = append(signals, strayOrders(proseOfField(tool, reg, i))...)
	}
	return signals
}

// strayFrames are the families that nobody writes in passing. Code and its comments speak of other functions, of what is to be called
// before and of what is replaced all the time.
var strayFrames = wordSet(`override secrecy markup authority turn deception covert exfiltration flow sink bypass command language`)

// strayOrders returns the orders in one string. Most strings have no sentence that weighs like one, and need not be read by the frames.
func strayOrders(p *prose) []detect.Signal {
	if len(p.doc.Words) == 0 {
		return nil
	}
	// The weights know Latin script alone.
	foreign := p.doc.Other > p.doc.Latin
	var grave []text.Range
	if !foreign {
		if grave = p.gravest(wholeFloor); len(grave) == 0 {
			return nil
		}
	}
	var signals []detect.Signal
	for i := range frames {
		f := &frames[i]
		if !strayFrames[f.name] {
			continue
		}
		for _, h := range f.hits(p) {
			position := p.position(h)
			h.confidence *= position.Weight()
			start, end := p.span(h)
			if h.confidence < strayFloor || position == text.PositionQuoted || !foreign && !p.touches(grave, start, end) {
				continue
			}
			s := p.tool.Signal(p.index, start, end)
			s.Tier, s.ThreatType, s.Confidence = detect.TierSoft, h.threat, h.confidence*strayShare
			s.Detail = "in a string that is part of no known definition: " + h.detail
			signals = append(signals, s)
		}
	}
	return signals
}

// touches reports whether bytes [start, end) of the field overlap one of the ranges of words.
func (p *prose) touches(ranges []text.Range, start, end int) bool {
	for _, r := range ranges {
		if from, to := p.doc.Span(r.Start, r.End); from < end && start < to {
			return true
		}
	}
	return false
}

// strayBytes is the length from which a string is looked at for orders.
const strayBytes = 40

// strayMarks are words and marks one of which stands in every order of the kinds that are reported in stray strings, in lower case. They spare most
// strings of a program the reading.
var strayMarks = []string{
	"ignore", "disregard", "forget", "override", "do not", "don't", "never", "must", "always", "before", "after", "instead", "without", "secret",
	"silent", "quiet", "conceal", "hide", "tell", "mention", "inform", "disclose", "reveal", "read", "send", "forward", "include", "pass", "append", "upload",
	"system", "important", "instruction", "assistant", "user", "first", "call", "invoke", "use the", "password", "key", "token",
}

const dottedI = "\u0130"

// strayNeedle finds them; it is made when the first program is read.
var strayNeedle = sync.OnceValue(func() *needle.Set { return needle.New(strayMarks...) })

// orderlikeText reports whether a string may be an order to a model: prose of some length with a word that such orders have.
func orderlikeText(s string) bool {
	if len(s) < strayBytes {
		return false
	}
	if strings.Count(s, " ") < 5 {
		// Scripts without blanks between words.
		wide := 0
		for i := 0; i < len(s) && wide < strayBytes; i++ {
			if s[i] >= 0xE0 {
				wide += 3
			}
		}
		return wide >= strayBytes
	}
	// A dotted capital I is the one letter below those of the last line that lower case makes a letter of ASCII of.
	if needle.Any(strayNeedle(), s) || strings.Contains(s, dottedI) && needle.Any(strayNeedle(), strings.ToLower(s)) {
		return true
	}
	return strings.ContainsFunc(s, func(r rune) bool { return r > 0x2FF })
}
