package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/measure"
	"github.com/org/mcp-lint/lint"
)

const (
	// shownAlso is the number of lines on what else was found in a definition, shownPlaces of further places and tools.
	shownAlso   = 2
	shownPlaces = 5
	// gutter is the width of line numbers.
	gutter = 4
)

// grouped joins single-signal findings that report the same of different definitions with the same severity; most severe first.
func (t *textWriter) grouped() (groups [][]*lint.Finding) {
	known := map[string]int{}
	for _, f := range t.r.BySeverity() {
		s := f.PrimarySignal()
		key := label(f) + "\x00" + string(f.Demoted) + "\x00" + s.CheckID + "\x00" + s.Detail
		if s.Severity == detect.SeverityNone {
			// Checks of text leave the severity to the engine, and their findings differ by evidence. Facts do not.
			key += "\x00" + s.Evidence
		}
		single := len(f.Signals) == 1 && !t.opts.Verbose
		at, ok := known[key]
		switch {
		case single && ok:
			groups[at] = append(groups[at], f)
			continue
		case single:
			known[key] = len(groups)
		}
		groups = append(groups, []*lint.Finding{f})
	}
	return groups
}

func (t *textWriter) findings() {
	groups := t.grouped()
	shown := groups
	if !t.opts.All {
		shown = groups[:min(len(groups), shownFindings)]
	}
	for _, g := range shown {
		t.finding(g)
	}
	if left := slices.Concat(groups[len(shown):]...); len(left) > 0 {
		t.statistics(left, "more, which --all-findings shows")
	}
}

// statistics counts findings by severity and check. words describe them.
func (t *textWriter) statistics(findings []*lint.Finding, words string) {
	type kind struct{ label, check string }
	counts, order := map[kind]int{}, []kind{}
	for _, f := range findings {
		k := kind{label(f), f.PrimarySignal().CheckID}
		if counts[k]++; counts[k] == 1 {
			order = append(order, k)
		}
	}
	if words != "" {
		t.line("%s %s:", Count(len(findings), "finding"), words)
	}
	for _, k := range order {
		t.line("%7d  %s[%s]", counts[k], k.label, text.Safe(k.check, nameRunes))
	}
	if len(order) > 0 {
		t.line("")
	}
}

func label(f *lint.Finding) string {
	if f.Note() {
		return "informational"
	}
	return f.Severity.String()
}

// finding writes one finding, and the other places with the same one.
func (t *textWriter) finding(same []*lint.Finding) {
	f := same[0]
	s := f.PrimarySignal()
	id := text.Safe(s.CheckID, nameRunes)
	head := label(f) + "[" + id + "]: "
	t.prose(t.severity(f.Severity, label(f))+t.bold("["+t.link(id, lint.CheckURL(id))+"]: "), len(head), 2, text.Safe(f.Message, 0), t.bold)
	t.line("%s %s", t.dim(strings.Repeat(" ", gutter)+"-->"), position(s.Where))
	t.source(f.Severity, s)
	for _, words := range t.reasons(f, same[1:]) {
		t.remark("", words)
	}
	_, remedy := s.Says()
	if rule, ok := ruleOf(t.r, s.CheckID); ok && remedy == "" {
		remedy = plain(rule.Fix)
	}
	if remedy != "" && remedy != t.help {
		t.remark("help: ", text.Safe(remedy, 0))
		t.help = remedy
	}
	t.line("")
}

// prose writes wrapped text after a label of the given columns; further lines are indented.
func (t *textWriter) prose(label string, columns, indent int, words string, paint func(string) string) {
	width := 0
	if t.opts.Width > 0 {
		width = max(t.opts.Width-indent, 20)
	}
	// A placeholder reserves the width of the label on the first line.
	for i, line := range measure.Wrap(strings.Repeat("x", max(columns-indent, 1))+" "+words, width) {
		if i == 0 {
			_, line, _ = strings.Cut(line, " ")
			t.line("%s%s", label, paint(line))
			continue
		}
		if forged().MatchString(line) {
			line = "… " + line
		}
		t.line("%s%s", strings.Repeat(" ", indent), paint(line))
	}
}

// forged matches continuation lines that look like one of our lines or a workflow command.
var forged = lazy.Regexp(`^(::|##|-->|=|\||[a-z ]{1,20}:|[a-z]+\[)`)

func (t *textWriter) remark(head, words string) {
	plain := func(s string) string { return s }
	t.prose(strings.Repeat(" ", gutter+1)+t.dim("=")+" "+t.bold(head), gutter+3+len(head)-1, gutter+3, words, plain)
}

// source writes the line with the words, marked and labelled with the field that they stand in.
func (t *textWriter) source(severity detect.Severity, s *lint.Signal) {
	sn, field := s.Snippet, text.Safe(s.Field, nameRunes)
	bar := t.dim(strings.Repeat(" ", gutter+1) + "|")
	if sn.Line == 0 {
		if field != "" {
			t.line("%s in %s", bar, t.dim(field))
		}
		return
	}
	// Breaking up a command mark lengthens the line, so the carets move along.
	before := prefix(sn.Text, sn.CaretStart)
	shift := len(text.BreakCommands(before)) - len(before)
	sn.CaretStart, sn.CaretEnd = sn.CaretStart+shift, sn.CaretEnd+shift
	t.line("%s", bar)
	t.line("%*d %s %s", gutter, sn.Line, t.dim("|"), sn.Text)
	carets := strings.Repeat(" ", sn.CaretStart) + t.severity(severity, strings.Repeat("^", sn.CaretEnd-sn.CaretStart))
	room := t.opts.Width - gutter - 3
	switch width := measure.Width(field); {
	case field == "":
		t.line("%s %s", bar, carets)
	case t.opts.Width == 0 || sn.CaretEnd+1+width <= room:
		t.line("%s %s %s", bar, carets, t.dim(field))
	default:
		t.line("%s %s", bar, carets)
		t.line("%s %s%s", bar, strings.Repeat(" ", max(min(sn.CaretStart, room-width), 0)), t.dim(field))
	}
}

