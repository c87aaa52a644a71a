package check

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/lazy"
)

// pair is a tool and a tool of another server to compare it with.
type pair struct {
	reg        detect.RegistryView
	alike      detect.Alike
	own, other *toolFacts
	// named is set if the names are alike; servers says how the servers' names are alike.
	named   bool
	servers serverLikeness
	// similarity is the Jaccard index of the words of both descriptions, within the share of the shorter one's words that the longer one
	// has, ordered that of its pairs of neighbouring words, computed only if the texts are similar.
	similarity, within, ordered float64
	// text, params and server are the scores of what the tools share, sum their total with the bonus for orders.
	text, params, server, sum float64
	// orders and asks are set if exactly one of the tools has an order that the other lacks, or a sensitive parameter that the other
	// lacks.
	orders, asks bool
}

func newPair(reg detect.RegistryView, own *toolFacts, a detect.Alike, named bool) *pair {
	them := factsOf(reg, a.ToolIndex)
	p := &pair{reg: reg, alike: a, own: own, other: them, named: named, servers: likenessOf(&own.server, &them.server)}
	shorter, longer := own, them
	if len(shorter.words) > len(longer.words) {
		shorter, longer = longer, shorter
	}
	n := common(shorter.words, longer.words, strings.Compare)
	p.similarity = float64(n) / float64(max(len(shorter.words)+len(longer.words)-n, 1))
	// maxRatio is the ratio of lengths beyond which a text has another one's words by chance.
	const maxRatio = 8
	if len(longer.words) <= maxRatio*len(shorter.words) {
		p.within = float64(n) / float64(max(len(shorter.words), 1))
	}
	if p.sameText() {
		p.ordered = float64(common(shorter.pairs, longer.pairs, comparePairs)) / float64(max(min(len(shorter.pairs), len(longer.pairs)), 1))
	}
	p.asks = own.asksMoreThan(them) != them.asksMoreThan(own)
	p.text, p.params, p.server = p.textScore(), p.parameterScore(), p.serverScore()
	// Only run the model on tools that share something.
	p.orders = p.text+p.params > 0 && own.ordersMoreThan(them) != them.ordersMoreThan(own)
	if p.sum = p.text + p.params + p.server; p.orders {
		p.sum += 2
	}
	return p
}

// common counts the equal elements of two sorted lists.
func common[T any](a, b []T, compare func(T, T) int) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch c := compare(a[0], b[0]); {
		case c < 0:
			a = a[1:]
		case c > 0:
			b = b[1:]
		default:
			a, b = a[1:], b[1:]
			n++
		}
	}
	return n
}

// sameText reports whether the descriptions are mostly the same, or one contains the other.
func (p *pair) sameText() bool { return p.similarity >= copySimilarity || p.within >= containedShare }

const (
	// impostorScore marks an impostor. No single similarity of honest tools reaches it.
	impostorScore = 4.0
	// copyScore is the score of nearly the same description, partialScore that of a partial or short match.
	copyScore, partialScore = 3.0, 2.0
	// looseSimilarity rules out that a shared name is chance, copySimilarity marks a copy, and containedShare a copy with additions.
	looseSimilarity, copySimilarity, containedShare = 0.3, 0.7, 0.85
)

// textScore scores the similarity of the descriptions by their length.
func (p *pair) textScore() float64 {
	const (
		// Texts of long words are not the same by chance, of exact words not to the letter; short ones mean nothing.
		long, exact, short = 8, 5, 3
		// The similarities of a partial copy, and that of neighbouring words in a copy.
		partialSimilarity, partialShare, orderedShare = 0.45, 0.75, 0.6
	)
	n, same := min(len(p.own.words), len(p.other.words)), p.sameText()
	switch {
	case n < short:
		return 0
	case same && n >= long+long/2 && p.ordered >= orderedShare, n >= long && p.similarity == 1 && p.ordered == 1:
		return impostorScore
	case same && n >= long, n >= exact && p.similarity == 1 && p.ordered == 1:
		return copyScore
	case same, p.similarity >= partialSimilarity && n > short+1, p.within >= partialShare && n > short:
		return partialScore
	case p.similarity >= looseSimilarity:
		return 1
	}
	return 0
}

// commonParameters are shared by unrelated tools.
var commonParameters = strings.Fields(`limit offset page pagesize perpage cursor format timeout maxresults count sort sortby order orderby verbose language lang
	fields filter query url path id name text apikey token`)

