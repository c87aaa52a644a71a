package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// shownObjections is how many things are told that speak against one definition, and shownSettings how many settings.
const shownObjections, shownSettings = 5, 20

// spot is where a definition stands.
type spot struct {
	file *source.File
	span source.Span
}

// index notes which findings are of which definition.
func (a *approvals) index() {
	a.found = map[spot][]*lint.Finding{}
	for i := range a.report.Findings {
		f := &a.report.Findings[i]
		at := spot{f.File, f.Definition.Span}
		a.found[at] = append(a.found[at], f)
	}
}

// findings are those of a definition.
func (a *approvals) findings(i int) []*lint.Finding {
	return a.found[spot{a.Places[i].File, a.Places[i].Span}]
}

// severe reports whether what was found in a definition is too much to approve it unseen, with many others.
func (a *approvals) severe(i int) bool {
	return len(a.Hard[i]) > 0 || a.Worst[i] >= detect.SeverityMedium
}

// against are the checks that speak against a definition: those that are sure, and those with a finding of high severity.
func (a *approvals) against(i int) []string {
	out := slices.Clone(a.Hard[i])
	if a.Worst[i] >= detect.SeverityMedium {
		for _, f := range a.findings(i) {
			if f.Severity >= detect.SeverityMedium {
				out = append(out, f.CheckIDs...)
			}
		}
	}
	return ownChecks(out)
}

// ownChecks leaves out what only compares with the lock file, and sorts the rest.
func ownChecks(ids []string) []string {
	ids = slices.DeleteFunc(slices.Clone(ids), lock.Compares)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// approval is the approval of a definition, with what spoke against it: what was overruled by force and reason, and what was ignored.
func (a *approvals) approval(i int, force bool, reason string) lock.Approval {
	out := lock.Approval{Definition: i, Reason: reason}
	if force {
		out.Forced = a.against(i)
	}
	var reasons []string
	for _, ig := range a.Ignored[i] {
		out.Forced = append(out.Forced, ig.Checks...)
		words := text.Safe(secret.Redact(cmp.Or(ig.Reason, string(ig.Kind))), maxReason)
		if !slices.Contains(reasons, words) {
			reasons = append(reasons, words)
		}
	}
	if len(reasons) > 0 {
		words := "ignored: " + strings.Join(reasons, "; ")
		if reason != "" {
			words = reason + "; " + words
		}
		out.Reason = text.Safe(words, 2*maxReason)
	}
	out.Forced = ownChecks(out.Forced)
	return out
}

// floor is the severity from which on it is told what was found: that of scans, if that is not above the usual one.
func (a *approvals) floor() detect.Severity {
	if s, ok := detect.ParseSeverity(a.failOn); ok && s < detect.SeverityMedium {
		return s
	}
	return detect.SeverityMedium
}

// reservations tells what was found in a definition that is approved, and what of it somebody has ignored.
func (a *approvals) reservations(p *page, i int) {
	var lines []string
	for _, f := range a.findings(i) {
		checks := ownChecks(f.CheckIDs)
		if f.Severity < a.floor() || len(checks) == 0 {
			continue
		}
		at := place(a.Places[i])
		for k, s := range f.Signals {
			if s.CheckID == checks[0] {
				at = place(f.Places[k].Where)
				break
			}
		}
		lines = append(lines, fmt.Sprintf("found: %s  %s  %s", f.Severity, strings.Join(checks, ", "), at))
	}
	for _, ig := range a.Ignored[i] {
		lines = append(lines, fmt.Sprintf("ignored: %s  by %s  %s: %s", strings.Join(ig.Checks, ", "), suppressedBy(ig.Kind), place(ig.Where),
			text.Safe(secret.Redact(ig.Reason), labelRunes)))
	}
	for _, l := range lines[:min(len(lines), shownObjections)] {
		p.line("  %s", l)
	}
	if more := len(lines) - shownObjections; more > 0 {
		p.line("  … and %d more; see mcp-lint scan", more)
	}
}

// suppressedBy names what suppresses.
func suppressedBy(kind lint.SuppressionKind) string {
	switch kind {
	case lint.SuppressedByConfig:
		return "the configuration"
	case lint.SuppressedByComment:
		return "a comment"
	}
	return string(kind)
}

// inEffect tells of settings that have a say in what is approved: they may come from the repository.
func (a *approvals) inEffect(p *page) {
	if len(a.report.Settings) < 2 {
		return
	}
	var lines []string
	for _, s := range a.report.Settings[1:] {
		key, _, _ := strings.Cut(s, ":")
		switch key {
		case "fail-on", "strict", "require-lock":
			continue
		case "only", "skip", "min-confidence", "checks":
			if a.config == "" {
				continue // Not asked; see compare.
			}
		}
		lines = append(lines, s)
	}
	if len(lines) == 0 {
		return
	}
	p.line("In effect: %s", text.Safe(a.report.Settings[0], pathRunes))
	for _, s := range lines[:min(len(lines), shownSettings)] {
		p.line("  %s", text.Safe(s, pathRunes))
	}
	if more := len(lines) - shownSettings; more > 0 {
		p.line("  … and %d more", more)
	}
}
