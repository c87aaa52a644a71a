package launch

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"

	"github.com/org/mcp-lint/detect"
)

// differ counts the letters in which two names of one length differ.
func differ(a, b string) int {
	n, other := 0, []rune(strings.ToLower(b))
	for i, r := range []rune(strings.ToLower(a)) {
		if i >= len(other) || r != other[i] {
			n++
		}
	}
	return n
}

// maxOdd bounds the letters that are named.
const maxOdd = 3

// oddLetters names the letters of a name that only look like those of another, since nobody sees which they are: those that are not
// ASCII, or else, where the names are of one length, those that differ.
func oddLetters(name, of string) string {
	var said []string
	tell := func(at int, r rune) {
		if len(said) < maxOdd {
			said = append(said, fmt.Sprintf("letter %d is U+%04X %s", at, r, runenames.Name(r)))
		}
	}
	wanted, same := []rune(of), utf8.RuneCountInString(name) == utf8.RuneCountInString(of)
	at, ascii := 0, isASCII(name)
	same = same && (!ascii || differ(name, of) == 1 || detect.NameSkeleton(name) == detect.NameSkeleton(of))
	for _, r := range name {
		if at++; r >= utf8.RuneSelf && r != utf8.RuneError || ascii && same && unicode.ToLower(r) != unicode.ToLower(wanted[at-1]) {
			tell(at, r)
		}
	}
	return strings.Join(said, ", ")
}
