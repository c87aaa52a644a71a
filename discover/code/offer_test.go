package code

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// testFiles are the files below testdata, by the folder that they are one package of.
func testFiles(t testing.TB) map[string][]*source.File {
	out := map[string][]*source.File{}
	require.NoError(t, filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || languages[filepath.Ext(path)] == 0 {
			return err
		}
		data, err := os.ReadFile(path)
		rel := filepath.ToSlash(path)
		out[filepath.Dir(path)] = append(out[filepath.Dir(path)], source.NewFile(rel, rel, data))
		return err
	}))
	return out
}

// scrambled is a file with lines of itself and another left out, doubled and exchanged.
func scrambled(random *rand.Rand, f, other *source.File) *source.File {
	lines, more := bytes.SplitAfter(f.Data, []byte("\n")), bytes.SplitAfter(other.Data, []byte("\n"))
	var out []byte
	for i := 0; i < len(lines); i++ {
		switch random.IntN(12) {
		case 0:
		case 1:
			out = append(append(out, lines[i]...), lines[i]...)
		case 2:
			out = append(append(out, more[random.IntN(len(more))]...), lines[i]...)
		case 3:
			k := random.IntN(len(lines[i]) + 1)
			out = append(append(out, lines[i][:k]...), more[random.IntN(len(more))]...)
		default:
			out = append(out, lines[i]...)
		}
	}
	return source.NewFile(f.Path, f.Rel, out)
}

// eachVariant calls fn with the files of each folder, as they are and scrambled.
func eachVariant(t testing.TB, rounds int, fn func(files []*source.File)) {
	random := rand.New(rand.NewPCG(3, 4))
	byLanguage := map[lex.Language][]*source.File{}
	folders := testFiles(t)
	for _, files := range folders {
		for _, f := range files {
			lang := languages[filepath.Ext(f.Rel)]
			byLanguage[lang] = append(byLanguage[lang], f)
		}
	}
	for _, files := range folders {
		fn(files)
		for range rounds {
			var other []*source.File
			for _, f := range files {
				all := byLanguage[languages[filepath.Ext(f.Rel)]]
				other = append(other, scrambled(random, f, all[random.IntN(len(all))]))
			}
			fn(other)
		}
	}
}

// TestOffersHoldWhatIsTold holds that nothing is told of a name that was not offered, and that code is told of all names of which that is certain.
func TestOffersHoldWhatIsTold(t *testing.T) {
	names, certain := 0, 0
	eachVariant(t, 40, func(files []*source.File) {
		for _, f := range files {
			lang := languages[filepath.Ext(f.Rel)]
			u := syntax.Read(f, lang)
			r := newReader(&Module{File: f, Lang: lang}, u)
			r.rewriting()
			m := &Module{scanned: scanned{offers: r.offers()}}
			r.release()
			u.Release()

			full := scan(f, lang, reading{telling: true})
			code := map[nameHash]bool{}
			for name, e := range full.exports {
				names++
				require.Zero(t, e.tells()&^m.offered(name), "%s: %s tells %b and offers %b\n%s", f.Rel, name, e.tells(), m.offered(name), f.Data)
				code[hashOf(name)] = e.code != nil
			}
			for _, o := range m.offers {
				if o.told()&tellsCertainly != 0 {
					certain++
					require.True(t, code[o.name()], "%s\n%s", f.Rel, f.Data)
				}
			}
		}
	})
	assert.Greater(t, names, 10_000)
	assert.Greater(t, certain, 1_000)
}

// TestLinkAsksOnlyWhereItMatters holds that it makes no difference whether files are asked for what they tell when it is needed, or before.
func TestLinkAsksOnlyWhereItMatters(t *testing.T) {
	later, asked := 0, 0
	eachVariant(t, 6, func(files []*source.File) {
		var lazy, eager []*Module
		for _, f := range files {
			lang := languages[filepath.Ext(f.Rel)]
			lazy, eager = append(lazy, Scan(f, lang)), append(eager, Scan(f, lang))
			if k := eager[len(eager)-1]; k.exports == nil {
				later++
				k.tellExports()
			}
		}
		want, got := Link(eager), Link(lazy)
		for i := range got {
			if eager[i].offers == nil && len(lazy[i].pend) == 0 && lazy[i].exports != nil {
				asked++
			}
			require.Equal(t, want[i].Entries, got[i].Entries, files[i].Rel)
			require.Equal(t, want[i].Strings, got[i].Strings, files[i].Rel)
			require.Equal(t, want[i].Notes, got[i].Notes, files[i].Rel)
			require.Equal(t, want[i].Patterns, got[i].Patterns, files[i].Rel)
			if lazy[i].exports != nil {
				require.Equal(t, eager[i].Cut, lazy[i].Cut, files[i].Rel)
			}
		}
	})
	assert.Greater(t, later, 50)
	assert.Greater(t, asked, 20)
	assert.Greater(t, later, asked)
}

// What takes more than a file may take has it cut, whether anybody asks for it or not.
func TestFileThatHasTooMuchToTellIsCut(t *testing.T) {
	text := "def told(lines):\n    out = []\n" + repeat("    out.append('one line, and ' + other(lines))\n", 400) + "    return '' + '\\n'.join(out)\n\n" +
		"def other(lines):\n    out = []\n" + repeat("    out.append('two lines, and ' + more(lines))\n", 400) + "    return '' + '\\n'.join(out)\n\n" +
		"def more(lines):\n    lines.append('x' + other(lines))\n    return ' '.join(lines)\n"
	m := scanPython(text)
	require.Nil(t, m.exports)
	require.True(t, m.Cut)
	require.True(t, scan(m.File, m.Lang, reading{telling: true}).Cut)
}

func repeat(s string, n int) string { return string(bytes.Repeat([]byte(s), n)) }
