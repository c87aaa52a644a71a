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

// JSONVersion is the version of the JSON document. The major number changes when readers could break.
const JSONVersion = "1.4"

// Document is the JSON report. Its schema is docs/report.schema.json. Columns count UTF-16 code units from 1, lines count from 1, spans and
// columns are half-open.
type Document struct {
	SchemaVersion string   `json:"schemaVersion"`
	Tool          ToolInfo `json:"tool"`
	ColumnKind    string   `json:"columnKind"`
	// InContext is true when the report is partial and covers only the named paths.
	InContext bool          `json:"inContext"`
	Settings  []string      `json:"settings"`
	Summary   SummaryInfo   `json:"summary"`
	Findings  []FindingInfo `json:"findings"`
	// Suppressed findings never fail a run. Suppressions are the rules that suppress them.
	Suppressed   []SuppressedInfo   `json:"suppressed"`
	Suppressions []lint.Suppression `json:"suppressions"`
	// Servers are those configured in the user's clients; present only if they were asked for.
	Servers []lint.InstalledServer `json:"servers,omitempty"`
	// Lock is nil when there is no lock file.
	Lock       *lint.LockStatus `json:"lock"`
	Unresolved []RemarkInfo     `json:"unresolved"`
	Notes      []RemarkInfo     `json:"notes"`
	Skips      []lint.Skip      `json:"skips"`
	Coverage   CoverageInfo     `json:"coverage"`
}

// ToolInfo identifies the program.
type ToolInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// SummaryInfo holds the counts of a report.
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

// CoverageInfo is detect.Coverage and whether it is degraded.
type CoverageInfo struct {
	Degraded bool `json:"degraded"`
	detect.Coverage
}

// FindingInfo is one finding. Its signals are in document order; primary is an index into them.
type FindingInfo struct {
	ID string `json:"id"`
	detect.Finding
	// Demoted is the class of the file that lowers the severity, and FullSeverity the severity without it.
	Demoted      lint.Class       `json:"demoted,omitempty"`
	FullSeverity *detect.Severity `json:"fullSeverity,omitempty"`
	// SharedBy names other tools that contain the same words.
	SharedBy []string `json:"sharedBy,omitempty"`
	// Digest identifies the definition; an ignore can be bound to it.
	Digest lock.Digest `json:"digest,omitempty"`

	Location lint.Place    `json:"location"`
	Signals  []lint.Signal `json:"signals"`
}

// RemarkInfo is a remark on source code that is not a finding.
type RemarkInfo struct {
	Path   string      `json:"path"`
	Line   int         `json:"line"`
	Kind   detect.Kind `json:"kind,omitempty"`
	Name   string      `json:"name,omitempty"`
	Reason string      `json:"reason"`
	Where  lint.Place  `json:"location"`
}

// JSON writes the report as one indented Document in pure ASCII, so that no invisible character of a scanned file reaches a terminal or a
// log.
func JSON(w io.Writer, r *lint.Report) error {
	d := newDocument(r)
	out := bufio.NewWriter(w)
	// Findings are encoded one by one to save memory: encoded, each is about a hundred times larger than its text.
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

// newDocument returns the document without the items of its long lists.
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
		Findings: []FindingInfo{}, Suppressed: []SuppressedInfo{}, Suppressions: append([]lint.Suppression{}, r.Suppressions...),
		Servers: r.Installed, Lock: r.Lock, Unresolved: newRemarks(r.Unresolved), Notes: newRemarks(r.Notes), Skips: append([]lint.Skip{}, r.Skips...),
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
	// Empty lists, not null, for readers that loop.
	d.Coverage.Checks = append([]string{}, r.Coverage.Checks...)
	d.Coverage.Failures = append([]detect.CheckFailure{}, r.Coverage.Failures...)
	d.Coverage.Caps = append([]detect.CapHit{}, r.Coverage.Caps...)
	return d
}

func newFinding(f *lint.Finding) FindingInfo {
	info := FindingInfo{
		ID: f.ID, Finding: f.Finding, Location: f.PrimarySignal().Where, SharedBy: f.SharedBy, Digest: f.Digest, Signals: f.Signals,
	}
	if f.Demoted != "" {
		info.Demoted, info.FullSeverity = f.Demoted, &f.Was
	}
	return info
}

func newRemarks(list []lint.Remark) []RemarkInfo {
	out := make([]RemarkInfo, 0, len(list))
	for _, m := range list {
		out = append(out, RemarkInfo{m.Where.Path, m.Where.Start.Line, m.Kind, m.Name, m.Text, m.Where})
	}
	return out
}

// SuppressedInfo is a finding, or a part of one, that is suppressed.
type SuppressedInfo struct {
	FindingInfo
	// Suppression is the index of the rule that suppresses it.
	Suppression int `json:"suppression"`
}