// parameterScore scores the shared parameters with equal descriptions, and sensitive ones that only one tool has.
func (p *pair) parameterScore() float64 {
	same, uncommon := 0, 0
	common(p.own.params, p.other.params, func(a, b param) int {
		c := compareParams(a, b)
		if c == 0 && a.description == b.description && a.description != "" {
			if same++; !slices.Contains(commonParameters, a.key) {
				uncommon++
			}
		}
		return c
	})
	score := 0.0
	switch all := same == min(len(p.own.params), len(p.other.params)); {
	case same == 0:
		return 0
	case all && same >= 2 && (uncommon > 0 || p.own.namesBrand(&p.other.server) != p.other.namesBrand(&p.own.server)):
		score = 2.5
	case all && uncommon > 0:
		score = 1
	case all, same >= 2 && uncommon > 0:
		score = 0.5
	}
	if p.asks {
		score++
	}
	return score
}

func (p *pair) serverScore() float64 {
	switch {
	case p.servers == serverLookAlike:
		return 3
	case p.servers == serverEdition || p.namesOtherBrand():
		return 2
	}
	return 0
}

// namesOtherBrand reports whether one description names the other server's brand.
func (p *pair) namesOtherBrand() bool {
	return p.own.namesBrand(&p.other.server) || p.other.namesBrand(&p.own.server)
}

// sameSpelling reports whether the names are identical, which happens by chance or for honest reasons.
func (p *pair) sameSpelling() bool {
	return p.alike.Likeness == detect.SameName && p.own.tool.Name == p.other.tool.Name
}

// coincidental reports whether the name is common: one word, everyday words, or used by several servers.
func (p *pair) coincidental() bool {
	const several = 3
	return p.own.everyday || p.other.everyday || len(p.own.name) < 2 || len(p.reg.NamedLike(p.own.tool.Name)) >= several
}

func (p *pair) nameScore() float64 {
	switch {
	case p.sameSpelling() && p.coincidental():
		return 0
	case p.alike.Likeness == detect.SameName && p.own.everyday:
		return 1
	case p.alike.Likeness == detect.Confusable:
		return 3
	}
	return 2
}

// verdict is the result of comparing two tools.
type verdict struct {
	tier       detect.Tier
	confidence float64
	detail     string
	// text is set if the description is the evidence and not the name, unsure if either may be the copy. other is the other tool.
	text, unsure bool
	other        int
}

func (p *pair) judge() verdict {
	adds := p.orders || p.asks
	switch {
	case p.named && p.lookAlike():
		return verdict{tier: detect.TierHard, confidence: 0.95, detail: "has a name that looks like that of " + toolOf(p.other.tool) + " but uses other characters"}
	case p.named && p.alike.Likeness == detect.SameName && sameDefinition(&p.own.tool, &p.other.tool):
		return verdict{}
	case !adds && (p.servers == sameVendor || p.reg.SameFamily(p.own.tool.Server, p.other.tool.Server)):
		return verdict{}
	case !adds && (p.own.fork || p.other.fork) && p.text < copyScore && p.within < containedShare:
		// Claiming to be a fork is free, so it excuses similarity only.
		return verdict{}
	}
	v := verdict{confidence: 0.75}
	if p.named {
		v.tier = p.judgeName()
	} else {
		v.tier, v.text = p.judgeText(), true
	}
	switch {
	case v.tier == detect.TierNone:
		return verdict{}
	case p.named:
		v.detail = p.nameDetail(toolOf(p.other.tool))
	default:
		v.detail = "copies the description and parameters of " + toolOf(p.other.tool) + " under another name"
	}
	if v.tier == detect.TierSoft {
		v.confidence = 0.4
	}
	switch {
	case p.orders:
		v.detail += ", and gives the model other orders"
	case p.asks:
		v.detail += ", and asks for other data"
	}
	return v
}

// judgeName judges tools with similar names.
func (p *pair) judgeName() detect.Tier {
	sum := p.nameScore() + p.sum
	copied := p.text >= copyScore || p.text >= partialScore && p.within >= containedShare && p.ordered >= looseSimilarity
	hard := sum >= impostorScore && (copied || p.orders || p.text+p.params > 0 && p.params+p.server > 0)
	switch {
	case p.sameSpelling() && p.coincidental():
		hard = copied && (p.orders || p.asks || sum >= impostorScore && p.server > 0)
	case p.sameSpelling():
		hard = hard && (p.text >= partialScore || p.params >= partialScore)
	case p.alike.Likeness == detect.OneEdit && p.own.misspells(p.other) != p.other.misspells(p.own):
		hard = p.text > 0
	}
	switch {
	case hard:
		return detect.TierHard
	case p.text >= copyScore, sum >= impostorScore && p.text >= 1, p.nameScore() >= 2 && p.alike.Likeness == detect.SameName && (p.text > 0 || p.params >= 1):
		return detect.TierSoft
	}
	return detect.TierNone
}

