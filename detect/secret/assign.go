package secret

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/internal/wordset"
)

const (
	// maxName bounds the name before an assignment.
	maxName = 64
	// minKey is the minimum length of a value taken for a key.
	minKey = 16
	// maxKey is the maximum length; longer values are data.
	maxKey = 512
	// minKeyBits is the minimum entropy per character of a key; English identifiers of that length have less.
	minKeyBits = 3.2
	// minPassword and maxPassword bound values taken for a password.
	minPassword, maxPassword = 8, 128
	// minStrong is the minimum length of a mixed password taken for a real one; shorter ones are examples.
	minStrong = 10
)

var keyWords = []string{"key", "token", "secret", "auth", "pass", "credential"}

// authSchemes may precede a value, in that order.
var authSchemes = [...]string{"Bearer ", "bearer ", "Basic ", "Token ", "token "}

var passwordNames = []string{"password", "passwd", "passphrase", "pwd", "passcode"}

// findAssigned finds name = value, name: value, "name": "value", name => value, --name value and so on.
func findAssigned(all []Match, s string) []Match {
	for i := 0; i < len(s); i++ {
		if s[i] != '=' && s[i] != ':' {
			continue
		}
		from := skipAny(s[:min(len(s), i+12)], i+1, assignSeparators)
		if from < len(s) && (s[from]|0x20 == 'b' || s[from]|0x20 == 't') {
			for _, scheme := range authSchemes {
				if strings.HasPrefix(s[from:], scheme) {
					from += len(scheme)
				}
			}
		}
		if end := valueEnd(s, from); end-from < minPassword {
			continue
		} else if m, ok := judgeAssigned(s, nameBefore(s, i), from, end); ok {
			all = append(all, m)
		}
	}
	return all
}

func nameBefore(s string, i int) string {
	end := i
	for end > 0 && i-end < 4 && strings.IndexByte(" \t\"'`\\", s[end-1]) >= 0 {
		end--
	}
	start := end
	for start > 0 && end-start < maxName && charset[s[start-1]]&dottedChars != 0 {
		start--
	}
	// Words before a blank belong to the name in "API key: ...".
	if back := start; back > 1 && s[back-1] == ' ' {
		for back--; back > 0 && start-back < 24 && charset[s[back-1]]&alnum != 0; back-- {
		}
		return s[back:end]
	}
	return s[start:end]
}

func valueEnd(s string, i int) int {
	end := spanEnd(s[:min(len(s), i+maxKey+1)], i, valueChars)
	for n := 0; n < 2 && end < len(s) && s[end] == '='; n++ {
		end++
	}
	return i + len(strings.TrimRight(s[i:end], ".:?!|"))
}

// judgeAssigned classifies the value at [from, end) of s by the name before it.
func judgeAssigned(s, name string, from, end int) (Match, bool) {
	value := s[from:end]
	if len(value) < minPassword || len(value) > maxKey {
		return Match{}, false
	}
	spelled := name
	if name = fold(name); !wordset.HasAny(name, secretWords...) {
		return Match{}, false
	}
	m := Match{Start: from, End: end}
	bare := strings.TrimPrefix(strings.TrimRight(value, "="), "0x")
	for _, r := range rules().named {
		if r.matches(name, bare) && !placeholder(bare) && !looksLikeName(bare) {
			m.Rule, m.Confidence = r.rule, Likely
			return m, true
		}
	}
	switch {
	case wordset.HasAny(name, passwordNames...) && len(value) <= maxPassword:
		if kindCount(value) < 3 || placeholder(value) || isReference(s, from, end) {
			return Match{}, false
		}
		m.Rule, m.Confidence = "password", Named-0.1
		if len(value) >= minStrong && entropy(value) >= 3 && !strings.Contains(strings.ToLower(value), "pass") && !looksLikeName(value) {
			m.Confidence = Named
		}
		return m, true
	case !wordset.HasAny(name, genericNames...) || harmlessName(spelled) || isReference(s, from, end):
		return Match{}, false
	case randomKey(value) && !Public(value):
		m.Confidence = Named
	case len(value) >= minKey && plausibleToken(value):
		// It looks like a key typed by hand: redact it without a finding.
		m.Confidence = RedactOnly
	default:
		return Match{}, false
	}
	m.Rule = "generic-key"
	return m, true
}

func (r *namedRule) matches(name, value string) bool {
	return slices.Contains(r.lengths, len(value)) && wordset.HasAny(name, r.names...) && wordset.HasAny(name, r.and...) && spanEnd(value, 0, r.chars) == len(value)
}

