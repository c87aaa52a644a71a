package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// pointed are what an order to a model speaks of: text that is about none of it is an attachment, whatever it sounds like.
var pointed = text.Of(cUser, cModel, cPrompt, cSecret, cHistory, cRules, cSensitive, cPersonal, cTell, cToolNoun)

// meaningIn reads decoded text as the checks of meaning read a description: what they take for an order in plain words is one all
// the more in hiding. The text is read behind the tool's own name, so that its first clause is not taken for what the tool does.
func meaningIn(t detect.ToolView, decoded string) (hiddenOrder, bool) {
	// fewest and longest bound what is read, in words and bytes.
	const fewest, longest = 5, 4 << 10
	if len(decoded) > longest || strings.IndexByte("{[<", strings.TrimSpace(decoded + " ")[0]) >= 0 || len(strings.Fields(decoded)) < fewest || !mostlyWords(decoded) {
		return hiddenOrder{}, false
	}
	head := splitName(t.Name) + ".\n"
	v := detect.ToolView{Kind: detect.KindTool, Server: t.Server, Name: t.Name, Fields: []detect.Field{
		{Pointer: "/name", Role: detect.RoleName, Text: t.Name},
		{Pointer: "/description", Role: detect.RoleDescription, Text: head + decoded},
	}}
	reg := detect.NewRegistry([]detect.ToolView{v})
	v = reg.Tool(0)
	p := proseOfField(v, reg, 1)
	if !p.all.Any(pointed) {
		return hiddenOrder{}, false
	}
	for _, unit := range p.gravest(wholeFloor) {
		if start, end := p.doc.Span(unit.Start, unit.End); end > len(head) {
			return hiddenOrder{what: "it reads like words to steer it", start: max(start-len(head), 0), confidence: 0.85}, true
		}
	}
	for _, s := range (directive{}).Inspect(v, reg) {
		if s.FieldIndex == 1 && s.End > len(head) {
			return hiddenOrder{what: s.Detail, start: max(s.Start-len(head), 0), confidence: 0.85}, true
		}
	}
	return hiddenOrder{}, false
}

// mostlyWords reports whether decoded text is made of words and blanks.
func mostlyWords(s string) bool {
	letters, other := 0, 0
	for _, r := range s {
		switch {
		case r == ' ' || r == '\n' || wordRune(r) && (r < '0' || r > '9'):
			letters++
		default:
			other++
		}
	}
	return letters > 6*other
}
