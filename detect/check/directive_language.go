package check

import (
	"index/suffixarray"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// foreignProse is a field as the frames for other languages read it: the words of one language at a time.
type foreignProse struct {
	p *prose
	// s is the folded text with spaces for line breaks; stops are the bytes at which its sentences end.
	s     string
	stops []int
	lang  language
	// m are the words of the language, sent the sentences they are in.
	m    []mention
	sent []int
	hits []hit
	// index finds words in s and far holds where those that were asked for begin, once one is not where it is expected.
	index *suffixarray.Index
	far   map[string][]int
}

// findLanguage finds orders in other languages than English.
func findLanguage(p *prose) []hit {
	var hits []hit
	for _, f := range foreignReadings(p) {
		f.hits = nil
		f.frames()
		hits = append(hits, f.hits...)
	}
	return hits
}

// foreignReadings returns the field once for each language that at least two of its words are of.
func foreignReadings(p *prose) []*foreignProse {
	if p.foreign != nil {
		return *p.foreign
	}
	if !p.mayBeForeign() {
		return nil
	}
	readings := foreignReadingsOf(p)
	p.foreign = &readings
	return readings
}

// manyLanguages is how many languages there may be in the data.
const manyLanguages = 64

func foreignReadingsOf(p *prose) []*foreignProse {
	languages := languages()
	s := p.doc.Folded
	if arabic(s) {
		s = flat(s)
	}
	// ordinary is room for the words of an ordinary text.
	var ordinary [48]mention
	all := languages.scanInto(ordinary[:0], s)
	if len(all) < 2 {
		return nil
	}
	var count, own [manyLanguages]int
	for i := range all {
		count[all[i].lang]++
		if !all[i].shared {
			own[all[i].lang]++
		}
	}
	var readings []*foreignProse
	var stops []int
	flatText := ""
	for i := range languages.langs {
		l := &languages.langs[i]
		if count[i] < 2 || l.letter == 1 && own[i] == 0 {
			// What English has, too, makes no sentence of another language.
			continue
		}
		if flatText == "" {
			flatText, stops = flat(s), sentenceStops(p.doc.Folded)
		}
		ms := make([]mention, 0, count[i])
		for k := range all {
			if all[k].lang == i {
				ms = append(ms, all[k])
			}
		}
		f := &foreignProse{p: p, s: flatText, stops: stops, lang: *l, m: ms, sent: make([]int, len(ms))}
		k := 0
		for j := range ms {
			for k < len(stops) && stops[k] <= ms[j].start {
				k++
			}
			f.sent[j] = k
		}
		f.dropEnglish()
		if len(f.m) < 2 {
			continue
		}
		readings = append(readings, f)
	}
	return readings
}

// languageGate reports whether the field has words enough of another language: findLanguage finds nothing elsewhere.
func languageGate(p *prose) bool { return len(foreignReadings(p)) > 0 }

// dropEnglish leaves out the words of sentences that are English as far as they show it: those in which at most one word
// is not English, too, beside words that only English has.
func (f *foreignProse) dropEnglish() {
	if f.lang.letter != 1 {
		return
	}
	kept := 0
	for i := 0; i < len(f.m); {
		j, own := i, 0
		last := -1
		for ; j < len(f.m) && f.sent[j] == f.sent[i]; j++ {
			if !f.m[j].shared && f.m[j].start > last {
				own++
				last = f.m[j].start
			}
		}
		if own >= 2 || own == 1 && !f.english(f.sent[i]) {
			copy(f.m[kept:], f.m[i:j])
			copy(f.sent[kept:], f.sent[i:j])
			kept += j - i
		}
		i = j
	}
	f.m, f.sent = f.m[:kept], f.sent[:kept]
}

// english reports whether sentence k has words that only English has.
func (f *foreignProse) english(k int) bool {
	// most bounds the look at a long sentence, in bytes.
	const most = 1 << 10
	lo, hi := f.sentence(k)
	markers := languages().markers
	n := 0
	for w := range strings.FieldsSeq(f.s[lo:min(hi, lo+most)]) {
		if markers[w] {
			n++
		}
	}
	return n >= 2
}

// sentenceStops returns the bytes at which sentences of the folded text end.
func sentenceStops(s string) []int {
	var stops []int
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		next := i + size
		switch r {
		case '.', '!', '?':
			if next >= len(s) || s[next] <= ' ' {
				stops = append(stops, next)
			}
		case 0x3002, 0xFF61, 0x061F, 0x06D4, 0x0964:
			stops = append(stops, next)
		case '\n':
			if rest := strings.TrimLeft(s[next:], " \t"); rest == "" || strings.IndexByte("\n-*#>0123456789", rest[0]) >= 0 {
				stops = append(stops, next)
			}
		}
		i = next
	}
	return stops
}

