package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// breakKind is how strongly two words are apart.
type breakKind uint8

const (
	noBreak breakKind = iota
	clauseBreak
	sentenceBreak
)

// longestSentence bounds a sentence, in words, so that looking through one stays cheap. Real sentences in tool text end
// well before; what is longer is read in pieces.
const longestSentence = 150

// longestCut is the length of the longest gap that Flags.Cuts counts.
const longestCut = 8

// scanSentences cuts the words into sentences and clauses. Full stops, blank lines, list items, headings and markup end a
// sentence; commas, colons, semicolons, dashes and brackets end a clause. A line break inside of hard-wrapped text ends
// neither.
func (d *Doc) scanSentences() {
	if len(d.Words) == 0 {
		return
	}
	var few [2][32]Range
	sentences, clauses := few[0][:0], few[1][:0]
	sentence, clause := 0, 0
	tag, lineStart := 0, 0
	before := 0
	for i := range d.Words {
		w := &d.Words[i]
		kind := noBreak
		if i > 0 {
			marked := false
			for tag < len(d.Tags) && d.Tags[tag].Start < w.Start() {
				marked = marked || d.Tags[tag].End > before && d.Tags[tag].Open != '[' || d.Tags[tag].Start >= before
				tag++
			}
			if before >= w.Start() {
				d.Flags.Cuts++
			} else if w.Start()-before != 1 || d.Raw[before] != ' ' {
				gap := d.Raw[before:w.Start()]
				classes := classesOf(gap)
				if classes&classApart == 0 && len(gap) <= longestCut {
					d.Flags.Cuts++
				}
				if classes&classBreak != 0 {
					if classes.chars()&CharsNewline != 0 {
						kind = lineBreak(gap, before-lineStart, d.Raw[w.Start():])
						lineStart = w.Start()
					}
					if kind != sentenceBreak {
						kind = max(kind, d.punctuation(i, gap))
					}
				}
			}
			if marked {
				kind = sentenceBreak
			}
		}
		before = w.End()
		if i-sentence >= longestSentence {
			kind = sentenceBreak
		}
		if kind == sentenceBreak {
			sentences = append(sentences, Range{sentence, i})
			sentence = i
		}
		if kind != noBreak {
			clauses = append(clauses, Range{clause, i})
			clause = i
		}
		w.sentence, w.clause = int32(len(sentences)), int32(len(clauses))
	}
	sentences = append(sentences, Range{sentence, len(d.Words)})
	clauses = append(clauses, Range{clause, len(d.Words)})
	n := len(sentences)
	if n+len(clauses) > cap(d.ranges) {
		d.ranges = make([]Range, 0, n+len(clauses))
	}
	d.ranges = append(append(d.ranges[:0], sentences...), clauses...)
	d.Sentences, d.Clauses = d.ranges[:n:n], d.ranges[n:]
}

// lineBreak judges a gap with a line break. width is the length of the line that ends, in bytes.
func lineBreak(gap string, width int, next string) breakKind {
	// wrapped is the shortest line that an editor would have wrapped.
	const wrapped = 50
	first := strings.IndexByte(gap, '\n')
	rest := strings.TrimLeft(gap[first+1:], " \t\r")
	if strings.Contains(rest, "\n") {
		return sentenceBreak
	}
	if rest != "" && strings.ContainsRune("-*#+>=|", rune(rest[0])) || strings.HasPrefix(rest, "\u2022") || strings.HasPrefix(rest, "\u2014") {
		return sentenceBreak
	}
	r, _ := utf8.DecodeRuneInString(next)
	if unicode.IsUpper(r) || unicode.IsDigit(r) {
		if width >= wrapped && !unicode.IsDigit(r) {
			return noBreak
		}
		return sentenceBreak
	}
	return noBreak
}

// abbreviation reports whether the full stop of a word ends no sentence.
func abbreviation(word string) bool {
	switch word {
	case "etc", "vs", "eg", "ie", "cf", "approx", "incl", "dr", "mr", "no", "fig":
		return true
	}
	return false
}

// punctuation judges the signs between word i-1 and word i.
func (d *Doc) punctuation(i int, gap string) breakKind {
	kind := noBreak
	for k, r := range gap {
		switch r {
		case '.', '!', '?':
			after := gap[k+1:]
			if after == "" {
				continue
			}
			if r == '.' && d.abbreviated(i-1) {
				kind = max(kind, clauseBreak)
				continue
			}
			return sentenceBreak
		case '\u3002', '\uFF01', '\uFF1F', '\u0964', '\u061F', '\u06D4', '\uFF0E':
			return sentenceBreak
		case ',', ';', ':', '(', ')', '\u2014', '\u2013', '\uFF0C', '\u3001', '\uFF1A', '\uFF1B', '\u060C', '{', '}', '=', '|':
			kind = clauseBreak
		case '\u2022', '\u2192', '\u2713', '\u2717', '\u00D7':
			return sentenceBreak
		case '-':
			if strings.HasPrefix(gap[k:], "- ") && k > 0 && gap[k-1] == ' ' || strings.HasPrefix(gap[k:], "--") {
				kind = clauseBreak
			}
		}
	}
	return kind
}

// abbreviated reports whether word i is written with a full stop that belongs to it: e.g., i.e., etc.
func (d *Doc) abbreviated(i int) bool {
	w := &d.Words[i]
	if abbreviation(w.Fold) {
		return w.Fold != "no"
	}
	if i == 0 || len(w.Fold) != 1 {
		return false
	}
	return d.Words[i-1].Fold == "e" && w.Fold == "g" || d.Words[i-1].Fold == "i" && w.Fold == "e"
}
