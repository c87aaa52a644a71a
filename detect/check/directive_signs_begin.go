package check

import (
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
)

// tongues counts words by language, a bit for each: those of which there is one, and two; own are those that English does not have.
type tongues struct{ once, twice, own uint64 }

// add counts a word of the language.
func (t *tongues) add(lang uint8, shared bool) {
	bit := uint64(1) << lang
	t.twice |= t.once & bit
	t.once |= bit
	if !shared {
		t.own |= bit
	}
}

// unite adds what o has counted.
func (t *tongues) unite(o *tongues) {
	t.twice |= o.twice | t.once&o.once
	t.once |= o.once
	t.own |= o.own
}

// followers tells how what follows a word in a phrase begins: a bit for each letter behind a blank, and anyFollower.
type followers uint32

// anyFollower is set for phrases of which nothing is told.
const anyFollower followers = 1 << 31

// stand reports whether what stands at a byte of the folded view may follow.
func (f followers) stand(folded string, at int) bool {
	if f&anyFollower != 0 {
		return true
	}
	return at+1 < len(folded) && flatByte[folded[at]] == ' ' && smallLetter(folded[at+1]) && f>>(folded[at+1]-'a')&1 != 0
}

func smallLetter(c byte) bool { return c >= 'a' && c <= 'z' }

// readRun counts the entries that a run of letters, digits and underscores is, and notes what follows it in those that it begins.
func (d *languageData) readRun(run string, t *tongues, after *followers) {
	shared := d.shared[asciiWord(run, 0)]
	for k := range d.headed(run) {
		e := &d.entries[k]
		switch n := len(run); {
		case len(e.word) <= n:
			if e.at(run, 0, false) {
				t.add(e.lang, e.shared || shared)
			}
		case e.word[:n] != run || wordByte(e.word[n]) || e.word[n] >= utf8.RuneSelf:
			// The run is another word, or in a text with letters beyond ASCII.
		case e.word[n] == ' ' && len(e.word) > n+1 && smallLetter(e.word[n+1]):
			*after |= 1 << (e.word[n+1] - 'a')
		default:
			*after |= anyFollower
		}
	}
}

// headed yields the entries that may stand where a run of letters, digits and underscores begins, and more.
func (d *languageData) headed(run string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for n := min(headBytes, len(run)); n >= 2; n-- {
			h := headHash(run, n)
			if d.heads.known[h>>6]>>(h&63)&1 == 0 {
				continue
			}
			first := int(d.heads.lists[h>>2])
			for k := first - 1; first > 0; k++ {
				if e := &d.entries[k]; min(len(e.word), headBytes) == n && !yield(k) {
					return
				}
				if d.entries[k].last {
					break
				}
			}
		}
		if len(run) < headBytes {
			for _, k := range d.shortHeads()[run] {
				if !yield(int(k)) {
					return
				}
			}
		}
	}
}

// shortHeads finds the phrases whose first word is too short for a whole head.
func (d *languageData) shortHeads() map[string][]uint16 {
	d.shortOnce.Do(func() {
		d.short = map[string][]uint16{}
		for k := range d.entries {
			w := d.entries[k].word
			n := 0
			for n < len(w) && wordByte(w[n]) {
				n++
			}
			if n < headBytes && n < len(w) {
				d.short[w[:n]] = append(d.short[w[:n]], uint16(k))
			}
		}
	})
	return d.short
}

// count counts the entries that stand at byte i of s, where a word begins.
func (d *languageData) count(t *tongues, s string, i int) {
	if i+1 >= len(s) || !d.heads.maybe(s, i) {
		return
	}
	for n := min(headBytes, len(s)-i); n >= 2; n-- {
		h := headHash(s[i:], n)
		if d.heads.known[h>>6]>>(h&63)&1 == 0 {
			continue
		}
		first := int(d.heads.lists[h>>2])
		for k := first - 1; first > 0; k++ {
			e := &d.entries[k]
			if min(len(e.word), headBytes) == n && e.at(s, i, false) {
				t.add(e.lang, e.shared || d.shared[asciiWord(s, i)])
			}
			if e.last {
				break
			}
		}
	}
}

// begunIn returns the expressions of which a match may begin in a word of ASCII, whatever its case is.
func (t *lineBeginnings) begunIn(fold string) (found lineSet) {
	for n, e := range t.each {
		for i := range len(fold) {
			if e.mayBeginFolded(fold, i) {
				found |= 1 << n
				break
			}
		}
	}
	return found
}

// mayBeginFolded is mayBegin for a word in small letters: they may be capitals in the text, and
// anything may follow but a letter, a digit or an underscore.
func (t *starts) mayBeginFolded(fold string, i int) bool {
	ways := ^uint64(0)
	if i > 0 && wordByte(fold[i-1]) {
		ways &^= t.edge
	}
	for k := 0; k < startBytes && i+k < len(fold) && ways != 0; k++ {
		c := fold[i+k]
		of := t.at[k][c]
		if c >= 'a' && c <= 'z' {
			of |= t.at[k][c-'a'+'A']
		}
		ways &= of
	}
	if n := len(fold) - i; n < startBytes {
		ways &= t.apart[n]
	}
	return ways != 0
}

// praiseTags is Tag of praiseLexicon, faultTags that of redirectLexicon.
func praiseTags(d *text.Doc) []text.Set {
	return tagsBy(d, func(s *wordSigns) *tagged { return &s.praise })
}

func faultTags(d *text.Doc) []text.Set {
	return tagsBy(d, func(s *wordSigns) *tagged { return &s.faults })
}

func tagsBy(d *text.Doc, of func(*wordSigns) *tagged) []text.Set {
	tags, reader := make([]text.Set, len(d.Words)), wordReader()
	for i := range d.Words {
		if w := &d.Words[i]; w.Kind == text.KindWord {
			if f := reader.Of(w); f.praising || f.faulting {
				if t := of(f.signs); !t.empty() {
					tags[i] = t.at(d, i)
				}
			}
		}
	}
	return tags
}

// tellsSomething reports whether a word may have one of the marks of praiseMarks or a concept of praiseLexicon.
func tellsSomething(w *text.Word) bool {
	return w.Kind != text.KindWord || wordReader().Of(w).signed
}

// toolish reports whether a word speaks of a tool by itself.
func toolish(fold, stem string) bool {
	return stem == "tool" || stem == "function" || fold == "endpoint"
}
