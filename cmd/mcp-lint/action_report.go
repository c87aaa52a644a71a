package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/action"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

// report hands the report to every sink and returns the outputs of the step. What was counted is returned with an error too: a sink
// that fails takes nothing back.
func (a *actionRun) report(r *lint.Report) ([]action.Output, error) {
	outputs := []action.Output{
		{Name: "findings", Value: strconv.Itoa(len(r.Findings))},
		{Name: "highest-severity", Value: highest(r)},
		{Name: "suppressed", Value: strconv.Itoa(r.Summary.Suppressed)},
		{Name: "skipped", Value: strconv.Itoa(len(r.Missed()))},
	}
	if r.Lock != nil {
		outputs = append(outputs,
			action.Output{Name: "changed", Value: strconv.Itoa(r.Lock.Changed)}, action.Output{Name: "pending", Value: strconv.Itoa(r.Lock.Pending)})
	}
	cautions := a.cautions(r)
	o := a.opts.sinks()
	o.text.Color, o.text.Columns = useColor(a.opts.color, a.out, a.env), columns(a.out)
	err := action.Group(a.out, "mcp-lint report", a.token(), func(w io.Writer) error {
		return errors.Join(report.Text(w, r, o.text), report.TextCautions(w, cautions))
	})
	if err == nil && a.in.Annotations {
		o.github.Cautions = cautions
		err = report.GitHubWith(a.out, r, o.github)
	}
	if err != nil {
		return outputs, err
	}
	if err := a.summarize(r, cautions); err != nil {
		return outputs, err
	}
	sarifFile, err := a.writeFiles(r)
	if sarifFile != "" {
		outputs = append(outputs, action.Output{Name: "sarif-file", Value: sarifFile})
	}
	if err != nil {
		return outputs, err
	}
	d := action.Decide(a.in.Upload, a.env, func(name string) ([]byte, error) { return action.ReadFile(name, maxEvent) })
	if d.Reason != "" {
		if _, err := fmt.Fprintf(a.out, "The SARIF file is not uploaded: %s.\n", d.Reason); err != nil {
			return outputs, err
		}
	}
	return append(outputs,
		action.Output{Name: "upload", Value: strconv.FormatBool(d.Upload)},
		action.Output{Name: "upload-required", Value: strconv.FormatBool(d.Required)}), nil
}

// maxEvent bounds the payload of an event; GitHub sends at most 25 MB.
const maxEvent = 32 << 20

// cautionBytes bounds what cautions take of the summary.
const cautionBytes = 50_000

// summarize adds the Markdown summary to that of the step, below the cautions.
func (a *actionRun) summarize(r *lint.Report, cautions []report.Caution) error {
	file := a.env("GITHUB_STEP_SUMMARY")
	if !a.in.Summary || file == "" {
		return nil
	}
	var b bytes.Buffer
	room := action.SummaryRoom(file)
	if err := report.MarkdownCautions(&b, cautions, min(room, cautionBytes)); err != nil {
		return err
	}
	if err := report.MarkdownWithin(&b, r, room-b.Len()); err != nil {
		return err
	}
	if b.Len() == 0 {
		return report.Message(a.out, report.LevelNotice, "mcp-lint", "There is no summary, for that of the step is full already.")
	}
	if err := action.AppendSummary(file, b.String()); err != nil {
		return fmt.Errorf("could not write the summary: %w", err)
	}
	return nil
}

// writeFiles writes the SARIF file, whose name it returns once it is written, and what input args asks for.
func (a *actionRun) writeFiles(r *lint.Report) (written string, err error) {
	sarifFile := a.in.SARIFFile
	if sarifFile == "" {
		// Each use of the Action in a job gets a file of its own.
		folder, err := os.MkdirTemp(a.env("RUNNER_TEMP"), "mcp-lint-")
		if err != nil {
			return "", fmt.Errorf("could not make a folder for the SARIF file: %w", err)
		}
		sarifFile = filepath.Join(folder, "mcp-lint.sarif")
	}
	for i, k := range a.reports() {
		if i == 0 {
			k.file = sarifFile
		}
		// What the runner reads back would make variables and outputs of foreign words.
		if slices.ContainsFunc(action.RunnerFiles(a.env), func(f string) bool { return sameFile(f, k.file) }) {
			return written, fmt.Errorf("could not write %q: it is a file of the runner", k.file)
		}
		var b bytes.Buffer
		if err := k.format.write(&b, r, a.opts.sinks()); err != nil {
			return written, fmt.Errorf("could not write %s: %w", k.format.name, err)
		}
		if err := action.WriteFile(k.file, b.Bytes()); err != nil {
			return written, err
		}
		if i == 0 {
			written = sarifFile
		}
	}
	return written, nil
}

// reports are the SARIF file that input sarif-file names, which may be none yet, and behind it what input args asks for.
func (a *actionRun) reports() []sink {
	format := formats[slices.IndexFunc(formats, func(f format) bool { return f.name == "sarif" })]
	return append([]sink{{format, a.in.SARIFFile}}, a.sinks...)
}

// highest is the highest severity of a finding, or none.
func highest(r *lint.Report) string {
	var top detect.Severity
	for _, f := range r.Findings {
		top = max(top, f.Severity)
	}
	if len(r.Findings) == 0 {
		return "none"
	}
	return cmp.Or(top.String(), "none")
}
