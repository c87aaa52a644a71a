package check

import (
	"math/bits"
	"slices"
	"sort"
	"sync"

	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// proofs are pairs in one order to the model that honest tools hardly have. A sentence with one is a hard signal if the model finds it at
// least weak; all together hold for 2 of 10,000 of the real tools that they were narrowed on.
type proofs uint8

const (
	// disclosure: something private, and where it goes.
	disclosure proofs = 1 << iota
	// override: an order to set aside, and whose instructions.
	override
	// concealment: something to keep from the user, and what the model does.
	concealment
	// download: something from the network, and the interpreter that runs it.
	download
)

// count returns how many kinds there are.
func (p proofs) count() int { return bits.OnesCount8(uint8(p)) }

// proofActions are the actions that reports name, the most telling first.
var proofActions = []struct {
	proof  proofs
	action string
}{{disclosure, "discloses"}, {download, "runs"}, {override, "overrides"}, {concealment, "conceals"}}

// proofRule is one pair: an act that the model is ordered to do, and what else the sentence has.
type proofRule struct {
	proof proofs
	// acts are concepts, of which one is ordered, not negated and not only mentioned in a quotation.
	acts []string
	// with are groups of concepts, of each of which the sentence has one, those of the first group near the act.
	with conceptRule
	// passedOn is set if what the act takes must also be sent, put or written somewhere.
	passedOn bool
}

var (
	privateThings = []string{"SECRETPATH", "environment", "conversation", "system_prompt", "results"}
	// privateOrKeys are also things that a tool may need for its job.
	privateOrKeys = append([]string{"credential"}, privateThings...)

	proofRules = []proofRule{
		{proof: disclosure, acts: []string{"send", "provide", "add", "store", "encode", "steal"}, with: conceptRule{privateOrKeys, {"EMAIL", "URL", "HOST"}}},
		{proof: disclosure, acts: []string{"send", "provide", "add", "store"}, with: conceptRule{privateThings, {"param", "NAME", "ACTION"}}},
		{proof: disclosure, acts: []string{"read"}, with: conceptRule{{"SECRETPATH"}, {"send", "provide", "add", "store", "param"}}, passedOn: true},
		{proof: disclosure, acts: []string{"read"}, with: conceptRule{{"SECRETPATH"}, {"MARKUP"}}},
		{proof: disclosure, acts: []string{"read"}, with: conceptRule{privateOrKeys, {"send", "provide", "add", "store"}, {"param", "NAME", "EMAIL", "URL", "HOST"}}, passedOn: true},
		{proof: disclosure, acts: []string{"steal"}, with: conceptRule{append([]string{"private", "every", "value"}, privateOrKeys...)}},
		{proof: override, acts: []string{"override"}, with: conceptRule{{"instructions"}, {"prior", "user", "system_prompt", "model", "MARKUP"}}},
	}
	// plainOrders are pairs that honest tools have now and then. A sentence with one is certain if the model finds it likely, unless all
	// tools that it names are registered tools of the same server.
	plainOrders = []proofRule{
		{acts: []string{"call"}, with: conceptRule{{"ACTION", "PROSE"}, {"before", "first", "any_tool", "after", "when"}, {"must", "always", "should", "polite", "purpose"}}},
		{acts: []string{"call"}, with: conceptRule{{"this_tool", "OWN", "ACTION"}, {"instead", "deprecated"}}},
		{acts: []string{"call", "inform", "pretend", "add", "send", "store"}, with: conceptRule{{"henceforth", "session", "any_tool"}}},
		{acts: []string{"pretend", "inform"}, with: conceptRule{{"user"}, {"instead", "pretend", "never", "regardless"}}},
		{acts: []string{"change", "add"}, with: conceptRule{{"param", "EMAIL"}, {"ASSIGNED", "EMAIL", "URL"}, {"when", "every", "always", "user_asks"}}},
		{acts: []string{"promote", "call"}, with: conceptRule{{"any_tool", "tool"}, {"disparage", "deprecated", "never"}, {"promote", "always"}}},
		{acts: []string{"send", "store"}, with: conceptRule{{"every", "value", "private", "conversation"}, {"EMAIL", "URL", "HOST"}}},
		{acts: []string{"consent", "override"}, with: conceptRule{{"verify", "consent", "user", "authority"}}},
	}
	// wholeThings are things of which no honest parameter takes all; a sentence of asksForWhole is looked at however low it scores.
	wholeThings  = []string{"conversation", "system_prompt", "results", "environment"}
	asksForWhole = conceptRule{{"every", "credential"}, wholeThings, {"add", "provide", "send", "store"}, {"param", "NAME"}}
	// deeds are acts that are worse when they are concealed.
	deeds = []string{"send", "call", "read", "add", "change", "store", "exec", "destroy", "pay"}
)

// conceptSet returns the set of concepts with these names.
func conceptSet(names ...string) reading.Set {
	var s reading.Set
	for _, name := range names {
		s.Add(conceptOf(name))
	}
	return s
}

// proofActs are the acts of all rules.
var proofActs = sync.OnceValue(func() reading.Set {
	names := slices.Clone(deeds)
	for _, r := range slices.Concat(proofRules, plainOrders) {
		names = append(names, r.acts...)
	}
	return conceptSet(names...)
})

// said is what a sentence says, without what it only mentions in quotations: that proves nothing, and the model judges it like other
// words.
type said struct {
	marks    []reading.Mark
	concepts reading.Set
	orders   []reading.Act
	words    []reading.Token
}

func newSaid(doc *text.Doc, s *reading.Sentence) *said {
	x := &said{marks: slices.DeleteFunc(slices.Clone(s.Marks), func(m reading.Mark) bool { return mentioned(doc, s, int(m.Start)) })}
	x.words = s.Tokens
	for _, m := range x.marks {
		source := (m.Concept == reading.URL || m.Concept == reading.Host) && m.At > 0 && reading.Default().Listed(".source", s.Tokens[m.At-1].Fold)
		if !source {
			x.concepts.Add(m.Concept)
		}
	}
	acts := proofActs()
	x.orders = slices.DeleteFunc(reading.Default().Acts(doc.Raw, s, &acts), func(a reading.Act) bool {
		return !a.Ordered || a.Negated || mentioned(doc, s, a.Start)
	})
	return x
}

// proofsIn returns the proofs in a sentence of a prepared text.
func proofsIn(doc *text.Doc, s *reading.Sentence, x *said) proofs {
	var found proofs
	for i := range proofRules {
		if r := &proofRules[i]; found&r.proof == 0 && r.holds(x) {
			found |= r.proof
		}
	}
	if x.concepts.Has(conceptOf("user")) && x.conceals() {
		found |= concealment
	}
	if end := min(s.End+1, len(doc.Raw)); x.concepts.Has(reading.URL) || x.concepts.Has(reading.Host) {
		if _, ok := commandAmong(doc.Raw[s.Start:end], func(m payloadMatch) bool {
			return m.what == pipesDownload && !mentioned(doc, s, s.Start+m.start)
		}); ok {
			found |= download
		}
	}
	return found
}

// isPlainOrder reports whether a sentence has one of the pairs of plainOrders.
func isPlainOrder(x *said) bool {
	return slices.ContainsFunc(plainOrders, func(r proofRule) bool { return r.holds(x) })
}

// onlySiblings reports whether a sentence names tools and all of them are of the same server.
func onlySiblings(s *reading.Sentence) bool {
	siblings := false
	for _, r := range s.Referents {
		switch r.Ref {
		case reading.RefSibling:
			siblings = true
		case reading.RefAction, reading.RefForeign:
			return false
		}
	}
	return siblings
}

// holds reports whether a sentence has the pair.
func (r *proofRule) holds(x *said) bool {
	// near is the longest distance between the act and the first group, in words.
	const near = 14
	if !r.with.matches(&x.concepts) {
		return false
	}
	first := conceptSet(r.with[0]...)
	return slices.ContainsFunc(x.orders, func(a reading.Act) bool {
		return slices.Contains(r.acts, reading.Default().Name(a.Concept)) && slices.ContainsFunc(x.marks, func(m reading.Mark) bool {
			switch {
			case !first.Has(m.Concept), int(m.At)-a.At > near, a.At-int(m.At) > near:
				return false
			case r.proof == disclosure:
				return x.takes(a, m) && (!r.passedOn || x.passesOn(a))
			}
			return true
		})
	})
}

// passesOn reports whether what an act reads is sent, put or written somewhere: "read the file and pass its content".
func (x *said) passesOn(read reading.Act) bool {
	const few = 4 // words
	return slices.ContainsFunc(x.orders, func(a reading.Act) bool {
		if a.At <= read.At && !a.Before || !slices.Contains([]string{"send", "provide", "add", "store", "encode"}, reading.Default().Name(a.Concept)) {
			return false
		}
		return a.Before || slices.ContainsFunc(x.words[a.At+1:min(len(x.words), a.At+1+few)], func(t reading.Token) bool {
			return reading.Default().Listed(".referring", t.Fold)
		})
	})
}

// takes reports whether a mark is the object of an act: it follows the verb, unless the verb is passive, and is neither the
// place into which something is put nor only pointed at ("the path to your key").
func (x *said) takes(a reading.Act, m reading.Mark) bool {
	// few is how many words a preposition may be before its noun.
	const few = 3
	l := reading.Default()
	pronoun := a.At+1 < len(x.words) && l.Listed(".pronouns", x.words[a.At+1].Fold)
	if int(m.At) < a.At && !a.Before && !pronoun {
		return false
	}
	for k := int(m.At) - 1; k > a.At && k >= int(m.At)-few; k-- {
		if l.Listed(".into", x.words[k].Fold) {
			return false
		}
	}
	for k := a.At + 1; k < len(x.words) && k <= a.At+few && !pronoun; k++ {
		if l.Listed(".pointers", x.words[k].Fold) {
			return false
		}
	}
	return true
}

// conceals reports whether a sentence keeps from somebody what the model does.
func (x *said) conceals() bool {
	// near is the longest distance, in words.
	const near = 8
	for _, m := range x.marks {
		switch m.Concept {
		case conceptOf("covertly"):
			for _, a := range x.orders {
				if slices.Contains(deeds, reading.Default().Name(a.Concept)) && a.At-int(m.At) <= near && int(m.At)-a.At <= near {
					return true
				}
			}
		case conceptOf("secrecy"):
			if len(x.orders) > 0 && x.endsWithUser(m) {
				return true
			}
			for _, other := range x.marks {
				if other.Concept == conceptOf("the_act") && other.End > m.End && other.At-m.At <= near {
					return true
				}
			}
		}
	}
	return false
}

// endsWithUser reports whether "do not tell the user" is all that is said: nothing follows that may be what the user must not know.
func (x *said) endsWithUser(m reading.Mark) bool {
	const few = 4
	last := len(x.words) - 1
	return slices.ContainsFunc(x.marks, func(u reading.Mark) bool {
		return u.Concept == conceptOf("user") && u.At >= m.At && int(u.At) == last && int(u.At-m.At) <= few && slices.ContainsFunc(x.orders, func(a reading.Act) bool {
			return slices.Contains(deeds, reading.Default().Name(a.Concept)) && a.At < int(m.At)
		})
	})
}

// nameDiscloses reports whether the words of a parameter's name or of an allowed value ask for something private: a word that asks for all
// of it, and the thing.
func nameDiscloses(s *reading.Sentence) bool {
	// fewest is the minimum number of words, since honest names are short.
	const fewest = 4
	return len(s.Tokens) >= fewest && (conceptRule{privateOrKeys}).matches(&s.Present) &&
		slices.ContainsFunc(s.Tokens, func(t reading.Token) bool { return reading.Default().Listed(".asks", t.Fold) })
}

// conceptOf returns the concept with that name.
func conceptOf(name string) reading.Concept {
	c, _ := reading.Default().Concept(name)
	return c
}

// mentioned reports whether a byte of a sentence is in a quotation of several words that is a part of the sentence: an example, or what is
// looked for.
func mentioned(doc *text.Doc, s *reading.Sentence, at int) bool {
	k := sort.Search(len(doc.Quotes), func(i int) bool { return doc.Quotes[i].End > at })
	if k == len(doc.Quotes) || doc.Quotes[k].Start > at || doc.Raw[doc.Quotes[k].Start] == '`' {
		return false
	}
	q, inside := doc.Quotes[k], 0
	for i := range s.Tokens {
		if t := &s.Tokens[i]; int(t.Start) >= q.Start && int(t.End) <= q.End {
			inside++
		}
	}
	const several = 3
	return inside >= several && inside < len(s.Tokens)
}
