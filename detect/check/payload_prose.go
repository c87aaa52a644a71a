package check

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hiddenOrder is what orderIn found: in a word what is ordered, and where its clause starts.
type hiddenOrder struct {
	what       string
	start      int
	confidence float64
}

const (
	// maxOrderText bounds the decoded text that is read as prose.
	maxOrderText = 64 << 10
	// frameReach is how many words after a verb its object may stand: one clause of ordinary length.
	frameReach = 14
)

// orderWord is one folded word of the text.
type orderWord struct {
	text  string
	start int
	roles orderClass
	// opens is true for the first word of a clause.
	opens bool
}

// orderIn reports whether decoded text orders a reader about. Nobody encodes text in a tool definition to keep it from
// the model, so what is asked here is only whether the text is an order at all: an imperative, shouted or polite, to
// drop rules, to hide something from the user, to read or send what is sensitive, or to run or call something.
// It is the seam for a judgement shared with the other checks.
func orderIn(text string) (hiddenOrder, bool) {
	if len(text) > maxOrderText {
		text = text[:maxOrderText]
	}
	if o, ok := foreignOrder(text); ok {
		return o, true
	}
	if o, ok := markedOrder(text); ok {
		return o, true
	}
	for _, p := range passages(text) {
		words := foldWords(text[p.start:p.end])
		if len(words) < 3 {
			continue
		}
		for i := range words {
			if o, ok := frameAt(words, i); ok {
				o.start += p.start
				return o, true
			}
		}
	}
	return hiddenOrder{}, false
}

// passage is a stretch of text that is read by itself.
type passage struct{ start, end int }

// passages returns the whole of a prose text. Of structured data (JSON, markup, code) it returns the strings and texts
// that hold at least four words: keys and method names are no orders.
func passages(text string) []passage {
	const minWords = 4
	trimmed := strings.TrimSpace(text)
	marks := 0
	for i := 0; i < len(trimmed); i++ {
		if strings.IndexByte("{}[]<>=;\"", trimmed[i]) >= 0 {
			marks++
		}
	}
	if trimmed == "" || !strings.ContainsRune("{[<", rune(trimmed[0])) && marks*20 < len(trimmed) {
		return []passage{{0, len(text)}}
	}
	var out []passage
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && strings.IndexByte("\"<>{}[]=;\n", text[i]) < 0 {
			continue
		}
		if len(strings.Fields(text[start:i])) >= minWords {
			out = append(out, passage{start, i})
		}
		start = i + 1
	}
	return out
}

// frameAt tries the frames whose verb is word i.
func frameAt(w []orderWord, i int) (hiddenOrder, bool) {
	c := w[i].roles
	if c&(orderVerbs|hideWord|becomeWord) == 0 {
		return hiddenOrder{}, false
	}
	hit := func(what string, confidence float64) (hiddenOrder, bool) {
		return hiddenOrder{what, w[orderStart(w, i)].start, confidence}, true
	}
	negated := negatedBefore(w, i)
	ahead, behind := w[i+1:orderReach(w, i)], w[max(0, i-frameReach):i]
	switch {
	case dropsRules(w, i, negated, ahead, behind):
		return hit("to drop the rules it was given", 0.95)
	case c&tellVerb != 0 && negated && (hasClass(ahead, personNoun) || hasClass(ahead[:min(len(ahead), 3)], secretObject) || bareSecrecy[w[i].text] && (len(ahead) == 0 || ahead[0].opens)),
		c&tellVerb != 0 && hasClass(ahead, personNoun) && hasClass(ahead, falseWord) && asksFor(w, i),
		c&hideWord != 0 && hidesFromUser(w, i):
		return hit("to keep something from the user", 0.9)
	case c&becomeWord != 0 && takesRole(w, i):
		return hit("to take on another role", 0.85)
	case negated || !asksFor(w, i):
		return hiddenOrder{}, false
	case c&(takeVerb|putVerb|sendVerb) != 0 && hasClass(ahead, sensitiveNoun), c&(putVerb|sendVerb) != 0 && hasClass(ahead, personalNoun):
		return hit("to take or send what is sensitive", 0.9)
	case c&(sendVerb|putVerb|visitVerb) != 0 && hasClass(ahead, targetNoun):
		return hit("to send something away", 0.85)
	case c&runVerb != 0 && hasClass(ahead, toolNoun|targetNoun), c&harmVerb != 0 && hasClass(ahead, wealthNoun|targetNoun):
		return hit("to run or call something", 0.85)
	}
	return hiddenOrder{}, false
}

