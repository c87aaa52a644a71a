package conform

import "strings"

// secretWords are the words of names that hold secrets, whatever stands before them.
var secretWords = map[string]bool{
	"password": true, "passwd": true, "pwd": true, "passphrase": true, "secret": true, "secrets": true, "apikey": true, "token": true,
	"credential": true, "credentials": true, "bearer": true, "authtoken": true, "accesstoken": true, "privatekey": true, "secretkey": true,
	"clientsecret": true, "jwt": true,
}

// keyWords make a secret of a key that follows them; harmless ones make none of a token.
var (
	keyWords      = map[string]bool{"api": true, "private": true, "secret": true, "access": true, "auth": true, "encryption": true, "signing": true}
	harmlessWords = map[string]bool{
		"page": true, "next": true, "previous": true, "prev": true, "sync": true, "continuation": true, "cursor": true, "max": true, "min": true,
		"pagination": true, "start": true, "end": true, "stop": true, "resume": true, "delta": true, "input": true, "output": true,
	}
)

// isSecretName reports whether the name of a parameter says that it holds a secret. What counts is the word at its end: an api_key is one,
// a secret_name and a page_token are none.
func isSecretName(name string) bool {
	w := wordsOf(name)
	if len(w) == 0 {
		return false
	}
	last, before := w[len(w)-1], ""
	if len(w) > 1 {
		before = w[len(w)-2]
	}
	switch {
	case last == "key":
		return keyWords[before]
	case last == "token":
		return !harmlessWords[before]
	case last == "value" && len(w) > 1:
		return secretWords[before]
	}
	return secretWords[last]
}

// maxName bounds the names that are read.
const maxName = 128

// wordsOf cuts a name into its words: snake_case, kebab-case, camelCase and the like.
func wordsOf(name string) []string {
	if len(name) > maxName {
		name = name[len(name)-maxName:]
	}
	var out []string
	from := 0
	flush := func(to int) {
		if to > from {
			out = append(out, strings.ToLower(name[from:to]))
		}
	}
	isUpper := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	isLower := func(c byte) bool { return c >= 'a' && c <= 'z' }
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case !isUpper(c) && !isLower(c):
			flush(i)
			from = i + 1
		case isUpper(c) && i > from && (isLower(name[i-1]) || i+1 < len(name) && isLower(name[i+1])):
			flush(i)
			from = i
		}
	}
	flush(len(name))
	return out
}
