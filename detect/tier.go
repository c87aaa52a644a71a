package detect

import (
	"fmt"

	"github.com/org/mcp-lint/detect/secret"
)

// Tier is the kind of evidence of a signal.
type Tier uint8

const (
	// TierNone is the tier of a tool without signals.
	TierNone Tier = iota
	// TierSoft is about wording: it asks for review and never quarantines a tool, however many signals there are.
	TierSoft
	// TierHard is about structure that honest tool text does not have: it quarantines the tool.
	TierHard
)

// String returns "none", "soft" or "hard".
func (t Tier) String() string {
	if t > TierHard {
		t = TierNone
	}
	return [...]string{"none", "soft", "hard"}[t]
}

// MarshalText implements encoding.TextMarshaler with the words of String.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It fails for anything but the words of String.
func (t *Tier) UnmarshalText(word []byte) error {
	for k := TierNone; k <= TierHard; k++ {
		if k.String() == string(word) {
			*t = k
			return nil
		}
	}
	return fmt.Errorf("%q is not a tier", word)
}

// Severity ranks findings. The zero value means that there is none.
type Severity uint8

// The severities in rising order.
const (
	SeverityNone Severity = iota
	SeverityLow
	SeverityMedium
	SeverityHigh
	SeverityCritical
)

// String returns the severity in lower case.
func (s Severity) String() string {
	return [...]string{"none", "low", "medium", "high", "critical"}[min(s, SeverityCritical)]
}

// MarshalText implements encoding.TextMarshaler with the words of String.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It fails for anything but the words of String.
func (s *Severity) UnmarshalText(word []byte) error {
	v, ok := ParseSeverity(string(word))
	if !ok {
		return fmt.Errorf("%q is not a severity", word)
	}
	*s = v
	return nil
}

// CredentialSeverity is the severity of a published credential by its confidence (see detect/secret): high if it looks live, medium if it
// is only likely to be one.
func CredentialSeverity(confidence float64) Severity {
	if confidence >= secret.Likely {
		return SeverityHigh
	}
	return SeverityMedium
}

// ParseSeverity parses the words of String.
func ParseSeverity(word string) (Severity, bool) {
	for s := SeverityNone; s <= SeverityCritical; s++ {
		if s.String() == word {
			return s, true
		}
	}
	return SeverityNone, false
}

// ThreatType is the kind of harm, in the terms that MCP gateways use in scan reports.
type ThreatType string

// The threat types a signal can carry.
const (
	ThreatToolPoisoning   ThreatType = "tool_poisoning"
	ThreatPromptInjection ThreatType = "prompt_injection"
	ThreatRugPull         ThreatType = "rug_pull"
	ThreatExfiltration    ThreatType = "exfiltration"
	ThreatMaliciousCode   ThreatType = "malicious_code"
	ThreatUncategorized   ThreatType = "uncategorized"
)

// ThreatLevel is dangerous for findings with a hard signal, warning for others.
type ThreatLevel string

// The threat levels.
const (
	LevelDangerous ThreatLevel = "dangerous"
	LevelWarning   ThreatLevel = "warning"
)

// Action is the advice to a gateway.
type Action string

// The actions.
const (
	ActionQuarantine Action = "quarantine"
	ActionReview     Action = "review"
)
