package sdk

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/internal/wordset"
)

// The kinds of definition, as detect.Kind spells them.
const (
	KindTool         = "tool"
	kindPrompt       = "prompt"
	kindResource     = "resource"
	kindTemplate     = "resource_template"
	KindInstructions = "instructions"
)

// noRegistration holds words with which a name that speaks of tools does something else than define one.
var noRegistration = wordset.Of(`
	call calls called calling list get find has remove delete unregister is handle handler handlers invoke run execute exec test mock expect assert log
	logger logging format parse render enable disable convert count filter validate error errors exception result results message response output use uses
	using event warn fail failed failure success tip bar usage choice annotation annotations param params parameter arg args argument requires require
	required needs guard check before after on hook router wrap track trace timeout limit retry update load fetch read write save record metrics cache
	allow deny not no request requests id ids name names type set content text input complete render_ send start stop emit notify display show print
	status history path dir field fields version install assertion hint hints finalize extract catch to from by select search callback registry manager
	changed`)

// KindOf returns the kind of definition that the name of a function, type or decorator speaks of, or "". verbs are words that are
// no obstacle although they are in noRegistration.
func KindOf(name string, verbs ...string) string {
	if !ident.Contains(name, "tool", "prompt", "resource") {
		return ""
	}
	kind := ""
	for _, w := range ident.Words(name) {
		k := kindWords[w]
		switch {
		case k != "":
		case noRegistration[w] && !slices.Contains(verbs, w) || strings.HasPrefix(w, "err") || w == "should":
			return ""
		case strings.HasSuffix(w, "tool") && w != "pytool":
			k = KindTool
		}
		kind = cmp.Or(kind, k)
	}
	return kind
}

var kindWords = map[string]string{
	"tool": KindTool, "tools": KindTool, "prompt": kindPrompt, "prompts": kindPrompt, "resource": kindResource, "resources": kindResource,
}
