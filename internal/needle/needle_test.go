package needle

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIn(t *testing.T) {
	s := New("he", "she", "HIS", "hers", "", "é", "-k ")
	found := In(s, "uSHErs curl -K x \u00c9 é", nil)
	for i, want := range []bool{true, true, false, true, false, true, true} {
		assert.Equal(t, want, found.Has(i), i)
	}
	assert.Equal(t, 5, found.Count())
	assert.True(t, Any(s, []byte("this")))
	assert.False(t, Any(s, "tsi"))
	again := In(s, "", found)
	assert.Zero(t, again.Count())
	assert.False(t, again.Any(Found{^uint64(0)}))
}

func TestEach(t *testing.T) {
	s := New("aa", "a")
	var seen []string
	Each(s, "baaa", func(w, end int) bool {
		seen = append(seen, fmt.Sprintf("%d@%d", w, end))
		return len(seen) < 4
	})
	assert.Equal(t, []string{"1@2", "0@3", "1@3", "0@4"}, seen)
}

func TestEmptySet(t *testing.T) {
	assert.False(t, Any(New(), "text"))
	assert.Empty(t, In(New(), "text", nil))
}

// TestMany holds that the automaton stays small for many literals with many bytes.
func TestMany(t *testing.T) {
	var words []string
	for i := range 3000 {
		words = append(words, fmt.Sprintf("w%d%c", i, 'a'+i%26))
	}
	s := New(words...)
	for i, w := range words {
		assert.True(t, In(s, "x"+strings.ToUpper(w)+"y", nil).Has(i))
	}
}

// FuzzIn compares with looking for each literal.
func FuzzIn(f *testing.F) {
	f.Add("he,she,his,hers", "ushers")
	f.Add("a,aa,aaa,b", "aabaaab")
	f.Add("\x00,\xff\x00", "\xff\x00\xff")
	f.Fuzz(func(t *testing.T, list, in string) {
		words := strings.Split(list, ",")
		if len(words) > 200 || len(list) > 2000 {
			return
		}
		found := In(New(words...), in, nil)
		for i, w := range words {
			assert.Equal(t, w != "" && strings.Contains(fold(in), fold(w)), found.Has(i), "%q in %q", w, in)
		}
	})
}

func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = lower(c)
	}
	return string(b)
}

func BenchmarkIn(b *testing.B) {
	s := New("mcp", "model context", "description", "register", "curl ", "wget ")
	text := strings.Repeat("Returns the list of the files in a folder, by name or by date. ", 100)
	var found Found
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		found = In(s, text, found)
	}
}
