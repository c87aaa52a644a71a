package lex

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

func lexJSText(name, text string) *File {
	return lexJavaScript(source.NewFile(name, name, []byte(text)))
}

// showJS lists tokens: words, numbers and marks as they stand, literals decoded and quoted, "⏎" for a Line, "‹" and "›" around a
// group whose delimiter does not show what it is.
func showJS(f *File) string {
	var parts []string
	for i, t := range f.Tokens {
		raw := string(f.Raw(i))
		switch t.Kind {
		case Line:
			raw = "⏎"
		case String:
			raw = fmt.Sprintf("%q", f.Text(i).Value)
		case Chunk:
			raw = fmt.Sprintf("chunk%q", f.Text(i).Value)
		case Doc:
			raw = fmt.Sprintf("doc%q", f.Text(i).Value)
		case Markup:
			raw = fmt.Sprintf("markup%q", raw)
		case Regex:
			raw = "regex" + raw
		case Open:
			if t.Shape == Paren && raw != "(" {
				raw = "‹" + raw
			}
		case Close:
			if t.Shape == Paren && raw != ")" {
				raw += "›"
			}
		}
		parts = append(parts, raw)
	}
	return strings.Join(parts, " ")
}
