package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// reasons names the words of a sentence that weigh most for its being smuggled in, for people: plain words of the text as it is
// folded, so nothing but letters, digits and apostrophes.
func (p *prose) reasons(r text.Range) string {
	const most = 3
	type reason struct {
		words  string
		weight int32
	}
	var all []reason
	said := p.saidWords(r)
	w := learned()
	f := features{p: p, closed: closedWords()}
	f.emit = func(kind featureKind, a, b, _ token) {
		gap := " "
		switch kind {
		case featSkip, featClosedSkip:
			gap = " \u2026 "
		case featWord, featClosedWord, featPair, featClosedPair:
		default:
			return
		}
		if a.closed && (b.text == "" || b.closed) {
			// Words of grammar alone tell a reader nothing.
			return
		}
		if said[a.text] == "" || b.text != "" && said[b.text] == "" {
			return
		}
		words := said[a.text]
		if b.text != "" {
			words += gap + said[b.text]
		}
		all = append(all, reason{words, w.ofWords(kind, a, b)})
	}
	f.sentence(r)
	slices.SortFunc(all, func(x, y reason) int {
		return cmp.Or(cmp.Compare(y.weight, x.weight), strings.Compare(x.words, y.words))
	})
	all = slices.CompactFunc(all, func(x, y reason) bool { return x.words == y.words })
	var out []string
	for _, x := range all {
		if len(out) == most || x.weight <= 0 {
			break
		}
		out = append(out, "\u201c"+x.words+"\u201d")
	}
	return strings.Join(out, ", ")
}

// saidWords maps the stems of the sentence's plain words to the first word with that stem.
func (p *prose) saidWords(r text.Range) map[string]string {
	said := map[string]string{}
	for i := r.Start; i < r.End; i++ {
		w := &p.doc.Words[i]
		if w.Kind != text.KindWord || strings.ContainsFunc(w.Fold, func(c rune) bool {
			return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '\''
		}) {
			continue
		}
		for _, stem := range []string{w.Stem(), w.Alt()} {
			if stem != "" && said[stem] == "" {
				said[stem] = w.Fold
			}
		}
	}
	return said
}