// prefix returns the first columns characters of s, taking each as one column wide.
func prefix(s string, columns int) string {
	for i := range s {
		if columns--; columns < 0 {
			return s[:i]
		}
	}
	return s
}

func (t *textWriter) reasons(f *lint.Finding, others []*lint.Finding) []string {
	s := f.PrimarySignal()
	var out []string
	if evidence := text.Safe(s.Evidence, 0); evidence != "" && !s.Sensitive && !shows(s.Snippet, evidence) {
		out = append(out, "found: \u201c"+evidence+"\u201d")
	}
	if !s.Where.Exact {
		out = append(out, "the exact place in the value is not known")
	}
	for i := range s.Related {
		out = append(out, relatedWords(s, &s.Related[i]))
	}
	if len(others) > 0 {
		out = append(out, "the same in "+Count(len(others), "more place")+": "+few(others, func(f *lint.Finding) string {
			return quoted(f.Tool) + " at " + position(f.PrimarySignal().Where)
		}))
	}
	if n := len(f.SharedBy); n > 0 {
		out = append(out, "the same words are part of "+Count(n, "more tool")+": "+few(f.SharedBy, quoted))
	}
	if f.Demoted != "" {
		out = append(out, "severity "+f.Grade())
	}
	out = append(out, t.also(f)...)
	if t.opts.Verbose {
		out = append(out, verboseWords(f)...)
	}
	return out
}

// also says what else was found in the definition, each once.
func (t *textWriter) also(f *lint.Finding) (out []string) {
	primary := f.PrimarySignal()
	type words struct{ check, evidence string }
	said := map[words]bool{{primary.CheckID, primary.Evidence}: true}
	for i := range f.Signals {
		s := &f.Signals[i]
		same := words{s.CheckID, s.Evidence}
		if i == f.Primary || !t.opts.Verbose && said[same] {
			continue
		}
		said[same] = s.Evidence != ""
		out = append(out, alsoWords(primary, s))
	}
	if left := len(out) - shownAlso; left > 0 && !t.opts.Verbose {
		out = append(out[:shownAlso], fmt.Sprintf("and %d more; -v shows them", left))
	}
	return out
}

// shows reports whether the snippet shows most of the evidence.
func shows(sn lint.Snippet, evidence string) bool {
	const most = 2 // of three parts
	marked := strings.TrimSuffix(sn.Marked(), "…")
	return strings.Contains(sn.Text, evidence) || len(marked)*3 > len(evidence)*most && strings.HasPrefix(evidence, marked)
}

func alsoWords(primary, s *lint.Signal) string {
	what, _ := s.Says()
	words := "also " + text.Safe(s.CheckID, nameRunes)
	if s.CheckID == primary.CheckID {
		words = "also"
	}
	if s.Where.Known() && s.Where.Start.Line != primary.Where.Start.Line {
		words += fmt.Sprintf(" on line %d", s.Where.Start.Line)
	}
	words += ": " + text.Safe(what, 0)
	if s.Evidence != "" && s.Evidence != primary.Evidence {
		words += ": \u201c" + text.Safe(s.Evidence, evidenceRunes) + "\u201d"
	}
	if approved := approvedWas(s); approved != "" {
		words += " (" + approved + ")"
	}
	return words
}

func relatedWords(s *lint.Signal, rel *lint.Related) string {
	words := text.Safe(rel.Note, nameRunes)
	if rel.Approved() {
		if rel.Field != "" && !s.StandsAt(rel) {
			words += " in " + text.Safe(rel.Field, nameRunes)
		}
		if rel.Text != "" {
			words += ": \u201c" + text.Safe(rel.Text, 0) + "\u201d"
		}
	} else {
		words += ": " + quoted(rel.Tool) + " of server " + quoted(rel.Server)
	}
	if rel.Where.Known() {
		words += " (" + position(rel.Where) + ")"
	}
	return words
}

func verboseWords(f *lint.Finding) []string {
	out := []string{verdict(f)}
	for i := range f.Signals {
		s := &f.Signals[i]
		out = append(out, fmt.Sprintf("%s (%s) in %s at %s", s.CheckID, weight(s), text.Safe(s.Field, nameRunes), position(s.Where)))
	}
	if f.Digest != "" {
		out = append(out, "digest "+text.Safe(string(f.Digest), nameRunes))
	}
	return out
}

// few lists the first items, with an ellipsis for the others.
func few[T any](list []T, words func(T) string) string {
	out := each(list[:min(len(list), shownPlaces)], words)
	if len(list) > shownPlaces {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}

func each[T any](list []T, words func(T) string) []string {
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = words(one)
	}
	return out
}
