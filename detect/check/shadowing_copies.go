package check

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/lazy"
)

// pair is a tool and a tool of another server that it is compared with.
type pair struct {
	reg        detect.RegistryView
	alike      detect.Alike
	own, other *toolFacts
	// withObject is set when the names are alike, and servers says how those of the servers are.
	named   bool
	servers serverLikeness
	// similarity is the share of the words of both descriptions that they have in common (Jaccard), within the share of the words of the
	// shorter one that the longer one has, ordered that of its neighbouring words, where most words are the same.
	similarity, within, ordered float64
	// text, params and server are the scores of what the two have in common, sum is that of all but the names, with what is added.
	text, params, server, sum float64
	// orders and asks are set when one of the two, and only one, gives the model an order that the other one does not, or has a parameter
	// for something of worth.
	orders, asks bool
}

func newPair(reg detect.RegistryView, own *toolFacts, a detect.Alike, named bool) *pair {
	them := factsOf(reg, a.ToolIndex)
	p := &pair{reg: reg, alike: a, own: own, other: them, named: named, servers: likenessOf(&own.server, &them.server)}
	less, more := own, them
	if len(less.words) > len(more.words) {
		less, more = more, less
	}
	n := common(less.words, more.words, strings.Compare)
	p.similarity = float64(n) / float64(max(len(less.words)+len(more.words)-n, 1))
	// swollen is how many times longer a text is that has the words of another one by chance.
	const swollen = 8
	if len(more.words) <= swollen*len(less.words) {
		p.within = float64(n) / float64(max(len(less.words), 1))
	}
	if p.sameText() {
		p.ordered = float64(common(less.pairs, more.pairs, comparePairs)) / float64(max(min(len(less.pairs), len(more.pairs)), 1))
	}
	p.asks = own.asksMoreThan(them) != them.asksMoreThan(own)
	p.text, p.params, p.server = p.textScore(), p.parameterScore(), p.serverScore()
	// The model only reads two that have something in common.
	p.orders = p.text+p.params > 0 && own.ordersMoreThan(them) != them.ordersMoreThan(own)
	if p.sum = p.text + p.params + p.server; p.orders {
		p.sum += 2
	}
	return p
}

// common counts what two sorted lists have in common.
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

// sameText reports whether most words of one description are those of the other, or are in it.
func (p *pair) sameText() bool { return p.similarity >= copySimilarity || p.within >= containedShare }

const (
	// impostorScore is the sum of evidence from which a tool is taken for an impostor. No single likeness of honest tools reaches it: names,
	// texts, parameters and servers' names are each shared by some.
	impostorScore = 4.0
	// copyScore is the score of a description that is nearly the same, half of one that is so in part or too short to judge.
	copyScore, partialScore = 3.0, 2.0
	// looseSimilarity is the share of common words that makes a shared name more than chance, alike that of a copy; contained is the share of
	// one description's words that the other one has when it is a copy with additions.
	looseSimilarity, copySimilarity, containedShare = 0.3, 0.7, 0.85
)

// textScore weighs how much of the descriptions is the same, by how long they are.
func (p *pair) textScore() float64 {
	const (
		// long is how many words make a text that nobody hits upon by chance, letter how many that nobody writes to the letter, short how many
		// mean nothing.
		long, letter, short = 8, 5, 3
		// near and mostly are the shares of common words of a text that is half copied, inOrder is that of the neighbouring words.
		near, mostly, inOrder = 0.45, 0.75, 0.6
	)
	n, same := min(len(p.own.words), len(p.other.words)), p.sameText()
	switch {
	case n < short:
		return 0
	case same && n >= long+long/2 && p.ordered >= inOrder, n >= long && p.similarity == 1 && p.ordered == 1:
		return impostorScore
	case same && n >= long, n >= letter && p.similarity == 1 && p.ordered == 1:
		return copyScore
	case same, p.similarity >= near && n > short+1, p.within >= mostly && n > short:
		return partialScore
	case p.similarity >= looseSimilarity:
		return 1
	}
	return 0
}

// commonParameters are parameters that all kinds of tools have.
var commonParameters = strings.Fields(`limit offset page pagesize perpage cursor format timeout maxresults count sort sortby order orderby verbose language lang
	fields filter query url path id name text apikey token`)

// parameterScore weighs the parameters that the tools have in common, to the letter of what is said of them, and those that only one of
// other asks for.
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

// namesOtherBrand reports whether one of the two calls something by the name of the other one's server.
func (p *pair) namesOtherBrand() bool {
	return p.own.namesBrand(&p.other.server) || p.other.namesBrand(&p.own.server)
}

// sameSpelling reports whether two names are the same to the letter, as names of two servers come to be by chance or for an honest reason.
func (p *pair) sameSpelling() bool {
	return p.alike.Likeness == detect.SameName && p.own.tool.Name == p.other.tool.Name
}

