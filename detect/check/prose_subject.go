package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// modelNouns name who reads a definition. "Model" is left out: in most definitions it is the tool's own.
var modelNouns = wordSet(`agent assistant llm claude chatgpt copilot`)

// modelActs reports whether the verb at word i tells what the reader of the definition does: "the agent performs", "the
// assistant adds and sends". Said of the model, an indicative is an order.
func (p *prose) modelActs(i int) bool {
	yes, verb := p.subjectIsModel(i)
	if !yes && verb >= 0 {
		yes, _ = p.subjectIsModel(verb)
	}
	return yes
}

// subjectIsModel looks for the subject of the verb at word i; verb is the verb that i is coordinated with, or -1.
func (p *prose) subjectIsModel(i int) (yes bool, verb int) {
	// near is how far the subject may stand from its verb, in words.
	const near = 5
	s := p.sentence(i)
	for k := i - 1; k >= max(s.Start, i-near); k-- {
		f := p.fold(k)
		switch {
		case modelNouns[f]:
			return !p.aboutAgents(k), -1
		case f == "and" || f == "or" || fillers[f] || strings.HasSuffix(f, "ly"):
		case thirdPerson(f) && p.fold(k+1) != "of":
			return false, k
		default:
			return false, -1
		}
	}
	return false, -1
}

// byModel reports whether what the participle at word i tells of is done by the reader: "is to be committed by the coding agent",
// "issued by you".
func (p *prose) byModel(i int) bool {
	// near is how far "by" may stand from the participle, and the noun from "by", in words.
	const near = 5
	s := p.sentence(i)
	by := p.findWord(i+1, min(s.End, i+near), "by")
	for k := by + 1; by > 0 && k < min(s.End, by+near); k++ {
		f := p.fold(k)
		if f == "you" {
			return true
		}
		if modelNouns[f] || f == "model" && p.fold(k-1) == "the" && p.fold(k-2) == "by" {
			return !p.aboutAgents(k)
		}
	}
	return false
}

// aboutAgents reports whether the agent at word i is one that the tool deals in, such as an agent of a monitoring system.
func (p *prose) aboutAgents(i int) bool {
	name := strings.ToLower(p.tool.Server + " " + p.tool.Name)
	if strings.Contains(name, "agent") || strings.Contains(name, "assistant") {
		return true
	}
	if p.field.Role != detect.RoleDescription {
		return false
	}
	// lead bounds the first sentence, in words.
	const lead = 40
	for k := range min(i, lead, p.doc.Sentences[0].End) {
		switch p.fold(k) {
		case "agent", "agents", "assistant", "assistants", "llm", "llms":
			return true
		}
	}
	return false
}
