package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/internal/wildcard"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// approvals is what the commands around the lock file share: a scan, compared with the lock file.
type approvals struct {
	scanOptions
	// name is the lock file, which need not exist.
	name string
	// installed has it be about what clients of the user have configured, and paths be projects.
	installed bool

	report *lint.Report
	*lint.Locked
	// labels are parallel to Definitions.
	labels []string
	stamp  lock.Stamp
}

func newApprovals() *approvals {
	return &approvals{scanOptions: scanOptions{failOn: "never", color: "auto"}}
}

// command is a command around the lock file, with the flags that all of them have.
func (a *approvals) command(use, short, long, example string, run func(*cobra.Command, []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Long: long, Example: example, RunE: run}
	a.registerSettings(cmd)
	a.registerColor(cmd)
	cmd.Flags().BoolVar(&a.installed, "installed", false, "of what is configured for you, as mcp-lint installed finds it; paths are projects")
	return cmd
}

// self is how a command is called to be about the same: lock, or one below it.
func (a *approvals) self(command string) string {
	if command != "lock" {
		command = "lock " + command
	}
	if a.installed {
		command += " --installed"
	}
	return "mcp-lint " + command
}

func (a *approvals) print(w io.Writer, s streams, lines func(p *page)) error {
	p := &page{color: useColor(a.color, w, s.env)}
	lines(p)
	_, err := io.WriteString(w, p.b.String())
	return err
}

// compare scans and compares with the lock file, or with an empty one where there is none.
func (a *approvals) compare(s streams, cmd *cobra.Command, paths []string) error {
	if a.installed && a.found == nil {
		if err := a.findInstalled(s, paths, true); err != nil {
			return err
		}
		paths = nil
	}
	a.name = cmp.Or(a.lockName, lock.Name)
	if err := a.configure(cmd, paths); err != nil {
		return err
	}
	if err := a.validate(); err != nil {
		return err
	}
	l, err := settings.Lock("", a.lockName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	a.approved = l
	if l == nil && a.lockName == "" {
		mentionLockAbove(s.err)
	}
	opts := a.lintOptions(s, paths)
	if a.config == "" {
		// What is dangerous is for all checks to say, whatever the settings of a repository leave out.
		opts.Only, opts.Skip, opts.MinConfidence = nil, nil, 0
		if opts.Config != nil {
			own := *opts.Config
			own.Checks = nil
			opts.Config = &own
		}
	}
	if a.approved == nil {
		// Also for checks that compare with a lock file and are asked for in the settings.
		opts.Lock, opts.LockFile = &lock.File{}, settings.Named(a.name, nil)
	}
	a.stamp = lock.Stamp{Day: opts.Today, Version: opts.Version}
	callback, wipe := progress(s, false)
	opts.Progress = callback
	a.report, a.Locked, err = lint.RunLocked(opts)
	wipe()
	if err != nil {
		return explainScanError(err, cmd, paths)
	}
	for i := range a.Definitions {
		a.labels = append(a.labels, lock.KeyOf(a.Definitions[i].View).Label())
	}
	return nil
}

func (a *approvals) bytes() []byte {
	if a.approved == nil {
		return nil
	}
	return a.approved.File.Data
}

// differs reports whether writing would change the lock file. How its lines end is git's business.
func (a *approvals) differs(data []byte) bool {
	return a.approved == nil || !bytes.Equal(bytes.ReplaceAll(a.bytes(), []byte("\r\n"), []byte("\n")), data)
}

func (a *approvals) write(data []byte) error {
	if a.approved == nil {
		if err := userfile.Replaceable(a.name); err != nil {
			return err
		}
		if userfile.Exists(a.name) {
			// Made by somebody else in the meantime, it may hold what was approved.
			return fmt.Errorf("cannot write %q: %w", a.name, userfile.ErrMeanwhile)
		}
	}
	return userfile.Replace(a.name, data, a.bytes())
}

// missed warns of what could not be looked at: what it defines is not in the lock file.
func (a *approvals) missed(p *page) {
	if reason := a.report.Unread(); reason != "" {
		p.line("Incomplete: %s. The lock file keeps what it has for it.", text.Safe(secret.Redact(reason), messageRunes))
	}
}

// unseen are the files with approved definitions that were not read in a scan of everything, and the number of these definitions.
func (a *approvals) unseen() (files []string, definitions int) {
	if a.report.Lock == nil || a.report.Lock.Unseen == 0 {
		return nil, 0
	}
	for _, k := range a.Unseen {
		files = append(files, a.File.Entries[k].File)
	}
	slices.Sort(files)
	return slices.Compact(files), len(a.Unseen)
}

const hintUnseen = "Include the files again, or remove their definitions from the lock file. mcp-lint --verbose shows why they were skipped."

// shownObjections is how many objections to one definition are shown, and shownSettings how many settings.
const shownObjections, shownSettings = 5, 20

func (a *approvals) findings(i int) []*lint.Finding {
	var out []*lint.Finding
	at := a.Places[i]
	for k := range a.report.Findings {
		f := &a.report.Findings[k]
		if d := f.Definition; d.Path == at.Path && d.Start.Offset == at.Start.Offset && d.End.Offset == at.End.Offset {
			out = append(out, f)
		}
	}
	return out
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

// floor is the severity from which on what was found is reported: that of scans, if that is not above the usual one.
func (a *approvals) floor() detect.Severity {
	if s, ok := detect.ParseSeverity(a.failOn); ok && s < detect.SeverityMedium {
		return s
	}
	return detect.SeverityMedium
}

// reservations reports what was found in a definition that is approved, and what of it somebody has ignored.
func (a *approvals) reservations(p *page, i int) {
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
			text.Safe(secret.Redact(ig.Reason), labelRunes)))
	}
	first(p, lines, shownObjections, func(l string) { p.line("  %s", l) }, "  … and %d more; see mcp-lint scan")
}

