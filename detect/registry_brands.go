package detect

import (
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// maxBranded is how many servers may go by one word before it tells nothing.
const maxBranded = 4

// brandIndex finds servers by the words that a text may call them by.
type brandIndex struct {
	once    sync.Once
	byBrand map[string][]string
	// hashed has a bit for the hash of each word, so that most words of a text cost no look into the map.
	hashed []uint64
	// heads has the first letters of each word.
	heads bitset
}

func (x *brandIndex) build(servers []*serverNames) {
	x.byBrand = map[string][]string{}
	servers = slices.DeleteFunc(slices.Clone(servers), func(s *serverNames) bool { return s.first < 0 })
	slices.SortFunc(servers, func(a, b *serverNames) int { return a.first - b.first })
	for _, s := range servers {
		words := NameWords(ServerName(s.name))
		if len(words) == 0 {
			continue
		}
		for _, w := range append(ServerBrand(s.name), words[0], strings.Join(words, "")) {
			if group := x.byBrand[w]; len(group) <= maxBranded && !slices.Contains(group, s.name) {
				x.byBrand[w] = append(group, s.name)
			}
		}
	}
	// roomy is how many bits each word has.
	const roomy = 16
	n := 1
	for n*64 < roomy*len(x.byBrand) {
		n *= 2
	}
	x.hashed = make([]uint64, n)
	x.heads = newBitset(len(x.byBrand))
	for w := range x.byBrand {
		h := x.hash(w)
		x.hashed[h>>6] |= 1 << (h & 63)
		if head, ok := headOf(w); ok {
			x.heads.add(head)
		}
	}
}

// headOf returns the first three bytes of a word when they are small letters or digits. They are then those of its key, too, and of the
// first of the words that it is joined of.
func headOf(w string) (head uint64, ok bool) {
	if len(w) < 3 {
		return 0, false
	}
	for i := range 3 {
		c := w[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return 0, false
		}
		head = head<<8 | uint64(c)
	}
	return head, true
}

// MayCallServer reports whether a text may call a server by a folded word: it is false only where ServersCalled finds nothing for its
// key, nor for the first of the words that it is joined of.
func (r RegistryView) MayCallServer(folded string) bool {
	if r.indexes == nil {
		return false
	}
	head, ok := headOf(folded)
	return !ok || r.branded().heads.has(head)
}

func (r RegistryView) branded() *brandIndex {
	x := &r.brands
	x.once.Do(func() { x.build(r.indexes.servers) })
	return x
}

func (x *brandIndex) hash(w string) uint64 {
	n := len(w)
	if n == 0 {
		return 0
	}
	h := uint64(n) | uint64(w[0])<<8 | uint64(w[n-1])<<16 | uint64(w[n/2])<<24 | uint64(w[n/3])<<32 | uint64(w[n-1-n/4])<<40
	return h * 0x9E3779B97F4A7C15 >> 32 & uint64(len(x.hashed)*64-1)
}

// ServersCalled returns the servers with that word, in lower case, in their names; none when there are many of them.
func (r RegistryView) ServersCalled(word string) []string {
	if r.indexes == nil {
		return nil
	}
	x := r.branded()
	if h := x.hash(word); x.hashed[h>>6]&(1<<(h&63)) == 0 {
		return nil
	}
	if group := x.byBrand[word]; len(group) <= maxBranded {
		return group
	}
	return nil
}

// FirstOn returns the index of the first tool of the server, or -1.
func (r RegistryView) FirstOn(server string) int {
	if s := r.server(server); s != nil {
		return s.first
	}
	return -1
}

// ServerName is the name of a server without the names of registries and owners before it.
func ServerName(server string) string { return server[strings.LastIndexByte(server, '/')+1:] }

// ServerBrand returns the words of a server's name that tell it from other servers, in lower case.
func ServerBrand(server string) []string {
	var out []string
	for _, w := range NameWords(ServerName(server)) {
		if s := text.Stem(w); !serverWord(w) && !serverWord(s) && !variantWord(w) {
			out = append(out, w)
		}
	}
	return out
}
