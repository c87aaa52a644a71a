package check

import (
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// foreignProse is a field as the frames for other languages read it: the words of one language at a time.
type foreignProse struct {
	p *prose
	// s is the folded text with spaces for line breaks; stops are the bytes at which its sentences end.
	s     string
	stops []int
	lang  language
	// m are the words of the language, sent the sentences they are in.
	m    []mention
	sent []int
	hits []hit
}

// findLanguage finds orders in other languages than English.
func findLanguage(p *prose) []hit {
	s := flat(p.doc.Folded)
	all := languages.scan(s)
	if len(all) < 2 {
		return nil
	}
	f := foreignProse{p: p, s: s, stops: sentenceStops(p.doc.Folded)}
	byLang := make([][]mention, len(languages.langs))
	for _, m := range all {
		byLang[m.lang] = append(byLang[m.lang], m)
	}
	for i, ms := range byLang {
		if len(ms) < 2 {
			continue
		}
		f.lang, f.m, f.sent = languages.langs[i], ms, make([]int, len(ms))
		k := 0
		for j, m := range ms {
			for k < len(f.stops) && f.stops[k] <= m.start {
				k++
			}
			f.sent[j] = k
		}
		f.frames()
	}
	return f.hits
}

// sentenceStops returns the bytes at which sentences of the folded text end.
func sentenceStops(s string) []int {
	var stops []int
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		next := i + size
		switch r {
		case '.', '!', '?':
			if next >= len(s) || s[next] <= ' ' {
				stops = append(stops, next)
			}
		case 0x3002, 0xFF61, 0x061F, 0x06D4, 0x0964:
			stops = append(stops, next)
		case '\n':
			if rest := strings.TrimLeft(s[next:], " \t"); rest == "" || strings.IndexByte("\n-*#>0123456789", rest[0]) >= 0 {
				stops = append(stops, next)
			}
		}
		i = next
	}
	return stops
}

func (f *foreignProse) frames() {
	for i, m := range f.m {
		switch m.class {
		case "ign":
			f.overrides(i)
		case "fol":
			f.disobeys(i)
		case "tell", "reveal", "ntell":
			f.keepsQuiet(i)
		case "unaware":
			f.unaware(i)
		case "stealth":
			f.stealthily(i)
		case "send", "read":
			f.handsOut(i)
		case "call":
			f.precedes(i)
		case "notice":
			f.announces(i)
		}
	}
}

// add reports mentions from lo to hi of the folded text.
func (f *foreignProse) add(lo, hi int, c float64, detail string, t detect.ThreatType) {
	start, end := f.p.doc.RawSpan(lo, hi)
	w := f.p.wordAt(start)
	if w < 0 {
		return
	}
	if f.quoted(lo) {
		// mentioned is the share of the confidence that a phrase in corner brackets keeps.
		const mentioned = 0.5
		c *= mentioned
	}
	f.hits = append(f.hits, hit{from: w, to: max(w, f.p.wordAt(end-1)) + 1, confidence: c, detail: detail + " (" + f.lang.code + ")", threat: t})
}

// quoted reports whether byte i stands between corner brackets.
func (f *foreignProse) quoted(i int) bool {
	const reach = 180
	from := max(0, i-reach)
	for from > 0 && !utf8.RuneStart(f.s[from]) {
		from--
	}
	before := f.s[from:i]
	open := max(strings.LastIndex(before, "\u300c"), strings.LastIndex(before, "\u300e"))
	shut := max(strings.LastIndex(before, "\u300d"), strings.LastIndex(before, "\u300f"))
	return open > shut
}

// near returns the index of the word of class c nearest to f.m[i] in the same sentence, at most before letters in front of
// it or after letters behind it, or -1. Words that overlap f.m[i] do not count.
func (f *foreignProse) near(i int, c class, before, after int) int {
	m := f.m[i]
	lo, hi := m.start-int(float64(before)*f.lang.letter), m.end+int(float64(after)*f.lang.letter)
	best, dist := -1, 1<<30
	for k := i - 1; k >= 0 && f.m[k].start >= lo-64 && f.sent[k] == f.sent[i]; k-- {
		if n := f.m[k]; n.class == c && n.end <= m.start && n.end >= lo && m.start-n.end < dist {
			best, dist = k, m.start-n.end
		}
	}
	for k := i + 1; k < len(f.m) && f.m[k].start <= hi && f.sent[k] == f.sent[i]; k++ {
		if n := f.m[k]; n.class == c && n.start >= m.end && n.start-m.end < dist {
			return k
		}
	}
	return best
}

