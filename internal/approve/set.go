// Package approve decides what of a scan is approved in a lock file, and shows how definitions differ from what was approved.
package approve

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// Set is a scan that is compared with a lock file.
type Set struct {
	Report *lint.Report
	*lint.Locked
	// labels are parallel to Definitions.
	labels []string
	Stamp  lock.Stamp
	// Name is the lock file, which need not exist, and Old what it holds; nil without one.
	Name string
	Old  []byte
	// Installed has it be about what clients of the user have configured.
	Installed bool
	// FailOn is the severity that fails a scan. Narrowed is set where the settings choose the checks.
	FailOn   string
	Narrowed bool
}

// New returns the set of a scan.
func New(r *lint.Report, l *lint.Locked) *Set {
	a := &Set{Report: r, Locked: l}
	for i := range l.Definitions {
		a.labels = append(a.labels, lock.KeyOf(l.Definitions[i].View).Label())
	}
	return a
}

// FailError is a failure of what was asked for, for the reason that it holds; without one, everything was said already.
type FailError struct{ error }

func (e *FailError) Error() string {
	if e.error == nil {
		return "the check failed"
	}
	return e.error.Error()
}

func (e *FailError) Unwrap() error { return e.error }

// Output is where text goes.
type Output struct {
	io.Writer
	Color bool
}

func (o Output) print(lines func(p *page)) error {
	p := &page{color: o.Color}
	lines(p)
	_, err := io.WriteString(o, p.b.String())
	return err
}

// Self is how a command is called to be about the same: lock, or one below it.
func (a *Set) Self(command string) string {
	if command != "lock" {
		command = "lock " + command
	}
	if a.Installed {
		command += " --installed"
	}
	return "mcp-lint " + command
}

// differs reports whether writing would change the lock file. How its lines end is git's business.
func (a *Set) differs(data []byte) bool {
	return a.Old == nil || !bytes.Equal(bytes.ReplaceAll(a.Old, []byte("\r\n"), []byte("\n")), data)
}

func (a *Set) write(data []byte) error {
	if a.Old == nil {
		if err := userfile.Replaceable(a.Name); err != nil {
			return err
		}
		if userfile.Exists(a.Name) {
			// Made by somebody else in the meantime, it may hold what was approved.
			return fmt.Errorf("cannot write %q: %w", a.Name, userfile.ErrMeanwhile)
		}
	}
	return userfile.Replace(a.Name, data, a.Old)
}

// missed warns of what could not be looked at: what it defines is not in the lock file.
func (a *Set) missed(p *page) {
	if reason := a.Report.Unread(); reason != "" {
		p.line("Incomplete: %s. The lock file keeps what it has for it.", safe.Message(secret.Redact(reason)))
	}
}

// unseen are the files with approved definitions that were not read in a scan of everything, and the number of these definitions.
func (a *Set) unseen() (files []string, definitions int) {
	if a.Report.Lock == nil || a.Report.Lock.Unseen == 0 {
		return nil, 0
	}
	for _, k := range a.Unseen {
		files = append(files, a.File.Entries[k].File)
	}
	slices.Sort(files)
	return slices.Compact(files), len(a.Unseen)
}

// HintUnseen says what to do about approved definitions that were not read.
const HintUnseen = "Include the files again, or remove their definitions from the lock file. mcp-lint --verbose shows why they were skipped."

// shownObjections is how many objections to one definition are shown, and shownSettings how many settings.
const shownObjections, shownSettings = 5, 20

func (a *Set) findings(i int) []*lint.Finding {
	var out []*lint.Finding
	at := a.Places[i]
	for k := range a.Report.Findings {
		f := &a.Report.Findings[k]
		if d := f.Definition; d.Path == at.Path && d.Start.Offset == at.Start.Offset && d.End.Offset == at.End.Offset {
			out = append(out, f)
		}
	}
	return out
}

// severe reports whether what was found in a definition is too much to approve it unseen, with many others.
func (a *Set) severe(i int) bool {
	return len(a.Hard[i]) > 0 || a.Worst[i] >= detect.SeverityMedium
}

// against are the checks that speak against a definition: those that are sure, and those with a finding of high severity.
func (a *Set) against(i int) []string {
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

// approvalOf is the approval of a definition, with what spoke against it: what was overruled by force and reason, and what was ignored.
func (a *Set) approvalOf(i int, force bool, reason string) lock.Approval {
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

// floor is the severity from which on what was found is reported: that of scans, if that is not above the usual one.
func (a *Set) floor() detect.Severity {
	if s, ok := detect.ParseSeverity(a.FailOn); ok && s < detect.SeverityMedium {
		return s
	}
	return detect.SeverityMedium
}

// reservations reports what was found in a definition that is approved, and what of it somebody has ignored.
func (a *Set) reservations(p *page, i int) {
	var lines []string
	for _, f := range a.findings(i) {
		checks := ownChecks(f.CheckIDs)
		if f.Severity < a.floor() || len(checks) == 0 {
			continue
		}
		at := place(a.Places[i])
		for _, s := range f.Signals {
			if s.CheckID == checks[0] {
				at = place(s.Where)
				break
			}
		}
		lines = append(lines, fmt.Sprintf("found: %s  %s  %s", f.Severity, strings.Join(checks, ", "), at))
	}
	for _, ig := range a.Ignored[i] {
		by := cmp.Or(suppressedBy[ig.Kind], string(ig.Kind))
		lines = append(lines, fmt.Sprintf("ignored: %s  by %s  %s: %s", strings.Join(ig.Checks, ", "), by, place(ig.Where),
			safe.Label(ig.Reason)))
	}
	first(p, lines, shownObjections, func(l string) { p.line("  %s", l) }, "  … and %d more; see mcp-lint scan")
}

var suppressedBy = map[lint.SuppressionKind]string{lint.SuppressedByConfig: "the configuration", lint.SuppressedByComment: "a comment"}

// inEffect reports settings that have a say in what is approved: they may come from the repository.
func (a *Set) inEffect(p *page) {
	if len(a.Report.Settings) < 2 {
		return
	}
	var lines []string
	for _, s := range a.Report.Settings[1:] {
		key, _, _ := strings.Cut(s, ":")
		switch key {
		case "fail-on", "strict", "require-lock":
			continue
		case "only", "skip", "min-confidence", "checks":
			if !a.Narrowed {
				continue // Not asked; see compare.
			}
		}
		lines = append(lines, s)
	}
	if len(lines) == 0 {
		return
	}
	p.line("In effect: %s", safe.Path(a.Report.Settings[0]))
	first(p, lines, shownSettings, func(s string) { p.line("  %s", safe.Path(s)) }, "  … and %d more")
}
