// Package secret finds credentials in text.
//
// It uses three kinds of evidence, in falling order of weight: a form that only one issuer uses (a prefix, a fixed length, a checksum), a
// place of credentials (a URL, an Authorization header, a PEM block), and a name of a credential before a value that looks random.
// Placeholders, documented examples and test numbers are left out. Each family takes a single pass, linear in the length of the text.
package secret

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// Match is one credential.
type Match struct {
	// Rule names the kind of credential, such as "github-pat".
	Rule string
	// Start and End are the byte span of the secret itself, half open.
	Start, End int
	// Confidence is from 0 to 1: near 1 for a valid checksum, lowest for entropy alone.
	Confidence float64
	// Checksum is set if a checksum over random characters is valid: the issuer made the token.
	Checksum bool

	// prefixLen is the length of the public prefix at Start, which may be shown.
	prefixLen int
}

// The confidences of the families.
const (
	// certain is for a valid checksum or a private key block.
	certain = 0.97
	// distinctive is for a form that only one issuer uses.
	distinctive = 0.9
	// Likely is for a form with few other uses, or a distinctive form with an invalid checksum.
	Likely = 0.75
	// Named is for a random-looking value after a name of a credential.
	Named = 0.5
	// RedactOnly is for values that are redacted as a precaution without a finding.
	RedactOnly = 0.3
)

const (
	// maxStubPrefix is how much of a public prefix a stub shows.
	maxStubPrefix = 4
	// Stub replaces a credential in everything that is printed. No matcher finds it.
	Stub = "[REDACTED]"
	// redactRounds bounds how often Redact searches again: what follows a secret may be one without it.
	redactRounds = 4
)

// Find returns the credentials in s in order of Start, without overlaps: the one with the higher confidence wins, then the longer one.
func Find(s string) []Match { return resolveOverlaps(findAll(s)) }

// FindNamed is Find for a value with a name: a default of a parameter api_key is judged as api_key=default. Offsets are those of value.
// Of a long name the end counts.
func FindNamed(name, value string) []Match {
	name = name[max(len(name)-maxName, 0):]
	all := findAll(value)
	if m, ok := judgeAssigned(value, name, 0, len(value)); ok {
		if isDocumented(value) {
			m.Confidence = RedactOnly
		}
		all = append(all, m)
	}
	return resolveOverlaps(all)
}

func findAll(s string) []Match {
	if len(s) < minSecret {
		return nil
	}
	var all []Match
	for _, find := range finders {
		all = find(all, s)
	}
	// Few texts have all bytes of a mark, which is quicker to see than to search for each.
	var in [256]bool
	for i := range len(s) {
		in[s[i]] = true
	}
	for _, r := range rules().shaped {
		if !strings.ContainsFunc(r.mark, func(c rune) bool { return !in[byte(c)] }) {
			all = r.find(all, s)
		}
	}
	for i, m := range all {
		if m.Confidence > RedactOnly && isDocumented(s[m.Start:m.End]) {
			all[i].Confidence, all[i].Checksum = RedactOnly, false
		}
	}
	return findAuthorization(all, s)
}

// finders are the families of which each match is checked against the documented credentials.
var finders = [...]func([]Match, string) []Match{
	findPrefixed, findAssigned, findURLs, findHeaders, findKeyBlocks, findPuTTY, findJWTs, findDiscord, findCards,
}

// indexes iterates over the occurrences of mark in s. They do not overlap.
func indexes(s, mark string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; ; at += len(mark) {
			i := strings.Index(s[at:], mark)
			if i < 0 || !yield(at+i) {
				return
			}
			at += i
		}
	}
}

// resolveOverlaps drops weaker overlapping matches. Matches of one family hardly overlap, so marking bytes is linear.
func resolveOverlaps(all []Match) []Match {
	if len(all) < 2 {
		return all
	}
	slices.SortStableFunc(all, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(b.End-b.Start, a.End-a.Start), cmp.Compare(a.Start, b.Start))
	})
	last := 0
	for _, m := range all {
		last = max(last, m.End)
	}
	taken := make([]bool, last)
	kept := all[:0]
	for _, m := range all {
		if slices.Contains(taken[m.Start:m.End], true) {
			continue
		}
		for i := m.Start; i < m.End; i++ {
			taken[i] = true
		}
		kept = append(kept, m)
	}
	slices.SortFunc(kept, func(a, b Match) int { return cmp.Compare(a.Start, b.Start) })
	return kept
}

// Redact replaces every credential in s, however uncertain, with a stub: at most the first four characters of a public prefix, then
// [REDACTED]. In a quotation that starts with an ellipsis it also replaces the rest of a token. Redacting twice changes nothing.
func Redact(s string) string {
	for range redactRounds {
		all := findCut(findAll(s), s)
		if len(all) == 0 {
			return s
		}
		s = redact(s, findRepeated(all, s))
	}
	// Only secrets are left.
	if len(findCut(findAll(s), s)) > 0 {
		return Stub
	}
	return s
}

// Stub returns the replacement of a match in s, the text in which it was found. For another text it has no prefix.
func (m Match) Stub(s string) string {
	shown := min(m.prefixLen, maxStubPrefix, m.End-m.Start)
	if m.Start < 0 || shown < 0 || m.Start+shown > len(s) {
		return Stub
	}
	return s[m.Start:m.Start+shown] + Stub
}

func redact(s string, all []Match) string {
	slices.SortStableFunc(all, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	var b strings.Builder
	at := 0
	for i := 0; i < len(all); {
		m := all[i]
		end := m.End
		for i++; i < len(all) && all[i].Start < end; i++ {
			end = max(end, all[i].End)
			if all[i].Start == m.Start {
				m.prefixLen = min(m.prefixLen, all[i].prefixLen)
			}
		}
		b.WriteString(s[at:m.Start])
		b.WriteString(m.Stub(s))
		at = end
	}
	b.WriteString(s[at:])
	return b.String()
}