// comma reports whether a clause ends between the mentions.
func (f *foreignProse) comma(i, k int) bool {
	a, b := f.m[min(i, k)], f.m[max(i, k)]
	return a.end < b.start && strings.ContainsAny(f.s[a.end:b.start], ",;:\uff0c\uff1b\uff1a\u3001\u060c\u061b()")
}

// cond reports whether the mention stands in a condition: "if you ignore the rules above".
func (f *foreignProse) cond(i int) bool {
	if f.lang.code == "ja" || f.lang.code == "ko" {
		return f.near(i, "cond", 0, 4) >= 0
	}
	return f.near(i, "cond", 45, 0) >= 0
}

func (f *foreignProse) negated(i, letters int) bool {
	k := f.near(i, "neg", letters, 0)
	return k >= 0 && !f.comma(k, i)
}

// overrides finds "ignore the previous instructions".
func (f *foreignProse) overrides(i int) {
	before, after := 0, 55
	if f.lang.verbLast {
		before, after = 45, 0
	}
	if f.negated(i, 12) || f.cond(i) {
		return
	}
	what, c := f.near(i, "instr", before, after), 0.85
	if what < 0 || f.comma(i, what) {
		what, c = f.near(i, "rule", before, after), 0.75
	}
	if what < 0 || f.comma(i, what) {
		return
	}
	which := f.near(what, "prior", 40, 30)
	if which < 0 && (f.near(what, "all", 25, 0) < 0 || c < 0.8) {
		// Rules that are not called earlier, or the model's, may be those of a linter.
		c = 0.3
	}
	lo, hi := min(f.m[i].start, f.m[what].start), max(f.m[i].end, f.m[what].end)
	if which >= 0 {
		lo, hi = min(lo, f.m[which].start), max(hi, f.m[which].end)
	}
	f.add(lo, hi, c, "orders the model to drop the instructions it works under", detect.ThreatPromptInjection)
}

// disobeys finds "do not follow the instructions above".
func (f *foreignProse) disobeys(i int) {
	neg := f.near(i, "neg", 12, 60)
	what := f.near(i, "instr", 0, 50)
	if what < 0 {
		what = f.near(i, "rule", 0, 50)
	}
	if neg < 0 || what < 0 || f.near(what, "prior", 40, 30) < 0 || f.cond(i) || f.comma(i, what) || f.comma(neg, i) {
		return
	}
	f.add(min(f.m[i].start, f.m[neg].start), max(f.m[what].end, f.m[neg].end), 0.75,
		"orders the model not to follow its instructions", detect.ThreatPromptInjection)
}

// keepsQuiet finds "do not tell the user".
func (f *foreignProse) keepsQuiet(i int) {
	if f.cond(i) {
		return
	}
	m := f.m[i]
	neg := i
	switch {
	case m.class == "ntell":
	case f.lang.code == "ja" || f.lang.code == "ko":
		neg = f.near(i, "nsuf", 0, 3)
	default:
		neg = f.near(i, "neg", 16, 0)
		if n := f.near(i, "nothing", 0, 45); neg < 0 || n >= 0 && f.comma(neg, i) {
			neg = n
		}
		if neg < 0 && (f.lang.code == "de" || f.lang.code == "nl") {
			neg = f.near(i, "neg", 0, 35)
		}
	}
	if neg < 0 || f.comma(min(neg, i), max(neg, i)) {
		return
	}
	before, after := 10, 30
	if f.lang.verbLast || f.lang.code == "zh" {
		before = 40
	}
	to := f.near(i, "touser", before, after)
	if f.lang.code == "de" && to < 0 {
		to = f.near(i, "touser", 30, 0)
	}
	c := 0.75
	if to < 0 && m.class != "reveal" {
		to = f.near(i, "user", before, 16)
		if f.lang.code == "zh" && to >= 0 && possessed(f.s[f.m[to].end:]) {
			to = -1
		}
	}
	if to < 0 {
		to, c = f.near(i, "this", 25, 25), 0.5
	}
	if to < 0 || f.comma(i, to) {
		return
	}
	if f.infinitive(m) && f.p.field.Role == detect.RoleParameterDescription {
		// "Do not notify the user" is what a switch of that name does.
		c -= 0.4
	}
	f.add(min(m.start, f.m[neg].start, f.m[to].start), max(m.end, f.m[neg].end, f.m[to].end), c,
		"asks the model to keep something from the user", detect.ThreatToolPoisoning)
}

