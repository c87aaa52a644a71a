package detect

import (
	"fmt"

	"github.com/org/mcp-lint/detect/secret"
)

// Tier says what kind of evidence a signal is.
type Tier uint8

const (
	// TierNone is the tier of a tool without signals.
	TierNone Tier = iota
	// TierSoft is a matter of wording: it asks for review and never quarantines a tool, however often it is seen.
	TierSoft
	// TierHard is a matter of structure that honest tool text does not have: it quarantines the tool.
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

// CredentialSeverity is that of a public credential of a confidence as in detect/secret: high for what looks live, also without a
// checksum, and medium for what is only likely to be one.
func CredentialSeverity(confidence float64) Severity {
	if confidence >= secret.Likely {
		return SeverityHigh
	}
	return SeverityMedium
}

// ParseSeverity reads what String writes. It reports false for anything else.
func ParseSeverity(word string) (Severity, bool) {
	for s := SeverityNone; s <= SeverityCritical; s++ {
		if s.String() == word {
			return s, true
		}
	}
	return SeverityNone, false
}

// ThreatType is the kind of harm, in the words that scan reports of MCP gateways use.
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

// ThreatLevel is how a finding is to be read: dangerous when a hard signal is in it, warning otherwise.
type ThreatLevel string

// The threat levels.
const (
	LevelDangerous ThreatLevel = "dangerous"
	LevelWarning   ThreatLevel = "warning"
)

// Action is what a gateway is advised to do with the tool.
type Action string

// The actions.
const (
	ActionQuarantine Action = "quarantine"
	ActionReview     Action = "review"
)