var suppressedBy = map[lint.SuppressionKind]string{lint.SuppressedByConfig: "the configuration", lint.SuppressedByComment: "a comment"}

// inEffect reports settings that have a say in what is approved: they may come from the repository.
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
	first(p, lines, shownSettings, func(s string) { p.line("  %s", text.Safe(s, pathRunes)) }, "  … and %d more")
}

// matching returns the indexes of the labels that a name means: those that are the same, else those that are shown as the name, else those
// that it is a pattern of. Whoever copies the label of a tool that is called "*" means that tool.
func matching(labels []string, name string) []int {
	for _, fits := range []func(label string) bool{
		func(label string) bool { return label == name },
		func(label string) bool { return printable(label) == name },
		func(label string) bool { return strings.Contains(name, "*") && wildcard.New(name).Fits(label) },
	} {
		var found []int
		for i, l := range labels {
			if fits(l) {
				found = append(found, i)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// chosen returns the indexes of the labels that names mean, in order and each once; no names mean all. A name that means none is an error.
func chosen(labels, names []string) ([]int, error) {
	var out []int
	var unknown []string
	for _, n := range names {
		found := matching(labels, n)
		if found == nil {
			unknown = append(unknown, n)
		}
		out = append(out, found...)
	}
	for i := 0; len(names) == 0 && i < len(labels); i++ {
		out = append(out, i)
	}
	if len(unknown) > 0 {
		return nil, unknownLabels(unknown, labels)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

const shownUnknown = 5

func unknownLabels(unknown, labels []string) error {
	var quoted, near []string
	for _, u := range unknown[:min(len(unknown), shownUnknown)] {
		quoted = append(quoted, fmt.Sprintf("%q", text.Safe(u, labelRunes)))
		if n := nearestLabel(u, labels); n != "" {
			near = append(near, printable(n))
		}
	}
	words := "no such definition: " + strings.Join(quoted, ", ")
	if more := len(unknown) - len(quoted); more > 0 {
		words += fmt.Sprintf(" (and %d more)", more)
	}
	advice := "See mcp-lint list for all definitions."
	if len(near) > 0 {
		advice = hint.Join("Did you mean "+strings.Join(slices.Compact(near), ", ")+"?", advice)
	}
	return hint.Add(errors.New(words), advice)
}

// nearestLabel is the label that was probably meant: one that is nearly the same, or whose part behind a slash is the name.
func nearestLabel(name string, labels []string) string {
	for _, l := range labels {
		if name != "" && strings.HasSuffix(l, "/"+name) {
			return l
		}
	}
	return didyoumean.Word(name, labels)
}
