package detect

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// Cap names a bound of the scan.
type Cap string

// The bounds of the engine. Checks add their own.
const (
	CapTools   Cap = "tools_per_scan"
	CapFields  Cap = "fields_per_tool"
	CapNodes   Cap = "values_per_definition"
	CapBytes   Cap = "text_bytes_per_definition"
	CapPointer Cap = "pointer_bytes"
	CapText    Cap = "text_bytes_per_field"
	CapSignals Cap = "signals_per_check_and_tool"
	CapDepth   Cap = "definition_depth"
	// CapTime is the deadline of Engine.WithDeadline: Limit of Seen tools were scanned.
	CapTime Cap = "time_limit"
)

// CapHit records that a bound was reached and something was not scanned.
type CapHit struct {
	Cap    Cap    `json:"cap"`
	Check  string `json:"check,omitempty"`
	Server string `json:"server,omitempty"`
	Tool   string `json:"tool,omitempty"`
	Field  string `json:"field,omitempty"`
	// Limit is the bound; Seen is the amount found, at least.
	Limit int `json:"limit"`
	Seen  int `json:"seen"`
}

// String says in words of the user what was not scanned, such as "only the first 200 of at least 300 findings of a check were kept". It names
// neither the tool nor the field.
func (h CapHit) String() string {
	what, ok := capWords[h.Cap]
	if !ok {
		what = text.Safe(strings.ReplaceAll(string(h.Cap), "_", " "), 80) + " were scanned"
	}
	return fmt.Sprintf("only the first %d of at least %d %s", h.Limit, h.Seen, what)
}

var capWords = map[Cap]string{
	CapTools:   "definitions were scanned",
	CapFields:  "texts of the definition were scanned",
	CapNodes:   "values of the definition were scanned",
	CapBytes:   "bytes of text of the definition were scanned",
	CapPointer: "bytes of the path to a value are kept",
	CapText:    "bytes of the text were scanned",
	CapSignals: "places that a check found in the definition are kept",
	CapDepth:   "levels of the definition were scanned",
	CapTime:    "definitions were scanned before the time was up",
}

// CheckFailure records a check that failed on a tool.
type CheckFailure struct {
	Check  string `json:"check"`
	Server string `json:"server"`
	Tool   string `json:"tool"`
	// Reason is the recovered value, safe to print.
	Reason string `json:"reason"`
}

// Coverage lists what was scanned and what was not.
type Coverage struct {
	// Checks are the IDs of the checks that ran, in order. If there are none, nothing was scanned.
	Checks []string `json:"checks"`
	// Tools is the number of views scanned.
	Tools    int            `json:"tools"`
	Failures []CheckFailure `json:"failures"`
	Caps     []CapHit       `json:"caps"`
	// BelowConfidence counts the signals dropped by the confidence floor.
	BelowConfidence int `json:"belowConfidence"`
}

// Degraded reports whether a check failed, a bound was reached or no check ran, so that a clean result proves nothing.
func (c Coverage) Degraded() bool { return len(c.Checks) == 0 || len(c.Failures)+len(c.Caps) > 0 }
