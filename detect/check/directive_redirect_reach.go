package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// reachTakeovers finds the work of somebody else's tool that the definition draws to itself or to a third: work that its own
// purpose has nothing to do with, that belongs to another server by the text's own words, or that is taken from a tool by
// running it down.
func reachTakeovers(p *prose, _ *purpose) []reach {
	switch p.field.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI:
		return nil
	}
	var out []reach
	for _, t := range p.takeovers() {
		c := t.confidence()
		if c < reachFloor || t.substitute < 0 && t.shun < 0 {
			continue
		}
		if !t.candidate.elsewhere && !t.malign && p.knownTrade(t.candidate) {
			continue
		}
		out = append(out, reach{t.from, t.to, min(c, 0.8), drawsWork})
	}
	return out
}

// knownTrade reports whether the rival tool's name has a word in common with this tool's name or with the sentence that says what
// it is.
func (p *prose) knownTrade(c rivalRef) bool {
	if !c.named {
		return false
	}
	w := p.doc.Words[c.first]
	own := map[string]bool{}
	for _, n := range detect.NameWords(p.tool.Name) {
		own[text.Stem(n)] = true
	}
	if i := p.tool.FieldAt("/description"); i >= 0 {
		if doc := p.tool.Doc(i); len(doc.Sentences) > 0 {
			for k := range doc.Sentences[0].End {
				own[doc.Words[k].Stem()] = true
			}
		}
	}
	for k, n := range detect.NameWords(p.doc.Raw[w.Start():w.End()]) {
		if own[text.Stem(n)] && (k > 0 || !actions[n]) {
			return true
		}
	}
	return false
}

// owners are what tools belong to.
var owners = wordSet(`server vendor provider plugin system host client editor ide os browser platform package`)

// possessive reports whether word k has the ending of the possessive.
func (p *prose) possessive(k int) bool {
	after := p.doc.Raw[p.doc.Words[k].Start():]
	after = after[:min(len(after), p.doc.Words[k].End()-p.doc.Words[k].Start()+4)]
	return strings.Contains(after, "'s") || strings.Contains(after, "\u2019s")
}
