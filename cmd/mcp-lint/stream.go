package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

// streamFormat is what a scan of --input writes: no report, but a verdict for each line.
const streamFormat = "jsonl"

// streamFlags are the flags that go with --input.
var streamFlags = []string{
	"input", "output", "fail-on", "min-severity", "only", "skip", "min-confidence", "config", "no-config", "rules", "strict", "timeout", "quiet",
	"no-ignores", "today", "no-lock", "color",
}

// stream scans the definitions of --input as it reads them.
func (o *scanOptions) stream(s streams, cmd *cobra.Command, paths []string) error {
	file, err := o.streamTo(cmd, paths)
	if err != nil {
		return err
	}
	var from []string
	in := s.in
	name := "stdin"
	if o.input != "-" {
		f, err := userfile.Open(o.input)
		if err != nil {
			return err
		}
		defer f.Close()
		in, from, name = f, []string{o.input}, settings.Named(o.input, nil).Rel
	}
	if err := o.configure(cmd, from); err != nil {
		return err
	}
	if err := o.validate(); err != nil {
		return err
	}
	o.warnUnread(s)
	var total lint.Streamed
	write := func(w io.Writer) error {
		ctx, done := s.signals.context(cmd.Context())
		defer done()
		put := func(verdicts []lint.Verdict) error { return writeVerdicts(w, verdicts) }
		total, err = lint.Stream(ctx, in, o.lintOptions(s, []string{name}), put)
		if ctx.Err() != nil {
			return &exitError{exitOf(ctx), errors.New("interrupted; the verdicts written so far are valid")}
		}
		return err
	}
	if file == "" {
		err = write(s.out)
	} else {
		err = userfile.Write(file, []string{"."}, write)
	}
	if err != nil {
		return explainScanError(err, cmd, nil)
	}
	if !o.quiet {
		o.sayStreamed(s.err, &total)
	}
	return o.streamVerdict(&total)
}

// streamTo checks what is given beside --input, and returns the file that the verdicts go to, or "".
func (o *scanOptions) streamTo(cmd *cobra.Command, paths []string) (file string, err error) {
	if len(paths) > 0 {
		return "", hint.Errorf("Scan files and folders without --input.", "--input cannot be used with the path %q", paths[0])
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && !slices.Contains(streamFlags, f.Name) {
			err = fmt.Errorf("--input and --%s cannot be used together", f.Name)
		}
	})
	if err != nil || len(o.outputs) == 0 {
		return "", err
	}
	format, file, given := strings.Cut(o.outputs[0], "=")
	switch {
	case len(o.outputs) > 1 || format != streamFormat:
		last := o.outputs[len(o.outputs)-1]
		return "", hint.Errorf("Use --output jsonl[=FILE].", "--output %s cannot be used with --input, which only writes jsonl", last)
	case given && file == "":
		return "", hint.Errorf("Leave out the = for standard output.", "--output %s names no file", o.outputs[0])
	case file == "-":
		file = ""
	case file != "" && o.input != "-" && userfile.Same(file, o.input):
		return "", fmt.Errorf("--output cannot be written to %q: it is the input", file)
	}
	return file, nil
}

// refuseStreamFormat says what the format of --input needs.
func refuseStreamFormat(outputs []string) error {
	for _, v := range outputs {
		if name, _, _ := strings.Cut(v, "="); name == streamFormat {
			return hint.Errorf("Use --input FILE, or --output json for a report.", "--output jsonl is a format of --input alone")
		}
	}
	return nil
}

// writeVerdicts writes verdicts, one a line, in pure ASCII.
func writeVerdicts(w io.Writer, verdicts []lint.Verdict) error {
	// flushed is how much is held before it is written.
	const flushed = 1 << 20
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	for i := range verdicts {
		if err := enc.Encode(&verdicts[i]); err != nil {
			return err
		}
		if buf.Len() < flushed && i+1 < len(verdicts) {
			continue
		}
		if _, err := w.Write(asciijson.Escape(buf.Bytes())); err != nil {
			return fmt.Errorf("cannot write the verdicts: %w", err)
		}
		buf.Reset()
	}
	return nil
}

// sayStreamed sums up a stream.
func (o *scanOptions) sayStreamed(w io.Writer, t *lint.Streamed) {
	var counts []string
	all := 0
	for severity := detect.SeverityCritical; severity > detect.SeverityNone; severity-- {
		if n := t.BySeverity[severity]; n > 0 {
			counts, all = append(counts, fmt.Sprintf("%d %s", n, severity)), all+n
		}
	}
	if t.Notes > 0 {
		counts = append(counts, fmt.Sprintf("%d informational", t.Notes))
	}
	words := report.Count(all+t.Notes, "finding")
	if len(counts) > 0 {
		words += ": " + strings.Join(counts, ", ")
	}
	if t.Definitions+t.Errors == 0 {
		words = "Nothing to scan: the input has no lines"
	}
	fmt.Fprintf(w, "%s.\nScanned %s.\n", words, report.Count(t.Definitions, "definition"))
	say := func(n int, noun, rest string) {
		if n > 0 {
			fmt.Fprintf(w, "%s %s.\n", report.Count(n, noun), rest)
		}
	}
	say(t.Errors, "line", "could not be read")
	say(t.Incomplete, "definition", "not scanned in full, see “incomplete”")
	say(t.Suppressed, "definition", "with suppressed findings")
	say(t.Hidden, "finding", "not shown, below the severity that was asked for")
	for _, line := range o.Settings {
		fmt.Fprintln(w, safe.Line(line))
	}
}

// streamVerdict decides on the exit code.
func (o *scanOptions) streamVerdict(t *lint.Streamed) error {
	if floor, ok := detect.ParseSeverity(o.failOn); ok && t.Worst >= floor && t.Worst > detect.SeverityNone {
		return &exitError{code: exitFindings}
	}
	code, reason := exitIncomplete, ""
	switch {
	case t.Definitions == 0 && t.Errors > 0:
		return hint.Errorf(`A line is an object such as {"server":"…","tool":{…}}.`, "no line of the input could be read")
	case t.Definitions+t.Errors == 0:
		code, reason = exitNotJudged, "found nothing to scan"
	case t.Errors > 0:
		reason = report.Count(t.Errors, "line") + " could not be read"
	case t.Incomplete > 0:
		reason = report.Count(t.Incomplete, "definition") + " could not be scanned in full"
	}
	if o.strict && reason != "" {
		return &exitError{code, errors.New(lint.NotJudged + ": " + reason)}
	}
	return nil
}
