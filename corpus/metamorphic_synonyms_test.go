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

type row struct {
	guard            guard
	word, one, other string
	// oneWay rows are not used backwards, since the other word has more meanings.
	oneWay bool
}

// synonymRows are everyday words with two synonyms each.
var synonymRows = []row{
	{ofTool, "call|calls|calling|called", "invoke|invokes|invoking|invoked", "run|runs|running|run", false},
	{asVerb, "send|sends|sending|sent", "transmit|transmits|transmitting|transmitted", "forward|forwards|forwarding|forwarded", false},
	{asVerb, "forward|forwards|forwarding|forwarded", "send on|sends on|sending on|sent on", "pass on|passes on|passing on|passed on", false},
	{alone, "the user|the user's|the users", "the person using this|the person's|the people using this", "the end user|the end user's|the end users", false},
	{inPhrase, "before", "prior to", "ahead of", false},
	{inPhrase, "after", "subsequent to", "upon", false},
	{anywhere, "also", "in addition", "additionally", false},
	{asNoun, "file|files", "document|documents", "document|documents", false},
	{asNoun, "document|documents", "file|files", "paper|papers", false},
	{asNoun, "folder|folders", "directory|directories", "directory|directories", false},
	{toRead, "read|reads|reading", "go through|goes through|going through", "open|opens|opening", true},
	{anywhere, "tell the user|tells the user|telling the user", "inform the user|informs the user|informing the user", "let the user know|lets the user know|letting the user know", false},
	{withObject, "mention|mentions|mentioning", "refer to|refers to|referring to", "bring up|brings up|bringing up", false},
	{asVerb, "mentioned", "referred to", "brought up", false},
	{asVerb, "show|shows|showing|shown", "display|displays|displaying|displayed", "present|presents|presenting|presented", false},
	{withObject, "get|gets|getting", "obtain|obtains|obtaining", "fetch|fetches|fetching", false},
	{withObject, "use|uses|using", "employ|employs|employing", "make use of|makes use of|making use of", false},
	{asVerb, "delete|deletes|deleting|deleted", "remove|removes|removing|removed", "erase|erases|erasing|erased", false},
	{anywhere, "ask for|asks for|asking for|asked for", "request|requests|requesting|requested", "request|requests|requesting|requested", true},
	{withObject, "start|starts|starting", "begin|begins|beginning", "set off|sets off|setting off", false},
	{asVerb, "finished", "completed", "done", true},
	{anywhere, "make sure", "ensure", "see to it", false},
	{anywhere, "in order to", "to", "so as to", true},
	{anywhere, "must not", "shall not", "ought not to", false},
	{anywhere, "must", "shall", "ought to", false},
	{anywhere, "always", "at all times", "in every case", false},
	{anywhere, "never", "at no time", "under no circumstances", false},
	{anywhere, "whenever", "every time", "each time", false},
	{anywhere, "because", "since", "as", true},
	{anywhere, "immediately", "right away", "straight away", false},
	{anywhere, "and then", "and after that", "and next", false},
	{anywhere, "silently|secretly", "quietly|covertly", "without a word|in secret", false},
	{withObject, "copy|copies|copying", "duplicate|duplicates|duplicating", "reproduce|reproduces|reproducing", false},
	{asNoun, "whole", "entire", "complete", false},
	{asNoun, "conversation|conversations", "dialogue|dialogues", "chat|chats", false},
	{asNoun, "answer|answers", "reply|replies", "response|responses", false},
	{asNoun, "reply|replies", "answer|answers", "response|responses", false},
	{alone, "the assistant|the assistant's", "the agent|the agent's", "the AI assistant|the AI assistant's", false},
	{anywhere, "this tool|this tool's", "this function|this function's", "this utility|this utility's", false},
	{asNoun, "credentials", "login data", "access data", false},
	{withObject, "put|puts|putting", "place|places|placing", "insert|inserts|inserting", false},
	{withObject, "return|returns", "give back|gives back", "hand back|hands back", false},
	{withObject, "find|finds|finding", "locate|locates|locating", "look up|looks up|looking up", false},
	{withObject, "change|changes|changing", "alter|alters|altering", "modify|modifies|modifying", false},
	{notNoun, "need to|needs to", "have to|has to", "have to|has to", true},
	{asVerb, "may", "can", "might", true},
	{anywhere, "such as", "like", "for instance", true},
	{anywhere, "for example", "for instance", "as an example", false},
	{anywhere, "big|quick|quickly|easy", "large|fast|fast|simple", "sizeable|rapid|rapidly|effortless", false},
	{anywhere, "wrong", "incorrect", "mistaken", false},
	{withObject, "check|checks|checking", "verify|verifies|verifying", "examine|examines|examining", false},
	{asVerb, "choose|chooses|choosing|chosen", "select|selects|selecting|selected", "pick|picks|picking|picked", true},
	{anywhere, "happen|happens|happened", "occur|occurs|occurred", "take place|takes place|taken place", false},
	{anywhere, "instead of", "in place of", "rather than", false},
	{withObject, "if", "in case", "in the event that", false},
	{anywhere, "necessary", "required", "needed", true},
	{withObject, "receive|receives|receiving", "get|gets|getting", "obtain|obtains|obtaining", true},
	{anywhere, "enough", "sufficient", "sufficient", false},
	{anywhere, "buy|buys|buying|bought", "purchase|purchases|purchasing|purchased", "acquire|acquires|acquiring|acquired", false},
	{withObject, "include|includes|including", "add|adds|adding", "put in|puts in|putting in", true},
	{withObject, "ignore|ignores|ignoring", "disregard|disregards|disregarding", "pay no heed to|pays no heed to|paying no heed to", false},
	{anywhere, "previous", "earlier", "preceding", false},
	{
		anywhere, "about the|about your|about it|about them|about this", "concerning the|concerning your|concerning it|concerning them|concerning this",
		"regarding the|regarding your|regarding it|regarding them|regarding this", false,
	},
}

type synonym struct {
	guard guard
	words []string
	repl  string
}

// synonyms replaces words with their first synonym (0), their second one (1), or (-1) first synonyms with the word.
func synonyms(column int) func(string, clues) string {
	table := map[string][]synonym{}
	for _, r := range synonymRows {
		from, to := r.word, r.one
		switch column {
		case 1:
			to = r.other
		case -1:
			if r.oneWay {
				continue
			}
			from, to = to, from
		}
		targets := strings.Split(to, "|")
		for i, f := range strings.Split(from, "|") {
			words := strings.Fields(strings.ToLower(f))
			table[words[0]] = append(table[words[0]], synonym{r.guard, words, targets[i]})
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
