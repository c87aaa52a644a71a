package check

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// Honest instruction files contain hidden markup too: tool markers, notes, templates. A comment is reported only if it gives orders, as a
// soft signal, since it is visible in the source.

// padsColumn reports whether a run of blanks pads a cell of a table or a drawn box so that its border aligns with the line before or after.
func padsColumn(s string, run text.HiddenRun) bool {
	if !onlyClasses(run, text.HiddenPadding) || strings.ContainsAny(s[run.Start:run.End], "\r\n") {
		return false
	}
	from := strings.LastIndexByte(s[max(0, run.Start-longestRow):run.Start], '\n') + max(0, run.Start-longestRow) + 1
	if !bordered(strings.TrimLeft(s[from:run.End], " \t")) || !bordered(s[run.End:]) {
		return false
	}
	column := utf8.RuneCountInString(s[from:run.End])
	border := func(line string) bool {
		if len(line) > longestRow || !bordered(strings.TrimLeft(line, " \t")) {
			return false
		}
		n := 0
		for at := range line {
			if n == column {
				return bordered(line[at:])
			}
			n++
		}
		return false
	}
	if from > 0 {
		above := s[max(0, from-1-longestRow) : from-1]
		if border(above[strings.LastIndexByte(above, '\n')+1:]) {
			return true
		}
	}
	if nl := strings.IndexByte(s[run.End:min(len(s), run.End+longestRow)], '\n'); nl >= 0 {
		below, _, _ := strings.Cut(s[run.End+nl+1:min(len(s), run.End+nl+1+longestRow)], "\n")
		return border(below)
	}
	return false
}

// maxMarkup bounds the comments read per field, in bytes.
const maxMarkup = 1 << 20

// ordersInMarkup returns the runs of markup with orders to a model. They are read as paragraphs of one text, so that many runs cost no
// more than one.
func ordersInMarkup(tool detect.ToolView, i int, runs []text.HiddenRun) []text.HiddenRun {
	if len(runs) == 0 {
		return nil
	}
	raw := tool.Fields[i].Text
	var b strings.Builder
	starts := make([]int, 0, len(runs))
	for _, run := range runs {
		if b.Len() > maxMarkup {
			break
		}
		starts = append(starts, b.Len())
		b.WriteString(commentText(raw[run.Start:run.End]))
		b.WriteString("\n\n")
	}
	var out []text.HiddenRun
	eachSentence(tool.Name, b.String(), func(r *reader, _ *text.Doc, s *reading.Sentence) {
		k := sort.SearchInts(starts, s.Start+1) - 1
		if k >= 0 && r.judge.Grade(r.judge.Score(s), 1) >= model.Likely && (leaksData.matches(&s.Present) || hidesFromUser.matches(&s.Present) || slices.ContainsFunc(clearOrders, func(n conceptRule) bool { return n.matches(&s.Present) })) && (len(out) == 0 || out[len(out)-1].Start != runs[k].Start) {
			out = append(out, runs[k])
		}
	})
	return out
}

// commentText returns the content of a run of markup.
func commentText(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "<!--"), "-->")
	if at := strings.Index(s, "]:"); at >= 0 && strings.HasPrefix(s, "[") {
		s = strings.Trim(strings.TrimSpace(s[at+2:]), "#<>()\"' ")
	} else if strings.HasPrefix(s, "<") {
		if at := strings.IndexByte(s, '>'); at >= 0 {
			s = s[at+1:]
		}
	}
	return strings.TrimSpace(s)
}
