package reading

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// signs marks what is not a word: addresses, paths, quotations, markup, labels, words in capitals.
func (r *Reader) signs(doc *text.Doc, s *Sentence, span text.Range) {
	shouted := 0
	for i := range s.Tokens {
		t := &s.Tokens[i]
		c, ok := r.sign(t)
		if ok && !t.Named {
			s.Marks = append(s.Marks, Mark{Concept: c, Start: t.Start, End: t.End})
		}
		if t.Shout {
			if shouted++; shouted == 2 {
				s.Marks = append(s.Marks, Mark{Concept: Shout, Start: s.Tokens[i-1].Start, End: t.End})
			}
		} else {
			shouted = 0
		}
		if (ok || quoteBefore(doc.Raw, t)) && i > 0 && r.assigned(doc.Raw, s, i) {
			s.Marks = append(s.Marks, Mark{Concept: Assigned, Start: t.Start, End: t.End})
		}
	}
	// Text before the first word, such as an opening tag, belongs to the sentence.
	from := 0
	if span.Start > 0 {
		from = doc.Words[span.Start-1].End()
	}
	to := s.End
	if span.End == len(doc.Words) {
		to = len(doc.Raw)
	}
	for _, g := range doc.Tags[firstFrom(len(doc.Tags), func(i int) int { return doc.Tags[i].Start }, from):] {
		if g.Start >= to {
			break
		}
		if !r.lex.lists[".html"][strings.TrimPrefix(g.Name, "/")] {
			s.Marks = append(s.Marks, Mark{Concept: Markup, Start: int32(g.Start), End: int32(g.End)})
		}
	}
	for _, q := range doc.Quotes[firstFrom(len(doc.Quotes), func(i int) int { return doc.Quotes[i].Start }, from):] {
		if q.Start >= to {
			break
		}
		s.Marks = append(s.Marks, Mark{Concept: Quoted, Start: int32(q.Start), End: int32(q.End)})
	}
	const maxLabel = 4
	for i := 1; i < min(len(s.Tokens), maxLabel+1); i++ {
		if strings.HasPrefix(strings.TrimLeft(gapOf(doc.Raw, &s.Tokens[i-1], &s.Tokens[i]), "*_`"), ":") {
			s.Label = i
			break
		}
	}
}

// firstFrom returns the first of n items, sorted by start, that starts at or after byte from.
func firstFrom(n int, start func(i int) int, from int) int {
	return sort.Search(n, func(i int) bool { return start(i) >= from })
}

// sign returns the concept of a token that is not a word of a language.
func (r *Reader) sign(t *Token) (Concept, bool) {
	switch t.Kind {
	case text.KindNumber:
		return Number, len(t.Fold) > 1
	case text.KindEmail:
		return Email, true
	case text.KindURL:
		return URL, true
	case text.KindHost:
		return Host, true
	case text.KindPath:
		if r.lex.SecretPath(t.Fold) {
			return SecretPath, true
		}
		return Path, true
	}
	return 0, false
}

// SecretPath reports whether a folded path may lead to a file with credentials. Public keys do not count.
func (l *Lexicon) SecretPath(path string) bool { return l.holds(".secret_path", path) }

// SecretFile reports whether a folded path leads to a file that is known to hold only secrets.
func (l *Lexicon) SecretFile(path string) bool { return l.holds(".secret_file", path) }

func (l *Lexicon) holds(list, path string) bool {
	if strings.HasSuffix(path, ".pub") {
		return false
	}
	for name := range l.lists[list] {
		if strings.Contains(path, name) {
			return true
		}
	}
	return false
}

// assigned reports whether a token follows a sign or word of assignment.
func (r *Reader) assigned(raw string, s *Sentence, i int) bool {
	gap := gapOf(raw, &s.Tokens[i-1], &s.Tokens[i])
	return strings.ContainsAny(gap, "=:") || r.lex.lists[".assign"][s.Tokens[i-1].Fold]
}

// gapOf returns the text between two tokens.
func gapOf(raw string, a, b *Token) string {
	if a.End >= b.Start || int(b.Start) > len(raw) {
		return ""
	}
	return raw[a.End:b.Start]
}

// quoteBefore reports whether a quotation mark directly precedes the token, quotedAlone whether one follows it too.
func quoteBefore(raw string, t *Token) bool { return t.Start > 0 && isQuote(raw[t.Start-1]) }

func quotedAlone(raw string, t *Token) bool {
	return quoteBefore(raw, t) && int(t.End) < len(raw) && raw[t.End] == raw[t.Start-1]
}

func isQuote(c byte) bool { return c == '`' || c == '\'' || c == '"' }

func sortMarks(marks []Mark) {
	slices.SortFunc(marks, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Concept, b.Concept), cmp.Compare(a.End, b.End))
	})
}
