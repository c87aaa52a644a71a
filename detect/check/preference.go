package check

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// preference finds text that advertises the tool to the model, so that it is picked before others. It judges praise, lures and
// belittlement; whether anybody is ordered about is the directive check's question.
type preference struct{}

var _ detect.DocumentedCheck = preference{}

// ID implements detect.Check.
func (preference) ID() string { return "preference.manipulation" }

// claimKind is what a piece of advertising does.
type claimKind uint8

const (
	// claimPraise says that the tool is the best, the only good one, or without fault.
	claimPraise claimKind = iota
	// claimOnly says that there is no other.
	claimOnly
	// claimEndorsed calls on others who are said to think so.
	claimEndorsed
	// claimLure promises or threatens.
	claimLure
	// claimPick says that it is to be picked.
	claimPick
	// claimBelittle runs others down.
	claimBelittle
	// claimCompare puts it above others.
	claimCompare
	// claimOverrules sets the user's wish aside.
	claimOverrules
	// claimHype is the noise of advertising.
	claimHype
	// claimName is praise in the name.
	claimName
	claimKinds
)

// claim is one piece of advertising: words [from, to) and what it weighs.
type claim struct {
	from, to int
	kind     claimKind
	weight   float64
}

const (
	// preferenceFloor is the sum from which praise is more than the usual salesmanship of descriptions.
	preferenceFloor = 0.5
	// stretch is how far apart two pieces of praise may stand, in words, to belong together. Praise scattered over a long text
	// is none.
	stretch = 40
)

// Inspect implements detect.Check.
func (preference) Inspect(tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	add := func(i, start, end int, c float64, detail string) {
		s := tool.Signal(i, start, end)
		s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, detect.ThreatToolPoisoning, min(c, 0.95), detail
		signals = append(signals, s)
	}
	named := nameClaim(tool)
	if i := nameField(tool); i >= 0 && named >= preferenceFloor {
		add(i, 0, len(tool.Fields[i].Text), named, "the name praises the tool to the model")
	}
	for i := range tool.Fields {
		if !advertisable(&tool.Fields[i]) {
			continue
		}
		signs := signsOfField(tool, reg, i)
		if signs.mayAdvertiseAbroad() {
			if c, from, to := preferred(tool.Doc(i).Folded); c >= preferenceFloor {
				if start, end := tool.Doc(i).RawSpan(from, to); end > start {
					add(i, start, end, c, "advertises the tool to the model, so that it is picked before others")
					continue
				}
			}
		}
		if !signs.boasts.worth() {
			continue
		}
		a := newAdvert(tool, reg, i)
		if a == nil {
			continue
		}
		if c, from, to := a.weigh(a.claims(), named); c >= preferenceFloor {
			start, end := a.doc.Span(from, to)
			add(i, start, end, c, "advertises the tool to the model, so that it is picked before others")
		}
	}
	return markFaint(tool, reg, signals)
}

// signsOfField returns the signs of field i, which is advertisable.
func signsOfField(tool detect.ToolView, reg detect.RegistryView, i int) *fieldSigns {
	if tool.Kind == detect.KindAgents || tool.Scope == detect.ScopeSweep {
		// These fields have no prose that others read.
		s := &fieldSigns{}
		s.read(tool.Doc(i))
		return s
	}
	return proseOfField(tool, reg, i).signs()
}

// advertisable reports whether the field is one that a model reads as prose.
func advertisable(f *detect.Field) bool {
	// shortest is the length of the shortest advertisement, in bytes.
	const shortest = 16
	if f.Output || len(f.Text) < shortest {
		return false
	}
	switch f.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI, detect.RolePromptText:
		return false
	}
	return true
}

// weigh adds up the claims that stand together. The second of a kind says less than the first, and one kind of praise alone,
// or a recommendation that neither praises nor speaks of rivals, is none.
func (a *advert) weigh(claims []claim, named float64) (best float64, from, to int) {
	for k := range claims {
		sum := min(named, 0.2)
		kinds, seen := 0, [claimKinds]bool{}
		last := claims[k].from
		for _, c := range claims[k:] {
			if c.from-last > stretch {
				break
			}
			w := c.weight
			if seen[c.kind] {
				w /= 3
			} else {
				kinds++
			}
			seen[c.kind] = true
			sum += w
			last = max(last, c.to)
			if sum > best && (kinds >= 2 && seen != onlyNoise(seen) || c.weight >= preferenceFloor) {
				best, from, to = sum, claims[k].from, last
			}
		}
	}
	return best, from, to
}

