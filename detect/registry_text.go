package detect

import (
	"cmp"
	"slices"
)

const (
	// maxServersPerKey is how many servers may share a key before it is boilerplate; maxToolsPerServer is how many tools of one server
	// are kept for a key.
	maxServersPerKey, maxToolsPerServer = 4, 4
	// maxKeys bounds the keys of all tools: 64 MB.
	maxKeys = 4_000_000
	// pairWeight and parameterWeight are the weights of a shared pair of words or parameter; tools with minWeight are compared.
	pairWeight, parameterWeight, minWeight = 1, 2, 3
	// maxSimilar bounds the result of Similar.
	maxSimilar = 8
)

// textIndex finds tools with similar descriptions or parameters: one key for each pair of neighbouring words and for each parameter.
type textIndex struct {
	// keysOf has the keys of each tool that other servers share; toolsByKey has the tools of each key.
	keysOf     [][]uint64
	toolsByKey map[uint64][]int
}

// keysPerTool is how many keys of each tool are compared: all of them, up to some 10,000 tools. Beyond that, the lowest hashes are a
// sample that is the same for equal texts, so copies are still found.
func keysPerTool(tools int) int { return max(maxKeys/max(tools, 1), minWeight) }

// newTextIndex compares at most that many keys of each tool.
func newTextIndex(r RegistryView, most int) *textIndex {
	x := &textIndex{make([][]uint64, len(r.tools)), map[uint64][]int{}}
	// few is a typical number of keys.
	const few = 40
	all := make([]hashEntry, 0, min(most, few)*len(r.tools))
	var keys []uint64
	for i := range r.tools {
		if r.tools[i].Kind != KindTool {
			continue
		}
		keys = textKeys(keys[:0], &r.tools[i])
		slices.Sort(keys)
		keys = slices.Compact(keys)
		for _, k := range keys[:min(len(keys), most)] {
			all = append(all, hashEntry{k, i})
		}
	}
	for entries := range shared(all) {
		x.addKey(entries, r.serverOf)
	}
	return x
}

// addKey records the tools of one key, unless one server or too many servers have it. Only the first few tools of each server are kept,
// so that no server crowds out another.
func (x *textIndex) addKey(entries []hashEntry, serverOf []int) {
	if first := serverOf[entries[0].owner]; !slices.ContainsFunc(entries, func(e hashEntry) bool { return serverOf[e.owner] != first }) {
		return
	}
	count := map[int]int{}
	var tools []int
	for _, e := range entries {
		s := serverOf[e.owner]
		if count[s]++; count[s] <= maxToolsPerServer {
			tools = append(tools, e.owner)
		}
	}
	if len(count) > maxServersPerKey {
		return
	}
	x.toolsByKey[entries[0].hash] = tools
	for _, e := range entries {
		x.keysOf[e.owner] = append(x.keysOf[e.owner], e.hash)
	}
}

// parameterBit is set in the keys of parameters only.
const parameterBit = 1

// textKeys appends the hashes of each pair of neighbouring words of the description, and of the parameters with their descriptions. The
// hash is fixed, so that the sample is the same in every scan.
func textKeys(keys []uint64, t *ToolView) []uint64 {
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
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Role == RoleParameterDescription && !f.Output && n < most {
			keys = append(keys, fnvAdd(hash(NameKey(f.Parameter)), NameKey(truncate(f.Text, maxNameBytes)))|parameterBit)
			n++
		}
	}
	return keys
}

// Similar returns the tools of other servers whose descriptions or parameters have much in common with those of tool i, most first, in a
// fixed order.
func (r RegistryView) Similar(i int) []int {
	if i < 0 || i >= len(r.tools) || r.tools[i].Kind != KindTool {
		return nil
	}
	x := r.texts()
	if len(x.keysOf[i]) == 0 {
		return nil
	}
	weight := map[int]int{}
	for _, k := range x.keysOf[i] {
		w := pairWeight
		if k&parameterBit != 0 {
			w = parameterWeight
		}
		for _, j := range x.toolsByKey[k] {
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
