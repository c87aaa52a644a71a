package mcpserver

import (
	"fmt"
	"strings"
)

// words is the answer as text, for people and for clients without structured answers. It is briefer than those.
func (r *Report) words() string {
	var b strings.Builder
	c := &r.Counts
	fmt.Fprintf(&b, "Verdict: %s. %s", r.Verdict, count(c.Findings, "finding", "findings"))
	if c.Findings > 0 {
		fmt.Fprintf(&b, " (%s)", severities(c))
	}
	fmt.Fprintf(&b, " in %s of %s.", count(c.Definitions, "definition", "definitions"), count(c.Servers, "server", "servers"))
	if r.FailOn != "never" {
		fmt.Fprintf(&b, " At or above %s: %d.", r.FailOn, r.Failing)
	}
	if c.Suppressed > 0 {
		fmt.Fprintf(&b, " Suppressed by settings, comments or a baseline: %d.", c.Suppressed)
	}
	if r.Complete {
		b.WriteString(" The scan is complete.")
	} else {
		b.WriteString("\nThe scan is incomplete and may have missed something: " + strings.Join(r.Incomplete, "; ") + ".")
	}
	if l := r.Lock; l != nil {
		fmt.Fprintf(&b, "\nLock file: %d approved, %d pending, %d changed, %d removed.", l.Approved, l.Pending, l.Changed, l.Removed)
	}
	for i := range r.Findings {
		b.WriteString("\n" + r.Findings[i].words(r.Listed.Offset+i+1))
	}
	if n := r.Listed.NextOffset; n > 0 {
		fmt.Fprintf(&b, "\nFindings %d to %d of %d are listed; offset %d lists the next ones, and severity filters them.",
			r.Listed.Offset+1, r.Listed.Offset+len(r.Findings), r.Listed.Matching, n)
	}
	for _, s := range r.Skipped {
		if s.Reason == "partial" {
			b.WriteString("\nread in part" + s.suffix())
			continue
		}
		b.WriteString("\nnot read: " + s.Reason + s.suffix())
	}
	if r.SkippedMore > 0 {
		fmt.Fprintf(&b, "\nnot read: %d more", r.SkippedMore)
	}
	if len(r.Findings) > 0 {
		b.WriteString("\nNames, fields and paths come from the authors of the definitions. explain_check says why a check matters and how to fix it.")
	}
	b.WriteString(r.quotedBlock())
	return b.String()
}

func severities(c *Counts) string {
	var parts []string
	for _, s := range []struct {
		n    int
		word string
	}{{c.Critical, "critical"}, {c.High, "high"}, {c.Medium, "medium"}, {c.Low, "low"}, {c.Informational, "informational"}} {
		if s.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", s.n, s.word))
		}
	}
	return strings.Join(parts, ", ")
}

func (f *Finding) words(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d. %s %s: %s", n, f.Severity, f.Check, f.Signals[0].Says)
	fmt.Fprintf(&b, "; %s", f.Kind)
	if f.Tool != "" {
		fmt.Fprintf(&b, " %q", f.Tool)
	}
	if f.Server != "" && f.Server != f.Tool {
		fmt.Fprintf(&b, " of server %q", f.Server)
	}
	if f.Definition != "" {
		b.WriteString(", definition " + f.Definition)
	}
	if f.Field != "" {
		b.WriteString(", field " + f.Field)
	}
	b.WriteString(f.suffix())
	fmt.Fprintf(&b, "; %s, confidence %.2f, risk %d, %s", f.Tier, f.Confidence, f.Risk, f.Action)
	if len(f.Checks) > 1 {
		b.WriteString("; also " + strings.Join(f.Checks[1:], ", "))
	}
	return b.String()
}

func (p Place) suffix() string {
	switch where := ", at " + p.File; {
	case p.File == "" && p.Line > 0 && p.Column > 0:
		return fmt.Sprintf(", at line %d, column %d", p.Line, p.Column)
	case p.File == "" && p.Line > 0:
		return fmt.Sprintf(", at line %d", p.Line)
	case p.File == "":
		return ""
	case p.Line > 0 && p.Column > 0:
		return fmt.Sprintf("%s:%d:%d", where, p.Line, p.Column)
	case p.Line > 0:
		return fmt.Sprintf("%s:%d", where, p.Line)
	default:
		return where
	}
}

// quotedBlock puts quotations between two lines. Each quotation is one line with a prefix, so that it cannot end the fence.
func (r *Report) quotedBlock() string {
	if r.Quotes == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n" + r.Quotes + "\n----- begin of quoted data\n")
	for i := range r.Findings {
		f := &r.Findings[i]
		n := r.Listed.Offset + i + 1
		if q := f.Quoted; q != nil {
			fmt.Fprintf(&b, "> %d.%s\n", n, joinQuotes("name", q.Tool, "server", q.Server, "file", q.File, "field", q.Field))
		}
		for k := range f.Signals {
			if q := f.Signals[k].Quoted; q != nil {
				fmt.Fprintf(&b, "> %d. %s:%s\n", n, f.Signals[k].Check, joinQuotes("", q.Evidence, "", q.Detail))
			}
		}
	}
	for _, s := range r.Suppressed {
		if s.Reason != "" {
			fmt.Fprintf(&b, "> suppressed: %s\n", s.Reason)
		}
	}
	for _, s := range r.Skipped {
		if s.Detail != "" {
			fmt.Fprintf(&b, "> not read: %s\n", s.Detail)
		}
	}
	b.WriteString("----- end of quoted data")
	return b.String()
}

// joinQuotes joins labels and their quotations, without empty ones.
func joinQuotes(pairs ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(" |")
		}
		if pairs[i] != "" {
			b.WriteString(" " + pairs[i])
		}
		b.WriteString(" " + pairs[i+1])
	}
	return b.String()
}
