package mcpserver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

func (b *builder) suppressed(out *Report) {
	for _, s := range b.report.Suppressions {
		if s.Count == 0 || len(out.Suppressed) == maxListedSkips {
			continue
		}
		p, ok := b.place(s.Where)
		if !ok {
			// A configuration is named by where it lies on this machine.
			p = Place{}
		}
		q := Suppressed{By: string(s.Kind), Count: s.Count, Place: p}
		if b.want.Quotes {
			q.Reason = cut(s.Reason)
		}
		out.Suppressed = append(out.Suppressed, q)
	}
}

func (b *builder) skipped(out *Report) {
	missed := b.report.Missed()
	out.SkippedQuiet = len(b.report.Skips) - len(missed)
	for i, s := range missed {
		if len(out.Skipped) == maxListedSkips {
			out.SkippedMore = len(missed) - i
			break
		}
		q := Skipped{Reason: string(s.Reason)}
		q.Line = s.Line
		if b.doc == nil {
			shown, ok := b.names.path(s.Path)
			if !ok {
				shown, q.Line = "[outside the root]", 0
			}
			q.File = shown
		} else if q.Line > 0 {
			q.Line = max(q.Line-b.doc.lines, 1)
			if b.doc.value {
				q.Line = 0
			}
		}
		if b.want.Quotes {
			q.Detail = cut(s.Detail)
		}
		out.Skipped = append(out.Skipped, q)
	}
}

// missed says in our own words why an answer does not speak for all that was to be scanned.
func (b *builder) missed() []string {
	s := b.report.Summary
	var why []string
	if s.Definitions == 0 && s.Servers == 0 {
		why = append(why, "found no definition of a tool, prompt or resource, no server and no client configuration")
	}
	for _, c := range b.report.Coverage.Caps[:min(len(b.report.Coverage.Caps), maxListedSkips)] {
		why = append(why, fmt.Sprintf("the limit %s of %d was reached; the rest was not scanned", c.Cap, c.Limit))
	}
	for _, f := range b.report.Coverage.Failures[:min(len(b.report.Coverage.Failures), maxListedSkips)] {
		why = append(why, "the check "+f.Check+" failed on a definition")
	}
	if s.Degraded && len(why) == 0 {
		why = append(why, "the checks could not read everything")
	}
	if n := len(b.report.Missed()); n > 0 {
		why = append(why, count(n, "file or part of one was", "files or parts of files were")+" not read; see skipped")
	}
	if words := s.Unknown(); words != "" {
		why = append(why, words)
	}
	if l := b.report.Lock; l != nil && l.Unseen > 0 {
		why = append(why, count(l.Unseen, "approved definition", "approved definitions")+" could not be read")
	}
	if b.beyond > 0 {
		why = append(why, count(b.beyond, "finding is", "findings are")+" outside the root of this server and not shown")
	}
	return slices.Compact(why)
}

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// cut is a quotation, fit to be printed and on one line.
func cut(words string) string { return text.Safe(words, maxQuote) }

// lastSegment is the name that a pointer with a '#' at its end is about.
func lastSegment(pointer string) string {
	body := strings.TrimSuffix(pointer, "#")
	return body[strings.LastIndexByte(body, '/')+1:]
}
