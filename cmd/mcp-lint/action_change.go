package main

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

func (a *actionRun) readChange() error {
	if a.in.Diff == "" {
		return nil
	}
	lines, _, err := readDiff(a.in.Diff)
	if err == nil {
		a.change = lines
		if a.in.ChangedOnly {
			a.opts.touched = lines.Touch
		}
		return nil
	}
	a.in.DiffUnknown = "the diff cannot be read: " + err.Error()
	if !a.in.ChangedOnly {
		return nil
	}
	return report.Message(a.out, report.LevelNotice, "mcp-lint: changed-only", "All findings are annotated, because the diff cannot be read: "+err.Error())
}

// cautions says what comes with the change and has a say in what is reported of it: settings, approvals, a baseline, comments.
func (a *actionRun) cautions(r *lint.Report) []report.Caution {
	files := a.deciders()
	if a.change == nil {
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
		c := report.Caution{File: name, Text: d.says[how-change.Edited]}
		if d.flag == "lock" && how != change.Removed {
			if approvals, line := a.approvals(name); line > 0 {
				c.Line, c.Items = line, approvals
				c.Text += fmt.Sprintf("; it approves %s", report.Count(len(approvals), "definition"))
			}
		}
		list = append(list, c)
	}
	if c, ok := report.SuppressedByChange(r, a.change.Touch); ok {
		list = append(list, c)
	}
	return list
}

// unknown is the caution for a change that cannot be known. Whoever can keep it from being known could hide in it what decides.
func (a *actionRun) unknown(r *lint.Report, files []decider) []report.Caution {
	if a.in.DiffUnknown == "" {
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
	c.Items = append(c.Items, "reason: "+a.in.DiffUnknown)
	return []report.Caution{c}
}

// decider is a file that decides about what is reported, whether it is there or not, and the flag that names it.
type decider struct {
	flag, name string
	// says is what a change does that edits it, brings it or takes it away.
	says [3]string
}

// deciders are the files that the flags name, and those that are read without being named.
func (a *actionRun) deciders() []decider {
	var list []decider
	for _, d := range []decider{
		{"config", config.Name, [3]string{
			"the change edits the settings that this scan used", "the change adds the settings that this scan used",
			"the change removes the settings that this scan would have used",
		}},
		{"lock", lock.Name, [3]string{
			"the change edits the approvals", "the change adds the lock file, so its approvals are not compared with older ones",
			"the change removes the lock file, so nothing is compared with what was approved",
		}},
		{"baseline", "", [3]string{
			"the change edits the baseline, and its findings are not reported",
			"the change adds the baseline, and its findings are not reported", "the change removes the baseline",
		}},
	} {
		name, _ := a.cmd.Flags().GetString(d.flag)
		none, _ := a.cmd.Flags().GetBool("no-" + d.flag)
		if d.name = cmp.Or(name, d.name); d.name != "" && !none {
			list = append(list, d)
		}
	}
	for _, name := range a.opts.own.Files() {
		list = append(list, decider{"rules", name, [3]string{
			"the change edits rules that this scan used", "the change adds rules that this scan used",
			"the change removes rules that this scan would have used",
		}})
	}
	return list
}

func (a *actionRun) checkout() string {
	folder := a.in.Paths[0]
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
func (a *actionRun) fate(top, file string) (string, change.How) {
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
		if how := a.change.How(name); how != change.Untouched {
			return name, how
		}
	}
	for _, name := range names {
		for i := range name {
			if name[i] == '/' && a.change.How(name[:i]) != change.Untouched {
				return name, change.Edited
			}
		}
	}
	return "", change.Untouched
}

// approvals lists the approvals that the change writes into the lock file, by the names of the definitions, and the line of the first.
func (a *actionRun) approvals(rel string) (list []string, line int) {
	if a.opts.approved == nil {
		return nil, 0
	}
	for _, e := range a.opts.approved.Value.Entries {
		if e.State != lock.Approved || !a.change.Touch(rel, e.Line, e.Line) {
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
