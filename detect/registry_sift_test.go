package detect

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// corpusRegistry has the tools of the corpus side by side: those of each entry on its server, and mixed up on a few servers.
func corpusRegistry(t *testing.T, mixed bool) RegistryView {
	t.Helper()
	files, err := filepath.Glob("../corpus/data/*.jsonl")
	require.NoError(t, err)
	var views []ToolView
	for _, name := range files {
		f, err := os.Open(name)
		require.NoError(t, err)
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			var entry struct {
				Tool     json.RawMessage
				Server   string
				Siblings []json.RawMessage
			}
			if json.Unmarshal(lines.Bytes(), &entry) != nil {
				continue
			}
			for _, raw := range append([]json.RawMessage{entry.Tool}, entry.Siblings...) {
				server := entry.Server
				if mixed {
					server = fmt.Sprint("acme/server-", len(views)*7919%37)
				}
				if v, err := ViewJSON(KindTool, server, raw); err == nil {
					views = append(views, v)
				}
			}
		}
		require.NoError(t, f.Close())
	}
	require.Greater(t, len(views), 500)
	return NewRegistry(views)
}

// TestSieveKeepsWhatIsShared is about what the indexes leave out before they sort: nothing that several owners have.
func TestSieveKeepsWhatIsShared(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 10, 1000} {
		s := newSieve(n)
		owners := map[uint64][]int32{}
		for range n {
			h, owner := r.Uint64N(uint64(n)), int32(r.IntN(5))
			s.add(h, owner)
			if !slices.Contains(owners[h], owner) {
				owners[h] = append(owners[h], owner)
			}
		}
		for h, o := range owners {
			assert.True(t, len(o) < 2 || s.several(h), h)
		}
	}
}

// TestShortcutsOfRegistryHideNothing compares what the indexes of names and words find with what reading everything finds.
func TestShortcutsOfRegistryHideNothing(t *testing.T) {
	for _, mixed := range []bool{false, true} {
		r := corpusRegistry(t, mixed)
		x := r.alike()
		// Names that share a form are marked as such, unless they have one key.
		skeletonsOf, bases := map[string][]string{}, map[string][]string{}
		note := func(m map[string][]string, form, key string) {
			if !slices.Contains(m[form], key) {
				m[form] = append(m[form], key)
			}
		}
		for i := range x.forms {
			f := &x.forms[i]
			for _, s := range skeletons(f.name) {
				note(skeletonsOf, s, NameKey(f.name))
			}
			note(bases, f.base(), NameKey(f.name))
		}
		for i := range x.forms {
			f := &x.forms[i]
			for _, s := range skeletons(f.name) {
				assert.True(t, len(skeletonsOf[s]) < 2 || f.skeleton, s)
			}
			assert.True(t, len(bases[f.base()]) < 2 || f.based, f.base())
		}
		brandsAreFound(t, r)
		keysAreFound(t, r)
	}
}

// brandsAreFound asks for the servers of every word there is.
func brandsAreFound(t *testing.T, r RegistryView) {
	t.Helper()
	r.ServersCalled("")
	for i := range r.tools {
		for _, w := range append(NameWords(r.tools[i].Server), DescriptionWords(r.tools[i])...) {
			want := r.brands.byBrand[w]
			if len(want) > maxBranded {
				want = nil
			}
			assert.Equal(t, want, r.ServersCalled(w), w)
			assert.True(t, len(want) == 0 || r.MayCallServer(w) || len(w) < 3, w)
		}
	}
}

