package detect

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
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
	// OwnVariant and OtherVariant say which of the two names has the variant words.
	OwnVariant, OtherVariant bool
}

const (
	// minEditName is the shortest name, in runes of its key, of which one letter may be wrong: shorter ones differ by one
	// letter as a matter of course (get_a, get_b).
	minEditName = 6
	// maxEditName bounds the names whose one-letter neighbours are indexed; the index has one entry a letter.
	maxEditName = 64
	// maxNumbered is the largest group of names one letter apart that is looked at. Larger ones are numbered families.
	maxNumbered = 8
	// maxAlike bounds what Alike returns, maxOfForm how many of it are alike in one way.
	maxAlike, maxOfForm = 16, 8
)

// nameIndex finds tools by the forms of their names. It is built on first use, in time linear in the names' length but for sorting.
type nameIndex struct {
	once sync.Once
	// forms has the forms of each tool's name.
	forms []nameForms
	// byKey, byLooks and byBase have the tools by NameKey, by each of skeletons, and by nameBase.
	byKey, byLooks, byBase map[string]group
	// near has the keys that are one letter from a key.
	near map[string][]string
	// byStems has the tools whose names have several words, by stemKey of the words, and byBrand one of each server with that word in its name.
	byStems, byBrand map[string]group
}

func (r RegistryView) nameIndex() *nameIndex {
	if r.indexes == nil {
		return &nameIndex{}
	}
	x := &r.names
	x.once.Do(func() { x.build(r) })
	return x
}

// nameForms are the forms of a name as far as it is compared: its key, "" for what is no tool, its skeletons and its base.
type nameForms struct {
	key, base string
	looks     []string
	variant   bool
}

func (x *nameIndex) build(r RegistryView) {
	x.byKey, x.byLooks, x.byBase = make(map[string]group, len(r.tools)), make(map[string]group, len(r.tools)), make(map[string]group, len(r.tools))
	x.byStems, x.byBrand = map[string]group{}, map[string]group{}
	x.forms = make([]nameForms, len(r.tools))
	var keys []string
	for i := range r.tools {
		name := cutRunes(r.tools[i].Name, maxNameBytes)
		key := NameKey(name)
		if key == "" || r.tools[i].Kind != KindTool || r.tools[i].namedAtRunTime() {
			continue
		}
		words, f := NameWords(name), &x.forms[i]
		f.key, f.looks = key, skeletons(name)
		f.base, f.variant = nameBase(words)
		before := len(x.byKey[key])
		x.byKey[key] = x.byKey[key].with(i, r.serverOf)
		if before == 0 {
			keys = append(keys, key)
		}
		for _, s := range f.looks {
			x.byLooks[s] = x.byLooks[s].with(i, r.serverOf)
		}
		x.byBase[f.base] = x.byBase[f.base].with(i, r.serverOf)
		// maxWords is how many words a name has that prose puts in other words.
		const maxWords = 5
		if len(words) > 1 && len(words) <= maxWords {
			k := stemKey(words)
			x.byStems[k] = x.byStems[k].with(i, r.serverOf)
		}
	}
	for _, s := range r.servers {
		if k := slices.IndexFunc(s.tools, func(i int) bool { return r.tools[i].Kind == KindTool }); k >= 0 {
			for _, w := range ServerBrand(s.name) {
				x.byBrand[w] = x.byBrand[w].with(s.tools[k], r.serverOf)
			}
		}
	}
	x.buildNear(keys)
}

// buildNear finds the keys one letter apart by their deletion neighbourhoods: two such keys share a form that lacks
// one letter of each, or one is such a form of the other.
func (x *nameIndex) buildNear(keys []string) {
	x.near = map[string][]string{}
	seed := maphash.MakeSeed()
	n := len(keys)
	for _, key := range keys {
		n += min(len(key), maxEditName)
	}
	all := make([]hashed, 0, n)
	for id, key := range keys {
		all = deletions(all, seed, key, id)
	}
	for same := range shared(all, func(id int) int { return id }) {
		if len(same) > maxNumbered {
			continue
		}
		for k, a := range same {
			for _, b := range same[k+1:] {
				x.meet(keys[a.of], keys[b.of])
			}
		}
	}
	for key := range x.near {
		slices.Sort(x.near[key])
	}
}

// meet notes two keys that are one letter apart.
func (x *nameIndex) meet(a, b string) {
	if OneEditApart(a, b) && !slices.Contains(x.near[a], b) {
		x.near[a], x.near[b] = append(x.near[a], b), append(x.near[b], a)
	}
}

// deletions appends the hashes of a key and of what is left of it without one letter; none for keys that are too short or too long. What they find is compared, so that equal hashes of
// different words do no harm.
func deletions(all []hashed, seed maphash.Seed, key string, id int) []hashed {
	if n := utf8.RuneCountInString(key); n < minEditName || n > maxEditName {
		return all
	}
	all = append(all, hashed{maphash.String(seed, key), id})
	var room [maxEditName * utf8.UTFMax]byte
	last := rune(-1)
	for at, r := range key {
		if r != last {
			without := append(append(room[:0], key[:at]...), key[at+utf8.RuneLen(r):]...)
			all = append(all, hashed{maphash.Bytes(seed, without), id})
		}
		last = r
	}
	return all
}

// Alike returns the tools of other servers whose names are like that of tool i, one for each server and the closest
// likeness first, in a fixed order. A tool that does not exist gives none.
func (r RegistryView) Alike(i int) []Alike {
	if i < 0 || i >= len(r.tools) {
		return nil
	}
	x := r.nameIndex()
	f := &x.forms[i]
	if f.key == "" {
		return nil
	}
	var out []Alike
	add := func(g group, l Likeness, own bool) {
		left := maxOfForm
		for _, j := range g {
			if r.serverOf[j] == r.serverOf[i] || slices.ContainsFunc(out, func(a Alike) bool { return a.ToolIndex == j }) {
				continue
			}
			if l != SameName && x.forms[j].key == f.key {
				continue
			}
			if left--; left < 0 || len(out) >= maxAlike {
				return
			}
			out = append(out, Alike{ToolIndex: j, Likeness: l, OwnVariant: own, OtherVariant: l == Variant && x.forms[j].variant})
		}
	}
	add(x.byKey[f.key], SameName, false)
	for _, s := range f.looks {
		add(x.byLooks[s], Confusable, false)
	}
	add(x.byBase[f.base], Variant, f.variant)
	for _, k := range x.near[f.key] {
		add(x.byKey[k], OneEdit, false)
	}
	return out
}

// CalledAnywhere returns the tools whose name is that name, whatever its case and separators: the first one of each server, of at
// most maxGroup servers, in scan order.
func (r RegistryView) CalledAnywhere(name string) []int {
	return r.nameIndex().byKey[NameKey(cutRunes(name, maxNameBytes))]
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
	return r.nameIndex().byStems[stemKey(words)]
}

// ServersCalled returns a tool of each server that has the word, in lower case, in its name and nothing general in it; none when there
// are many of them.
func (r RegistryView) ServersCalled(word string) []int {
	// most is how many servers may share one word before it means nothing.
	const most = 4
	if g := r.nameIndex().byBrand[word]; len(g) <= most {
		return g
	}
	return nil
}
