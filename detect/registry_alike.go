package detect

import (
	"cmp"
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
	// maxAlike bounds what Alike returns.
	maxAlike = 16
)

// nameForms are the forms in which a name is compared. Tools of one name that have no other of its key between them share them. What
// few names are asked for is read from the name again.
type nameForms struct {
	// name is cut to what is compared.
	name     string
	keyGroup int32
	// variant tells that the base lacks words, skeleton and based that other names may have one of the skeletons, or the base.
	variant, skeleton, based bool
}

func (f *nameForms) words() []string { return NameWords(f.name) }

func (f *nameForms) base() string {
	base, _ := nameBase(f.words())
	return base
}

// alikeIndex finds tools by the forms of their names. It is built on first use, in time linear in the names' length.
type alikeIndex struct {
	once sync.Once
	// forms are those of the names, formOf the index in them of each tool's name; -1 for what has none.
	forms      []nameForms
	formOf     []int32
	byKey      keyGroups
	bySkeleton groups
	byBase     groups
	near       map[int][]int
}

// of returns the forms of the name of tool i, or nil.
func (x *alikeIndex) of(i int) *nameForms {
	if i < 0 || i >= len(x.formOf) || x.formOf[i] < 0 {
		return nil
	}
	return &x.forms[x.formOf[i]]
}

func (r RegistryView) alike() *alikeIndex {
	if r.indexes == nil {
		return &alikeIndex{}
	}
	x := &r.alikes
	x.once.Do(func() { x.build(r) })
	return x
}

func (x *alikeIndex) build(r RegistryView) {
	x.formOf, x.forms = make([]int32, len(r.tools)), make([]nameForms, 0, len(r.tools))
	x.byKey.grow(len(r.tools))
	hashes := make([]formHashes, 0, len(r.tools))
	// last is the form of the last tool of each group of a key.
	var last []int32
	for i := range r.tools {
		x.formOf[i] = -1
		if r.tools[i].Kind != KindTool || r.tools[i].Name == "" {
			continue
		}
		name := cutRunes(r.tools[i].Name, maxNameBytes)
		key := x.byKey.hash(name)
		group, ok := x.byKey.find(key, name)
		switch {
		case ok && x.forms[last[group]].name == name:
			x.formOf[i] = last[group]
		case !ok && !hasWord(name):
			continue
		default:
			if !ok {
				group, last = x.byKey.add(key, name), append(last, 0)
			}
			f := nameForms{name: name, keyGroup: group}
			hashes = append(hashes, f.hash(key, x.byKey.seed))
			x.formOf[i] = int32(len(x.forms))
			last[group] = x.formOf[i]
			x.forms = append(x.forms, f)
		}
		x.byKey.addFirst(group, i, r.serverOf)
	}
	x.sift(hashes)
	for i, at := range x.formOf {
		if at < 0 {
			continue
		}
		f := &x.forms[at]
		if f.skeleton {
			for _, s := range skeletons(f.name) {
				x.bySkeleton.addFirst(x.bySkeleton.group(s), i, r.serverOf)
			}
		}
		if f.based {
			x.byBase.addFirst(x.byBase.group(f.base()), i, r.serverOf)
		}
	}
	x.buildNear()
}

// sift marks the forms that names of several keys may have. One that names of one key alone have finds nothing, and most are such.
func (x *alikeIndex) sift(hashes []formHashes) {
	skeletons, bases := newSieve(4*len(hashes)), newSieve(4*len(hashes))
	for i := range hashes {
		group := x.forms[i].keyGroup
		for _, h := range hashes[i].skeletons[:hashes[i].n] {
			skeletons.add(h, group)
		}
		bases.add(hashes[i].base, group)
	}
	for i := range hashes {
		f := &x.forms[i]
		for _, h := range hashes[i].skeletons[:hashes[i].n] {
			f.skeleton = f.skeleton || skeletons.several(h)
		}
		f.based = bases.several(hashes[i].base)
	}
}

