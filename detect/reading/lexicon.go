package reading

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/org/mcp-lint/detect/text"
)

//go:embed concepts/*.txt
var conceptFiles embed.FS

// Lexicon has the words of all concepts in all languages. It is immutable and safe for concurrent use.
type Lexicon struct {
	names   []string
	numbers map[string]Concept
	// keys number the words of phrases; stems are the keys of prefixes of words.
	keys, stems map[string]int32
	// shortest and longest are the lengths of stems in bytes.
	shortest, longest int
	// next maps an edge, a node and a key, to the next node. Node 0 is the root.
	next  map[uint64]int32
	nodes []node
	// runs are the phrases of scripts without spaces, longestRun is the maximum length in bytes.
	runs       map[string][]Concept
	longestRun int
	// lists are the lines of en.txt whose names begin with a dot: words by which references are recognised.
	lists map[string]map[string]bool
	// The concepts that introduce names and show which verbs are orders.
	call, tool, never, must, should, polite, model, user, thisTool, before, when, after Concept
}

// node is a prefix of phrases.
type node struct {
	// ends are the concepts of the phrases that end here; leads is set if longer ones continue.
	ends  []Concept
	leads bool
}

func edge(node, key int32) uint64 { return uint64(uint32(node))<<32 | uint64(uint32(key)) }

// Default returns the lexicon of the concepts folder.
var Default = sync.OnceValue(func() *Lexicon {
	// A test checks that the files parse; otherwise the lexicon has the built-in concepts only.
	files := map[string]string{}
	if entries, err := conceptFiles.ReadDir("concepts"); err == nil {
		for _, e := range entries {
			if data, err := conceptFiles.ReadFile("concepts/" + e.Name()); err == nil {
				files[e.Name()] = string(data)
			}
		}
	}
	l, err := Load(files)
	if err != nil {
		l, _ = Load(nil)
	}
	return l
})

// Load reads the concept files by name: en.txt, which declares all concepts, and one for each further language.
func Load(files map[string]string) (*Lexicon, error) {
	// Approximate sizes, which save growing the maps.
	const words, stems, steps, runs = 11_000, 1_900, 18_000, 1_800
	l := &Lexicon{
		names: slices.Clone(builtinNames[:]), keys: make(map[string]int32, words), stems: make(map[string]int32, stems), shortest: 1 << 10,
		next: make(map[uint64]int32, steps), nodes: make([]node, 1, steps), runs: make(map[string][]Concept, runs), lists: map[string]map[string]bool{},
	}
	numbers := map[string]Concept{}
	room := &text.Doc{}
	order := []string{"en.txt"}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name != "en.txt" {
			order = append(order, name)
		}
	}
	for _, name := range order {
		if err := l.read(files[name], numbers, name == "en.txt", room); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for name, c := range map[string]*Concept{
		"call": &l.call, "tool": &l.tool, "never": &l.never, "must": &l.must, "should": &l.should, "polite": &l.polite, "model": &l.model, "user": &l.user, "this_tool": &l.thisTool,
		"before": &l.before, "when": &l.when, "after": &l.after,
	} {
		*c = numbers[name]
	}
	for c, name := range builtinNames {
		numbers[name] = Concept(c)
	}
	l.numbers = numbers
	return l, nil
}

// read adds a file. Only the first may declare concepts.
func (l *Lexicon) read(data string, numbers map[string]Concept, names bool, room *text.Doc) error {
	n := 0
	for line := range strings.Lines(data) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, phrases, ok := strings.Cut(line, ":")
		if !ok {
			return fmt.Errorf("line %d: want \"concept: phrase, phrase\"", n)
		}
		if name[:1] == "." {
			if l.lists[name] == nil {
				l.lists[name] = map[string]bool{}
			}
			for word := range strings.SplitSeq(phrases, ",") {
				l.lists[name][strings.TrimSpace(word)] = true
			}
			continue
		}
		c, known := numbers[name]
		if !known {
			if !names {
				return fmt.Errorf("line %d: en.txt has no concept %q", n, name)
			}
			if len(l.names) == MaxConcepts {
				return fmt.Errorf("line %d: more than %d concepts", n, MaxConcepts)
			}
			c = Concept(len(l.names))
			numbers[name], l.names = c, append(l.names, name)
		}
		for phrase := range strings.SplitSeq(phrases, ",") {
			if phrase = strings.TrimSpace(phrase); phrase != "" {
				l.add(phrase, c, room)
			}
		}
	}
	return nil
}

// add adds a phrase of a concept.
func (l *Lexicon) add(phrase string, c Concept, room *text.Doc) {
	folded := phrase
	if !plainPhrase(phrase) {
		folded = foldPhrase(phrase, room)
	}
	if r, _ := utf8.DecodeRuneInString(folded); unspaced(r) {
		run := strings.ReplaceAll(folded, " ", "")
		l.runs[run] = append(l.runs[run], c)
		l.longestRun = max(l.longestRun, len(run))
		return
	}
	at := int32(0)
	for word := range strings.FieldsSeq(folded) {
		e := edge(at, l.key(word))
		to, ok := l.next[e]
		if !ok {
			to = int32(len(l.nodes))
			l.nodes[at].leads = true
			l.next[e], l.nodes = to, append(l.nodes, node{})
		}
		at = to
	}
	if n := &l.nodes[at]; at != 0 && !slices.Contains(n.ends, c) {
		n.ends = append(n.ends, c)
	}
}

