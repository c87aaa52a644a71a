package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/fix"
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
		return o.verdict(r)
	}
	fixed, changed := 0, 0
	for i := range files {
		f := &files[i]
		if f.After != nil {
			if err := replaceFile(f.Name, f.After, f.Before); err != nil {
				f.After, f.Why = nil, err.Error()
			}
		}
		if f.After == nil {
			fmt.Fprintf(s.err, "%s was not changed: %s.\n", text.Safe(f.Path, pathRunes), text.Safe(f.Why, messageRunes))
			continue
		}
		fixed, changed = fixed+f.Fixed, changed+1
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
	return o.verdict(r)
}

// showDiff writes a unified diff that is safe to look at: hidden characters are named and credentials redacted, so that it is for people
// and not for patch.
func showDiff(s streams, f *fix.File) {
	name := text.Safe(f.Path, pathRunes)
	if f.After == nil {
		fmt.Fprintf(s.err, "%s would not be changed: %s.\n", name, text.Safe(f.Why, messageRunes))
		return
	}
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
