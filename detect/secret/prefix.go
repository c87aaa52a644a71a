package secret

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// prefixRule finds credentials that start with a public prefix.
type prefixRule struct {
	rule, prefix string
	// chars is what may follow the prefix, and from min to max bytes of it must.
	chars    class
	min, max int
	// confidence of a match; a checked rule sets its own.
	confidence float64
	// shape, when given, is what the part after the prefix must look like.
	shape *pattern
	// check, when given, returns the confidence of the part after the prefix, or 0 when it is no credential.
	check func(body string) float64
	// tail is how many hexadecimal digits may follow behind an equals sign.
	tail int
	// crc is set when check is that of a checksum.
	crc bool
}

const (
	// open is for formats without an upper length.
	open = 2048
	// maxShaped bounds what a shape is matched against; the longest, Cloudflare's, has 171 characters.
	maxShaped = 200
)

func fixed(rule, prefix string, chars class, n int) prefixRule {
	return between(rule, prefix, chars, n, n)
}

func between(rule, prefix string, chars class, least, most int) prefixRule {
	return prefixRule{rule: rule, prefix: prefix, chars: chars, min: least, max: most, confidence: Distinctive}
}

func shaped(rule, prefix string, chars class, shape string) prefixRule {
	return prefixRule{rule: rule, prefix: prefix, chars: chars, min: 8, max: maxShaped, confidence: Distinctive, shape: patternOf("^(?:" + shape + ")$")}
}

func (r prefixRule) at(confidence float64) prefixRule { r.confidence = confidence; return r }

// withTail lets hexadecimal digits follow behind an equals sign.
func (r prefixRule) withTail(digits int) prefixRule { r.tail = digits; return r }

// withCRC makes the checksum decide how sure a match is.
func (r prefixRule) withCRC() prefixRule {
	r.crc = true
	r.check = func(body string) float64 {
		if crcHolds(body) {
			return Certain
		}
		return Likely
	}
	return r
}

// prefixIndex holds the rules by the first two bytes of their prefix, longer prefixes first.
type prefixIndex struct {
	// group is one more than the index in groups for each pair of first bytes, or 0.
	group  [1 << 16]uint8
	groups [][]prefixRule
}

// prefixes is made when the first text is read: a program that reads none starts without it.
var prefixes = sync.OnceValue(func() *prefixIndex {
	return indexPrefixes(cloudRules(), codeRules(), modelRules(), serviceRules(), moneyRules())
})

// pattern is a regular expression that is compiled when it is first needed.
type pattern struct {
	expr string
	get  func() *regexp.Regexp
}

func patternOf(expr string) *pattern {
	return &pattern{expr, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

func indexPrefixes(tables ...[]prefixRule) *prefixIndex {
	x := &prefixIndex{}
	for _, r := range slices.Concat(tables...) {
		k := int(r.prefix[0])<<8 | int(r.prefix[1])
		if x.group[k] == 0 {
			x.groups = append(x.groups, nil)
			x.group[k] = uint8(len(x.groups))
		}
		g := &x.groups[x.group[k]-1]
		*g = append(*g, r)
	}
	for _, g := range x.groups {
		slices.SortStableFunc(g, func(a, b prefixRule) int { return len(b.prefix) - len(a.prefix) })
	}
	return x
}

// findPrefixed looks for a prefix wherever a word starts. A token ends where its characters end, so no byte is looked at
// by more than the few rules that share its start.
func findPrefixed(all []Match, s string) []Match {
	hidden, prefixes := 0, prefixes()
	for i := 0; i+minSecret <= len(s); i++ {
		n := prefixes.group[int(s[i])<<8|int(s[i+1])]
		if n == 0 || !startsWord(s, i) {
			continue
		}
		rules := prefixes.groups[n-1]
		for k := range rules {
			r := &rules[k]
			if !strings.HasPrefix(s[i:], r.prefix) {
				continue
			}
			if m, ok := r.match(s, i); ok {
				all = append(all, m)
				break
			}
			if i < hidden {
				continue
			}
			if m, ok := r.guarded(s, i); ok {
				all, hidden = append(all, m), m.End
			}
		}
	}
	return all
}

// match applies the rule at i, where its prefix stands.
func (r *prefixRule) match(s string, i int) (Match, bool) {
	from := i + len(r.prefix)
	end := run(s[:min(len(s), from+r.max+1)], from, r.chars)
	// A token at the end of a sentence does not own the full stop.
	if r.shape != nil {
		for end > from && (s[end-1] == '.' || s[end-1] == '-' || s[end-1] == '_') {
			end--
		}
	}
	body := s[from:end]
	if len(body) < r.min || len(body) > r.max || r.shape != nil && !r.shape.get().MatchString(body) || placeholder(body) {
		return Match{}, false
	}
	if end < len(s) && charset[s[end]]&alnum != 0 && r.min == r.max {
		return Match{}, false
	}
	confidence := r.confidence
	if r.check != nil {
		if confidence = r.check(body); confidence == 0 {
			return Match{}, false
		}
	}
	if r.tail > 0 && end+r.tail < len(s) && s[end] == '=' && run(s[:end+1+r.tail], end+1, anyHex) == end+1+r.tail {
		end += 1 + r.tail
	}
	return Match{Rule: r.rule, Start: i, End: end, Confidence: confidence, Checksum: r.crc && confidence == Certain, head: len(r.prefix)}, true
}
