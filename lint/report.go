// Package lint joins the rooms: it runs discovery and detection, says where each signal stands in its file, filters,
// and gives one Report that every sink reads.
//
// Begin with Run; the examples show a folder, one document in memory and reports. docs/library.md says what is promised.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/lock"
)

// Report is everything a sink may show, in a stable order. It is a plain value: positioned, redacted and graded, it holds what it needs of
// the files and nothing that only a scan knows. Sinks print it and ask nothing back.
type Report struct {
	// Version is the version of mcp-lint.
	Version string
	// Settings says what a configuration file has set; the file may come from the repository that is scanned.
	Settings []string
	// InContext is as in Options: the report is only of the paths that were named.
	InContext bool
	// Findings are sorted by file, line, column, server and tool.
	Findings []Finding
	// Suppressed is what was found and is not reported, sorted as Findings. It fails nothing.
	Suppressed []Suppressed
	// Suppressions are what suppresses, each with the number of Suppressed that it accounts for, which may be none; in the order of kinds,
	// files and lines.
	Suppressions []Suppression
	// Installed are the servers of Options.Installed, by client, with what was found in them; nil without it.
	Installed []InstalledServer
	// Lock says how what was found differs from the lock file; nil without one.
	Lock    *LockStatus
	Summary Summary
	// Unresolved are the definitions of source code whose description is not known without running it, and the places where it registers
	// or rewrites some that the files do not say; Notes what else people should know of the code. Both are in the order of files and lines;
	// the first KeptRemarks of each are listed, and Summary counts all.
	Unresolved []Remark
	Notes      []Remark
	// Skips are all skips; see Skip.Quiet.
	Skips    []Skip
	Coverage detect.Coverage
	// Rules documents every check, whether it ran or not.
	Rules []detect.Documentation
}

// Skip is a file, or a part of one, that was not looked at.
type Skip = discover.Skip

// Reason is why something was not looked at.
type Reason = discover.Reason

// Class is what a file is whose findings weigh less.
type Class = discover.Class

// Finding is what was found in one definition. The Signals of the embedded one are nil: each stands here with its place.
type Finding struct {
	detect.Finding
	// ID identifies the finding across line moves: a hash of check, server, tool, field and normalised evidence of
	// the primary signal; of strings in source code, the file takes the place of the field.
	ID string
	// Message says in one sentence what was found.
	Message string
	// Signals are those of all checks, in the order of the definition.
	Signals []Signal
	// Definition is the whole definition.
	Definition Place
	// Digest is that of the definition (lock.DigestOf), by which an ignore can be bound to it; "" for what is no definition.
	Digest lock.Digest
	// Demoted is the class of the file when the finding weighs less for it: its severity is low then, and Was what it would
	// be elsewhere.
	Demoted Class
	Was     detect.Severity
	// SharedBy names further tools that the very same words are part of, such as a constant that ends each description: they are reported
	// once.
	SharedBy []string
	// Region quotes the words of the primary signal for machines; Excerpts are the source lines of the signals that weigh most, by file. The
	// most severe findings have excerpts, up to a bound for all of them.
	Region   Region
	Excerpts []Excerpt
}

// Signal is what one check saw, with its place. Value and Related of the embedded one are nil.
type Signal struct {
	detect.Signal
	// Value is the number, true, false or null that the signal is about, when it is not about words; Field is its pointer then.
	Value string `json:"value,omitempty"`
	// Where is the primary place; More are further pieces when the text is put together from several.
	Where   Place     `json:"location"`
	More    []Place   `json:"pieces,omitempty"`
	Related []Related `json:"related,omitempty"`
	// Encoded is what the signal decodes, as it stands in the text that a model reads: whole where the source writes it in
	// pieces, cut when it is long, credentials redacted, not made printable. It is empty for signals that decode nothing.
	Encoded string `json:"-"`
	// Snippet is the line on which the words begin.
	Snippet Snippet `json:"-"`
	// Fix, when not nil, is a change of the file that leaves nothing to report there.
	Fix *Fix `json:"-"`
}

// Fix replaces what stands at a place by Text; Package and Variable are as in detect.Fix.
type Fix struct {
	Where                   Place
	Text, Package, Variable string
}

// Related is a place that belongs to a signal. Excerpt is what stands there, for the first few of a signal that is in the excerpts of its
// finding.
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

// Only grades the signals that keep names by themselves, as detect.Finding.Only does; it reports false when it names none.
func (f *Finding) Only(keep func(i int) bool) (detect.Finding, bool) {
	all := f.Finding
	for i := range f.Signals {
		all.Signals = append(all.Signals, f.Signals[i].Signal)
	}
	return all.Only(keep)
}

// Note reports whether all that is said of a definition is where it stands: that is listed and no alarm.
func (f *Finding) Note() bool {
	return len(f.Signals) > 0 && !slices.ContainsFunc(f.Signals, func(s Signal) bool { return !s.Note })
}

// Weight is the severity by which a finding counts; what is informational has none.
func (f *Finding) Weight() detect.Severity {
	if f.Note() {
		return detect.SeverityNone
	}
	return f.Severity
}

