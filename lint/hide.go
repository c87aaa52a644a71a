package lint

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

const (
	// gram is how many bytes at the beginning and at the end of a credential it is looked up by: no fewer are hidden.
	gram = leastSecret
	// fewSecrets are looked for one after the other.
	fewSecrets = 8
)

// Hider takes texts, each of which is a credential, out of quotations. It is for one goroutine after another.
type Hider struct {
	// secrets are as quotations show them.
	secrets []string
	// first and last are the numbers of the secrets that begin and end so; other are those too short for it.
	first, last map[string][]int
	other       []int
	candidates  []int
}

// NewHider makes a Hider. Secrets are hidden in their order, so that those that hold others come first.
func NewHider(secrets []string) *Hider {
	h := &Hider{secrets: make([]string, len(secrets))}
	for i, s := range secrets {
		h.secrets[i] = text.Safe(s, 0)
	}
	if len(secrets) <= fewSecrets {
		return h
	}
	h.first, h.last = map[string][]int{}, map[string][]int{}
	for i, s := range h.secrets {
		if len(s) < gram {
			h.other = append(h.other, i)
			continue
		}
		head, tail := s[:gram], s[len(s)-gram:]
		h.first[head], h.last[tail] = append(h.first[head], i), append(h.last[tail], i)
	}
	return h
}

// Hide returns a quotation without the credentials, also where it was cut in the midst of one.
func (h *Hider) Hide(quotation string) string {
	for next := 0; quotation != ""; {
		before := quotation
		for _, i := range h.mayHold(quotation, next) {
			if quotation = hideOne(quotation, h.secrets[i]); quotation != before {
				// Others may be in what it has become.
				next = i + 1
				break
			}
		}
		if quotation == before {
			break
		}
	}
	return quotation
}

// mayHold returns the numbers, from one on and rising, of the secrets of which a quotation may hold something: of all others it holds
// neither the beginning nor, where it is cut before, the end.
func (h *Hider) mayHold(quotation string, from int) []int {
	h.candidates = h.candidates[:0]
	if h.first == nil {
		for i := from; i < len(h.secrets); i++ {
			h.candidates = append(h.candidates, i)
		}
		return h.candidates
	}
	h.candidates = append(h.candidates, h.other...)
	cut := strings.HasPrefix(quotation, ellipsis)
	for i := 0; i+gram <= len(quotation); i++ {
		h.candidates = append(h.candidates, h.first[quotation[i:i+gram]]...)
		if cut {
			h.candidates = append(h.candidates, h.last[quotation[i:i+gram]]...)
		}
	}
	slices.Sort(h.candidates)
	h.candidates = slices.Compact(h.candidates)
	at, _ := slices.BinarySearch(h.candidates, from)
	return h.candidates[at:]
}

const ellipsis = "\u2026"

// hideOne hides one secret.
func hideOne(quotation, s string) string {
	quotation = strings.ReplaceAll(quotation, s, stub)
	if head, cut := strings.CutSuffix(quotation, ellipsis); cut {
		for n := min(len(s)-1, len(head)); n >= leastSecret; n-- {
			if strings.HasSuffix(head, s[:n]) {
				quotation = head[:len(head)-n] + stub + ellipsis
				break
			}
		}
	}
	if tail, cut := strings.CutPrefix(quotation, ellipsis); cut {
		for n := min(len(s)-1, len(tail)); n >= leastSecret; n-- {
			if strings.HasPrefix(tail, s[len(s)-n:]) {
				quotation = ellipsis + stub + tail[n:]
				break
			}
		}
	}
	return quotation
}
