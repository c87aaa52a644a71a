package check

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/golden"
	"github.com/org/mcp-lint/internal/must"
)

// coded is a part of a case that is written as «base64 TEXT», or «80 TEXT» for a text 80 times; see codes.
var coded = regexp.MustCompile(`«(\S+?)(?: ([^«»]*))?»`)

var codes = map[string]func(string) string{
	"base64": base64Of, "rot13": rot13Of, "utf16": utf16Of, "tags": tagLetters, "path": url.PathEscape,
	"key": func(string) string { return liveKey }, "token": func(string) string { return liveToken }, "random": func(string) string { return "h7Qz2LmX" + "9vRt4KpW" + "s8Bn3Yd6" },
}

// written is what a line of testdata stands for.
func written(line string) string {
	line = golden.Text(line)
	for {
		next := coded.ReplaceAllStringFunc(line, func(part string) string {
			m := coded.FindStringSubmatch(part)
			if n, err := strconv.Atoi(m[1]); err == nil {
				return strings.Repeat(m[2], n)
			}
			return codes[m[1]](m[2])
		})
		if next == line {
			return line
		}
		line = next
	}
}

// listed are the lines of a file of testdata that are not for readers.
func listed(t testing.TB, name string) (lines []string) {
	t.Helper()
	for line := range strings.Lines(string(must.OK(os.ReadFile("testdata/" + name))(t))) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

var defined = regexp.MustCompile(`^(tool|server) (\S+) (\{.*)`)

// viewed is what a line defines: the description of a tool, or KIND SERVER DEFINITION.
func viewed(t *testing.T, line string) detect.ToolView {
	t.Helper()
	kind, server, definition := detect.KindTool, "s", fmt.Sprintf(`{"name":"probe","description":%s}`, must.OK(json.Marshal(written(line)))(t))
	if m := defined.FindStringSubmatch(line); m != nil {
		kind, server, definition = detect.Kind(m[1]), m[2], written(m[3])
	}
	return must.OK(detect.ViewJSON(kind, server, []byte(definition)))(t)
}

// TestFound scans the definitions of a file with one check: what is found, and where, with the evidence. Below an honest one stands nothing.
func TestFound(t *testing.T) {
	for file, c := range map[string]detect.Check{"payload.txt": payload{}, "hidden.txt": hiddenUnicode{}, "secrets.txt": embeddedSecret{}, "secret_files.txt": capability{}} {
		t.Run(file, func(t *testing.T) {
			golden.Lines(t, "testdata/"+file, func(line string) (out []string) {
				view := viewed(t, line)
				res := detect.NewEngine([]detect.Check{c}).Scan([]detect.ToolView{view})
				require.Empty(t, res.Coverage.Failures)
				for _, f := range res.Findings {
					out = append(out, fmt.Sprint(f.Severity, " ", f.Tier, " ", f.Action, " ", f.ThreatType))
					for _, s := range f.Signals {
						require.Equal(t, s.Field, view.Fields[s.FieldIndex].Pointer)
						what, _ := s.Says()
						out = append(out, fmt.Sprintf("%s %d-%d %s: %s", s.Field, s.Start, s.End, what, s.Evidence))
					}
				}
				return out
			})
		})
	}
}

// TestProofs renders what descriptions prove. One kind of proof is high, two are critical, and either quarantines the tool.
func TestProofs(t *testing.T) {
	kinds := []string{disclosure: "disclosure", download: "download", override: "override", concealment: "concealment"}
	golden.Lines(t, "testdata/proofs.txt", func(line string) []string {
		views := []detect.ToolView{viewed(t, line)}
		reg := detect.NewRegistry(views)
		var out []string
		for kind, name := range kinds {
			if name != "" && read(reg.Tool(0), reg).proofs&proofs(kind) != 0 {
				out = append(out, name)
			}
		}
		if len(out) == 0 {
			return nil
		}
		f := detect.NewEngine(All()).Scan(views).Findings[0]
		assert.GreaterOrEqual(t, f.Confidence, 0.8, line)
		return []string{fmt.Sprintf("%s: %s, %s", strings.Join(out, ", "), f.Severity, f.Action)}
	})
}

// TestShadowing scans tools of a few servers, which testdata/shadowing.txt describes.
func TestShadowing(t *testing.T) {
	var beside, tools []tool
	golden.Lines(t, "testdata/shadowing.txt", func(line string) []string {
		switch line {
		case "beside":
			beside, tools = tools, nil
			return nil
		case "scan":
			found := shadows(t, append(slices.Clone(beside), tools...)...)
			slices.Reverse(tools)
			other := shadows(t, append(tools, beside...)...)
			tools = nil
			if slices.Equal(slices.Sorted(slices.Values(found)), slices.Sorted(slices.Values(other))) {
				return found
			}
			return append(append(found, "in the other order:"), other...)
		}
		parts := strings.Split(written(line), " | ")
		name, description, _ := strings.Cut(parts[0], ": ")
		server, name, _ := strings.Cut(name, "/")
		var parameters []string
		for _, p := range parts[1:] {
			parameter, about, _ := strings.Cut(p, ": ")
			parameters = append(parameters, parameter, about)
		}
		tools = append(tools, tool{server, name, description})
		if parameters != nil {
			tools[len(tools)-1].description = schema(description, parameters...)
		}
		return nil
	})
}

// TestReaches holds that an order that takes, sends or runs something is at least medium in each language.
func TestReaches(t *testing.T) {
	for _, line := range listed(t, "reaches_by_language.txt") {
		_, description, _ := strings.Cut(line, " | ")
		assert.GreaterOrEqual(t, severityOf(t, described{server: "s", name: "probe", description: description}), detect.SeverityMedium, line)
	}
}
