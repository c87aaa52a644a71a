package secret

import (
	"encoding/base64"
	"strings"
)

// findHeaders looks for the credentials of HTTP authentication: Bearer and Basic.
func findHeaders(all []Match, s string) []Match {
	low := ""
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
		low = strings.ToLower(s[i : i+7])
		switch {
		case low == "bearer " || low == "bearer:":
			from := i + 7
			end := run(s[:min(len(s), from+open)], from, base64Chars|dottedChars)
			for end > from && s[end-1] == '.' {
				end--
			}
			if end-from >= minKey && randomKey(s[from:end]) && !reference(s, from, end) {
				all = append(all, Match{Rule: "bearer-token", Start: from, End: end, Confidence: 0.7})
			}
			at = max(at, end)
		case strings.HasPrefix(low, "basic "):
			from := i + 6
			end := run(s[:min(len(s), from+open)], from, base64Chars|wordChars)
			for n := 0; n < 2 && end < len(s) && s[end] == '='; n++ {
				end++
			}
			if basic(s[from:end]) {
				all = append(all, Match{Rule: "basic-auth", Start: from, End: end, Confidence: 0.7})
			}
			at = max(at, end)
		}
	}
	return all
}

// basic reports whether the word is base64 of user:password with a password that is no placeholder.
func basic(word string) bool {
	if len(word) < minSecret {
		return false
	}
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(word, "="))
	if err != nil {
		return false
	}
	user, password, ok := strings.Cut(string(b), ":")
	for _, c := range b {
		if c < ' ' || c >= 0x7f {
			return false
		}
	}
	low := strings.ToLower(password)
	return ok && len(password) >= 4 && !weakPasswords[low] && low != strings.ToLower(user) && !placeholderWord(low) && !strings.ContainsAny(password, "<>{}$*")
}
