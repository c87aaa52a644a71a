package manifest

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// decodeTOML maps value, which the library decoded, to the raw string or bare key in span. When reading it once more gives
// another value, the value is mapped to the string as a whole.
func decodeTOML(f *source.File, span source.Span, value string) source.Text {
	raw := f.Data[span.Start:span.End]
	mark, width := byte(0), 0
	if len(raw) >= 2 && (raw[0] == '"' || raw[0] == '\'') {
		mark, width = raw[0], 1
		if len(raw) >= 6 && raw[1] == mark && raw[2] == mark {
			width = 3
		}
	}
	body := source.Span{Start: span.Start + width, End: span.End - width}
	if width == 3 {
		body.Start += tomlBreak(f.Data[body.Start:body.End]) // the first line break is none of the string
	}
	// Line breaks are LF in the value, however the file is checked out (TOML 1.0, "String", lets parsers normalise them).
	text := tomlText(f, body, mark == '"', width == 3)
	if text.Value == value || width == 3 && tomlText(f, body, mark == '"', false).Value == value {
		return text
	}
	var b source.Builder
	b.Inexact(f, span, value)
	return b.Text()
}

// tomlText decodes the body of a string. normalise makes LF of CRLF.
func tomlText(f *source.File, body source.Span, escapes, normalise bool) source.Text {
	raw := f.Data[body.Start:body.End]
	if !(escapes && bytes.IndexByte(raw, '\\') >= 0) && !(normalise && bytes.IndexByte(raw, '\r') >= 0) {
		return source.VerbatimText(f, body)
	}
	var b source.Builder
	run := 0
	for i := 0; i < len(raw); {
		size, decoded, fold := 0, "", false
		switch {
		case escapes && raw[i] == '\\':
			if size = tomlLineEscape(raw[i:]); size == 0 {
				decoded, size = tomlEscape(raw[i:])
			}
		case normalise && raw[i] == '\r' && tomlBreak(raw[i:]) == 2:
			size, decoded, fold = 2, "\n", true
		}
		if size == 0 {
			i++
			continue
		}
		b.Verbatim(f, source.Span{Start: body.Start + run, End: body.Start + i})
		span := source.Span{Start: body.Start + i, End: body.Start + i + size}
		if fold {
			b.Fold(f, span, decoded)
		} else {
			b.Escape(f, span, decoded)
		}
		i += size
		run = i
	}
	b.Verbatim(f, source.Span{Start: body.Start + run, End: body.End})
	return b.Text()
}

func tomlBreak(s []byte) int {
	switch {
	case bytes.HasPrefix(s, []byte("\n")):
		return 1
	case bytes.HasPrefix(s, []byte("\r\n")):
		return 2
	}
	return 0
}

// tomlLineEscape returns the length of a backslash that ends a line, with all the white space and breaks after it, or 0.
func tomlLineEscape(s []byte) int {
	i := 1
	for i < len(s) && yamlBlank(s[i]) {
		i++
	}
	if tomlBreak(s[i:]) == 0 {
		return 0
	}
	return len(s) - len(bytes.TrimLeft(s[i:], " \t\r\n"))
}

// tomlEscape decodes the escape at the start of s (TOML 1.1, "String"), which is size bytes long.
func tomlEscape(s []byte) (decoded string, size int) {
	if len(s) < 2 {
		return "", len(s)
	}
	digits := 0
	switch s[1] {
	case 'b':
		return "\b", 2
	case 't':
		return "\t", 2
	case 'n':
		return "\n", 2
	case 'f':
		return "\f", 2
	case 'r':
		return "\r", 2
	case 'e':
		return "\x1b", 2
	case '"', '\\':
		return string(s[1:2]), 2
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	}
	if r, ok := source.HexRune(s[2:], digits); digits > 0 && ok && r >= 0 {
		return string(r), 2 + digits
	}
	return "", 2
}