// Approved reports whether the place is what was approved, and not another tool of the scan.
func (r *Related) Approved() bool { return r.ToolIndex == detect.Outside }

// StandsAt reports whether the evidence of the signal is what stands now where a related place stood: the evidence of something that is
// gone is of what is nearest to it.
func (s *Signal) StandsAt(r *Related) bool {
	return r.Field != "" && (s.Field == r.Field || s.Field == r.Field+"#" || strings.HasPrefix(s.Field, r.Field+"/"))
}

// ApprovedText returns what the approved definition said where the signal says something else now, and of which field when the evidence of
// the signal is of another one. words is empty when nothing was said.
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

// String is one line: high[launch.shell]: server “a” downloads a script and runs it.
func (f Finding) String() string {
	return f.Severity.String() + "[" + f.PrimarySignal().CheckID + "]: " + f.Message
}

// Grade says in words how severe the finding is: "high", or "low (high, but in a test file)".
func (f *Finding) Grade() string {
	switch {
	case f.Demoted == "":
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
	// Kind and Name are of the definition; they are empty in notes, and for a place where it is not known which there are.
	Kind detect.Kind
	Name string
	// Text says what it is: a phrase for people, fit to be printed once it is made printable.
	Text  string
	Where Place
}

// BySeverity returns the findings, the most severe first.
func (r *Report) BySeverity() []*Finding {
	return ordered(r.Findings, func(a, b *Finding) int { return cmp.Compare(b.Weight(), a.Weight()) })
}

// SuppressedBySeverity returns what is suppressed, the most severe first.
func (r *Report) SuppressedBySeverity() []*Suppressed {
	return ordered(r.Suppressed, func(a, b *Suppressed) int { return cmp.Compare(b.Severity, a.Severity) })
}

// ordered returns the items of a list in the order of a comparison, and else in their own.
func ordered[T any](list []T, compare func(a, b *T) int) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	slices.SortStableFunc(out, compare)
	return out
}

// Missed returns the skips of what should have been looked at and was not, or not in full, in the order of Skips.
func (r *Report) Missed() []Skip {
	return slices.DeleteFunc(slices.Clone(r.Skips), Skip.Quiet)
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

// Summary counts.
type Summary struct {
	// Severities counts findings by severity, those that are informational as SeverityNone.
	Severities map[detect.Severity]int
	Findings   int
	// Suppressed counts Report.Suppressed.
	Suppressed int
	// BelowSeverity counts the findings that Options.MinSeverity left out, and WorstBelow is the highest severity of them; what is
	// informational has none.
	BelowSeverity int
	WorstBelow    detect.Severity
	// BelowConfidence counts signals left out by the confidence floor.
	BelowConfidence int
	// Tools counts tools; Definitions all that was scanned, prompts, resources and instructions included.
	Tools       int
	Definitions int
	// Static, Partly and Open count the tools whose text is known in full, in part, and not at all without running code; InCode
	// those of all that are defined in source code.
	Static, Partly, Open int
	InCode               int
	// Unresolved counts all definitions whose description is not known, tools and others, and Gaps of them the places where it is not
	// known which there are; Notes counts Report.Notes.
	Unresolved int
	Gaps       int
	Notes      int
	// Demoted counts the findings that weigh less for the file they are in.
	Demoted int
	// Servers counts the servers that own them or that a client configuration names.
	Servers int
	// Files counts the files read, FilesSeen those met.
	Files     int
	FilesSeen int
	// Skipped counts skips by reason.
	Skipped map[Reason]int
	// Degraded is true when a check failed or a bound was reached; Incomplete when, besides, a candidate file could not
	// be read. See Report.Coverage and Report.Skips.
	Degraded   bool
	Incomplete bool
}

// LockStatus says how what was found differs from a lock file.
type LockStatus struct {
	// Path is the lock file as people are shown it.
	Path string `json:"path"`
	// Approved, Pending and Changed count definitions by where they stand; Removed counts entries that are no longer there, Renamed
	// servers that have another name. Unseen counts what was approved in files that were not looked at although everything was asked for.
	Approved int `json:"approved"`
	Pending  int `json:"pending"`
	Changed  int `json:"changed"`
	Removed  int `json:"removed"`
	Renamed  int `json:"renamed"`
	Unseen   int `json:"unseen"`
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
		parts = append(parts, fmt.Sprintf("%d not read", l.Unseen))
	}
	return strings.Join(parts, ", ")
}

// Unknown says for people what is only known by running code; it is empty when nothing is.
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

// DocsURL returns the address of a page of the documentation, a path below docs/.
func DocsURL(page string) string { return docsBase + page }

// CheckURL returns the address of the page of a check; `mcp-lint explain ID` says the same offline. That of rules of one's own is about them all.
func CheckURL(id string) string {
	if !slices.ContainsFunc(rules(), func(d detect.Documentation) bool { return d.ID == id }) {
		return DocsURL("rules.md")
	}
	return DocsURL("checks/" + id + ".md")
}
