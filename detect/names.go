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

// NameWords splits a name into lower-case words at separators and camel case: getHTTPDocs, get-http-docs and get_http_docs all give get,
// http, docs. Digits stay with the letters before them.
func NameWords(name string) []string {
	name = truncate(name, maxNameBytes)
	var words []string
	start, last := -1, rune(-1)
	word := func(end int) {
		if start >= 0 {
			words = append(words, strings.ToLower(name[start:end]))
		}
	}
	for i, r := range name {
		switch {
		case !isNameRune(r):
			word(i)
			start = -1
		case start < 0:
			start = i
		case unicode.IsUpper(r):
			if next, _ := utf8.DecodeRuneInString(name[i+utf8.RuneLen(r):]); !unicode.IsUpper(last) || unicode.IsLower(next) {
				word(i)
				start = i
			}
		}
		last = r
	}
	word(len(name))
	return words
}

// NameKey normalises a name for comparison: lower case, without separators, so that getDocs, get-docs and get_docs are equal.
func NameKey(name string) string {
	key := make([]byte, 0, len(name))
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			key = append(key, byte(r))
		case r >= 'A' && r <= 'Z':
			key = append(key, byte(r)|0x20)
		case r >= utf8.RuneSelf && isNameRune(r):
			key = utf8.AppendRune(key, unicode.ToLower(r))
		}
	}
	return string(key)
}

// NameSkeleton is the NameKey of a name with every character replaced by what it is confusable with (UTS #39, skeleton): names that look
// alike have the same one.
func NameSkeleton(name string) string {
	return strings.ToLower(confusable.Skeleton(NameKey(truncate(name, maxNameBytes))))
}

// skeletons returns the forms by which names that look alike are found: NameSkeleton and, where they differ, a capital I read as a small
// l (fIight) and digits inside a word read as letters (s3nd).
func skeletons(name string) []string {
	name = truncate(name, maxNameBytes)
	forms := []string{NameSkeleton(name)}
	capitals, digits := []byte(name), []byte(name)
	for i := 0; i+1 < len(name); i++ {
		if name[i] == 'I' && (i == 0 || name[i-1] >= 'a' || !isLetter(name[i-1])) && name[i+1] >= 'a' {
			capitals[i] = 'l'
		}
		if i == 0 || !isLetter(name[i-1]) || !isLetter(name[i+1]) && name[i+1] != name[i] {
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

// leet maps digits to the letters they imitate.
var leet = [256]byte{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't'}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// variantWords are added to names to pass for a newer or better edition.
var variantWords = wordset.Of(`v1 v2 v3 v4 v5 2 3 ng new next newer latest updated improved enhanced better best official verified trusted secure secured
	safe safer real original true pro plus premium ultra super ultimate advanced fast faster turbo smart fixed patched proxy wrapper alt copy ex ext
	extended tool the my recommended preferred default primary deluxe max xl lite quick rapid express instant certified authentic genuine approved
	authorized legit prime elite gold platinum reloaded revised upgraded optimized hardened protected modern current stable beta mirror clone
	deprecated legacy old actual proper correct free unlimited perfect great good cool hyper mega power boosted`)

// serverWords are generic words of server names.
var serverWords = wordset.Of(`mcp server tools api service client app kit toolkit helper utils util extra official support community remote local hosted
	bridge companion integration connector plugin agent ai lab online home work dev prod test io`)

// ServerName is the name of a server without the registries and owners before it.
func ServerName(server string) string { return server[strings.LastIndexByte(server, '/')+1:] }

// ServerBrand returns the distinctive words of a server's name, in lower case.
func ServerBrand(server string) []string {
	var out []string
	for _, w := range NameWords(ServerName(server)) {
		if !serverWords[w] && !serverWords[Stem(w)] && !variantWords[w] {
			out = append(out, w)
		}
	}
	return out
}

// nameBase returns the key of the words without variant words at either end, and whether there were any. At least one word is left.
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

// OneEditApart reports whether a and b differ by one inserted, deleted or replaced rune, or by two swapped neighbours (optimal string
// alignment distance 1).
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

// isNameRune reports whether a character is part of a word of a name.
func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