// randomKey reports whether a value looks random: long, letters and digits mixed, high entropy, no words.
func randomKey(v string) bool {
	if len(v) < minKey || entropy(v) < minKeyBits || placeholder(v) || looksLikeName(v) {
		return false
	}
	body := strings.TrimRight(v, "=")
	if spanEnd(body, 0, base64Chars|dottedChars) != len(body) {
		return false
	}
	n := countKinds(v)
	letters, digits := n[small]+n[large], n[digit]
	return letters >= 3 && digits >= 2 && digits+letters >= minKey
}

// isReference reports whether the value refers to a secret rather than being it: a variable, a template, a call, a type.
func isReference(s string, from, end int) bool {
	v := s[from:end]
	if strings.ContainsAny(v, "${}<>*%|") || strings.Contains(v, "://") || strings.Contains(v, "env.") || strings.Contains(v, "::") {
		return true
	}
	if from > 0 && strings.IndexByte("${<%([", s[from-1]) >= 0 {
		return true
	}
	if end < len(s) && strings.IndexByte("(<>[{}%*$", s[end]) >= 0 {
		return true
	}
	return strings.HasPrefix(s[end:], "...") || strings.HasPrefix(s[end:], "\u2026")
}

// looksLikeName reports whether v consists of words, as names, paths, documentation UUIDs and dotted members do: each part between
// separators is a word in one case or camel case, or a short number.
func looksLikeName(v string) bool {
	parts := strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune("_-./:", r) })
	for _, p := range parts {
		letters, switches := 0, 0
		for i := 0; i < len(p); i++ {
			if charset[p[i]]&alnum != 0 && p[i] > '9' {
				letters++
			}
			if i > 0 && kind(p[i]) != kind(p[i-1]) && (i != 1 || kind(p[0]) != large) {
				switches++
			}
		}
		if switches*5 > len(p) || letters == 0 && len(p) > 4 {
			return false
		}
	}
	return len(parts) > 0
}

// Kinds of characters.
const (
	small = iota
	large
	digit
	other
)

func kind(c byte) int {
	switch {
	case c >= 'a' && c <= 'z':
		return small
	case c >= 'A' && c <= 'Z':
		return large
	case c >= '0' && c <= '9':
		return digit
	}
	return other
}

func countKinds(s string) (n [other + 1]int) {
	for i := range len(s) {
		n[kind(s[i])]++
	}
	return n
}

func kindCount(s string) (n int) {
	for _, k := range countKinds(s) {
		n += min(k, 1)
	}
	return n
}

var genericNames = []string{
	"apikey", "secretkey", "accesskey", "authkey", "privatekey", "encryptionkey", "signingkey", "masterkey", "clientsecret", "appsecret",
	"secret", "accesstoken", "authtoken", "apitoken", "bearertoken", "refreshtoken", "personaltoken", "sessiontoken", "bottoken", "token",
	"credential", "authorization", "xapikey", "apisecret", "webhooksecret",
}

// secretWords are parts of all names that rules know: a cheap test before the others.
var secretWords = []string{"key", "token", "secret", "auth", "pass", "pwd", "cred"}

// harmlessNames are words of names that have a generic word but are not credentials.
var harmlessNames = []string{
	"public", "next", "page", "cursor", "continu", "sync", "max", "min", "count", "limit", "length", "type", "name", "tokeniz", "tokens", "address", "mint",
	"contract", "csrf", "xsrf", "url", "uri", "path", "file", "field", "header", "env", "index", "pool", "expir", "version", "hash", "arn",
	"symbol", "pair", "chain", "format", "regex", "pattern", "param", "model", "keyid", "tokenid", "secretid", "idempotency",
}

// harmlessName reports whether a name is not that of a credential. In a name of separate words, such as max_tokens or MAXMIND_TOKEN, a
// short word must match completely; joined with a secret word, as in pagetoken, it may match anywhere.
func harmlessName(spelled string) bool {
	for _, w := range splitName(spelled) {
		joined := wordset.HasAny(w, secretWords...)
		if slices.ContainsFunc(harmlessNames, func(n string) bool {
			return joined && strings.Contains(w, n) || w == n || w == n+"s" || len(n) > 4 && strings.HasPrefix(w, n)
		}) {
			return true
		}
	}
	return wordset.HasAny(fold(spelled), "keyid", "tokenid", "secretid")
}

// splitName splits a name into lower-case words at separators and capitals.
func splitName(name string) []string {
	var words []string
	from := 0
	for i := 0; i <= len(name); i++ {
		switch {
		case i == len(name) || charset[name[i]]&alnum == 0:
			if i > from {
				words = append(words, strings.ToLower(name[from:i]))
			}
			from = i + 1
		case i > from && kind(name[i]) == large && kind(name[i-1]) != large:
			words = append(words, strings.ToLower(name[from:i]))
			from = i
		}
	}
	return words
}

func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && charset[r]&alnum != 0 {
			return r | 0x20
		}
		return -1
	}, name)
}
