package reading

import (
	"slices"
	"strings"
)

// Act is something that a sentence says is done, such as send or read.
type Act struct {
	Concept Concept
	// Start is a byte of the field, At the index of the token there.
	Start, At int
	// Ordered is set if the reader is ordered to do it: an imperative, a modal verb, or a sentence about the model. What programs, tools and users
	// do is not ordered.
	Ordered bool
	// Negated is set if the sentence says that it is not done.
	Negated bool
	// Before is set if the object may precede the verb: in the passive, and in languages other than English.
	Before bool
}

// maxReach is how many words before a verb may make it an order.
const maxReach = 6

// Acts returns the acts of a sentence that have one of the concepts, in order.
func (l *Lexicon) Acts(raw string, s *Sentence, wanted *Set) []Act {
	var acts []Act
	for _, m := range s.Marks {
		token := int(m.At)
		if !wanted.Has(m.Concept) {
			continue
		}
		a := Act{Concept: m.Concept, Start: int(m.Start), At: token}
		switch {
		case token < len(s.Tokens) && s.Tokens[token].Start == m.Start:
			form := formOf(s.Tokens[token].Fold)
			a.Before = form == passive || form == unknown
		case token > 0 && m.Start < s.Tokens[token-1].End:
			// In scripts without spaces a verb is a part of a token.
			a.Ordered, a.Negated, a.Before = true, l.negatedWithin(s, m), true
			acts = append(acts, a)
			continue
		default:
			continue
		}
		a.Ordered, a.Negated = l.modality(raw, s, token)
		acts = append(acts, a)
	}
	return acts
}

// negatedWithin reports whether a negation directly precedes a mark in the same token.
func (l *Lexicon) negatedWithin(s *Sentence, m Mark) bool {
	const near = 12 // bytes
	return slices.ContainsFunc(s.Marks, func(n Mark) bool { return n.Concept == l.never && n.End <= m.Start && m.Start-n.End < near })
}

// modality tells whether the verb at a token orders the reader, and whether it is negated.
func (l *Lexicon) modality(raw string, s *Sentence, verb int) (ordered, negated bool) {
	t := &s.Tokens[verb]
	form := formOf(t.Fold)
	starts := verb == 0 || l.lists[".joins"][s.Tokens[verb-1].Fold] || breaks(gapOf(raw, &s.Tokens[verb-1], t)) && !listed(raw, s, verb)
	first := verb
	for first > max(0, verb-maxReach) && !breaks(gapOf(raw, &s.Tokens[first-1], &s.Tokens[first])) && !l.lists[".and"][s.Tokens[first-1].Fold] {
		first--
		if l.lists[".relative"][s.Tokens[first].Fold] {
			return false, false
		}
	}
	modal, model, others, fronted, called := false, false, false, false, false
	for _, m := range s.Marks {
		if int(m.At) == verb+1 && m.Concept == l.never {
			negated = true // As in "glöm inte" and "vergiss nicht".
		}
		if m.Start < s.Tokens[first].Start || m.End > t.Start {
			continue
		}
		switch m.Concept {
		case l.never:
			negated = true
		case l.must, l.should, l.polite:
			modal = true
		case l.model:
			model, others = true, false
		case l.user, l.thisTool, RefOwn:
			model, others = false, true
		case l.before, l.when, l.after:
			fronted = true
		case l.call:
			// As in "before using this tool read ...": the tool is not a subject.
			called = fronted
		}
	}
	negated = negated && !slices.ContainsFunc(s.Marks, func(m Mark) bool {
		// As in "do not forget to".
		return m.Concept == l.polite && m.Start >= s.Tokens[first].Start && m.End <= t.Start && m.At >= int32(verb-maxReach)
	})
	others = others && !called
	switch {
	case !modal && verb > 0 && s.Tokens[verb-1].Fold == "to":
		// What somebody asks for, or a purpose.
	case others:
		// The tool, the user or a program does it.
		ordered = form == passive && modal
	case form == base:
		// In languages whose verbs come last, an order ends with its verb.
		ordered = starts || modal || model || called || verb == len(s.Tokens)-1
	case form == third, form == gerund:
		ordered = model || starts && l.about(s, verb) == l.model
	case form == passive:
		ordered = modal
	default:
		ordered = true
	}
	return ordered, negated
}

// listed reports whether a word is an item of a list of short items: "user, email address, hostname".
func listed(raw string, s *Sentence, at int) bool {
	// short is the longest item, in words.
	const short = 2
	before, after := 1, 1
	for at-before > 0 && !breaks(gapOf(raw, &s.Tokens[at-before-1], &s.Tokens[at-before])) {
		before++
	}
	for at+after < len(s.Tokens) && !breaks(gapOf(raw, &s.Tokens[at+after-1], &s.Tokens[at+after])) {
		after++
	}
	return before <= short && after <= short && strings.Contains(gapOf(raw, &s.Tokens[at-1], &s.Tokens[at]), ",")
}

// about returns the last concept before a token that tells who acts: the model, the user, the tool, or none.
func (l *Lexicon) about(s *Sentence, token int) Concept {
	who := builtins
	for _, m := range s.Marks {
		if int(m.At) < token && (m.Concept == l.model || m.Concept == l.user || m.Concept == l.thisTool || m.Concept == RefOwn) {
			who = m.Concept
		}
	}
	return who
}

// breaks reports whether the text between two words separates clauses.
func breaks(gap string) bool { return strings.ContainsAny(gap, ",;:.!?()<>\n\u2014\u2013\"*") }

// form is the grammatical form of an English word; other languages have unknown forms.
type form uint8

const (
	base form = iota
	third
	gerund
	passive
	unknown
)

// formOf guesses the form of a verb by its ending.
func formOf(w string) form {
	switch {
	case strings.ContainsFunc(w, func(r rune) bool { return r > 0x7F }):
		return unknown
	case strings.HasSuffix(w, "ing"):
		return gerund
	case strings.HasSuffix(w, "ed"), slices.Contains([]string{"sent", "written", "kept", "given", "told", "shown", "made", "taken", "done", "paid", "hidden"}, w):
		return passive
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return third
	}
	return base
}
