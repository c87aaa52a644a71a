package report

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/lazy"
)

// htmlWord is a run of text, or one character that nobody sees, which is drawn as a badge.
type htmlWord struct {
	Text string
	// Name says what a badge stands for; it is empty for text.
	Name string
}

var (
	// codePoint finds what text.Safe writes for a character that cannot be seen.
	codePoint = lazy.Regexp(`U\+[0-9A-F]{4,6}`)
	// escape finds escapes of characters in source code, and pairs of backslashes, which are none.
	escape = lazy.Regexp(`\\(?:\\|u\{[0-9a-fA-F]{1,6}\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2})`)
)

// words makes foreign words fit to be shown: those characters that cannot be seen are badges, and what would take more
// than limit runes is cut (0 means no limit). Evidence has been through text.Safe before; its code points are badges too.
func words(s string, limit int) []htmlWord {
	var out []htmlWord
	n, from := 0, 0
	plain := func(to int) {
		if to > from {
			out = appendWord(out, htmlWord{Text: s[from:to]})
		}
	}
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		w := htmlWord{}
		switch raw := s[i : i+size]; {
		case r == utf8.RuneError && size == 1:
			w = htmlWord{text.SafeRune(r, raw), notUTF8(raw[0])}
		case text.Invisible(r):
			w = htmlWord{text.SafeRune(r, raw), text.HiddenName(r)}
		}
		if n += max(len(w.Text), 1); limit > 0 && n > limit {
			plain(i)
			from = len(s)
			out = appendWord(out, htmlWord{Text: "…"})
			break
		}
		if w.Name != "" {
			plain(i)
			from = i + size
			out = appendWord(out, w)
		}
		i += size
	}
	plain(len(s))
	return badges(out, codePoint(), func(match string) (rune, bool) { return hexRune(match[2:]) })
}

func notUTF8(b byte) string { return fmt.Sprintf("byte %02X, which is no UTF-8", b) }

func appendWord(list []htmlWord, w htmlWord) []htmlWord {
	if k := len(list) - 1; k >= 0 && w.Name == "" && list[k].Name == "" {
		list[k].Text += w.Text
		return list
	}
	return append(list, w)
}

// badges makes badges of what the pattern finds in text and decode takes for a character that cannot be seen.
func badges(list []htmlWord, pattern *regexp.Regexp, decode func(string) (rune, bool)) []htmlWord {
	var out []htmlWord
	for _, w := range list {
		if w.Name != "" {
			out = append(out, w)
			continue
		}
		at := 0
		for _, m := range pattern.FindAllStringIndex(w.Text, -1) {
			r, ok := decode(w.Text[m[0]:m[1]])
			if !ok || !text.Invisible(r) {
				continue
			}
			if m[0] > at {
				out = append(out, htmlWord{Text: w.Text[at:m[0]]})
			}
			out = append(out, htmlWord{w.Text[m[0]:m[1]], text.HiddenName(r)})
			at = m[1]
		}
		if at < len(w.Text) {
			out = append(out, htmlWord{Text: w.Text[at:]})
		}
	}
	return out
}

// escapes makes badges of the escapes of characters that cannot be seen.
func escapes(s string) []htmlWord { return badges([]htmlWord{{Text: s}}, escape(), unescape) }

// unescape decodes what escape finds.
func unescape(match string) (rune, bool) {
	switch digits := strings.Trim(match[2:], "{}"); {
	case match[1] == '\\':
		return 0, false
	case len(digits) == len(`d83d\ude00`):
		high, _ := hexRune(digits[:4])
		low, _ := hexRune(digits[6:])
		return utf16.DecodeRune(high, low), true
	default:
		return hexRune(digits)
	}
}

func hexRune(digits string) (rune, bool) {
	n, err := strconv.ParseUint(digits, 16, 32)
	return rune(n), err == nil && n <= utf8.MaxRune
}

// htmlInline is a piece of one of our own texts: plain, or code, strong or a link.
type htmlInline struct{ Text, Kind, URL string }

// inlineMark finds the Markdown that our own texts use.
var inlineMark = lazy.Regexp("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\[([^\\]]+)\\]\\((https://[^)\\s]+)\\)")

// paragraphs cuts one of our own Markdown texts into paragraphs.
func paragraphs(markdown string) [][]htmlInline {
	var out [][]htmlInline
	for _, p := range strings.Split(markdown, "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			out = append(out, inline(p))
		}
	}
	return out
}

func inline(p string) []htmlInline {
	var out []htmlInline
	at := 0
	for _, m := range inlineMark().FindAllStringSubmatchIndex(p, -1) {
		if m[0] > at {
			out = append(out, htmlInline{Text: p[at:m[0]]})
		}
		at = m[1]
		switch {
		case m[2] >= 0:
			out = append(out, htmlInline{Text: p[m[2]:m[3]], Kind: "code"})
		case m[4] >= 0:
			out = append(out, htmlInline{Text: p[m[4]:m[5]], Kind: "strong"})
		default:
			out = append(out, htmlInline{p[m[6]:m[7]], "link", p[m[8]:m[9]]})
		}
	}
	if at < len(p) {
		out = append(out, htmlInline{Text: p[at:]})
	}
	return out
}
