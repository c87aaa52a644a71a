package detect

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode/utf8"
)

// Likeness says how two names of different servers are alike.
type Likeness uint8

const (
	// SameName is a name that differs at most in case and separators.
	SameName Likeness = iota
	// Confusable names look the same but have different characters.
	Confusable
	// Variant names are the same without words such as v2, official or enhanced.
	Variant
	// OneEdit names are long and one edit apart.
	OneEdit
)

// Alike is a tool of another server with a similar name.
type Alike struct {
	// ToolIndex is the index of the other tool.
	ToolIndex int
	Likeness  Likeness
	// OwnVariant and OtherVariant say which of the two names has the variant words.
	OwnVariant, OtherVariant bool
}

const (
	// minEditName is the shortest key, in runes, compared by edit distance: shorter names often differ by one letter (get_a, get_b).
	minEditName = 6
	// maxEditName bounds the keys indexed by edit distance; the index has one entry a letter.
	maxEditName = 64
	// maxNumbered bounds a group of names one letter apart. Larger ones are numbered families.
	maxNumbered = 8
	// maxAlike bounds the result of Alike, maxOfForm the part of it that is alike in one way.
	maxAlike, maxOfForm = 16, 8
)

// nameIndex finds tools by the forms of their names. Apart from sorting it is built in linear time.
type nameIndex struct {
	// forms has the forms of each tool's name.
	forms []nameForms
	// groups finds tools by a form of their name.
	groups [kindsOfForm]map[string]group
	// neighbors has the keys that are one edit from a key.
	neighbors map[string][]string
}

// formKind is a form of a name by which tools are found.
type formKind uint8

const (
	// byKey is NameKey, bySkeleton each of skeletons, byBase nameBase.
	byKey formKind = iota
	bySkeleton
	byBase
	// byStems is the stemKey of a name of several words.
	byStems
	// byBrand is a word of the server's name, which finds one tool of each server.
	byBrand
	kindsOfForm
)

// nameForms are the compared forms of a tool's name; all are empty for other kinds.
type nameForms struct {
	key, base string
	skeletons []string
	variant   bool
}

func newNameIndex(r RegistryView) *nameIndex {
	x := &nameIndex{forms: make([]nameForms, len(r.tools))}
	for kind := range x.groups {
		x.groups[kind] = map[string]group{}
	}
	add := func(kind formKind, form string, i int) {
		x.groups[kind][form] = x.groups[kind][form].add(i, r.serverOf)
	}
	var keys []string
	for i := range r.tools {
		name := truncate(r.tools[i].Name, maxNameBytes)
		key := NameKey(name)
		if key == "" || r.tools[i].Kind != KindTool || r.tools[i].NameUnknown {
			continue
		}
		words, f := NameWords(name), &x.forms[i]
		f.key, f.skeletons = key, skeletons(name)
		f.base, f.variant = nameBase(words)
		if x.groups[byKey][key] == nil {
			keys = append(keys, key)
		}
		add(byKey, key, i)
		for _, s := range f.skeletons {
			add(bySkeleton, s, i)
		}
		add(byBase, f.base, i)
		// maxWords is the most words of a name that prose paraphrases.
		const maxWords = 5
		if len(words) > 1 && len(words) <= maxWords {
			add(byStems, stemKey(words), i)
		}
	}
	for _, s := range r.servers {
		if k := slices.IndexFunc(s.tools, func(i int) bool { return r.tools[i].Kind == KindTool }); k >= 0 {
			for _, w := range ServerBrand(s.name) {
				add(byBrand, w, s.tools[k])
			}
		}
	}
	x.buildNeighbors(keys)
	return x
}

