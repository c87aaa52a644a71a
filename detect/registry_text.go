package detect

import (
	"cmp"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/org/mcp-lint/detect/text"
)

const (
	// maxTextWords bounds the words of a description that are compared: beyond them copies have shown themselves.
	maxTextWords = 400
	// maxOfServer is how many tools of one server are looked up by one pair of words or parameter.
	maxOfServer = 8
	// maxKeys bounds the pairs of words, or parameters, of all tools: 64 MB.
	maxKeys = 4_000_000
	// minAkinPairs and minAkinParameters are how many pairs of words, or parameters, two tools have in common to be looked at.
	minAkinPairs, minAkinParameters = 3, 2
	// maxAkin bounds what Akin returns.
	maxAkin = 8
	// maxKeptDocs is how many tools the index prepares for good: of all tools of a large registry it would be most of the memory.
	maxKeptDocs = 4096
)

// textIndex finds tools whose descriptions or parameters are alike. It is built on first use: one entry for each pair of
// neighbouring words and for each parameter, in time linear in the texts' length but for the sorting of what texts share.
type textIndex struct {
	once          sync.Once
	pairs, params keyIndex
	// most is how many keys of a tool are compared.
	most int
	// tallies are those that no goroutine counts with.
	tallies sync.Pool
}

// keyIndex has the tools of each key, in the order of the keys: those of one key are a run.
type keyIndex struct {
	tools []int32
	// runs are where runs begin in tools, with where the last one ends.
	runs []int32
	// of has the runs of each tool's keys: those of tool i are of[at[i]:at[i+1]].
	of, at []int32
}

type keyEntry struct {
	hash uint64
	tool int32
}

func (r RegistryView) texts() *textIndex {
	x := &r.textual
	x.once.Do(func() { x.index(r, mostKeys(len(r.tools))) })
	return x
}

func (x *textIndex) index(r RegistryView, most int) {
	x.most = most
	pairs, params := make([][]uint64, len(r.tools)), make([][]uint64, len(r.tools))
	inParallel(len(r.tools), func(i int) {
		if t := &r.tools[i]; t.Kind == KindTool {
			pairs[i], params[i] = x.pairsOf(t, i < maxKeptDocs), x.paramsOf(t)
		}
	})
	x.pairs, x.params = newKeyIndex(pairs, r.serverOf), newKeyIndex(params, r.serverOf)
}

// inParallel calls f for 0 to n-1, on as many goroutines as may run at once. Where f panics it is called once more by the caller, whose
// panic it is then.
func inParallel(n int, f func(i int)) {
	// batch is how many indexes a goroutine takes at a time.
	const batch = 64
	workers := min(runtime.GOMAXPROCS(0), (n+batch-1)/batch)
	if workers < 2 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	failed := make(chan int, workers)
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			at := 0
			defer func() {
				if recover() != nil {
					failed <- at
				}
			}()
			for from := int(next.Add(batch)) - batch; from < n; from = int(next.Add(batch)) - batch {
				for at = from; at < min(from+batch, n); at++ {
					f(at)
				}
			}
		}()
	}
	wg.Wait()
	if len(failed) > 0 {
		f(<-failed)
	}
}

// mostKeys is how many keys of a tool are compared when there are that many tools: all of them, up to some 10,000 tools. Of more
// tools, the keys with the lowest hashes are: a sample that is the same for equal texts, so that copies are still found.
func mostKeys(tools int) int { return max(maxKeys/max(tools, 1), minAkinPairs) }

// pairsOf returns the keys of a tool's description. What was prepared of it for that is kept for the tool's inspection, or let go.
func (x *textIndex) pairsOf(t *ToolView, keep bool) []uint64 {
	i := t.FieldAt("/description")
	switch {
	case i < 0:
		return nil
	case keep:
		return x.lowest(pairKeys(t.Doc(i)))
	}
	room := rooms.Get().(*text.Room)
	keys := x.lowest(pairKeys(room.NewDoc(t.Fields[i].Text)))
	room.Reset()
	rooms.Put(room)
	return keys
}

// rooms lends memory for texts that are let go at once.
var rooms = sync.Pool{New: func() any { return &text.Room{} }}

func (x *textIndex) paramsOf(t *ToolView) []uint64 { return x.lowest(parameterKeys(t)) }

// lowest returns as many of the keys as are compared: all of them, some more than once, or the lowest ones, without holding on to the
// others.
func (x *textIndex) lowest(keys []uint64) []uint64 {
	if len(keys) <= x.most {
		return keys
	}
	slices.Sort(keys)
	if keys = slices.Compact(keys); len(keys) <= x.most {
		return keys
	}
	return slices.Clone(keys[:x.most])
}

