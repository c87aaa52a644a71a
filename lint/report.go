// Package lint joins the rooms: it runs discovery and detection, says where each signal stands in its file, filters,
// and gives one Report that every sink reads.
package lint

import (
	"fmt"

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
	// InContext is as in Options: what is told is only of the paths that were named.
	InContext bool
	// Findings are sorted by file, line, column, server and tool.
	Findings []Finding
	Summary  Summary
	// Unresolved are the definitions of source code whose description is not known without running it, Notes what else people
	// should know of the code. Both are in the order of files and lines; the first KeptRemarks of each are listed, and
	// Summary counts all.
	Unresolved []Remark
	Notes      []Remark
	// Skips are all skips; see discover.Skip.Quiet.
	Skips    []discover.Skip
	Coverage detect.Coverage
	// Rules documents every check, whether it ran or not.
	Rules []detect.Documentation

	// shared are the findings so far by what they say and where; see shareKey.
	shared map[string]int

	// sensitive are the spans of credentials that signals report, and those of encoded ones, by file.
	sensitive map[*source.File][]source.Span

	// secrets are all spans of credentials by file, in rising order and without overlaps, found when first asked for.
	secrets map[*source.File][]source.Span
}

// Finding is a finding with places.
type Finding struct {
	detect.Finding
	// ID identifies the finding across line moves: a hash of check, server, tool, field and normalised evidence of
	// the primary signal; of strings in source code, the file takes the place of the field.
	ID string
	// File is the file the tool is defined in; Definition is the whole definition.
	File       *source.File
	Definition source.Location
	// Places is parallel to Signals.
	Places []Place
	// Demoted is the class of the file when the finding weighs less for it: its severity is low then, and Was what it would
	// be elsewhere.
	Demoted discover.Class
	Was     detect.Severity
	// SharedBy names further tools that the very same words are part of, such as a constant that ends each description: they are reported once.
	SharedBy []string
}

// Grade says in words how severe the finding is: "high", or "low (high, but in a test file)".
func (f *Finding) Grade() string {
	switch {
	case f.Demoted == discover.ClassNone:
		return f.Severity.String()
	case f.Was > f.Severity:
		return fmt.Sprintf("%s (%s, but in %s)", f.Severity, f.Was, f.Demoted.Words())
	}
	return fmt.Sprintf("%s (in %s)", f.Severity, f.Demoted.Words())
}

// KeptRemarks bounds the remarks of one kind that a Report lists.
const KeptRemarks = 1_000

// Remark is something about source code that is no finding.
type Remark struct {
	// Kind and Name are of the definition; they are empty in notes.
	Kind detect.Kind
	Name string
	// Text says what it is: a phrase for people, fit to be printed once it is made printable.
	Text  string
	Where source.Location
}

// Place is where one signal stands.
type Place struct {
	// Where is the primary location; More are further pieces when the text is put together from several.
	Where source.Location
	More  []source.Location
	// Related is parallel to the signal's Related.
	Related []source.Location
	// Encoded is what the signal decodes, as it stands in the text that a model reads: whole where the source writes it in
	// pieces, cut when it is long, credentials redacted, not made printable. It is empty for signals that decode nothing.
	Encoded string

	// missing is set when the file does not hold the words.
	missing bool
}

// Missed returns the skips of what should have been looked at and was not, or not in full, in the order of Skips.
func (r *Report) Missed() []discover.Skip {
	var missed []discover.Skip
	for _, s := range r.Skips {
		if !s.Quiet() {
			missed = append(missed, s)
		}
	}
	return missed
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
	// Static, Partly and Open count the tools whose text is known in full, in part, and not at all without running code; InCode
	// those of all that are defined in source code.
	Static, Partly, Open int
	InCode               int
	// Unresolved counts all definitions whose description is not known, tools and others; Notes counts Report.Notes.
	Unresolved int
	Notes      int
	// Demoted counts the findings that weigh less for the file they are in.
	Demoted int
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