// coincidental reports whether the name is one of everyday words, of one word, or one that several servers have.
func (p *pair) coincidental() bool {
	const several = 3
	return p.own.everyday || p.other.everyday || len(p.own.name) < 2 || len(p.reg.NamedLike(p.own.tool.Name)) >= several
}

// nameScore weighs the likeness of the names.
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

// verdict is what comparing two tools comes to.
type verdict struct {
	tier       detect.Tier
	confidence float64
	detail     string
	// text is set when the description shows it and not the name, unsure when either of the two may be the copy. other is the other tool.
	text, unsure bool
	other        int
}

// judge weighs what the two tools have in common.
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
		// To say that it is a fork costs an impostor nothing, so it excuses likeness alone.
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

// judgeName weighs a tool with a name like that of the other one.
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

// judgeText weighs a tool with another name. A copy of a long text is worth a look; what makes it an impostor is what it adds, or that it
// goes by the other one's brand.
func (p *pair) judgeText() detect.Tier {
	// form is the share of common words of two texts that are one form, which each server filled in with its own name.
	const form = 0.5
	adds := p.orders || p.asks
	switch {
	case p.similarity >= form && p.own.containsOwnName(p.other) && p.other.containsOwnName(p.own), p.text < impostorScore && p.params < 1 && !(p.text >= copyScore && adds), p.sum < impostorScore:
		return detect.TierNone
	case p.namesOtherBrand(), p.text > 0 && adds:
		return detect.TierHard
	case p.text >= impostorScore:
		return detect.TierSoft
	}
	return detect.TierNone
}

// nameDetail says how the names are alike.
func (p *pair) nameDetail(who string) string {
	what := [...]string{"has the same name", "has nearly the same name", "has a similar name", "has nearly the same name"}[p.alike.Likeness]
	if p.similarity >= copySimilarity || p.within >= containedShare {
		what += " and nearly the same description"
	}
	return what + " as " + who + " but is a different tool"
}

// lookAlike reports whether the names look alike and are written with different characters.
func (p *pair) lookAlike() bool {
	a, b := p.own.tool.Name, p.other.tool.Name
	switch p.alike.Likeness {
	case detect.SameName:
		return ascii(a) != ascii(b)
	case detect.Confusable:
		// shortest is the shortest name, in bytes of its key, that is taken for a look-alike of plain letters.
		const shortest = 5
		return !ascii(a) || !ascii(b) || len(detect.NameKey(a)) >= shortest && (oddName().MatchString(a) != oddName().MatchString(b) || p.text >= partialScore)
	}
	return false
}

// sameDefinition reports whether all strings of the two definitions are equal.
func sameDefinition(a, b *detect.ToolView) bool {
	return slices.EqualFunc(a.Fields, b.Fields, func(x, y detect.Field) bool { return x.Text == y.Text && x.Pointer == y.Pointer })
}

// mixedStyle are names that mix ways of writing words together: capitals and separators, two separators, or one at an end.
var mixedStyle = lazy.Regexp(`[a-z][A-Z].*[-_.]|[-_.].*[a-z][A-Z]|_.*[-.]|-.*[_.]|\..*[_-]|^[-_.]|[-_.]$`)

// suspect reports whether this tool of the two is one to look at, the one that more speaks against, and whether that is sure. Where
// nothing distinguishes them apart, and be it that one server has more tools or came first, or that one says more of itself, both are:
// copies cost nothing, and what a copy leaves out may be a warning.
func (p *pair) suspect() (suspect, sure bool) {
	own, them := p.suspicion(true), p.suspicion(false)
	return own >= them, own > them
}

// suspicion weighs what speaks for one of the two being the impostor.
func (p *pair) suspicion(own bool) int {
	of, than, variant := p.own, p.other, p.alike.OwnVariant
	if !own {
		of, than, variant = p.other, p.own, p.alike.OtherVariant
	}
	name, other := of.tool.Name[:min(len(of.tool.Name), maxServerName)], than.tool.Name[:min(len(than.tool.Name), maxServerName)]
	oddly := func(a, b string) bool {
		return !ascii(a) && ascii(b) || oddName().MatchString(a) && !oddName().MatchString(b)
	}
	n := 0
	for _, mark := range []struct {
		weight int
		holds  bool
	}{
		{4, oddly(name, other)},
		{4, p.orders && of.ordersMoreThan(than)},
		{3, variant || p.named && p.alike.Likeness == detect.Confusable && ascii(name) && len(name) > len(other)},
		{3, of.namesBrand(&than.server) && !than.namesBrand(&of.server)},
		{3, p.asks && of.asksMoreThan(than)},
		{3, p.servers == serverLookAlike && oddly(of.server.name, than.server.name)},
		{2, p.named && p.alike.Likeness == detect.OneEdit && of.misspells(than) && !than.misspells(of)},
		{1, mixedStyle().MatchString(name) && !mixedStyle().MatchString(other)},
		{1, p.servers == serverEdition && len(of.server.words)-len(of.server.own) > len(than.server.words)-len(than.server.own)},
	} {
		if mark.holds {
			n += mark.weight
		}
	}
	return n
}
