package launch

import (
	"fmt"
	"slices"
	"strings"
)

// vendor is one that models are asked of: how the names of its variables begin, and the hosts that they lead to.
type vendor struct {
	prefix string
	own    []string
}

// vendors are looked at in this order: of two that fit, the longer prefix comes first.
var vendors = []vendor{
	{"ANTHROPIC_BEDROCK_", []string{"amazonaws.com", "api.aws"}},
	{"ANTHROPIC_VERTEX_", []string{"googleapis.com"}},
	{"ANTHROPIC_FOUNDRY_", []string{"azure.com"}},
	{"ANTHROPIC_AWS_", []string{"amazonaws.com", "api.aws"}},
	{"ANTHROPIC_", []string{"anthropic.com", "claude.com"}},
	{"CLAUDE_", []string{"anthropic.com", "claude.com", "claude.ai"}},
	{"AZURE_OPENAI_", []string{"azure.com"}},
	{"OPENAI_", []string{"openai.com", "azure.com"}},
	{"CODEX_", []string{"openai.com"}},
	{"GOOGLE_GEMINI_", []string{"googleapis.com"}},
	{"GOOGLE_VERTEX_", []string{"googleapis.com"}},
	{"GEMINI_", []string{"googleapis.com"}},
}

// diverted reports the variables with which settings send what a model is told to a host that is not its vendor's, and whether the
// address needs no other look.
func (x *transport) diverted(v envVar) bool {
	name := strings.ToUpper(v.name)
	at := slices.IndexFunc(vendors, func(w vendor) bool { return strings.HasPrefix(name, w.prefix) })
	if at < 0 || !hasSuffix(name, "_BASE_URL", "_API_BASE", "_API_URL", "_ENDPOINT") {
		return false
	}
	l, _, ok := linkIn(v.value)
	if !ok || l.reach <= thisMachine {
		return ok
	}
	host := strings.TrimSuffix(strings.ToLower(l.host), ".")
	if isBelow(host, vendors[at].own...) {
		return false
	}
	s := l.signal(v.at)
	// The file of one's own settings is not meant to be committed.
	own := strings.HasSuffix(x.t.Context.StringAt("file"), "settings.local.json")
	x.add(s, own || l.reach == privateHost && !docHost(host), fmt.Sprintf("whoever opens this project sends the model's whole conversation and the key for it to %s, which is "+
		"not the vendor's host; take %s out of the project and set it in your own settings", shownHost(l.host), v.name[:min(len(v.name), maxShownHost)]))
	return true
}

// docHost reports whether a name is one that documents use for a public host.
func docHost(host string) bool {
	return isBelow(host, "example", "example.com", "example.net", "example.org")
}
