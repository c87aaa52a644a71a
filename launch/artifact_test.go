package launch

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/golden"
	"github.com/org/mcp-lint/internal/launcher"
)

var kindNames = map[launcher.Source]string{
	launcher.NPM: "npm", launcher.PyPI: "pypi", launcher.Image: "image", launcher.NuGet: "nuget", launcher.Crates: "crates", launcher.Gems: "gems", launcher.Maven: "maven",
	launcher.Go: "go", launcher.JSR: "jsr", launcher.Modules: "modules", launcher.Git: "git", launcher.URL: "url",
}

var pinNames = [...]string{launcher.Unversioned: "none", launcher.Moving: "moving", launcher.Exact: "exact", launcher.Digested: "digest", launcher.Unknown: "unknown"}

// shownArtifact renders an artifact: kind, name, version, pin, and what else holds.
func shownArtifact(a artifact) string {
	s := fmt.Sprintf("%s %s|%s %s", kindNames[a.Kind], a.Name, a.Version, pinNames[a.Pin])
	if a.extra {
		s += " extra"
	}
	if a.Local {
		s += " local"
	}
	return s
}

// TestReadings holds what is read of the commands in testdata/read.
func TestReadings(t *testing.T) {
	launched := func(line string) detect.ToolView { return launchOf(t, launchLine(t, expand(line))) }
	golden.Lines(t, "testdata/read/artifacts.txt", func(line string) (out []string) {
		f := fetcher{t: launched(line)}
		r := read(f.t)
		f.command(r.commands[0].name(), r.commands[0].args)
		for _, a := range f.found {
			out = append(out, shownArtifact(a))
			assert.NotEmpty(t, a.launcher)
		}
		return out
	})
	golden.Lines(t, "testdata/read/commands.txt", func(line string) []string {
		v := launched(line)
		r := read(v)
		for _, cmd := range r.commands {
			for _, w := range append([]word{cmd.program}, cmd.args...) {
				require.LessOrEqual(t, w.end, len(v.Fields[w.field].Text))
			}
		}
		return ran(r)
	})
}
