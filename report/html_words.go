package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// htmlWord is a run of text, or one character that nobody sees, which is drawn as a badge.
type htmlWord struct {
	Text string
	// Name says what a badge stands for; it is empty for text.
	Name string
}

var (
	// codePoint finds what text.Safe writes for a character that cannot be seen.
	codePoint = regexp.MustCompile(`U\+[0-9A-F]{4,6}`)
	// escape finds escapes of characters in source code, and pairs of backslashes, which are none.
	escape = regexp.MustCompile(`\\(?:\\|u\{[0-9a-fA-F]{1,6}\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2})`)
)

// words makes foreign words fit to be shown: those characters that cannot be seen are badges, and what would take more
// than limit runes is cut (0 means no limit). Evidence has been through text.Safe before; its code points are badges too.
func words(s string, limit int) []htmlWord {
	var out []htmlWord
	n, from := 0, 0
	plain := func(to int) {
		if to > from {
			out = appendWord(out, htmlWord{Text: s[from:to]})
		}
	}
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		w := htmlWord{}
		switch raw := s[i : i+size]; {
		case r == utf8.RuneError && size == 1:
			w = htmlWord{text.SafeRune(r, raw), notUTF8(raw[0])}
		case text.Invisible(r):
			w = htmlWord{text.SafeRune(r, raw), text.HiddenName(r)}
		}
		if n += max(len(w.Text), 1); limit > 0 && n > limit {
			plain(i)
			from = len(s)
			out = appendWord(out, htmlWord{Text: "…"})
			break
		}
		if w.Name != "" {
			plain(i)
			from = i + size
			out = appendWord(out, w)
		}
		i += size
	}
	plain(len(s))
	return badges(out, codePoint, func(match string) (rune, bool) { return hexRune(match[2:]) })
}

func notUTF8(b byte) string { return fmt.Sprintf("byte %02X, which is no UTF-8", b) }

func appendWord(list []htmlWord, w htmlWord) []htmlWord {
	if k := len(list) - 1; k >= 0 && w.Name == "" && list[k].Name == "" {
		list[k].Text += w.Text
		return list
	}
	return append(list, w)
}

// badges makes badges of what the pattern finds in text and decode takes for a character that cannot be seen.
func badges(list []htmlWord, pattern *regexp.Regexp, decode func(string) (rune, bool)) []htmlWord {
	var out []htmlWord
	for _, w := range list {
		if w.Name != "" {
			out = append(out, w)
			continue
		}
		at := 0
		for _, m := range pattern.FindAllStringIndex(w.Text, -1) {
			r, ok := decode(w.Text[m[0]:m[1]])
			if !ok || !text.Invisible(r) {
				continue
			}
			if m[0] > at {
				out = append(out, htmlWord{Text: w.Text[at:m[0]]})
			}
			out = append(out, htmlWord{w.Text[m[0]:m[1]], text.HiddenName(r)})
			at = m[1]
		}
		if at < len(w.Text) {
			out = append(out, htmlWord{Text: w.Text[at:]})
		}
	}
	return out
}

func escapes(s string) []htmlWord { return badges([]htmlWord{{Text: s}}, escape, unescape) }

func unescape(match string) (rune, bool) {
	switch digits := strings.Trim(match[2:], "{}"); {
	case match[1] == '\\':
		return 0, false
	case len(digits) == len(`d83d\ude00`):
		high, _ := hexRune(digits[:4])
		low, _ := hexRune(digits[6:])
		return utf16.DecodeRune(high, low), true
	default:
		return hexRune(digits)
	}
}

func hexRune(digits string) (rune, bool) {
	n, err := strconv.ParseUint(digits, 16, 32)
	return rune(n), err == nil && n <= utf8.MaxRune
}

// htmlInline is a piece of one of our own texts: plain, or code, strong or a link.
type htmlInline struct{ Text, Kind, URL string }

