package detect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// ordinaryDefinition is what servers send for one tool.
const ordinaryDefinition = `{"name":"search_issues","title":"Search issues","description":"Search the issue tracker of a project.\n\nReturns at most 50 issues,
 newest first, each with its title, state and labels.","inputSchema":{"type":"object","properties":{
"query":{"type":"string","description":"Words to look for, e.g. \"login fails\"; leave it empty to list all issues"},
"project":{"type":"string","description":"The project, such as web/frontend","examples":["web/frontend"]},
"state":{"type":"string","enum":["open","closed","all"],"default":"open","description":"Which issues to return"},
"since":{"type":"string","format":"date","description":"Only issues changed after this date"},
"limit":{"type":"integer","minimum":1,"maximum":100,"default":50,"description":"How many issues to return"},
"labels":{"type":"array","items":{"type":"string"},"description":"Only issues with all of these labels"}},
"required":["query","project"],"additionalProperties":false},"annotations":{"readOnlyHint":true,"openWorldHint":false}}`

var ordinaryJSON = []byte(strings.ReplaceAll(ordinaryDefinition, "\n", ""))

func BenchmarkParseJSON(b *testing.B) {
	for _, of := range []struct {
		name string
		data []byte
	}{
		{"tool", ordinaryJSON},
		{"escapes", []byte(`{"description":"` + strings.Repeat(`Zeile 1\nZeile 2: \"für\" \u00fc `, 40) + `"}`)},
		{"large", []byte("[" + strings.TrimSuffix(strings.Repeat(string(ordinaryJSON)+",", 1000), ",") + "]")},
	} {
		b.Run(of.name, func(b *testing.B) {
			b.SetBytes(int64(len(of.data)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := detect.ParseJSON(of.data)
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkViewOfTool(b *testing.B) {
	def, err := detect.ParseJSON(ordinaryJSON)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		detect.NewView(detect.KindTool, "s", def)
	}
}

// silentChecks are as many checks as there are, and find nothing.
func silentChecks() []detect.Check {
	var checks []detect.Check
	for i := range 30 {
		checks = append(checks, stub{fmt.Sprint("silent.", i), func(detect.ToolView, detect.RegistryView) []detect.Signal { return nil }})
	}
	return checks
}

// BenchmarkEngineOverhead is what the engine itself takes for each tool; it stays the same for many of them.
func BenchmarkEngineOverhead(b *testing.B) {
	engine := detect.NewEngine(silentChecks())
	for _, n := range []int{1, 1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tools := make([]detect.ToolView, n)
			for i := range tools {
				tools[i] = view(b, fmt.Sprint("server", i%7), strings.Replace(string(ordinaryJSON), "search_issues", fmt.Sprint("search_issues_", i), 1))
			}
			b.ReportAllocs()
			for b.Loop() {
				engine.Scan(tools)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/tool")
		})
	}
}
