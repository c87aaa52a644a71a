package detect

import (
	"cmp"
	"slices"
	"sync"
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

// nameForms are the forms in which a name is compared. Tools of one name share them.
type nameForms struct {
	words     []string
	key       string
	skeletons []string
	base      string
	// variant tells that base lacks words, skeleton and based that other names have one of the skeletons, or the base.
	variant, skeleton, based bool
	keyGroup                 int32
}

// alikeIndex finds tools by the forms of their names. It is built on first use, in time linear in the names' length.
type alikeIndex struct {
	once sync.Once
	// forms are those of each tool's name; nil for what has none.
	forms      []*nameForms
	byKey      groups
	bySkeleton groups
	byBase     groups
	near       map[int][]int
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
	x.forms = make([]*nameForms, len(r.tools))
	names := make(map[string]*nameForms, len(r.tools))
	var distinct []*nameForms
	for i := range r.tools {
		if r.tools[i].Kind != KindTool || r.tools[i].Name == "" {
			continue
		}
		f, seen := names[r.tools[i].Name]
		if !seen {
			f = formsOf(r.tools[i].Name)
			names[r.tools[i].Name] = f
			if f != nil {
				f.keyGroup = x.byKey.group(f.key)
				distinct = append(distinct, f)
			}
		}
		if x.forms[i] = f; f != nil {
			x.byKey.addFirst(f.keyGroup, i, r.serverOf)
		}
	}
	// A form that names of one key alone have finds nothing, and most forms are such.
	skeletons, bases := newSieve(2*len(distinct)), newSieve(len(distinct))
	for _, f := range distinct {
		for _, s := range f.skeletons {
			skeletons.add(fnvAdd(fnvOffset, s), f.keyGroup)
		}
		bases.add(fnvAdd(fnvOffset, f.base), f.keyGroup)
	}
	for _, f := range distinct {
		for _, s := range f.skeletons {
			f.skeleton = f.skeleton || skeletons.several(fnvAdd(fnvOffset, s))
		}
		f.based = bases.several(fnvAdd(fnvOffset, f.base))
	}
	for i, f := range x.forms {
		if f != nil && f.skeleton {
			for _, s := range f.skeletons {
				x.bySkeleton.addFirst(x.bySkeleton.group(s), i, r.serverOf)
			}
		}
		if f != nil && f.based {
			x.byBase.addFirst(x.byBase.group(f.base), i, r.serverOf)
		}
	}
	x.buildNear()
}

// formsOf returns the forms of a name, or nil when it has no words.
func formsOf(name string) *nameForms {
	name = cutRunes(name, maxNameBytes)
	f := &nameForms{words: NameWords(name), key: NameKey(name)}
	if len(f.words) == 0 {
		return nil
	}
	f.skeletons = skeletons(name)
	f.base, f.variant = nameBase(f.words)
	return f
}

// buildNear finds the names one letter apart by their deletion neighbourhoods: two such names share a form that lacks
// one letter of each, or one is such a form of the other.
func (x *alikeIndex) buildNear() {
	type form struct {
		hash uint64
		tool int32
	}
	x.near = map[int][]int{}
	var hashes []uint64
	each := func(visit func(hash uint64, tool int32)) {
		for id := range int32(x.byKey.len()) {
			tool := x.byKey.of(id)[0]
			hashes = deletions(hashes[:0], x.forms[tool].key)
			for _, h := range hashes {
				visit(h, int32(tool))
			}
		}
	}
	n := 0
	each(func(uint64, int32) { n++ })
	shared := newSieve(n)
	each(shared.add)
	var forms []form
	each(func(hash uint64, tool int32) {
		if shared.several(hash) {
			forms = append(forms, form{hash, tool})
		}
	})
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
					if oneEdit(x.forms[i].key, x.forms[j].key) && !slices.Contains(x.near[i], j) {
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

// deletions appends the hashes of a key and of what is left of it without one letter; none for keys that are too short or too long.
// Equal hashes are verified, so collisions do no harm.
func deletions(hashes []uint64, key string) []uint64 {
	var runes [maxEditName]rune
	n := 0
	for _, r := range key {
		if n == maxEditName {
			return hashes
		}
		runes[n] = r
		n++
	}
	if n < minEditName {
		return hashes
	}
	// A polynomial in base, so that the hash of what stands before a letter and that of what stands behind it make that of both.
	const base = fnvPrime<<20 | 0x2545F4914F6CDD1D
	var head, power [maxEditName + 1]uint64
	power[0] = 1
	for i, r := range runes[:n] {
		head[i+1], power[i+1] = head[i]*base+uint64(r)+1, power[i]*base
	}
	hashes = append(hashes, head[n])
	tail := uint64(0)
	for k := n - 1; k >= 0; k-- {
		if k == 0 || runes[k] != runes[k-1] {
			hashes = append(hashes, head[k]*power[n-1-k]+tail)
		}
		tail += (uint64(runes[k]) + 1) * power[n-1-k]
	}
	return hashes
}

// Alike returns the tools of other servers whose names are like that of tool i, one for each server and the closest
// likeness first, in a fixed order. Names that three or more servers share are everyday words and give none, and so does a
// tool that does not exist.
func (r RegistryView) Alike(i int) []Alike {
	x := r.alike()
	if i < 0 || i >= len(x.forms) || x.forms[i] == nil {
		return nil
	}
	f := x.forms[i]
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
		for _, s := range f.skeletons {
			for _, j := range x.bySkeleton.called(s) {
				if x.forms[j].key != f.key {
					add(j, Confusable, false, false)
				}
			}
		}
	}
	if f.based {
		if group := x.byBase.called(f.base); len(group) <= everydayServers {
			for _, j := range group {
				if x.forms[j].key != f.key {
					add(j, Variant, f.variant, x.forms[j].variant)
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
	return r.alike().byKey.called(NameKey(cutRunes(name, maxNameBytes)))
}
