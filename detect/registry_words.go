package detect

import (
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// DescriptionWords returns the stems of the words of the tool's description in their order, fill words left out, numbers
// as digits.
func DescriptionWords(t ToolView) []string {
	i := t.FieldAt("/description")
	if i < 0 {
		return nil
	}
	return docWords(t.Doc(i))
}

func docWords(doc *text.Doc) []string {
	words := make([]string, 0, min(len(doc.Words), maxTextWords))
	for k := range doc.Words {
		w := &doc.Words[k]
		if len(words) > 0 && heading(doc, k) {
			break
		}
		if w.Fold == "" || fillWord(w.Fold) {
			continue
		}
		stem := w.Stem
		if n := digits(w.Fold); n != "" {
			stem = n
		}
		if words = append(words, stem); len(words) >= maxTextWords {
			break
		}
	}
	return words
}

// heading reports whether word k begins the part of a doc string that tells of arguments and results: a form that frameworks fill
// in.
func heading(doc *text.Doc, k int) bool {
	switch doc.Words[k].Fold {
	case "returns", "args", "arguments", "parameters", "raises", "return":
	default:
		return false
	}
	end := doc.Words[k].End
	return end < len(doc.Raw) && doc.Raw[end] == ':' && strings.Contains(doc.Gap(k), "\n")
}

// fillWord reports whether a word carries no meaning of its own in a description.
func fillWord(w string) bool {
	switch w {
	case "a", "an", "the", "of", "to", "in", "on", "for", "with", "and", "or", "by", "from", "as", "at", "is", "are", "be", "it", "its", "this",
		"that", "these", "those", "you", "your", "can", "will", "using", "use", "used", "which":
		return true
	}
	return false
}

// digits returns a number that is written out in digits, or "".
func digits(w string) string {
	switch w {
	case "one":
		return "1"
	case "two":
		return "2"
	case "three":
		return "3"
	case "four":
		return "4"
	case "five":
		return "5"
	case "six":
		return "6"
	case "seven":
		return "7"
	case "eight":
		return "8"
	case "nine":
		return "9"
	case "ten":
		return "10"
	case "eleven":
		return "11"
	case "twelve":
		return "12"
	}
	return ""
}