// holding are the first servers that have a key, and how many they are, at most one more than are kept.
type holding struct {
	servers [everydayServers]int32
	n       uint8
}

func (h *holding) add(server int32) {
	switch n := int(h.n); {
	case slices.Contains(h.servers[:min(n, everydayServers)], server):
	case n < everydayServers:
		h.servers[n] = server
		h.n++
	case n == everydayServers:
		h.n++
	}
}

// newKeyIndex indexes the tools by their keys. What only one server has is left out, and so is what many have: boilerplate. Of each
// server, only the first few tools with a key are kept, so that none crowds out another.
func newKeyIndex(keysOf [][]uint64, serverOf []int32) keyIndex {
	n := 0
	for _, keys := range keysOf {
		n += len(keys)
	}
	// Most keys are of one server. They are sifted out before anything is sorted.
	owners := newSieve(n)
	for i, keys := range keysOf {
		for _, k := range keys {
			owners.add(k, serverOf[i])
		}
	}
	entries := sortedEntries(keysOf, owners)
	x := keyIndex{at: make([]int32, len(keysOf)+1)}
	// Of what is kept, entries holds the tools with their runs in place of the hashes.
	kept := entries[:0]
	for from := 0; from < len(entries); {
		hash, to := entries[from].hash, from+1
		for to < len(entries) && entries[to].hash == hash {
			to++
		}
		var h holding
		for _, e := range entries[from:to] {
			if h.add(serverOf[e.tool]); h.n > everydayServers {
				break
			}
		}
		if h.n >= 2 && h.n <= everydayServers {
			var held [everydayServers]int
			run := uint64(len(x.runs))
			x.runs = append(x.runs, int32(len(x.tools)))
			for _, e := range entries[from:to] {
				k := slices.Index(h.servers[:], serverOf[e.tool])
				if held[k]++; held[k] <= maxOfServer {
					x.tools = append(x.tools, e.tool)
				}
				kept = append(kept, keyEntry{run, e.tool})
				x.at[e.tool+1]++
			}
		}
		from = to
	}
	x.runs = append(x.runs, int32(len(x.tools)))
	x.tools = slices.Clone(x.tools)
	for i := 1; i < len(x.at); i++ {
		x.at[i] += x.at[i-1]
	}
	x.of = make([]int32, len(kept))
	next := slices.Clone(x.at)
	for _, e := range kept {
		x.of[next[e.tool]] = int32(e.hash)
		next[e.tool]++
	}
	return x
}

// sortedEntries returns the keys that several servers may have, with their tools: those of one key in a row, in the order of the tools.
// It sorts by buckets, in time linear in their number.
func sortedEntries(keysOf [][]uint64, owners *sieve) []keyEntry {
	n := 0
	for _, keys := range keysOf {
		for _, k := range keys {
			if owners.several(k) {
				n++
			}
		}
	}
	// roomy is how many entries a bucket has, about.
	const roomy = 4
	shift := uint(bits.LeadingZeros64(uint64(n / roomy)))
	bucket := func(hash uint64) uint64 { return hash * sieveFactor >> shift }
	at := make([]int32, 1<<(64-shift)+1)
	for _, keys := range keysOf {
		for _, k := range keys {
			if owners.several(k) {
				at[bucket(k)+1]++
			}
		}
	}
	for i := 1; i < len(at); i++ {
		at[i] += at[i-1]
	}
	entries := make([]keyEntry, n)
	for i, keys := range keysOf {
		for _, k := range keys {
			if owners.several(k) {
				b := bucket(k)
				entries[at[b]] = keyEntry{k, int32(i)}
				at[b]++
			}
		}
	}
	// Each bucket ends where the next one began. A tool may have a key more than once.
	from := int32(0)
	for _, to := range at {
		if to-from > 1 {
			slices.SortFunc(entries[from:to], func(a, b keyEntry) int {
				if c := cmp.Compare(a.hash, b.hash); c != 0 {
					return c
				}
				return cmp.Compare(a.tool, b.tool)
			})
		}
		from = to
	}
	return slices.Compact(entries)
}

// each calls visit for the tools of other servers that share a key with tool i, once for each key.
func (x *keyIndex) each(i int, serverOf []int32, visit func(tool int32)) {
	for _, run := range x.of[x.at[i]:x.at[i+1]] {
		for _, j := range x.tools[x.runs[run]:x.runs[run+1]] {
			if serverOf[j] != serverOf[i] {
				visit(j)
			}
		}
	}
}

