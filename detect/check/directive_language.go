package check

import (
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// window is how far apart, in folded bytes, the words of one order may stand. Letters outside ASCII take two or three.
const window = 150

// foldRules puts the words of the rules into the form of the folded view.
func foldRules(rules []languageRule) []languageRule {
	for _, r := range rules {
		for _, g := range r.groups {
			for i := range g {
				g[i] = text.Fold(g[i])
			}
		}
	}
	return rules
}

// findLanguage finds orders in other languages than English.
func findLanguage(p *prose) []hit {
	var hits []hit
	s := p.doc.Folded
	for _, r := range languageRules {
		// hitsPerRule bounds the work on a text of nothing but first words.
		const hitsPerRule = 64
		from := 0
		for range hitsPerRule {
			start, end := firstOf(s[from:], r.groups[0])
			if start < 0 {
				break
			}
			start, end = start+from, end+from
			if start > 0 && letter(s[start]) && letter(s[start-1]) {
				from = end
				continue
			}
			if lo, hi, ok := together(s, start, end, r.groups[1:]); ok {
				rawStart, rawEnd := p.doc.RawSpan(lo, hi)
				if w := p.wordAt(rawStart); w >= 0 {
					hits = append(hits, hit{w, max(w, p.wordAt(rawEnd-1)) + 1, r.confidence, r.detail, r.threat})
				}
				end = hi
			}
			from = end
		}
	}
	return hits
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' }

// firstOf returns the span of the word of the group that comes first in s, or -1.
func firstOf(s string, group []string) (start, end int) {
	start = -1
	for _, w := range group {
		limit := len(s)
		if start >= 0 {
			limit = min(limit, start+len(w))
		}
		if k := strings.Index(s[:limit], w); k >= 0 && (start < 0 || k < start) {
			start, end = k, k+len(w)
		}
	}
	return start, end
}

// together reports whether a word of each group stands within the window around s[start:end], without the end of a
// paragraph in between, and returns the span of them all.
func together(s string, start, end int, groups [][]string) (lo, hi int, ok bool) {
	from, to := max(0, start-window), min(len(s), end+window)
	if k := strings.LastIndex(s[from:start], "\n\n"); k >= 0 {
		from += k + 2
	}
	if k := strings.Index(s[end:to], "\n\n"); k >= 0 {
		to = end + k
	}
	lo, hi = start, end
	for _, g := range groups {
		a, b := nearest(s[from:to], g, start-from)
		if a < 0 {
			return 0, 0, false
		}
		lo, hi = min(lo, a+from), max(hi, b+from)
	}
	return lo, hi, true
}

// nearest returns the span of the word of the group that is nearest to position at.
func nearest(s string, group []string, at int) (start, end int) {
	start = -1
	best := len(s) + 1
	for _, w := range group {
		if k := strings.Index(s[min(at, len(s)):], w); k >= 0 && k < best {
			start, end, best = k+at, k+at+len(w), k
		}
		if k := strings.LastIndex(s[:min(at+len(w), len(s))], w); k >= 0 && at-k < best {
			start, end, best = k, k+len(w), max(at-k, 0)
		}
	}
	return start, end
}
