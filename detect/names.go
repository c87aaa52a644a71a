package detect

import (
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
)

// maxNameBytes bounds how much of a name is compared. Clients refuse names above 128 characters.
const maxNameBytes = 512

// NameWords cuts a name into its words in lower case, at separators and at the humps of camel case: getHTTPDocs, get-http-docs
// and get_http_docs are all get, http, docs. Digits stay with the letters before them.
func NameWords(name string) []string {
	runes := []rune(cutRunes(name, maxNameBytes))
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
	return strings.ToLower(confusable.Skeleton(NameKey(cutRunes(name, maxNameBytes))))
}

// skeletons are the forms in which names are compared by their looks: NameSkeleton, and where the name has them, a capital I inside
// a word read as a small l (fIight), and digits inside a word read as the letters they are used for (s3nd).
func skeletons(name string) []string {
	name = cutRunes(name, maxNameBytes)
	forms := []string{NameSkeleton(name)}
	capitals, digits := []byte(name), []byte(name)
	for i := 1; i+1 < len(name); i++ {
		if !letter(name[i-1]) || !letter(name[i+1]) && name[i+1] != name[i] {
			continue
		}
		if name[i] == 'I' && name[i-1] >= 'a' && name[i+1] >= 'a' {
			capitals[i] = 'l'
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

// variantWords are words that a name takes on to pass for a newer or better edition of another one.
var variantWords = map[string]bool{
	"v1": true, "v2": true, "v3": true, "v4": true, "v5": true, "2": true, "3": true, "ng": true, "new": true, "next": true,
	"newer": true, "latest": true, "updated": true, "improved": true, "enhanced": true, "better": true, "best": true,
	"official": true, "verified": true, "trusted": true, "secure": true, "secured": true, "safe": true, "safer": true,
	"real": true, "original": true, "true": true, "pro": true, "plus": true, "premium": true, "ultra": true, "super": true,
	"ultimate": true, "advanced": true, "fast": true, "faster": true, "turbo": true, "smart": true, "fixed": true,
	"patched": true, "proxy": true, "wrapper": true, "alt": true, "copy": true, "ex": true, "ext": true, "extended": true,
	"tool": true, "the": true, "my": true, "recommended": true, "preferred": true, "default": true, "primary": true,
	"deluxe": true, "max": true, "xl": true, "lite": true, "quick": true, "rapid": true, "express": true, "instant": true,
	"certified": true, "authentic": true, "genuine": true, "approved": true, "authorized": true, "legit": true, "prime": true,
	"elite": true, "gold": true, "platinum": true, "reloaded": true, "revised": true, "upgraded": true, "optimized": true,
	"hardened": true, "protected": true, "modern": true, "current": true, "stable": true, "beta": true, "mirror": true, "clone": true,
	"deprecated": true, "legacy": true, "old": true, "actual": true, "proper": true, "correct": true, "free": true, "unlimited": true,
	"perfect": true, "great": true, "good": true, "cool": true, "hyper": true, "mega": true, "power": true, "boosted": true,
}

// serverWords are words of servers' names that tell nothing of whose they are.
var serverWords = map[string]bool{
	"mcp": true, "server": true, "tools": true, "api": true, "service": true, "client": true, "app": true, "kit": true, "toolkit": true,
	"helper": true, "utils": true, "util": true, "extra": true, "official": true, "support": true, "community": true, "remote": true,
	"local": true, "hosted": true, "bridge": true, "companion": true, "integration": true, "connector": true, "plugin": true,
	"agent": true, "ai": true, "lab": true, "online": true, "home": true, "work": true, "dev": true, "prod": true, "test": true, "io": true,
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
