// Package secret finds credentials in text.
//
// Three kinds of evidence are used, in falling order of weight: a form that only one issuer uses (a prefix, a fixed
// length, a checksum), a place where credentials stand (a URL, an Authorization header, a PEM block), and a name that
// promises a credential before a value that looks random. Placeholders, documented examples and test numbers are left
// out. Everything is a single pass over the text per family, linear in its length.
package secret

import (
	"cmp"
	"slices"
	"strings"
)

// Match is one credential.
type Match struct {
	// Rule names the kind of credential, such as "github-pat".
	Rule string
	// Start and End are the byte span of the secret itself, half open.
	Start, End int
	// Confidence is from 0 to 1: a checksum that holds is near 1, entropy alone is weakest.
	Confidence float64
	// Checksum is set when the format has a checksum over random characters and it holds: the issuer made it.
	Checksum bool

	// prefixLen is how many bytes at Start are the public prefix of the format and may be shown.
	prefixLen int
}

// The confidences of the families.
const (
	// certain is for a checksum that holds or a private key block.
	certain = 0.97
	// distinctive is for a form that only one issuer uses.
	distinctive = 0.9
	// Likely is for a form that is used for little else, or a distinctive form whose checksum does not hold.
	Likely = 0.75
	// Named is for a random-looking value behind a name that promises a credential.
	Named = 0.5
	// RedactOnly is for what is redacted to be on the safe side but is no finding.
	RedactOnly = 0.3
)

const (
	// maxStubPrefix is how much of a public prefix a stub shows.
	maxStubPrefix = 4
	// stub stands for a secret. No matcher takes it for one.
	stub = "[REDACTED]"
	// redactRounds bounds how often Redact looks again: what stood behind a secret may be one without it.
	redactRounds = 4
)

// Find returns the credentials in s in rising order of Start, without overlaps: of two that overlap the surer one
// stays, then the longer one. Confidence says which are worth a finding; see the constants.
func Find(s string) []Match { return resolveOverlaps(findAll(s)) }

// FindNamed returns what Find does, and what the name of the place adds: a default of a parameter api_key is judged as
// api_key=default. Offsets are those of value. Of a long name the end counts.
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
	var in [256]bool
	for i := range len(s) {
		in[s[i]] = true
	}
	holds := func(mark string) bool {
		for i := range len(mark) {
			if !in[mark[i]] {
				return false
			}
		}
		return true
	}
	var all []Match
	for _, f := range finders {
		if holds(f.mark) {
			all = f.find(all, s)
		}
	}
	for shaped := rules().shaped; len(shaped) > 0; shaped = shaped[1:] {
		if holds(shaped[0].mark) {
			all = shaped[0].find(all, s)
		}
	}
	if slices.Contains(in['1':'9'+1], true) {
		all = findCards(all, s)
	}
	for i, m := range all {
		if m.Confidence > RedactOnly && isDocumented(s[m.Start:m.End]) {
			all[i].Confidence, all[i].Checksum = RedactOnly, false
		}
	}
	if holds(authorizationTails[0]) || holds(authorizationTails[1]) {
		all = findAuthorization(all, s)
	}
	return all
}

// finders are the families, with the bytes that no match is without.
var finders = [...]struct {
	mark string
	find func([]Match, string) []Match
}{
	{"", findPrefixed}, {"", findAssigned}, {"://", findURLs}, {"", findHeaders}, {beginMark, findKeyBlocks}, {puttyMark, findPuTTY}, {jwtMark, findJWTs}, {".", findDiscord},
}

// eachIndex calls visit for each place of a mark in s. It returns where to go on, behind the mark at the earliest.
func eachIndex(s, mark string, visit func(i int) int) {
	for at := 0; ; {
		i := strings.Index(s[at:], mark)
		if i < 0 {
			return
		}
		i += at
		at = max(i+len(mark), visit(i))
	}
}

// resolveOverlaps resolves overlaps. Matches of one family hardly overlap, so that marking the bytes taken is linear.
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

// Redact returns s with every credential, also the least sure, cut down to a harmless stub: at most the first four
// characters of a public prefix, then [REDACTED]. Of a quotation that begins with an ellipsis a rest of a token goes too.
// Redacting twice changes nothing.
func Redact(s string) string {
	for range redactRounds {
		all := findCut(findAll(s), s)
		if len(all) == 0 {
			return s
		}
		s = redact(s, findRepeated(all, s))
	}
	// Text that is still not clean is made of nothing but secrets.
	if len(findCut(findAll(s), s)) > 0 {
		return stub
	}
	return s
}

// Stub returns what Redact leaves of a match in s, the text that it was found in. In another text no prefix is shown.
func (m Match) Stub(s string) string {
	shown := min(m.prefixLen, maxStubPrefix, m.End-m.Start)
	if m.Start < 0 || shown < 0 || m.Start+shown > len(s) {
		return stub
	}
	return s[m.Start:m.Start+shown] + stub
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
