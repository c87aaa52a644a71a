package detect

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// Likeness says how two names of different servers are alike.
type Likeness uint8

const (
	// SameName is the same name, or one that differs only in case and separators.
	SameName Likeness = iota
	// Confusable names look the same though their letters differ.
	Confusable
	// Variant names are the same less words such as v2, official or enhanced.
	Variant
	// OneEdit names are long and one letter apart.
	OneEdit
)

// Alike is a tool of another server whose name is like that of a tool.
type Alike struct {
	// ToolIndex is the index of the other tool.
	ToolIndex int
	Likeness  Likeness
	// OwnVariant and OtherVariant tell which of the two names has the variant words.
	OwnVariant, OtherVariant bool
}

const (
	// everydayServers is how many servers make a name that they share an everyday word.
	everydayServers = 3
	// minEditName is the shortest name, in runes of its key, of which one letter may be wrong: shorter ones differ by one
	// letter as a matter of course (get_a, get_b).
	minEditName = 6
	// maxEditName bounds the names whose one-letter neighbours are indexed; the index has one entry a letter.
	maxEditName = 64
	// maxFamily is the largest group of names one letter apart that is looked at. Larger ones are numbered families.
	maxFamily = 8
	// portNames is how many names two servers share only when one is a port of the other.
	portNames = 5
	// maxAlike bounds what Alike returns.
	maxAlike = 16
)

// alikeIndex finds tools by the forms of their names. It is built on first use, in time linear in the names' length.
type alikeIndex struct {
	once       sync.Once
	words      [][]string
	keys       []string
	byKey      map[string][]int
	bySkeleton map[string][]int
	byBase     map[string][]int
	byStems    map[string][]int
	// everyKey holds what byKey holds, of all servers.
	everyKey map[string][]int
	near     map[int][]int
	wordUse  map[string]int
	twins    sync.Map
	// byBrand finds servers by the words of their names, firstOf the first tool of each.
	byBrand map[string][]string
	firstOf map[string]int
}

func (r RegistryView) alike() *alikeIndex {
	x := r.alikes
	if x == nil {
		x = &alikeIndex{}
	}
	x.once.Do(func() { x.build(r.tools) })
	return x
}

func (x *alikeIndex) build(tools []ToolView) {
	x.words, x.keys = make([][]string, len(tools)), make([]string, len(tools))
	x.byKey, x.bySkeleton, x.byBase = map[string][]int{}, map[string][]int{}, map[string][]int{}
	x.byStems, x.everyKey = map[string][]int{}, map[string][]int{}
	x.near, x.wordUse = map[int][]int{}, map[string]int{}
	lastServer := map[string]string{}
	for i := range tools {
		if tools[i].Kind != KindTool || tools[i].Name == "" {
			continue
		}
		name := cutRunes(tools[i].Name, maxNameBytes)
		x.words[i], x.keys[i] = NameWords(name), NameKey(name)
		if len(x.words[i]) == 0 {
			continue
		}
		addFirst(x.byKey, x.keys[i], i, tools)
		if all := x.everyKey[x.keys[i]]; len(all) == 0 || tools[all[len(all)-1]].Server != tools[i].Server {
			x.everyKey[x.keys[i]] = append(all, i)
		}
		for _, s := range skeletons(name) {
			addFirst(x.bySkeleton, s, i, tools)
		}
		base, _ := nameBase(x.words[i])
		addFirst(x.byBase, base, i, tools)
		if len(x.words[i]) > 1 {
			addFirst(x.byStems, stemKey(x.words[i]), i, tools)
		}
		for _, w := range x.words[i] {
			if last, seen := lastServer[w]; !seen || last != tools[i].Server {
				lastServer[w] = tools[i].Server
				x.wordUse[w]++
			}
		}
	}
	x.buildNear()
	x.buildBrands(tools)
}

// addFirst adds tool i to the group unless the server is in it already or the group is full: more than an everyday name
// needs is never read.
func addFirst(m map[string][]int, key string, i int, tools []ToolView) {
	group := m[key]
	if len(group) >= everydayServers+1 {
		return
	}
	for _, k := range group {
		if tools[k].Server == tools[i].Server {
			return
		}
	}
	m[key] = append(group, i)
}

// buildNear finds the names one letter apart by their deletion neighbourhoods: two such names share a form that lacks
// one letter of each, or one is such a form of the other.
func (x *alikeIndex) buildNear() {
	type form struct {
		hash uint64
		tool int32
	}
	var forms []form
	for _, i := range firsts(x.byKey) {
		key := []rune(x.keys[i])
		if len(key) < minEditName || len(key) > maxEditName {
			continue
		}
		forms = append(forms, form{hashSkipping(key, -1), int32(i)})
		for k := range key {
			if k == 0 || key[k] != key[k-1] {
				forms = append(forms, form{hashSkipping(key, k), int32(i)})
			}
		}
	}
	slices.SortFunc(forms, func(a, b form) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.tool, b.tool)) })
	for from := 0; from < len(forms); {
		to := from + 1
		for to < len(forms) && forms[to].hash == forms[from].hash {
			to++
		}
		if to-from > 1 && to-from <= maxFamily {
			for a := from; a < to; a++ {
				for b := a + 1; b < to; b++ {
					i, j := int(forms[a].tool), int(forms[b].tool)
					if oneEdit(x.keys[i], x.keys[j]) && !slices.Contains(x.near[i], j) {
						x.near[i], x.near[j] = append(x.near[i], j), append(x.near[j], i)
					}
				}
			}
		}
		from = to
	}
	for i := range x.near {
		slices.Sort(x.near[i])
	}
}

