package secret

import (
	"encoding/base64"
	"strings"
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
		if len(body) < minKeyBlock || longestRun(s[from:end]) < minKeyRun || typed(body[:minKeyBlock]) || containsAny(strings.ToLower(body), fillers[:8]) {
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
		all = append(all, Match{Rule: rule, Start: i, End: end, Confidence: Certain})
		return end
	})
	return all
}

// minKeyRun is the fewest base64 characters in a row that a key has and prose behind a header has not.
const minKeyRun = 20

// longestRun returns the length of the longest run of base64 characters.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if charset[s[i]]&base64Chars == 0 {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// keyEnd returns the end of the block whose contents start at from: after the closing line, or where the contents stop.
func keyEnd(s string, from int) int {
	limit := min(len(s), from+maxKeyBlock)
	i := from
	for i < limit {
		c := s[i]
		if charset[c]&base64Chars != 0 || strings.IndexByte("=\\ \r\n\t\"',:-.()", c) >= 0 {
			if c == '-' && strings.HasPrefix(s[i:limit], endMark) {
				if n := strings.Index(s[i+len(endMark):limit], "-----"); n >= 0 && n < 60 {
					return i + len(endMark) + n + 5
				}
			}
			if c == '-' && strings.HasPrefix(s[i:limit], beginMark) {
				return i
			}
			i++
			continue
		}
		break
	}
	return i
}

// keyDigits returns the base64 of a block, without headers and written line breaks.
func keyDigits(block string) string {
	if n := strings.Index(block, "-----"); n >= 0 {
		block = block[:n]
	}
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
			all = append(all, Match{Rule: "putty-private-key", Start: i, End: end, Confidence: Certain})
		}
		return end
	})
	return all
}

// decodeSegment decodes a segment of a JWT.
func decodeSegment(s string) string {
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		return ""
	}
	return string(b)
}
