package secret

import "strings"

const tailDigits = 8

// findPrefixed looks for a prefix wherever a word starts. A token ends where its characters end, so no byte is looked at
// by more than the few rules that share its start.
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
			if m, ok := r.guarded(s, i); ok {
				all, hidden = append(all, m), m.End
			}
		}
	}
	return all
}

func (r *prefixRule) match(s string, i int) (Match, bool) {
	from := i + len(r.prefix)
	end := run(s[:min(len(s), from+r.max+1)], from, r.chars)
	// A token at the end of a sentence does not own the full stop.
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
	m := Match{Rule: r.rule, Start: i, End: end, Confidence: r.confidence, head: len(r.prefix)}
	switch r.proof {
	case "crc":
		if m.Confidence, m.Checksum = Likely, crcHolds(body); m.Checksum {
			m.Confidence = certain
		}
	case "openai":
		m.Confidence = modelKey(body)
	case "tail":
		if tail := end + 1 + tailDigits; tail <= len(s) && s[end] == '=' && run(s[:tail], end+1, anyHex) == tail {
			m.End = tail
		}
	}
	return m, true
}

// modelKey judges the old form of OpenAI keys, which others copied: the marker in the middle makes sure of it.
func modelKey(body string) float64 {
	switch {
	case len(body) == 48 && body[20:28] == "T3BlbkFJ":
		return certain
	case len(body) == 48, len(body) == 51, len(body) == 32 && run(body, 0, lowerHex) == 32:
		return distinctive
	}
	return Named
}
