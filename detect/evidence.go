package detect

import (
	"strings"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

const (
	// EvidenceRunes bounds the evidence of a signal: two lines of a terminal.
	EvidenceRunes = 160
	// nameRunes bounds a name that Detail quotes.
	nameRunes = 80
	// detailRunes bounds Detail and the reasons of failures, which may quote names.
	detailRunes = 400
	// lookAhead is how many bytes of what is shown are searched for secrets. What is shown ends long before, and a secret
	// that is cut there is still redacted, since this is longer than any of them.
	lookAhead = 8 << 10
	// minSecretBytes is the length from which a string may hold a secret.
	minSecretBytes = 8
)

// Evidence makes a quotation fit to be shown: secrets redacted, then bounded and made printable (see text.Safe).
func Evidence(s string) string { return shown(s, EvidenceRunes) }

// Quote makes a name part of a Detail: bounded, in quotation marks, and without what begins a remedy or ends a quotation.
func Quote(name string) string {
	return "\u201c" + inQuotes.Replace(WithoutRemedy(text.Safe(cutRunes(name, lookAhead), nameRunes))) + "\u201d"
}

var inQuotes = strings.NewReplacer("\u201c", `"`, "\u201d", `"`)

// shown makes a string fit to be shown in at most that many runes: secrets redacted, then bounded and made printable. Names
// and reasons may hold secrets as well as quotations do.
func shown(s string, runes int) string {
	s = cutRunes(s, lookAhead)
	if len(s) >= minSecretBytes {
		s = secret.Redact(s)
	}
	return text.Safe(s, runes)
}

// redacted returns a name as it is, without secrets. A name too long to be searched is cut.
func redacted(name string) string {
	if len(name) < minSecretBytes {
		return name
	}
	return secret.Redact(cutRunes(name, lookAhead))
}
