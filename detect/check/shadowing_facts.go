package check

import (
	"cmp"
	_ "embed" // the words of names are data
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/internal/lazy"
)

//go:embed data/everyday_names.txt
var everydayNamesText string

// everydayWords are the stems of common words of tool names.
var everydayWords = sync.OnceValue(func() map[string]bool {
	stems := map[string]bool{}
	for line := range strings.Lines(everydayNamesText) {
		for w := range strings.FieldsSeq(line) {
			if !strings.HasPrefix(line, "#") {
				stems[detect.Stem(w)] = true
			}
		}
	}
	return stems
})

// everydayName reports whether all words of a name are common or very short.
func everydayName(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return len(w) > 2 && !everydayWords()[detect.Stem(w)] })
}

// toolFacts is what comparisons need to know of a tool, computed once.
type toolFacts struct {
	tool   detect.ToolView
	server serverFacts
	// name has the words of the name, everyday is set if two servers may choose it by chance.
	name     []string
	everyday bool
	// words are the distinct words of the description, pairs its pairs of neighbours, both sorted; properNames are written like product
	// names.
	words       []string
	pairs       [][2]string
	properNames map[string]bool
	// params are sorted by name, sensitive are the names of those for sensitive data.
	params    []param
	sensitive []string
	fork      bool
	// orders are the sentences with orders or promotion.
	orders func() map[string]bool
}

type param struct{ key, description string }

// toolMemo caches results for a tool as long as the registry exists.
type toolMemo struct {
	analysisOnce, factsOnce sync.Once
	analysis                *analysis
	facts                   *toolFacts
}

func memoOf(reg detect.RegistryView, i int) *toolMemo {
	return reg.ToolMemo(i, func() any { return &toolMemo{} }).(*toolMemo)
}

// forkWords matches descriptions of forks.
var forkWords = lazy.Regexp(`(?i)\b(?:fork|forked|port|ported) (?:of|from)\b|\bcommunity (?:build|edition|fork|version|port)\b`)

// factsOf returns the facts of tool i. They outlive the inspection, so they are computed from the registry's view.
func factsOf(reg detect.RegistryView, i int) *toolFacts {
	k := memoOf(reg, i)
	k.factsOnce.Do(func() { k.facts = newFacts(reg.Tool(i), reg) })
	return k.facts
}

func newFacts(t detect.ToolView, reg detect.RegistryView) *toolFacts {
	f := &toolFacts{
		tool: t, server: newServerFacts(t.Server), name: detect.NameWords(t.Name), words: detect.DescriptionWords(t), properNames: map[string]bool{},
	}
	f.everyday = everydayName(f.name)
	f.pairs = make([][2]string, len(f.words))
	for i, w := range f.words {
		if f.pairs[i][1] = w; i > 0 {
			f.pairs[i][0] = f.words[i-1]
		}
	}
	slices.SortFunc(f.pairs, comparePairs)
	f.pairs = slices.Compact(f.pairs)
	slices.Sort(f.words)
	f.words = slices.Compact(f.words)
	for key, said := range detect.Parameters(t) {
		f.params = append(f.params, param{key, said})
		if slices.ContainsFunc(sensitiveWords, func(w string) bool { return strings.Contains(key, w) }) {
			f.sensitive = append(f.sensitive, key)
		}
	}
	slices.SortFunc(f.params, compareParams)
	const most = 4096
	head := t.Description[:min(len(t.Description), most)]
	eachName(head, func(w string) {
		if w[0] >= 'A' && w[0] <= 'Z' || strings.ContainsAny(w, "-_") {
			f.properNames[detect.NameKey(w)] = true
		}
	})
	f.fork = forkWords().MatchString(head) || slices.ContainsFunc(f.server.words, func(w string) bool { return w == "fork" || w == "forked" })
	f.orders = sync.OnceValue(func() map[string]bool { return ordersOf(t, reg) })
	return f
}

func comparePairs(a, b [2]string) int {
	return cmp.Or(strings.Compare(a[0], b[0]), strings.Compare(a[1], b[1]))
}

func compareParams(a, b param) int { return strings.Compare(a.key, b.key) }

func (f *toolFacts) hasWord(w string) bool {
	_, ok := slices.BinarySearch(f.words, w)
	return ok
}

