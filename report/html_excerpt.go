package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// htmlExcerpt is the lines of one file that signals point at.
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

// excerpts shows where the signals stand, all of one file together, and which of them have their number in it.
func excerpts(r *lint.Report, f *lint.Finding, signals []int) (out []htmlExcerpt, numbers map[int]bool) {
	var files []*source.File
	spans, owners := map[*source.File][]source.Span{}, map[*source.File][]int{}
	// What weighs most comes first, so that a crowd of lesser signals does not take its room.
	for _, i := range byWeight(f, signals) {
		for _, l := range append([]source.Location{f.Places[i].Where}, f.Places[i].More...) {
			if l.File == nil {
				continue
			}
			if _, known := spans[l.File]; !known {
				files = append(files, l.File)
			}
			spans[l.File], owners[l.File] = append(spans[l.File], l.Span), append(owners[l.File], slices.Index(signals, i))
		}
	}
	numbers = map[int]bool{}
	for _, file := range files {
		e := newExcerpt(r, file, spans[file], owners[file])
		e.Named = len(files) > 1
		out = append(out, e)
		for _, l := range e.Lines {
			for _, run := range l.Runs {
				for _, n := range run.Signals {
					numbers[n] = true
				}
			}
		}
	}
	return out, numbers
}

// byWeight sorts signals of a finding, the deciding one first, then the hard ones and the surest.
func byWeight(f *lint.Finding, signals []int) []int {
	out := slices.Clone(signals)
	slices.SortStableFunc(out, func(a, b int) int {
		if a == f.Primary || b == f.Primary {
			return cmp.Compare(btoi(b == f.Primary), btoi(a == f.Primary))
		}
		return cmp.Or(cmp.Compare(f.Signals[b].Tier, f.Signals[a].Tier), cmp.Compare(f.Signals[b].Confidence, f.Signals[a].Confidence))
	})
	return out
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// weightiest returns the n signals that weigh most, in the order in which they are listed.
func weightiest(f *lint.Finding, order []int, n int) []int {
	if len(order) <= n {
		return order
	}
	kept := byWeight(f, order)[:n]
	return slices.DeleteFunc(slices.Clone(order), func(i int) bool { return !slices.Contains(kept, i) })
}

// newExcerpt shows spans of a file; owners are the signals they belong to, of which number 0 decides. Numbers are shown when there are
// several.
func newExcerpt(r *lint.Report, file *source.File, spans []source.Span, owners []int) htmlExcerpt {
	raw := r.Excerpt(file, spans)
	e := htmlExcerpt{File: words(file.Rel, pathRunes), Cut: raw.Cut}
	numbered := slices.Max(owners) > 0
	for i, line := range raw.Lines {
		l := htmlLine{Number: line.Number, Gap: i > 0 && line.Number > raw.Lines[i-1].Number+1}
		for _, p := range line.Pieces {
			l.Runs = appendRun(l.Runs, newRun(p, owners, numbered))
		}
		e.Lines = append(e.Lines, l)
	}
	outdent(e.Lines)
	return e
}

// outdent takes away the blanks that all lines begin with.
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

func newRun(p lint.Piece, owners []int, numbered bool) htmlRun {
	run := htmlRun{Redacted: p.Kind == lint.PieceRedacted}
	for _, i := range p.Spans {
		if run.Mark != "main" {
			run.Mark = "also"
		}
		if owners[i] == 0 {
			run.Mark = "main"
		}
	}
	if numbered {
		for _, i := range p.Begins {
			run.Signals = append(run.Signals, owners[i]+1)
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

// appendRun joins what is marked alike, to keep the page small.
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
