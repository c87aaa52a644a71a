package secret

import "strings"

const (
	// minRedacted is the fewest characters after a prefix, or of a value behind a name, that are hidden though they are no
	// finding: a token that is cut, or that somebody typed to look like one.
	minRedacted = 12
	// maxRedacted bounds them: the rest of a longer one is of no use.
	maxRedacted = 64
	// maxRepeated bounds the credentials of which repetitions are looked for, so that the work stays linear.
	maxRepeated = 16
	// minTail is the fewest characters of the rest of a token at a cut.
	minTail = 8
	// maxAuthScheme bounds the name of an HTTP authentication scheme.
	maxAuthScheme = 24
)

// placeholderWords are words that say that a value is to be replaced: there is nothing to hide.
var placeholderWords = []string{"example", "placeholder", "your", "changeme", "change_me", "change-me", "dummy", "sample", "redacted", "insert", "replace", "xxxx", "....", "****", "<", "$", "{"}

// tokenLike reports whether v could be a token or a part of one, also one that was typed: letters and digits, or long and in both cases.
func tokenLike(v string) bool {
	n := countKinds(v)
	return n[small]+n[large] >= 2 && (n[digit] > 0 || n[small] > 0 && n[large] > 0 && len(v) >= minKey) && entropy(v) > minShortBits && !containsAny(strings.ToLower(v), placeholderWords)
}

// plausibleToken reports whether v could be a token, and not the words of a name: a part between separators is token-like, a long one
// where the whole reads like a name.
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

// redactOnly returns what stands behind the prefix of the rule at i though it has not the length or the look of a token: it is no
// finding, but is not shown either. Prefixes without a separator at their end begin ordinary words.
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

// findAuthorization adds the tokens in Authorization headers, whatever their scheme and look.
func findAuthorization(all []Match, s string) []Match {
	for _, tail := range authorizationTails {
		eachIndex(s, tail, func(i int) int {
			if i > 0 && s[i-1]|0x20 == 'a' && startsWord(s, i-1) {
				if m, ok := authorizationToken(s, i+len(tail)); ok {
					all = append(all, m)
				}
			}
			return 0
		})
	}
	return all
}

// authorizationToken finds the token of the header Authorization (RFC 9110, section 11.6.2) whose name ends at byte at.
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

// assignSeparators is what stands around the sign of an assignment, and the sign.
const assignSeparators = " \t\"'`=>:\\"

// skipAny returns the index of the first byte from i on, a dozen at most, that is not one of those.
func skipAny(s string, i int, bytes string) int {
	for n := 0; n < 12 && i < len(s) && strings.IndexByte(bytes, s[i]) >= 0; n++ {
		i++
	}
	return i
}

// findCut adds the rest of a token at the start of a quotation that begins with an ellipsis: its prefix, by which it would
// be known, may stand before the cut.
func findCut(all []Match, s string) []Match {
	// Both ways to write one have three bytes.
	from := len("\u2026")
	if !strings.HasPrefix(s, "...") && !strings.HasPrefix(s, "\u2026") {
		return all
	}
	// Of a name before the rest of an assignment the end may be left: "...EN=value".
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

// findRepeated adds the other places at which the credentials stand that were found by what is around them.
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
		eachIndex(s, v, func(i int) int {
			if i != m.Start {
				all = append(all, Match{Rule: m.Rule, Start: i, End: i + len(v), Confidence: RedactOnly, prefixLen: m.prefixLen})
			}
			return 0
		})
	}
	return all
}
