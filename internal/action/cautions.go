package action

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/change"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

// Change is what the event is about, as it counts for a scan.
type Change struct {
	// Lines are nil when they are not known; Unknown says why, where somebody asks for a change to be taken.
	Lines   *change.Lines
	Unknown string
	// Paths are what is scanned, in the repository of the change.
	Paths []string
}

// Decider is a file that decides about what is reported, whether it is there or not.
type Decider struct {
	kind deciderKind
	name string
}

// deciderKind says what a change does that edits such a file, brings it or takes it away.
type deciderKind [3]string

// The kinds of deciders.
var (
	settingsFile = deciderKind{
		"the change edits the settings that this scan used", "the change adds the settings that this scan used",
		"the change removes the settings that this scan would have used",
	}
	lockFile = deciderKind{
		"the change edits the approvals", "the change adds the lock file, so its approvals are not compared with older ones",
		"the change removes the lock file, so nothing is compared with what was approved",
	}
	baselineFile = deciderKind{
		"the change edits the baseline, and its findings are not reported",
		"the change adds the baseline, and its findings are not reported", "the change removes the baseline",
	}
	rulesFile = deciderKind{
		"the change edits rules that this scan used", "the change adds rules that this scan used",
		"the change removes rules that this scan would have used",
	}
)

// Deciders are the files that flags name, and those that are read without being named. flag returns the value of a flag.
func Deciders(flag func(name string) (value string, none bool), rules []string) []Decider {
	var list []Decider
	for _, d := range []struct {
		flag, name string
		kind       deciderKind
	}{{"config", config.Name, settingsFile}, {"lock", lock.Name, lockFile}, {"baseline", "", baselineFile}} {
		given, none := flag(d.flag)
		if name := cmp.Or(given, d.name); name != "" && !none {
			list = append(list, Decider{d.kind, name})
		}
	}
	for _, name := range rules {
		list = append(list, Decider{rulesFile, name})
	}
	return list
}

// Cautions says what comes with the change and has a say in what is reported of it: settings, approvals, a baseline, comments.
func (a *Change) Cautions(r *lint.Report, files []Decider, approved *lock.File) []report.Caution {
	if a.Lines == nil {
		return a.unknown(r, files)
	}
	var list []report.Caution
	top := a.checkout()
	for _, d := range files {
		if top == "" {
			break
		}
		name, how := a.fate(top, d.name)
		if how == change.Untouched {
			continue
		}
		c := report.Caution{File: name, Text: d.kind[how-change.Edited]}
		if d.kind == lockFile && how != change.Removed {
			if approvals, line := a.approvals(approved, name); line > 0 {
				c.Line, c.Items = line, approvals
				c.Text += fmt.Sprintf("; it approves %s", report.Count(len(approvals), "definition"))
			}
		}
		list = append(list, c)
	}
	if c, ok := report.SuppressedByChange(r, a.Lines.Touch); ok {
		list = append(list, c)
	}
	return list
}

// unknown is the caution for a change that cannot be known. Whoever can keep it from being known could hide in it what decides.
func (a *Change) unknown(r *lint.Report, files []Decider) []report.Caution {
	if a.Unknown == "" {
		return nil
	}
	c := report.Caution{Text: "the changed lines are unknown. Check whether the change touches these files, which affect the result"}
	for _, d := range files {
		if userfile.Exists(d.name) {
			c.Items = append(c.Items, d.name)
		}
	}
	for _, s := range r.Suppressions {
		if s.Kind == lint.SuppressedByComment && s.Count > 0 && s.Where.Known() {
			c.Items = append(c.Items, s.Where.Path)
		}
	}
	if len(c.Items) == 0 {
		return nil
	}
	c.Items = append(c.Items, "reason: "+a.Unknown)
	return []report.Caution{c}
}

func (a *Change) checkout() string {
	folder := a.Paths[0]
	if st, err := os.Stat(folder); err == nil && !st.IsDir() {
		folder = filepath.Dir(folder)
	}
	folder, err := userfile.Real(folder)
	if err != nil {
		return ""
	}
	return discover.FindRepository(folder)
}

// fate returns what the change does to a file or to a link that leads to it, and the name of the file from the top of the repository.
func (a *Change) fate(top, file string) (string, change.How) {
	var names []string
	add := func(path string, err error) {
		if err != nil {
			return
		}
		if rel, err := filepath.Rel(top, path); err == nil && filepath.IsLocal(rel) {
			names = append(names, filepath.ToSlash(rel))
		}
	}
	folder, err := userfile.Real(filepath.Dir(file))
	add(filepath.Join(folder, filepath.Base(file)), err)
	add(userfile.Real(file))
	if cwd, err := userfile.Real("."); err == nil && !filepath.IsAbs(file) {
		add(filepath.Join(cwd, file), nil)
	}
	for _, name := range names {
		if how := a.Lines.How(name); how != change.Untouched {
			return name, how
		}
	}
	for _, name := range names {
		for i := range name {
			if name[i] == '/' && a.Lines.How(name[:i]) != change.Untouched {
				return name, change.Edited
			}
		}
	}
	return "", change.Untouched
}

// approvals lists the approvals that the change writes into the lock file, by the names of the definitions, and the line of the first.
func (a *Change) approvals(approved *lock.File, rel string) (list []string, line int) {
	if approved == nil {
		return nil, 0
	}
	for _, e := range approved.Entries {
		if e.State != lock.Approved || !a.Lines.Touch(rel, e.Line, e.Line) {
			continue
		}
		if line == 0 || e.Line < line {
			line = e.Line
		}
		words := e.Key.Label()
		if len(e.Forced) > 0 {
			words += " (against " + strings.Join(e.Forced, ", ") + ": " + e.Reason + ")"
		}
		list = append(list, secret.Redact(words))
	}
	return list, line
}
