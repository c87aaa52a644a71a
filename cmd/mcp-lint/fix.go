package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/fix"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

// runFix makes the changes that the findings offer and reports what is left, or shows the changes.
func (o *scanOptions) runFix(s streams, cmd *cobra.Command, paths []string, r *lint.Report, sinks []sink) error {
	files, err := fix.Plan(r, o.lintOptions(s, paths))
	if err != nil {
		return err
	}
	if o.diff {
		for i := range files {
			showDiff(s, &files[i])
		}
		if !slices.ContainsFunc(files, func(f fix.File) bool { return f.After != nil }) {
			fmt.Fprintln(s.err, "--fix would change nothing.")
		}
		return o.verdict(r)
	}
	fixed, changed := 0, 0
	var variables []string
	failed := 0
	for i := range files {
		f := &files[i]
		if f.After != nil {
			if err := userfile.Replace(f.Name, f.After, f.Before); err != nil {
				f.After, f.Why = nil, err.Error()
				failed++
			}
		}
		showLeft(s, f, "was")
		if f.After != nil {
			fixed, changed, variables = fixed+f.Fixed, changed+1, append(variables, f.Variables...)
		}
	}
	if r, err = o.scan(s, cmd, paths); err != nil {
		return err
	}
	if err := writeAll(sinks, r, s, o, append(paths[:len(paths):len(paths)], ".")); err != nil {
		return err
	}
	if !o.quiet {
		fmt.Fprintf(s.err, "Fixed %s in %s.\n", report.Count(fixed, "problem"), report.Count(changed, "file"))
	}
	if len(variables) > 0 {
		slices.Sort(variables)
		fmt.Fprintf(s.err, "Set %s in the environment the client starts from, and revoke the replaced credentials: copies and the history still have them.\n",
			strings.Join(slices.Compact(variables), ", "))
	}
	if failed > 0 {
		return fmt.Errorf("--fix could not write %s", report.Count(failed, "file"))
	}
	return o.verdict(r)
}

func showLeft(s streams, f *fix.File, was string) {
	if f.Why == "" {
		return
	}
	what := was + " not changed"
	if f.After != nil {
		what = was + " changed only in part"
	}
	fmt.Fprintf(s.err, "%s %s: %s.\n", safe.Path(f.Path), what, safe.Message(f.Why))
}

// showDiff writes a unified diff for people, not for patch: hidden characters are named and credentials redacted.
func showDiff(s streams, f *fix.File) {
	showLeft(s, f, "would be")
	if f.After == nil {
		return
	}
	name := safe.Path(f.Path)
	var out bytes.Buffer
	for line := range strings.Lines(udiff.Unified(name, name, string(f.Before), string(f.After))) {
		line = strings.TrimSuffix(line, "\n")
		for _, s := range f.Secrets {
			line = strings.ReplaceAll(line, s, "[REDACTED]")
		}
		out.WriteString(text.BreakCommands(text.Safe(secret.Redact(line), 0)) + "\n")
	}
	_, _ = s.out.Write(out.Bytes())
}
