package conform

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// maxName bounds the names that are read, from their end.
const maxName = 128

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

// isSecretName reports whether a name is of a secret by the word at its end: api_key is, secret_name and page_token are not.
func isSecretName(name string) bool {
	// Digits part words here.
	name = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '_'
		}
		return r
	}, name[max(len(name)-maxName, 0):])
	w := detect.NameWords(name)
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
