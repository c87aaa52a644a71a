package secret

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// maxName bounds how far back from an assignment its name is read.
	maxName = 64
	// minKey is the fewest characters of a value behind a name such as api_key that are taken for a key.
	minKey = 16
	// maxKey bounds them: longer values are data.
	maxKey = 512
	// minKeyBits is the least entropy per character of such a value; English identifiers of that length have less.
	minKeyBits = 3.2
	// minPassword and maxPassword bound values behind a name such as password.
	minPassword, maxPassword = 8, 128
	// minStrong is the length from which a mixed password is taken for a real one; shorter ones fill examples.
	minStrong = 10
)

var keyWords = []string{"key", "token", "secret", "auth", "pass", "credential"}

// authSchemes may stand before a value, in that order.
var authSchemes = [...]string{"Bearer ", "bearer ", "Basic ", "Token ", "token "}

var passwordNames = []string{"password", "passwd", "passphrase", "pwd", "passcode"}

// findAssigned looks for name = value, name: value, "name": "value", name => value, --name value and the like.
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
	// The words before a blank belong to the name in "API key: ...".
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
	for end > i && strings.IndexByte(".:?!|", s[end-1]) >= 0 {
		end--
	}
	return end
}

// judgeAssigned decides what the value at [from, end) of s is, given the name before it.
func judgeAssigned(s, name string, from, end int) (Match, bool) {
	value := s[from:end]
	if len(value) < minPassword || len(value) > maxKey {
		return Match{}, false
	}
	spelled := name
	if name = fold(name); !containsAny(name, secretWords) {
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
	case containsAny(name, passwordNames) && len(value) <= maxPassword:
		if kindCount(value) < 3 || placeholder(value) || isReference(s, from, end) {
			return Match{}, false
		}
		m.Rule, m.Confidence = "password", Named-0.1
		if len(value) >= minStrong && entropy(value) >= 3 && !strings.Contains(strings.ToLower(value), "pass") && !looksLikeName(value) {
			m.Confidence = Named
		}
		return m, true
	case !containsAny(name, genericNames) || harmlessName(spelled) || isReference(s, from, end):
		return Match{}, false
	case randomKey(value) && !Public(value):
		m.Confidence = Named
	case len(value) >= minKey && plausibleToken(value):
		// Typed to look like a key: no finding, and not shown.
		m.Confidence = RedactOnly
	default:
		return Match{}, false
	}
	m.Rule = "generic-key"
	return m, true
}

func (r *namedRule) matches(name, value string) bool {
	return slices.Contains(r.lengths, len(value)) && containsAny(name, r.names) && containsAny(name, r.and) && spanEnd(value, 0, r.chars) == len(value)
}

// randomKey reports whether a value looks drawn at random: long, letters and digits mixed, of high entropy, no words.
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

// isReference reports whether the value names a place where the secret is kept rather than being it: a variable, a
// template, a call, a type.
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

// looksLikeName reports whether v is made of words, as names, paths, UUIDs of documentation and dotted members are: each part
// between separators is a word in one case or camel case, or a short number.
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

// The kinds of characters: letters, digits and all others.
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

func kindCount(s string) (found int) {
	for _, n := range countKinds(s) {
		found += min(n, 1)
	}
	return found
}

func containsAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

var genericNames = []string{
	"apikey", "secretkey", "accesskey", "authkey", "privatekey", "encryptionkey", "signingkey", "masterkey", "clientsecret", "appsecret",
	"secret", "accesstoken", "authtoken", "apitoken", "bearertoken", "refreshtoken", "personaltoken", "sessiontoken", "bottoken", "token",
	"credential", "authorization", "xapikey", "apisecret", "webhooksecret",
}

// secretWords are words of which every name that any rule knows holds one: the cheap test before the others.
var secretWords = []string{"key", "token", "secret", "auth", "pass", "pwd", "cred"}

// harmlessNames are words of names that hold a generic one and are no credential.
var harmlessNames = []string{
	"public", "next", "page", "cursor", "continu", "sync", "max", "min", "count", "limit", "length", "type", "name", "tokeniz", "tokens", "address", "mint",
	"contract", "csrf", "xsrf", "url", "uri", "path", "file", "field", "header", "env", "index", "pool", "expir", "version", "hash", "arn",
	"symbol", "pair", "chain", "format", "regex", "pattern", "param", "model", "keyid", "tokenid", "secretid", "idempotency",
}

// harmlessName reports whether a name is of something that is no credential. In a name whose words are separated, max_tokens or
// MAXMIND_TOKEN, a short word counts when it is a whole one; one that runs into the word that promises, as in pagetoken, counts wherever
// it stands.
func harmlessName(spelled string) bool {
	for _, w := range splitName(spelled) {
		glued := containsAny(w, secretWords)
		for _, n := range harmlessNames {
			if glued && strings.Contains(w, n) || w == n || w == n+"s" || len(n) > shortHarmless && strings.HasPrefix(w, n) {
				return true
			}
		}
	}
	return containsAny(fold(spelled), joinedHarmless)
}

const shortHarmless = 4

var joinedHarmless = []string{"keyid", "tokenid", "secretid"}

// splitName returns the words of a name in lower case, split at separators and capitals.
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
