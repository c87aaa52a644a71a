package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

const longApprove = `Approve definitions as they are now: mcp-lint.lock records their text, and a scan reports any later change.

Name a tool as SERVER/TOOL, a prompt as SERVER/prompt:NAME and the instructions of a server as SERVER/instructions. A star
matches any characters. When several definitions have the same name, --path selects where to look.

A definition with a hard finding is dangerous and needs --force and a --reason, which the lock file keeps together with the
checks. --all also refuses definitions with findings of high severity; one that is named is approved, and its findings are
listed. When one definition is refused, none is approved. All checks count here, whatever .mcp-lint.yaml skips or weighs
less, unless --config names it; its ignore entries apply, and are listed and recorded in the lock file like forced approvals.

Exit codes: 0 approved, or nothing to approve; 1 refused, and nothing written; 2 could not run, or nothing named.`

const maxReason = 500

const shownWaiting = 50

type approveCommand struct {
	*approvals
	all, force bool
	reason     string
	paths      []string
}

func newApprove(s streams) *cobra.Command {
	a := &approveCommand{approvals: newApprovals()}
	cmd := a.command("approve [SERVER/TOOL...]", "Approve definitions as they are now", longApprove,
		"  mcp-lint lock approve                    list what needs approval\n"+
			"  mcp-lint lock approve notes/read_note    approve one tool\n"+
			"  mcp-lint lock approve 'notes/*'          approve a server\n"+
			"  mcp-lint lock approve --all              approve all, unless one is dangerous\n"+
			"  mcp-lint lock approve notes/run --force --reason \"runs only in the sandbox\"",
		func(cmd *cobra.Command, args []string) error { return a.run(s, cmd, args) })
	// Names would take a scan, and files are none.
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	f := cmd.Flags()
	f.BoolVar(&a.all, "all", false, "approve everything that needs approval")
	f.StringArrayVar(&a.paths, "path", nil, "look in `PATH`, a file or folder; repeatable (default: the working directory)")
	f.BoolVar(&a.force, "force", false, "also approve dangerous definitions")
	f.StringVar(&a.reason, "reason", "", "why this is safe: a `TEXT` that the lock file keeps")
	return cmd
}

func (a *approveCommand) validateNames(names []string) error {
	a.reason = strings.TrimSpace(a.reason)
	switch {
	case a.all && len(names) > 0:
		return fmt.Errorf("--all takes no names, but got %q", names[0])
	case a.force && a.reason == "":
		return hint.Errorf(`Say why it is safe, as in --reason "runs only in the sandbox".`, "--force needs a --reason")
	case utf8.RuneCountInString(a.reason) > maxReason:
		return fmt.Errorf("--reason is longer than %d characters", maxReason)
	}
	return nil
}

func (a *approveCommand) run(s streams, cmd *cobra.Command, names []string) error {
	if err := a.validateNames(names); err != nil {
		return err
	}
	if err := a.compare(s, cmd, a.paths); err != nil {
		return err
	}
	if len(names) == 0 && !a.all {
		return a.waiting(s)
	}
	named, err := a.named(names)
	if err != nil {
		return err
	}
	var todo, refused, idle []int
	for _, i := range named {
		switch {
		case !waits(a.Verdicts[i]):
			idle = append(idle, i)
		case (len(a.Hard[i]) > 0 || a.all && a.severe(i)) && !a.force:
			refused = append(refused, i)
		default:
			todo = append(todo, i)
		}
	}
	if len(refused) > 0 {
		return a.refuse(s, refused, len(todo))
	}
	if len(todo) > 0 {
		list := make([]lock.Approval, len(todo))
		for k, i := range todo {
			list[k] = a.approval(i, a.force, a.reason)
		}
		file, _ := a.Approve(a.stamp, list)
		if err := a.write(file.Bytes()); err != nil {
			return err
		}
	}
	return a.print(s.out, s, func(p *page) {
		if !a.all {
			a.idle(p, idle)
		} else if len(todo) == 0 {
			p.line("Nothing needs approval.")
		}
		a.done(p, todo)
	})
}

func waits(v lock.Verdict) bool { return v.State == lock.Pending || v.State == lock.Changed }

