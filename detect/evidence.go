package detect

import (
	"strings"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

const (
	// EvidenceRunes bounds the evidence of a signal: two lines of a terminal.
	EvidenceRunes = 160
	// nameRunes bounds a name quoted in Detail.
	nameRunes = 80
	// detailRunes bounds Detail and the reasons of failures, which may quote names.
	detailRunes = 400
	// lookAhead is how many bytes are searched for secrets. It is longer than any secret plus what is shown, so a truncated secret is
	// redacted too.
	lookAhead = 8 << 10
)

// Evidence makes a quotation safe to show: secrets redacted, bounded and printable (see text.Safe).
func Evidence(s string) string { return printable(s, EvidenceRunes) }

// Quote makes a name part of a Detail: bounded, in quotation marks, and without anything that starts a remedy or ends the quotation.
func Quote(name string) string {
	return "\u201c" + quoteReplacer.Replace(WithoutRemedy(text.Safe(truncate(name, lookAhead), nameRunes))) + "\u201d"
}

var quoteReplacer = strings.NewReplacer("\u201c", `"`, "\u201d", `"`)

// printable redacts secrets in s, limits it to that many runes and makes it printable.
func printable(s string, runes int) string {
	return text.Safe(redacted(s), runes)
}

// redacted returns a name with its secrets redacted. A name too long to search is truncated.
func redacted(name string) string { return secret.Redact(truncate(name, lookAhead)) }
