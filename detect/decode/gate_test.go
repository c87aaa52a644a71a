package decode

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// assertPlainWords holds that no family accepts or skips what is taken for a word of ordinary text.
func assertPlainWords(t *testing.T, s string) {
	t.Helper()
	for i := 0; i < len(s); {
		if classes[s[i]]&(letter|digit) == 0 {
			i++
			continue
		}
		w, every := token{start: i}, ^uint8(0)
		for i < len(s) && classes[s[i]]&(letter|digit) != 0 {
			every &= classes[s[i]]
			i++
		}
		w.end = i
		if !plainWord(s, w, every) {
			continue
		}
		for _, f := range families {
			_, ok := f.accepts(s, w)
			require.False(t, ok, "%s %q", f.encoding, s[w.start:w.end])
			require.False(t, f.skips != nil && f.skips(s, w), "%s %q", f.encoding, s[w.start:w.end])
		}
	}
}

var plainTexts = []string{
	"Returns the list of repositories, read from the cache.", "chr(99)+Char(100)+CHAR 101 ChrW(102)", "0x41 0X4142 0xzz deadbeef Dead", "ORSXG5A ORSXG5B JBSWY3DPEHPK3PXP jbswy3dpehpk3pxp", "01100001 01100010 012", "1 22 333 4444", "abcdefghijklmn Abcdefghijklmn",
}

func TestPlainWords(t *testing.T) {
	for _, s := range plainTexts {
		assertPlainWords(t, s)
	}
	words := strings.Fields("Returns the list of repositories matched by name")
	for _, w := range words {
		every := ^uint8(0)
		for i := range len(w) {
			every &= classes[w[i]]
		}
		require.True(t, plainWord(w, token{0, len(w)}, every), w)
	}
}

func FuzzPlainWords(f *testing.F) {
	for _, s := range plainTexts {
		f.Add(s)
	}
	f.Fuzz(assertPlainWords)
}

func BenchmarkFindOrdinary(b *testing.B) {
	s := strings.Repeat("Returns the list of repositories: name, owner and the date of the last push. Set limit=20 to page.\n", 10)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Find(s)
	}
}
