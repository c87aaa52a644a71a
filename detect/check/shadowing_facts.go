package check

import (
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// toolFacts are what comparing a tool with others asks of it, each read once however many it is compared with.
type toolFacts struct {
	tool detect.ToolView
	// name are the words of its name, everyday is everydayName of it.
	name     []string
	everyday bool
	// words are detect.DescriptionWords in their order, set the different ones.
	words []string
	set   hashedWords
	// steers is selfPromotes.
	steers bool
	// forked is saysFork.
	forked bool
	// lead are the words that namesBrand reads.
	lead leadKeys

	paired, asked sync.Once
	pairs         hashedWords
	params        map[string]string
}

// factsOf returns the facts of tool i of the registry, or of a tool that is in none.
func factsOf(reg detect.RegistryView, i int, tool detect.ToolView) *toolFacts {
	return reg.OfTool(i, func() any {
		// The view of the registry: that of an inspection holds what was derived in it, and must not outlive it. What is read of the
		// prepared text is read now, since it is prepared again where it is asked for later.
		f := &toolFacts{tool: reg.Tool(i), name: detect.NameWords(tool.Name), words: detect.DescriptionWords(tool), steers: selfPromotes(tool), forked: saysFork(tool), lead: newLeadKeys(tool)}
		f.everyday = everydayWordsOnly(f.name)
		f.set = newHashedWords(f.words)
		return f
	}).(*toolFacts)
}

// parameters returns detect.Parameters of the tool.
func (f *toolFacts) parameters() map[string]string {
	f.asked.Do(func() { f.params = detect.Parameters(f.tool) })
	return f.params
}

// neighbours returns the pairs of words that stand side by side.
func (f *toolFacts) neighbours() *hashedWords {
	f.paired.Do(func() { f.pairs = newHashedWords(wordPairs(f.words)) })
	return &f.pairs
}

// wordPairs returns each two words that stand side by side.
func wordPairs(words []string) []string {
	if len(words) < 2 {
		return nil
	}
	// Each pair is a part of the whole.
	all := strings.Join(words, " ")
	pairs := make([]string, 0, len(words)-1)
	at := 0
	for i := 1; i < len(words); i++ {
		behind := at + len(words[i-1]) + 1
		pairs = append(pairs, all[at:behind+len(words[i])])
		at = behind
	}
	return pairs
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
