package mcpserver

import (
	"fmt"
	"slices"

	"github.com/org/mcp-lint/detect/text"
)

func (b *builder) suppressed(out *Report) {
	for _, s := range b.report.Suppressions {
		if s.Count == 0 || len(out.Suppressed) == maxListedSkips {
			continue
		}
		q := Suppressed{By: string(s.Kind), Count: s.Count}
		q.Place, _ = b.place(s.Where) // none for a configuration, which has its path on this machine
		if b.want.Quotes {
			q.Reason = quotation(s.Reason)
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
			q.Detail = quotation(s.Detail)
		}
		out.Skipped = append(out.Skipped, q)
	}
}

// incomplete says in our own words why the scan is incomplete.
func (b *builder) incomplete() []string {
	s := b.report.Summary
	var why []string
	if s.Definitions == 0 && s.Servers == 0 {
		why = append(why, "found no definition of a tool, prompt or resource, no server and no client configuration")
	}
	for _, c := range b.report.Coverage.Caps[:min(len(b.report.Coverage.Caps), maxListedSkips)] {
		why = append(why, c.String())
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
	if b.outsideRoot > 0 {
		why = append(why, count(b.outsideRoot, "finding is", "findings are")+" outside the root of this server and not shown")
	}
	return slices.Compact(why)
}

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// quotation makes a quotation printable and short.
func quotation(words string) string { return text.Safe(words, maxQuote) }
