package report

import (
	"bufio"
	"cmp"
	"io"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// JSONVersion is the version of the JSON document: the major number changes when a reader could break.
const JSONVersion = "1.4"

// Document is the JSON report. Its schema is docs/report.schema.json. Columns count UTF-16 code units from 1, lines
// count from 1, spans and columns are half open.
type Document struct {
	SchemaVersion string   `json:"schemaVersion"`
	Tool          ToolInfo `json:"tool"`
	ColumnKind    string   `json:"columnKind"`
	// InContext is true when the report is partial: it holds only what concerns the paths that were named.
	InContext bool          `json:"inContext"`
	Settings  []string      `json:"settings"`
	Summary   SummaryInfo   `json:"summary"`
	Findings  []FindingInfo `json:"findings"`
	// Suppressed is what was found and somebody asked not to report; it fails nothing. Suppressions are what suppresses.
	Suppressed   []SuppressedInfo  `json:"suppressed"`
	Suppressions []SuppressionInfo `json:"suppressions"`
	// Servers are those that clients of the user start or reach; they are there when these were asked for.
	Servers []ServerInfo `json:"servers,omitempty"`
	// Lock is nil when there is no lock file.
	Lock       *LockInfo    `json:"lock"`
	Unresolved []RemarkInfo `json:"unresolved"`
	Notes      []RemarkInfo `json:"notes"`
	Skips      []lint.Skip  `json:"skips"`
	Coverage   CoverageInfo `json:"coverage"`
}

// ToolInfo names the program.
type ToolInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// SummaryInfo counts.
type SummaryInfo struct {
	Findings        int            `json:"findings"`
	BySeverity      map[string]int `json:"bySeverity"`
	Suppressed      int            `json:"suppressed"`
	BelowConfidence int            `json:"belowConfidence"`
	Demoted         int            `json:"demoted"`
	Tools           int            `json:"tools"`
	StaticTools     int            `json:"staticTools"`
	PartlyTools     int            `json:"partlyStaticTools"`
	UnresolvedTools int            `json:"unresolvedTools"`
	Unresolved      int            `json:"unresolved"`
	Notes           int            `json:"notes"`
	Definitions     int            `json:"definitions"`
	Servers         int            `json:"servers"`
	Files           int            `json:"files"`
	FilesSeen       int            `json:"filesSeen"`
	Skipped         map[string]int `json:"skipped"`
	Degraded        bool           `json:"degraded"`
	Incomplete      bool           `json:"incomplete"`
}

// CoverageInfo is detect.Coverage with a verdict.
type CoverageInfo struct {
	Degraded bool `json:"degraded"`
	detect.Coverage
}

// FindingInfo is one finding. Its lists of signals are in document order; primary is an index into them.
type FindingInfo struct {
	ID string `json:"id"`
	detect.Finding
	// Demoted is the class of the file for which the finding weighs less, and FullSeverity what it would be elsewhere.
	Demoted      lint.Class       `json:"demoted,omitempty"`
	FullSeverity *detect.Severity `json:"fullSeverity,omitempty"`
	// SharedBy names further tools that the very same words are part of.
	SharedBy []string `json:"sharedBy,omitempty"`
	// Digest is that of the definition, by which an ignore can be bound to it.
	Digest lock.Digest `json:"digest,omitempty"`

	Location *LocationInfo `json:"location"`
	Signals  []SignalInfo  `json:"signals"`
}

// RemarkInfo is something about source code that is no finding.
type RemarkInfo struct {
	Path   string        `json:"path"`
	Line   int           `json:"line"`
	Kind   detect.Kind   `json:"kind,omitempty"`
	Name   string        `json:"name,omitempty"`
	Reason string        `json:"reason"`
	Where  *LocationInfo `json:"location"`
}

// SignalInfo is one signal with its place.
type SignalInfo struct {
	detect.Signal
	// Value is the number, true, false or null that the signal is about, when it is not about words; field is its pointer then.
	Value    string          `json:"value,omitempty"`
	Location *LocationInfo   `json:"location"`
	Pieces   []*LocationInfo `json:"pieces,omitempty"`
	Related  []RelatedInfo   `json:"related,omitempty"`
}

// RelatedInfo is a related place.
type RelatedInfo struct {
	detect.Related
	Location *LocationInfo `json:"location"`
}

// LocationInfo is a range of a file. ByteOffset counts from the start of the file, byte order mark included.
type LocationInfo struct {
	Path        string `json:"path"`
	StartLine   int    `json:"startLine"`
	StartColumn int    `json:"startColumn"`
	EndLine     int    `json:"endLine"`
	EndColumn   int    `json:"endColumn"`
	ByteOffset  int    `json:"byteOffset"`
	ByteLength  int    `json:"byteLength"`
	// Exact is false when the range is the whole value; Escaped is true when the words are written as escapes.
	Exact   bool `json:"exact"`
	Escaped bool `json:"escaped"`
}

// JSON writes the report as one Document, indented, in pure ASCII, so that no invisible character of a scanned file
// reaches a terminal or a log.
func JSON(w io.Writer, r *lint.Report) error {
	d := newDocument(r)
	out := bufio.NewWriter(w)
	// One after the other: there may be many, and each takes a hundred times its words.
	err := asciijson.WriteLong(out, d, "the report",
		asciijson.List{Name: "findings", Items: func(yield func(any) bool) {
			for i := range r.Findings {
				if !yield(newFinding(&r.Findings[i])) {
					return
				}
			}
		}},
		asciijson.List{Name: "suppressed", Items: func(yield func(any) bool) {
			for i := range r.Suppressed {
				if !yield(SuppressedInfo{newFinding(&r.Suppressed[i].Finding), r.Suppressed[i].By}) {
					return
				}
			}
		}})
	return cmp.Or(err, out.Flush())
}

// newDocument makes all of the document but the items of its long lists.
func newDocument(r *lint.Report) Document {
	s := r.Summary
	d := Document{
		SchemaVersion: JSONVersion, Tool: ToolInfo{"mcp-lint", r.Version}, ColumnKind: "utf16CodeUnits", InContext: r.InContext,
		Summary: SummaryInfo{
			Findings: s.Findings, BySeverity: map[string]int{}, Suppressed: s.Suppressed, BelowConfidence: s.BelowConfidence,
			Demoted: s.Demoted, StaticTools: s.Static, PartlyTools: s.Partly, UnresolvedTools: s.Open, Unresolved: s.Unresolved, Notes: s.Notes,
			Tools: s.Tools, Definitions: s.Definitions, Servers: s.Servers, Files: s.Files, FilesSeen: s.FilesSeen,
			Skipped: map[string]int{}, Degraded: s.Degraded, Incomplete: s.Incomplete,
		},
		Findings: []FindingInfo{}, Suppressed: []SuppressedInfo{}, Suppressions: []SuppressionInfo{}, Skips: []lint.Skip{},
		Coverage: CoverageInfo{r.Coverage.Degraded(), r.Coverage},
		Settings: append([]string{}, r.Settings...),
	}
	for sev := detect.SeverityLow; sev <= detect.SeverityCritical; sev++ {
		d.Summary.BySeverity[sev.String()] = s.Severities[sev]
	}
	if n := s.Severities[detect.SeverityNone]; n > 0 {
		d.Summary.BySeverity["informational"] = n
	}
	for reason, n := range s.Skipped {
		d.Summary.Skipped[string(reason)] = n
	}
	d.Unresolved, d.Notes = newRemarks(r.Unresolved), newRemarks(r.Notes)
	d.Skips, d.Servers = append(d.Skips, r.Skips...), newServers(r.Installed)
	// Empty lists, not null, for readers that loop.
	d.Coverage.Checks = append([]string{}, r.Coverage.Checks...)
	d.Coverage.Failures = append([]detect.CheckFailure{}, r.Coverage.Failures...)
	d.Coverage.Caps = append([]detect.CapHit{}, r.Coverage.Caps...)
	for _, s := range r.Suppressions {
		d.Suppressions = append(d.Suppressions, SuppressionInfo{s.Kind, s.Reason, s.Count, newLocation(s.Where)})
	}
	if l := r.Lock; l != nil {
		d.Lock = &LockInfo{l.Path, l.Approved, l.Pending, l.Changed, l.Removed, l.Renamed, l.Unseen}
	}
	return d
}

func newFinding(f *lint.Finding) FindingInfo {
	info := FindingInfo{ID: f.ID, Finding: f.Finding, Location: newLocation(f.PrimarySignal().Where), SharedBy: f.SharedBy, Digest: f.Digest}
	if f.Demoted != "" {
		info.Demoted, info.FullSeverity = f.Demoted, &f.Was
	}
	for _, s := range f.Signals {
		one := SignalInfo{Signal: s.Signal, Value: s.Value, Location: newLocation(s.Where)}
		for _, p := range s.More {
			one.Pieces = append(one.Pieces, newLocation(p))
		}
		for _, rel := range s.Related {
			one.Related = append(one.Related, RelatedInfo{rel.Related, newLocation(rel.Where)})
		}
		info.Signals = append(info.Signals, one)
	}
	return info
}

func newRemarks(list []lint.Remark) []RemarkInfo {
	out := make([]RemarkInfo, 0, len(list))
	for _, m := range list {
		info := RemarkInfo{Kind: m.Kind, Name: m.Name, Reason: m.Text, Where: newLocation(m.Where)}
		if info.Where != nil {
			info.Path, info.Line = info.Where.Path, info.Where.StartLine
		}
		out = append(out, info)
	}
	return out
}

func newLocation(p lint.Place) *LocationInfo {
	if !p.Known() {
		return nil
	}
	return &LocationInfo{
		Path: p.Path, StartLine: p.Start.Line, StartColumn: p.Start.Column, EndLine: p.End.Line, EndColumn: p.End.Column,
		ByteOffset: p.Start.Offset, ByteLength: p.End.Offset - p.Start.Offset, Exact: p.Exact, Escaped: p.Escaped,
	}
}

// SuppressedInfo is a finding, or the part of one, that is suppressed.
type SuppressedInfo struct {
	FindingInfo
	// Suppression is the index of what suppresses it in the list of suppressions.
	Suppression int `json:"suppression"`
}

// SuppressionInfo is something that suppresses findings: an entry of the configuration, a comment or a baseline.
type SuppressionInfo struct {
	Kind   lint.SuppressionKind `json:"kind"`
	Reason string               `json:"reason"`
	// Count is how many of the suppressed findings it accounts for; it may be none.
	Count int `json:"count"`
	// Location is nil when the place is not known.
	Location *LocationInfo `json:"location"`
}

// LockInfo says how what was found differs from a lock file: definitions by where they stand, entries that are no longer there,
// servers that have another name, and approved definitions in files that were not looked at.
type LockInfo struct {
	Path     string `json:"path"`
	Approved int    `json:"approved"`
	Pending  int    `json:"pending"`
	Changed  int    `json:"changed"`
	Removed  int    `json:"removed"`
	Renamed  int    `json:"renamed"`
	Unseen   int    `json:"unseen"`
}
