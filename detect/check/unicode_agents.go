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

// padsTableNearby is padsTable with bounded context, since it is called for every cell and a file may be one line.
func padsTableNearby(s string, run text.HiddenRun) bool {
	const around = 4 << 10
	from, to := max(0, run.Start-around), min(len(s), run.End+around)
	run.Start, run.End = run.Start-from, run.End-from
	return padsTable(s[from:to], run)
}

// padsColumn reports whether a run of blanks pads a Markdown table cell so that its border aligns with the line before or after.
func padsColumn(s string, run text.HiddenRun) bool {
	// longest bounds the lines, in bytes, since this is called for every cell.
	const longest = 4 << 10
	if !onlyClasses(run, text.HiddenPadding) || run.End >= len(s) || s[run.End] != '|' || strings.ContainsAny(s[run.Start:run.End], "\r\n") {
		return false
	}
	if rest, _, _ := strings.Cut(s[run.End:min(len(s), run.End+longest)], "\n"); strings.Trim(rest, "|-: \t\r") == "" {
		return true // Behind it the line holds nothing.
	}
	from := strings.LastIndexByte(s[max(0, run.Start-longest):run.Start], '\n') + max(0, run.Start-longest) + 1
	if !strings.HasPrefix(strings.TrimLeft(s[from:run.End], " \t"), "|") {
		return false
	}
	column := utf8.RuneCountInString(s[from:run.End])
	border := func(line string) bool {
		if len(line) > longest || !strings.HasPrefix(strings.TrimLeft(line, " \t"), "|") {
			return false
		}
		n := 0
		for _, r := range line {
			if n == column {
				return r == '|'
			}
			n++
		}
		return false
	}
	if from > 0 {
		above := s[max(0, from-1-longest) : from-1]
		if border(above[strings.LastIndexByte(above, '\n')+1:]) {
			return true
		}
	}
	if nl := strings.IndexByte(s[run.End:min(len(s), run.End+longest)], '\n'); nl >= 0 {
		below, _, _ := strings.Cut(s[run.End+nl+1:min(len(s), run.End+nl+1+longest)], "\n")
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
	eachSentence(tool.Name, b.String(), func(r *reader, s *reading.Sentence) {
		k := sort.SearchInts(starts, s.Start+1) - 1
		if k >= 0 && r.judge.GradeOf(r.judge.Score(s)) >= model.Likely && (leaksData.matches(&s.Present) || hidesFromUser.matches(&s.Present) || slices.ContainsFunc(clearOrders, func(n conceptRule) bool { return n.matches(&s.Present) })) && (len(out) == 0 || out[len(out)-1].Start != runs[k].Start) {
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
