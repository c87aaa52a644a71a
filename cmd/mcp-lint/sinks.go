package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

// sink is a format and where it goes; an empty file is standard output.
type sink struct {
	format report.Format
	file   string
}

// parseOutputs reads the values of --output. Two formats cannot share standard output or a file.
func parseOutputs(values []string) ([]sink, error) {
	if len(values) == 0 {
		values = []string{"text"}
	}
	var sinks []sink
	taken := map[string]string{}
	for _, v := range values {
		name, file, given := strings.Cut(v, "=")
		if given && file == "" {
			return nil, hint.Errorf("Leave out the = for standard output.", "--output %s names no file", v)
		}
		if err := oneOf("output", name, formatNames()...); err != nil {
			return nil, err
		}
		where := "standard output"
		if file == "-" {
			file = ""
		} else if file != "" {
			where = filepath.Clean(file)
		}
		if other, ok := taken[where]; ok {
			return nil, hint.Errorf("Give each its own file, as in --output "+name+"=FILE.", "--output %s and --output %s both write to %s", other, v, where)
		}
		taken[where] = v
		sinks = append(sinks, sink{formatOf(name), file})
	}
	return sinks, nil
}

func formatOf(name string) report.Format {
	all := report.Formats()
	return all[slices.IndexFunc(all, func(f report.Format) bool { return f.Name == name })]
}

// formatOptions are the options of the formats; those of text are for a file.
func (o *scanOptions) formatOptions(r *lint.Report) report.Options {
	f := o.shown
	f.Text.Quiet, f.Text.Verbose, f.Text.All, f.Text.Color = o.quiet, o.verbose, o.shown.Text.All || o.verbose, o.color == "always"
	f.HTML.Outcome = o.outcome(r)
	f.Text.Verdict = f.HTML.Outcome.String()
	return f
}

// writeAll writes the report to every sink, through no link in the scanned folders. When none of them is standard output, the text summary goes to standard error.
func writeAll(sinks []sink, r *lint.Report, s streams, o *scanOptions, scanned []string) error {
	toTerminal, needed := false, false
	for _, k := range sinks {
		t := o.formatOptions(r)
		if k.file != "" {
			if err := userfile.Write(k.file, scanned, func(w io.Writer) error { return k.format.Write(w, r, t) }); err != nil {
				return err
			}
			continue
		}
		concise := k.format.Name == "concise"
		toTerminal, needed = toTerminal || !concise, needed || concise
		t.Text.Color = useColor(o.color, s.out, s.env)
		if _, ok := terminalOf(s.out); ok {
			t.Text.Width, t.Text.Links = columns(s.out), t.Text.Color
		}
		if err := k.format.Write(s.out, r, t); err != nil {
			return fmt.Errorf("cannot write %s: %w", k.format.Name, err)
		}
	}
	if !toTerminal && (needed || !o.quiet) {
		return report.Summary(s.err, r, report.TextOptions{Quiet: o.quiet, Color: useColor(o.color, s.err, s.env), Verdict: o.outcome(r).String()})
	}
	return nil
}
