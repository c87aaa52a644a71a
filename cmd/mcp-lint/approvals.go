package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/internal/approve"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// approvals is what the commands around the lock file share: a scan, compared with the lock file.
type approvals struct {
	scanOptions
	// ofInstalled has it be about what clients of the user have configured, and paths be projects.
	ofInstalled bool
	// paths are those of commands whose arguments are names.
	paths []string
}

// command is a command around the lock file, with the flags that all of them have.
func (a *approvals) command(use, short, long, example string, run func(*cobra.Command, []string) error) *cobra.Command {
	a.failOn, a.color = "never", "auto"
	cmd := &cobra.Command{Use: use, Short: short, Long: long, Example: example, RunE: run}
	a.registerSettings(cmd)
	a.registerColor(cmd)
	cmd.Flags().BoolVar(&a.ofInstalled, "installed", false, "of what is configured for you, as mcp-lint installed finds it; paths are projects")
	return cmd
}

// takesNames has a command take names of definitions, for which it does not scan to complete them.
func (a *approvals) takesNames(cmd *cobra.Command) {
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Flags().StringArrayVar(&a.paths, "path", nil, "look in `PATH`, a file or folder; repeatable (default: the working directory)")
}

func (a *approvals) output(s streams, w io.Writer) approve.Output {
	return approve.Output{Writer: w, Color: useColor(a.color, w, s.env)}
}

// compare scans and compares with the lock file, or with an empty one where there is none.
func (a *approvals) compare(s streams, cmd *cobra.Command, paths []string) (*approve.Set, error) {
	if a.ofInstalled && a.Installed == nil {
		if err := a.findInstalled(s, paths, true); err != nil {
			return nil, err
		}
		paths = nil
	}
	if err := a.configure(cmd, paths); err != nil {
		return nil, err
	}
	if err := a.validate(); err != nil {
		return nil, err
	}
	l, err := settings.Lock("", a.lockName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	a.approved = l
	if l == nil && a.lockName == "" {
		mentionLockAbove(s.err)
	}
	name := cmp.Or(a.lockName, lock.Name)
	opts := a.lintOptions(s, paths)
	if a.configName == "" {
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
		opts.Lock, opts.LockFile = &lock.File{}, settings.Named(name, nil)
	}
	r, locked, err := withProgress(s, false, opts, lint.RunLocked)
	if err != nil {
		return nil, explainScanError(err, cmd, paths)
	}
	set := approve.New(r, locked)
	set.Name, set.Installed, set.FailOn, set.Narrowed = name, a.ofInstalled, a.failOn, a.configName != ""
	set.Stamp = lock.Stamp{Day: opts.Today, Version: opts.Version}
	if l != nil {
		set.Old = l.File.Data
	}
	return set, nil
}

const longLock = `Write or update mcp-lint.lock: new definitions are recorded as pending, approved ones that differ are marked as changed, and
removed ones are dropped. It approves nothing without --approve-new, which leaves out definitions with hard or high-severity
findings.

The file contains a digest of everything that a model can see of each definition, and its approved text. Commit it: every
change of a definition then needs a new approval (mcp-lint lock approve), and the diff of the file shows what was approved.

Exit codes: 0 written or up to date; 1 with --check, when the file would change or an approved definition was not read; 2 it
could not be read or written. A file that cannot be read is never overwritten.`

type lockCommand struct {
	approvals
	approveNew, check bool
}

func newLock(s streams) *cobra.Command {
	l := &lockCommand{}
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
	set, err := l.compare(s, cmd, paths)
	if err != nil {
		return err
	}
	return set.Update(l.approveNew, l.check, l.output(s, s.out))
}

const longDiff = `Show how definitions differ from what mcp-lint.lock approves, field by field, with added and removed words marked and hidden
characters written as U+XXXX. New definitions are shown in full; removed and renamed ones are listed, and so are approved ones
that could not be read.

Long texts are cut, and the output says how much is left out. Naming a definition shows all its values; --full cuts
nothing.

Exit codes: 0 no differences; 1 something differs or was not read; 2 could not run, for example without a lock file.`

func newDiff(s streams) *cobra.Command {
	var d approvals
	var format string
	var full bool
	cmd := d.command("diff [SERVER/TOOL...]", "Show how definitions differ from what was approved", longDiff,
		"  mcp-lint lock diff\n  mcp-lint lock diff notes/read_note\n  mcp-lint lock diff --output json 'notes/*'",
		func(cmd *cobra.Command, names []string) error {
			if err := oneOf("output", format, "text", "json"); err != nil {
				return err
			}
			set, err := d.compare(s, cmd, d.paths)
			if err != nil {
				return err
			}
			return set.Diff(names, format == "json", full, d.output(s, s.out))
		})
	d.takesNames(cmd)
	registerWords(cmd, &format, "output", "o", "text", "text or json", "text", "json")
	cmd.Flags().BoolVar(&full, "full", false, "cut nothing, however long it is")
	return cmd
}

const longApprove = `Approve definitions as they are now: mcp-lint.lock records their text, and a scan reports any later change.

Name a tool as SERVER/TOOL, a prompt as SERVER/prompt:NAME and the instructions of a server as SERVER/instructions. A star
matches any characters. When several definitions have the same name, --path selects where to look.

A definition with a hard finding is dangerous and needs --force and a --reason, which the lock file keeps together with the
checks. --all also refuses definitions with findings of high severity; one that is named is approved, and its findings are
listed. When one definition is refused, none is approved. All checks count here, whatever .mcp-lint.yaml skips or weighs
less, unless --config names it; its ignore entries apply, and are listed and recorded in the lock file like forced approvals.

Exit codes: 0 approved, or nothing to approve; 1 refused, and nothing written; 2 could not run, or nothing named.`

func newApprove(s streams) *cobra.Command {
	var a approvals
	var choice approve.Choice
	cmd := a.command("approve [SERVER/TOOL...]", "Approve definitions as they are now", longApprove,
		"  mcp-lint lock approve                    list what needs approval\n"+
			"  mcp-lint lock approve notes/read_note    approve one tool\n"+
			"  mcp-lint lock approve 'notes/*'          approve a server\n"+
			"  mcp-lint lock approve --all              approve all, unless one is dangerous\n"+
			"  mcp-lint lock approve notes/run --force --reason \"runs only in the sandbox\"",
		func(cmd *cobra.Command, names []string) error {
			if err := choice.Check(names); err != nil {
				return err
			}
			set, err := a.compare(s, cmd, a.paths)
			if err != nil {
				return err
			}
			return set.ApproveNamed(names, choice, a.output(s, s.out), a.output(s, s.err))
		})
	a.takesNames(cmd)
	f := cmd.Flags()
	f.BoolVar(&choice.All, "all", false, "approve everything that needs approval")
	f.BoolVar(&choice.Force, "force", false, "also approve dangerous definitions")
	f.StringVar(&choice.Reason, "reason", "", "why this is safe: a `TEXT` that the lock file keeps")
	return cmd
}
