package lsp

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/internal/lazy"
)

const (
	// maxFixed bounds the documents that are fixed, since each is parsed once per spelling.
	maxFixed   = 2 << 20
	maxChanges = 20_000
)

// spellings are the escape syntaxes to try; the first that the language decodes to the same character is used.
func spellings() []func(rune) string {
	return []func(rune) string{
		func(r rune) string {
			if r > 0xFFFF {
				return fmt.Sprintf(`\U%08x`, r)
			}
			return fmt.Sprintf(`\u%04x`, r)
		},
		func(r rune) string { return string(asciijson.AppendEscape(nil, r)) },
		func(r rune) string { return fmt.Sprintf(`\u{%x}`, r) },
	}
}

// isHidden reports whether a character is invisible and not layout.
func isHidden(r rune) bool {
	return r != '\n' && r != '\r' && r != '\t' && text.Invisible(r)
}

func hiddenIn(words []byte, start, end int) []change {
	var out []change
	for i := max(start, 0); i < min(end, len(words)) && len(out) < maxChanges; {
		r, size := utf8.DecodeRune(words[i:])
		if isHidden(r) && size > 0 && (r != utf8.RuneError || size > 1) {
			out = append(out, change{start: i, end: i + size})
		}
		i += size
	}
	return out
}

// escapeHidden replaces the hidden characters of a diagnostic with escapes. It returns nil if the language has no escapes at that place: the result
// must parse to the same values.
func escapeHidden(at *target, d *diagnostic) []change {
	words := at.text.text
	list := hiddenIn(words, d.start, d.end)
	if len(list) == 0 || len(words) > maxFixed {
		return nil
	}
	before, ok := parse(at, words)
	if !ok {
		return nil
	}
	if slices.ContainsFunc(list, func(c change) bool { return !before.inString(c.start, c.end) }) {
		return nil
	}
	for _, spell := range spellings() {
		for i := range list {
			r, _ := utf8.DecodeRune(words[list[i].start:])
			list[i].words = spell(r)
		}
		if after, ok := parse(at, apply(words, list)); ok && slices.Equal(after.words, before.words) {
			return list
		}
	}
	return nil
}

var escapes = lazy.Regexp(`\\(?:u\{([0-9a-fA-F]{1,8})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2}))`)

// removeHidden deletes the hidden characters of a diagnostic, including escaped ones.
func removeHidden(at *target, d *diagnostic) []change {
	words := at.text.text
	start, end := max(d.start, 0), min(d.end, len(words))
	if start >= end {
		return nil
	}
	if !d.escaped {
		return mergeAdjacent(hiddenIn(words, start, end))
	}
	var out []change
	from := start
	for _, m := range escapes().FindAllSubmatchIndex(words[start:end], maxChanges) {
		at, stop := start+m[0], start+m[1]
		if backslashes := at - len(bytes.TrimRight(words[:at], `\`)); at < from || backslashes%2 == 1 {
			continue
		}
		r, ok := escapedRune(words[start:end], m)
		if !ok {
			continue
		}
		if utf16.IsSurrogate(r) {
			next := escapes().FindSubmatchIndex(words[stop:end])
			if next == nil || next[0] != 0 {
				continue
			}
			low, ok := escapedRune(words[stop:end], next)
			if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
				continue
			}
			stop += next[1]
		}
		if isHidden(r) {
			out = append(out, hiddenIn(words, from, at)...)
			out = append(out, change{start: at, end: stop})
			from = stop
		}
	}
	return mergeAdjacent(append(out, hiddenIn(words, from, end)...))
}

func escapedRune(words []byte, m []int) (rune, bool) {
	for k := 2; k+1 < len(m); k += 2 {
		if m[k] >= 0 {
			n, err := strconv.ParseUint(string(words[m[k]:m[k+1]]), 16, 32)
			return rune(n), err == nil && n <= utf8.MaxRune
		}
	}
	return 0, false
}

// mergeAdjacent merges adjacent deletions.
func mergeAdjacent(list []change) []change {
	var out []change
	for _, c := range list {
		if k := len(out) - 1; k >= 0 && out[k].end == c.start && strings.TrimSpace(out[k].words+c.words) == "" {
			out[k].end = c.end
			continue
		}
		out = append(out, c)
	}
	return out
}
