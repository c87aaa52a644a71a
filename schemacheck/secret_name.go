package schemacheck

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/wordset"
)

// secretWords are the words of names that hold secrets, whatever stands before them.
var secretWords = wordset.Of("password passwd pwd passphrase secret secrets apikey token credential credentials bearer authtoken " +
	"accesstoken privatekey secretkey clientsecret jwt")

// keyWords make a secret of a key that follows them; harmless ones make none of a token.
var (
	keyWords      = wordset.Of("api private secret access auth encryption signing")
	harmlessWords = wordset.Of("page next previous prev sync continuation cursor max min pagination start end stop resume delta input output")
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
	w := append([]string{"", ""}, detect.NameWords(name)...)
	last, before := w[len(w)-1], w[len(w)-2]
	switch {
	case last == "key":
		return keyWords[before]
	case last == "token":
		return !harmlessWords[before]
	case last == "value" && before != "":
		return secretWords[before]
	}
	return secretWords[last]
}
