package report

import (
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/lint"
)

// reasonBytes bounds a reason in the JSON report.
const reasonBytes = 4 << 10

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

// suppressed fills in what suppresses and what the lock file says.
func (d *Document) suppressed(r *lint.Report) {
	d.Suppressed, d.Suppressions = []SuppressedInfo{}, []SuppressionInfo{}
	for _, s := range r.Suppressions {
		d.Suppressions = append(d.Suppressions, SuppressionInfo{s.Kind, redactedReason(s.Reason), s.Count, newLocation(s.Where)})
	}
	if l := r.Lock; l != nil {
		d.Lock = &LockInfo{l.Path, l.Approved, l.Pending, l.Changed, l.Removed, l.Renamed, l.Unseen}
	}
}

// redactedReason returns a reason as it was written, without credentials, cut when it is long.
func redactedReason(s string) string {
	// More is searched than is kept, so that no credential is cut in two before it is seen.
	s = secret.Redact(s[:min(len(s), 2*reasonBytes)])
	if len(s) <= reasonBytes {
		return s
	}
	end := reasonBytes
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "\u2026"
}

// scalar is the number, true, false or null of a definition as it is written.
func scalar(n *detect.Node) string {
	if n == nil || n.Kind != detect.NodeScalar {
		return ""
	}
	return detect.Evidence(n.Text)
}
