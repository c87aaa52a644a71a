package check

import (
	"index/suffixarray"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

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
	for w := max(f.p.wordAt(rawLo), 0); w < len(words) && words[w].Start() < rawHi; w++ {
		switch words[w].Kind {
		case text.KindURL, text.KindHost, text.KindEmail:
			literal = true
		case text.KindPath:
			if words[w].Start() < rawLimit && sensitivePath(words[w].Fold) {
				sensitive = f.foldedEnd(words[w], lo)
			}
		}
	}
	return sensitive, literal
}

// foldedEnd returns where the word ends in the folded text; it is looked for from byte lo.
func (f *foreignProse) foldedEnd(w text.Word, lo int) int {
	// near is how far words are looked for one by one: most stand where they are asked for. All others are looked for in an index, since
	// every one of them might be searched for up to the end of the text.
	const near = 1 << 10
	if k := strings.Index(f.s[lo:min(len(f.s), lo+near+len(w.Fold))], w.Fold); k >= 0 {
		return lo + k + len(w.Fold)
	}
	if lo+near+len(w.Fold) >= len(f.s) {
		return lo + 1
	}
	if f.far == nil {
		f.far, f.index = map[string][]int{}, suffixarray.New([]byte(f.s))
	}
	starts, known := f.far[w.Fold]
	if !known {
		starts = f.index.Lookup([]byte(w.Fold), -1)
		slices.Sort(starts)
		f.far[w.Fold] = starts
	}
	if k, _ := slices.BinarySearch(starts, lo); k < len(starts) {
		return starts[k] + len(w.Fold)
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
	lo, hi := f.m[i].start-int(40*f.lang.letter), f.m[i].end+int(45*f.lang.letter)
	if !f.lang.verbLast {
		lo = f.m[i].start - int(12*f.lang.letter)
	}
	tool := f.foreignName(f.sent[i], lo, hi)
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
		c += 0.37
	}
	if c == 0 {
		return
	}
	if f.near(i, "must", 40, 40) >= 0 {
		c += 0.1
	}
	lo, hi = f.sentence(f.sent[i])
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

// foreignName reports whether sentence k names, between bytes from and to, a tool that the server does not have.
func (f *foreignProse) foreignName(k, from, to int) bool {
	lo, hi := f.sentence(k)
	lo, hi = max(lo, from), min(hi, to)
	rawLo, rawHi := f.p.doc.RawSpan(lo, hi)
	words := f.p.doc.Words
	for w := max(f.p.wordAt(rawLo), 0); w < len(words) && words[w].Start() < rawHi; w++ {
		if words[w].Kind != text.KindIdent {
			continue
		}
		raw := f.p.doc.Raw[words[w].Start():words[w].End()]
		if detect.NameKey(raw) == detect.NameKey(f.p.tool.Name) || f.p.owns(raw) || valueName(words[w].Fold) || f.p.harmlessKin(raw) {
			continue
		}
		if !f.p.reg.HasParameter(f.p.tool.Server, raw) {
			return true
		}
	}
	return false
}

// reaches finds "here the assistant copies the content of ~/.aws/credentials", which orders by telling.
func (f *foreignProse) reaches(i int) {
	if f.near(i, "neg", 60, 60) >= 0 && f.near(i, "unaware", 90, 90) < 0 && f.near(i, "reveal", 90, 90) < 0 {
		return
	}
	lo, hi := f.sentence(f.sent[i])
	hi = min(hi, f.m[i].end+int(120*f.lang.letter))
	if sensitive, _ := f.literals(max(lo, f.m[i].start-int(60*f.lang.letter)), hi, hi); sensitive >= 0 {
		f.add(f.m[i].start, max(f.m[i].end, sensitive), 0.55, "makes the model reach for something private", detect.ThreatExfiltration)
	}
}

// disparages finds "X is out of date" about a tool that the server does not have.
func (f *foreignProse) disparages(i int) {
	reach := int(70 * f.lang.letter)
	if !f.foreignName(f.sent[i], f.m[i].start-reach, f.m[i].end+reach) {
		return
	}
	if f.retiresParameter(i) {
		return
	}
	c := 0.4
	if f.near(i, "call", 90, 90) >= 0 || f.near(i, "instead", 90, 90) >= 0 {
		c = 0.55
	}
	f.add(f.m[i].start, f.m[i].end, c, "talks the model out of somebody else's tool", detect.ThreatToolPoisoning)
}

// retiresParameter reports whether f.m[i] says that a parameter is out of date, and which one took its place: its description speaks of no
// tool nearby.
func (f *foreignProse) retiresParameter(i int) bool {
	return f.p.field.Role == detect.RoleParameterDescription && f.near(i, "tool", 110, 110) < 0
}
