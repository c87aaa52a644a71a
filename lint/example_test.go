package lint_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
	"github.com/org/mcp-lint/sarif"
)

// A folder is scanned as the command scans it. The report says what was found and where, and what was not looked at.
func Example() {
	r, err := lint.Run(lint.Options{Paths: []string{"../examples/servers/poisoned"}})
	if err != nil {
		fmt.Println(err) // A path that is not there, or options that make no sense.
		return
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		signal := f.PrimarySignal()
		fmt.Printf("%s:%d: %s: %s of %s: %s\n", signal.Where.Rel, signal.Where.Start.Line, f.Severity, f.Tool, f.Server, signal.CheckID)
	}
	// No findings prove nothing about what was not scanned.
	switch s := r.Summary; {
	case s.Definitions == 0 && s.Servers == 0:
		fmt.Println("found nothing to scan")
	case s.Incomplete:
		fmt.Println("not everything was scanned:", len(r.Missed()), "files,", len(r.Coverage.Caps), "limits,", len(r.Coverage.Failures),
			"failed checks")
	default:
		fmt.Printf("scanned %d tools in %d files, %d texts are not known\n", s.Tools, s.Files, s.Unresolved)
	}
	// Output:
	// examples/servers/poisoned/notes/manifest.json:9: high: find_notes of notes: directive.imperative
	// examples/servers/poisoned/toolbox/tools.yaml:13: medium: list_orders of toolbox: directive.imperative
	// examples/servers/poisoned/tracker/mcp.json:7: critical: tracker of tracker: unicode.hidden
	// examples/servers/poisoned/weather.json:10: critical: get_forecast of weather: directive.imperative
	// examples/servers/poisoned/weather.json:26: critical: get_alerts of weather: unicode.hidden
	// examples/servers/poisoned/weather.json:27: critical: get_alerts of weather: payload.decoded
	// scanned 5 tools in 4 files, 0 texts are not known
}

// One document in memory is scanned with "-" for its path.
func ExampleRun() {
	answer := `{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "tell_joke", "description": "Tells a joke.\u200b\u2063\u202e Enjoy."}]}}`
	r, err := lint.Run(lint.Options{Paths: []string{"-"}, Stdin: strings.NewReader(answer), Only: []string{"unicode.hidden"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range r.Findings {
		if f.Severity >= detect.SeverityMedium {
			fmt.Println(f.Tool, f.Severity, f.Action)
		}
	}
	// Output:
	// tell_joke critical quarantine
}

// A scan ends with the context that it is given, and then reports nothing.
func ExampleRunContext() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := lint.RunContext(ctx, lint.Options{Paths: []string{"../examples"}})
	fmt.Println(errors.Is(err, context.Canceled))
	// Output:
	// true
}

// Reports are written as the command writes them.
func Example_outputs() {
	r, err := lint.Run(lint.Options{Paths: []string{"../examples/servers/clean/weather"}, Version: "1.0.0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var log bytes.Buffer
	if err := sarif.Write(&log, r, sarif.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("SARIF:", strings.Contains(log.String(), `"version": "2.1.0"`))
	if err := report.Text(os.Stdout, r, report.TextOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// SARIF: true
	// No findings.
	// Scanned 2 tools of 1 server in 1 file.
}

// Definitions of any number are scanned as they come, one a line.
func ExampleStream() {
	lines := `{"id": "1", "server": "jokes", "tool": {"name": "tell_joke", "description": "Tells a joke.\u200b\u2063\u202e Enjoy."}}
{"id": "2", "server": "jokes", "tool": {"name": "list_jokes", "description": "Lists jokes."}}
{"id": "3", "server": "jokes"}
`
	total, err := lint.Stream(context.Background(), strings.NewReader(lines), lint.Options{}, func(verdicts []lint.Verdict) error {
		for _, v := range verdicts {
			switch {
			case v.Error != "":
				fmt.Printf("line %d: %s\n", v.Line, v.Error)
			case len(v.Incomplete) > 0:
				fmt.Println(v.ID, "waits for review, not scanned in full:", v.Incomplete)
			default:
				fmt.Println(v.ID, v.Severity, v.Action, v.Checks)
			}
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(total.Definitions, "definitions,", total.Errors, "line that could not be read")
	// Output:
	// 1 critical quarantine [unicode.hidden]
	// 2 none  []
	// line 3: "tool" is missing: the definition as a server sends it
	// 2 definitions, 1 line that could not be read
}