// onlyNoise returns what is left of the kinds when those that praise or belittle nobody are all there is.
func onlyNoise(seen [claimKinds]bool) [claimKinds]bool {
	var none [claimKinds]bool
	none[claimHype], none[claimPraise] = seen[claimHype], seen[claimPraise]
	return none
}

// advert is a field as the check reads it.
type advert struct {
	*prose
	praise []text.Set
	// own are the stems of the words of the tool's name and of its server's.
	own map[string]bool
	// rivals are the words that speak of competitors in general.
	rivals []int
}

// tellingPraise are the concepts without which there is no advertising.
var tellingPraise = text.Of(kBack, kBest, kBetter, kEndorse, kLure, kPerfect, kPick, kRank, kRival, kFault, kSame)

// newAdvert prepares a field, once for all checks that inspect the tool, or returns nil when it has no word of advertising.
func newAdvert(tool detect.ToolView, reg detect.RegistryView, i int) *advert {
	return tool.Memo("check.advert", i, func() any { return readAdvert(tool, reg, i) }).(*advert)
}

func readAdvert(tool detect.ToolView, reg detect.RegistryView, i int) *advert {
	doc := tool.Doc(i)
	tags := praiseTags(doc)
	n := 0
	for k, t := range tags {
		if t.Any(tellingPraise) || t.Has(kQuality) && k > 0 && (doc.Words[k-1].Fold == "most" || doc.Words[k-1].Fold == "only" || doc.Words[k-1].Fold == "more") {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	// The references of its own spelling are the advert's alone: the prose is shared.
	own := *proseOfField(tool, reg, i)
	own.refs = slices.Clone(own.refs)
	a := &advert{prose: &own, praise: tags, own: map[string]bool{}}
	for k := range doc.Words {
		w := &doc.Words[k]
		if raw := doc.Raw[w.Start():w.End()]; w.Kind == text.KindIdent && detect.NameKey(raw) == detect.NameKey(tool.Name) && a.otherSpelling(raw) {
			a.refs = append(a.refs, toolRef{first: k, word: k, kind: refNamed, name: raw})
		}
	}
	slices.SortStableFunc(a.refs, func(x, y toolRef) int { return x.word - y.word })
	for _, name := range []string{tool.Name, tool.Server} {
		for _, w := range detect.NameWords(name) {
			if len(w) > 3 && !praiseNames.has(w) && !nameFlags.has(w) {
				a.own[text.Stem(w)] = true
			}
		}
	}
	for k := range tags {
		if tellsSomething(&doc.Words[k]) && a.rivalAt(k) {
			a.rivals = append(a.rivals, k)
		}
	}
	return a
}

// is reports whether word k carries concept c of advertising.
func (a *advert) is(k int, c text.Concept) bool {
	return k >= 0 && k < len(a.praise) && a.praise[k].Has(c)
}

// nearby returns the word nearest to k, within n words in its sentence, that carries concept c, or -1.
func (a *advert) nearby(k int, c text.Concept, before, after int) int {
	s := a.sentence(k)
	for d := 1; d <= max(before, after); d++ {
		if d <= after && k+d < s.End && a.is(k+d, c) {
			return k + d
		}
		if d <= before && k-d >= s.Start && a.is(k-d, c) {
			return k - d
		}
	}
	return -1
}

// rivalAt reports whether word k speaks of other tools in general: "alternatives", "any other tool", "others".
func (a *advert) rivalAt(k int) bool {
	f := a.fold(k)
	if !a.is(k, kRival) && !rivalWords.has(f) {
		return false
	}
	if n := a.findWord(k+1, min(a.sentence(k).End, k+5), "this"); f == "other" && n > 0 && a.fold(n-1) == "of" && a.fold(n+1) == "server" {
		// The other tools of its own server are no rivals.
		return false
	}
	if a.is(k, kRival) {
		// "alternative" as an adjective is one of this tool's own: "alternative text".
		return f != "alternative" && f != "substitute" || a.is(k+1, kThing) || a.fold(k-1) == "an" || a.fold(k-1) == "any"
	}
	s := a.sentence(k)
	for n := k + 1; n < min(s.End, k+4); n++ {
		switch {
		case a.is(n, kThing) && !a.is(n, kAlways):
			return (f != "several" && f != "multiple" && f != "various" && f != "different") || a.findWord(n, min(s.End, n+4), "available", "offer", "offered", "exist", "present", "match", "do") >= 0
		case a.own[a.doc.Words[n].Stem()] && strings.HasSuffix(a.fold(n), "s") && f == "other":
			return true
		}
	}
	if f == "rest" || f == "other" && k+1 < s.End && a.fold(k+1) == "two" {
		// "The rest are slow".
		next := a.fold(k + 1)
		return a.fold(k-1) == "the" && (next == "are" || next == "were" || next == "have" || next == "two" || k+1 >= s.End)
	}
	if f == "other" && k > 0 && (a.fold(k-1) == "any" || a.fold(k-1) == "every" || a.fold(k-1) == "all") {
		// "over any other", at the end of the phrase.
		return k+1 >= s.End || a.doc.Words[k+1].Clause() != a.doc.Words[k].Clause()
	}
	return false
}

// rivalNear returns a word within the reach of k, in its sentence, that speaks of rivals in general, or -1.
func (a *advert) rivalNear(k, before, after int) int {
	s := a.sentence(k)
	for _, r := range a.rivals {
		if r >= max(s.Start, k-before) && r < min(s.End, k+after+1) {
			return r
		}
	}
	return -1
}

// foreignNear returns a named tool that is not one of the server, within reach of k in its sentence. elsewhere is true when the
// text itself says that it is another server's.
func (a *advert) foreignNear(k, before, after int) (ref *toolRef, elsewhere bool) {
	s := a.sentence(k)
	for i := range a.refs {
		r := &a.refs[i]
		if after := a.findWord(r.word+1, min(s.End, r.word+3), "this"); r.kind == refGeneric && after > 0 && a.fold(after+1) == "server" {
			continue
		}
		if r.own || r.word < max(s.Start, k-before) || r.first > min(s.End-1, k+after) {
			continue
		}
		elsewhere = a.ofOthers(*r)
		if !elsewhere && detect.NameKey(r.name) != detect.NameKey(a.tool.Name) && a.kin(r.name) {
			continue
		}
		return r, elsewhere
	}
	return nil, false
}

// self reports whether word k names the tool itself: "this", "it", "me", its own name.
func (a *advert) self(k int) bool {
	s := a.doc.Words[k]
	switch s.Fold {
	case "it", "me", "us", "itself", "ours", "mine":
		return true
	case "this", "our", "its":
		next := k + 1
		if next >= len(a.doc.Words) || a.doc.Words[next].Clause() != s.Clause() {
			return s.Fold == "this"
		}
		n := a.doc.Words[next]
		return a.is(next, kThing) || s.Fold == "this" && (n.Fold == "is" || n.Fold == "should" || n.Fold == "must" || n.Fold == "will" || n.Fold == "has") || n.Fold == "one" || n.Fold == "mcp" || a.own[n.Stem()] || s.Fold == "this" && (n.Fold == "instead" || n.Fold == "over" || n.Fold == "first" || n.Fold == "whenever" || n.Fold == "when" || n.Fold == "before" || n.Fold == "rather")
	}
	raw := a.doc.Raw[s.Start():s.End()]
	return len(raw) > 3 && (detect.NameKey(raw) == detect.NameKey(a.tool.Name) && !a.otherSpelling(raw) || s.Kind != text.KindWord && detect.NameKey(raw) == detect.NameKey(a.tool.Server))
}

// selfIn returns the first word in [from, to) that names the tool itself, or -1.
func (a *advert) selfIn(from, to int) int {
	for k := max(from, 0); k < min(to, len(a.doc.Words)); k++ {
		if a.self(k) {
			return k
		}
	}
	return -1
}
