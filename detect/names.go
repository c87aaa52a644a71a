package detect

import (
	"strings"
	"sync"
	"unicode"

	"go.mau.fi/util/confusable"
)

// maxNameBytes bounds how much of a name is compared. Clients refuse names above 128 characters.
const maxNameBytes = 512

// NameWords cuts a name into its words in lower case, at separators and at the humps of camel case: getHTTPDocs, get-http-docs
// and get_http_docs are all get, http, docs. Digits stay with the letters before them.
func NameWords(name string) []string {
	name = cutRunes(name, maxNameBytes)
	words, capitals := 0, false
	for i := range len(name) {
		c := name[i]
		if c >= 0x80 {
			return nameWordsOf([]rune(name))
		}
		capitals = capitals || c >= 'A' && c <= 'Z'
		if asciiAlnum(c) && (i == 0 || !asciiAlnum(name[i-1]) || hump(name, i)) {
			words++
		}
	}
	if words == 0 {
		return nil
	}
	low := name
	if capitals {
		low = strings.ToLower(name)
	}
	out := make([]string, 0, words)
	start := -1
	for i := range len(name) {
		switch {
		case !asciiAlnum(name[i]):
			if start >= 0 {
				out = append(out, low[start:i])
			}
			start = -1
		case start < 0:
			start = i
		case hump(name, i):
			out = append(out, low[start:i])
			start = i
		}
	}
	if start >= 0 {
		out = append(out, low[start:])
	}
	return out
}

func asciiAlnum(c byte) bool { return letter(c) || c >= '0' && c <= '9' }

// hump reports whether a word of camel case begins with the capital at byte i of an ASCII name.
func hump(name string, i int) bool {
	upper := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	if !upper(name[i]) || i == 0 {
		return false
	}
	return !upper(name[i-1]) || i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z'
}

// nameWordsOf is NameWords for names in any script.
func nameWordsOf(runes []rune) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, string(word))
			word = word[:0]
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0:
			lowerNext := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(runes[i-1]) || lowerNext {
				flush()
			}
		}
		word = append(word, unicode.ToLower(r))
	}
	flush()
	return words
}

// NameSkeleton is the form in which names that look alike are one: NameKey of the name with every character replaced by what
// it is confusable with (UTS #39, skeleton), so that digits pass for letters and rn for m.
func NameSkeleton(name string) string {
	key := NameKey(cutRunes(name, maxNameBytes))
	forms := asciiSkeletons()
	n := 0
	for i := range len(key) {
		if key[i] >= 0x80 {
			return skeletonOf(key)
		}
		n += len(forms[key[i]])
	}
	skeleton := make([]byte, 0, n)
	for i := range len(key) {
		skeleton = append(skeleton, forms[key[i]]...)
	}
	return string(skeleton)
}

func skeletonOf(key string) string { return strings.ToLower(confusable.Skeleton(key)) }

// asciiSkeletons are the skeletons of the characters that keys of plain names have. The skeleton of such a key is theirs, one after the
// other.
var asciiSkeletons = sync.OnceValue(func() *[0x80]string {
	var forms [0x80]string
	for c := range len(forms) {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
			forms[c] = skeletonOf(string(rune(c)))
		}
	}
	return &forms
})

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

// variantWord reports whether names take on a word to pass for a newer or better edition of another one.
func variantWord(w string) bool {
	switch w {
	case "v1", "v2", "v3", "v4", "v5", "2", "3", "ng", "new", "next", "newer", "latest", "updated", "improved", "enhanced",
		"better", "best", "official", "verified", "trusted", "secure", "secured", "safe", "safer", "real", "original", "true",
		"pro", "plus", "premium", "ultra", "super", "ultimate", "advanced", "fast", "faster", "turbo", "smart", "fixed",
		"patched", "proxy", "wrapper", "alt", "copy", "ex", "ext", "extended", "tool", "the", "my", "recommended",
		"preferred", "default", "primary", "deluxe", "max", "xl", "lite", "quick", "rapid", "express", "instant", "certified",
		"authentic", "genuine", "approved", "authorized", "legit", "prime", "elite", "gold", "platinum", "reloaded",
		"revised", "upgraded", "optimized", "hardened", "protected", "modern", "current", "stable", "beta", "mirror", "clone",
		"deprecated", "legacy", "old", "actual", "proper", "correct", "free", "unlimited", "perfect", "great", "good", "cool",
		"hyper", "mega", "power", "boosted":
		return true
	}
	return false
}

// serverWord reports whether a word of servers' names tells nothing of whose they are.
func serverWord(w string) bool {
	switch w {
	case "mcp", "server", "tools", "api", "service", "client", "app", "kit", "toolkit", "helper", "utils", "util", "extra",
		"official", "support", "community", "remote", "local", "hosted", "bridge", "companion", "integration", "connector",
		"plugin", "agent", "ai", "lab", "online", "home", "work", "dev", "prod", "test", "io":
		return true
	}
	return false
}

// ServerName is the name of a server without the names of registries and owners before it.
func ServerName(server string) string { return server[strings.LastIndexByte(server, '/')+1:] }

// ServerBrand returns the words of a server's name that tell it from other servers, in lower case.
func ServerBrand(server string) []string {
	var out []string
	for _, w := range NameWords(ServerName(server)) {
		if s := Stem(w); !serverWord(w) && !serverWord(s) && !variantWord(w) {
			out = append(out, w)
		}
	}
	return out
}

// nameBase is the key of the words less the variant words at either end, and whether there were any. At least one word
// is left.
func nameBase(words []string) (base string, variant bool) {
	from, to := 0, len(words)
	for to-from > 1 && variantWord(words[to-1]) {
		to--
	}
	for to-from > 1 && variantWord(words[from]) {
		from++
	}
	last := words[to-1]
	if k := len(last) - 1; k > 2 && last[k] >= '2' && last[k] <= '9' && (last[k-1] < '0' || last[k-1] > '9') {
		// search_files2
		return strings.Join(words[from:to-1], "") + last[:k], true
	}
	return strings.Join(words[from:to], ""), to-from < len(words)
}

// oneEdit reports whether a and b differ by one inserted, deleted or replaced rune, or by two neighbours that changed places
// (optimal string alignment distance 1).
func oneEdit(a, b string) bool {
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

// OneEditApart reports whether two words differ by one letter, or by two neighbours that changed places.
func OneEditApart(a, b string) bool { return oneEdit(a, b) }

// nameRune reports whether a character outside of ASCII is part of a name's words: no separator and nothing invisible.
func nameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
