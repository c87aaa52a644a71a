package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/record"
)

// failed shows what the server wrote, and says what to do.
func (o *recordOptions) failed(s streams, err error) error {
	var server *record.ServerError
	hint := ""
	if errors.As(err, &server) {
		o.showStderr(s.err, server.Stderr)
		hint = server.Hint
	}
	if errors.Is(err, record.ErrPlain) {
		hint = "Use https://, or --allow-http if nobody can be on the way."
	}
	return &hintError{fmt.Errorf("nothing was recorded: %w", err), hint}
}

// stderrLines is how many lines of a server's standard error are shown.
const stderrLines = 40

// showStderr shows the end of what a server wrote to its standard error. It is the server's, so it is fit for no terminal as it is.
func (o *recordOptions) showStderr(w io.Writer, stderr string) {
	lines := strings.Split(strings.TrimRight(stderr, "\r\n \t"), "\n")
	if len(lines) == 1 && lines[0] == "" {
		return
	}
	lines = lines[max(0, len(lines)-stderrLines):]
	fmt.Fprintln(w, "mcp-lint: the server wrote to its standard error:")
	for _, line := range lines {
		fmt.Fprintf(w, "  | %s\n", text.BreakCommands(text.Safe(strings.TrimRight(line, "\r"), 300)))
	}
}

// tell says what was recorded.
func (o *recordOptions) tell(w io.Writer, rec *record.Recording, notes []string) {
	if o.quiet {
		return
	}
	o.tellNotes(w, append(rec.Notes, notes...))
	fmt.Fprintf(w, "mcp-lint: recorded %s: %s\n", text.BreakCommands(text.Safe(serverName(rec), 200)), had(rec))
	if o.output != "-" {
		fmt.Fprintf(w, "          Scan it with: mcp-lint %s\n", text.BreakCommands(text.Safe(o.output, 300)))
	}
}

// tellNotes says what was odd, which may be why a list is missing.
func (o *recordOptions) tellNotes(w io.Writer, notes []string) {
	if o.quiet {
		return
	}
	for _, note := range notes {
		fmt.Fprintf(w, "mcp-lint: note: %s\n", text.BreakCommands(text.Safe(note, 600)))
	}
}

func serverName(rec *record.Recording) string {
	if rec.Server == "" {
		return "the server"
	}
	return fmt.Sprintf("server %q", rec.Server)
}

// had says how much of each list there is.
func had(rec *record.Recording) string {
	var parts []string
	for _, l := range rec.Lists {
		if len(l.Items) > 0 {
			parts = append(parts, fmt.Sprintf("%d %s%s", len(l.Items), l.Kind, map[bool]string{false: "s"}[len(l.Items) == 1]))
		}
	}
	if rec.Instructions {
		parts = append(parts, "instructions")
	}
	if len(parts) == 0 {
		return "neither tools nor prompts, resources or instructions"
	}
	return strings.Join(parts, ", ")
}

// missed says what is missing, and why.
func missed(missing []record.Missing) string {
	var parts []string
	for _, m := range missing {
		part := m.Method + ": " + m.Reason
		if m.Said != "" {
			part += fmt.Sprintf(" (%q)", text.Safe(m.Said, 200))
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}
