package detect

import (
	"hash/maphash"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect/text"
)

// strangeNames are names that each rule of the forms is about, and parts to make more of.
var strangeNames = []string{
	"", "_", "-a-", "get_file", "getFile", "GetFILE2", "get_file_v2", "official_search", "search", "official", "search_files2", "search_files10", "x2", "l0g_fIight",
	"log_fl1ght", "s3nd", "s3", "I", "aIb", "v2", "best_of_2", "caf\u00e9_Bar", "\u0421\u043e\u0437\u0434\u0430\u0442\u044c", "x\xff\u212ay", "tab\there", "\u2010", "a\x10b", "a\x00b", "00s", "4aa", "a44b",
	"k", "\u212a", strings.Repeat("ab", 40), strings.Repeat("x", 64), "aaaaaaa", "the_the_the",
}

// manyNames puts odd names together at random.
func manyNames() []string {
	names := slices.Clone(strangeNames)
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		var b strings.Builder
		for range 1 + r.IntN(3) {
			part := strangeNames[r.IntN(len(strangeNames))]
			if from := r.IntN(len(part) + 1); r.IntN(2) == 0 {
				part = part[:from]
			}
			b.WriteString(part + []string{"", "_", "-", "I", "1"}[r.IntN(5)])
		}
		names = append(names, b.String())
	}
	return names
}

// TestHashesOfFormsAreThoseOfTheForms compares what is hashed on the way with the hashes of what is written out.
func TestHashesOfFormsAreThoseOfTheForms(t *testing.T) {
	var g keyGroups
	g.grow(1)
	for _, name := range manyNames() {
		key := NameKey(name)
		assert.Equal(t, len(NameWords(name)) > 0, hasWord(name), "%q", name)
		assert.Equal(t, len(NameWords(name)) > 0, key != "", "%q", name)
		if !hasWord(name) {
			continue
		}
		f := nameForms{name: name}
		h := f.hash(g.hash(name), g.seed)
		base, variant := nameBase(NameWords(name))
		assert.Equal(t, maphash.String(g.seed, base), h.base, "%q", name)
		assert.Equal(t, variant, f.variant, "%q", name)
		assert.Equal(t, base, f.base(), "%q", name)
		var want []uint64
		for _, s := range skeletons(name) {
			want = append(want, fnvAdd(fnvOffset, s))
		}
		assert.Equal(t, want, h.skeletons[:h.n], "%q", name)
		var words []string
		nameWordsEach(name, func(w string) { words = append(words, w) })
		assert.Equal(t, NameWords(name), words, "%q", name)
		assert.Equal(t, maphash.String(g.seed, key), g.hash(name), "%q", name)
		assert.Equal(t, maphash.String(g.seed, key+key), g.hash(name, name), "%q", name)
	}
}

// TestGroupsOfKeysAreThoseOfTheKeys compares groups found by hashes with those that a map of keys has.
func TestGroupsOfKeysAreThoseOfTheKeys(t *testing.T) {
	names := manyNames()
	var g keyGroups
	g.grow(len(names))
	ids := map[string]int32{}
	for _, name := range names {
		hash := g.hash(name)
		id, ok := g.find(hash, name)
		want, known := ids[NameKey(name)]
		assert.Equal(t, known, ok, "%q", name)
		if !ok {
			id = g.add(hash, name)
			ids[NameKey(name)] = id
			continue
		}
		assert.Equal(t, want, id, "%q", name)
	}
	for _, a := range names[:200] {
		for _, b := range names[:200] {
			assert.Equal(t, NameKey(a) == NameKey(b), sameKey(a, b), "%q %q", a, b)
		}
	}
}

func TestRepeated(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	room := &alikeRoom{}
	for _, n := range []int{0, 1, 1000, 10} {
		hashes, count := make([]uint64, n), map[uint64]int{}
		for i := range hashes {
			hashes[i] = r.Uint64N(uint64(n)) << 40
			count[hashes[i]]++
		}
		got := slices.Clone(room.repeated(hashes))
		slices.Sort(got)
		var want []int32
		for i, h := range hashes {
			if count[h] > 1 {
				want = append(want, int32(i))
			}
		}
		assert.Equal(t, want, got)
	}
}

// TestSumsOfStemsHideNoName asks for the words of every name of the corpus, in any order.
func TestSumsOfStemsHideNoName(t *testing.T) {
	r := corpusRegistry(t, false)
	byStems := map[string][]int{}
	for i := range r.tools {
		if words := NameWords(r.tools[i].Name); len(words) > 1 {
			byStems[stemKey(words)] = append(byStems[stemKey(words)], i)
		}
	}
	for i := range r.tools {
		words := NameWords(r.tools[i].Name)
		assert.Equal(t, r.Called(strings.Join(words, "_")), r.CalledAs(words), r.tools[i].Name)
		assert.Equal(t, r.Called(r.tools[i].Name), r.CalledAs(words), r.tools[i].Name)
		slices.Reverse(words)
		assert.Equal(t, len(byStems[stemKey(words)]) > 0, len(r.CalledInProse(words)) > 0, r.tools[i].Name)
		assert.Empty(t, r.CalledInProse(append(words, text.Stem("zyzzyva"))))
	}
	assert.Equal(t, r.CalledInProse([]string{"read", "file"}), r.CalledInProse([]string{"file read"}))
}

// BenchmarkNameIndex builds the index of names of a registry as people have it, and asks it for each tool.
func BenchmarkNameIndex(b *testing.B) {
	r := rand.New(rand.NewPCG(9, 10))
	words := strings.Fields("get list search create update delete file issue page user event record channel message commit branch table")
	tools := make([]ToolView, 80)
	for i := range tools {
		name := words[r.IntN(6)] + "_" + words[6+r.IntN(len(words)-6)] + "_" + words[r.IntN(len(words))]
		tools[i] = ToolView{Kind: KindTool, Server: string(rune('a' + i/10)), Name: name}
	}
	b.ReportAllocs()
	for b.Loop() {
		reg := NewRegistry(tools)
		for i := range tools {
			reg.Alike(i)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(tools)), "ns/tool")
}
