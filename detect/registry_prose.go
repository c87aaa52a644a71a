package detect

import (
	"slices"
	"strings"
	"sync"
)

// proseIndex finds tools by what texts say of them, and servers by their brands.
type proseIndex struct {
	once sync.Once
	// byStems has the tools whose names have several words, by stemKey of the words.
	byStems map[string]group
	// byBrand has a tool of each server with that word in its name.
	byBrand map[string]group
}

func (r RegistryView) proseIndex() *proseIndex {
	if r.indexes == nil {
		return &proseIndex{}
	}
	x := &r.prose
	x.once.Do(func() {
		x.byStems, x.byBrand = map[string]group{}, map[string]group{}
		for i := range r.tools {
			name, key := nameOf(&r.tools[i])
			if key == "" {
				continue
			}
			// maxWords is how many words a name has that prose tells in other words.
			const maxWords = 5
			if words := NameWords(name); len(words) > 1 && len(words) <= maxWords {
				k := stemKey(words)
				x.byStems[k] = x.byStems[k].with(i, r.serverOf)
			}
		}
		for n, s := range r.servers {
			for _, i := range s.tools {
				if r.tools[i].Kind != KindTool {
					continue
				}
				for _, w := range ServerBrand(r.servers[n].name) {
					x.byBrand[w] = x.byBrand[w].with(int(i), r.serverOf)
				}
				break
			}
		}
	})
	return x
}

// stemKey is the form in which a name and its words in prose are one: "sending mail", in any order, for send_mail.
func stemKey(words []string) string {
	stems := make([]string, len(words))
	for i, w := range words {
		if stems[i] = Stem(w); stems[i] == "email" {
			stems[i] = "mail"
		}
	}
	slices.Sort(stems)
	return strings.Join(stems, " ")
}

// CalledInProse returns the tools whose names have those words, two or more, in any order and inflection, as CalledAnywhere does.
func (r RegistryView) CalledInProse(words []string) []int {
	if len(words) < 2 {
		return nil
	}
	return r.proseIndex().byStems[stemKey(words)].ints()
}

// ServersCalled returns a tool of each server that has the word, in lower case, in its name and nothing general in it; none when there
// are many of them.
func (r RegistryView) ServersCalled(word string) []int {
	// most is how many servers may go by one word before it tells nothing.
	const most = 4
	if g := r.proseIndex().byBrand[word]; len(g) <= most {
		return g.ints()
	}
	return nil
}