// pairKeys returns the hashes of each two words that stand side by side in what is compared of a description.
func pairKeys(doc *text.Doc) []uint64 {
	keys := make([]uint64, 0, min(len(doc.Words), maxTextWords))
	// last is the hash of the last word, with which that of a pair begins.
	last, n := uint64(0), 0
	eachDocWord(doc, func(w string) bool {
		alone, pair := fnvOffset, last
		for i := range len(w) {
			alone, pair = hashAdd(alone, w[i]), hashAdd(pair, w[i])
		}
		if n++; n > 1 {
			keys = append(keys, hashAdd(pair, 0xff))
		}
		last = hashAdd(alone, 0xff)
		return n < maxTextWords
	})
	return keys
}

// parameterKeys are the names of the tool's parameters with what is said of them.
func parameterKeys(t *ToolView) []uint64 {
	// most bounds the parameters that are compared.
	const most = 64
	var keys []uint64
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Role == RoleParameterDescription && !f.Output && len(keys) < most {
			keys = append(keys, hashAdd(keyHash(hashAdd(keyHash(fnvOffset, f.Parameter), 0xff), cutRunes(f.Text, maxNameBytes)), 0xff))
		}
	}
	return keys
}

func hashAdd(h uint64, c byte) uint64 { return (h ^ uint64(c)) * fnvPrime }

// keyHash adds NameKey of a name to a hash.
func keyHash(h uint64, name string) uint64 {
	start := h
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
			h = hashAdd(h, c+'a'-'A')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			h = hashAdd(h, c)
		case c >= 0x80:
			h = start
			key := NameKey(name)
			for k := range len(key) {
				h = hashAdd(h, key[k])
			}
			return h
		}
	}
	return h
}

// Akin returns the tools of other servers whose descriptions or parameters have much in common with those of tool i, the most
// akin first, in a fixed order.
func (r RegistryView) Akin(i int) []int {
	if i < 0 || i >= len(r.tools) || r.tools[i].Kind != KindTool {
		return nil
	}
	x := r.texts()
	if x.pairs.alone(i) && x.params.alone(i) {
		return nil
	}
	t, _ := x.tallies.Get().(*tally)
	if t == nil {
		t = &tally{shared: make([]shares, len(r.tools))}
	}
	x.pairs.each(i, r.serverOf, func(j int32) { t.of(j).pairs++ })
	x.params.each(i, r.serverOf, func(j int32) { t.of(j).params++ })
	var most [maxAkin + 1]int
	n := 0
	for _, j := range t.seen {
		c := t.shared[j]
		if c.pairs < minAkinPairs && c.params < minAkinParameters {
			continue
		}
		at := n
		for ; at > 0 && t.akin(j, int32(most[at-1])); at-- {
			most[at] = most[at-1]
		}
		if most[at] = int(j); n < maxAkin {
			n++
		}
	}
	t.clear()
	x.tallies.Put(t)
	if n == 0 {
		return nil
	}
	return slices.Clone(most[:n])
}

// shares are how many pairs of words and parameters a tool has in common with another.
type shares struct{ pairs, params uint16 }

// tally counts what tools have in common with one.
type tally struct {
	shared []shares
	// seen are the tools that have something.
	seen []int32
}

func (t *tally) of(j int32) *shares {
	c := &t.shared[j]
	if *c == (shares{}) {
		t.seen = append(t.seen, j)
	}
	return c
}

// akin reports whether tool j comes before tool k.
func (t *tally) akin(j, k int32) bool {
	a, b := t.shared[j], t.shared[k]
	return cmp.Or(cmp.Compare(int(b.pairs)+3*int(b.params), int(a.pairs)+3*int(a.params)), cmp.Compare(j, k)) < 0
}

func (t *tally) clear() {
	for _, j := range t.seen {
		t.shared[j] = shares{}
	}
	t.seen = t.seen[:0]
}

// alone reports whether tool i shares no key with another server's.
func (x *keyIndex) alone(i int) bool { return x.at[i] == x.at[i+1] }

// Parameters returns the names of the tool's parameters, as keys of NameKey, with what is said of them.
func Parameters(t ToolView) map[string]string {
	m := map[string]string{}
	for i := range t.Fields {
		switch f := &t.Fields[i]; {
		case f.Output:
		case f.Role == RoleParameterName:
			if k := NameKey(f.Text); m[k] == "" {
				m[k] = ""
			}
		case f.Role == RoleParameterDescription:
			m[NameKey(f.Parameter)] = NameKey(cutRunes(f.Text, maxNameBytes))
		}
	}
	return m
}

// nameRune reports whether a character outside of ASCII is part of a name's words: no separator and nothing invisible.
func nameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
