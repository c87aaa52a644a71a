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
	eachDocWord(doc, func(w string) bool {
		words = append(words, w)
		return len(words) < maxTextWords
	})
	return words
}

// eachDocWord calls visit for the words that docWords returns, until it says that it is enough.
func eachDocWord(doc *text.Doc, visit func(w string) bool) {
	some := false
	for k := range doc.Words {
		w := &doc.Words[k]
		stem := w.Stem()
		if len(w.Fold) <= longestRole {
			if w.Fold == "" {
				continue
			}
			switch role, digits := roleOf(w.Fold); {
			case role == fills:
				continue
			case role == heads && some && heading(doc, k):
				return
			case role == counts:
				stem = digits
			}
		}
		if some = true; !visit(stem) {
			return
		}
	}
}

// wordRole is what a word does in a description, other than to tell what the tool is for.
type wordRole uint8

const (
	tells wordRole = iota
	// fills carries no meaning of its own.
	fills
	// heads may begin a part of a doc string.
	heads
	// counts is a number that is written out.
	counts
)

// longestRole is the length of the longest word with a role.
const longestRole = len("parameters")

// heading reports whether word k, which may, begins the part of a doc string that tells of arguments and results: a form that frameworks
// fill in.
func heading(doc *text.Doc, k int) bool {
	end := doc.Words[k].End()
	return end < len(doc.Raw) && doc.Raw[end] == ':' && strings.Contains(doc.Gap(k), "\n")
}

// roleOf returns the role of a folded word, and the digits of one that counts.
func roleOf(w string) (role wordRole, digits string) {
	switch w {
	case "a", "an", "the", "of", "to", "in", "on", "for", "with", "and", "or", "by", "from", "as", "at", "is", "are", "be", "it", "its", "this",
		"that", "these", "those", "you", "your", "can", "will", "using", "use", "used", "which":
		return fills, ""
	case "returns", "args", "arguments", "parameters", "raises", "return":
		return heads, ""
	case "one":
		return counts, "1"
	case "two":
		return counts, "2"
	case "three":
		return counts, "3"
	case "four":
		return counts, "4"
	case "five":
		return counts, "5"
	case "six":
		return counts, "6"
	case "seven":
		return counts, "7"
	case "eight":
		return counts, "8"
	case "nine":
		return counts, "9"
	case "ten":
		return counts, "10"
	case "eleven":
		return counts, "11"
	case "twelve":
		return counts, "12"
	}
	return tells, ""
}
