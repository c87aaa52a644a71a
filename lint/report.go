// Package lint ties the steps together: it runs discovery and detection, locates each signal in its file, filters, and
// returns one Report that every output format reads.
//
// Begin with Run; the examples show a folder, one document in memory and reports. docs/library.md says what is stable.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/lock"
)

// Report is the result of a run in a stable order. It is a plain value: positioned, redacted and graded. Output formats print it and need
// nothing else.
type Report struct {
	// Version is the version of mcp-lint.
	Version string
	// Settings describes what a configuration file sets. The file may come from the scanned repository.
	Settings []string
	// InContext is as in Options: the report covers only the named paths.
	InContext bool
	// Empty are the named archives that define nothing that reaches a model, as people are shown them.
	Empty []string
	// Findings are sorted by file, line, column, server and tool.
	Findings []Finding
	// Suppressed is sorted like Findings and fails nothing.
	Suppressed []Suppressed
	// Suppressions are sorted by kind, file and line. Each has the number of Suppressed that it accounts for, which may be 0.
	Suppressions []Suppression
	// Installed are the servers of Options.Installed, by client, with the counts of their findings; nil without it.
	Installed []InstalledServer
	// Lock compares the scan with the lock file; nil without one.
	Lock    *LockStatus
	Summary Summary
	// Unresolved are definitions in source code whose description is only known by running it, and places where code registers or rewrites
	// definitions in such a way. Notes are other remarks. Both are in the order of files and lines; KeptRemarks of each are listed, Summary
	// counts all.
	Unresolved []Remark
	Notes      []Remark
	// Skips are all skips; see Skip.Quiet.
	Skips    []Skip
	Coverage detect.Coverage
	// Rules documents every check, whether it ran or not.
	Rules []detect.Documentation
}

// Skip is a file, or a part of one, that was not scanned.
type Skip = discover.Skip

// Reason is why something was not scanned.
type Reason = discover.Reason

// Class is the kind of a file whose findings have a lower severity, such as a test.
type Class = discover.Class

// Finding is what was found in one definition. Signals of the embedded Finding is nil: those here have places.
type Finding struct {
	detect.Finding
	// ID identifies the finding when lines move: a hash of check, server, tool, field and normalised evidence of the primary signal. For
	// strings in source code, the file takes the place of the field.
	ID string
	// Message describes the finding in one sentence.
	Message string
	// Signals are those of all checks, in document order.
	Signals []Signal
	// Definition is the place of the whole definition.
	Definition Place
	// Digest identifies the definition (lock.DigestOf); an ignore can be bound to it. It is "" for anything else.
	Digest lock.Digest
	// Demoted is the class of the file if it lowers the severity to low, and Was the severity without it.
	Demoted Class
	Was     detect.Severity
	// SharedBy names other tools that contain the same words, such as a constant that ends each description. These are reported once.
	SharedBy []string
	// Region quotes the words of the primary signal for machines. Excerpts are the source lines of the heaviest signals, by file; only the
	// most severe findings have them, up to a total size.
	Region   Region
	Excerpts []Excerpt
}

// Signal is what one check found, with its place. Value and Related of the embedded Signal are nil.
type Signal struct {
	detect.Signal
	// Value is the number, true, false or null that the signal is about, if it is not about words; Field is its pointer then.
	Value string `json:"value,omitempty"`
	// Where is the primary place; More are further pieces when the text is assembled from several.
	Where   Place     `json:"location"`
	More    []Place   `json:"pieces,omitempty"`
	Related []Related `json:"related,omitempty"`
	// Encoded is the encoded text of a decoded payload as a model receives it: joined if the source writes it in pieces, cut, redacted, not
	// made printable. It is empty for other signals.
	Encoded string `json:"-"`
	// Snippet is the line on which the words begin.
	Snippet Snippet `json:"-"`
	// Fix, if not nil, changes the file so that the signal is gone.
	Fix *Fix `json:"-"`
}

// Fix replaces a place by Text. Package and Variable are as in detect.Fix.
type Fix struct {
	Where                   Place
	Text, Package, Variable string
}

// Related is a place that belongs to a signal. Excerpt is its source, for the first few related places of the signals in the excerpts of
// the finding.
type Related struct {
	detect.Related
	Where   Place    `json:"location"`
	Excerpt *Excerpt `json:"-"`
}

