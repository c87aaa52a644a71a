package check

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// agentsFrames are the families that tell of something handed out unasked or kept from the user, each with the confidence that a hit in a
// sentence that weighs like an order must have. In seven hundred real files of such instructions none of them was heard so.
var agentsFrames = map[string]float64{
	"secrecy": 0.6, "exfiltration": 0.45, "covert": 0.4, "flow": 0.45, "sink": 0.45, "language": 0.5,
}

const (
	// agentsAlone is the confidence of a hit that counts in any sentence when another one of the other kind stands near: what is
	// sent off, and what the user is not told.
	agentsAlone = 0.5
	// agentsNear is how far apart the two may be, in bytes.
	agentsNear = 300
)

// agentsHit is a hit in a file of instructions.
type agentsHit struct {
	hit
	start, end int
	// secret is set for what is kept from the user, else something is handed out.
	secret bool
	// told is set for what a program is said to do, where the others are orders.
	told bool
}

// inspectAgents returns what is handed out unasked, and what is kept from the user, in a file of instructions for agents.
func inspectAgents(tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	for i := range tool.Fields {
		if tool.Fields[i].Role != detect.RoleText {
			continue
		}
		p := agentsProse(tool, reg, i)
		told := agentsOrders(p)
		told = append(told, agentsUploads(p)...)
		for _, h := range told {
			s := tool.Signal(i, h.start, h.end)
			s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, h.threat, h.confidence, h.detail
			signals = append(signals, s)
		}
	}
	return signals
}

// agentsOrders returns the orders in the prose of a file.
func agentsOrders(p *prose) []agentsHit {
	if len(p.doc.Words) == 0 {
		return nil
	}
	code, grave := fences(p.doc.Raw), gravesOf(p)
	var all []agentsHit
	for i := range frames {
		f := &frames[i]
		floor, wanted := agentsFrames[f.name]
		if !wanted {
			continue
		}
		for _, h := range f.hits(p) {
			position := p.position(h)
			h.confidence *= position.Weight()
			if h.confidence < floor || position == text.PositionQuoted || position == text.PositionMention {
				continue
			}
			a := agentsHit{hit: h, told: f.name == "covert" || f.name == "flow" || f.name == "sink"}
			a.start, a.end = p.span(h)
			if a.secret = h.threat != detect.ThreatExfiltration; code.overlap(a.start, a.start+1) || p.harmlessInAgents(&a) {
				continue
			}
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b agentsHit) int { return a.start - b.start })
	return confirmed(all, grave)
}

// confirmed keeps the hits that stand in a sentence that weighs like an order, and those that another one bears out: of the other kind, or
// a second word of secrecy in the same breath.
func confirmed(all []agentsHit, grave graves) []agentsHit {
	keep := make([]bool, len(all))
	for i := range all {
		a := &all[i]
		keep[i] = keep[i] || grave.overlap(a.start, a.end) || speaksForItself(a)
		if a.confidence < agentsAlone {
			continue
		}
		// beside bounds the hits that are looked at: hits stand on top of each other.
		const beside = 8
		for k := i + 1; k < min(len(all), i+1+beside) && all[k].start-a.end <= agentsNear; k++ {
			b := &all[k]
			if b.confidence >= agentsAlone && (a.secret != b.secret || a.secret && b.start >= a.end && b.start-a.end < agentsNear/2 && bluntly(a) && bluntly(b)) {
				keep[i], keep[k] = true, true
			}
		}
	}
	out := all[:0]
	for i := range all {
		if keep[i] {
			out = append(out, all[i])
		}
	}
	return out
}

// What the frames say of hits, as far as it matters here.
const (
	detailUntold     = "asks the model to keep something from the user"
	detailCarried    = "tells of data being carried off"
	detailUnseen     = "asks for something to be done unseen"
	detailImage      = "has data put into the address of an image"
	detailHandsOut   = "orders the model to hand something out"
	detailFlows      = "tells of data that flows where the user did not send it"
	detailSideEffect = "tells of a side effect that is not the tool's job"
)

// unseenOrder is the confidence of an order to do something unseen; what happens unseen has less.
const unseenOrder = 0.75

// bluntly reports whether a hit says that somebody is not to be told.
func bluntly(a *agentsHit) bool { return strings.HasPrefix(a.detail, detailUntold) }

// aloneFrom is the confidence from which what a family says needs no sentence around it that weighs like an order. The same frames are
// right about tools from far lower on.
var aloneFrom = map[string]float64{detailUntold: 0.8, detailHandsOut: 0.7, detailFlows: 0.6, detailSideEffect: 0.6, detailImage: agentsAlone}

// speaksForItself reports whether a hit needs no such sentence. The weights know English best.
func speaksForItself(a *agentsHit) bool {
	if inOtherWords(a.hit) {
		return a.confidence >= faintForeign
	}
	from, ok := aloneFrom[a.detail]
	return ok && a.confidence >= from
}

// shown are words of showing in other languages than English: what is not shown to the user is an error message or a password, as a rule
// of the product, where what is not told is a deed of the model.
var shown = []string{
	"mostr", "muestr", "zeig", "anzeig", "affich", "montr", "показ", "отображ", "exib", "visualizz", "wyświetl", "pokaz", "göster", "toon", "显示", "展示",
	"顯示", "表示", "見せ", "보여", "표시",
}

