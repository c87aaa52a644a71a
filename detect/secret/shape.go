package secret

import (
	"strings"
	"sync"
)

// find looks for credentials that are told by their shape around a mark that does not stand at their start.
func (r *shapeRule) find(all []Match, s string) []Match {
	eachPlace(s, r.mark, func(i int) int {
		from, end := i, i+len(r.mark)
		for from > 0 && i-from < r.before && charset[s[from-1]]&r.chars != 0 {
			from--
		}
		end = run(s[:min(len(s), end+r.after)], end, r.chars)
		if m := r.shape.get().FindStringSubmatchIndex(s[from:end]); m != nil && !placeholder(s[from+m[2]:from+m[3]]) {
			all = append(all, Match{Rule: r.rule, Start: from + m[2], End: from + m[3], Confidence: r.confidence})
		}
		return 0
	})
	return all
}

// shapeRule finds a credential around a mark: its first group is the secret.
type shapeRule struct {
	rule, mark    string
	chars         class
	before, after int
	shape         *pattern
	confidence    float64
}

func around(rule, mark string, chars class, before, after int, confidence float64, shape string) shapeRule {
	return shapeRule{rule, mark, chars, before, after, patternOf(shape), confidence}
}

var shapeRules = sync.OnceValue(func() []shapeRule {
	return []shapeRule{
		around("slack-webhook", "hooks.slack.com/", base64Chars, 0, 100, Distinctive, `^hooks\.slack\.com/(?:services|workflows|triggers)/([A-Z0-9]{8,12}/[A-Za-z0-9]{8,14}/[A-Za-z0-9/]{20,40})`),
		around("discord-webhook", "/api/webhooks/", wordChars|base64Chars, 0, 110, Distinctive, `^/api/webhooks/\d{17,20}/([\w-]{60,75})`),
		around("teams-webhook", "/IncomingWebhook/", wordChars|base64Chars, 0, 90, Distinctive, `^/IncomingWebhook/([0-9a-f]{32}/[0-9a-f-]{36})`),
		around("telegram-bot-token", ":AA", wordChars, 10, 33, Distinctive, `\b(\d{8,10}:AA[\w-]{33})$`),
		around("terraform-token", ".atlasv1.", dottedChars, 14, 80, Distinctive, `\b([A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70})`),
		around("azure-client-secret", "8Q~", dottedChars|valueChars, 3, 40, Likely, `^([A-Za-z0-9_.~-]{3}8Q~[A-Za-z0-9_.~-]{31,34})`),
		around("azure-client-secret", "7Q~", dottedChars|valueChars, 3, 40, Likely, `^([A-Za-z0-9_.~-]{3}7Q~[A-Za-z0-9_.~-]{31,34})`),
		around("azure-storage-key", "AccountKey=", base64Chars, 0, 90, Distinctive, `^AccountKey=([A-Za-z0-9+/]{86})`),
		around("azure-shared-access-key", "SharedAccessKey=", base64Chars, 0, 60, Distinctive, `^SharedAccessKey=([A-Za-z0-9+/]{43})`),
		around("mailchimp-key", "-us", wordChars, 32, 2, Distinctive, `\b([0-9a-f]{32}-us\d{1,2})$`),
		around("asana-token", "/120", base64Chars|valueChars, 1, 60, Likely, `\b([12]/120\d{10,14}[:/][0-9a-f]{32})`),
		around("sentry-legacy-dsn", ".ingest.", dottedChars|valueChars, 60, 0, Named, `([0-9a-f]{32}:[0-9a-f]{32})@`),
		around("cloudinary-url", "cloudinary://", valueChars, 0, 80, Distinctive, `^cloudinary://\d{12,18}:([\w-]{20,40})@`),
		around("azure-sas", "sig=", base64Chars|valueChars, 0, 60, Named, `^sig=([A-Za-z0-9+/%]{43,60})`),
	}
})

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
