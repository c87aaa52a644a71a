package secret

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	beginMark = "-----BEGIN "
	endMark   = "-----END "
	puttyMark = "Private-Lines:"
	// maxKeyBlock bounds a private key block: RSA keys of 16,384 bits have 13 KB.
	maxKeyBlock = 16 << 10
	// minKeyBlock is the fewest base64 characters of a real key: an Ed25519 key in PKCS #8 has 64.
	minKeyBlock = 60
)

// findKeyBlocks looks for private keys in PEM (RFC 7468), OpenSSH, PGP and PuTTY form, with line breaks as they are or
// written as \n, cut off or whole.
func findKeyBlocks(all []Match, s string) []Match {
	eachPlace(s, beginMark, func(i int) int {
		at := i + len(beginMark)
		label, _, closed := strings.Cut(s[at:min(len(s), at+60)], "-----")
		if !closed || !strings.Contains(label, "PRIVATE KEY") {
			return 0
		}
		from := at + len(label) + 5
		end := keyEnd(s, from)
		body := keyDigits(s[from:end])
		if len(body) < minKeyBlock || !hasKeyRun(s[from:end]) || typed(body[:minKeyBlock]) || containsAny(strings.ToLower(body), fillers[:8]) {
			return end
		}
		rule := "private-key"
		switch {
		case strings.Contains(label, "OPENSSH"):
			rule = "openssh-private-key"
		case strings.Contains(label, "PGP"):
			rule = "pgp-private-key"
		case strings.Contains(s[max(0, i-2048):i], "service_account"):
			rule = "gcp-service-account-key"
		}
		all = append(all, Match{Rule: rule, Start: i, End: end, Confidence: certain})
		return end
	})
	return all
}

// minKeyRun is the fewest base64 characters in a row that a key has and prose behind a header has not.
const minKeyRun = 20

// hasKeyRun reports whether s has a run of base64 characters of that length.
func hasKeyRun(s string) bool {
	runs := strings.FieldsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || charset[r]&base64Chars == 0 })
	return slices.ContainsFunc(runs, func(run string) bool { return len(run) >= minKeyRun })
}

// keyEnd returns the end of the block whose contents start at from: after the closing line, or where the contents stop.
func keyEnd(s string, from int) int {
	block := s[from:min(len(s), from+maxKeyBlock)]
	for i := range len(block) {
		rest := block[i:]
		switch {
		case strings.HasPrefix(rest, beginMark), charset[rest[0]]&base64Chars == 0 && strings.IndexByte("=\\ \r\n\t\"',:-.()", rest[0]) < 0:
			return from + i
		case strings.HasPrefix(rest, endMark):
			if n := strings.Index(rest[len(endMark):], "-----"); n >= 0 && n < 60 {
				return from + i + len(endMark) + n + 5
			}
		}
	}
	return from + len(block)
}

// keyDigits returns the base64 of a block, without headers and written line breaks.
func keyDigits(block string) string {
	block, _, _ = strings.Cut(block, "-----")
	block = strings.NewReplacer(`\n`, "\n", `\r`, "", `\t`, "").Replace(block)
	var b strings.Builder
	for _, line := range strings.FieldsFunc(block, func(r rune) bool { return strings.ContainsRune("\n\r\t \"',", r) }) {
		if line = strings.TrimRight(line, "="); run(line, 0, base64Chars) == len(line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

func findPuTTY(all []Match, s string) []Match {
	eachPlace(s, puttyMark, func(i int) int {
		at := i + len(puttyMark)
		end := keyEnd(s, at)
		if len(keyDigits(s[at:end])) >= minKeyBlock && strings.Contains(s[max(0, i-maxKeyBlock/4):i], "PuTTY-User-Key-File") {
			all = append(all, Match{Rule: "putty-private-key", Start: i, End: end, Confidence: certain})
		}
		return end
	})
	return all
}

// decodeSegment decodes a segment of a JWT.
func decodeSegment(s string) string {
	if b, err := base64.RawURLEncoding.DecodeString(s); err == nil {
		return string(b)
	}
	return ""
}
