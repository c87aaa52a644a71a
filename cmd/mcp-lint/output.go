package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/internal/action"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
	"github.com/org/mcp-lint/sarif"
)

// sinkOptions is what the formats are told; each takes its own.
type sinkOptions struct {
	text   report.TextOptions
	github report.GitHubOptions
	sarif  sarif.Options
}

// format is one way to write a report.
type format struct {
	name  string
	write func(w io.Writer, r *lint.Report, o sinkOptions) error
}

var formats = []format{
	{"text", func(w io.Writer, r *lint.Report, o sinkOptions) error { return report.Text(w, r, o.text) }},
	{"json", func(w io.Writer, r *lint.Report, _ sinkOptions) error { return report.JSON(w, r) }},
	{"sarif", func(w io.Writer, r *lint.Report, o sinkOptions) error { return sarif.Write(w, r, o.sarif) }},
	{"github", func(w io.Writer, r *lint.Report, o sinkOptions) error { return report.GitHubWith(w, r, o.github) }},
	{"markdown", func(w io.Writer, r *lint.Report, _ sinkOptions) error { return report.Markdown(w, r) }},
	{"html", func(w io.Writer, r *lint.Report, _ sinkOptions) error { return report.HTML(w, r) }},
	{"gitlab", func(w io.Writer, r *lint.Report, _ sinkOptions) error { return report.GitLab(w, r) }},
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// sink is a format and where it goes; an empty file is standard output.
type sink struct {
	format format
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
			return nil, &hintError{fmt.Errorf("--output %s names no file", v), "Leave out the = for standard output."}
		}
		if file == "-" {
			file = ""
		}
		if err := oneOf("output", name, formatNames()...); err != nil {
			return nil, err
		}
		where := "standard output"
		if file != "" {
			where = filepath.Clean(file)
		}
		if other, ok := taken[where]; ok {
			return nil, &hintError{
				fmt.Errorf("--output %s and --output %s both go to %s", other, v, where),
				"Give each its own file, as in --output " + name + "=FILE.",
			}
		}
		taken[where] = v
		for _, f := range formats {
			if f.name == name {
				sinks = append(sinks, sink{f, file})
			}
		}
	}
	return sinks, nil
}

// sinks are the options of the formats; those of text are for a file.
func (o *scanOptions) sinks() sinkOptions {
	return sinkOptions{
		text:   report.TextOptions{Quiet: o.quiet, Verbose: o.verbose, Color: o.color == "always"},
		github: report.GitHubOptions{Changed: o.touched},
		sarif:  sarif.Options{Category: o.sarifCategory, IncludeSuppressed: o.includeSuppressed},
	}
}

// writeAll writes the report to every sink. When none of them is standard output, the text summary goes to standard error.
func writeAll(sinks []sink, r *lint.Report, s streams, o *scanOptions) error {
	toTerminal := false
	for _, k := range sinks {
		t := o.sinks()
		if k.file != "" {
			if err := writeWith(k.file, func(w io.Writer) error { return k.format.write(w, r, t) }); err != nil {
				return err
			}
			continue
		}
		toTerminal = true
		t.text.Color, t.text.Columns = useColor(o.color, s.out, s.env), columns(s.out)
		if err := k.format.write(s.out, r, t); err != nil {
			return fmt.Errorf("could not write %s: %w", k.format.name, err)
		}
	}
	if !toTerminal && !o.quiet {
		return report.Summary(s.err, r, report.TextOptions{Color: useColor(o.color, s.err, s.env)})
	}
	return nil
}

// writeWith writes a file with what write gives, so that nobody meets half of it.
func writeWith(path string, write func(io.Writer) error) error {
	if err := atomicfile.Write(path, write); err != nil {
		return action.CannotWrite(path, err)
	}
	return nil
}