func (f *foreignProse) frames() {
	for i, m := range f.m {
		switch m.class {
		case "ign":
			f.overrides(i)
		case "fol":
			f.disobeys(i)
		case "tell", "reveal", "ntell":
			f.keepsQuiet(i)
		case "void":
			f.voids(i)
		case "unaware":
			f.unaware(i)
		case "stealth":
			f.stealthily(i)
		case "send", "read":
			f.handsOut(i)
		case "call":
			f.precedes(i)
		case "calli":
			if f.near(i, "advise", 70, 70) >= 0 || f.near(i, "must", 40, 0) >= 0 {
				f.precedes(i)
			}
		case "set":
			f.rewrites(i)
		case "prefer":
			f.prefers(i)
		case "notice":
			f.announces(i)
		case "model":
			f.reaches(i)
		case "bad":
			f.disparages(i)
		}
	}
	f.commands()
}

// add reports mentions from lo to hi of the folded text.
func (f *foreignProse) add(lo, hi int, c float64, detail string, t detect.ThreatType) {
	start, end := f.p.doc.RawSpan(lo, hi)
	w := f.p.wordAt(start)
	if w < 0 {
		return
	}
	if f.quoted(lo) {
		// mentioned is the share of the confidence that a phrase in corner brackets keeps.
		const mentioned = 0.5
		c *= mentioned
	}
	h := hit{from: w, to: max(w, f.p.wordAt(end-1)) + 1, confidence: c, detail: detail + " (" + f.lang.code + ")", threat: t}
	if f.lang.coarse {
		f.p.markExact(h, start, end)
	}
	f.hits = append(f.hits, h)
}

// quoted reports whether byte i stands between corner brackets.
func (f *foreignProse) quoted(i int) bool {
	const reach = 180
	from := max(0, i-reach)
	for from > 0 && !utf8.RuneStart(f.s[from]) {
		from--
	}
	before := f.s[from:i]
	open := max(strings.LastIndex(before, "\u300c"), strings.LastIndex(before, "\u300e"))
	shut := max(strings.LastIndex(before, "\u300d"), strings.LastIndex(before, "\u300f"))
	return open > shut
}

// near returns the index of the word of class c nearest to f.m[i] in the same sentence, at most before letters in front of
// it or after letters behind it, or -1. Words that overlap f.m[i] do not count.
func (f *foreignProse) near(i int, c class, before, after int) int {
	m := f.m[i]
	lo, hi := m.start-int(float64(before)*f.lang.letter), m.end+int(float64(after)*f.lang.letter)
	best, dist := -1, 1<<30
	for k := i - 1; k >= 0 && f.m[k].start >= lo-64 && f.sent[k] == f.sent[i]; k-- {
		if n := f.m[k]; n.class == c && n.end <= m.start && n.end >= lo && m.start-n.end < dist {
			best, dist = k, m.start-n.end
		}
	}
	for k := i + 1; k < len(f.m) && f.m[k].start <= hi && f.sent[k] == f.sent[i]; k++ {
		if n := f.m[k]; n.class == c && n.start >= m.end && n.start-m.end < dist {
			return k
		}
	}
	return best
}

// comma reports whether a clause ends between the mentions.
func (f *foreignProse) comma(i, k int) bool {
	a, b := f.m[min(i, k)], f.m[max(i, k)]
	return a.end < b.start && strings.ContainsAny(f.s[a.end:b.start], ",;:\uff0c\uff1b\uff1a\u3001\u060c\u061b()")
}

// cond reports whether the mention stands in a condition: "if you ignore the rules above".
func (f *foreignProse) cond(i int) bool {
	if f.lang.code == "ja" || f.lang.code == "ko" {
		return f.near(i, "cond", 0, 4) >= 0
	}
	return f.near(i, "cond", 45, 0) >= 0
}

func (f *foreignProse) negated(i, letters int) bool {
	k := f.near(i, "neg", letters, 0)
	return k >= 0 && !f.comma(k, i)
}

// exactHit is a hit whose bytes are known better than by its words: words are too coarse in scripts without spaces.
type exactHit struct {
	from, to int
	detail   string
}

func (p *prose) markExact(h hit, start, end int) {
	if p.exact == nil {
		p.exact = map[exactHit]text.Range{}
	}
	if key := (exactHit{h.from, h.to, h.detail}); p.exact[key].End == 0 {
		p.exact[key] = text.Range{Start: start, End: end}
	}
}

// span returns the bytes of the field that h means, half open.
func (p *prose) span(h hit) (start, end int) {
	if r, ok := p.exact[exactHit{h.from, h.to, h.detail}]; ok {
		return r.Start, r.End
	}
	return p.doc.Span(h.from, h.to)
}
