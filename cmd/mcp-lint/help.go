package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/org/mcp-lint/internal/measure"
)

// helpColumns is the width of help, which is read in small windows and in documents.
const helpColumns = 80

// inGroup adds commands to the root under a heading of its help.
func inGroup(root *cobra.Command, heading string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: heading, Title: heading + ":"})
	for _, c := range commands {
		c.GroupID = heading
		root.AddCommand(c)
	}
}

// flagGroups are headings for the flags of commands that have many; those that no group has come last.
var flagGroups = []struct {
	heading string
	flags   []string
}{
	{"What is scanned", []string{"exclude", "agents-files", "in-context", "input", "only", "skip", "rules", "since", "timeout"}},
	{"What fails", []string{"fail-on", "strict", "require-lock", "min-confidence"}},
	{"What is shown", []string{
		"output", "min-severity", "all-findings", "statistics", "quiet", "verbose", "color", "patch", "sarif-category", "include-suppressed",
	}},
	{"Fixes", []string{"fix", "dry-run"}},
	{"Settings, approvals and ignores", []string{
		"config", "no-config", "lock", "no-lock", "no-ignores", "baseline", "write-baseline", "today",
	}},
	{"Server", []string{
		"url", "header", "header-env", "allow-http", "env", "cwd", "client-name", "max-items", "partial", "save", "record", "yes", "record-timeout", "start-timeout",
		"answer-timeout", "settle", "oauth", "oauth-client-id", "oauth-issuer", "oauth-port", "oauth-timeout",
	}},
}

// layOut has all help written by writeHelp.
func layOut(root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { writeHelp(cmd.OutOrStdout(), cmd) })
}

func writeHelp(w io.Writer, cmd *cobra.Command) {
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }
	line("%s\n\nUsage:\n  %s", strings.TrimSpace(wrapped(cmdLong(cmd))), cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		line("  %s COMMAND", cmd.CommandPath())
	}
	if cmd.Example != "" {
		line("\nExamples:\n%s", cmd.Example)
	}
	listCommands(line, cmd)
	listFlags(line, cmd)
	if cmd.HasAvailableSubCommands() {
		line("\n%s COMMAND --help says more about a command.", cmd.CommandPath())
	}
}

func cmdLong(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short + "."
}

// wrapped breaks lines at helpColumns, with the lines of a paragraph that follow. Indented lines stay as they are.
func wrapped(words string) string {
	var out, run []string
	flush := func() {
		if slices.ContainsFunc(run, func(l string) bool { return measure.Width(l) > helpColumns }) {
			run = measure.Wrap(strings.Join(run, " "), helpColumns)
		}
		out, run = append(out, run...), nil
	}
	for line := range strings.SplitSeq(words, "\n") {
		if line != "" && !strings.HasPrefix(line, " ") {
			run = append(run, line)
			continue
		}
		flush()
		out = append(out, line)
	}
	flush()
	return strings.Join(out, "\n")
}

func listCommands(line func(string, ...any), cmd *cobra.Command) {
	list := func(heading, id string) {
		first := true
		for _, c := range cmd.Commands() {
			if c.GroupID != id || !c.IsAvailableCommand() && c.Name() != "help" {
				continue
			}
			if first {
				line("\n%s:", heading)
				first = false
			}
			entry(line, fmt.Sprintf("  %-11s", c.Name()), 14, c.Short)
		}
	}
	for _, g := range cmd.Groups() {
		list(g.ID, g.ID)
	}
	heading := "Commands"
	if len(cmd.Groups()) > 0 {
		heading = "More"
	}
	list(heading, "")
}

func listFlags(line func(string, ...any), cmd *cobra.Command) {
	all := cmd.Flags()
	done := map[string]bool{}
	put := func(f *pflag.Flag) {
		if f == nil || f.Hidden || done[f.Name] {
			return
		}
		done[f.Name] = true
		kind, usage := pflag.UnquoteUsage(f)
		head := "      --" + f.Name
		if f.Shorthand != "" {
			head = "  -" + f.Shorthand + ", --" + f.Name
		}
		if kind != "" && kind != "string" {
			head += " " + kind
		} else if kind == "string" {
			head += " WORD"
		}
		switch f.DefValue {
		case "", "false", "[]", "0", "0s":
		default:
			if !strings.Contains(usage, "(default") {
				usage += " (default " + f.DefValue + ")"
			}
		}
		entry(line, head, 28, usage)
	}
	visible := 0
	all.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			visible++
		}
	})
	if visible > 8 {
		for _, g := range flagGroups {
			first := true
			for _, name := range g.flags {
				if f := all.Lookup(name); f != nil && !f.Hidden {
					if first {
						line("\n%s:", g.heading)
						first = false
					}
					put(f)
				}
			}
		}
	}
	if len(done) < visible {
		heading := "Flags"
		if len(done) > 0 {
			heading = "More flags"
		}
		line("\n%s:", heading)
		all.VisitAll(put)
	}
}

// entry writes a head and, from a column on, words about it. A long head has a line of its own.
func entry(line func(string, ...any), head string, column int, words string) {
	lines := measure.Wrap(words, helpColumns-column)
	if measure.Width(head) >= column {
		line("%s", head)
		head = ""
	}
	for _, l := range lines {
		line("%-*s%s", column, head, l)
		head = ""
	}
}
