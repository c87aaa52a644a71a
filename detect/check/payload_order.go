package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/lazy"
)

// markedText matches conversation markup that tool text has no reason to have: pseudo-tags and the role tokens of chat templates.
var markedText = lazy.Regexp(`(?i)<\s*/?\s*(?:important|hidden|admin|assistant|critical|[a-z]*[_-]?(?:system|instructions?|override|directive)[a-z_-]*)\s*>|\[\s*system\b|\[/?inst\]|<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|<<sys>>|^\s*#{2,}\s*(?:system|instruction)\b|(?:^|\n)\s*(?:system|developer)\s*(?:prompt|message|note|notice|override|instruction)?\s*:\s*\S|\bnew (?:system )?(?:instructions|rules|orders)\s*:|\b(?:developer|god|jailbreak|dan) mode\b`)

// orderAmong finds an order to the model that is accepted in decoded text. A weak grade is enough: honest authors do not encode tool text to keep it from
// the model.
func orderAmong(t detect.ToolView, decoded string, accept func(payloadMatch) bool) (payloadMatch, bool) {
	if m := markedText().FindStringIndex(decoded); m != nil {
		if found := (payloadMatch{"poses as a system message", m[0], m[1], 0.9, false}); accept(found) {
			return found, true
		}
	}
	// Bounds of the text, in words and bytes.
	const fewest, longest = 3, 16 << 10
	if len(decoded) > longest || !strings.ContainsFunc(decoded, unicode.IsLetter) || len(strings.Fields(decoded)) < fewest && len(text.NewDoc(decoded).Words) < fewest && !foreignScript(decoded) || !mostlyWords(decoded) {
		return payloadMatch{}, false
	}
	var found *payloadMatch
	eachSentence(t.Name, decoded, func(r *reader, doc *text.Doc, s *reading.Sentence) {
		if found != nil {
			return
		}
		grade := r.judge.Grade(r.judge.Score(s), 1)
		weak := !slices.ContainsFunc(clearOrders, func(n conceptRule) bool { return n.matches(&s.Present) })
		if weak && (grade < model.Likely || !modelTopics.matches(&s.Present)) {
			return
		}
		if o := (payloadMatch{actions()[r.actionOf(s, newSaid(doc, s), 0, s.Start, s.End)].plain, s.Start, s.End, 0.85, weak}); accept(o) {
			found = &o
		}
	})
	if found == nil {
		return payloadMatch{}, false
	}
	return *found, true
}

// clearOrders are combinations that no honest text encodes.
var clearOrders = []conceptRule{
	{{"override"}, {"instructions"}},
	{{"secrecy"}, {"user", "instructions"}},
	{{"never"}, {"inform"}, {"user"}},
	{{"send"}, {"EMAIL", "URL"}},
	{{"model"}, {"must", "always", "never"}, {"call", "exec", "send", "destroy", "pay"}},
	{{"send", "read", "store"}, {"credential", "conversation", "system_prompt", "SECRETPATH"}},
}

// eachSentence reads a text as the description of a tool without peers.
func eachSentence(name, description string, visit func(r *reader, doc *text.Doc, s *reading.Sentence)) {
	v := detect.ToolView{Kind: detect.KindTool, Name: name, Fields: []detect.Field{{Pointer: "/description", Role: detect.RoleDescription, Text: description}}}
	reg := detect.NewRegistry([]detect.ToolView{v})
	r := readers.Get().(*reader)
	defer readers.Put(r)
	r.EachField(reg.Tool(0), reg, func(_ int, doc *text.Doc, c *reading.Context) {
		for _, words := range doc.Sentences {
			if s := r.Read(doc, c, words); s != nil {
				visit(r, doc, s)
			}
		}
	})
}

// foreignScript reports whether most of a text is in a script without spaces.
func foreignScript(s string) bool {
	n := 0
	for _, r := range s {
		if r >= 0x2E80 {
			n++
		}
	}
	return n*2 > len([]rune(s))
}

// mostlyWords reports whether decoded text consists of words and blanks.
func mostlyWords(s string) bool {
	letters, other := 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsMark(r) || r == ' ' || r == '\n' || r == '_' {
			letters++
		} else {
			other++
		}
	}
	return letters > 4*other
}

// modelTopics are the topics of orders to a model: decoded text about none of them is an attachment.
var modelTopics = conceptRule{{"user", "instructions", "credential", "conversation", "system_prompt", "secrecy", "any_tool", "tool", "SECRETPATH", "override", "authority", "henceforth", "environment", "private", "exec", "PATH"}}