// possessed reports whether what follows the Chinese word for the user makes it an owner: "the user's data".
func possessed(rest string) bool {
	for _, w := range []string{"\u7684", "\u4fe1\u606f", "\u6570\u636e", "\u540d", "\u9690\u79c1", "\u8d44\u6599", "\u5bc6\u7801", "\u8cc7\u6599", "\u8d26", "id"} {
		if strings.HasPrefix(rest, w) {
			return true
		}
	}
	return false
}

// infinitive reports whether the mention ends as infinitives of its language do.
func (f *foreignProse) infinitive(m mention) bool {
	w := f.s[m.start:m.end]
	switch f.lang.code {
	case "es", "pt", "fr":
		return strings.HasSuffix(w, "r")
	case "it":
		return strings.HasSuffix(w, "re")
	case "ru", "uk":
		return strings.HasSuffix(w, "\u0442\u044c") || strings.HasSuffix(w, "\u0442\u0438")
	case "zh":
		return true
	}
	return false
}

// unaware finds "without the user's knowledge" beside an act.
func (f *foreignProse) unaware(i int) {
	if f.cond(i) || f.negated(i, 60) {
		return
	}
	c := 0.45
	for _, act := range []class{"send", "read", "call", "secret", "cred", "ign"} {
		if f.near(i, act, 120, 120) >= 0 {
			c = 0.65
		}
	}
	f.add(f.m[i].start, f.m[i].end, c, "says that the user must not learn of it", detect.ThreatToolPoisoning)
}

// stealthily finds "secretly send".
func (f *foreignProse) stealthily(i int) {
	act := f.near(i, "send", 16, 16)
	c := 0.6
	if act < 0 {
		act, c = f.near(i, "read", 16, 16), 0.5
	}
	if act < 0 || f.negated(i, 20) {
		return
	}
	f.add(min(f.m[i].start, f.m[act].start), max(f.m[i].end, f.m[act].end), c, "asks for something to be done unseen", detect.ThreatToolPoisoning)
}

// handsOut finds "send the conversation to", "read ~/.ssh/id_rsa".
func (f *foreignProse) handsOut(i int) {
	m := f.m[i]
	if f.negated(i, 20) || f.cond(i) {
		return
	}
	before, after := 12, 60
	if f.lang.verbLast {
		before, after = 60, 0
	}
	lo := max(0, m.start-int(float64(before)*f.lang.letter))
	hi := min(len(f.s), m.end+int(float64(after)*f.lang.letter))
	if k := f.sent[i]; k > 0 {
		lo = max(lo, f.stops[k-1])
	}
	if k := f.sent[i]; k < len(f.stops) {
		hi = min(hi, f.stops[k])
	}
	sensitive, literal := f.literals(lo, min(len(f.s), hi+int(60*f.lang.letter)), hi)
	secret := f.near(i, "secret", before, after)
	cred := f.near(i, "cred", before, after)
	dest := f.near(i, "dest", 70, 70)
	own := m.start < 4 && f.p.ownFunction(0)
	c := 0.0
	switch {
	case sensitive >= 0 && (secret >= 0 || dest >= 0 || literal || m.class == "read" && !own):
		c = 0.65
	case sensitive >= 0 && !own:
		c = 0.5
	case secret >= 0 && (literal || dest >= 0) && !own:
		c = 0.6
	case secret >= 0 && m.class == "send" && !own:
		c = 0.35
	case cred >= 0 && literal && !own:
		c = 0.55
	}
	if c == 0 {
		return
	}
	end := max(m.end, sensitive)
	start := m.start
	for _, k := range []int{secret, cred} {
		if k >= 0 {
			start, end = min(start, f.m[k].start), max(end, f.m[k].end)
		}
	}
	f.add(start, end, c, "orders the model to read or hand out something private", detect.ThreatExfiltration)
}

