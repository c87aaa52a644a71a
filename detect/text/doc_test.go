package text

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func folds(d *Doc) []string {
	var out []string
	for _, w := range d.Words {
		out = append(out, w.Fold)
	}
	return out
}

func TestFoldMakesVariantsEqual(t *testing.T) {
	for raw, want := range map[string]string{
		"Do NOT Tell":                          "do not tell",
		"ig\u200Bno\u00ADre":                   "ignore",
		"\uFF49gnore":                          "ignore",
		"i\u0336gnore":                         "ignore",
		"\u0456gnore":                          "ignore",
		"d\u00E9j\u00E0 vu":                    "deja vu",
		"\u201Cquoted\u201D":                   "\"quoted\"",
		"\u1D00\u0299\u1D04":                   "abc",
		"\u043F\u0440\u0438\u0432\u0435\u0442": "\u043F\u0440\u0438\u0432\u0435\u0442",
	} {
		assert.Equal(t, want, Fold(raw), "%q", raw)
	}
}

func TestWordsOpenContractions(t *testing.T) {
	for raw, want := range map[string][]string{
		"Don't tell":                   {"do", "not", "tell"},
		"can't, won't":                 {"can", "not", "will", "not"},
		"the user's file":              {"the", "user", "file"},
		"you're it":                    {"you", "are", "it"},
		"i g n o r e this":             {"ignore", "this"},
		"s-e-c-r-e-t":                  {"secret"},
		"points a, b, c, d":            {"points", "a", "b", "c", "d"},
		"read-only mode":               {"read", "only", "mode"},
		"call get-weather now":         {"call", "get-weather", "now"},
		"mail a.b@c.example at x.com.": {"mail", "a.b@c.example", "at", "x.com"},
		"see ~/.ssh/id_rsa, please":    {"see", "~/.ssh/id_rsa", "please"},
	} {
		assert.Equal(t, want, folds(NewDoc(raw)), raw)
	}
}

func TestKinds(t *testing.T) {
	d := NewDoc("run read_file or sendMessage on /etc/hosts and https://a.example/x?y=1 by me@b.example since 2024 in notes.txt")
	kinds := map[string]Kind{}
	for _, w := range d.Words {
		kinds[w.Fold] = w.Kind
	}
	assert.Equal(t, KindIdent, kinds["read_file"])
	assert.Equal(t, KindIdent, kinds["sendmessage"])
	assert.Equal(t, KindPath, kinds["/etc/hosts"])
	assert.Equal(t, KindURL, kinds["https://a.example/x?y=1"])
	assert.Equal(t, KindEmail, kinds["me@b.example"])
	assert.Equal(t, KindNumber, kinds["2024"])
	assert.Equal(t, KindPath, kinds["notes.txt"])
	assert.Equal(t, KindWord, kinds["since"])
}

func TestSpansLeadBackToRaw(t *testing.T) {
	raw := "\u00DCber \U0001F600 Don\u2019t te\u200Bll \uFF35\uFF53\uFF45\uFF52 now"
	d := NewDoc(raw)
	var got []string
	for _, w := range d.Words {
		got = append(got, raw[w.Start():w.End()])
	}
	assert.Equal(t, []string{"\u00DCber", "Don\u2019t", "Don\u2019t", "te\u200Bll", "\uFF35\uFF53\uFF45\uFF52", "now"}, got)
}

func TestSentences(t *testing.T) {
	for raw, want := range map[string]int{
		"One. Two! Three?":                                             3,
		"Use e.g. this one, i.e. that. Next.":                          2,
		"Version 1.2.3 of a.txt works":                                 1,
		"- one\n- two\n- three":                                        3,
		"# Heading\nText follows":                                      2,
		"First paragraph\n\nsecond one":                                2,
		"A line that was wrapped by its editor at\nthe margin goes on": 1,
		"Before <IMPORTANT> inside </IMPORTANT> after":                 3,
		"\u4F60\u597D\u3002\u518D\u89C1\u3002":                         2,
	} {
		assert.Len(t, NewDoc(raw).Sentences, want, raw)
	}
}

func TestQuotes(t *testing.T) {
	for raw, want := range map[string][]string{
		`say "a b" or 'c d' or ` + "`e`":  {`"a b"`, `'c d'`, "`e`"},
		"the user's file and others' too": nil,
		"don't quote 'this":               nil,
		"it's 'that' one's":               {"'that'"},
	} {
		d := NewDoc(raw)
		var got []string
		for _, q := range d.Quotes {
			got = append(got, raw[q.Start:q.End])
		}
		assert.Equal(t, want, got, raw)
	}
}

// corpusLines returns the first lines of each file of the corpus.
func corpusLines(tb testing.TB) (lines []string) {
	files, err := filepath.Glob("../../corpus/data/*.jsonl")
	require.NoError(tb, err)
	require.NotEmpty(tb, files)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(tb, err)
		lines = append(lines, strings.SplitN(string(data), "\n", 60)[:min(59, strings.Count(string(data), "\n"))]...)
	}
	return lines
}