func (a *approveCommand) named(names []string) ([]int, error) {
	named, err := chosen(a.labels, names)
	if err == nil {
		return named, a.ambiguous(names)
	}
	// Perhaps the lock file still has it.
	for _, n := range names {
		for _, k := range a.Removed {
			if len(matching(a.labels, n)) == 0 && len(matching([]string{a.File.Entries[k].Key.Label()}, n)) > 0 {
				return nil, hint.Errorf("Run "+a.self("lock")+" to drop it.", "%q is only in %s: it no longer exists", n, a.name)
			}
		}
	}
	return nil, err
}

// ambiguous fails for a name of two definitions: the tool "x/send" of the server "m", and "send" of "m/x". A pattern means all that match.
func (a *approveCommand) ambiguous(names []string) error {
	for _, n := range names {
		found := matching(a.labels, n)
		if len(found) < 2 || strings.Contains(n, "*") && printable(a.labels[found[0]]) != n {
			continue
		}
		first := lock.KeyOf(a.Definitions[found[0]].View)
		for _, i := range found[1:] {
			if k := lock.KeyOf(a.Definitions[i].View); k != first {
				one, other := a.described(found[0]), a.described(i)
				return hint.Errorf("Select one with --path, or approve both with a pattern such as 'SERVER*TOOL'.", "%q is ambiguous: it names %s and %s", text.Safe(n, labelRunes), one, other)
			}
		}
	}
	return nil
}

func (a *approveCommand) described(i int) string {
	k := lock.KeyOf(a.Definitions[i].View)
	return fmt.Sprintf("%s %q of server %q in %s", k.Kind, printable(k.Name), printable(k.Server), place(a.Places[i]))
}

func (a *approveCommand) done(p *page, todo []int) {
	if len(todo) == 0 {
		return
	}
	first(p, todo, shownWaiting, func(i int) {
		words := ""
		if against := a.against(i); a.force && len(against) > 0 {
			words = fmt.Sprintf(", despite findings of %s: %s", strings.Join(against, ", "), text.Safe(a.reason, maxReason))
		}
		p.line("approved  %s%s", a.item(p, i), words)
		a.reservations(p, i)
	}, "… and %d more")
	a.inEffect(p)
	advice := " Commit it."
	if a.installed {
		advice = ""
	}
	p.line("%s approved in %s.%s", report.Count(len(todo), "definition"), text.Safe(a.name, pathRunes), advice)
}

func (a *approveCommand) item(p *page, i int) string {
	return p.bold(printable(a.labels[i])) + "  " + place(a.Places[i])
}

func (a *approveCommand) refuse(s streams, refused []int, others int) error {
	err := a.print(s.err, s, func(p *page) {
		first(p, refused, shownWaiting, func(i int) { p.line("refused  %s", a.danger(i)) }, "refused  %d more")
	})
	if err != nil {
		return err
	}
	words := report.Count(len(refused), "definition") + " refused"
	if others > 0 {
		words += fmt.Sprintf(", and %s not approved because of it", report.Count(others, "other"))
	}
	if a.reason != "" {
		words += ", because --force is missing"
	}
	return &exitError{exitFindings, hint.Add(errors.New(words+"; nothing was written"), "See mcp-lint scan for the findings. If they are acceptable, approve with --force and --reason.")}
}

func (a *approveCommand) idle(p *page, idle []int) {
	first(p, idle, shownWaiting, func(i int) {
		words := "already approved"
		if a.Verdicts[i].State == "" {
			words = "needs no approval: its file is not served"
		}
		p.line("%s  %s", words, a.item(p, i))
	}, "… and %d more that need no approval")
}

func (a *approveCommand) waiting(s streams) error {
	var waiting []int
	for i, v := range a.Verdicts {
		if waits(v) {
			waiting = append(waiting, i)
		}
	}
	err := a.print(s.out, s, func(p *page) {
		if len(waiting) == 0 {
			p.line("Nothing needs approval.")
		}
		first(p, waiting, shownWaiting, func(i int) {
			words := ""
			if a.severe(i) {
				words = objection(a.Worst[i], a.against(i))
			}
			p.line("%-8s  %s%s", a.Verdicts[i].State, a.item(p, i), words)
		}, "… and %d more")
	})
	if err != nil || len(waiting) == 0 {
		return err
	}
	return hint.Errorf("Name what you have reviewed, as in "+a.self("approve")+" SERVER/TOOL, or use --all. "+a.self("diff")+" shows the changes.", "no definition was named")
}
