package secret

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/internal/wordset"
)

const (
	beginMark = "-----BEGIN "
	endMark   = "-----END "
	puttyMark = "Private-Lines:"
	// maxKeyBlock bounds a private key block: RSA keys of 16,384 bits have 13 KB.
	maxKeyBlock = 16 << 10
	// minKeyBlock is the minimum of base64 characters: an Ed25519 key in PKCS #8 has 64.
	minKeyBlock = 60
)

// findKeyBlocks finds private keys in PEM (RFC 7468), OpenSSH and PGP form, with line breaks raw or escaped, complete or truncated.
func findKeyBlocks(all []Match, s string) []Match {
	end := 0
	for i := range indexes(s, beginMark) {
		at := i + len(beginMark)
		label, _, closed := strings.Cut(s[at:min(len(s), at+60)], "-----")
		if i < end || !closed || !strings.Contains(label, "PRIVATE KEY") {
			continue
		}
		from := at + len(label) + 5
		end = keyEnd(s, from)
		body := keyDigits(s[from:end])
		if len(body) < minKeyBlock || !hasKeyRun(s[from:end]) || handTyped(body[:minKeyBlock]) || wordset.HasAny(strings.ToLower(body), fillers[:8]...) {
			continue
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
	}
	return all
}

// minKeyRun is the minimum of consecutive base64 characters, which prose after a header does not have.
const minKeyRun = 20

func hasKeyRun(s string) bool {
	runs := strings.FieldsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || charset[r]&base64Chars == 0 })
	return slices.ContainsFunc(runs, func(run string) bool { return len(run) >= minKeyRun })
}

// keyEnd returns the end of the block whose content starts at from: after the closing line, or at the end of the content.
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

// keyDigits returns the base64 of a block without headers and escaped line breaks.
func keyDigits(block string) string {
	block, _, _ = strings.Cut(block, "-----")
	block = strings.NewReplacer(`\n`, "\n", `\r`, "", `\t`, "").Replace(block)
	var b strings.Builder
	for _, line := range strings.FieldsFunc(block, func(r rune) bool { return strings.ContainsRune("\n\r\t \"',", r) }) {
		if line = strings.TrimRight(line, "="); spanEnd(line, 0, base64Chars) == len(line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

func findPuTTY(all []Match, s string) []Match {
	end := 0
	for i := range indexes(s, puttyMark) {
		if i < end {
			continue
		}
		at := i + len(puttyMark)
		end = keyEnd(s, at)
		if len(keyDigits(s[at:end])) >= minKeyBlock && strings.Contains(s[max(0, i-maxKeyBlock/4):i], "PuTTY-User-Key-File") {
			all = append(all, Match{Rule: "putty-private-key", Start: i, End: end, Confidence: certain})
		}
	}
	return all
}

func decodeJWTPart(s string) string {
	if b, err := base64.RawURLEncoding.DecodeString(s); err == nil {
		return string(b)
	}
	return ""
}

// find finds credentials around a mark.
func (r *shapeRule) find(all []Match, s string) []Match {
	for i := range indexes(s, r.mark) {
		from, end := i, i+len(r.mark)
		for from > 0 && i-from < r.before && charset[s[from-1]]&r.chars != 0 {
			from--
		}
		end = spanEnd(s[:min(len(s), end+r.after)], end, r.chars)
		if m := r.shape().FindStringSubmatchIndex(s[from:end]); m != nil && !placeholder(s[from+m[2]:from+m[3]]) {
			all = append(all, Match{Rule: r.rule, Start: from + m[2], End: from + m[3], Confidence: r.confidence})
		}
	}
	return all
}

const (
	// jwtMark is base64url of `{"`, the start of the header and the claims of every JSON Web Token.
	jwtMark = "eyJ"
	// maxJWT bounds a token; those with many claims have 4 KB.
	maxJWT = 8 << 10
	// minSignature is the minimum length of a signature: HMAC SHA-256 has 43, test tokens less.
	minSignature = 27
	// discordHead is the minimum length of the first part of a Discord token, discordStamp the length of the second.
	discordHead, discordStamp = 24, 6
)

// findJWTs finds signed JSON Web Tokens (RFC 7519) whose header names an algorithm.
func findJWTs(all []Match, s string) []Match {
	end := 0
	for i := range indexes(s, jwtMark) {
		if i < end || !startsWord(s, i) {
			continue
		}
		end = spanEnd(s[:min(len(s), i+maxJWT)], i, dottedChars)
		parts := strings.SplitN(s[i:end], ".", 4)
		if len(parts) < 3 || !strings.HasPrefix(parts[1], jwtMark) || len(parts[2]) < minSignature {
			continue
		}
		header, claims := decodeJWTPart(parts[0]), decodeJWTPart(parts[1])
		if !strings.Contains(header, `"alg"`) || handTyped(parts[2]) || exampleClaims(claims) || wordset.HasAny(strings.ToLower(parts[2]), fillers[:8]...) {
			continue
		}
		m := Match{Rule: "jwt", Start: i, End: i + len(parts[0]) + len(parts[1]) + len(parts[2]) + 2, Confidence: 0.8}
		if publicClaims(claims) {
			m.Confidence = RedactOnly
		}
		all = append(all, m)
	}
	return all
}

// exampleClaims reports whether the claims are from jwt.io, manuals or RFC 7519.
func exampleClaims(claims string) bool {
	return strings.Contains(claims, "1234567890") || strings.Contains(claims, "John Doe") || strings.Contains(claims, `"joe"`) || strings.Contains(claims, "example.com")
}

// findDiscord finds bot tokens of Discord: the account number in base64, which starts with M, N or O, a time stamp of six characters, and
// a signature.
func findDiscord(all []Match, s string) []Match {
	for i := 0; i < len(s); i++ {
		if s[i] < 'M' || s[i] > 'O' || !startsWord(s, i) {
			continue
		}
		first := spanEnd(s[:min(len(s), i+29)], i, wordChars)
		second := first + 1 + discordStamp
		if first-i < discordHead || second >= len(s) || s[first] != '.' || s[second] != '.' || spanEnd(s[:second], first+1, wordChars) != second {
			continue
		}
		end := spanEnd(s[:min(len(s), second+40)], second+1, wordChars)
		if n := end - second - 1; n >= 27 && n <= 38 && !placeholder(s[second+1:end]) && !placeholder(s[i:first]) {
			all = append(all, Match{Rule: "discord-bot-token", Start: i, End: end, Confidence: Likely})
		}
	}
	return all
}
