package manifest

import (
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// The members of a file of rules and of a rule, as docs/rules.schema.json has them.
var (
	memberOfRule   = wordset.Of("id title severity kinds fields pattern all not concepts without in-order sensitive message why fix examples")
	requiredOfRule = []string{"id", "title", "severity", "message", "why", "fix", "examples"}
)

// isRules reports whether a file holds rules of the user's own and nothing else. Their examples of what to find are no tools of a server.
// One member that a rule does not have makes it an ordinary document.
func isRules(docs []*source.Node) bool {
	if len(docs) != 1 || docs[0] == nil || docs[0].Kind != source.Object || len(docs[0].Members) != 1 {
		return false
	}
	list := docs[0].Get("rules")
	if list == nil || list.Kind != source.Array || len(list.Items) == 0 {
		return false
	}
	for _, rule := range list.Items {
		if rule == nil || rule.Kind != source.Object {
			return false
		}
		for _, m := range rule.Members {
			if !memberOfRule[m.Name.Text.Value] {
				return false
			}
		}
		for _, name := range requiredOfRule {
			if rule.Get(name) == nil {
				return false
			}
		}
		for _, m := range rule.Get("examples").Members {
			if name := m.Name.Text.Value; name != "bad" && name != "good" {
				return false
			}
		}
	}
	return true
}
