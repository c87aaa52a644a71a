package check

// pastThing reports whether the word after prior is a thing that has editions, and no instruction: "any earlier draft".
func (p *prose) pastThing(prior int) bool {
	switch p.fold(prior + 1) {
	case "draft", "drafts", "version", "versions", "edition", "file", "files", "backup", "backups", "row", "rows", "column", "columns", "record", "records", "entry", "entries", "upload", "uploads",
		"value", "values", "page", "pages", "price", "prices", "revision", "revisions", "measurement", "measurements", "reading", "readings", "booking", "bookings", "build", "builds":
		return p.doc.Words[prior].Clause() == p.doc.Words[prior+1].Clause()
	}
	return false
}

// whatWasSaid finds "what you were told", "how you have been set up": the model's instructions without the noun. It returns
// the end of the phrase, or 0.
func (p *prose) whatWasSaid(i, end int) int {
	what := p.findWord(i+1, min(end, i+3), "what", "whatever", "how", "that")
	if what < 0 {
		return 0
	}
	you := p.findWord(what+1, min(end, what+2), "you")
	were := p.findWord(what+1, min(end, what+4), "were", "are", "been", "have", "had", "was")
	said := p.findWord(what+1, min(end, what+6), "told", "taught", "asked", "instructed", "trained", "given", "set", "configured", "ordered", "said")
	if you < 0 || were < 0 || said < were {
		return 0
	}
	return said + 1
}

// ofThings reports whether the subject of the verb at word i is one thing of many that the tool deals in: "a rule with a flag",
// "the fire panel". A text that claims to come first speaks of itself: this, these, here.
func (p *prose) ofThings(i int) bool {
	s := p.sentence(i)
	for k := i - 1; k >= max(s.Start, i-10); k-- {
		switch p.fold(k) {
		case "this", "these", "here", "it", "they", "following", "above", "below", "instruction", "instructions", "prompt", "message", "tool", "server", "policy", "system":
			return false
		}
		if f := p.fold(k); k == s.Start && (f == "a" || f == "an" || f == "the" || f == "each" || f == "every") {
			return true
		}
	}
	return false
}
