package secret

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

const (
	// minRedacted is the minimum length, after a prefix, of what is redacted without a finding: a truncated or typed token.
	minRedacted = 12
	// maxRedacted bounds it: the rest of a longer one is useless.
	maxRedacted = 64
	// maxRepeated bounds the credentials whose repetitions are searched, so that the work stays linear.
	maxRepeated = 16
	// minTail is the minimum length of the rest of a truncated token.
	minTail = 8
	// maxAuthScheme bounds the name of an HTTP authentication scheme.
	maxAuthScheme = 24
)

// replacedWords mark a value that is to be replaced, and so do the signs of placeholderWords.
var (
	replacedWords = []string{
		"example", "placeholder", "your", "changeme", "change_me", "change-me", "dummy", "sample", "redacted", "insert", "replace", "xxxx",
	}
	placeholderWords = append(slices.Clip(replacedWords), "....", "****", "<", "$", "{")
)

// tokenLike reports whether v could be part of a token: letters and digits, or long and in both cases.
func tokenLike(v string) bool {
	n := countKinds(v)
	return n[small]+n[large] >= 2 && (n[digit] > 0 || n[small] > 0 && n[large] > 0 && len(v) >= minKey) && entropy(v) > minShortBits && !wordset.HasAny(strings.ToLower(v), placeholderWords...)
}

// plausibleToken reports whether a part of v between separators is token-like, a long one if the whole looks like a name.
func plausibleToken(v string) bool {
	if !tokenLike(v) {
		return false
	}
	least := minTail
	if looksLikeName(v) {
		least = minKey
	}
	for from := 0; from < len(v); {
		end := spanEnd(v, from, alnum)
		if end-from >= least && tokenLike(v[from:end]) {
			return true
		}
		from = end + 1
	}
	return false
}

// redactOnly returns what follows the rule's prefix at i if it looks like a token without matching the rule: it is redacted without a
// finding. Prefixes without a separator at the end also start ordinary words.
func (r *prefixRule) redactOnly(s string, i int) (Match, bool) {
	last := r.prefix[len(r.prefix)-1]
	if len(r.prefix) < 3 || last != '_' && last != '-' {
		return Match{}, false
	}
	from := i + len(r.prefix)
	end := spanEnd(s[:min(len(s), from+maxRedacted)], from, wordChars)
	if body := s[from:end]; len(body) < minRedacted || !plausibleToken(body) {
		return Match{}, false
	}
	return Match{Rule: r.rule, Start: i, End: end, Confidence: RedactOnly, prefixLen: len(r.prefix)}, true
}

// authorizationTails are the name of the header without its first letter.
var authorizationTails = [...]string{"uthorization", "UTHORIZATION"}

// findAuthorization adds tokens in Authorization headers of any scheme.
func findAuthorization(all []Match, s string) []Match {
	for _, tail := range authorizationTails {
		for i := range indexes(s, tail) {
			if i > 0 && s[i-1]|0x20 == 'a' && startsWord(s, i-1) {
				if m, ok := authorizationToken(s, i+len(tail)); ok {
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// authorizationToken finds the token of an Authorization header (RFC 9110, section 11.6.2) whose name ends at byte at.
func authorizationToken(s string, at int) (Match, bool) {
	from := skipAny(s, at, assignSeparators)
	if from == at || !strings.ContainsAny(s[at:from], "=:") {
		return Match{}, false
	}
	if end := spanEnd(s[:min(len(s), from+maxAuthScheme)], from, wordChars); end > from && end < len(s) && s[end] == ' ' {
		from = skipAny(s, end, " ")
	}
	end := valueEnd(s, from)
	if v := s[from:end]; len(v) < minSecret || !plausibleToken(v) || isReference(s, from, end) {
		return Match{}, false
	}
	return Match{Rule: "authorization", Start: from, End: end, Confidence: RedactOnly}, true
}

// assignSeparators are the characters of and around an assignment sign.
const assignSeparators = " \t\"'`=>:\\"

// skipAny skips up to a dozen of those bytes from i on.
func skipAny(s string, i int, bytes string) int {
	for n := 0; n < 12 && i < len(s) && strings.IndexByte(bytes, s[i]) >= 0; n++ {
		i++
	}
	return i
}

// findCut adds the rest of a token at the start of a quotation that begins with an ellipsis, since its prefix may have been cut off.
func findCut(all []Match, s string) []Match {
	// Both spellings of an ellipsis have three bytes.
	from := len("\u2026")
	if !strings.HasPrefix(s, "...") && !strings.HasPrefix(s, "\u2026") {
		return all
	}
	// The end of a name may precede the value: "...EN=value".
	for range 2 {
		end := spanEnd(s[:min(len(s), from+noLimit)], from, base64Chars|dottedChars)
		if v := s[from:end]; len(v) >= minTail && plausibleToken(v) {
			return append(all, Match{Rule: "cut-token", Start: from, End: end, Confidence: RedactOnly})
		}
		from = skipAny(s, end, assignSeparators)
		if !strings.ContainsAny(s[end:from], "=:") {
			break
		}
	}
	return all
}

// findRepeated adds further occurrences of credentials that were found by their context.
func findRepeated(all []Match, s string) []Match {
	done := map[string]bool{}
	for _, m := range all {
		v := s[m.Start:m.End]
		if len(v) < minKey || done[v] {
			continue
		}
		if len(done) == maxRepeated {
			break
		}
		done[v] = true
		for i := range indexes(s, v) {
			if i != m.Start {
				all = append(all, Match{Rule: m.Rule, Start: i, End: i + len(v), Confidence: RedactOnly, prefixLen: m.prefixLen})
			}
		}
	}
	return all
}
