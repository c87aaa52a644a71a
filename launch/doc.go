// Package launch holds the checks of how clients start and reach MCP servers: what their configurations and registry manifests give
// away, run and approve. They look at views of the kinds launch and settings (see detect.LaunchContext), and are pure like those of
// detect/check; they live apart from them for the parser of shell scripts that they use.
package launch

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// All returns every check of launches in the order in which they run and are listed.
func All() []detect.Check {
	return []detect.Check{literalSecret{}, shellCommand{}, remoteCode{}, unpinned{}, insecureTransport{}, autoApprove{}, lookalike{}}
}

// fact is a signal that something bad may run, with the severity of what that allows; SeverityNone makes it a note.
func fact(s detect.Signal, severity detect.Severity, confidence float64, detail string) detect.Signal {
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

// in is an example of a whole file.
func in(note, file, text string) detect.Example {
	return detect.Example{Note: note, File: file, Text: text}
}
