package check

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// toolFacts are what comparing a tool with others asks of it, each read once however many it is compared with.
type toolFacts struct {
	tool detect.ToolView
	// words are detect.DescriptionWords in their order, set the different ones in rising order, pairs the neighbours among them.
	words, set, pairs []string
	params            map[string]string
	// steers is selfPromotes.
	steers bool
	// forked is saysFork.
	forked bool
	// lead are the keys of the words that namesBrand reads.
	lead map[string]bool
}

// factsOf returns the facts of tool i of the registry, or of a tool that is in none.
func factsOf(reg detect.RegistryView, i int, tool detect.ToolView) *toolFacts {
	return reg.OfTool(i, func() any {
		// The view of the registry: that of an inspection holds what was derived in it, and must not outlive it.
		f := &toolFacts{tool: reg.Tool(i), words: detect.DescriptionWords(tool), params: detect.Parameters(tool), steers: selfPromotes(tool), lead: leadKeys(tool)}
		f.set = distinctWords(f.words)
		f.pairs = wordPairs(f.words)
		f.forked = saysFork(tool)
		return f
	}).(*toolFacts)
}

func distinctWords(words []string) []string {
	set := slices.Clone(words)
	slices.Sort(set)
	return slices.Compact(set)
}

// wordPairs returns the pairs of neighbouring words, in rising order.
func wordPairs(words []string) []string {
	pairs := make([]string, 0, len(words))
	for i := 1; i < len(words); i++ {
		pairs = append(pairs, words[i-1]+" "+words[i])
	}
	slices.Sort(pairs)
	return slices.Compact(pairs)
}

// common counts the words that two rising lists have in common.
func common(a, b []string) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := strings.Compare(a[i], b[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}

// has reports whether the rising list holds the word.
func has(set []string, w string) bool {
	_, found := slices.BinarySearch(set, w)
	return found
}

// serverFacts are what comparing a server with others asks of its name.
type serverFacts struct {
	name string
	// key and skeleton are of the whole name, short is the key of what stands behind its owner.
	key, skeleton, short string
	// words are those behind the owner, brand the ones that tell it from other servers, joined all of these in one.
	words, brand []string
	joined       string
	// distinct are the words of the brand that are distinctive, own those that are of no trade.
	distinct, own []string
	// telling is set when joined is no everyday word.
	telling bool
	// all is the number of words of the whole name.
	all int
}

func factsOfServer(reg detect.RegistryView, server string) *serverFacts {
	return reg.OfServer(server, func() any { return newServerFacts(server) }).(*serverFacts)
}

func newServerFacts(server string) *serverFacts {
	short := detect.ServerName(server)
	f := &serverFacts{
		name: server, key: detect.NameKey(server), skeleton: detect.NameSkeleton(server), short: detect.NameKey(short),
		words: detect.NameWords(short), brand: detect.ServerBrand(server), all: len(detect.NameWords(server)),
	}
	for _, w := range f.brand {
		if distinctive(w) {
			f.distinct = append(f.distinct, w)
		}
		if len(w) > 3 && !everydayWords[text.Stem(w)] && !actions[w] {
			f.own = append(f.own, w)
		}
	}
	f.joined = strings.Join(f.brand, "")
	f.telling = len(f.brand) > 0 && len(f.joined) >= minBrand && !everydayWords[text.Stem(f.joined)]
	return f
}

// ownWord reports whether the server's name has a name of its own that is none of the words.
func (f *serverFacts) ownWord(words []string) bool {
	return slices.ContainsFunc(f.own, func(w string) bool { return !slices.Contains(words, w) })
}
