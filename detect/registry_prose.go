package detect

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// proseIndex finds tools by what texts say of them. Each part is built when it is first asked.
type proseIndex struct {
	stemsOnce, keysOnce, wordsOnce sync.Once

	// byStems has names of several words by the sums of the hashes of their stems, which are the same in any order.
	byStems keyGroups
	// everyKey holds what alikeIndex.byKey holds, of all servers.
	everyKey map[int32][]int
	wordUse  map[string]int
}

// CalledAnywhere is Called for all servers, however many they are. A server whose tools are not scanned in a row may come twice.
func (r RegistryView) CalledAnywhere(name string) []int {
	if r.indexes == nil {
		return nil
	}
	x := &r.prose
	alike := r.alike()
	x.keysOnce.Do(func() {
		x.everyKey = map[int32][]int{}
		for i := range r.tools {
			f := alike.of(i)
			if f == nil {
				continue
			}
			if all := x.everyKey[f.keyGroup]; len(all) == 0 || r.serverOf[all[len(all)-1]] != r.serverOf[i] {
				x.everyKey[f.keyGroup] = append(all, i)
			}
		}
	})
	name = cutRunes(name, maxNameBytes)
	if id, ok := alike.byKey.find(alike.byKey.hash(name), name); ok {
		return x.everyKey[id]
	}
	return nil
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
	x.stemsOnce.Do(func() { x.groupStems(r) })
	sum := uint64(0)
	for _, w := range words {
		if strings.IndexByte(w, ' ') >= 0 {
			// It is more than one word.
			words = strings.Fields(strings.Join(words, " "))
			return r.CalledInProse(words)
		}
		sum += maphash.String(x.byStems.seed, text.Stem(w))
	}
	if id, ok := x.byStems.findBy(sum, func(first string) bool { return stemKey(NameWords(first)) == stemKey(words) }); ok {
		return x.byStems.of(id)
	}
	return nil
}

// groupStems fills byStems.
func (x *proseIndex) groupStems(r RegistryView) {
	alike := r.alike()
	x.byStems.grow(len(alike.forms))
	// groups are those of the forms.
	groups := make([]int32, len(alike.forms))
	for i := range alike.forms {
		name := alike.forms[i].name
		sum, n := uint64(0), 0
		nameWordsEach(name, func(w string) { sum, n = sum+maphash.String(x.byStems.seed, text.Stem(w)), n+1 })
		if groups[i] = -1; n < 2 {
			continue
		}
		id, ok := x.byStems.findBy(sum, func(first string) bool { return stemKey(NameWords(first)) == stemKey(NameWords(name)) })
		if !ok {
			id = x.byStems.add(sum, name)
		}
		groups[i] = id
	}
	for i, form := range alike.formOf {
		if form >= 0 && groups[form] >= 0 {
			x.byStems.addFirst(groups[form], i, r.serverOf)
		}
	}
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
		for i := range r.tools {
			f := r.alike().of(i)
			if f == nil {
				continue
			}
			for _, w := range f.words() {
				if server, seen := last[w]; !seen || server != r.serverOf[i] {
					last[w] = r.serverOf[i]
					x.wordUse[w]++
				}
			}
		}
	})
	return x.wordUse[word]
}
