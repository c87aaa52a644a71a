// Package lint joins the rooms: it runs discovery and detection, says where each signal stands in its file, filters,
// and gives one Report that every sink reads.
package lint

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

// Report is everything a sink may show, in a stable order. Sinks read it one after the other.
type Report struct {
	// Version is the version of mcp-lint.
	Version string
	// Settings says what a configuration file has set; the file may come from the repository that is scanned.
	Settings []string
	// Findings are sorted by file, line, column, server and tool.
	Findings []Finding
	Summary  Summary
	// Skips are all skips; see discover.Skip.Quiet.
	Skips    []discover.Skip
	Coverage detect.Coverage
	// Rules documents every check, whether it ran or not.
	Rules []detect.Documentation

	// sensitive are the spans of credentials that signals report, by file.
	sensitive map[*source.File][]source.Span

	// secrets are all spans of credentials by file, in rising order and without overlaps, found when first asked for.
	secrets map[*source.File][]source.Span
}

// Finding is a finding with places.
type Finding struct {
	detect.Finding
	// ID identifies the finding across line moves: a hash of check, server, tool, field and normalised evidence of
	// the primary signal.
	ID string
	// File is the file the tool is defined in; Definition is the whole definition.
	File       *source.File
	Definition source.Location
	// Places is parallel to Signals.
	Places []Place
}

// Place is where one signal stands.
type Place struct {
	// Where is the primary location; More are further pieces when the text is put together from several.
	Where source.Location
	More  []source.Location
	// Related is parallel to the signal's Related.
	Related []source.Location
}

// PrimarySignal returns the deciding signal and its place.
func (f *Finding) PrimarySignal() (detect.Signal, Place) {
	return f.Signals[f.Primary], f.Places[f.Primary]
}

// Summary counts.
type Summary struct {
	// Severities counts findings by severity.
	Severities map[detect.Severity]int
	Findings   int
	Suppressed int
	// BelowConfidence counts signals left out by the confidence floor.
	BelowConfidence int
	// Tools counts tools; Definitions all that was scanned, prompts, resources and instructions included.
	Tools       int
	Definitions int
	// Servers counts the servers that own them or that a client configuration names.
	Servers int
	// Files counts the files read, FilesSeen those met.
	Files     int
	FilesSeen int
	// Skipped counts skips by reason.
	Skipped map[discover.Reason]int
	// Degraded is true when a check failed or a bound was reached; Incomplete when, besides, a candidate file could not
	// be read. See Report.Coverage and Report.Skips.
	Degraded   bool
	Incomplete bool
}
