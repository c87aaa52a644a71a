package detect

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"

	"github.com/org/mcp-lint/internal/wordset"
)

// maxNameBytes bounds how much of a name is compared. Clients refuse names above 128 characters.
const maxNameBytes = 512

// NameWords cuts a name into its words in lower case, at separators and at the humps of camel case: getHTTPDocs, get-http-docs
// and get_http_docs are all get, http, docs. Digits stay with the letters before them.
func NameWords(name string) []string {
	name = cutRunes(name, maxNameBytes)
	var words []string
	start, last := -1, rune(-1)
	word := func(end int) {
		if start >= 0 {
			words = append(words, strings.ToLower(name[start:end]))
		}
	}
	for i, r := range name {
		switch {
		case !nameRune(r):
			word(i)
			start = -1
		case start < 0:
			start = i
		case unicode.IsUpper(r) && (!unicode.IsUpper(last) || lowerAt(name, i+utf8.RuneLen(r))):
			word(i)
			start = i
		}
		last = r
	}
	word(len(name))
	return words
}

// lowerAt reports whether a small letter stands at byte i.
func lowerAt(name string, i int) bool {
	r, _ := utf8.DecodeRuneInString(name[i:])
	return unicode.IsLower(r)
}

// NameKey is the form in which names are compared: lower case, without separators, so that getDocs, get-docs and get_docs
// are one name.
func NameKey(name string) string {
	plain := 0
	for plain < len(name) && (name[plain] >= 'a' && name[plain] <= 'z' || name[plain] >= '0' && name[plain] <= '9') {
		plain++
	}
	if plain == len(name) {
		return name
	}
	return string(appendNameKey(append(make([]byte, 0, len(name)), name[:plain]...), name, plain))
}

// appendNameKey appends the NameKey of a name, of which the first bytes are there already.
func appendNameKey(key []byte, name string, plain int) []byte {
	for i := plain; i < len(name); i++ {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			key = append(key, c)
		case c >= 'A' && c <= 'Z':
			key = append(key, c|0x20)
		case c >= utf8.RuneSelf:
			for _, r := range name[i:] {
				if nameRune(r) {
					key = utf8.AppendRune(key, unicode.ToLower(r))
				}
			}
			return key
		}
	}
	return key
}

// NameSkeleton is the form in which names that look alike are one: NameKey of the name with every character replaced by what
// it is confusable with (UTS #39, skeleton), so that digits pass for letters and rn for m.
func NameSkeleton(name string) string {
	return strings.ToLower(confusable.Skeleton(NameKey(cutRunes(name, maxNameBytes))))
}

// skeletons are the forms in which names are compared by their looks: NameSkeleton, and where the name has them, a capital I before
// a small letter read as a small l (fIight), and digits inside a word read as the letters they are used for (s3nd).
func skeletons(name string) []string {
	name = cutRunes(name, maxNameBytes)
	forms := []string{NameSkeleton(name)}
	capitals, digits := []byte(name), []byte(name)
	for i := 0; i+1 < len(name); i++ {
		if name[i] == 'I' && (i == 0 || name[i-1] >= 'a' || !letter(name[i-1])) && name[i+1] >= 'a' {
			capitals[i] = 'l'
		}
		if i == 0 || !letter(name[i-1]) || !letter(name[i+1]) && name[i+1] != name[i] {
			continue
		}
		if l := leet[name[i]]; l != 0 {
			digits[i] = l
		}
	}
	for _, form := range [2][]byte{capitals, digits} {
		if string(form) != name {
			forms = append(forms, NameSkeleton(string(form)))
		}
	}
	return forms
}

// leet are the letters that digits stand for.
var leet = [256]byte{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't'}

func letter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// variantWords are those that names take on to pass for a newer or better edition of another one.
var variantWords = wordset.Of(`v1 v2 v3 v4 v5 2 3 ng new next newer latest updated improved enhanced better best official verified trusted secure secured
	safe safer real original true pro plus premium ultra super ultimate advanced fast faster turbo smart fixed patched proxy wrapper alt copy ex ext
	extended tool the my recommended preferred default primary deluxe max xl lite quick rapid express instant certified authentic genuine approved
	authorized legit prime elite gold platinum reloaded revised upgraded optimized hardened protected modern current stable beta mirror clone
	deprecated legacy old actual proper correct free unlimited perfect great good cool hyper mega power boosted`)

// serverWords are those of servers' names that do not say whose they are.
var serverWords = wordset.Of(`mcp server tools api service client app kit toolkit helper utils util extra official support community remote local hosted
	bridge companion integration connector plugin agent ai lab online home work dev prod test io`)

// ServerName is the name of a server without the names of registries and owners before it.
func ServerName(server string) string { return server[strings.LastIndexByte(server, '/')+1:] }

// ServerBrand returns the words of a server's name that distinguish it from other servers, in lower case.
func ServerBrand(server string) []string {
	var out []string
	for _, w := range NameWords(ServerName(server)) {
		if !serverWords[w] && !serverWords[Stem(w)] && !variantWords[w] {
			out = append(out, w)
		}
	}
	return out
}

// nameBase is the key of the words less the variant words at either end, and whether there were any. At least one word
// is left.
func nameBase(words []string) (base string, variant bool) {
	from, to := 0, len(words)
	for to-from > 1 && variantWords[words[to-1]] {
		to--
	}
	for to-from > 1 && variantWords[words[from]] {
		from++
	}
	last := words[to-1]
	if k := len(last) - 1; k > 2 && last[k] >= '2' && last[k] <= '9' && (last[k-1] < '0' || last[k-1] > '9') {
		// search_files2
		return strings.Join(words[from:to-1], "") + last[:k], true
	}
	return strings.Join(words[from:to], ""), to-from < len(words)
}

// OneEditApart reports whether a and b differ by one inserted, deleted or replaced rune, or by two neighbours that changed places
// (optimal string alignment distance 1).
func OneEditApart(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(y)-len(x) > 1 || a == b {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	j := 0
	for j < len(x)-i && x[len(x)-1-j] == y[len(y)-1-j] {
		j++
	}
	rest := len(x) - i - j
	switch {
	case len(x) < len(y):
		return rest == 0
	case rest == 1:
		return true
	}
	return rest == 2 && x[i] == y[i+1] && x[i+1] == y[i]
}

// nameRune reports whether a character is part of a name's words: no separator and nothing invisible.
func nameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
