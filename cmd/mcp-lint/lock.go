package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

const longLock = `Write or update mcp-lint.lock: new definitions are recorded as pending, approved ones that differ are marked as changed, and
removed ones are dropped. It approves nothing without --approve-new, which leaves out definitions with hard or high-severity
findings.

The file contains a digest of everything that a model can see of each definition, and its approved text. Commit it: every
change of a definition then needs a new approval (mcp-lint lock approve), and the diff of the file shows what was approved.

Exit codes: 0 written or up to date; 1 with --check, when the file would change or an approved definition was not read; 2 it
could not be read or written. A file that cannot be read is never overwritten.`

type lockCommand struct {
	*approvals
	approveNew, check bool
}

func newLock(s streams) *cobra.Command {
	l := &lockCommand{approvals: newApprovals()}
	cmd := l.command("lock [PATH...]", "Write or update the lock file, which records what was approved", longLock,
		"  mcp-lint lock                 record what is new, changed and removed\n"+
			"  mcp-lint lock --approve-new   approve new definitions that are not dangerous\n"+
			"  mcp-lint lock --check         fail when the file is not up to date",
		func(cmd *cobra.Command, args []string) error { return l.run(s, cmd, args) })
	cmd.Flags().BoolVar(&l.approveNew, "approve-new", false, "approve definitions that are new to the lock file, unless they are dangerous")
	cmd.Flags().BoolVar(&l.check, "check", false, "write nothing, and exit 1 when the file would change")
	cmd.AddCommand(newDiff(s), newApprove(s))
	return cmd
}

func (l *lockCommand) run(s streams, cmd *cobra.Command, paths []string) error {
	if err := l.compare(s, cmd, paths); err != nil {
		return err
	}
	if l.approved == nil && len(l.Definitions) == 0 {
		return hint.Errorf("mcp-lint list shows what is found.", "found nothing to lock")
	}
	file, changes := l.Refreshed(l.stamp)
	var left, fresh []int
	if l.approveNew {
		file, fresh, left = l.approve(file, &changes)
	}
	data, verb := file.Bytes(), "contains"
	switch {
	case !l.differs(data):
	case l.check:
		if err := l.print(s.out, s, func(p *page) { l.summary(p, file, changes, "would contain") }); err != nil {
			return err
		}
		return &exitError{exitFindings, hint.Errorf("Run "+l.self("lock")+", and commit the file if others use it.", "%s is not up to date", l.name)}
	default:
		if err := l.write(data); err != nil {
			return err
		}
		verb = "now contains"
	}
	unseenFiles, unseen := l.unseen()
	err := l.print(s.out, s, func(p *page) {
		l.summary(p, file, changes, verb)
		l.accepted(p, fresh)
		first(p, left, shownWaiting, func(i int) { p.line("Not approved: %s", l.danger(i)) }, "Not approved: %d more")
		l.unknown(p)
		l.missed(p)
		first(p, unseenFiles, shownWaiting, func(f string) {
			p.line("Not read: %s, which has approved definitions", text.Safe(secret.Redact(f), pathRunes))
		}, "Not read: %d more files")
		l.advise(p, file)
	})
	if err != nil || !l.check || unseen == 0 {
		return err
	}
	return &exitError{exitFindings, hint.Errorf(hintUnseen, "%s in %s could not be read", report.Count(unseen, "approved definition"), l.name)}
}