// firsts returns one tool of each group, in scan order.
func firsts(m map[string][]int) []int {
	out := make([]int, 0, len(m))
	for _, group := range m {
		out = append(out, group[0])
	}
	slices.Sort(out)
	return out
}

// hashSkipping is the FNV-1a hash of the runes without rune k. Equal hashes are verified, so collisions do no harm.
func hashSkipping(key []rune, k int) uint64 {
	h := fnvOffset
	for i, r := range key {
		if i != k {
			h = (h ^ uint64(r)) * fnvPrime
		}
	}
	return h
}

// Alike returns the tools of other servers whose names are like that of tool i, one for each server and the closest
// likeness first, in a fixed order. Names that three or more servers share are everyday words and give none, and so does a
// tool that does not exist.
func (r RegistryView) Alike(i int) []Alike {
	x := r.alike()
	if i < 0 || i >= len(x.words) || len(x.words[i]) == 0 {
		return nil
	}
	var out []Alike
	add := func(j int, l Likeness, own, other bool) {
		if r.tools[j].Server == r.tools[i].Server || len(out) >= maxAlike {
			return
		}
		for _, a := range out {
			if a.ToolIndex == j {
				return
			}
		}
		out = append(out, Alike{j, l, own, other})
	}
	if group := x.byKey[x.keys[i]]; len(group) < everydayServers {
		for _, j := range group {
			add(j, SameName, false, false)
		}
	}
	for _, s := range skeletons(r.tools[i].Name) {
		for _, j := range x.bySkeleton[s] {
			if x.keys[j] != x.keys[i] {
				add(j, Confusable, false, false)
			}
		}
	}
	base, own := nameBase(x.words[i])
	if group := x.byBase[base]; len(group) <= everydayServers {
		for _, j := range group {
			_, other := nameBase(x.words[j])
			if x.keys[j] != x.keys[i] {
				add(j, Variant, own, other)
			}
		}
	}
	if group := x.byKey[x.keys[i]]; len(group) > 0 {
		for _, j := range x.near[group[0]] {
			add(j, OneEdit, false, false)
		}
	}
	return out
}

// Called returns the tools whose name is that name, whatever its case and separators: the first one of each server, of at
// most a few servers, in scan order.
func (r RegistryView) Called(name string) []int {
	return r.alike().byKey[NameKey(cutRunes(name, maxNameBytes))]
}

// CalledAnywhere is Called for all servers, however many they are. A server whose tools are not scanned in a row may come twice.
func (r RegistryView) CalledAnywhere(name string) []int {
	return r.alike().everyKey[NameKey(cutRunes(name, maxNameBytes))]
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
func (r RegistryView) CalledInProse(words []string) []int { return r.alike().byStems[stemKey(words)] }

// WordServers returns how many servers have a tool with that word (see NameWords) in its name, at least; tools of one
// server that are not scanned in a row may count twice.
func (r RegistryView) WordServers(word string) int { return r.alike().wordUse[word] }

// Servers returns the number of distinct servers.
func (r RegistryView) Servers() int { return len(r.servers) }

// SameFamily reports whether two servers are one that is configured twice, or two of one family: at least two names, and a
// quarter of the smaller one's, are the same, or five.
func (r RegistryView) SameFamily(a, b string) bool { return r.kinship(a, b).family }

// SameServer reports whether two servers are one that is configured twice, or two editions of it: half of the larger one's
// names are the same. A small server does not become another one by copying a few of its names.
func (r RegistryView) SameServer(a, b string) bool { return r.kinship(a, b).same }

// kinship is how much two servers have in common.
type kinship struct{ family, same bool }

func (r RegistryView) kinship(a, b string) kinship {
	if a > b {
		a, b = b, a
	}
	x := r.alike()
	key := [2]string{a, b}
	if v, ok := x.twins.Load(key); ok {
		rel, _ := v.(kinship)
		return rel
	}
	small, large := r.servers[a], r.servers[b]
	if small == nil || large == nil {
		return kinship{}
	}
	if len(small.tools) > len(large.tools) {
		small, large = large, small
	}
	shared := 0
	for name := range small.tools {
		if large.tools[name] {
			shared++
		}
	}
	rel := kinship{family: shared >= 2 && shared*4 >= small.count || shared >= portNames, same: shared*2 >= max(large.count, 2)}
	x.twins.Store(key, rel)
	return rel
}
