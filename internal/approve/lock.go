package approve

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

// Update records what is new, changed and removed in the lock file. With approveNew it approves what is new and not dangerous, and with check
// it writes nothing.
func (a *Set) Update(approveNew, check bool, out Output) error {
	if a.Old == nil && len(a.Definitions) == 0 {
		return hint.Errorf("mcp-lint list shows what is found.", "found nothing to lock")
	}
	file, changes := a.Refreshed(a.Stamp)
	var left, fresh []int
	if approveNew {
		file, fresh, left = a.approveNew(file, &changes)
	}
	data, verb := file.Bytes(), "contains"
	switch {
	case !a.differs(data):
	case check:
		if err := out.print(func(p *page) { a.summary(p, file, changes, "would contain") }); err != nil {
			return err
		}
		return &FailError{hint.Errorf("Run "+a.Self("lock")+", and commit the file if others use it.", "%s is not up to date", a.Name)}
	default:
		if err := a.write(data); err != nil {
			return err
		}
		verb = "now contains"
	}
	unseenFiles, unseen := a.unseen()
	err := out.print(func(p *page) {
		a.summary(p, file, changes, verb)
		a.accepted(p, fresh)
		first(p, left, shownWaiting, func(i int) { p.line("Not approved: %s", a.danger(i)) }, "Not approved: %d more")
		a.unknown(p)
		a.missed(p)
		first(p, unseenFiles, shownWaiting, func(f string) {
			p.line("Not read: %s, which has approved definitions", safe.Path(secret.Redact(f)))
		}, "Not read: %d more files")
		a.advise(p, file)
	})
	if err != nil || !check || unseen == 0 {
		return err
	}
	return &FailError{hint.Errorf(HintUnseen, "%s in %s could not be read", report.Count(unseen, "approved definition"), a.Name)}
}

// approveNew approves in a refreshed file what the old one did not hold, and returns what it approved and what is left for somebody to decide.
func (a *Set) approveNew(file *lock.File, changes *lock.Changes) (out *lock.File, accepted, left []int) {
	known := map[lock.Key]bool{}
	for _, e := range a.File.Entries {
		known[e.Key] = true
	}
	files := map[string]bool{}
	for i := range a.Definitions {
		files[a.Definitions[i].File] = true
	}
	// What is gone was dropped already; what is left beside the definitions was not looked at.
	again := lock.Compare(file, a.Definitions, func(path string) bool { return files[path] })
	// Of several definitions under one name none is approved before all can be: beside an approval the others would have changed.
	refused := map[lock.Key]bool{}
	for i, v := range again.Verdicts {
		if v.State == lock.Pending && a.severe(i) {
			refused[lock.KeyOf(a.Definitions[i].View)] = true
		}
	}
	var fresh []lock.Approval
	for i, v := range again.Verdicts {
		key := lock.KeyOf(a.Definitions[i].View)
		switch {
		case v.State != lock.Pending || known[key]:
		case a.severe(i):
			left = append(left, i)
		case refused[key]:
		default:
			fresh, accepted = append(fresh, a.approvalOf(i, false, "")), append(accepted, i)
		}
	}
	file, approved := again.Approve(a.Stamp, fresh)
	changes.Approved += approved.Approved
	return file, accepted, left
}

// accepted reports what was approved although something was found in it, or would have been.
func (a *Set) accepted(p *page, fresh []int) {
	reported := 0
	for _, i := range fresh {
		q := page{color: p.color}
		a.reservations(&q, i)
		if q.b.Len() == 0 {
			continue
		}
		if reported++; reported <= shownWaiting {
			p.line("Approved despite findings: %s  %s", safe.Label(a.labels[i]), place(a.Places[i]))
			p.b.WriteString(q.b.String())
		}
	}
	if more := reported - shownWaiting; more > 0 {
		p.line("Approved despite findings: %d more", more)
	}
	if len(fresh) > 0 {
		a.inEffect(p)
	}
}

func (a *Set) summary(p *page, file *lock.File, c lock.Changes, verb string) {
	states := map[lock.State]int{}
	for _, e := range file.Entries {
		states[e.State]++
	}
	p.line("%s %s %s: %d approved, %d pending, %d changed.", p.bold(safe.Path(a.Name)), verb,
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
	case a.differs(file.Bytes()):
		p.line("  no changes except order and form")
	}
}

func (a *Set) unknown(p *page) {
	if n := a.Report.Summary.Partly + a.Report.Summary.Open; n > 0 {
		p.line("Some text of %s is only known by running code; the lock file covers the rest.", report.Count(n, "tool"))
	}
}

func (a *Set) advise(p *page, file *lock.File) {
	waits := func(e lock.Entry) bool { return e.State != lock.Approved }
	if slices.ContainsFunc(file.Entries, waits) {
		p.line("See %s for what needs approval, and approve it with %s.", a.Self("diff"), a.Self("approve"))
	}
	if a.Old == nil && !a.Installed && settings.MergesBadly(a.Name) {
		p.line("To let git merge the approvals of two branches, add this line to .gitattributes:\n  %s merge=union", safe.Path(filepath.Base(a.Name)))
	}
}

func (a *Set) danger(i int) string {
	return fmt.Sprintf("%s  %s  %s", safe.Label(a.labels[i]), strings.Join(a.against(i), ", "), a.dangerAt(i))
}

// dangerAt is where the first words stand that speak against a definition, or the definition when that is not known.
func (a *Set) dangerAt(i int) string {
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
