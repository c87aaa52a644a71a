package lint

import (
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
)

// Names, pointers and paths are the attacker's words too, and may be credentials. They are redacted once, here, so that
// no sink has to think of it.

func redactNames(f detect.Finding) detect.Finding {
	f.Server, f.Tool = secret.Redact(f.Server), secret.Redact(f.Tool)
	f.Signals = slices.Clone(f.Signals)
	for i := range f.Signals {
		s := &f.Signals[i]
		s.Field, s.Detail = secret.Redact(s.Field), secret.Redact(s.Detail)
		s.Related = slices.Clone(s.Related)
		for k := range s.Related {
			r := &s.Related[k]
			r.Server, r.Tool, r.Field, r.Note = secret.Redact(r.Server), secret.Redact(r.Tool), secret.Redact(r.Field), secret.Redact(r.Note)
		}
	}
	return f
}

func redactCoverage(c detect.Coverage) detect.Coverage {
	c.Failures, c.Caps = slices.Clone(c.Failures), slices.Clone(c.Caps)
	for i := range c.Failures {
		f := &c.Failures[i]
		f.Server, f.Tool, f.Reason = secret.Redact(f.Server), secret.Redact(f.Tool), secret.Redact(f.Reason)
	}
	for i := range c.Caps {
		h := &c.Caps[i]
		h.Server, h.Tool, h.Field = secret.Redact(h.Server), secret.Redact(h.Tool), secret.Redact(h.Field)
	}
	return c
}

func redactSkips(skips []discover.Skip) []discover.Skip {
	out := slices.Clone(skips)
	for i := range out {
		out[i].Detail = secret.Redact(out[i].Detail)
	}
	return out
}
