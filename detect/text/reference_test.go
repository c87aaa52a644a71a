package text

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
)

// referenceDoc is NewDoc without anything that makes it fast: no classes of bytes, no lexemes that are shared, no gates.
func referenceDoc(s string) *Doc {
	d := &Doc{Raw: s}
	if ascii(s) {
		d.Folded = strings.ToLower(s)
		for _, c := range d.Folded {
			if c >= 'a' && c <= 'z' {
				d.Latin++
			}
		}
	} else {
		referenceFold(d)
	}
	d.scanTags()
	referenceWords(d)
	d.joinLetters()
	for i := range d.Words {
		if w := &d.Words[i]; w.Kind == KindWord {
			w.lexeme = newLexeme(w.Fold)
		}
	}
	d.scanQuotes()
	referenceSentences(d)
	return d
}

// referenceFold normalises the whole text, character by character.
func referenceFold(d *Doc) {
	f := folder{}
	var it norm.Iter
	it.InitString(norm.NFKC, d.Raw)
	for !it.Done() {
		from := it.Pos()
		seg := it.Next()
		latin, foreign := false, false
		for _, r := range string(seg) {
			switch {
			case r == '\n' || r == '\t' || r == '\r' || r == '\v' || r == '\f':
				f.put(r, from, it.Pos())
			case r == 0x2028 || r == 0x2029 || r == 0x85:
				f.put('\n', from, it.Pos())
			case unicode.Is(unicode.Zs, r):
				f.put(' ', from, it.Pos())
			case Invisible(r):
			case (latin || !foreign) && r >= 0x0300 && r <= 0x036F, r >= 0x0334 && r <= 0x0338, r == 0x20D2, r == 0x20D3, r == 0x20E5, r == 0x20E6:
			default:
				r = referenceLetter(&f, r)
				latin, foreign = r < utf8.RuneSelf && r >= 'a', r >= utf8.RuneSelf
				f.put(r, from, it.Pos())
			}
		}
	}
	d.Latin, d.Other = f.latin, f.other
	f.lookalikes()
	d.Folded, d.offsets = string(f.out), offsets{f.start, f.end}
}

func referenceLetter(f *folder, r rune) rune {
	r = unicode.ToLower(r)
	if p, ok := plainPunct[r]; ok {
		return p
	}
	if p := enclosed(r); p != 0 {
		f.latin++
		return p
	}
	switch {
	case r >= 'a' && r <= 'z':
		f.latin++
	case r < utf8.RuneSelf:
	case unicode.Is(unicode.Latin, r):
		f.latin++
		if p, ok := smallCaps[r]; ok {
			return p
		}
		r, _ = utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	case unicode.IsLetter(r):
		f.other++
	}
	return r
}

