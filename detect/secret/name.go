package secret

import "strings"

// genericNames are words of names that promise a key or a token.
var genericNames = []string{
	"apikey", "secretkey", "accesskey", "authkey", "privatekey", "encryptionkey", "signingkey", "masterkey", "clientsecret", "appsecret",
	"secret", "accesstoken", "authtoken", "apitoken", "bearertoken", "refreshtoken", "personaltoken", "sessiontoken", "bottoken", "token",
	"credential", "authorization", "xapikey", "apisecret", "webhooksecret",
}

// secretWords are words of which every name that any rule knows holds one: the cheap test before the others.
var secretWords = []string{"key", "token", "secret", "auth", "pass", "pwd", "cred"}

// innocentNames are words of names that hold a generic one and are no credential.
var innocentNames = []string{
	"public", "next", "page", "cursor", "continu", "sync", "max", "min", "count", "limit", "length", "type", "name", "tokeniz", "tokens", "address", "mint",
	"contract", "csrf", "xsrf", "url", "uri", "path", "file", "field", "header", "env", "index", "pool", "expir", "version", "hash", "arn",
	"symbol", "pair", "chain", "format", "regex", "pattern", "param", "model", "keyid", "tokenid", "secretid", "idempotency",
}

// innocentName reports whether a name is of something that is no credential. In a name whose words are told apart, max_tokens or MAXMIND_TOKEN,
// a short word counts when it is a whole one; one that runs into the word that promises, as in pagetoken, counts wherever it stands.
func innocentName(spelled string) bool {
	for _, w := range splitName(spelled) {
		glued := containsAny(w, secretWords)
		for _, n := range innocentNames {
			if glued && strings.Contains(w, n) || w == n || w == n+"s" || len(n) > shortInnocent && strings.HasPrefix(w, n) {
				return true
			}
		}
	}
	return containsAny(fold(spelled), joinedInnocents)
}

// shortInnocent is the length up to which an innocent word must be a whole word.
const shortInnocent = 4

// joinedInnocents are innocent words that are two.
var joinedInnocents = []string{"keyid", "tokenid", "secretid"}

// splitName returns the words of a name in lower case, told apart by separators and capitals.
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
		case i > from && kind(name[i]) == 2 && kind(name[i-1]) != 2:
			words = append(words, strings.ToLower(name[from:i]))
			from = i
		}
	}
	return words
}

// fold drops what separates the words of a name.
func fold(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if charset[name[i]]&alnum != 0 {
			b.WriteByte(name[i] | 0x20)
		}
	}
	return b.String()
}
