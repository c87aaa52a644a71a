package secret

import (
	"cmp"
	"encoding/base64"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

const (
	// maxUserinfo bounds the user and password of a URL.
	maxUserinfo = 512
	maxScheme   = 24
)

// weakPasswords are passwords of documentation and default installations.
var weakPasswords = wordset.Of(`pass pwd pw root admin user username postgres mysql mongo redis guest minio minioadmin rabbitmq default hunter2 letmein
	welcome p x x-oauth-basic x-access-token oauth2 git anonymous bar foo baz abc s3cret s3cr3t p@ssw0rd passw0rd pa55word
	mypass key db dbpass`)

const strongPassword = 14

// exampleHosts are local names and those of RFC 2606.
var exampleHosts = []string{"localhost", "127.0.0.1", "0.0.0.0", "[::1]", "host.docker.internal", "example.", ".example", "yourhost", "your-", "hostname", "myhost", "my-host", ".test", ".invalid", ".local"}

func findURLs(all []Match, s string) []Match {
	for i := range indexes(s, "://") {
		start := i
		for start > 0 && i-start < maxScheme && (charset[s[start-1]]&alnum != 0 || s[start-1] == '+' || s[start-1] == '-') {
			start--
		}
		if m, ok := judgeURL(s, strings.ToLower(s[start:i]), i+3); ok {
			all = append(all, m)
		}
	}
	return all
}

// judgeURL classifies the user and password that start at from. The password may have an at sign, so the last one before the path counts.
func judgeURL(s, scheme string, from int) (Match, bool) {
	colon, sign := -1, -1
	end := from
	for ; end < len(s) && end-from < maxUserinfo; end++ {
		c := s[end]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("/\"'`<>(){},;\\|", c) >= 0 {
			break
		}
		if c == ':' && colon < 0 {
			colon = end
		}
		if c == '@' && colon >= 0 {
			sign = end
		}
	}
	if colon < 0 || sign < colon+2 {
		return Match{}, false
	}
	user, password, host := s[from:colon], s[colon+1:sign], strings.ToLower(s[sign+1:end])
	name, _, _ := strings.Cut(scheme, "+")
	database := rules().schemes[name]
	bareHost, _, _ := strings.Cut(host, ":")
	low := strings.ToLower(password)
	if len(password) < 3 || weakPasswords[low] || low == strings.ToLower(user) || strings.ContainsAny(password, "$[]*%#") && !percentEncoded(password) ||
		placeholderWord(low) || bareHost == "host" || host == "" {
		return Match{}, false
	}
	m := Match{Rule: cmp.Or(database, "basic-auth-url"), Start: colon + 1, End: sign, Confidence: Likely}
	switch {
	case strings.Count(host, ".") > 1 && strings.Contains(host, ".example") && len(password) >= strongPassword && entropy(password) >= 3.5 && kindCount(password) >= 3:
		// The host was anonymised, but such a password is not invented for an example.
		m.Confidence = 0.6
	case wordset.HasAny(host, exampleHosts...):
		m.Confidence = RedactOnly
	case !strings.ContainsAny(bareHost, ".[") && kindCount(password) < 2 && database != "":
		// A database in a container network, with a word as its password.
		m.Confidence = RedactOnly
	case len(password) < minPassword && kindCount(password) < 2:
		m.Confidence = Named - 0.1
	case entropy(password) >= 3 && kindCount(password) >= 2:
		m.Confidence = 0.85
	}
	return m, true
}

// percentEncoded reports whether all special characters of a password are percent escapes.
func percentEncoded(p string) bool {
	for i := 0; i < len(p); i++ {
		if strings.IndexByte("$[]*#", p[i]) >= 0 {
			return false
		}
		if p[i] == '%' && (i+2 >= len(p) || charset[p[i+1]]&charset[p[i+2]]&anyHex == 0) {
			return false
		}
	}
	return true
}

func placeholderWord(low string) bool {
	return wordset.HasAny(low, fillers...) || sequence(low, 1) >= min(len(low), 4) && len(low) <= 8 || sequence(low, 1) >= maxSequence || entropy(low) < 1.5
}

// findHeaders finds the credentials of HTTP authentication: Bearer and Basic.
func findHeaders(all []Match, s string) []Match {
	for at := 0; at < len(s); {
		i := strings.IndexAny(s[at:], "Bb")
		if i < 0 {
			break
		}
		i += at
		at = i + 1
		if !startsWord(s, i) || len(s)-i < 6+minSecret {
			continue
		}
		m := Match{Confidence: 0.7}
		switch low := strings.ToLower(s[i : i+7]); {
		case low == "bearer " || low == "bearer:":
			m.Rule, m.Start = "bearer-token", i+7
			m.End = spanEnd(s[:min(len(s), m.Start+noLimit)], m.Start, base64Chars|dottedChars)
			m.End = m.Start + len(strings.TrimRight(s[m.Start:m.End], "."))
			if randomKey(s[m.Start:m.End]) && !isReference(s, m.Start, m.End) {
				all = append(all, m)
			}
		case strings.HasPrefix(low, "basic "):
			m.Rule, m.Start = "basic-auth", i+6
			m.End = spanEnd(s[:min(len(s), m.Start+noLimit)], m.Start, base64Chars|wordChars)
			for n := 0; n < 2 && m.End < len(s) && s[m.End] == '='; n++ {
				m.End++
			}
			if isBasicAuth(s[m.Start:m.End]) {
				all = append(all, m)
			}
		}
		at = max(at, m.End)
	}
	return all
}

// isBasicAuth reports whether the word is base64 of user:password with a real password.
func isBasicAuth(word string) bool {
	if len(word) < minSecret {
		return false
	}
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(word, "="))
	if err != nil {
		return false
	}
	user, password, ok := strings.Cut(string(b), ":")
	low := strings.ToLower(password)
	return ok && !strings.ContainsFunc(string(b), func(r rune) bool { return r < ' ' || r >= 0x7f }) && len(password) >= 4 && !weakPasswords[low] && low != strings.ToLower(user) && !placeholderWord(low) && !strings.ContainsAny(password, "<>{}$*")
}
