package corpus_test

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// guard restricts where a word is replaced.
type guard uint8

const (
	anywhere guard = iota
	// asVerb and asNoun depend on the neighbours.
	asVerb
	asNoun
	// ofTool is in front of a name or "this tool".
	ofTool
	// inPhrase is in front of a verb that ends in -ing.
	inPhrase
	// withObject is in front of "the", "it" and the like.
	withObject
	// toRead is withObject, but not reading back or out.
	toRead
	// followed is in front of any word, alone in front of none that forms a compound with it.
	followed
	alone
	// notNoun is behind no article.
	notNoun
)

// place is the context of a word: its neighbours, whether it starts a clause, and what follows it.
type place struct {
	word, prev, next, rest string
	begins                 bool
}

func (g guard) holds(at place) bool {
	prev, next, begins := at.prev, at.next, at.begins
	switch g {
	case asVerb:
		return isVerb(prev, next, begins) && !twoObjects.MatchString(at.rest)
	case alone:
		return !nounsBefore[next]
	case asNoun:
		return determiners[prev] && !begins && !nounsBefore[next]
	case ofTool:
		return !determiners[prev] && (next == "x" || next == "this" || next == "it")
	case inPhrase:
		return strings.HasSuffix(next, "ing")
	case withObject:
		return objects[next] && next != "that" && !twoObjects.MatchString(at.rest) && !determiners[prev] && (!prepositions[prev] || begins || strings.HasSuffix(at.word, "ing"))
	case toRead:
		clause, _, _ := strings.Cut(at.rest, ".")
		return withObject.holds(at) && !strings.Contains(clause, " back") && !strings.Contains(clause, " out")
	case notNoun:
		return !determiners[prev]
	case followed:
		return next != ""
	}
	return true
}

var prepositions = wordSet(`of in on with without for from by at as about into since until`)

// nounsBefore are words that form a compound with the noun before them.
var nounsBefore = wordSet(`name names path paths type types format formats system size server manager box id ids field store key tool code list account accounts
	interface profile table prompt message messages agent data menu settings group role`)

// twoObjects matches a person and a thing, which only verbs of giving can have as objects.
var twoObjects = regexp.MustCompile(`^ (?:them|him|her|you|me|us|(?:the|a|an|each|every|your|their) [\p{L}-]+) (?:the|a|an|each|all|every|any|what|how|that|which|only|their|` +
	`its|both|where|when|this|these|one)\b`)

// guards are those by name.
var guards = map[string]guard{
	"anywhere": anywhere, "asVerb": asVerb, "asNoun": asNoun, "ofTool": ofTool, "inPhrase": inPhrase, "withObject": withObject, "toRead": toRead,
	"alone": alone, "notNoun": notNoun,
}

// synonymRows are a guard, everyday words, and two synonyms of each. Rows of one way are not used backwards, since the other word has more
// meanings.
var synonymRows = table("synonyms")

type synonym struct {
	guard guard
	words []string
	repl  string
}

// synonyms replaces words with their first synonym (0), their second one (1), or (-1) first synonyms with the word.
func synonyms(column int) func(string, clues) string {
	table := map[string][]synonym{}
	for _, r := range synonymRows {
		from, to := r[1], r[2]
		switch column {
		case 1:
			to = r[3]
		case -1:
			if len(r) > 4 {
				continue
			}
			from, to = to, from
		}
		targets := strings.Split(to, ", ")
		for i, f := range strings.Split(from, ", ") {
			words := strings.Fields(strings.ToLower(f))
			table[words[0]] = append(table[words[0]], synonym{guards[r[0]], words, targets[i]})
		}
	}
	for _, rules := range table {
		slices.SortStableFunc(rules, func(a, b synonym) int { return len(b.words) - len(a.words) })
	}
	return func(text string, c clues) string {
		return masking(text, c.names, func(s string) string { return replaceWords(s, table) })
	}
}

func replaceWords(text string, table map[string][]synonym) string {
	spans := word.FindAllStringIndex(text, -1)
	at := func(i int) string {
		if i < 0 || i >= len(spans) {
			return ""
		}
		w := strings.ToLower(strings.ReplaceAll(text[spans[i][0]:spans[i][1]], "’", "'"))
		if r, _ := utf8.DecodeRuneInString(w); placeholder(r) {
			return "x"
		}
		return w
	}
	// near returns the word at i if only a blank separates it from the one before.
	near := func(i int) string {
		if i <= 0 || i >= len(spans) || strings.TrimSpace(text[spans[i-1][1]:spans[i][0]]) != "" {
			return ""
		}
		return at(i)
	}
	var out strings.Builder
	done := 0
next:
	for i := 0; i < len(spans); i++ {
		for _, s := range table[at(i)] {
			n := len(s.words)
			matched := true
			for k := 1; k < n; k++ {
				matched = matched && near(i+k) == s.words[k]
			}
			begins := i == 0 || strings.ContainsAny(text[spans[i-1][1]:spans[i][0]], ".!?:;,\n•-–—(")
			if !matched {
				continue
			}
			here := place{word: at(i), next: near(i + n), rest: text[spans[i+n-1][1]:], begins: begins}
			if near(i) != "" {
				here.prev = at(i - 1)
			}
			if !s.guard.holds(here) {
				continue
			}
			out.WriteString(text[done:spans[i][0]])
			old := text[spans[i][0]:spans[i+n-1][1]]
			repl := like(old, s.repl)
			done = spans[i+n-1][1]
			// The article depends on the sound of the next word.
			if here.prev == "a" || here.prev == "an" {
				fixArticle(&out, repl)
			}
			out.WriteString(repl)
			i += n - 1
			continue next
		}
	}
	out.WriteString(text[done:])
	return out.String()
}

var lastArticle = regexp.MustCompile(`\b([Aa])n?( )$`)

func fixArticle(out *strings.Builder, repl string) {
	s := out.String()
	out.Reset()
	n := ""
	if strings.ContainsRune("aeioAEIO", rune(repl[0])) {
		n = "n"
	}
	out.WriteString(lastArticle.ReplaceAllString(s, "${1}"+n+"$2"))
}