// inlineMark finds the Markdown that our own texts use.
var inlineMark = regexp.MustCompile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\[([^\\]]+)\\]\\((https://[^)\\s]+)\\)")

func paragraphs(markdown string) [][]htmlInline {
	var out [][]htmlInline
	for _, p := range strings.Split(markdown, "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			out = append(out, inline(p))
		}
	}
	return out
}

func inline(p string) []htmlInline {
	var out []htmlInline
	at := 0
	for _, m := range inlineMark.FindAllStringSubmatchIndex(p, -1) {
		if m[0] > at {
			out = append(out, htmlInline{Text: p[at:m[0]]})
		}
		at = m[1]
		switch {
		case m[2] >= 0:
			out = append(out, htmlInline{Text: p[m[2]:m[3]], Kind: "code"})
		case m[4] >= 0:
			out = append(out, htmlInline{Text: p[m[4]:m[5]], Kind: "strong"})
		default:
			out = append(out, htmlInline{p[m[6]:m[7]], "link", p[m[8]:m[9]]})
		}
	}
	if at < len(p) {
		out = append(out, htmlInline{Text: p[at:]})
	}
	return out
}

type htmlExcerpt struct {
	File []htmlWord
	// Named is set when the file has to be named because there are several.
	Named bool
	Lines []htmlLine
	Cut   bool
}

// htmlLine is a line of source. Gap is set when lines are left out before it.
type htmlLine struct {
	Number int
	Gap    bool
	Runs   []htmlRun
}

// htmlRun is a stretch of a line that is marked in one way: not at all, as words of a signal, or as those of the one that decides.
type htmlRun struct {
	Mark string
	// Signals are the numbers of the signals whose words begin here.
	Signals  []int
	Words    []htmlWord
	Redacted bool
}

// excerpts shows where the shown signals stand, and which of them have their number in it.
func excerpts(f *lint.Finding, shown []int) (out []htmlExcerpt, numbers map[int]bool) {
	numbers = map[int]bool{}
	// A signal is numbered by its place among those that are shown.
	among := func(signals []int) (places []int) {
		for _, i := range signals {
			if k := slices.Index(shown, i); k >= 0 {
				places = append(places, k)
			}
		}
		return places
	}
	whole := len(shown) >= min(len(f.Signals), htmlSignals)
	for i := range f.Excerpts {
		raw := &f.Excerpts[i]
		if len(among(raw.Signals)) == 0 {
			continue
		}
		e := newExcerpt(raw, among, whole)
		out = append(out, e)
		for _, l := range e.Lines {
			for _, run := range l.Runs {
				for _, n := range run.Signals {
					numbers[n] = true
				}
			}
		}
	}
	for i := range out {
		out[i].Named = len(out) > 1
	}
	return out, numbers
}

// weightiest returns the n signals that weigh most, the deciding one first and the others in the order of the finding.
func weightiest(f *lint.Finding, n int) []int {
	order := f.ByWeight()
	order = order[:min(len(order), n)]
	if len(order) > 1 {
		slices.Sort(order[1:])
	}
	return order
}

// newExcerpt shows source lines, or, unless whole is set, those of them that hold any of the signals that are shown. among are the numbers of
// these, of which 0 decides. They are written where there are several.
func newExcerpt(raw *lint.Excerpt, among func(signals []int) []int, whole bool) htmlExcerpt {
	e := htmlExcerpt{File: words(raw.Rel, pathRunes), Cut: raw.Cut}
	numbered := slices.Max(among(raw.Signals)) > 0
	for _, line := range raw.Lines {
		l, marked := htmlLine{Number: line.Number}, whole
		for _, p := range line.Pieces {
			run := newRun(p, among, numbered)
			marked = marked || run.Mark != ""
			l.Runs = appendRun(l.Runs, run)
		}
		if !marked {
			continue
		}
		if k := len(e.Lines); k > 0 {
			l.Gap = line.Number > e.Lines[k-1].Number+1
		}
		e.Lines = append(e.Lines, l)
	}
	outdent(e.Lines)
	return e
}

func outdent(lines []htmlLine) {
	common := -1
	for _, l := range lines {
		blanks := 0
		if len(l.Runs) > 0 && l.Runs[0].Mark == "" && l.Runs[0].Words[0].Name == "" {
			first := l.Runs[0].Words[0].Text
			blanks = len(first) - len(strings.TrimLeft(first, " "))
		}
		if common < 0 || blanks < common {
			common = blanks
		}
	}
	for _, l := range lines {
		if common > 0 {
			l.Runs[0].Words[0].Text = l.Runs[0].Words[0].Text[common:]
		}
	}
}

func newRun(p lint.Piece, among func(signals []int) []int, numbered bool) htmlRun {
	run := htmlRun{Redacted: p.Kind == lint.PieceRedacted}
	if of := among(p.Signals); slices.Contains(of, 0) {
		run.Mark = "main"
	} else if len(of) > 0 {
		run.Mark = "also"
	}
	if numbered {
		for _, k := range among(p.Begins) {
			run.Signals = append(run.Signals, k+1)
		}
		slices.Sort(run.Signals)
		run.Signals = slices.Compact(run.Signals)
	}
	switch {
	case p.Kind == lint.PieceHidden && p.Rune == utf8.RuneError:
		run.Words = []htmlWord{{p.Text, "a byte that is no UTF-8"}}
	case p.Kind == lint.PieceHidden:
		run.Words = []htmlWord{{p.Text, text.HiddenName(p.Rune)}}
	case p.Kind == lint.PieceText && run.Mark != "":
		run.Words = escapes(p.Text)
	default:
		run.Words = []htmlWord{{Text: p.Text}}
	}
	return run
}

func appendRun(list []htmlRun, run htmlRun) []htmlRun {
	k := len(list) - 1
	if k < 0 || len(run.Signals) > 0 || run.Redacted || list[k].Redacted || list[k].Mark != run.Mark {
		return append(list, run)
	}
	for _, w := range run.Words {
		list[k].Words = appendWord(list[k].Words, w)
	}
	return list
}
