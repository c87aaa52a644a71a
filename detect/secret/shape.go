package secret

import "strings"

// find looks for credentials that are told by their shape around a mark that does not stand at their start.
func (r *shapeRule) find(all []Match, s string) []Match {
	eachPlace(s, r.mark, func(i int) int {
		from, end := i, i+len(r.mark)
		for from > 0 && i-from < r.before && charset[s[from-1]]&r.chars != 0 {
			from--
		}
		end = run(s[:min(len(s), end+r.after)], end, r.chars)
		if m := r.shape().FindStringSubmatchIndex(s[from:end]); m != nil && !placeholder(s[from+m[2]:from+m[3]]) {
			all = append(all, Match{Rule: r.rule, Start: from + m[2], End: from + m[3], Confidence: r.confidence})
		}
		return 0
	})
	return all
}

const (
	// jwtMark is base64url of `{"`, with which the header and the claims of every JSON Web Token start.
	jwtMark = "eyJ"
	// maxJWT bounds one; access tokens with many claims have 4 KB.
	maxJWT = 8 << 10
	// minSignature is the fewest characters of a signature: HMAC SHA-256 has 43, test tokens less.
	minSignature = 27
	// discordHead is the fewest characters of the first part of a Discord token, discordStamp the length of the second.
	discordHead, discordStamp = 24, 6
)

// findJWTs looks for signed JSON Web Tokens (RFC 7519) whose header names an algorithm.
func findJWTs(all []Match, s string) []Match {
	eachPlace(s, jwtMark, func(i int) int {
		if !startsWord(s, i) {
			return 0
		}
		end := run(s[:min(len(s), i+maxJWT)], i, dottedChars)
		parts := strings.SplitN(s[i:end], ".", 4)
		if len(parts) < 3 || !strings.HasPrefix(parts[1], jwtMark) || len(parts[2]) < minSignature {
			return end
		}
		header, claims := decodeSegment(parts[0]), decodeSegment(parts[1])
		if !strings.Contains(header, `"alg"`) || typed(parts[2]) || exampleClaims(claims) || containsAny(strings.ToLower(parts[2]), fillers[:8]) {
			return end
		}
		m := Match{Rule: "jwt", Start: i, End: i + len(parts[0]) + len(parts[1]) + len(parts[2]) + 2, Confidence: 0.8}
		if publicClaims(claims) {
			m.Confidence = Faint
		}
		all = append(all, m)
		return end
	})
	return all
}

// exampleClaims reports whether the claims are those of the token that jwt.io and many manuals show, or of RFC 7519.
func exampleClaims(claims string) bool {
	return strings.Contains(claims, "1234567890") || strings.Contains(claims, "John Doe") || strings.Contains(claims, `"joe"`) || strings.Contains(claims, "example.com")
}

// findDiscord looks for bot tokens of Discord: the account number in base64, which starts with M, N or O, a time stamp of
// six characters, and a signature.
func findDiscord(all []Match, s string) []Match {
	for i := 0; i < len(s); i++ {
		if s[i] < 'M' || s[i] > 'O' || !startsWord(s, i) {
			continue
		}
		first := run(s[:min(len(s), i+29)], i, wordChars)
		second := first + 1 + discordStamp
		if first-i < discordHead || second >= len(s) || s[first] != '.' || s[second] != '.' || run(s[:second], first+1, wordChars) != second {
			continue
		}
		end := run(s[:min(len(s), second+40)], second+1, wordChars)
		if n := end - second - 1; n >= 27 && n <= 38 && !placeholder(s[second+1:end]) && !placeholder(s[i:first]) {
			all = append(all, Match{Rule: "discord-bot-token", Start: i, End: end, Confidence: Likely})
		}
	}
	return all
}
