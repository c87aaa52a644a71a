package lint

import (
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
)

// Names are the attacker's words too, and may be credentials. The engine shows no credential in a signal or in its
// coverage, but leaves a finding's own names as they are, so that gateways can match them; those, and what discovery
// quotes, are redacted once, here, so that no sink has to think of it.

func redactNames(f detect.Finding) detect.Finding {
	f.Server, f.Tool = secret.Redact(f.Server), secret.Redact(f.Tool)
	return f
}

func redactSkips(skips []discover.Skip) []discover.Skip {
	out := slices.Clone(skips)
	for i := range out {
		out[i].Detail = secret.Redact(out[i].Detail)
	}
	return out
}
