package detect

import (
	"cmp"
	"slices"
	"sync"
)

const (
	// maxSharing is how many servers may share a pair of words, or a parameter, before it is boilerplate; maxOfServer is how many tools of
	// one server are looked up by one.
	maxSharing, maxOfServer = 4, 4
	// maxKeys bounds the keys of all tools: 64 MB.
	maxKeys = 4_000_000
	// pairWeight and parameterWeight are what a pair of words, or a parameter, that two tools have in common weighs, minWeight what makes
	// them worth a comparison.
	pairWeight, parameterWeight, minWeight = 1, 2, 3
	// maxSimilar bounds what Similar returns.
	maxSimilar = 8
)

// textIndex finds tools whose descriptions or parameters are alike. It is built on first use: one key for each pair of
// neighbouring words and for each parameter.
type textIndex struct {
	once sync.Once
	// keysOf has the keys of each tool that tools of other servers have, too; sharing has those tools.
	keysOf  [][]uint64
	sharing map[uint64][]int
}

func (r RegistryView) textIndex() *textIndex {
	x := &r.texts
	x.once.Do(func() { x.build(r, mostKeys(len(r.tools))) })
	return x
}

// mostKeys is how many keys of a tool are compared when there are that many tools: all of them, up to some 10,000 tools. Of more
// tools, the keys with the lowest hashes are: a sample that is the same for equal texts, so that copies are still found.
func mostKeys(tools int) int { return max(maxKeys/max(tools, 1), minWeight) }

func (x *textIndex) build(r RegistryView, most int) {
	x.keysOf, x.sharing = make([][]uint64, len(r.tools)), map[uint64][]int{}
	// few is how many keys most tools have.
	const few = 40
	all := make([]hashed, 0, min(most, few)*len(r.tools))
	var keys []uint64
	for i := range r.tools {
		if r.tools[i].Kind != KindTool {
			continue
		}
		keys = textKeys(keys[:0], &r.tools[i])
		slices.Sort(keys)
		keys = slices.Compact(keys)
		for _, k := range keys[:min(len(keys), most)] {
			all = append(all, hashed{k, i})
		}
	}
	for entries := range shared(all, func(i int) int { return r.serverOf[i] }) {
		x.share(entries, r.serverOf)
	}
}

// share notes the tools of one key. What one server alone has is left out, and so is what many have. Of each server, only the first few
// tools are kept, so that none crowds out another.
func (x *textIndex) share(entries []hashed, serverOf []int) {
	if first := serverOf[entries[0].of]; !slices.ContainsFunc(entries, func(e hashed) bool { return serverOf[e.of] != first }) {
		return
	}
	count := map[int]int{}
	var tools []int
	for _, e := range entries {
		s := serverOf[e.of]
		if count[s]++; count[s] <= maxOfServer {
			tools = append(tools, e.of)
		}
		if len(count) > maxSharing {
			return
		}
	}
	x.sharing[entries[0].hash] = tools
	for _, e := range entries {
		x.keysOf[e.of] = append(x.keysOf[e.of], e.hash)
	}
}

// parameterBit is set in the keys of parameters and in no others.
const parameterBit = 1

// textKeys appends the hashes of each two words that stand side by side in a description, and of the parameters with what is said of them.
// They are the same in every scan, and so is what is kept of many.
func textKeys(keys []uint64, t *ToolView) []uint64 {
	// most bounds the parameters that are compared.
	const most = 64
	hash := func(a string) uint64 { return fnvAdd(fnvAdd(fnvOffset, a), "\x00") }
	last := uint64(0)
	eachWord(t.Description, func(w string) bool {
		if last != 0 {
			keys = append(keys, fnvAdd(last, w)&^parameterBit)
		}
		last = hash(w)
		return len(keys) < maxTextWords
	})
	n := 0
	var room [maxNameBytes]byte
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Role == RoleParameterDescription && !f.Output && n < most {
			keys = append(keys, fnvAdd(hash(NameKey(f.Parameter)), appendNameKey(room[:0], cutRunes(f.Text, maxNameBytes), 0))|parameterBit)
			n++
		}
	}
	return keys
}

// Similar returns the tools of other servers whose descriptions or parameters have much in common with those of tool i, those with most
// first, in a fixed order.
func (r RegistryView) Similar(i int) []int {
	if i < 0 || i >= len(r.tools) || r.tools[i].Kind != KindTool {
		return nil
	}
	x := r.textIndex()
	if len(x.keysOf[i]) == 0 {
		return nil
	}
	weight := map[int]int{}
	for _, k := range x.keysOf[i] {
		w := pairWeight
		if k&parameterBit != 0 {
			w = parameterWeight
		}
		for _, j := range x.sharing[k] {
			if r.serverOf[j] != r.serverOf[i] {
				weight[j] += w
			}
		}
	}
	var found []int
	for j, w := range weight {
		if w >= minWeight {
			found = append(found, j)
		}
	}
	slices.SortFunc(found, func(a, b int) int { return cmp.Or(cmp.Compare(weight[b], weight[a]), cmp.Compare(a, b)) })
	return found[:min(len(found), maxSimilar)]
}