// judgeText judges tools with different names. A copy of a long text is suspicious; an impostor also adds something or uses the other's
// brand.
func (p *pair) judgeText() detect.Tier {
	// templateSimilarity is that of a form that each server filled in with its own name.
	const templateSimilarity = 0.5
	adds := p.orders || p.asks
	switch {
	case p.similarity >= templateSimilarity && p.own.containsOwnName(p.other) && p.other.containsOwnName(p.own), p.text < impostorScore && p.params < 1 && !(p.text >= copyScore && adds), p.sum < impostorScore:
		return detect.TierNone
	case p.namesOtherBrand(), p.text > 0 && adds:
		return detect.TierHard
	case p.text >= impostorScore:
		return detect.TierSoft
	}
	return detect.TierNone
}

// nameDetail describes how the names are alike.
func (p *pair) nameDetail(who string) string {
	what := [...]string{"has the same name", "has nearly the same name", "has a similar name", "has nearly the same name"}[p.alike.Likeness]
	if p.similarity >= copySimilarity || p.within >= containedShare {
		what += " and nearly the same description"
	}
	return what + " as " + who + " but is a different tool"
}

// lookAlike reports whether the names look alike but have different characters.
func (p *pair) lookAlike() bool {
	a, b := p.own.tool.Name, p.other.tool.Name
	switch p.alike.Likeness {
	case detect.SameName:
		return ascii(a) != ascii(b)
	case detect.Confusable:
		// shortest is the shortest key, in bytes, of a look-alike in plain letters.
		const shortest = 5
		return !ascii(a) || !ascii(b) || len(detect.NameKey(a)) >= shortest && (oddName().MatchString(a) != oddName().MatchString(b) || p.text >= partialScore)
	}
	return false
}

// sameDefinition reports whether all strings of the definitions are equal.
func sameDefinition(a, b *detect.ToolView) bool {
	return slices.EqualFunc(a.Fields, b.Fields, func(x, y detect.Field) bool { return x.Text == y.Text && x.Pointer == y.Pointer })
}

// mixedStyle matches names that mix ways of joining words: capitals and separators, two separators, or one at an end.
var mixedStyle = lazy.Regexp(`[a-z][A-Z].*[-_.]|[-_.].*[a-z][A-Z]|_.*[-.]|-.*[_.]|\..*[_-]|^[-_.]|[-_.]$`)

// suspect reports whether this tool is at least as suspicious as the other, and whether it is more so. If nothing distinguishes them,
// both are suspects: neither the number of tools nor the order or length of texts proves which is the original.
func (p *pair) suspect() (suspect, sure bool) {
	own, them := p.suspicion(true), p.suspicion(false)
	return own >= them, own > them
}

// suspicion scores the evidence that one of the two is the impostor.
func (p *pair) suspicion(own bool) int {
	facts, other, variant := p.own, p.other, p.alike.OwnVariant
	if !own {
		facts, other, variant = p.other, p.own, p.alike.OtherVariant
	}
	name, otherName := facts.tool.Name[:min(len(facts.tool.Name), maxServerName)], other.tool.Name[:min(len(other.tool.Name), maxServerName)]
	oddly := func(a, b string) bool {
		return !ascii(a) && ascii(b) || oddName().MatchString(a) && !oddName().MatchString(b)
	}
	n := 0
	for _, evidence := range []struct {
		weight int
		holds  bool
	}{
		{4, oddly(name, otherName)},
		{4, p.orders && facts.ordersMoreThan(other)},
		{3, variant || p.named && p.alike.Likeness == detect.Confusable && ascii(name) && len(name) > len(otherName)},
		{3, facts.namesBrand(&other.server) && !other.namesBrand(&facts.server)},
		{3, p.asks && facts.asksMoreThan(other)},
		{3, p.servers == serverLookAlike && oddly(facts.server.name, other.server.name)},
		{2, p.named && p.alike.Likeness == detect.OneEdit && facts.misspells(other) && !other.misspells(facts)},
		{1, mixedStyle().MatchString(name) && !mixedStyle().MatchString(otherName)},
		{1, p.servers == serverEdition && len(facts.server.words)-len(facts.server.own) > len(other.server.words)-len(other.server.own)},
	} {
		if evidence.holds {
			n += evidence.weight
		}
	}
	return n
}
