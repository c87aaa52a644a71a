package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

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
		var w io.Writer = s.out
		var buf bytes.Buffer
		t := o.sinks()
		if k.file == "" {
			toTerminal = true
			t.text.Color, t.text.Columns = useColor(o.color, s.out, s.env), columns(s.out)
		} else {
			w = &buf
		}
		if err := k.format.write(w, r, t); err != nil {
			return fmt.Errorf("could not write %s: %w", k.format.name, err)
		}
		if k.file != "" {
			if err := writeFile(k.file, buf.Bytes()); err != nil {
				return err
			}
		}
	}
	if !toTerminal && !o.quiet {
		return report.Summary(s.err, r, report.TextOptions{Color: useColor(o.color, s.err, s.env)})
	}
	return nil
}

// writeWith writes a file with what write gives.
func writeWith(path string, write func(io.Writer) error) error {
	var buf bytes.Buffer
	if err := write(&buf); err != nil {
		return err
	}
	return writeFile(path, buf.Bytes())
}

// outputMode is the mode of a new output file, less the umask.
const outputMode = 0o666

// writeFile replaces a file as a whole, so that no reader meets half of it. A link is followed, and what is no ordinary
// file (a device, a pipe) or cannot be replaced is written to as it is.
func writeFile(path string, data []byte) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	st, err := os.Stat(path)
	if err == nil && st.Mode().IsRegular() && replace(target, st.Mode().Perm(), data) == nil {
		return nil
	}
	if err := os.WriteFile(path, data, outputMode); err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return fmt.Errorf("could not write %q: %w", path, err)
	}
	return nil
}

// replace writes a new file beside an old one and puts it in its place.
func replace(path string, mode os.FileMode, data []byte) error {
	// The links of /proc and /dev lead to files that are open already; those are written through the link.
	if strings.HasPrefix(path, "/proc/") || strings.HasPrefix(path, "/dev/") {
		return errors.ErrUnsupported
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".mcp-lint-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err := errors.Join(err, tmp.Chmod(mode), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
