package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// paddingLines is how many line ends in a row push text out of sight: a screen of them. Real descriptions separate
	// sections by up to four.
	paddingLines = 25
	// paddingBlanks is how many blanks in a row do the same sideways. Tables in real descriptions stay under 60.
	paddingBlanks = 120
	// hiddenWords is how many words make prose of what is inside a comment; markers of tools have one or two.
	hiddenWords = 3
	// maxMarkup bounds the search for the end of a comment or element, in bytes.
	maxMarkup = 64 << 10
)

// findPadding finds white space that pushes following text out of sight.
func findPadding(s string) []HiddenRun {
	visible := func(i int) bool { return i < len(s) && s[i] > ' ' && s[i] < 0x7F }
	var runs []HiddenRun
	for i := 0; i < len(s); {
		if visible(i) || visible(i+1) {
			// A single blank, at most.
			i++
			continue
		}
		start, lines, blanks, widest := i, 0, 0, 0
		for i < len(s) {
			r, size := utf8.DecodeRuneInString(s[i:])
			if isLineEnd(r) {
				if r != '\r' || !strings.HasPrefix(s[i+1:], "\n") {
					lines++
				}
				blanks = 0
			} else if r == '\t' {
				blanks += 4
			} else if unicode.IsSpace(r) || r == 0x2800 || r == 0x3164 {
				blanks++
			} else {
				break
			}
			widest = max(widest, blanks)
			i += size
		}
		if i == start {
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		// Blanks at the end of the text hide nothing.
		if i < len(s) && (lines >= paddingLines || widest >= paddingBlanks) {
			runs = append(runs, HiddenRun{Start: start, End: i, Classes: []HiddenClass{HiddenPadding}})
		}
	}
	return runs
}

// findMarkup finds prose in markup that renders to nothing: HTML comments, Markdown link definitions used as comments, and
// elements styled away. What stands in code is shown as code, and so is not hidden.
func findMarkup(s string) []HiddenRun {
	if strings.IndexByte(s, '<') < 0 && !strings.Contains(s, "]:") {
		return nil
	}
	var runs []HiddenRun
	lineStart := true
	for i := 0; i < len(s); {
		end, inner := 0, ""
		switch {
		case s[i] == '`':
			end = skipCode(s, i)
		case s[i] == '<' && strings.HasPrefix(s[i:], "<!--"):
			if end, inner = comment(s, i); forProgram(inner) {
				inner = ""
			}
		case s[i] == '<':
			end, inner = hiddenElement(s, i)
		case s[i] == '[' && lineStart:
			end, inner = linkComment(s, i)
		}
		if end == 0 {
			lineStart = s[i] == '\n' || lineStart && s[i] == ' '
			i++
			continue
		}
		if wordCount(inner) >= hiddenWords {
			runs = append(runs, HiddenRun{Start: i, End: end, Classes: []HiddenClass{HiddenMarkup}})
		}
		i, lineStart = end, false
	}
	return runs
}

// skipCode returns the offset after the code span or fence that begins with the backticks at i, or after the backticks when
// it is never closed.
func skipCode(s string, i int) int {
	n := i
	for n < len(s) && s[n] == '`' {
		n++
	}
	fence := s[i:n]
	limit := min(len(s), n+maxMarkup)
	for from := n; from < limit; {
		at := strings.Index(s[from:limit], fence)
		if at < 0 {
			break
		}
		end := from + at + len(fence)
		if end >= len(s) || s[end] != '`' {
			return end
		}
		for end < len(s) && s[end] == '`' {
			end++
		}
		from = end
	}
	return n
}

// comment returns the end of the HTML comment at i and what is in it. One that is never closed runs to the end of the text,
// as browsers treat it.
func comment(s string, i int) (int, string) {
	body, _, closed := strings.Cut(s[i+len("<!--"):], "-->")
	if !closed {
		return len(s), body
	}
	return i + len("<!--") + len(body) + len("-->"), body
}

// linters are programs that take orders from HTML comments.
var linters = map[string]bool{
	"markdownlint": true, "prettier": true, "eslint": true, "stylelint": true, "textlint": true, "remark": true, "vale": true,
	"cspell": true, "alex": true, "htmlhint": true, "spellchecker": true,
}

// forProgram reports whether a comment speaks to a linter: its name with a short command, and nothing but rule codes after
// it, such as "markdownlint-disable MD041". No sentence can be written so.
func forProgram(comment string) bool {
	// most bounds the words of such a comment, parts those of the command.
	const most, parts = 8, 4
	words := strings.Fields(comment)
	if len(words) == 0 || len(words) > most {
		return false
	}
	if name, _, ok := strings.Cut(words[0], "-"); !ok || !linters[name] || wordCount(words[0]) > parts {
		return false
	}
	for _, w := range words[1:] {
		if !strings.ContainsAny(w, "0123456789") {
			return false
		}
	}
	return true
}

// linkComment reads a link definition whose target is "#" or "<>": [//]: # (text), [comment]: <> "text". The end is 0 for others.
func linkComment(s string, i int) (end int, inner string) {
	line, _, _ := strings.Cut(s[i:], "\n")
	_, rest, _ := strings.Cut(line, "]:")
	rest = strings.TrimLeft(rest, " \t")
	title, ok := strings.CutPrefix(rest, "#")
	if !ok {
		title, ok = strings.CutPrefix(rest, "<>")
	}
	if title = strings.TrimSpace(title); !ok || len(title) < 2 || strings.IndexByte(`("'`, title[0]) < 0 {
		return 0, ""
	}
	return i + len(line), title
}

// hiddenStyles are the attributes that take an element out of sight, lower case and without blanks.
var hiddenStyles = []string{"display:none", "visibility:hidden", "font-size:0", "opacity:0;", `opacity:0"`, "height:0;overflow:hidden"}

// hiddenElement reads the element at i when its attributes hide it, up to its end tag. The end is 0 for others.
func hiddenElement(s string, i int) (end int, inner string) {
	limit := min(len(s), i+512)
	if i+1 >= limit || s[i+1]|0x20 < 'a' || s[i+1]|0x20 > 'z' {
		return 0, ""
	}
	stop := 1 + strings.IndexAny(s[i+1:limit], "<>")
	if stop < 3 || s[i+stop] == '<' || !strings.Contains(s[i:i+stop], "=") && !strings.Contains(s[i:i+stop], " hidden") {
		return 0, ""
	}
	open := strings.ToLower(s[i : i+stop])
	squeezed := strings.Join(strings.Fields(open), "")
	if !strings.Contains(open+" ", " hidden ") && !slices.ContainsFunc(hiddenStyles, func(style string) bool { return strings.Contains(squeezed, style) }) {
		return 0, ""
	}
	name := open[1:]
	if at := strings.IndexAny(name, " \t\n/"); at >= 0 {
		name = name[:at]
	}
	bodyAt := i + stop + 1
	body, _, _ := strings.Cut(s[bodyAt:min(len(s), bodyAt+maxMarkup)], "</"+name)
	return bodyAt + len(body), body
}

// wordCount counts runs of at least two letters; letters of scripts without spaces count in pairs.
func wordCount(s string) int {
	n, run := 0, 0
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			run = 0
			continue
		}
		if run++; run == 2 {
			n++
			if isCJK(r) || lacksSpaces(r) {
				run = 0
			}
		}
	}
	return n
}
