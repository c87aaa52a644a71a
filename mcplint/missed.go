package mcplint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	hintAllow   = "What was not scanned may hold problems. Fix it, or log it with mcplint.AllowIncomplete()."
	hintUnknown = "Check what the server lists with mcplint.Check, or log this with mcplint.AllowIncomplete()."
)

func (w *writer) missed() {
	s := w.report.Summary
	switch {
	case s.Definitions == 0 && s.Servers == 0:
		w.fail(w.nothing())
	case s.Tools < w.doc.tools:
		w.fail(fmt.Sprintf("only %d of the %s in the list could be read as tools, so that the rest was not checked", s.Tools, text.Count(w.doc.tools, "item")),
			"Each must be an object with a name, and with a description or a schema that is one.")
	case s.Definitions-s.Tools < w.doc.others:
		w.fail(fmt.Sprintf("only %d of the %s in the lists could be read as prompts and resources, so that the rest was not checked", s.Definitions-s.Tools, text.Count(w.doc.others, "item")),
			"Each must be an object with a name or a URI.")
	}
	if w.doc.more {
		w.incomplete("Ask the server for all pages (nextCursor) and check them in one slice, or log this with mcplint.AllowIncomplete().",
			"the list goes on: its nextCursor says that there are further pages, which were not checked")
	}
	if lines := coverage(w.report.Coverage); len(lines) > 0 {
		w.incomplete(hintAllow, clip("not everything was scanned:", lines)...)
	}
	var lines []string
	for _, skip := range w.report.Missed() {
		where := text.Safe(skip.Path, pathRunes)
		if skip.Path == stdinPath {
			where = "the definitions"
		}
		if skip.Line > 0 {
			where += fmt.Sprintf(":%d", skip.Line)
		}
		lines = append(lines, fmt.Sprintf("%s (%s) %s", where, strings.ReplaceAll(string(skip.Reason), "_", " "), text.Safe(skip.Detail, pathRunes)))
	}
	if len(lines) > 0 {
		w.incomplete(hintAllow, clip("not read, or not in full:", lines)...)
	}
	if words := s.Unknown(); words != "" {
		w.incomplete(hintUnknown, clip(words+":", w.remarks(w.report.Unresolved))...)
	}
}

func (w *writer) nothing() string {
	if w.doc.path != "" {
		return fmt.Sprintf("nothing was checked: no MCP manifest, tool list, client configuration or source code that defines tools was found in %s of %q",
			text.Count(w.report.Summary.FilesSeen, "file"), text.Safe(w.doc.path, pathRunes))
	}
	return "nothing was checked: there is no tool, prompt or resource in the definitions"
}

// coverage says in words what the checks did not look at.
func coverage(c detect.Coverage) []string {
	var lines []string
	if len(c.Checks) == 0 {
		lines = append(lines, "no check ran")
	}
	for _, f := range c.Failures {
		lines = append(lines, fmt.Sprintf("check %s failed on tool %s: %s", f.Check, quoted(f.Tool), text.Safe(f.Reason, 0)))
	}
	for _, h := range c.Caps {
		line := fmt.Sprintf("limit %s reached: %d of %d", h.Cap, h.Limit, h.Seen)
		if h.Tool != "" {
			line += " on tool " + quoted(h.Tool)
		}
		if h.Field != "" {
			line += " at " + text.Safe(h.Field, nameRunes)
		}
		if h.Check != "" {
			line += " in check " + h.Check
		}
		lines = append(lines, line)
	}
	return lines
}

// leftOut lists what was found and left out as asked, and the notes.
func (w *writer) leftOut() {
	r := w.report
	for _, s := range r.Suppressions {
		if s.Count > 0 {
			w.remark(fmt.Sprintf("suppressed %s (%s): %s", text.Count(s.Count, "finding"), s.Kind, text.Safe(s.Reason, pathRunes)))
		}
	}
	w.stale()
	if n := r.Summary.BelowConfidence; n > 0 {
		w.remark("left out " + text.Count(n, "signal") + " below the confidence floor")
	}
	if len(r.Notes) > 0 {
		w.remark(clip("notes:", w.remarks(r.Notes))...)
	}
}

// stale lists what was accepted and is not there, which the report lists of a whole working directory only.
func (w *writer) stale() {
	for _, a := range w.accepted {
		fits := slices.ContainsFunc(w.report.Suppressions, func(s lint.Suppression) bool { return s.Count > 0 && s.Reason == a.Reason })
		reported := slices.ContainsFunc(w.report.Notes, func(n lint.Remark) bool { return strings.Contains(n.Text, a.Reason) })
		if !fits && !reported && slices.Contains(w.report.Coverage.Checks, a.Check[0]) {
			w.remark(fmt.Sprintf("mcplint.Accept matches no finding: %s in %s (%s)", a.Check[0], quoted(a.Tool), text.Safe(a.Reason, pathRunes)))
		}
	}
}

func (w *writer) remarks(list []lint.Remark) []string {
	lines := make([]string, len(list))
	for i, m := range list {
		name := ""
		if m.Name != "" {
			name = quoted(m.Name) + ": "
		}
		lines[i] = w.position(m.Where) + name + text.Safe(m.Text, pathRunes)
	}
	return lines
}

// clip puts the first of some lines below a title and counts the others.
func clip(title string, lines []string) []string {
	out := []string{title}
	for _, line := range lines[:min(len(lines), shownLines)] {
		out = append(out, "  "+line)
	}
	if more := len(lines) - shownLines; more > 0 {
		out = append(out, fmt.Sprintf("  and %d more", more))
	}
	return out
}