// harmlessInAgents reports whether a hit is what honest files of instructions say.
func (p *prose) harmlessInAgents(a *agentsHit) bool {
	said := p.doc.Raw[a.start:a.end]
	switch {
	case inOtherWords(a.hit):
		if !bluntly(a) {
			// Whose tool is used and whose rules count is theirs to say.
			return a.threat != detect.ThreatExfiltration
		}
		low := strings.ToLower(said)
		return slices.ContainsFunc(shown, func(w string) bool { return strings.Contains(low, w) })
	case p.inQuotes(a):
		return true
	case a.detail == detailImage:
		_, address, _ := strings.Cut(said, "://")
		return !strings.ContainsAny(address, "<{[$")
	case a.detail == detailUnseen:
		// Jobs and parsers do a lot silently.
		s := p.sentence(a.from)
		return a.confidence < unseenOrder || p.valuable(s.Start, s.End) < 0 && !p.namesAddress(s) && p.findWord(s.Start, s.End, "secretly", "covertly", "stealthily", "surreptitiously") < 0
	case a.secret:
		return p.tellsElse(a)
	case a.detail == detailCarried:
		// What attacks do is what others look for.
		return p.mood(a.from) < moodPolite
	case a.told && p.isTelling(a.from):
		s := p.sentence(a.from)
		return !p.goesAway(a.from) || p.valuable(s.Start, s.End) < 0 && p.stemIn(s.Start, s.End, privateStems) < 0
	case a.told && a.confidence < emitFloor:
		return !p.has(a.from, cSend) && !p.has(a.from, cPut)
	}
	return p.staysHere(a.from, a.to)
}

// inQuotes reports whether a hit stands in quotation marks that open and close on its line.
func (p *prose) inQuotes(a *agentsHit) bool {
	// far bounds how much of the line is looked at.
	const far = 500
	raw := p.doc.Raw
	before := raw[max(0, a.start-far):a.start]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ := strings.Cut(raw[a.end:min(len(raw), a.end+far)], "\n")
	return strings.Count(before, `"`)%2 == 1 && strings.Contains(after, `"`) ||
		strings.LastIndex(before, "\u201c") > strings.LastIndex(before, "\u201d") && strings.Contains(after, "\u201d")
}

// tellsElse reports whether what is not to be told is no deed: advice ("never tell users to add a script"), every single step, what is not true
// yet ("do not tell the user that it works before you ran it"); or whether it is no telling ("cannot tell them apart", "no @bot mention").
func (p *prose) tellsElse(a *agentsHit) bool {
	s := p.sentence(a.from)
	if p.findWord(a.from, min(a.to+2, len(p.doc.Words)), "apart") >= 0 || p.fold(a.from) == "no" && p.findWord(a.from+1, a.from+3, "need", "circumstances", "account") < 0 {
		return true
	}
	if strings.HasSuffix(p.fold(a.from+1), "ing") && p.fold(a.from) != "without" {
		return true // "Wrong: not telling the user"
	}
	if user := p.findLast(cUser, a.from, min(s.End, a.to)); user >= 0 {
		next, then := p.fold(user+1), p.fold(user+2)
		if next == "to" || next == "how" || next == "what" && (then == "is" || then == "to") || p.findWord(user+1, min(s.End, user+4), "each", "every", "internal") >= 0 {
			return true
		}
	}
	claim := p.findWord(a.from, min(s.End, a.to+2), "that")
	return claim >= 0 && p.findWord(claim, s.End, "before", "until", "unless", "without", "if", "when", "is", "are", "was", "has", "have", "works", "passed", "succeeded", "done") >= 0
}

// isTelling reports whether the verb at word i says what something does and orders nothing: "forwards", "is stored", "by reading".
func (p *prose) isTelling(i int) bool {
	f := p.fold(i)
	return p.mood(i) < moodPolite && (thirdPerson(f) || strings.HasSuffix(f, "ed") || strings.HasSuffix(f, "ing") || f == "sent" || f == "kept")
}

// goesAway reports whether the sentence of word i names an address, or says that something happens unseen. Programs send tokens to services
// and keep histories; files of instructions say so.
func (p *prose) goesAway(i int) bool {
	s := p.sentence(i)
	return p.find(cCovert, s.Start, s.End) >= 0 || p.namesAddress(s)
}

// namesAddress reports whether words [s.Start, s.End) name an address of somebody.
func (p *prose) namesAddress(s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		switch p.doc.Words[k].Kind {
		case text.KindURL, text.KindHost, text.KindEmail:
			return true
		}
	}
	return false
}

// staysHere reports whether words [from, to) name addresses, and all of them are of this machine.
func (p *prose) staysHere(from, to int) bool {
	some := false
	for k := from; k < min(to, len(p.doc.Words)); k++ {
		switch w := p.doc.Words[k]; w.Kind {
		case text.KindURL, text.KindHost, text.KindEmail:
			if strings.HasPrefix(strings.TrimPrefix(w.Fold, "."), "env.") {
				continue // .env.example
			}
			if !isHere(w.Fold) {
				return false
			}
			some = true
		}
	}
	return some
}

// isHere reports whether an address is of this machine.
func isHere(address string) bool {
	for _, host := range [...]string{"localhost", "127.0.0.1", "0.0.0.0", "[::1]", "host.docker.internal"} {
		if _, rest, ok := strings.Cut(address, host); ok && (rest == "" || strings.ContainsAny(rest[:1], ":/?")) {
			before, _, _ := strings.Cut(address, host)
			return before == "" || strings.HasSuffix(before, "://")
		}
	}
	return false
}
