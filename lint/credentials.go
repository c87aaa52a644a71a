package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
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

// hideCredentials takes the credentials of a launch out of what a finding quotes, and notes where they stand.
func (r *Report) hideCredentials(f *detect.Finding, s *subject) {
	if len(s.credentials()) == 0 {
		return
	}
	if s.hider == nil {
		s.hider = NewHider(s.secrets)
	}
	r.hidePlaces(s.places...)
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

// hidePlaces keeps what stands there out of all source lines.
func (r *Report) hidePlaces(places ...source.Location) {
	for _, l := range places {
		if l.File != nil {
			if r.sensitive == nil {
				r.sensitive = map[*source.File][]source.Span{}
			}
			r.sensitive[l.File] = append(r.sensitive[l.File], l.Span)
		}
	}
}

// holds returns those of the credentials of its file that a definition holds: what a server says of itself may repeat what it is started with.
func (s *subject) holds(secrets []string) []string {
	const most = 1_000
	if len(secrets) > most {
		// Nobody looks each of them up in each definition; what is kept as a digest is safe.
		return secrets[:1]
	}
	var out []string
	for _, secret := range secrets {
		if slices.ContainsFunc(s.View.Fields, func(f detect.Field) bool { return strings.Contains(f.Text, secret) }) {
			out = append(out, secret)
		}
	}
	return out
}
