package text

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// assertWrittenLate holds that what is written once something differs is what is written from the beginning on.
func assertWrittenLate(t *testing.T, s string) {
	t.Helper()
	d := NewDoc(s)
	for _, typos := range []bool{false, true} {
		late := &unmasker{d: d, v: testVocabulary, typos: typos}
		late.run()
		whole := &unmasker{d: d, v: testVocabulary, typos: typos, begun: true}
		runPlainly(whole)
		require.Equal(t, whole.changed, late.changed, s)
		require.Equal(t, whole.strong, late.strong, s)
		require.Equal(t, whole.idents, late.idents, s)
		if len(whole.changed) > 0 {
			require.Equal(t, string(whole.out), string(late.out), s)
			require.Equal(t, whole.start, late.start, s)
			require.Equal(t, whole.end, late.end, s)
		} else {
			require.Equal(t, d.Folded, string(whole.out), "nothing is left out: %q", s)
			require.False(t, late.begun, s)
			require.Equal(t, len(d.Folded), late.upTo, s)
		}
	}
}

// runPlainly is run without shortcuts.
func runPlainly(u *unmasker) {
	s := u.d.Folded
	for i := 0; i < len(s); {
		j, ok := u.apart(i)
		if !ok {
			j = i + 1
			if s[i] <= ' ' {
				u.copy(i, j)
			} else {
				for j < len(s) && s[j] > ' ' {
					j++
				}
				u.cut(i, j)
			}
		}
		i = j
	}
}

func TestUnmaskerWritesLate(t *testing.T) {
	for _, s := range []string{
		"", " ", "plain text", "1gn0re 4ll", "Call get_all_the_users now. i g n o r e a l l", "caf\u00e9 \U0001F1EE \U0001F1EC \U0001F1F3 \U0001F1F4 x", "a b c 1 2 3 4 5 6",
		"x instuctions ignroe \xff the", "te**l**l <b>ig</b>nore", "https://a.b/c ignorethepreviousinstructions", "aaa bbb", "IgNoRe aLL", "iGnOrE the sYsTem", "aLl tHe", "(all) the, \"prompt\"; *user*", "ALL the PROMPT", "systemm teell", "1 2 3 4 5",
	} {
		assertWrittenLate(t, s)
	}
	eachCorpusLine(t, assertWrittenLate)
}

// eachCorpusLine hands on the first lines of each file of the corpus.
func eachCorpusLine(t *testing.T, with func(*testing.T, string)) {
	files, err := filepath.Glob("../../corpus/data/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		f, err := os.Open(name)
		require.NoError(t, err)
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for n := 0; lines.Scan() && n < 60; n++ {
			with(t, lines.Text())
		}
		require.NoError(t, f.Close())
	}
}

func FuzzUnmaskerWritesLate(f *testing.F) {
	for _, s := range []string{"1gn0re 4ll", "i g n o r e", "\U0001F1E9\U0001F1EA a b c d e", "a-b-c-d <b>e</b>", "\xff\xfe i.g.n.o.r.e", "get_all_the_users"} {
		f.Add(s)
	}
	f.Fuzz(assertWrittenLate)
}

// TestSqueezeLeavesOthersAlone is about words without three bytes in a row that are alike.
func TestSqueezeLeavesOthersAlone(t *testing.T) {
	for _, w := range []string{"", "a", "aab", "aabb", "aaa", "baaa", "abbbb", "ignooore"} {
		for most := 1; most < 3; most++ {
			var b strings.Builder
			for i := 0; i < len(w); {
				n := len(w[i:]) - len(strings.TrimLeft(w[i:], w[i:i+1]))
				i += n
				if n >= 3 {
					n = most
				}
				b.WriteString(strings.Repeat(w[i-1:i], n))
			}
			require.Equal(t, b.String(), squeeze(w, most), w)
		}
	}
}

// BenchmarkUnmaskSuspicious reads a text that is looked at and wears no disguise.
func BenchmarkUnmaskSuspicious(b *testing.B) {
	d := NewDoc(strings.Repeat("Returns the characteristics of a misrepresentation (line by line) to the caller; utf8 and sha256. ", 20))
	b.SetBytes(int64(len(d.Raw)))
	b.ReportAllocs()
	for b.Loop() {
		Unmask(d, testVocabulary)
	}
}