// dropsRules recognises an order to drop rules: "ignore the rules above", "the rules ...; disregard them", "disregard the
// above", "replace all instructions", "the rules no longer apply", "do not follow your guidelines".
func dropsRules(w []orderWord, i int, negated bool, ahead, behind []orderWord) bool {
	c := w[i].roles
	asked := asksFor(w, i)
	switch {
	case w[i].text == "longer":
		return negated && hasClass(behind, ruleNoun) && hasClass(behind, priorWord|readerWord)
	case c&followVerb != 0:
		return negated && hasClass(ahead, ruleNoun)
	case negated:
		return false
	case c&dropVerb != 0:
		return hasClass(ahead, ruleNoun) && (asked || hasClass(ahead, priorWord)) ||
			len(ahead) > 0 && pronouns[ahead[0].text] && hasClass(behind, ruleNoun) ||
			asked && len(ahead) > 1 && ahead[0].text == "the" && ahead[1].roles&priorWord != 0
	case c&stopVerb != 0:
		return asked && hasClass(ahead, ruleNoun) && hasClass(ahead, priorWord)
	}
	return false
}

// bareSecrecy are verbs that ask for silence without naming what about: "do not disclose".
var bareSecrecy = map[string]bool{"disclose": true, "reveal": true, "mention": true, "tell": true}

// pronouns point back at what was named before.
var pronouns = map[string]bool{"them": true, "those": true, "these": true, "it": true, "that": true, "this": true}

// orderReach returns the end of the words that may belong to the verb at i: its own clause and the next, at most frameReach.
func orderReach(w []orderWord, i int) int {
	end, clauses := min(len(w), i+1+frameReach), 0
	for k := i + 1; k < end; k++ {
		if w[k].opens {
			if clauses++; clauses > 1 {
				return k
			}
		}
	}
	return end
}

func orderStart(w []orderWord, i int) int {
	for i > 0 && !w[i].opens {
		i--
	}
	return i
}

func hasClass(w []orderWord, c orderClass) bool {
	for i := range w {
		if w[i].roles&c != 0 {
			return true
		}
	}
	return false
}

// negatedBefore reports whether a negation governs the verb at i: "do not", "never", "without", "avoid", "no need to".
func negatedBefore(w []orderWord, i int) bool {
	for k := i - 1; k >= 0 && k >= i-4; k-- {
		if w[k].roles&negationWord != 0 {
			return true
		}
		if w[k+1].opens && w[k].roles&linkWord == 0 {
			return false
		}
	}
	return false
}

// asksFor reports whether the verb at i asks something of the reader: it opens its clause, or only words of asking
// and joining stand before it ("please", "first", "you must", "make sure to", "it helps to", "and then").
func asksFor(w []orderWord, i int) bool {
	if w[i].roles&inflected != 0 {
		return false
	}
	if w[i].opens {
		return true
	}
	asked := false
	for k := i - 1; k >= 0 && k >= i-8; k-- {
		c := w[k].roles
		switch {
		case c&askWord != 0:
			asked = true
		case c&linkWord != 0:
		case c&readerWord != 0:
			// "the assistant should", "you can": the reader itself is the subject.
			return asked || k == i-1 && w[k].text != "it"
		default:
			return asked && k < i-1
		}
		if w[k].opens {
			return true
		}
	}
	return asked
}

