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

// The credentials of a launch are known by where they stand more than by their form, so that what one check quotes may hold what another
// one knows to be secret. They are hidden here, for all checks and sinks, whatever checks run.

// leastSecret is the fewest bytes of a text that is hidden wherever it is quoted: less is part of many words.
const leastSecret = 4

// credentials are the texts of the credentials of a launch or of settings, the longest first, each once.
func (s *subject) credentials() []string {
	if k := s.View.Kind; k != detect.KindLaunch && k != detect.KindSettings {
		return nil
	}
	if s.secrets == nil {
		s.secrets = []string{}
		for _, c := range launch.Credentials(s.View) {
			s.places = append(s.places, s.Texts[c.Field].Locate(c.Start, c.End)...)
			if t := s.View.Fields[c.Field].Text[c.Start:c.End]; len(t) >= leastSecret {
				s.secrets = append(s.secrets, t)
			}
		}
		slices.SortFunc(s.secrets, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
		s.secrets = slices.Compact(s.secrets)
	}
	return s.secrets
}

// hideCredentials takes the credentials of a launch out of what a finding quotes, and out of source lines.
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

// holds returns those of the credentials of its file that a definition holds: what a server says of itself may repeat what it is started
// with.
func (s *subject) holds(secrets []string) []string {
	const most = 1_000
	if len(secrets) > most {
		// Nobody looks each of them up in each definition; what is kept as a digest is safe.
		return secrets[:1]
	}
	return slices.DeleteFunc(slices.Clone(secrets), func(secret string) bool {
		return !slices.ContainsFunc(s.View.Fields, func(f detect.Field) bool { return strings.Contains(f.Text, secret) })
	})
}

// Hider takes texts, each of which is a credential, out of quotations. It is for one goroutine after another.
type Hider struct {
	// secrets are as quotations show them.
	secrets []string
	// by are the numbers of the secrets by their first and their last bytes, of which no fewer are hidden where a quotation is cut; of those
	// that are too short for it, by "".
	by         map[string][]int
	candidates []int
}

// NewHider makes a Hider. Secrets are hidden in their order, so that those that hold others come first.
func NewHider(secrets []string) *Hider {
	h := &Hider{by: map[string][]int{}}
	for i, s := range secrets {
		s = text.Safe(s, 0)
		h.secrets = append(h.secrets, s)
		head, tail := "", ""
		if len(s) >= leastSecret {
			head, tail = s[:leastSecret], s[len(s)-leastSecret:]
		}
		h.by[head] = append(h.by[head], i)
		h.by[tail] = append(h.by[tail], i)
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
// neither the beginning nor the end.
func (h *Hider) mayHold(quotation string, from int) []int {
	h.candidates = append(h.candidates[:0], h.by[""]...)
	for i := 0; i+leastSecret <= len(quotation); i++ {
		h.candidates = append(h.candidates, h.by[quotation[i:i+leastSecret]]...)
	}
	slices.Sort(h.candidates)
	h.candidates = slices.Compact(h.candidates)
	at, _ := slices.BinarySearch(h.candidates, from)
	return h.candidates[at:]
}

const ellipsis = "\u2026"

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

const (
	// payloadCheck decodes what it finds: its evidence is what comes out.
	payloadCheck = "payload.decoded"
	// stub stands for a credential that was redacted.
	stub = "[REDACTED]"
	// encodedBytes bounds Signal.Encoded.
	encodedBytes = 2 << 10
)

// hidesCredential reports whether the signal decodes a run to something that holds a credential.
func hidesCredential(s *detect.Signal) bool {
	return s.CheckID == payloadCheck && strings.Contains(s.Evidence, stub)
}

// encoded is what a signal of a definition decodes; see Signal.Encoded.
func encoded(s *detect.Signal, of *subject) string {
	switch {
	case s.CheckID != payloadCheck:
		return ""
	case hidesCredential(s):
		return redaction
	}
	return redacted(of.View.Fields[s.FieldIndex].Text[s.Start:s.End], encodedBytes)
}

// redacted returns words without credentials, cut to about so many bytes. Twice as much is looked through, so that no credential that is cut
// shows its first half.
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
