package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// htmlWord is a run of text or an invisible character, which is drawn as a badge.
type htmlWord struct {
	Text string
	// Name describes a badge; it is empty for text.
	Name string
}

var (
	// codePoint matches how text.Safe writes an invisible character.
	codePoint = regexp.MustCompile(`U\+[0-9A-F]{4,6}`)
	// escape matches character escapes in source code, and escaped backslashes so that they are skipped.
	escape = regexp.MustCompile(`\\(?:\\|u\{[0-9a-fA-F]{1,6}\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2})`)
)

// words makes untrusted text safe to show: invisible characters become badges, and text over limit runes is cut (0 means no limit).
// Evidence has already been through text.Safe; its code points become badges too.
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

func notUTF8(b byte) string { return fmt.Sprintf("byte %02X, which is not UTF-8", b) }

func appendWord(list []htmlWord, w htmlWord) []htmlWord {
	if k := len(list) - 1; k >= 0 && w.Name == "" && list[k].Name == "" {
		list[k].Text += w.Text
		return list
	}
	return append(list, w)
}

// badges replaces matches of pattern that decode to an invisible character by badges.
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

// inlineMark matches the Markdown that our own texts use.
var inlineMark = regexp.MustCompile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\[([^\\]]+)\\]\\((https://[^)\\s]+)\\)")

func paragraphNodes(markdown string) g.Node {
	var out g.Group
	for _, p := range strings.Split(markdown, "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p == "" {
			continue
		}
		var line g.Group
		at := 0
		for _, m := range inlineMark.FindAllStringSubmatchIndex(p, -1) {
			line = append(line, g.Text(p[at:m[0]]))
			switch at = m[1]; {
			case m[2] >= 0:
				line = append(line, h.Code(g.Text(p[m[2]:m[3]])))
			case m[4] >= 0:
				line = append(line, h.Strong(g.Text(p[m[4]:m[5]])))
			default:
				line = append(line, link(p[m[8]:m[9]], p[m[6]:m[7]]))
			}
		}
		out = append(out, h.P(line, g.Text(p[at:])))
	}
	return out
}

// HTML elements of the report. Text and attribute values are escaped when they are written; URLs and attribute names are our own.

func wordNodes(list []htmlWord) g.Node {
	return g.Map(list, func(w htmlWord) g.Node {
		if w.Name == "" {
			return g.Text(w.Text)
		}
		return h.B(h.Class("u"), h.Role("img"), h.Aria("label", w.Name), h.Title(w.Name), g.Text(w.Text))
	})
}

// untrusted wraps untrusted text in an element that may break anywhere.
func untrusted(element func(...g.Node) g.Node, list []htmlWord) g.Node {
	return element(h.Class("x"), wordNodes(list))
}

func bdi(children ...g.Node) g.Node { return g.El("bdi", children...) }

func dim(children ...g.Node) g.Node { return h.Span(h.Class("dim"), g.Group(children)) }

func link(url, text string) g.Node {
	return h.A(h.Href(url), h.Rel("noopener noreferrer"), g.Text(text))
}

func severityNode(severity string) g.Node {
	return h.Span(h.Class("sev "+severity), h.I(h.Aria("hidden", "true")), g.Text(severity))
}

// pair shows two terms side by side; the second is what the finding is about.
func pair(first string, a []htmlWord, second string, b []htmlWord) g.Node {
	return h.Dl(h.Class("pair"), h.Div(h.Dt(g.Text(first)), untrusted(h.Dd, a)),
		g.If(b != nil, h.Div(h.Dt(g.Text(second)), h.Dd(h.Class("x"), h.Mark(h.Class("main"), wordNodes(b))))))
}

func more(n int, what string) g.Node {
	return g.If(n > 0, h.P(h.Class("dim"), g.Text("and "+Count(n, what))))
}

// htmlLine is a source line. gap is set when lines before it are left out.
type htmlLine struct {
	number int
	gap    bool
	runs   []htmlRun
}

// htmlRun is a part of a line with one mark: none, a signal, or the primary signal.
type htmlRun struct {
	mark string
	// signals are the numbers of the signals that begin here.
	signals  []int
	words    []htmlWord
	redacted bool
}

// excerptNode renders an excerpt; named adds the file name.
func excerptNode(e *lint.Excerpt, lines []htmlLine, named bool) g.Node {
	return h.Figure(
		h.Class("src"), g.If(named, h.FigCaption(wordNodes(words(e.Rel, pathRunes)))),
		g.Map(lines, func(l htmlLine) g.Node {
			return g.Group{
				g.If(l.gap, h.Div(h.Class("gap"), h.Aria("hidden", "true"), g.Text("⋯"))),
				h.Div(h.Class("ln"), h.Span(h.Class("no"), g.Text(strconv.Itoa(l.number))), h.Code(g.Map(l.runs, htmlRun.node))),
			}
		}),
		g.If(e.Cut, h.Div(h.Class("gap"), g.Text("More lines are not shown."))),
	)
}

func (r htmlRun) node() g.Node {
	words := wordNodes(r.words)
	if r.redacted {
		words = h.B(h.Class("red"), words)
	}
	if r.mark != "" {
		words = h.Mark(h.Class(r.mark), words)
	}
	return g.Group{g.Map(r.signals, func(n int) g.Node { return h.Sup(h.Class("n"), h.Data("n", strconv.Itoa(n))) }), words}
}

// excerpts renders the source of the shown signals. numbers are those of the signals marked in it.
func excerpts(f *lint.Finding, shown []int) (out g.Group, numbers map[int]bool) {
	numbers = map[int]bool{}
	// Signals are numbered by their position in shown.
	among := func(signals []int) (places []int) {
		for _, i := range signals {
			if k := slices.Index(shown, i); k >= 0 {
				places = append(places, k)
			}
		}
		return places
	}
	whole := len(shown) >= min(len(f.Signals), htmlSignals)
	list := slices.DeleteFunc(slices.Clone(f.Excerpts), func(e lint.Excerpt) bool { return len(among(e.Signals)) == 0 })
	for i := range list {
		lines := excerptLines(&list[i], among, whole)
		out = append(out, excerptNode(&list[i], lines, len(list) > 1))
		for _, l := range lines {
			for _, run := range l.runs {
				for _, n := range run.signals {
					numbers[n] = true
				}
			}
		}
	}
	return out, numbers
}

// weightiest returns the n signals with the most weight: the primary one first, the others in document order.
func weightiest(f *lint.Finding, n int) []int {
	order := f.ByWeight()
	order = order[:min(len(order), n)]
	if len(order) > 1 {
		slices.Sort(order[1:])
	}
	return order
}

// excerptLines returns all source lines if whole is set, and else those with shown signals. among maps signals to their positions in shown,
// where 0 is the primary one. Numbers are added when there is more than one.
func excerptLines(raw *lint.Excerpt, among func(signals []int) []int, whole bool) (lines []htmlLine) {
	numbered := slices.Max(among(raw.Signals)) > 0
	for _, line := range raw.Lines {
		l, marked := htmlLine{number: line.Number}, whole
		for _, p := range line.Pieces {
			run := newRun(p, among, numbered)
			marked = marked || run.mark != ""
			l.runs = appendRun(l.runs, run)
		}
		if !marked {
			continue
		}
		if k := len(lines); k > 0 {
			l.gap = line.Number > lines[k-1].number+1
		}
		lines = append(lines, l)
	}
	outdent(lines)
	return lines
}

func outdent(lines []htmlLine) {
	common := -1
	for _, l := range lines {
		blanks := 0
		if len(l.runs) > 0 && l.runs[0].mark == "" && l.runs[0].words[0].Name == "" {
			first := l.runs[0].words[0].Text
			blanks = len(first) - len(strings.TrimLeft(first, " "))
		}
		if common < 0 || blanks < common {
			common = blanks
		}
	}
	for _, l := range lines {
		if common > 0 {
			l.runs[0].words[0].Text = l.runs[0].words[0].Text[common:]
		}
	}
}

func newRun(p lint.Piece, among func(signals []int) []int, numbered bool) htmlRun {
	run := htmlRun{redacted: p.Kind == lint.PieceRedacted}
	if of := among(p.Signals); slices.Contains(of, 0) {
		run.mark = "main"
	} else if len(of) > 0 {
		run.mark = "also"
	}
	if numbered {
		for _, k := range among(p.Begins) {
			run.signals = append(run.signals, k+1)
		}
		slices.Sort(run.signals)
		run.signals = slices.Compact(run.signals)
	}
	switch {
	case p.Kind == lint.PieceHidden && p.Rune == utf8.RuneError:
		run.words = []htmlWord{{p.Text, "a byte that is not UTF-8"}}
	case p.Kind == lint.PieceHidden:
		run.words = []htmlWord{{p.Text, text.HiddenName(p.Rune)}}
	case p.Kind == lint.PieceText && run.mark != "":
		run.words = escapes(p.Text)
	default:
		run.words = []htmlWord{{Text: p.Text}}
	}
	return run
}

func appendRun(list []htmlRun, run htmlRun) []htmlRun {
	k := len(list) - 1
	if k < 0 || len(run.signals) > 0 || run.redacted || list[k].redacted || list[k].mark != run.mark {
		return append(list, run)
	}
	for _, w := range run.words {
		list[k].words = appendWord(list[k].words, w)
	}
	return list
}
