package sweep

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// Line is a finding in JSON Lines. Members are as in docs/report.schema.json.
type Line struct {
	// Item is the ID of the definition, the path of the archive, or the package with its version; Registry is that of a definition.
	Item     string `json:"item"`
	Registry string `json:"registry,omitempty"`
	// ID is the same in every run for the same words in the same place; Digest is that of the definition.
	ID         string            `json:"id"`
	Digest     lock.Digest       `json:"digest,omitempty"`
	Severity   detect.Severity   `json:"severity"`
	Action     detect.Action     `json:"action"`
	Confidence float64           `json:"confidence"`
	RiskScore  int               `json:"riskScore"`
	ThreatType detect.ThreatType `json:"threatType"`
	// Check is the primary check, Checks are all that contributed.
	Check  string      `json:"check"`
	Checks []string    `json:"checks"`
	Kind   detect.Kind `json:"kind"`
	Server string      `json:"server"`
	Tool   string      `json:"tool"`
	// Message describes the finding, Evidence quotes it, and Field points to it in the definition.
	Message  string `json:"message"`
	Evidence string `json:"evidence"`
	Field    string `json:"field"`
	// Path, Line and Column are the place of the words, or of the line in the list.
	Path   string     `json:"path"`
	Line   int        `json:"line"`
	Column int        `json:"column"`
	Class  lint.Class `json:"demoted,omitempty"`
}

func newLine(f *found) Line {
	s := f.PrimarySignal()
	return Line{
		Item: f.item, Registry: f.registry, ID: f.ID, Digest: f.Digest, Severity: f.Severity, Action: f.Action, Confidence: f.Confidence,
		RiskScore: f.RiskScore, ThreatType: f.ThreatType, Check: s.CheckID, Checks: f.CheckIDs, Kind: f.Kind, Server: f.Server, Tool: f.Tool,
		Message: f.Message, Evidence: s.Evidence, Field: s.Field, Path: s.Where.Path, Line: s.Where.Start.Line, Column: s.Where.Start.Column,
		Class: f.Demoted,
	}
}
