package check

import (
	_ "embed" // the words are data
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

//go:embed data/order_words.txt
var orderWordsText string

// orderWords is what disguised writing is read against.
var orderWords = sync.OnceValue(func() *text.Vocabulary { return parseOrderWords(orderWordsText) })

func parseOrderWords(data string) *text.Vocabulary {
	var keys, words []string
	list := &words
	for line := range strings.SplitSeq(data, "\n") {
		switch {
		case strings.HasPrefix(line, "# keys"):
			list = &keys
		case strings.HasPrefix(line, "# words"):
			list = &words
		case !strings.HasPrefix(line, "#"):
			*list = append(*list, strings.Fields(line)...)
		}
	}
	return text.NewVocabulary(keys, words)
}

// plainReading is a field as it reads once its disguise is taken off.
type plainReading struct {
	prose    *prose
	disguise *text.Disguise
}

// noReadings are those of nearly all fields.
var noReadings []plainReading

// plainReadings returns the plain readings of a field: none when it wears no disguise.
func plainReadings(p *prose) []plainReading {
	if p.plain != nil {
		return *p.plain
	}
	disguises := text.Unmask(p.doc, orderWords())
	if len(disguises) == 0 {
		p.plain = &noReadings
		return nil
	}
	var readings []plainReading
	for _, g := range disguises {
		q := &prose{tool: p.tool, reg: p.reg, index: p.index, field: p.field, doc: g.Doc, whole: p.whole}
		q.prepare()
		if len(q.doc.Words) > 0 {
			readings = append(readings, plainReading{q, g})
		}
	}
	p.plain = &readings
	return readings
}

// disguiseGate reports whether the field wears a disguise: inspectDisguised finds nothing elsewhere.
func disguiseGate(p *prose) bool { return len(plainReadings(p)) > 0 }

// span returns the bytes of the field that words [from, to) of the reading came from.
func (r plainReading) span(from, to int) (start, end int) {
	return r.disguise.RawSpan(r.prose.doc.Span(from, to))
}

// changed counts the words of [from, to) that were disguised.
func (r plainReading) changed(from, to int) int {
	n := 0
	for i := max(from, 0); i < min(to, len(r.disguise.Changed)); i++ {
		if r.disguise.Changed[i] {
			n++
		}
	}
	return n
}

// inspectDisguised reads the field once more with its disguise taken off, when it wears one. Only orders in disguised
// words count, and only where plain holds no signal: those are reported as they stand.
func inspectDisguised(p *prose, plain []detect.Signal) []detect.Signal {
	if !disguiseGate(p) {
		return nil
	}
	var signals []detect.Signal
	heard := coverOf(plain)
	for _, r := range plainReadings(p) {
		for _, h := range disguisedHits(r.prose, r.disguise) {
			start, end := r.span(h.from, h.to)
			if heard.overlaps(start, end) {
				continue
			}
			heard.add(start, end)
			s := p.tool.Signal(p.index, start, end)
			s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, h.threat, h.confidence, h.detail+", "+inDisguise
			signals = append(signals, s)
		}
	}
	return signals
}

// disguisedHits runs the frames over the plain reading. Whoever disguises an order means it: its confidence rises.
func disguisedHits(q *prose, g *text.Disguise) []hit {
	const (
		// floor is the confidence from which a disguised order counts, identifierFloor that of one spelled as a name.
		floor           = 0.3
		identifierFloor = 0.85
		// sentenceFloor is that of a name of at least sentence words.
		sentenceFloor = 0.65
		sentence      = 5
		// bonus is what a strong disguise adds.
		bonus = 0.2
	)
	if !slices.Contains(g.Changed, true) {
		return nil
	}
	var hits []hit
	for i := range frames {
		for _, h := range frames[i].hits(q) {
			h.confidence *= q.position(h).Weight()
			changed := 0
			for i := h.from; i < h.to && i < len(g.Changed); i++ {
				if g.Changed[i] {
					changed++
				}
			}
			least := floor
			if g.Identifier {
				least = identifierFloor
				if changed >= sentence {
					least = sentenceFloor
				}
			}
			if changed == 0 || h.confidence < least || !g.Strong && h.confidence < emitFloor {
				continue
			}
			if g.Strong {
				h.confidence += bonus
			}
			h.confidence = min(max(h.confidence, emitFloor), 0.95)
			hits = append(hits, h)
		}
	}
	if g.Strong && len(hits) == 0 {
		hits = generalOrders(q, g)
	}
	return hits
}

// touchy are the concepts an order must touch to count when nothing but its disguise speaks against it.
var touchy = text.Of(cUser, cModel, cRules, cSecret, cHistory, cPrompt, cGuard, cSensitive, cCovert)

// generalOrders finds disguised sentences that order something about the user, the model, rules or secrets.
func generalOrders(q *prose, g *text.Disguise) []hit {
	// fewest is how many disguised words make it a disguised sentence rather than an ornament.
	const fewest = 4
	var hits []hit
	for _, s := range q.doc.Sentences {
		changed, verb, object := 0, -1, -1
		for i := s.Start; i < s.End; i++ {
			if !g.Changed[i] {
				continue
			}
			changed++
			if verb < 0 && q.tags[i].Any(verbs.With(cWeakOverride).With(cHide)) && q.mood(i) >= moodPolite {
				verb = i
			}
			if q.tags[i].Any(touchy) {
				object = i
			}
		}
		// A sentence in which most words are plain is not disguised.
		if changed < fewest || changed*5 < (s.End-s.Start)*3 || verb < 0 || object < 0 || object == verb {
			continue
		}
		from, to := q.doc.Span(s.Start, s.End)
		if from, to = g.RawSpan(from, to); !strings.ContainsAny(q.field.Text[from:min(to, len(q.field.Text))], " \n") {
			// One token is a name: "email-as-username".
			continue
		}
		h := hit{from: min(verb, object), to: max(verb, object) + 1, confidence: 0.55, detail: "gives orders about the user, the rules or secrets", threat: detect.ThreatPromptInjection}
		if h.confidence *= q.position(h).Weight(); h.confidence >= emitFloor {
			hits = append(hits, h)
		}
	}
	return hits
}
