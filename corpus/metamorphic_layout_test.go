package corpus_test

import (
	"regexp"
	"strings"
	"unicode"
)

const lineWidth = 60

// wrapLines breaks lines as docstrings do. Markdown and models read a single line break as a blank.
func wrapLines(text string, _ clues) string {
	m := hide(text, nil, literal, singleQuoted)
	var out strings.Builder
	column := 0
	for i, w := range strings.Split(m.text, " ") {
		if i > 0 {
			if column >= lineWidth {
				out.WriteByte('\n')
				column = 0
			} else {
				out.WriteByte(' ')
			}
		}
		out.WriteString(w)
		column += len(w) + 1
		if at := strings.LastIndexByte(w, '\n'); at >= 0 {
			column = len(w) - at
		}
	}
	m.text = out.String()
	return m.show()
}

var wordGap = regexp.MustCompile(`\pL\pL( )\pL\pL`)

// breakLine breaks the line between two words in the middle of a text.
func breakLine(text, with string) string {
	m := hide(text, nil, literal, singleQuoted)
	if gaps := wordGap.FindAllStringSubmatchIndex(m.text, -1); len(gaps) > 0 {
		gap := gaps[len(gaps)/2]
		m.text = m.text[:gap[2]] + with + m.text[gap[3]:]
	}
	return m.show()
}

func split(text string) []string {
	var out []string
	at := 0
	for _, s := range sentenceEnds(text) {
		if s[1] < len(text) {
			out = append(out, text[at:s[1]])
			at = s[1]
		}
	}
	return append(out, text[at:])
}

// bullets makes every sentence a list item.
func bullets(text string, _ clues) string {
	return masking(text, nil, func(hidden string) string {
		parts := split(hidden)
		if len(parts) < 2 || strings.Contains(text, "\n") {
			return hidden
		}
		for i, p := range parts {
			parts[i] = "- " + strings.TrimSpace(p)
		}
		return strings.Join(parts, "\n")
	})
}

var weighty = wordSet(`must should shall always never not before after first only important please cannot all every without`)

// boldWords emphasises the words that people emphasise.
func boldWords(text string, c clues) string {
	return maskingWords(text, c, func(w string) string {
		if weighty[strings.ToLower(w)] {
			return "**" + w + "**"
		}
		return w
	})
}

// boldSentences emphasises every sentence.
func boldSentences(text string, _ clues) string {
	if strings.ContainsAny(text, "*") {
		return text
	}
	m := hide(text, nil, literal, singleQuoted)
	parts := split(m.text)
	for i, p := range parts {
		trimmed := strings.TrimRightFunc(p, unicode.IsSpace)
		if trimmed == p && i+1 < len(parts) {
			// Without a blank, there would be four asterisks between sentences.
			return text
		}
		if strings.HasPrefix(trimmed, "- ") || strings.HasPrefix(trimmed, "#") || trimmed == "" || strings.HasPrefix(trimmed, " ") {
			continue
		}
		parts[i] = "**" + trimmed + "**" + p[len(trimmed):]
	}
	m.text = strings.Join(parts, "")
	return m.show()
}

var betweenWords = regexp.MustCompile(`(\S) (\S)`)

func blanks(text, with string) string {
	return masking(text, nil, func(s string) string {
		// Replace twice, since matches around a single character overlap.
		s = betweenWords.ReplaceAllString(s, "${1}"+with+"${2}")
		return betweenWords.ReplaceAllString(s, "${1}"+with+"${2}")
	})
}

// doubleBlanks doubles blanks, which Markdown and models read as one.
func doubleBlanks(text string, _ clues) string { return blanks(text, "  ") }

// hardBlanks uses non-breaking blanks, as in texts from word processors and web pages.
func hardBlanks(text string, _ clues) string { return blanks(text, "\u00A0") }

var (
	straightDouble = regexp.MustCompile(`"([^"\n]*)"`)
	straightSingle = regexp.MustCompile(`(^|[\s(])'([^'\n]+)'(\s|[.,;:!?)]|$)`)
	apostrophe     = regexp.MustCompile(`(\p{L})'(\p{L}|\s|[.,;:!?)]|$)`)
	codeOnly       = regexp.MustCompile("`[^`]*`|\\S*[/\\\\=$<>{}\\[\\]@]\\S*")
)

// otherQuotes makes plain quotes and apostrophes typographic, and typographic ones plain, except in code.
func otherQuotes(text string, _ clues) string {
	m := hide(text, nil, codeOnly)
	if strings.ContainsAny(m.text, "“”‘’") {
		m.text = strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'").Replace(m.text)
		return m.show()
	}
	m.text = straightDouble.ReplaceAllString(m.text, "“$1”")
	m.text = straightSingle.ReplaceAllString(m.text, "$1‘$2’$3")
	m.text = apostrophe.ReplaceAllString(m.text, "$1’$2")
	return m.show()
}

// contractions are the short forms with only one long form.
var contractions = table("contractions")

// openContractions writes don't as do not.
func openContractions(text string, c clues) string { return contract(text, c, 1, 0) }

// closeContractions writes do not as don't.
func closeContractions(text string, c clues) string { return contract(text, c, 0, 1) }

func contract(text string, c clues, from, to int) string {
	table := map[string][]synonym{}
	for _, pair := range contractions {
		if from == 1 && (pair[0] == "it is" || pair[0] == "that is") {
			// It's may mean it has.
			continue
		}
		words, g := strings.Fields(strings.ToLower(pair[from])), anywhere
		if len(words) > 1 {
			// Nobody contracts "as it is".
			g = followed
		}
		table[words[0]] = append(table[words[0]], synonym{g, words, pair[to]})
	}
	return masking(text, c.names, func(s string) string { return replaceWords(s, table) })
}

// spellings are British and American stems.
var spellings = func() [][]string {
	var out [][]string
	for _, row := range table("spellings") {
		for _, stem := range strings.Fields(row[0]) {
			out = append(out, []string{stem + row[1], stem + row[2]})
		}
	}
	return out
}()

// otherSpelling changes British spelling to American, and any other to British.
func otherSpelling(text string, c clues) string {
	if changed := respell(text, c, 0, 1); changed != text {
		return changed
	}
	return respell(text, c, 1, 0)
}

var (
	verbEnding = regexp.MustCompile(`^(?:e|es|ed|ing|er|ers|ation|ations)$`)
	nounEnding = regexp.MustCompile(`^(?:s|ed|ing|able|ful|ite|ites|less|al|hood|hoods|y)?$`)
	pastEnding = regexp.MustCompile(`^(?:ed|ing|er|ers)$`)
)

// respellable excludes other words that start with a stem.
func respellable(w, stem string) bool {
	rest := w[len(stem):]
	switch stem[len(stem)-2:] {
	case "is", "iz", "ys", "yz":
		return verbEnding.MatchString(rest)
	case "ll", "el", "al":
		return pastEnding.MatchString(rest)
	case "re", "er", "ue", "og", "ey", "ay", "ce", "se":
		return rest == "" || rest == "s"
	case "ur", "or":
		return nounEnding.MatchString(rest)
	}
	return true
}

func respell(text string, c clues, from, to int) string {
	return maskingWords(text, c, func(w string) string {
		low := strings.ToLower(w)
		if w == strings.ToUpper(w) {
			// It may be a keyword of a programming language.
			return w
		}
		for _, s := range spellings {
			// Not every word with these letters has two spellings.
			if stem := s[from]; strings.HasPrefix(low, stem) && respellable(low, stem) {
				return like(w, s[to]+low[len(stem):])
			}
		}
		return w
	})
}
