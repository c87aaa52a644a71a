package manifest

import (
	"slices"

	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// The members of a rule and of its examples, as docs/rules.schema.json has them.
var (
	memberOfRule    = wordset.Of("id title severity kinds fields pattern all not concepts without in-order sensitive message why fix examples")
	requiredOfRule  = []string{"id", "title", "severity", "message", "why", "fix", "examples"}
	memberOfExample = wordset.Of("note server tool file text")
)

// isRules reports whether a file holds rules of the user's own and nothing else: definitions can only be examples of them.
func isRules(docs []*source.Node) bool {
	if len(docs) != 1 || !isObjectOf(docs[0], func(name string) bool { return name == "rules" }) {
		return false
	}
	list := docs[0].Get("rules")
	return isListOf(list, isRule) && len(list.Items) > 0
}

func isRule(rule *source.Node) bool {
	if !isObjectOf(rule, func(name string) bool { return memberOfRule[name] }) {
		return false
	}
	if slices.ContainsFunc(requiredOfRule, func(name string) bool { return rule.Get(name) == nil }) {
		return false
	}
	for _, m := range rule.Members {
		switch {
		case m.Name.Text.Value != "examples":
			if !isScalar(m.Value) && !isListOf(m.Value, isScalar) {
				return false
			}
		case !isObjectOf(m.Value, func(name string) bool { return name == "bad" || name == "good" }):
			return false
		case slices.ContainsFunc(m.Value.Members, func(m source.Member) bool { return !isListOf(m.Value, isRuleExample) }):
			return false
		}
	}
	return true
}

func isRuleExample(n *source.Node) bool {
	return isObjectOf(n, func(name string) bool { return memberOfExample[name] })
}

func isListOf(n *source.Node, is func(*source.Node) bool) bool {
	return n != nil && isArray(n) && !slices.ContainsFunc(n.Items, func(item *source.Node) bool { return !is(item) })
}

// isObjectOf reports whether n is an object whose members have such names, each once: of equal names readers take different ones.
func isObjectOf(n *source.Node, known func(name string) bool) bool {
	if n == nil || !isObject(n) {
		return false
	}
	seen := map[string]bool{}
	for _, m := range n.Members {
		name := m.Name.Text.Value
		if seen[name] || !known(name) {
			return false
		}
		seen[name] = true
	}
	return true
}