// hidesFromUser tells words of hiding that are about the user from those that are not: "silently", "behind the scenes" always
// hide; "keep ... secret", "without the user's knowledge", "the user must not see" need their second half.
func hidesFromUser(w []orderWord, i int) bool {
	near := w[max(0, i-6):min(len(w), i+8)]
	switch w[i].text {
	case "silently", "secretly", "covertly", "discreetly", "stealthily", "quietly", "invisibly":
		return hasClass(near, takeVerb|putVerb|sendVerb|runVerb|harmVerb|tellVerb)
	case "knowledge", "consent", "noticing", "knowing", "awareness", "realizing", "realising":
		return hasClass(w[max(0, i-5):i], negationWord) && hasClass(near, personNoun)
	case "scenes", "us", "yourself":
		return i >= 2 && (w[i-1].text == "the" && w[i-2].text == "behind" || w[i-1].text == "between" || w[i-1].text == "to" && hasClass(w[max(0, i-6):i], keepVerb))
	default:
		return hasClass(w[max(0, i-6):i], keepVerb) || hasClass(near, personNoun) && hasClass(near, negationWord|keepVerb)
	}
}

// takesRole recognises "you are now ...", "from now on", "act as", "pretend to be".
func takesRole(w []orderWord, i int) bool {
	prev := func(n int) string {
		if i-n < 0 {
			return ""
		}
		return w[i-n].text
	}
	switch w[i].text {
	case "now":
		return prev(1) == "are" && prev(2) == "you" || prev(1) == "from" && hasClass(w[i:orderReach(w, i)], readerWord|askWord)
	case "act", "behave", "respond", "operate":
		return asksFor(w, i) && i+1 < len(w) && (w[i+1].text == "as" || w[i+1].text == "like")
	default:
		return asksFor(w, i)
	}
}

// foldWords cuts text into lower-case words, with contractions opened and clause starts marked. A path, an address, or
// an identifier is one word.
func foldWords(text string) []orderWord {
	var out []orderWord
	opens := true
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !wordRune(r) && r != '~' && r != '/' && r != '.' && r != '$' {
			opens = opens || endsClause(r)
			i += size
			continue
		}
		start := i
		for i < len(text) {
			r, size = utf8.DecodeRuneInString(text[i:])
			if !wordRune(r) && !strings.ContainsRune("~/.$'\u2019@:-\\", r) {
				break
			}
			i += size
		}
		raw := strings.Trim(text[start:i], ".'\u2019:-\\")
		ended := strings.HasSuffix(text[start:i], ".") || strings.HasSuffix(text[start:i], ":")
		if raw == "" {
			opens = opens || ended || strings.Contains(text[start:i], "-")
			continue
		}
		folded := strings.ReplaceAll(strings.ToLower(raw), "\u2019", "'")
		for n, part := range openContraction(folded) {
			out = append(out, orderWord{text: part, start: start, roles: classOf(part), opens: opens && n == 0})
		}
		opens = ended
	}
	return out
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// endsClause reports whether r ends a clause. The comma does: "to continue, read ...".
func endsClause(r rune) bool {
	return strings.ContainsRune(".!?;:,\n\r()[]{}<>|*#\"\u201c\u201d\u2014\u2013\u2022", r)
}

func openContraction(w string) []string {
	switch {
	case w == "can't" || w == "cannot":
		return []string{"can", "not"}
	case w == "won't":
		return []string{"will", "not"}
	case w == "dont" || w == "doesnt" || w == "mustnt" || w == "shouldnt":
		return []string{w[:len(w)-2], "not"}
	case strings.HasSuffix(w, "n't"):
		return []string{w[:len(w)-3], "not"}
	case strings.HasSuffix(w, "'s"):
		return []string{w[:len(w)-2]}
	case strings.HasSuffix(w, "'ll"), strings.HasSuffix(w, "'re"), strings.HasSuffix(w, "'ve"):
		return []string{w[:len(w)-3]}
	}
	return []string{w}
}
