// Package launch holds the checks of how clients start and reach MCP servers: what their configurations and registry manifests give
// away, run and approve. They look at views of the kinds launch and settings (see detect.LaunchContext), and are pure like those of
// detect/check; they live apart from them for the parser of shell scripts that they use.
package launch

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/launcher"
)

// All returns every check of launches in the order in which they run and are listed.
func All() []detect.Check {
	return []detect.Check{literalSecret{}, shellCommand{}, remoteCode{}, unpinned{}, insecureTransport{}, autoApprove{}, lookalike{}}
}

// newSignal is a signal that something bad may run, with the severity of what that allows; SeverityNone makes it a note.
func newSignal(s detect.Signal, severity detect.Severity, confidence float64, detail string) detect.Signal {
	s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, detect.ThreatMaliciousCode, confidence, detail
	s.Severity, s.Note = severity, severity == detect.SeverityNone
	return s
}

// example is one server in a file of servers, whose members stand on one line when they are given as one.
func example(note, file, server string, members ...string) detect.Example {
	key, open, end := "mcpServers", "{ ", " }"
	if strings.HasPrefix(file, ".vscode/") {
		key = "servers"
	}
	if len(members) > 1 {
		open, end = "{\n      ", "\n    }"
	}
	return in(note, file, "{\n  \""+key+"\": {\n    \""+server+"\": "+open+strings.Join(members, ",\n      ")+end+"\n  }\n}\n")
}

func in(note, file, text string) detect.Example {
	return detect.Example{Note: note, File: file, Text: text}
}

// Package is a package that a launch fetches, unless it is there, and runs.
type Package struct {
	// Registry is "npm", "pypi", "oci" or another word for where it comes from, Name what it is called there, Version the text behind the name.
	Registry, Name, Version string
	// Pinned is set when the version is the same one tomorrow.
	Pinned bool
}

// Packages returns the packages that a launch names, without those that are only added beside what is run.
func Packages(t detect.ToolView) []Package {
	var out []Package
	for _, a := range read(t).artifacts {
		if a.Name != "" && !a.extra {
			out = append(out, Package{a.Kind.Registry(), shownAddress(a.Name), a.Version, a.Pin == launcher.Exact || a.Pin == launcher.Digested})
		}
	}
	return out
}

// Words returns the command of a launch and its arguments, without those that a shell would split.
func Words(t detect.ToolView) []string {
	var out []string
	for _, f := range t.Fields {
		if f.Role == detect.RoleCommand || f.Role == detect.RoleArgument {
			out = append(out, f.Text)
		}
	}
	return out
}

// Approved reports whether a launch, or the settings of a client, approve anything in advance, and whether that is everything or what runs
// commands, as launch.auto-approve reads them.
func Approved(t detect.ToolView) (any, all bool) {
	for _, s := range (autoApprove{}).Inspect(t, detect.RegistryView{}) {
		any, all = true, all || !s.Note
	}
	return any, all
}

// Off reports whether a server is switched off in its configuration.
func Off(t detect.ToolView) bool {
	is := func(name, value string) bool {
		v := t.Context.Get(name)
		return v != nil && v.Kind == detect.NodeScalar && strings.EqualFold(v.Text, value)
	}
	return t.Kind == detect.KindLaunch && (is("disabled", "true") || is("enabled", "false"))
}
