package ahocorasick

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// found are the literals that a text holds, by index.
func found(s *Set, in string) map[int]bool {
	all := map[int]bool{}
	Each(s, in, func(w, _ int) bool {
		all[w] = true
		return true
	})
	return all
}

func TestFound(t *testing.T) {
	s := New("he", "she", "HIS", "hers", "", "é", "-k ")
	all := found(s, "uSHErs curl -K x \u00c9 é")
	for i, want := range []bool{true, true, false, true, false, true, true} {
		assert.Equal(t, want, all[i], i)
	}
	assert.Len(t, all, 5)
	assert.True(t, Any(s, []byte("this")))
	assert.False(t, Any(s, "tsi"))
	assert.Empty(t, found(s, ""))
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
	assert.Empty(t, found(New(), "text"))
}

// TestMany holds that the automaton stays small for many literals with many bytes.
func TestMany(t *testing.T) {
	var words []string
	for i := range 3000 {
		words = append(words, fmt.Sprintf("w%d%c", i, 'a'+i%26))
	}
	s := New(words...)
	for i, w := range words {
		assert.True(t, found(s, "x"+strings.ToUpper(w)+"y")[i])
	}
}

// FuzzFound compares with looking for each literal.
func FuzzFound(f *testing.F) {
	f.Add("he,she,his,hers", "ushers")
	f.Add("a,aa,aaa,b", "aabaaab")
	f.Add("\x00,\xff\x00", "\xff\x00\xff")
	f.Fuzz(func(t *testing.T, list, in string) {
		words := strings.Split(list, ",")
		if len(words) > 200 || len(list) > 2000 {
			return
		}
		all := found(New(words...), in)
		for i, w := range words {
			assert.Equal(t, w != "" && strings.Contains(fold(in), fold(w)), all[i], "%q in %q", w, in)
		}
	})
}

func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

func BenchmarkAny(b *testing.B) {
	s := New("mcp", "model context", "description", "register", "curl ", "wget ")
	text := strings.Repeat("Returns the list of the files in a folder, by name or by date. ", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Any(s, text)
	}
}
