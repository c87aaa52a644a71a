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

// markedText are the marks of a conversation that text in a tool has no reason to carry: pseudo-tags and the role tokens of
// chat templates.
var markedText = lazy.Regexp(`(?i)<\s*/?\s*(?:important|hidden|admin|assistant|critical|[a-z]*[_-]?(?:system|instructions?|override|directive)[a-z_-]*)\s*>|\[\s*system\b|\[/?inst\]|<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|<<sys>>|^\s*#{2,}\s*(?:system|instruction)\b|(?:^|\n)\s*(?:system|developer)\s*(?:prompt|message|note|notice|override|instruction)?\s*:\s*\S|\bnew (?:system )?(?:instructions|rules|orders)\s*:|\b(?:developer|god|jailbreak|dan) mode\b`)

func markedOrder(text string) (payloadMatch, bool) {
	if m := markedText().FindStringIndex(text); m != nil {
		return payloadMatch{"poses as a system message", m[0], m[1], 0.9}, true
	}
	return payloadMatch{}, false
}

// orderIn reports whether decoded text orders a reader about. Nobody encodes text in a tool definition to keep it from the model, so it is
// enough that the model gives it a weak grade.
func orderIn(t detect.ToolView, opened string) (payloadMatch, bool) {
	if o, ok := markedOrder(opened); ok {
		return o, true
	}
	// fewest and longest bound what is read, in words and bytes.
	const fewest, longest = 3, 16 << 10
	if len(opened) > longest || !strings.ContainsFunc(opened, unicode.IsLetter) || len(strings.Fields(opened)) < fewest && len(text.NewDoc(opened).Words) < fewest && !foreignScript(opened) || !mostlyWords(opened) {
		return payloadMatch{}, false
	}
	var found *payloadMatch
	eachSentence(t.Name, opened, func(r *reader, s *reading.Sentence) {
		if found != nil {
			return
		}
		grade := r.judge.GradeOf(r.judge.Score(s))
		if (grade < model.Likely || !modelTopics.matches(&s.Present)) && !slices.ContainsFunc(clearOrders, func(n conceptRule) bool { return n.matches(&s.Present) }) {
			return
		}
		found = &payloadMatch{actions()[r.judge.Head(s)].plain, s.Start, s.End, 0.85}
	})
	if found == nil {
		return payloadMatch{}, false
	}
	return *found, true
}

// clearOrders are pairs that nobody encodes for an honest reason.
var clearOrders = []conceptRule{
	{{"override"}, {"instructions"}},
	{{"secrecy"}, {"user", "instructions"}},
	{{"never"}, {"inform"}, {"user"}},
	{{"send"}, {"EMAIL", "URL"}},
	{{"model"}, {"must", "always", "never"}, {"call", "exec", "send", "destroy", "pay"}},
	{{"send", "read", "store"}, {"credential", "conversation", "system_prompt", "SECRETPATH"}},
}

// eachSentence reads a text that stands by itself as the description of a tool.
func eachSentence(name, description string, visit func(r *reader, s *reading.Sentence)) {
	v := detect.ToolView{Kind: detect.KindTool, Name: name, Fields: []detect.Field{{Pointer: "/description", Role: detect.RoleDescription, Text: description}}}
	reg := detect.NewRegistry([]detect.ToolView{v})
	r := readers.Get().(*reader)
	defer readers.Put(r)
	r.EachField(reg.Tool(0), reg, func(_ int, doc *text.Doc, c *reading.Context) {
		r.Read(doc, c, func(s *reading.Sentence) { visit(r, s) })
	})
}

// foreignScript reports whether most of a text is written in a script without spaces.
func foreignScript(s string) bool {
	n := 0
	for _, r := range s {
		if r >= 0x2E80 {
			n++
		}
	}
	return n*2 > len([]rune(s))
}

// mostlyWords reports whether decoded text is made of words and blanks.
func mostlyWords(s string) bool {
	letters, other := 0, 0
	for _, r := range s {
		switch {
		case r == ' ' || r == '\n' || unicode.IsLetter(r) || unicode.IsMark(r) || r == '_':
			letters++
		default:
			other++
		}
	}
	return letters > 4*other
}

// modelTopics is what an order to a model speaks of: a text about none of it is an attachment, whatever it sounds like.
var modelTopics = conceptRule{{"user", "instructions", "credential", "conversation", "system_prompt", "secrecy", "any_tool", "tool", "SECRETPATH", "override", "authority", "henceforth", "environment", "private", "exec", "PATH"}}
