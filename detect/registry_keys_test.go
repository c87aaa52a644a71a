package detect

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// steps is how many slots there are between where the groups are and where their hashes would have them: what was looked at in vain to
// build them.
func (g *keyGroups) steps() int {
	mask, n := uint64(len(g.slots)-1), 0
	for at, id := range g.slots {
		if id != 0 {
			n += int((uint64(at) - g.hashes[id-1]) & mask)
		}
	}
	return n
}

// namesThatMeet thinks up names whose hashes would be of one slot if they were those of FNV-1a, as they were, or the sums of those of their
// words.
func namesThatMeet(n int, hash func(name string) uint64) []string {
	mask := uint64(8)
	for mask < 2*uint64(n) {
		mask *= 2
	}
	mask--
	var names []string
	for i := 0; len(names) < n; i++ {
		name := "tool_" + strconv.FormatInt(int64(i), 36)
		if hash(name)*sieveFactor>>32&mask < 4 {
			names = append(names, name)
		}
	}
	return names
}

func toolsNamed(names []string) []ToolView {
	tools := make([]ToolView, len(names))
	for i, name := range names {
		tools[i] = ToolView{Kind: KindTool, Server: "s" + strconv.Itoa(i%7), Name: name}
	}
	return tools
}

// TestNamesThatMeetOnPurpose gives a registry names that would all go to one place if the hashes had no key: looking for each then meets
// all before it.
func TestNamesThatMeetOnPurpose(t *testing.T) {
	const n = 1500
	names := namesThatMeet(n, func(name string) uint64 { return keyHash(fnvOffset, name) })
	r := NewRegistry(toolsNamed(names))
	r.Called("")
	assert.Equal(t, n, r.alikes.byKey.len())
	assert.Less(t, r.alikes.byKey.steps(), 4*n)
	for i, name := range names {
		assert.Equal(t, []int{i}, r.Called(name))
	}

	names = namesThatMeet(n, func(name string) uint64 {
		sum := uint64(0)
		for _, w := range NameWords(name) {
			sum += fnvAdd(fnvOffset, w)
		}
		return sum
	})
	r = NewRegistry(toolsNamed(names))
	r.CalledInProse([]string{"tool", "x"})
	assert.Greater(t, r.prose.byStems.len(), n*9/10)
	assert.Less(t, r.prose.byStems.steps(), 4*n)
}

// TestLettersMoveWithTheSeed is about the hashes of names without a letter: none of two seeds is the same, so that names which meet under one
// do not under another.
func TestLettersMoveWithTheSeed(t *testing.T) {
	var a, b keyGroups
	a.grow(1)
	b.grow(1)
	of := func(g *keyGroups) []uint64 { return deletions(nil, g.seed, "search_invoices") }
	assert.Len(t, of(&a), len("searchinvoices")+1)
	assert.Equal(t, of(&a), of(&a))
	for _, h := range of(&a) {
		assert.NotContains(t, of(&b), h)
	}
	assert.Empty(t, deletions(nil, a.seed, strings.Repeat("ab", maxEditName/2)+"c"))
	assert.Empty(t, deletions(nil, a.seed, "a_b_c_d_e"))
	assert.Len(t, deletions(nil, a.seed, "aaaaaa"), 2)
	assert.Subset(t, deletions(nil, a.seed, "s\u00e9arch_files"), []uint64{a.hash("sarchfiles")})
}

// TestKeysChangeNoResult asks registries that differ in nothing but the keys of their hashes.
func TestKeysChangeNoResult(t *testing.T) {
	mix := rand.New(rand.NewPCG(11, 12))
	odd := manyNames()[:800]
	mix.Shuffle(len(odd), func(i, j int) { odd[i], odd[j] = odd[j], odd[i] })
	for _, tools := range [][]ToolView{corpusRegistry(t, false).tools, corpusRegistry(t, true).tools, toolsNamed(odd)} {
		first, second := NewRegistry(tools), NewRegistry(tools)
		some := 0
		for i := range tools {
			words := NameWords(tools[i].Name)
			want := first.Alike(i)
			some += len(want)
			assert.Equal(t, want, second.Alike(i), tools[i].Name)
			assert.Equal(t, first.Called(tools[i].Name), second.Called(tools[i].Name))
			assert.Equal(t, first.CalledAs(words), second.CalledAs(words))
			assert.Equal(t, first.CalledAnywhere(tools[i].Name), second.CalledAnywhere(tools[i].Name))
			slices.Reverse(words)
			assert.Equal(t, first.CalledInProse(words), second.CalledInProse(words))
		}
		assert.Positive(t, some)
		assert.NotEqual(t, first.alikes.byKey.seed, second.alikes.byKey.seed)
		assert.Equal(t, first.alikes.near, second.alikes.near)
		assert.Equal(t, first.alikes.byKey.names, second.alikes.byKey.names)
	}
}
