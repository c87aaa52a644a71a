package lint

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/launch"
)

// Credentials of a launch are recognised by their field rather than by their form, so another check may quote one without knowing. They are
// hidden here for all checks and formats.

// minSecret is the minimum length in bytes of a hidden text: shorter ones are part of many words.
const minSecret = 4

// credentials returns the credentials of a launch or settings entry, without duplicates, longest first.
func (s *subject) credentials() []string {
	if k := s.View.Kind; k != detect.KindLaunch && k != detect.KindSettings {
		return nil
	}
	if s.secrets == nil {
		s.secrets = []string{}
		for _, c := range launch.Credentials(s.View) {
			s.places = append(s.places, s.Texts[c.Field].Locate(c.Start, c.End)...)
			if t := s.View.Fields[c.Field].Text[c.Start:c.End]; len(t) >= minSecret {
				s.secrets = append(s.secrets, t)
			}
		}
		slices.SortFunc(s.secrets, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
		s.secrets = slices.Compact(s.secrets)
	}
	return s.secrets
}

// hideCredentials redacts launch credentials in the quotations of a finding and in source lines.
func (j *job) hideCredentials(f *detect.Finding, s *subject) {
	if len(s.credentials()) == 0 {
		return
	}
	if s.hider == nil {
		s.hider = NewHider(s.secrets)
	}
	j.quoter.Hide(s.places...)
	f.Signals = slices.Clone(f.Signals)
	for i := range f.Signals {
		g := &f.Signals[i]
		g.Evidence, g.Detail = s.hider.Hide(g.Evidence), s.hider.Hide(g.Detail)
		g.Related = slices.Clone(g.Related)
		for k := range g.Related {
			g.Related[k].Text = s.hider.Hide(g.Related[k].Text)
		}
	}
}

// credentialsIn returns the given credentials that occur in a definition: a server's description may repeat its launch credentials.
func (s *subject) credentialsIn(secrets []string) []string {
	const most = 1_000
	if len(secrets) > most {
		// Too many to search for. One is enough: the lock then keeps a digest and not the text.
		return secrets[:1]
	}
	return slices.DeleteFunc(slices.Clone(secrets), func(secret string) bool {
		return !slices.ContainsFunc(s.View.Fields, func(f detect.Field) bool { return strings.Contains(f.Text, secret) })
	})
}

// Hider redacts credentials in quotations. It is not safe for concurrent use.
type Hider struct {
	// secrets are in printable form, as in quotations.
	secrets []string
	// by indexes the secrets by their first and last minSecret bytes, the least that is hidden where a quotation is cut; shorter secrets
	// are under "".
	by         map[string][]int
	candidates []int
}

// NewHider returns a Hider. Secrets are hidden in the given order, so those that contain others must come first.
func NewHider(secrets []string) *Hider {
	h := &Hider{by: map[string][]int{}}
	for i, s := range secrets {
		s = text.Safe(s, 0)
		h.secrets = append(h.secrets, s)
		head, tail := "", ""
		if len(s) >= minSecret {
			head, tail = s[:minSecret], s[len(s)-minSecret:]
		}
		h.by[head] = append(h.by[head], i)
		h.by[tail] = append(h.by[tail], i)
	}
	return h
}

// Hide redacts a quotation, including credentials cut at its ends.
func (h *Hider) Hide(quotation string) string {
	for next := 0; quotation != ""; {
		before := quotation
		for _, i := range h.mayHold(quotation, next) {
			if quotation = hideOne(quotation, h.secrets[i]); quotation != before {
				// The replacement may have changed the candidates.
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

// mayHold returns the sorted numbers, starting at from, of the secrets whose first or last bytes the quotation contains.
func (h *Hider) mayHold(quotation string, from int) []int {
	h.candidates = append(h.candidates[:0], h.by[""]...)
	for i := 0; i+minSecret <= len(quotation); i++ {
		h.candidates = append(h.candidates, h.by[quotation[i:i+minSecret]]...)
	}
	slices.Sort(h.candidates)
	h.candidates = slices.Compact(h.candidates)
	at, _ := slices.BinarySearch(h.candidates, from)
	return h.candidates[at:]
}

const ellipsis = "\u2026"

func hideOne(quotation, s string) string {
	quotation = strings.ReplaceAll(quotation, s, secret.Stub)
	if head, cut := strings.CutSuffix(quotation, ellipsis); cut {
		for n := min(len(s)-1, len(head)); n >= minSecret; n-- {
			if strings.HasSuffix(head, s[:n]) {
				quotation = head[:len(head)-n] + secret.Stub + ellipsis
				break
			}
		}
	}
	if tail, cut := strings.CutPrefix(quotation, ellipsis); cut {
		for n := min(len(s)-1, len(tail)); n >= minSecret; n-- {
			if strings.HasPrefix(tail, s[len(s)-n:]) {
				quotation = ellipsis + secret.Stub + tail[n:]
				break
			}
		}
	}
	return quotation
}

const (
	// payloadCheck is the check whose evidence is decoded text.
	payloadCheck = "payload.decoded"
	// encodedBytes bounds Signal.Encoded.
	encodedBytes = 2 << 10
)

// hidesCredential reports whether the decoded text of the signal contained a credential.
func hidesCredential(s *detect.Signal) bool {
	return s.CheckID == payloadCheck && strings.Contains(s.Evidence, secret.Stub)
}

// encoded returns Signal.Encoded for a signal.
func encoded(s *detect.Signal, of *subject) string {
	switch {
	case s.CheckID != payloadCheck:
		return ""
	case hidesCredential(s):
		return secret.Stub
	}
	return redacted(of.View.Fields[s.FieldIndex].Text[s.Start:s.End], encodedBytes)
}

// redacted returns words without credentials, cut to about limit bytes. It searches twice as much, so that no part of a credential at the
// cut remains.
func redacted(words string, limit int) string {
	words = secret.Redact(words[:min(len(words), 2*limit)])
	if len(words) <= limit {
		return words
	}
	for limit > 0 && !utf8.RuneStart(words[limit]) {
		limit--
	}
	return words[:limit] + "…"
}