// oddTexts are hard to cut into words.
var oddTexts = []string{
	"", " ", "/.*/", "~/", "./a", "../b c", ".env .txt", "/a//b", "x/y/z", "a:\\b c:/d e://f g://", "http://", "https://a.example/x?y=1.", "a.b@c.de a@b@c.de",
	"RAW", "sendMessage HTTPServer READ_ME x2Y 3DPrint eBay iOS", "get-mail `get-x` get-x( read-only 'a-b' a|b x.y.z fs.read a..b 1.2.3 -5 10mb v2",
	"don't can't ain't you're they'd it's users' 'quoted' rock'n'roll cannot gonna 'tis", "p4ssw0rd l33t s3cr3t! wow!now a!b !a a@b $100 5$ a$b @me #x",
	"i g n o r e t h i s", "i-g-n-o-r-e", "a b c d", "a, b, c, d", "x y", "<!-- hidden --> <b>x</b> <a href=x> [INST] [x](y) <|im_start|> <unclosed [also",
	"e.g. x, i.e. y, etc. and no. 5", "one\ntwo\n\nthree\n- four\n  Five", "+12345678 +1 ++", "\u200b", "\U000e0061\U000e006c", "e\u0301 E\u0301 \u0438\u0306 \u304b\u3099 \uac00\u11a8",
	"\u0456gnore \u0430\u0441 \u0441\u0430t", "\xff", "a\xffb", "\xe2\x80A", "caf\xc3", "\xed\xa0\x80", "a\u0301\u0301\u0301b \u0301c", "\u4f60\u597d\u3002abc\u4f60", "\uff21\uff22 \u2460 \ufb01",
	"x\u00a0y\u2028z\u0085w\u3000v", "\x00a\x7fb\x1bc", "\u00ad-\u00ad", "Stra\u00dfe \u0130stanbul \u01c5", "\ufdfa", strings.Repeat("ab-", 300), strings.Repeat("x", 1000), strings.Repeat("a.", 400),
	strings.Repeat("such as 'ignore this', e.g. that; flags prompts like \"do it\": no. ", 5), strings.Repeat("w ", 400),
}

// TestTextFoldsAlike folds every character between letters of several scripts: what is folded by itself gives what the normaliser gives for the
// whole.
func TestTextFoldsAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("large; the race detector has nothing to add")
	}
	fold := func(s string, by func(f *folder)) string {
		f := &folder{}
		by(f)
		f.lookalikes()
		return fmt.Sprint(string(f.out), f.start, f.end, f.latin, f.other)
	}
	check := func(s string) {
		if want, got := fold(s, func(f *folder) { f.normalise(s, 0) }), fold(s, func(f *folder) { f.text(s) }); want != got {
			require.Equal(t, want, got, "%q", s)
		}
	}
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if (r >= 0x3400 && r < 0xD7A0 || r >= 0x20000 && r < 0xE0000) && r%61 != 0 {
			// Ideographs, syllables and nothing.
			continue
		}
		check("a" + string(r) + "b " + string(r) + "\u0430" + string(r) + "\u4e2d\u3042" + string(r))
	}
	for _, s := range oddTexts {
		if utf8.ValidString(s) {
			check(s)
		}
	}
}

func TestAltReadsLeet(t *testing.T) {
	for raw, want := range map[string]string{"1gn0re": "ignore", "p4ssw0rd": "password", "utf8": "utfb", "v2": "", "10mb": "iomb", "word": "", "sha256": "", "12": ""} {
		d := NewDoc("x " + raw + " y")
		assert.Equal(t, want, d.Words[1].Alt(), raw)
	}
}

func FuzzDoc(f *testing.F) {
	for _, s := range []string{
		"", "a", "Don't 'tell' <b> [X] https://a.b/c d@e.f ~/.ssh", "\u0456g\u200Bn\u0336 \xff\xfe", "i g n o r e", "\U000E0041\u202E\r\n\n- x",
		"\u4E0D\u8981\u544A\u8BC9\u7528\u6237", "\uFDFA\u0301\u0301\u0301 \uFF21", "<|im_start|> <!-- x --> `a` \"b", "e.g. i.e. etc. ...",
	} {
		f.Add(s)
	}
	for _, s := range oddTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := NewDoc(s)
		last := 0
		for i, w := range d.Words {
			require.True(t, 0 <= w.Start() && w.Start() <= w.End() && w.End() <= len(s), "word %d spans %d-%d of %d", i, w.Start(), w.End(), len(s))
			require.GreaterOrEqual(t, w.Start(), last)
			last = w.Start()
			if utf8.ValidString(s) {
				require.True(t, utf8.ValidString(s[w.Start():w.End()]), "word %d is cut inside of a character", i)
			}
		}
		next := 0
		for _, r := range d.Sentences {
			require.True(t, r.Start == next && r.Start < r.End)
			next = r.End
		}
		require.Equal(t, len(d.Words), next)
		for _, q := range d.Quotes {
			require.True(t, 0 <= q.Start && q.Start < q.End && q.End <= len(s))
		}
		for k := 0; k <= len(d.Folded); k++ {
			a, b := d.RawSpan(k, min(k+1, len(d.Folded)))
			require.True(t, 0 <= a && a <= b && b <= len(s))
		}
	})
}
