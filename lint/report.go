// Package lint joins the rooms: it runs discovery and detection, says where each signal stands in its file, filters,
// and gives one Report that every sink reads.
//
// Begin with Run; the examples show a folder, one document in memory and reports. docs/library.md says what is promised.
package lint

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
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
	// Suppressed is what was found and is not told, sorted as Findings. It fails nothing.
	Suppressed []Suppressed
	// Suppressions are what suppresses, each with the number of Suppressed that it accounts for, which may be none; in the order of kinds,
	// files and lines.
	Suppressions []Suppression
	// Lock says how what was found differs from the lock file; nil without one.
	Lock    *LockStatus
	Summary Summary
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

	// looked is what was looked for.
	looked looked

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
	// Digest is that of the definition (lock.DigestOf), by which an ignore can be bound to it; "" for what is no definition.
	Digest lock.Digest
	// Places is parallel to Signals.
	Places []Place
	// Demoted is the class of the file when the finding weighs less for it: its severity is low then, and Was what it would
	// be elsewhere.
	Demoted discover.Class
	Was     detect.Severity
	// SharedBy names further tools that the very same words are part of, such as a constant that ends each description: they are reported once.
	SharedBy []string

	// subject is what the finding is of, in the file that it was scanned in, and among are those that it was scanned with. shares are
	// the findings that SharedBy names. copied is set for one in a further file, and classed when the file has a class.
	subject         *subject
	among           []subject
	shares          []Finding
	copied, classed bool
	// approvedHere is set when what was approved in this very file has changed.
	approvedHere bool
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

	// missing is set when the file of a copy does not hold the words; the places are those of the original then. repeats is set when
	// the original stands in the same place, so that it was said already, and silent when nothing was told of the original.
	missing, repeats, silent bool
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

// SuppressedShares returns the names of the further tools that suppressed words are part of (Finding.SharedBy), each once.
func (r *Report) SuppressedShares() []string {
	var names []string
	seen := map[string]bool{}
	for i := range r.Suppressed {
		for _, name := range r.Suppressed[i].SharedBy {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
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
	// Suppressed counts Report.Suppressed.
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

// LockStatus says how what was found differs from a lock file.
type LockStatus struct {
	// Path is the lock file as people are shown it.
	Path string
	// Approved, Pending and Changed count definitions by where they stand; Removed counts entries that are no longer there, Renamed
	// servers that have another name. Unseen counts what was approved in files that were not looked at although everything was asked for.
	Approved, Pending, Changed, Removed, Renamed, Unseen int
}

// Counts says how much stands where: what is approved always, the rest where there is any.
func (l *LockStatus) Counts() string {
	parts := []string{fmt.Sprintf("%d approved", l.Approved)}
	for _, p := range []struct {
		n     int
		words string
	}{{l.Changed, "changed"}, {l.Pending, "pending"}, {l.Removed, "removed"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.words))
		}
	}
	switch {
	case l.Renamed == 1:
		parts = append(parts, "1 server renamed")
	case l.Renamed > 1:
		parts = append(parts, fmt.Sprintf("%d servers renamed", l.Renamed))
	}
	if l.Unseen > 0 {
		parts = append(parts, fmt.Sprintf("%d not looked at", l.Unseen))
	}
	return strings.Join(parts, ", ")
}