// literals looks at the words between folded bytes lo and hi: it returns the end of a sensitive path before limit, or -1, and
// whether a URL, a host or an e-mail address is named.
func (f *foreignProse) literals(lo, hi, limit int) (sensitive int, literal bool) {
	sensitive = -1
	rawLo, rawHi := f.p.doc.RawSpan(lo, hi)
	_, rawLimit := f.p.doc.RawSpan(lo, limit)
	words := f.p.doc.Words
	for w := max(f.p.wordAt(rawLo), 0); w < len(words) && words[w].Start < rawHi; w++ {
		switch words[w].Kind {
		case text.KindURL, text.KindHost, text.KindEmail:
			literal = true
		case text.KindPath:
			if words[w].Start < rawLimit && sensitivePath(words[w].Fold) {
				sensitive = f.foldedEnd(words[w], lo)
			}
		}
	}
	return sensitive, literal
}

// foldedEnd returns where the word ends in the folded text; it is looked for from byte lo.
func (f *foreignProse) foldedEnd(w text.Word, lo int) int {
	if k := strings.Index(f.s[lo:], w.Fold); k >= 0 {
		return lo + k + len(w.Fold)
	}
	return lo + 1
}

// precedes finds "before using any other tool, call ...".
func (f *foreignProse) precedes(i int) {
	if f.negated(i, 20) {
		return
	}
	first := f.near(i, "before", 90, 60)
	if first < 0 {
		return
	}
	tool := f.foreignName(f.sent[i])
	reply := f.near(i, "other", 90, 60)
	noun := -1
	if reply >= 0 {
		noun = f.near(reply, "tool", 15, 15)
	}
	if noun >= 0 && noun > i && f.m[noun].start-f.m[i].end < 8 {
		// "use any tool" is no prerequisite.
		noun = -1
	}
	c := 0.0
	if noun >= 0 {
		c += 0.45
	}
	if tool {
		c += 0.35
	}
	if c == 0 {
		return
	}
	if f.near(i, "must", 40, 40) >= 0 {
		c += 0.1
	}
	lo, hi := f.sentence(f.sent[i])
	sensitive, literal := f.literals(lo, hi, hi)
	if sensitive >= 0 || literal || f.near(i, "secret", 0, 90) >= 0 || f.near(i, "dest", 0, 90) >= 0 {
		c += 0.15
	}
	a, b := min(f.m[i].start, f.m[first].start), max(f.m[i].end, f.m[first].end)
	f.add(a, b, min(c, 0.8), "makes the model run something else first", detect.ThreatToolPoisoning)
}

// sentence returns the bytes of sentence k.
func (f *foreignProse) sentence(k int) (lo, hi int) {
	hi = len(f.s)
	if k > 0 {
		lo = f.stops[k-1]
	}
	if k < len(f.stops) {
		hi = f.stops[k]
	}
	return lo, hi
}

// foreignName reports whether sentence k names a tool that the server does not have.
func (f *foreignProse) foreignName(k int) bool {
	lo, hi := f.sentence(k)
	rawLo, rawHi := f.p.doc.RawSpan(lo, hi)
	words := f.p.doc.Words
	for w := max(f.p.wordAt(rawLo), 0); w < len(words) && words[w].Start < rawHi; w++ {
		if words[w].Kind != text.KindIdent {
			continue
		}
		raw := f.p.doc.Raw[words[w].Start:words[w].End]
		if detect.NameKey(raw) == detect.NameKey(f.p.tool.Name) || f.p.owns(raw) || valueName(words[w].Fold) || !actionName(raw) {
			continue
		}
		if !f.p.reg.HasParameter(f.p.tool.Server, raw) {
			return true
		}
	}
	return false
}

// announces finds a notice "from the system" that goes on with an order.
func (f *foreignProse) announces(i int) {
	// reach is how far after the notice its order may stand, in letters.
	const reach = 160
	m := f.m[i]
	limit := m.end + int(reach*f.lang.letter)
	for k := i + 1; k < len(f.m) && f.m[k].start <= limit; k++ {
		switch f.m[k].class {
		case "ign", "send", "read", "call", "ntell", "must":
		default:
			continue
		}
		c := 0.35
		if strings.ContainsAny(f.s[m.end:min(len(f.s), m.end+4)], ":]\uff1a\u3011)") {
			c = 0.5
		}
		f.add(m.start, f.m[k].end, c, "claims to speak for the system or its administrator", detect.ThreatPromptInjection)
		return
	}
}