// approve approves in a refreshed file what the old one did not hold, and returns what it approved and what is left for somebody to decide.
func (l *lockCommand) approve(file *lock.File, changes *lock.Changes) (out *lock.File, accepted, left []int) {
	known := map[lock.Key]bool{}
	for _, e := range l.File.Entries {
		known[e.Key] = true
	}
	files := map[string]bool{}
	for i := range l.Definitions {
		files[l.Definitions[i].File] = true
	}
	// What is gone was dropped already; what is left beside the definitions was not looked at.
	again := lock.Compare(file, l.Definitions, func(path string) bool { return files[path] })
	// Of several definitions under one name none is approved before all can be: beside an approval the others would have changed.
	refused := map[lock.Key]bool{}
	for i, v := range again.Verdicts {
		if v.State == lock.Pending && l.severe(i) {
			refused[lock.KeyOf(l.Definitions[i].View)] = true
		}
	}
	var fresh []lock.Approval
	for i, v := range again.Verdicts {
		key := lock.KeyOf(l.Definitions[i].View)
		switch {
		case v.State != lock.Pending || known[key]:
		case l.severe(i):
			left = append(left, i)
		case refused[key]:
		default:
			fresh, accepted = append(fresh, l.approval(i, false, "")), append(accepted, i)
		}
	}
	file, approved := again.Approve(l.stamp, fresh)
	changes.Approved += approved.Approved
	return file, accepted, left
}

// accepted reports what was approved although something was found in it, or would have been.
func (l *lockCommand) accepted(p *page, fresh []int) {
	reported := 0
	for _, i := range fresh {
		q := page{color: p.color}
		l.reservations(&q, i)
		if q.b.Len() == 0 {
			continue
		}
		if reported++; reported <= shownWaiting {
			p.line("Approved despite findings: %s  %s", printable(l.labels[i]), place(l.Places[i]))
			p.b.WriteString(q.b.String())
		}
	}
	if more := reported - shownWaiting; more > 0 {
		p.line("Approved despite findings: %d more", more)
	}
	if len(fresh) > 0 {
		l.inEffect(p)
	}
}

func (l *lockCommand) summary(p *page, file *lock.File, c lock.Changes, verb string) {
	states := map[lock.State]int{}
	for _, e := range file.Entries {
		states[e.State]++
	}
	p.line("%s %s %s: %d approved, %d pending, %d changed.", p.bold(text.Safe(l.name, pathRunes)), verb,
		report.Count(len(file.Entries), "definition"), states[lock.Approved], states[lock.Pending], states[lock.Changed])
	words := joined([]tally{
		{c.New, "new"}, {c.Approved, "approved"}, {c.Changed, "changed"}, {c.Restored, "restored"}, {c.Removed, "removed"},
	})
	if c.Renamed > 0 {
		words = append(words, report.Count(c.Renamed, "server")+" renamed")
	}
	switch {
	case len(words) > 0:
		p.line("  %s", strings.Join(words, ", "))
	case l.differs(file.Bytes()):
		p.line("  no changes except order and form")
	}
}

func (l *lockCommand) unknown(p *page) {
	if n := l.report.Summary.Partly + l.report.Summary.Open; n > 0 {
		p.line("Some text of %s is only known by running code; the lock file covers the rest.", report.Count(n, "tool"))
	}
}

func (l *lockCommand) advise(p *page, file *lock.File) {
	waits := func(e lock.Entry) bool { return e.State != lock.Approved }
	if slices.ContainsFunc(file.Entries, waits) {
		p.line("See %s for what needs approval, and approve it with %s.", l.self("diff"), l.self("approve"))
	}
	if l.approved == nil && !l.installed && settings.MergesBadly(l.name) {
		p.line("To let git merge the approvals of two branches, add this line to .gitattributes:\n  %s merge=union", text.Safe(filepath.Base(l.name), pathRunes))
	}
}

func (a *approvals) danger(i int) string {
	return fmt.Sprintf("%s  %s  %s", printable(a.labels[i]), strings.Join(a.against(i), ", "), a.dangerAt(i))
}

// dangerAt is where the first words stand that speak against a definition, or the definition when that is not known.
func (a *approvals) dangerAt(i int) string {
	for _, f := range a.findings(i) {
		for _, s := range f.Signals {
			sure := s.Tier == detect.TierHard && slices.Contains(a.Hard[i], s.CheckID)
			if sure || len(a.Hard[i]) == 0 && f.Severity >= detect.SeverityMedium && !lock.Compares(s.CheckID) {
				return place(s.Where)
			}
		}
	}
	return place(a.Places[i])
}
