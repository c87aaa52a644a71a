package check

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// scanPlainly is scan word by word, without the table.
func (d *languageData) scanPlainly(s string) []mention {
	var found []mention
	inWord := false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		word := unicode.IsLetter(r) || unicode.IsMark(r) || r >= '0' && r <= '9' || r == '_'
		if word && i+1 < len(s) && (!inWord || r >= 0x0590) {
			from := len(found)
			for k := range d.entries {
				e := &d.entries[k]
				if inWord && !e.loose && !joined(s, i) || !strings.HasPrefix(s[i:], e.word) {
					continue
				}
				end := i + len(e.word)
				if !e.open && !e.loose && end < len(s) {
					if r, _ := utf8.DecodeRuneInString(s[end:]); (unicode.IsLetter(r) || unicode.IsMark(r)) && !suffixed(s, i, end) {
						continue
					}
				}
				found = append(found, mention{int(e.lang), d.classes[e.class], i, end, d.shared[e.word] || d.shared[asciiWord(s, i)]})
			}
			slices.SortStableFunc(found[from:], func(a, b mention) int { return b.end - a.end })
		}
		inWord = word
		i += size
	}
	return found
}

// assertScansAlike holds that the table finds what a look at each word of the data finds.
func assertScansAlike(t *testing.T, s string) {
	t.Helper()
	d, folded := languages(), text.Fold(s)
	want := d.scanPlainly(flat(folded))
	assert.Equal(t, want, d.scan(flat(folded)), "%q", s)
	if !arabic(folded) {
		assert.Equal(t, want, d.scan(folded), "%q", s)
	}
}

func languageTexts(t testing.TB) []string {
	texts := []string{"", "a", "n'", "n'y touche pas", "l'\n utilisateur", "haz\tcaso\nomiso", "\u0648\u0627\u0644\u062a\u0639\u0644\u064a\u0645\u0627\u062a", "\u05d4\u05d5\u05e8\u05d0\u05d5\u05ea", "no a\xff si", "\u4e0d\u8981\u544a\u8bc9\u7528\u6237"}
	for _, name := range []string{"orders_by_language.txt", "innocent_by_language.txt"} {
		for _, l := range linesOf(t, name) {
			texts = append(texts, l[1])
		}
	}
	return texts
}

func TestScansAlike(t *testing.T) {
	for _, s := range languageTexts(t) {
		assertScansAlike(t, s)
	}
	const apart = 23 // a sample
	for i := 0; i < len(languages().entries); i += apart {
		w := languages().entries[i].word
		assertScansAlike(t, w)
		assertScansAlike(t, "x "+strings.ReplaceAll(w, " ", "'")+"s")
	}
	assert.LessOrEqual(t, len(languages().langs), manyLanguages)
	for _, e := range languages().entries {
		assert.Equal(t, flat(text.Fold(e.word)), e.word, "the words are as folded texts have them")
	}
}

func TestFlat(t *testing.T) {
	for _, s := range languageTexts(t) {
		folded := text.Fold(s)
		assert.Equal(t, flattener.Replace(folded), flat(folded))
	}
}

func FuzzScansAlike(f *testing.F) {
	for _, s := range languageTexts(f) {
		f.Add(s)
	}
	f.Fuzz(assertScansAlike)
}

// TestLanguageGateIsSound reads honest and poisoned texts without the gate.
func TestLanguageGateIsSound(t *testing.T) {
	for _, s := range append(corpusTexts(t, 11), languageTexts(t)...) {
		p := newProse(detect.ToolView{Kind: detect.KindTool, Fields: []detect.Field{{Role: detect.RoleDescription, Text: s}}}, detect.RegistryView{}, 0)
		if languageGate(p) {
			continue
		}
		// All words, whatever their language, as one reading each.
		d := languages()
		folded := flat(p.doc.Folded)
		found, stops := d.scan(folded), sentenceStops(p.doc.Folded)
		for i, l := range d.langs {
			var ms []mention
			for _, m := range found {
				if m.lang == i {
					ms = append(ms, m)
				}
			}
			f := &foreignProse{p: p, s: folded, stops: stops, lang: l, m: ms, sent: make([]int, len(ms))}
			for j, m := range ms {
				for _, stop := range f.stops {
					if stop <= m.start {
						f.sent[j]++
					}
				}
			}
			f.dropEnglish()
			assert.Less(t, len(f.m), 2, "%s: %q", l.code, s)
		}
	}
}

func BenchmarkLanguagesOrdinary(b *testing.B) {
	s := strings.Repeat("Returns the list of repositories: name, owner and the date of the last push. It doesn't page. ", 10)
	p := newProse(detect.ToolView{Kind: detect.KindTool, Fields: []detect.Field{{Role: detect.RoleDescription, Text: s}}}, detect.RegistryView{}, 0)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		foreignReadingsOf(p)
	}
}

// table writes the data for readLanguages.
func (d *languageData) table(shared, markers []string) []byte {
	var b []byte
	line := func(words []string) { b = append(append(b, strings.Join(words, " ")...), '\n') }
	var codes, classes []string
	for i := range d.langs {
		codes = append(codes, d.langs[i].code)
	}
	for _, c := range d.classes {
		classes = append(classes, string(c))
	}
	line(codes)
	line(classes)
	line(shared)
	line(markers)
	for i := range d.entries {
		e := &d.entries[i]
		marks := byte(0)
		for k, on := range [...]bool{e.open, e.loose, e.shared, e.last} {
			if on {
				marks |= 1 << k
			}
		}
		b = append(append(b, e.lang, e.class, marks, byte(len(e.word))), e.word...)
	}
	return b
}

func TestDerivedLanguages(t *testing.T) {
	data, err := os.ReadFile("data/languages.txt")
	require.NoError(t, err)
	d := parseLanguages(string(data))
	assertDerived(t, "languages.bin", languagesTable, d.table(slices.Sorted(maps.Keys(d.shared)), slices.Sorted(maps.Keys(d.markers))))
	for i := range d.entries {
		require.Less(t, len(d.entries[i].word), 1<<8)
	}
	if !*writeDerived {
		require.Equal(t, d, readLanguages(languagesTable))
	}
}

func BenchmarkReadLanguages(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		readLanguages(languagesTable)
	}
}

func BenchmarkScanOrdinary(b *testing.B) {
	s := text.Fold(strings.Repeat("Returns the list of repositories: name, owner and the date of the last push. Set limit=20 to page. ", 3))
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		languages().scan(s)
	}
}