// buildNeighbors finds keys one edit apart by their deletion neighbourhoods: two such keys share a form that lacks one letter of each, or
// one is such a form of the other.
func (x *nameIndex) buildNeighbors(keys []string) {
	x.neighbors = map[string][]string{}
	seed := maphash.MakeSeed()
	n := len(keys)
	for _, key := range keys {
		n += min(len(key), maxEditName)
	}
	all := make([]hashEntry, 0, n)
	for id, key := range keys {
		all = deletions(all, seed, key, id)
	}
	for same := range shared(all) {
		if len(same) > maxNumbered {
			continue
		}
		for k, a := range same {
			for _, b := range same[k+1:] {
				x.link(keys[a.owner], keys[b.owner])
			}
		}
	}
	for key := range x.neighbors {
		slices.Sort(x.neighbors[key])
	}
}

// link records two keys that are one edit apart.
func (x *nameIndex) link(a, b string) {
	if OneEditApart(a, b) && !slices.Contains(x.neighbors[a], b) {
		x.neighbors[a], x.neighbors[b] = append(x.neighbors[a], b), append(x.neighbors[b], a)
	}
}

// deletions appends the hashes of a key and of the key without each of its letters; none for keys that are too short or too long. Matches
// are compared afterwards, so hash collisions do no harm.
func deletions(all []hashEntry, seed maphash.Seed, key string, id int) []hashEntry {
	if n := utf8.RuneCountInString(key); n < minEditName || n > maxEditName {
		return all
	}
	all = append(all, hashEntry{maphash.String(seed, key), id})
	var room [maxEditName * utf8.UTFMax]byte
	last := rune(-1)
	for at, r := range key {
		if r != last {
			without := append(append(room[:0], key[:at]...), key[at+utf8.RuneLen(r):]...)
			all = append(all, hashEntry{maphash.Bytes(seed, without), id})
		}
		last = r
	}
	return all
}

// Alike returns the tools of other servers with names like that of tool i, the closest likeness first, in a fixed order.
func (r RegistryView) Alike(i int) []Alike {
	if i < 0 || i >= len(r.tools) {
		return nil
	}
	x := r.names()
	f := &x.forms[i]
	if f.key == "" {
		return nil
	}
	var out []Alike
	add := func(kind formKind, form string, l Likeness) {
		left := maxOfForm
		for _, j := range x.groups[kind][form] {
			if r.serverOf[j] == r.serverOf[i] || slices.ContainsFunc(out, func(a Alike) bool { return a.ToolIndex == j }) {
				continue
			}
			if l != SameName && x.forms[j].key == f.key {
				continue
			}
			if left--; left < 0 || len(out) >= maxAlike {
				return
			}
			out = append(out, Alike{ToolIndex: j, Likeness: l, OwnVariant: l == Variant && f.variant, OtherVariant: l == Variant && x.forms[j].variant})
		}
	}
	add(byKey, f.key, SameName)
	for _, s := range f.skeletons {
		add(bySkeleton, s, Confusable)
	}
	add(byBase, f.base, Variant)
	for _, k := range x.neighbors[f.key] {
		add(byKey, k, OneEdit)
	}
	return out
}

// NamedLike returns the tools with that name in any case and with any separators: the first of each server, of at most maxGroup servers,
// in scan order.
func (r RegistryView) NamedLike(name string) []int {
	return r.index().names().groups[byKey][NameKey(truncate(name, maxNameBytes))]
}

// stemKey normalises the words of a name and of prose, in any order and inflection: "sending mail" matches send_mail.
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

// NamedByWords returns the tools whose names have those two or more words, in any order and inflection, limited like NamedLike.
func (r RegistryView) NamedByWords(words []string) []int {
	if len(words) < 2 {
		return nil
	}
	return r.index().names().groups[byStems][stemKey(words)]
}

// ServersNamed returns one tool of each server that has the lower-case word in its ServerBrand, or none if there are too many.
func (r RegistryView) ServersNamed(word string) []int {
	// most is the number of servers that may share a distinctive word.
	const most = 4
	if g := r.index().names().groups[byBrand][word]; len(g) <= most {
		return g
	}
	return nil
}