// buildNear finds the names one letter apart by their deletion neighbourhoods: two such names share a form that lacks
// one letter of each, or one is such a form of the other.
func (x *alikeIndex) buildNear() {
	x.near = map[int][]int{}
	room := alikeRooms.Get().(*alikeRoom)
	defer room.free()
	owners, hashes := room.owners[:0], room.hashes[:0]
	for id := range int32(x.byKey.len()) {
		hashes = deletions(hashes, x.byKey.seed, x.byKey.names[id])
		for len(owners) < len(hashes) {
			owners = append(owners, id)
		}
	}
	room.owners, room.hashes = owners, hashes
	shared := room.repeated(hashes)
	slices.SortFunc(shared, func(a, b int32) int {
		if c := cmp.Compare(hashes[a], hashes[b]); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	for from := 0; from < len(shared); {
		to := from + 1
		for to < len(shared) && hashes[shared[to]] == hashes[shared[from]] {
			to++
		}
		if to-from > 1 && to-from <= maxFamily {
			for a := from; a < to; a++ {
				for b := a + 1; b < to; b++ {
					x.meet(owners[shared[a]], owners[shared[b]])
				}
			}
		}
		from = to
	}
	for i := range x.near {
		slices.Sort(x.near[i])
	}
}

// meet notes two groups of names whose keys are one letter apart.
func (x *alikeIndex) meet(a, b int32) {
	i, j := x.byKey.of(a)[0], x.byKey.of(b)[0]
	if oneEdit(NameKey(x.byKey.names[a]), NameKey(x.byKey.names[b])) && !slices.Contains(x.near[i], j) {
		x.near[i], x.near[j] = append(x.near[i], j), append(x.near[j], i)
	}
}

// deletions appends the hashes of the key of a name and of what is left of it without one letter; none for keys that are too short or
// too long. Equal hashes are verified, so collisions do no harm; that there are few is the work of the seed.
func deletions(hashes []uint64, seed maphash.Seed, name string) []uint64 {
	var keyRoom, room [maxNameBytes]byte
	key := appendKey(keyRoom[:0], name)
	if n := utf8.RuneCount(key); n < minEditName || n > maxEditName {
		return hashes
	}
	hashes = append(hashes, maphash.Bytes(seed, key))
	last := rune(-1)
	for at := 0; at < len(key); {
		r, size := utf8.DecodeRune(key[at:])
		if r != last {
			without := append(append(room[:0], key[:at]...), key[at+size:]...)
			hashes = append(hashes, maphash.Bytes(seed, without))
		}
		last, at = r, at+size
	}
	return hashes
}

// Alike returns the tools of other servers whose names are like that of tool i, one for each server and the closest
// likeness first, in a fixed order. Names that three or more servers share are everyday words and give none, and so does a
// tool that does not exist.
func (r RegistryView) Alike(i int) []Alike {
	x := r.alike()
	f := x.of(i)
	if f == nil {
		return nil
	}
	var out []Alike
	add := func(j int, l Likeness, own, other bool) {
		if r.serverOf[j] == r.serverOf[i] || len(out) >= maxAlike {
			return
		}
		for _, a := range out {
			if a.ToolIndex == j {
				return
			}
		}
		out = append(out, Alike{j, l, own, other})
	}
	same := x.byKey.of(f.keyGroup)
	if len(same) < everydayServers {
		for _, j := range same {
			add(j, SameName, false, false)
		}
	}
	if f.skeleton {
		for _, s := range skeletons(f.name) {
			for _, j := range x.bySkeleton.called(s) {
				if x.of(j).keyGroup != f.keyGroup {
					add(j, Confusable, false, false)
				}
			}
		}
	}
	if f.based {
		if group := x.byBase.called(f.base()); len(group) <= everydayServers {
			for _, j := range group {
				if o := x.of(j); o.keyGroup != f.keyGroup {
					add(j, Variant, f.variant, o.variant)
				}
			}
		}
	}
	if len(same) > 0 && len(x.near) > 0 {
		for _, j := range x.near[same[0]] {
			add(j, OneEdit, false, false)
		}
	}
	return out
}

// Called returns the tools whose name is that name, whatever its case and separators: the first one of each server, of at
// most a few servers, in scan order.
func (r RegistryView) Called(name string) []int {
	x := r.alike()
	name = cutRunes(name, maxNameBytes)
	if id, ok := x.byKey.find(x.byKey.hash(name), name); ok {
		return x.byKey.of(id)
	}
	return nil
}

// CalledAs is Called for the name that the words make together.
func (r RegistryView) CalledAs(words []string) []int {
	x := r.alike()
	size := 0
	for _, w := range words {
		if size += len(w) + 1; size > maxNameBytes {
			// What is cut off is in Called.
			return r.Called(strings.Join(words, "_"))
		}
	}
	if id, ok := x.byKey.findBy(x.byKey.hash(words...), func(first string) bool { return sameKey(first, strings.Join(words, "_")) }); ok {
		return x.byKey.of(id)
	}
	return nil
}
