package detect

import (
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// proseIndex finds tools by what texts say of them. Each part is built when it is first asked.
type proseIndex struct {
	stemsOnce, keysOnce, wordsOnce sync.Once

	byStems groups
	// everyKey holds what alikeIndex.byKey holds, of all servers.
	everyKey map[string][]int
	wordUse  map[string]int
}

// CalledAnywhere is Called for all servers, however many they are. A server whose tools are not scanned in a row may come twice.
func (r RegistryView) CalledAnywhere(name string) []int {
	if r.indexes == nil {
		return nil
	}
	x := &r.prose
	x.keysOnce.Do(func() {
		x.everyKey = map[string][]int{}
		for i, f := range r.alike().forms {
			if f == nil {
				continue
			}
			if all := x.everyKey[f.key]; len(all) == 0 || r.serverOf[all[len(all)-1]] != r.serverOf[i] {
				x.everyKey[f.key] = append(all, i)
			}
		}
	})
	return x.everyKey[NameKey(cutRunes(name, maxNameBytes))]
}

// stemKey is the form in which a name and its words in prose are one: "sending e-mail", in any order, for send_mail.
func stemKey(words []string) string {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = text.Stem(w)
	}
	slices.Sort(stems)
	return strings.Join(stems, " ")
}

// CalledInProse returns the tools whose names have those words, in any order and inflection, as Called does.
func (r RegistryView) CalledInProse(words []string) []int {
	if r.indexes == nil {
		return nil
	}
	x := &r.prose
	x.stemsOnce.Do(func() {
		ids := map[*nameForms]int32{}
		for i, f := range r.alike().forms {
			if f == nil || len(f.words) < 2 {
				continue
			}
			id, ok := ids[f]
			if !ok {
				id = x.byStems.group(stemKey(f.words))
				ids[f] = id
			}
			x.byStems.addFirst(id, i, r.serverOf)
		}
	})
	return x.byStems.called(stemKey(words))
}

// WordServers returns how many servers have a tool with that word (see NameWords) in its name, at least; tools of one
// server that are not scanned in a row may count twice.
func (r RegistryView) WordServers(word string) int {
	if r.indexes == nil {
		return 0
	}
	x := &r.prose
	x.wordsOnce.Do(func() {
		x.wordUse = map[string]int{}
		last := map[string]int32{}
		for i, f := range r.alike().forms {
			if f == nil {
				continue
			}
			for _, w := range f.words {
				if server, seen := last[w]; !seen || server != r.serverOf[i] {
					last[w] = r.serverOf[i]
					x.wordUse[w]++
				}
			}
		}
	})
	return x.wordUse[word]
}