func referenceWords(d *Doc) {
	s := d.Folded
	for i := 0; i < len(s); {
		opaque := 0
		for _, t := range d.Tags {
			if t.opaque && t.foldStart == i {
				opaque = t.foldEnd
			}
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		n, kind := special(s, i)
		switch {
		case opaque > 0:
			i = opaque
		case n > 0:
			d.push(i, i+n, s[i:i+n], kind)
			i += n
		case !referenceWordRune(r):
			i += size
		default:
			j := i
			for j < len(s) {
				r, size := utf8.DecodeRuneInString(s[j:])
				next, _ := utf8.DecodeRuneInString(s[j+size:])
				if !referenceWordRune(r) && (j == i || !strings.ContainsRune(`'.-@$!|`, r) || j+size == len(s) ||
					!referenceWordRune(next) || r == '!' && !alnum(s, j-1)) {
					break
				}
				j += size
			}
			if two, ok := contractions[s[i:j]]; ok {
				d.push(i, j, two[0], KindWord)
				d.push(i, j, two[1], KindWord)
			} else {
				d.addWord(i, j)
			}
			i = j
		}
	}
}

func referenceWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func referenceSentences(d *Doc) {
	if len(d.Words) == 0 {
		return
	}
	sentence, clause, lineStart := 0, 0, 0
	for i := range d.Words {
		kind := noBreak
		if i > 0 {
			gap := d.Gap(i)
			if strings.Contains(gap, "\n") {
				kind = lineBreak(gap, d.Words[i-1].End()-lineStart, d.Raw[d.Words[i].Start():])
				lineStart = d.Words[i].Start()
			}
			if kind != sentenceBreak {
				kind = max(kind, d.punctuation(i, gap))
			}
			for _, t := range d.Tags {
				// A tag is looked at before the first word that begins after it does.
				if t.Start < d.Words[i].Start() && (i == 1 || t.Start >= d.Words[i-1].Start()) &&
					(t.End > d.Words[i-1].End() && t.Open != '[' || t.Start >= d.Words[i-1].End()) {
					kind = sentenceBreak
				}
			}
		}
		if i-sentence >= longestSentence {
			kind = sentenceBreak
		}
		if kind == sentenceBreak {
			d.Sentences = append(d.Sentences, Range{sentence, i})
			sentence = i
		}
		if kind != noBreak {
			d.Clauses = append(d.Clauses, Range{clause, i})
			clause = i
		}
		d.Words[i].sentence, d.Words[i].clause = int32(len(d.Sentences)), int32(len(d.Clauses))
	}
	d.Sentences = append(d.Sentences, Range{sentence, len(d.Words)})
	d.Clauses = append(d.Clauses, Range{clause, len(d.Words)})
}

var referenceLexicon = NewLexicon([]Entry{
	{Concept: 1, Words: "rule policy update disregard notify make_sure do_not read"}, {Concept: 70, Words: "=tell =must user_data before_you a"},
})

func requireReference(t *testing.T, s string) {
	t.Helper()
	want, got := referenceDoc(s), NewDoc(s)
	wantTags, gotTags := referenceLexicon.Tag(want), referenceLexicon.Tag(got)
	for i := range got.Words {
		w := &got.Words[i]
		if w.Kind == KindWord {
			require.Equal(t, stem(w.Fold), w.Stem())
			require.Equal(t, unleet(w.Fold), w.Alt())
		}
		if w.lexeme != nil {
			require.Equal(t, marksOf(w.Fold, w.Stem()), w.lexeme.marks, "%q of %q", w.Fold, s)
		}
		if i < len(want.Words) && (i%7 == 0 || len(got.Words) < 100) {
			require.Equal(t, want.PositionOf(i, i+1), got.PositionOf(i, i+1), "%q of %q", w.Fold, s)
		}
	}
	requireFlags(t, got)
	for _, words := range [][]Word{got.Words, want.Words} {
		for i := range words {
			words[i].lexeme = nil
		}
	}
	got.ranges, got.spans, want.ranges, want.spans = nil, nil, nil, nil
	got.alone, got.Flags, want.alone, want.Flags = 0, Flags{}, 0, Flags{}
	if len(want.Words) == 0 {
		want.Words, got.Words = nil, nil
	}
	require.Equal(t, wantTags, gotTags, "%q", s)
	require.Equal(t, want, got, "%q", s)
}

// corpusTexts returns the strings of the corpus.
func corpusTexts(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob("../../corpus/data/*.jsonl")
	require.NoError(tb, err)
	seen := map[string]bool{}
	var texts []string
	var add func(v any)
	add = func(v any) {
		switch v := v.(type) {
		case string:
			if !seen[v] {
				seen[v] = true
				texts = append(texts, v)
			}
		case []any:
			for _, item := range v {
				add(item)
			}
		case map[string]any:
			for _, item := range v {
				add(item)
			}
		}
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(tb, err)
		for line := range bytes.Lines(data) {
			var v any
			if json.Unmarshal(line, &v) == nil {
				add(v)
			}
		}
	}
	require.NotEmpty(tb, texts)
	return texts
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

func TestNewDocIsTheReference(t *testing.T) {
	for _, s := range oddTexts {
		requireReference(t, s)
		requireReference(t, s+"\u2019"+s)
	}
	for _, s := range corpusTexts(t) {
		requireReference(t, s)
	}
}

// TestFoldIsTheReference folds every character, between Latin letters and among letters of other scripts.
func TestFoldIsTheReference(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if (r >= 0x3400 && r < 0xD7A0 || r >= 0x20000 && r < 0xE0000) && r%61 != 0 {
			// Ideographs, syllables and nothing.
			continue
		}
		s := "a" + string(r) + "b " + string(r) + "\u0430" + string(r) + "\u4e2d\u3042" + string(r)
		want, got := &Doc{Raw: s}, &Doc{Raw: s}
		referenceFold(want)
		got.fold()
		if want.Folded != got.Folded || want.Latin != got.Latin || want.Other != got.Other {
			require.Equal(t, want, got, "U+%04X", r)
		}
	}
}

func FuzzNewDocReference(f *testing.F) {
	for _, s := range oddTexts {
		f.Add(s)
	}
	f.Fuzz(requireReference)
}