// eachName calls visit for words of ASCII letters, digits, underscores and inner hyphens.
func eachName(s string, visit func(w string)) {
	inName := func(i int) bool {
		return i < len(s) && (s[i] == '_' || s[i] >= '0' && s[i] <= '9' || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z')
	}
	for i := 0; i < len(s); i++ {
		from := i
		for inName(i) || i > from && i < len(s) && s[i] == '-' && inName(i+1) {
			i++
		}
		if i > from {
			visit(s[from:i])
		}
	}
}

// promotes are the concepts of a sentence that praises a tool or runs others down.
var promotes = conceptRule{{"promote", "disparage"}, {"any_tool", "this_tool", "OWN", "tool", "ACTION", "PROSE"}}

// ordersOf returns the sentences with orders or promotion, except about the server's own other tools.
func ordersOf(t detect.ToolView, reg detect.RegistryView) map[string]bool {
	orders := map[string]bool{}
	for _, s := range analyze(t, reg).sentences {
		sibling := slices.ContainsFunc(s.referents, func(r reading.Referent) bool { return r.Ref == reading.RefSibling })
		if !sibling && (s.grade >= model.Likely || promotes.matches(&s.present)) {
			orders[t.Fields[s.field].Text[s.from:s.to]] = true
		}
	}
	return orders
}

// ordersMoreThan reports whether f has an order that other lacks. The same words in both are the same, whatever they refer to there.
func (f *toolFacts) ordersMoreThan(other *toolFacts) bool {
	// few is how many orders are looked for in the other description, which may be long.
	const few = 64
	theirs := other.orders()
	for s := range f.orders() {
		if !theirs[s] && (len(theirs) > few || !strings.Contains(other.tool.Description, s)) {
			return true
		}
	}
	return false
}

// sensitiveWords are parts of the names of sensitive parameters.
var sensitiveWords = strings.Fields(`password token cookie secret login credential apikey account address pin session conversation history iban webhook upload mirror
	callback transcript privatekey`)

// asksMoreThan reports whether f has a sensitive parameter that other lacks.
func (f *toolFacts) asksMoreThan(other *toolFacts) bool {
	return slices.ContainsFunc(f.sensitive, func(key string) bool {
		_, ok := slices.BinarySearchFunc(other.params, param{key: key}, compareParams)
		return !ok
	})
}

// namesBrand reports whether the description names the server's brand.
func (f *toolFacts) namesBrand(s *serverFacts) bool {
	return len(s.key) >= minBrand && f.properNames[s.key] || slices.ContainsFunc(s.own, func(w string) bool { return f.properNames[w] })
}

// containsOwnName reports whether a word that other lacks is part of the tool's or server's name.
func (f *toolFacts) containsOwnName(other *toolFacts) bool {
	key := detect.NameKey(f.tool.Name) + " " + detect.NameKey(f.tool.Server)
	return slices.ContainsFunc(f.words, func(w string) bool {
		return len(w) > 2 && !other.hasWord(w) && strings.Contains(key, detect.NameKey(w))
	})
}

// misspells reports whether the first different word of f's name looks like a misspelling of the other's: it is neither common nor in the
// description, and the other's is.
func (f *toolFacts) misspells(other *toolFacts) bool {
	for k, w := range f.name[:min(len(f.name), len(other.name))] {
		if w != other.name[k] {
			wrong, right := detect.Stem(w), detect.Stem(other.name[k])
			return len(w) > 3 && wrong != right && !everydayWords()[wrong] && !f.hasWord(wrong) && (everydayWords()[right] || f.hasWord(right))
		}
	}
	return false
}

// serverFacts is what comparisons need to know of a server's name.
type serverFacts struct {
	name string
	// key and looks are NameKey and NameSkeleton of the name without its owner.
	key, looks string
	// words are its words, own the distinctive ones.
	words, own []string
}

// minBrand is the shortest distinctive word, in bytes.
const minBrand = 5

// maxServerName bounds the compared part of a name, in bytes.
const maxServerName = 256

func newServerFacts(server string) serverFacts {
	short := detect.ServerName(server)
	short = short[:min(len(short), maxServerName)]
	f := serverFacts{name: short, key: detect.NameKey(short), looks: detect.NameSkeleton(short), words: detect.NameWords(short)}
	for _, w := range detect.ServerBrand(short) {
		if len(w) >= minBrand && !everydayWords()[detect.Stem(w)] {
			f.own = append(f.own, w)
		}
	}
	return f
}

// serverLikeness says how two servers' names are alike.
type serverLikeness uint8

const (
	serversUnrelated serverLikeness = iota
	// sameVendor names start with a vendor and continue with a product each.
	sameVendor
	// serverEdition names contain the other's distinctive word.
	serverEdition
	// serverLookAlike names look the same.
	serverLookAlike
)

func likenessOf(a, b *serverFacts) serverLikeness {
	switch {
	case a.key == b.key || min(len(a.key), len(b.key)) < minBrand:
		return serversUnrelated
	case a.looks == b.looks:
		return serverLookAlike
	case commonVendor(a, b):
		return sameVendor
	}
	for _, v := range a.own {
		if slices.ContainsFunc(b.own, func(w string) bool { return v == w || len(v) > minBrand && detect.OneEditApart(v, w) }) {
			return serverEdition
		}
	}
	return serversUnrelated
}

// commonVendor reports whether two servers' names share a distinctive first part and continue with different distinctive words.
func commonVendor(a, b *serverFacts) bool {
	k := 0
	for k < min(len(a.words), len(b.words)) && a.words[k] == b.words[k] {
		k++
	}
	branded := func(w string) bool { return len(detect.ServerBrand(w)) > 0 }
	i, j := slices.IndexFunc(a.words[k:], branded), slices.IndexFunc(b.words[k:], branded)
	if i < 0 || j < 0 || !slices.ContainsFunc(a.words[:k], func(w string) bool { return len(w) > 3 && branded(w) }) {
		return false
	}
	x, y := a.words[k+i], b.words[k+j]
	return !detect.OneEditApart(x, y) && detect.NameSkeleton(x) != detect.NameSkeleton(y)
}

// ascii reports whether a name has only ASCII characters and symbols such as emoji.
func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return r >= 0x80 && !unicode.Is(unicode.So, r) && !unicode.Is(unicode.Variation_Selector, r)
	}) < 0
}

// oddName matches digits inside a word, which may replace letters, and a capital I among small letters, which may replace an l.
var oddName = lazy.Regexp(`[A-Za-z][0-9]+[a-z]|(?:^|[-_.])[0-9]+[a-z]|^[^A-Z]*_[^A-Z]*I[a-z][^A-Z]*$|^[^A-Z]*I[a-z][^A-Z]*_[^A-Z]*$`)