// PrimarySignal returns the deciding signal. It is empty for a finding without signals.
func (f *Finding) PrimarySignal() *Signal {
	if f.Primary >= len(f.Signals) {
		return &Signal{}
	}
	return &f.Signals[f.Primary]
}

// Only grades the signals for which keep is true, as detect.Finding.Only does. It returns false if there are none.
func (f *Finding) Only(keep func(i int) bool) (detect.Finding, bool) {
	all := f.Finding
	for i := range f.Signals {
		all.Signals = append(all.Signals, f.Signals[i].Signal)
	}
	return all.Only(keep)
}

// Note reports whether the finding consists of notes, which are listed but are not a problem.
func (f *Finding) Note() bool {
	return len(f.Signals) > 0 && !slices.ContainsFunc(f.Signals, func(s Signal) bool { return !s.Note })
}

// Weight is the severity that counts; it is SeverityNone for informational findings.
func (f *Finding) Weight() detect.Severity {
	if f.Note() {
		return detect.SeverityNone
	}
	return f.Severity
}

// Approved reports whether the place is the approved text and not another tool of the scan.
func (r *Related) Approved() bool { return r.ToolIndex == detect.Outside }

// StandsAt reports whether the evidence of the signal replaces the related text. If that was removed, the evidence is from the nearest
// field.
func (s *Signal) StandsAt(r *Related) bool {
	return r.Field != "" && (s.Field == r.Field || s.Field == r.Field+"#" || strings.HasPrefix(s.Field, r.Field+"/"))
}

// ApprovedText returns the approved text that the signal's evidence replaces, or "". field is set if it was in another field than the
// evidence.
func (s *Signal) ApprovedText() (field, words string) {
	for i := range s.Related {
		if r := &s.Related[i]; r.Approved() && r.Text != "" {
			if !s.StandsAt(r) {
				field = r.Field
			}
			return field, r.Text
		}
	}
	return "", ""
}

// String returns one line: high[launch.shell]: server “a” downloads a script and runs it.
func (f Finding) String() string {
	return f.Severity.String() + "[" + f.PrimarySignal().CheckID + "]: " + f.Message
}

// Grade returns the severity in words: "high", or "low (high, but in a test file)".
func (f *Finding) Grade() string {
	switch {
	case f.Demoted == "":
		return f.Severity.String()
	case f.Was > f.Severity:
		return fmt.Sprintf("%s (%s, but in %s)", f.Severity, f.Was, f.Demoted.Words())
	}
	return fmt.Sprintf("%s (in %s)", f.Severity, f.Demoted.Words())
}

// KeptRemarks is the maximum number of remarks of a kind in a Report.
const KeptRemarks = 1_000

// Remark is a remark on source code that is not a finding.
type Remark struct {
	// Kind and Name are of the definition; both are empty in notes and for places where the definitions are unknown.
	Kind detect.Kind
	Name string
	// Text is a phrase for people. It still needs to be made printable.
	Text  string
	Where Place
}

// BySeverity returns the findings, most severe first.
func (r *Report) BySeverity() []*Finding {
	return ordered(r.Findings, func(a, b *Finding) int { return cmp.Compare(b.Weight(), a.Weight()) })
}

// SuppressedBySeverity returns the suppressed findings, most severe first.
func (r *Report) SuppressedBySeverity() []*Suppressed {
	return ordered(r.Suppressed, func(a, b *Suppressed) int { return cmp.Compare(b.Severity, a.Severity) })
}

// ordered returns pointers to the items in a stable sort by compare.
func ordered[T any](list []T, compare func(a, b *T) int) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	slices.SortStableFunc(out, compare)
	return out
}

// Missed returns the skips of files that should have been scanned completely, in the order of Skips.
func (r *Report) Missed() []Skip {
	return slices.DeleteFunc(slices.Clone(r.Skips), Skip.Quiet)
}

// SuppressedShares returns the other tools that contain suppressed words (Finding.SharedBy), without duplicates.
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

