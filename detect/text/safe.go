package text

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Safe makes s safe to print anywhere: on one line, with every control, format, bidirectional, tag, private-use and otherwise invisible
// character written as its U+XXXX name, invalid bytes as \xNN, and at most limit runes of output (0 means no limit), truncated between
// characters and ended by "…". Line feed, carriage return and tab are written \n, \r and \t.
func Safe(s string, limit int) string {
	var b strings.Builder
	n := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		piece := SafeRune(r, s[i:i+size])
		w := utf8.RuneCountInString(piece)
		if limit > 0 && n+w > limit-1 && !(n+w == limit && i+size == len(s)) {
			b.WriteString("…")
			return b.String()
		}
		b.WriteString(piece)
		n += w
		i += size
	}
	return b.String()
}

// SafeRune is Safe for one rune; raw is its encoding, for invalid bytes.
func SafeRune(r rune, raw string) string {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		return fmt.Sprintf(`\x%02X`, raw[0])
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case Invisible(r):
		return fmt.Sprintf("U+%04X", r)
	}
	return raw
}

// Invisible reports whether r looks like nothing or a plain space: controls, format characters, default-ignorable code points (Unicode
// 15, DerivedCoreProperties), fillers, private use, surrogates, unassigned code points, combining grapheme joiners, and all white space
// but the ordinary space.
func Invisible(r rune) bool { return !unicode.IsPrint(r) || unicode.Is(unseen, r) }

// commands are those that runners of GitHub, Azure Pipelines and TeamCity accept anywhere in a line of a log. See
// https://github.com/actions/runner (ActionCommand.TryParse),
// https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands and https://www.jetbrains.com/help/teamcity/service-messages.html.
var commands = regexp.MustCompile(`##(\[|[vV][sS][oO]\[|[tT][eE][aA][mM][cC][iI][tT][yY]\[)`)

// BreakCommands puts a space into the commands that runners accept: "##[", "##vso[" and "##teamcity[", in any case.
func BreakCommands(line string) string { return commands.ReplaceAllString(line, "## $1") }

// Count counts things: 1 file, 2 files.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
