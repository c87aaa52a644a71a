package mcpserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/internal/golden"
)

// TestCalls sends the calls of a file: what is found and where, what is incomplete, or what is wrong with the call.
func TestCalls(t *testing.T) {
	root := t.TempDir()
	put(t, root, "a.json", `{"tools":[]}`)
	c := connect(t, made(t, Options{Root: root}))
	named := strings.NewReplacer("POISONED", poisonedTool, "QUOTED", strings.Trim(quote(t, poisonedTool), `"`))
	golden.Lines(t, "testdata/calls.txt", func(line string) []string {
		tool, arguments, _ := strings.Cut(line, " ")
		res := call(t, c, tool, named.Replace(golden.Characters(arguments)))
		if res.IsError {
			assert.Less(t, len(words(res)), 400)
			return []string{"error: " + words(res)}
		}
		r := report(t, res)
		out := []string{fmt.Sprintf("%s, complete: %t, fails on %s, %d below the confidence", r.Verdict, r.Complete, r.FailOn, r.Counts.BelowConfidence)}
		for _, f := range r.Findings {
			out = append(out, fmt.Sprintf("%s %s: %s of %s %q of server %q, definition %q, line %d, column %d", f.Severity, f.Check, f.Field, f.Kind, f.Tool, f.Server, f.Definition, f.Line, f.Column))
		}
		for _, s := range r.Skipped {
			out = append(out, fmt.Sprintf("skipped: %s, line %d: %q", s.Reason, s.Line, s.Detail), "says: "+words(res))
		}
		return append(out, r.Incomplete...)
	})
	assert.Empty(t, report(t, call(t, c, "scan_path", `{}`)).Findings, "the server is there after all that")
}