// distinctPairs are the keys of words, each once.
func distinctPairs(words []string) []uint64 {
	var keys []uint64
	for i := 1; i < len(words); i++ {
		keys = append(keys, hashStrings(words[i-1], words[i]))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func hashStrings(a, b string) uint64 {
	h := fnvOffset
	for _, s := range [2]string{a, b} {
		h = hashAdd(fnvAdd(h, s), 0xff)
	}
	return h
}

// keysAreFound compares the index of texts with one that holds all keys.
func keysAreFound(t *testing.T, r RegistryView) {
	t.Helper()
	x := r.texts()
	holders := map[uint64][]int{}
	keys := make([][]uint64, len(r.tools))
	for i := range r.tools {
		if r.tools[i].Kind != KindTool {
			continue
		}
		keys[i] = distinctPairs(DescriptionWords(r.tools[i]))
		for _, k := range keys[i] {
			holders[k] = append(holders[k], i)
		}
	}
	for i := range r.tools {
		want, got := map[int32]int{}, map[int32]int{}
		for _, k := range keys[i] {
			servers := map[int32]int{}
			for _, j := range holders[k] {
				servers[r.serverOf[j]]++
			}
			if len(servers) > everydayServers {
				continue
			}
			held := map[int32]int{}
			for _, j := range holders[k] {
				server := r.serverOf[j]
				if held[server]++; held[server] <= maxOfServer && server != r.serverOf[i] {
					want[int32(j)]++
				}
			}
		}
		x.pairs.each(i, r.serverOf, func(j int32) { got[j]++ })
		assert.Equal(t, want, got, r.tools[i].Name)
		assert.True(t, len(want) == 0 || !x.pairs.alone(i))
	}
}

// TestNeighboursShareADeletion is about names one letter apart: each pair has a hash in common.
func TestNeighboursShareADeletion(t *testing.T) {
	r, seed := rand.New(rand.NewPCG(3, 4)), maphash.MakeSeed()
	names := []string{"searchinvoices", "getall", "\u0441\u043e\u0437\u0434\u0430\u0442\u044c\u0444\u0430\u0439\u043b", "aaaaaaa", strings.Repeat("ab", maxEditName/2-1)}
	for _, name := range names {
		runes := []rune(name)
		for range 200 {
			other := slices.Clone(runes)
			k := r.IntN(len(other))
			switch r.IntN(4) {
			case 0:
				other = slices.Delete(other, k, k+1)
			case 1:
				other = slices.Insert(other, k, 'q')
			case 2:
				other[k] = 'z'
			case 3:
				k = max(k, 1)
				other[k-1], other[k] = other[k], other[k-1]
			}
			a, b := deletions(nil, seed, name), deletions(nil, seed, string(other))
			if len(other) < minEditName || !oneEdit(name, string(other)) {
				continue
			}
			assert.True(t, slices.ContainsFunc(a, func(h uint64) bool { return slices.Contains(b, h) }), "%s %s", name, string(other))
		}
	}
}

// TestIndexOfManyKeepsNoDocs is about the memory of a large registry.
func TestIndexOfManyKeepsNoDocs(t *testing.T) {
	x := &textIndex{most: 100}
	v, err := ViewJSON(KindTool, "s", []byte(`{"name":"x","description":"Prints the label of a parcel."}`))
	require.NoError(t, err)
	assert.NotEmpty(t, x.pairsOf(&v, false))
	assert.Equal(t, x.pairsOf(&v, true), x.pairsOf(&v, false))
	assert.Empty(t, x.pairsOf(&ToolView{}, false))
}

// TestKeyHashIsThatOfTheKey compares what is hashed on the way with the hash of the whole key.
func TestKeyHashIsThatOfTheKey(t *testing.T) {
	names := []string{"", "_", "page_size", "PageSize", "a-b.c", "caf\u00e9_Bar", "\u0421\u043e\u0437\u0434\u0430\u0442\u044c", "x\xff\u212ay", "tab\there", "\u2010"}
	for _, a := range names {
		for _, b := range names {
			assert.Equal(t, hashStrings(NameKey(a), NameKey(b)), hashAdd(keyHash(hashAdd(keyHash(fnvOffset, a), 0xff), b), 0xff), "%q %q", a, b)
		}
	}
}

// akinPlainly is Akin by counting what each two tools share.
func akinPlainly(r RegistryView, i int) []int {
	x := r.texts()
	pairs, params := map[int]int{}, map[int]int{}
	x.pairs.each(i, r.serverOf, func(j int32) { pairs[int(j)]++ })
	x.params.each(i, r.serverOf, func(j int32) { params[int(j)]++ })
	var out []int
	for j := range r.tools {
		if pairs[j] >= minAkinPairs || params[j] >= minAkinParameters {
			out = append(out, j)
		}
	}
	weight := func(j int) int { return pairs[j] + 3*params[j] }
	slices.SortStableFunc(out, func(a, b int) int { return weight(b) - weight(a) })
	return out[:min(len(out), maxAkin)]
}

func TestAkinIsTheMostAkin(t *testing.T) {
	for _, mixed := range []bool{false, true} {
		r := corpusRegistry(t, mixed)
		found := 0
		for i := range r.tools {
			if r.tools[i].Kind != KindTool {
				assert.Nil(t, r.Akin(i))
				continue
			}
			want := akinPlainly(r, i)
			found += len(want)
			assert.Equal(t, want, r.Akin(i), r.tools[i].Name)
		}
		assert.Positive(t, found)
	}
}

// BenchmarkAkin builds the index of texts of two servers with nearly the same tools, and asks it for each of them.
func BenchmarkAkin(b *testing.B) {
	const n = 4_000
	views := make([]ToolView, n)
	for i := range views {
		v, err := ViewJSON(KindTool, fmt.Sprint("s", i%2), fmt.Appendf(nil, `{"name":"get_item_%d","description":"Gets item number %d of the warehouse by its identifier and returns what is known of it, as JSON."}`, i, i/2))
		require.NoError(b, err)
		views[i] = v
	}
	b.ReportAllocs()
	for b.Loop() {
		r := NewRegistry(views)
		for i := range views {
			r.Akin(i)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/tool")
}
