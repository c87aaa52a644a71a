package approve

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

// maxReason bounds a reason in characters, and shownWaiting how many definitions are listed.
const maxReason, shownWaiting = 500, 50

// Choice is how definitions are approved.
type Choice struct {
	// All means all that need approval, and Force the dangerous ones too, which takes a reason.
	All, Force bool
	Reason     string
}

type approval struct {
	*Set
	Choice
}

// Check checks the choice, for definitions that are named.
func (a *Choice) Check(names []string) error {
	a.Reason = strings.TrimSpace(a.Reason)
	switch {
	case a.All && len(names) > 0:
		return fmt.Errorf("--all takes no names, but got %q", names[0])
	case a.Force && a.Reason == "":
		return hint.Errorf(`Say why it is safe, as in --reason "runs only in the sandbox".`, "--force needs a --reason")
	case utf8.RuneCountInString(a.Reason) > maxReason:
		return fmt.Errorf("--reason is longer than %d characters", maxReason)
	}
	return nil
}

// ApproveNamed approves the named definitions, or says which need it when none is named.
func (a *Set) ApproveNamed(names []string, choice Choice, out, errs Output) error {
	return (&approval{a, choice}).run(names, out, errs)
}

func (a *approval) run(names []string, out, errs Output) error {
	if len(names) == 0 && !a.All {
		return a.waiting(out)
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
		case (len(a.Hard[i]) > 0 || a.All && a.severe(i)) && !a.Force:
			refused = append(refused, i)
		default:
			todo = append(todo, i)
		}
	}
	if len(refused) > 0 {
		return a.refuse(errs, refused, len(todo))
	}
	if len(todo) > 0 {
		list := make([]lock.Approval, len(todo))
		for k, i := range todo {
			list[k] = a.approvalOf(i, a.Force, a.Reason)
		}
		file, _ := a.Approve(a.Stamp, list)
		if err := a.write(file.Bytes()); err != nil {
			return err
		}
	}
	return out.print(func(p *page) {
		if !a.All {
			a.idle(p, idle)
		} else if len(todo) == 0 {
			p.line("Nothing needs approval.")
		}
		a.done(p, todo)
	})
}

func waits(v lock.Verdict) bool { return v.State == lock.Pending || v.State == lock.Changed }

func (a *approval) named(names []string) ([]int, error) {
	named, err := chosen(a.labels, names)
	if err == nil {
		return named, a.ambiguous(names)
	}
	// Perhaps the lock file still has it.
	for _, n := range names {
		for _, k := range a.Removed {
			if len(matching(a.labels, n)) == 0 && len(matching([]string{a.File.Entries[k].Key.Label()}, n)) > 0 {
				return nil, hint.Errorf("Run "+a.Self("lock")+" to drop it.", "%q is only in %s: it no longer exists", n, a.Name)
			}
		}
	}
	return nil, err
}

// ambiguous fails for a name of two definitions: the tool "x/send" of the server "m", and "send" of "m/x". A pattern means all that match.
func (a *approval) ambiguous(names []string) error {
	for _, n := range names {
		found := matching(a.labels, n)
		if len(found) < 2 || strings.Contains(n, "*") && safe.Label(a.labels[found[0]]) != n {
			continue
		}
		first := lock.KeyOf(a.Definitions[found[0]].View)
		for _, i := range found[1:] {
			if k := lock.KeyOf(a.Definitions[i].View); k != first {
				one, other := a.described(found[0]), a.described(i)
				return hint.Errorf("Select one with --path, or approve both with a pattern such as 'SERVER*TOOL'.", "%q is ambiguous: it names %s and %s", safe.Name(n), one, other)
			}
		}
	}
	return nil
}

func (a *approval) described(i int) string {
	k := lock.KeyOf(a.Definitions[i].View)
	return fmt.Sprintf("%s %q of server %q in %s", k.Kind, safe.Label(k.Name), safe.Label(k.Server), place(a.Places[i]))
}

func (a *approval) done(p *page, todo []int) {
	if len(todo) == 0 {
		return
	}
	first(p, todo, shownWaiting, func(i int) {
		words := ""
		if against := a.against(i); a.Force && len(against) > 0 {
			words = fmt.Sprintf(", despite findings of %s: %s", strings.Join(against, ", "), text.Safe(a.Reason, maxReason))
		}
		p.line("approved  %s%s", a.item(p, i), words)
		a.reservations(p, i)
	}, "… and %d more")
	a.inEffect(p)
	advice := " Commit it."
	if a.Installed {
		advice = ""
	}
	p.line("%s approved in %s.%s", report.Count(len(todo), "definition"), safe.Path(a.Name), advice)
}

func (a *approval) item(p *page, i int) string {
	return p.bold(safe.Label(a.labels[i])) + "  " + place(a.Places[i])
}

func (a *approval) refuse(errs Output, refused []int, others int) error {
	err := errs.print(func(p *page) {
		first(p, refused, shownWaiting, func(i int) { p.line("refused  %s", a.danger(i)) }, "refused  %d more")
	})
	if err != nil {
		return err
	}
	words := report.Count(len(refused), "definition") + " refused"
	if others > 0 {
		words += fmt.Sprintf(", and %s not approved because of it", report.Count(others, "other"))
	}
	if a.Reason != "" {
		words += ", because --force is missing"
	}
	return &FailError{hint.Add(errors.New(words+"; nothing was written"), "See mcp-lint scan for the findings. If they are acceptable, approve with --force and --reason.")}
}

func (a *approval) idle(p *page, idle []int) {
	first(p, idle, shownWaiting, func(i int) {
		words := "already approved"
		if a.Verdicts[i].State == "" {
			words = "needs no approval: its file is not served"
		}
		p.line("%s  %s", words, a.item(p, i))
	}, "… and %d more that need no approval")
}

func (a *approval) waiting(out Output) error {
	var waiting []int
	for i, v := range a.Verdicts {
		if waits(v) {
			waiting = append(waiting, i)
		}
	}
	err := out.print(func(p *page) {
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
	return hint.Errorf("Name what you have reviewed, as in "+a.Self("approve")+" SERVER/TOOL, or use --all. "+a.Self("diff")+" shows the changes.", "no definition was named")
}