// Summary holds the counts of a report.
type Summary struct {
	// onlyNames is true when all that was found are names of servers.
	onlyNames bool
	// Severities counts findings by severity, informational ones as SeverityNone.
	Severities map[detect.Severity]int
	Findings   int
	// Suppressed counts Report.Suppressed.
	Suppressed int
	// BelowSeverity counts the findings that Options.MinSeverity left out. WorstBelow is their highest severity, without informational
	// ones.
	BelowSeverity int
	WorstBelow    detect.Severity
	// BelowConfidence counts the signals below the minimum confidence.
	BelowConfidence int
	// Agents counts instruction files for agents, which are definitions as well.
	Agents int
	// Tools counts tools; Definitions counts everything scanned, prompts, resources and instructions included.
	Tools       int
	Definitions int
	// Static, Partly and Open count the tools whose text is known in full, in part, and not at all without running code. InCode counts all
	// tools defined in source code.
	Static, Partly, Open int
	InCode               int
	// Unresolved counts all definitions, not only tools, whose description is unknown. It includes Gaps, the places where it is unknown
	// which definitions there are. Notes counts Report.Notes.
	Unresolved int
	Gaps       int
	Notes      int
	// Demoted counts the findings whose severity is lowered for their file.
	Demoted int
	// Servers counts the servers that own definitions or are named in a client configuration.
	Servers int
	// Files counts the files read, FilesSeen those encountered.
	Files     int
	FilesSeen int
	// Skipped counts skips by reason.
	Skipped map[Reason]int
	// Degraded is true when a check failed or a limit was reached. Incomplete is true also when a candidate file could not be read. See
	// Report.Coverage and Report.Skips.
	Degraded   bool
	Incomplete bool
}

// LockStatus compares a scan with a lock file.
type LockStatus struct {
	// Path is the displayed path of the lock file.
	Path string `json:"path"`
	LockCounts
}

// LockCounts are the counts of a comparison with a lock file.
type LockCounts struct {
	// Approved, Pending and Changed count definitions by state. Removed counts entries that no longer exist, Renamed servers with a new
	// name. Unseen counts approved definitions in files that a complete scan did not read.
	Approved int `json:"approved"`
	Pending  int `json:"pending"`
	Changed  int `json:"changed"`
	Removed  int `json:"removed"`
	Renamed  int `json:"renamed"`
	Unseen   int `json:"unseen"`
}

// Counts lists the counts in words: the approved ones always, others if not 0.
func (l *LockStatus) Counts() string {
	parts := []string{fmt.Sprintf("%d approved", l.Approved)}
	add := func(n int, counted, what string) {
		if n > 0 {
			parts = append(parts, counted+" "+what)
		}
	}
	add(l.Changed, strconv.Itoa(l.Changed), "changed")
	add(l.Pending, strconv.Itoa(l.Pending), "pending")
	add(l.Removed, strconv.Itoa(l.Removed), "removed")
	add(l.Renamed, text.Count(l.Renamed, "server"), "renamed")
	add(l.Unseen, strconv.Itoa(l.Unseen), "not read")
	return strings.Join(parts, ", ")
}

// Unknown says what is only known by running code, or "".
func (s Summary) Unknown() string {
	places := fmt.Sprintf("the tools that code registers in %d places", s.Gaps)
	if s.Gaps == 1 {
		places = "the tools that code registers in one place"
	}
	switch n := s.Unresolved - s.Gaps; {
	case s.Unresolved == 0:
		return ""
	case n == 0:
		return places + " are only known by running it"
	case s.Gaps == 0:
		return fmt.Sprintf("the text of %d of %d definitions is only known by running code", n, s.Definitions)
	default:
		return fmt.Sprintf("the text of %d of %d definitions and %s are only known by running it", n, s.Definitions, places)
	}
}

const docsBase = "https://github.com/org/mcp-lint/blob/main/docs/"

// DocsURL returns the URL of a documentation page; page is a path below docs/.
func DocsURL(page string) string { return docsBase + page }

// CheckURL returns the URL of the page of a check; `mcp-lint explain ID` shows the same offline. All custom rules share one page.
func CheckURL(id string) string {
	if !slices.ContainsFunc(rules(), func(d detect.Documentation) bool { return d.ID == id }) {
		return DocsURL("rules.md")
	}
	return DocsURL("checks/" + id + ".md")
}