// foldPhrase folds a phrase like text. A star stays with its word.
func foldPhrase(phrase string, doc *text.Doc) string {
	var words []string
	for word := range strings.FieldsSeq(phrase) {
		bare, star := strings.CutSuffix(word, "*")
		doc.Reset(bare)
		for i := range doc.Words {
			words = append(words, doc.Words[i].Fold)
		}
		if star && len(words) > 0 {
			words[len(words)-1] += "*"
		}
	}
	return strings.Join(words, " ")
}

func (l *Lexicon) key(word string) int32 {
	of := l.keys
	word = oneSpelling(word)
	if stem, ok := strings.CutSuffix(word, "*"); ok {
		of, word = l.stems, stem
		l.shortest, l.longest = min(l.shortest, len(stem)), max(l.longest, len(stem))
	}
	k, ok := of[word]
	if !ok {
		k = int32(len(l.keys) + len(l.stems))
		of[word] = k
	}
	return k
}

// plainPhrase reports whether a phrase folds to itself: small letters and marks in normal form. Latin letters other than ASCII lose accents.
func plainPhrase(s string) bool {
	ascii := true
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z' || r == ' ' || r == '*':
		case r >= 0x0430 && r < 0x1E00 && r != 0x0640 && (unicode.IsLower(r) || unicode.Is(unicode.Lo, r) || unicode.IsMark(r)):
			ascii = false
		default:
			return false
		}
	}
	return ascii || norm.NFKC.IsNormalString(s)
}

// unspaced reports whether a script has no spaces between words: Han, Kana, Thai, Lao, Burmese, Khmer.
func unspaced(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x3FFFF || r >= 0x0E00 && r <= 0x0EFF ||
		r >= 0x1000 && r <= 0x109F || r >= 0x1780 && r <= 0x17FF
}

// keysOf appends the keys of a folded word and of its stems.
func (l *Lexicon) keysOf(keys []int32, word string) []int32 {
	word = oneSpelling(word)
	if k, ok := l.keys[word]; ok {
		keys = append(keys, k)
	}
	for n := l.shortest; n <= min(len(word), l.longest); n++ {
		if k, ok := l.stems[word[:n]]; ok {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		if rest := withoutParticle(word); rest != "" {
			return l.keysOf(keys, rest)
		}
	}
	return keys
}

// oneSpelling replaces letters that are written for one another: Arabic and Persian yeh and kaf, the Ethiopic letters of one sound. It drops
// the Arabic vowel signs and the stretching line.
func oneSpelling(word string) string {
	if word == "" || (word[0] < 0xD8 || word[0] > 0xDB) && word[0] != 0xE1 {
		return word
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == 'ي' || r == 'ى':
			return 'ی'
		case r == 'ك':
			return 'ک'
		case r >= 0x064B && r <= 0x0652 || r == 0x0670 || r == 0x0640:
			return -1
		case r >= 0x1200 && r < 0x1380:
			return ethiopicSound(r)
		}
		return r
	}, word)
}

// ethiopicSound maps a letter to the one that is used most for its sound.
func ethiopicSound(r rune) rune {
	switch {
	case r >= 0x1210 && r <= 0x1216:
		r -= 0x10
	case r >= 0x1280 && r <= 0x1286:
		r -= 0x80
	case r >= 0x1220 && r <= 0x1226:
		r += 0x10
	case r >= 0x12D0 && r <= 0x12D6:
		r -= 0x30
	case r >= 0x1340 && r <= 0x1346:
		r -= 8
	}
	if r == 'ሃ' || r == 'ኣ' {
		r -= 3
	}
	return r
}

// particles are attached to the start of words, by the first byte of the script: Arabic and Ethiopic.
var particles = map[byte][]string{
	0xD8: {"ال", "ب"}, 0xD9: {"و", "ف", "ل"}, 0xDA: {"ک"},
	0xE1: {"የ", "በ", "ለ", "ከ", "ስለ", "እንደ", "ወደ", "እስከ"},
}

// withoutParticle returns a word without the particle attached to it, or an English word without the ending of another language, or "".
func withoutParticle(word string) string {
	const shortest = 4
	if len(word) < shortest+2 {
		return ""
	}
	for _, particle := range particles[word[0]] {
		if rest, ok := strings.CutPrefix(word, particle); ok && (len(rest) >= shortest || rest != "" && rest[0] < utf8.RuneSelf) {
			return rest
		}
	}
	n := 0
	for n < len(word) && word[n] >= 'a' && word[n] <= 'z' {
		n++
	}
	if n >= 3 && n < len(word) && word[n] >= utf8.RuneSelf {
		return word[:n]
	}
	return ""
}

// Name returns the name of a concept, or "" if there is none.
func (l *Lexicon) Name(c Concept) string {
	if int(c) < len(l.names) {
		return l.names[c]
	}
	return ""
}

// Concept returns the number of the concept with that name.
func (l *Lexicon) Concept(name string) (Concept, bool) {
	c, ok := l.numbers[name]
	return c, ok
}

// Concepts returns how many concepts there are.
func (l *Lexicon) Concepts() int { return len(l.names) }

// Listed reports whether a word is in a list: a line of en.txt whose name begins with a dot.
func (l *Lexicon) Listed(list, word string) bool { return l.lists[list][word] }
