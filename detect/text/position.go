package text

import "strings"

// Position says how a phrase stands in its text.
type Position uint8

const (
	// PositionInstruction is a phrase that is meant: an order, or a statement about what is done.
	PositionInstruction Position = iota
	// PositionQuoted is a phrase inside quotation marks with nothing before them that makes it an example.
	PositionQuoted
	// PositionMention is a phrase that is only talked about: an example, a thing that is detected, something denied.
	PositionMention
)

// Weight is the share of its confidence that a phrase in this position keeps, from 0 to 1.
func (p Position) Weight() float64 {
	switch p {
	case PositionQuoted:
		return 0.6
	case PositionMention:
		return 0
	}
	return 1
}

// PositionOf judges the phrase of words [from, to), which lie in one sentence or in neighbouring ones.
func (d *Doc) PositionOf(from, to int) Position {
	if from < 0 || from >= to || to > len(d.Words) {
		return PositionInstruction
	}
	start, end := d.Span(from, to)
	quote, quoted := d.Quoted(start, end)
	if quoted && quote.Mark == '`' && to-from == 1 && quote.End-quote.Start <= end-start+len("``()") {
		// Back-ticks around one name are how names are written; they quote nothing.
		quoted = false
	}
	first := from
	if quoted {
		// What stands before the quotation introduces it.
		for first > 0 && d.Words[first-1].Start() >= quote.Start {
			first--
		}
	}
	if d.introduced(first, quoted) || d.detected(first, quoted) {
		return PositionMention
	}
	if d.sampled(first) {
		return PositionQuoted
	}
	if quoted && d.Words[first].Sentence() == d.Words[max(first-1, 0)].Sentence() && first > 0 {
		return PositionQuoted
	}
	return PositionInstruction
}

// sampled reports whether the phrase at i opens what a label calls sample data ("Sample response: ...") in a text whose first
// sentence says that it deals in samples. The label alone does nothing: anybody can write one.
func (d *Doc) sampled(i int) bool {
	c := d.Clauses[d.Words[i].Clause()].Start
	if c < 2 || d.Words[c].Sentence() == 0 || !strings.HasPrefix(d.Gap(c), ":") || !d.Words[c-1].is(sampleNoun) || !d.Words[c-2].is(sampleKind) {
		return false
	}
	for k := range d.Sentences[0].End {
		if d.Words[k].is(sampler) {
			return true
		}
	}
	return false
}

// Introduced reports whether the word at i is given as an example.
func (d *Doc) Introduced(i int) bool {
	q, quoted := d.Quoted(d.Words[i].Start(), d.Words[i].End())
	for quoted && i > 0 && d.Words[i-1].Start() >= q.Start {
		i--
	}
	return d.introduced(i, quoted)
}

// introduced reports whether the word at i directly follows "such as", "e.g.", "for example" or "like", or stands in the
// list that one of them began. An introducer further away, or in another sentence, introduces something else.
func (d *Doc) introduced(i int, quoted bool) bool {
	// farthest bounds the list before the phrase, in words.
	const farthest = 30
	sentence := d.Words[i].Sentence()
	for k := i - 1; k >= 0 && k >= i-farthest && d.Words[k].Sentence() == sentence; k-- {
		if d.introducer(k) {
			return k == i-1 || quoted || d.listBetween(k+1, i)
		}
		if d.Words[k].is(fresh) && !d.inQuote(k) {
			return false
		}
	}
	return false
}

func (d *Doc) introducer(k int) bool {
	switch w := &d.Words[k]; {
	case !w.is(introducing):
		return false
	case w.is(introducesAlone):
		return true
	case w.is(introducesAfterNoun) && k > 0 && d.Words[k-1].is(exampleNoun|valueNoun):
		return true
	case w.is(introducesQuoted):
		return hasClass(d.Gap(k+1), classQuote)
	default:
		return k > 0 && d.Words[k-1].Fold == introducedAfter[w.Fold]
	}
}

// listBetween reports whether words [from, to) are items of a list that goes on after them: each separated by a comma,
// a slash, "and" or "or".
func (d *Doc) listBetween(from, to int) bool {
	// longestItem is the longest unquoted item, in words.
	const longestItem = 6
	run := 0
	for k := from; k <= to; k++ {
		if k > from && hasClass(d.Gap(k), classComma) || d.Words[k].Fold == "or" || d.Words[k].Fold == "and" {
			run = 0
			continue
		}
		if d.inQuote(k) || d.Words[k].Kind != KindWord {
			continue
		}
		if run++; run > longestItem {
			return false
		}
	}
	return true
}

func (d *Doc) inQuote(k int) bool {
	if len(d.Quotes) == 0 {
		return false
	}
	_, ok := d.Quoted(d.Words[k].Start(), d.Words[k].End())
	return ok
}

// detected reports whether the phrase at i is the object of a verb of detecting in its sentence ("flags prompts that ..."),
// without a new order in between.
func (d *Doc) detected(i int, quoted bool) bool {
	// farthest is how far the object may stand from the verb, in words.
	const farthest = 16
	sentence := d.Words[i].Sentence()
	noun := false
	for k := i - 1; k >= 0 && k >= i-farthest && d.Words[k].Sentence() == sentence; k-- {
		w := &d.Words[k]
		if w.Kind != KindWord {
			continue
		}
		colon := !quoted && hasClass(d.Gap(k+1), classColon)
		if !colon && !w.is(fresh|exampleNoun|detecting) || d.inQuote(k) {
			continue
		}
		if colon || w.is(fresh) {
			return false
		}
		if w.is(exampleNoun) {
			noun = true
			if quoted && i-k <= 3 {
				return true
			}
		}
		if !w.is(detecting) || !quoted && w.is(faint) {
			continue
		}
		var descriptive bool
		if w.Fold == "checks" || w.Fold == "check" || w.Fold == "checking" {
			descriptive = k+1 < len(d.Words) && (d.Words[k+1].Fold == "whether" || d.Words[k+1].Fold == "for" || d.Words[k+1].Fold == "if")
			if descriptive {
				return true
			}
			continue
		}
		descriptive = strings.HasSuffix(w.Fold, "s") || strings.HasSuffix(w.Fold, "ing") || k == d.Sentences[sentence].Start ||
			d.Words[k-1].Fold == "to" || d.Words[k-1].Fold == "and" || d.Words[k-1].Fold == "or" || d.Words[k-1].Fold == "that"
		if descriptive && (quoted || noun || d.listBetween(k+1, i)) {
			return true
		}
	}
	return false
}

// Negated reports whether the word at i is denied in its clause: "never reads", "does not send", "without storing".
// "Do not" and an imperative "never" are orders, which callers tell apart themselves.
func (d *Doc) Negated(i int) bool {
	// farthest is how far a negation reaches, in words: "does not read, store or send".
	const farthest = 8
	clause := d.Words[i].Sentence()
	for k := i - 1; k >= 0 && k >= i-farthest && d.Words[k].Sentence() == clause; k-- {
		if d.Words[k].is(negation) {
			return true
		}
		switch d.Words[k].Fold {
		case "but", "then", "instead", "and":
			if d.Words[k].Fold != "and" {
				return false
			}
		}
	}
	return false
}
