package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// outline writes the tokens of code for comparison: decoded literals in quotes, interpolated strings in < >, their holes in
// ${ }, documentation after #, line ends as |, all else as it stands.
func outline(t *testing.T, lang Language, code string) string {
	t.Helper()
	f := readChecked(t, lang, code)
	var out []string
	for i, tok := range f.Tokens {
		s := string(f.Raw(i))
		switch {
		case tok.Kind == String || tok.Kind == Chunk:
			s = `"` + f.Text(i).Value + `"`
		case tok.Kind == Doc:
			s = "#" + f.Text(i).Value + "#"
		case tok.Kind == Line:
			s = "|"
		case tok.Shape == Quote && tok.Kind == Open:
			s = "<"
		case tok.Shape == Quote:
			s = ">"
		case tok.Shape == Hole && tok.Kind == Open:
			s = "${"
		case tok.Shape == Hole:
			s = "}"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// outlines checks pairs of code and its outline.
func outlines(t *testing.T, lang Language, pairs ...string) {
	t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		assert.Equal(t, pairs[i+1], outline(t, lang, pairs[i]), "%s", pairs[i])
		// Other line breaks change no text.
		crlf := strings.ReplaceAll(pairs[i], "\n", "\r\n")
		assert.Equal(t, pairs[i+1], outline(t, lang, crlf), "CRLF: %s", pairs[i])
	}
}

func TestComments(t *testing.T) {
	outlines(t, Java, "a // b\nc /* d\n*/ e /**/ /***/ f /** g */ h", "a c e f #g# h")
	outlines(t, Java, "/**\n * One.\n *   Two {@code x}.\n *\n * @param a b\n */ x", "#One.\n  Two {@code x}.\n\n@param a b# x")
	outlines(t, Java, "/** One.\n    two\n\t*three */", "#One.\ntwo\nthree#")
	outlines(t, Java, "/// plain\nx", "x")
	outlines(t, CSharp, "/// <summary>\n///  One &amp; two\n  /// </summary>\n//// plain\n/// three\nx", "#<summary>\n One &amp; two\n</summary># #three# x")
	outlines(t, Kotlin, "a /* b /* c */ d */ e /*/* */*/ f", "a e f")
	outlines(t, Dart, "/// One\n///\n/// two\nf /* /* */ */ g", "#One\n\ntwo# f g")
}

// TestNestedDeep interpolates ten thousand strings in one another: in all languages the reading is flat and ends.
func TestNestedDeep(t *testing.T) {
	const deep = 10_000
	for lang, parts := range map[Language][2]string{CSharp: {`$"a{`, `}"`}, Kotlin: {`"a${`, `}"`}, Dart: {`'a${`, `}'`}} {
		f := readChecked(t, lang, strings.Repeat(parts[0], deep)+"x"+strings.Repeat(parts[1], deep))
		assert.False(t, f.Cut)
		f = readChecked(t, lang, strings.Repeat(parts[0], deep))
		assert.False(t, f.Cut)
	}
}
