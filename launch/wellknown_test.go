package launch

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/didyoumean"
)

// launchesOf are the ways in which people start or reach what is on the list.
func launchesOf(kind, name string) []string {
	switch kind {
	case "npm":
		return []string{
			`{"command":"npx","args":["-y","` + name + `"]}`, `{"command":"cmd","args":["/c","npx","-y","` + name + `@latest"]}`,
			`{"command":"bunx","args":["` + name + `@1.2.3"]}`,
		}
	case "pypi":
		return []string{
			`{"command":"uvx","args":["` + name + `"]}`, `{"command":"uvx","args":["` + strings.ReplaceAll(name, "-", "_") + `@latest"]}`,
			`{"command":"pipx","args":["run","` + strings.ReplaceAll(name, "-", ".") + `==1.2.3"]}`,
		}
	case "image":
		out := []string{`{"command":"docker","args":["run","-i","--rm","` + name + `:1.2.3"]}`}
		if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
			out = append(out, `{"command":"docker","args":["run","-i","docker.io/`+name+`"]}`)
		}
		return out
	case "repo":
		return []string{
			`{"command":"uvx","args":["--from","git+https://github.com/` + name + `.git@v1","x"]}`,
			`{"command":"npx","args":["-y","github:` + name + `#main"]}`,
		}
	case "host", "domain":
		return []string{
			`{"url":"https://` + name + `/mcp"}`, `{"url":"https://` + strings.ToUpper(name) + `./sse?x=1"}`,
			`{"url":"https://eu.` + name + `:443/mcp"}`, `{"command":"npx","args":["-y","mcp-remote@0.1.29","https://` + name + `/mcp"]}`,
		}
	}
	return nil
}

// TestWellKnownNamesAreSilent checks that nothing on the list is reported, be it as itself or as something like another on it.
func TestWellKnownNamesAreSilent(t *testing.T) {
	for l := range didyoumean.Lines {
		for _, def := range launchesOf(l.Kind, l.Name) {
			signals := lookalike{}.Inspect(launchOf(t, def), detect.RegistryView{})
			if l.Group == "neighbour" {
				signals = slices.DeleteFunc(signals, func(s detect.Signal) bool { return s.Note })
			}
			assert.Empty(t, signals, def)
		}
	}
}
