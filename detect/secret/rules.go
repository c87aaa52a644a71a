package secret

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/org/mcp-lint/internal/lazy"
)

//go:embed rules.txt
var ruleTable string

// prefixRule finds credentials by a public prefix.
type prefixRule struct {
	rule, prefix string
	// chars are the characters after the prefix, from min to max of them.
	chars    class
	min, max int
	// confidence applies unless proof determines it.
	confidence float64
	// shape, if set, must match the part after the prefix.
	shape func() *regexp.Regexp
	// proof is further evidence: "crc", "tail" or "openai".
	proof string
}

// namedRule finds keys without a prefix by the name before them.
type namedRule struct {
	rule string
	// The folded name must have one of names and one of and.
	names, and []string
	chars      class
	lengths    []int
}

// shapeRule finds a credential around a mark: the first group of its shape.
type shapeRule struct {
	rule, mark    string
	chars         class
	before, after int
	confidence    float64
	shape         func() *regexp.Regexp
}

type ruleSet struct {
	named    []namedRule
	shaped   []shapeRule
	prefixed []prefixRule
	// groups are the rules by the first two bytes of their prefixes, longer prefixes first.
	groups map[string][]prefixRule
	// schemes has the rules for passwords in URLs by the scheme.
	schemes   map[string]string
	testCards map[string]bool
}

const (
	// noLimit is the maximum of formats without one.
	noLimit = 2048
	// maxShaped bounds the text matched against a shape; the longest, Cloudflare's, has 171 characters.
	maxShaped = 200
)

// rules is built on first use, since most programs start without needing it.
var rules = sync.OnceValue(func() *ruleSet {
	x := &ruleSet{groups: map[string][]prefixRule{}, schemes: map[string]string{}, testCards: map[string]bool{}}
	for line := range strings.Lines(ruleTable) {
		switch f := strings.Fields(line); {
		case len(f) == 0:
		case f[0] == "prefix":
			x.prefixed = append(x.prefixed, readPrefixRule(append(f, "")))
		case f[0] == "named":
			r := namedRule{rule: f[1], names: strings.Split(f[2], "|"), and: keyWords, chars: classOf(f[4])}
			if f[3] != "any" {
				r.and = strings.Split(strings.Trim(f[3], "-"), "|")
			}
			for n := range strings.SplitSeq(f[5], ",") {
				r.lengths = append(r.lengths, number(n))
			}
			x.named = append(x.named, r)
		case f[0] == "around":
			r := shapeRule{f[1], f[2], classOf(f[3]), number(f[4]), number(f[5]), confidences[f[6]], lazy.Regexp(f[7])}
			x.shaped = append(x.shaped, r)
		case f[0] == "url":
			for _, scheme := range f[2:] {
				x.schemes[scheme] = f[1]
			}
		case f[0] == "cards":
			for _, number := range f[1:] {
				x.testCards[number] = true
			}
		}
	}
	for _, r := range x.prefixed {
		x.groups[r.prefix[:2]] = append(x.groups[r.prefix[:2]], r)
	}
	for _, g := range x.groups {
		slices.SortStableFunc(g, func(a, b prefixRule) int { return len(b.prefix) - len(a.prefix) })
	}
	return x
})

var confidences = map[string]float64{"": distinctive, "distinctive": distinctive, "certain": certain, "likely": Likely, "named": Named}

func readPrefixRule(f []string) prefixRule {
	r := prefixRule{rule: f[1], prefix: f[2], chars: classOf(f[3]), confidence: confidences[f[5]]}
	if r.confidence == 0 {
		r.proof, r.confidence = f[5], distinctive
	}
	if shape, ok := strings.CutPrefix(f[4], "="); ok {
		r.min, r.max, r.shape = minSecret, maxShaped, lazy.Regexp("^(?:"+shape+")$")
		return r
	}
	least, most, ranged := strings.Cut(f[4], "-")
	r.min = number(least)
	switch {
	case !ranged:
		r.max = r.min
	case most == "":
		r.max = noLimit
	default:
		r.max = number(most)
	}
	return r
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func classOf(names string) (all class) {
	for _, c := range classes {
		if slices.Contains(strings.Split(names, "|"), c.name) {
			all |= c.class
		}
	}
	return all
}

const tailLen = 8

// findPrefixed finds credentials by prefix at the start of words. A token ends where its characters end, so only the few rules that share
// its start read a byte.
func findPrefixed(all []Match, s string) []Match {
	hidden, groups := 0, rules().groups
	for i := 0; i+minSecret <= len(s); i++ {
		if !startsWord(s, i) {
			continue
		}
		group := groups[s[i:i+2]]
		for k := range group {
			r := &group[k]
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
			if m, ok := r.redactOnly(s, i); ok {
				all, hidden = append(all, m), m.End
			}
		}
	}
	return all
}

func (r *prefixRule) match(s string, i int) (Match, bool) {
	from := i + len(r.prefix)
	end := spanEnd(s[:min(len(s), from+r.max+1)], from, r.chars)
	// A full stop after a token is not part of it.
	for r.shape != nil && end > from && strings.IndexByte(".-_", s[end-1]) >= 0 {
		end--
	}
	body := s[from:end]
	if len(body) < r.min || len(body) > r.max || r.shape != nil && !r.shape().MatchString(body) || placeholder(body) {
		return Match{}, false
	}
	if end < len(s) && charset[s[end]]&alnum != 0 && r.min == r.max {
		return Match{}, false
	}
	m := Match{Rule: r.rule, Start: i, End: end, Confidence: r.confidence, prefixLen: len(r.prefix)}
	switch r.proof {
	case "crc":
		if m.Confidence, m.Checksum = Likely, validCRC(body); m.Checksum {
			m.Confidence = certain
		}
	case "openai":
		m.Confidence = openAIConfidence(body)
	case "tail":
		if tail := end + 1 + tailLen; tail <= len(s) && s[end] == '=' && spanEnd(s[:tail], end+1, anyHex) == tail {
			m.End = tail
		}
	}
	return m, true
}

// openAIConfidence judges the old form of OpenAI keys, which others copied, by the marker in the middle.
func openAIConfidence(body string) float64 {
	switch {
	case len(body) == 48 && body[20:28] == "T3BlbkFJ":
		return certain
	case len(body) == 48, len(body) == 51, len(body) == 32 && spanEnd(body, 0, lowerHex) == 32:
		return distinctive
	}
	return Named
}
