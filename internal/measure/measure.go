// Package measure counts and breaks text by the columns that it takes in a terminal.
package measure

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Width returns the number of terminal columns of a string: East Asian wide and full-width characters take two, combining marks none.
func Width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x300: // None of these is wide or combines.
			n++
		case unicode.In(r, unicode.Mn, unicode.Me):
		case r >= 0x1F300 && r <= 0x1FAFF, isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func isWide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// Wrap breaks words into lines of at most that many columns; a longer word gets a line of its own. 0 columns mean one line. Runs of
// blanks become one.
func Wrap(words string, columns int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(words) {
		w := Width(word)
		switch {
		case used == 0:
			line, used = word, w
		case columns > 0 && used+1+w > columns:
			lines = append(lines, line)
			line, used = word, w
		default:
			line, used = line+" "+word, used+1+w
		}
	}
	return append(lines, line)
}
