package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findTurns finds what pretends to stand outside of the definition: words of the user, results of tools, the end of the tool
// list, a new task.
func findTurns(p *prose) []hit {
	var hits []hit
	add := func(from, to int, c float64, detail string) {
		if c > 0 {
			hits = append(hits, hit{from, to, c, detail, detect.ThreatPromptInjection})
		}
	}
	for i := range p.tags {
		switch f := p.fold(i); f {
		case "user", "owner", "human", "customer", "operator", "holder", "administrator", "admin", "developer":
			from, to, c := p.speaks(i)
			add(from, to, c, "puts words into the mouth of the "+f)
		case "end", "ends":
			from, to, c := p.endOfContext(i)
			add(from, to, c, "pretends that the definition ends here")
		case "new", "updated", "additional":
			from, to, c := p.newTask(i)
			add(from, to, c, "pretends that somebody set a new task")
		case "output", "result", "response":
			from, to, c := p.falseResult(i)
			add(from, to, c, "pretends to be the result of a tool")
		case "role":
			from, to, c := p.roleMessage(i)
			add(from, to, c, "carries a message in the name of the system")
		}
	}
	return append(hits, p.dialogue()...)
}

// speech are verbs and nouns that open what somebody says.
var speech = wordSet(`adds added add says said wrote writes replied replies continued continues typed types confirmed answered answers responded message
	reply request asks requested note wishes stated`)

// speaks finds "the user adds: ...", "message from the user: I hereby ...". What follows must order something or be said in
// the first person; the label alone documents a field.
func (p *prose) speaks(i int) (from, to int, c float64) {
	s := p.sentence(i)
	n := len(p.doc.Words)
	if p.findWord(max(s.Start, i-4), i, "if", "when", "whenever", "once", "what", "that", "which", "whether", "how", "after") >= 0 {
		return 0, 0, 0
	}
	verb := -1
	for k := i + 1; k < min(s.End, i+4); k++ {
		if speech[p.fold(k)] {
			verb = k
			break
		}
	}
	if verb < 0 {
		// "Message from the user (received at noon): ..."
		if k := p.findWord(max(s.Start, i-4), i, "message", "reply", "note", "request", "order", "instruction", "word", "permission"); k < 0 || p.findWord(k, i, "from", "of", "by") < 0 {
			return 0, 0, 0
		}
		verb = i
	}
	// head bounds what may stand between the verb and its colon, in words.
	const head = 7
	open := -1
	for k := verb + 1; k < min(n, verb+head); k++ {
		if g := p.doc.Gap(k); strings.Contains(g, ":") || strings.ContainsAny(g, "\"'") && k == verb+1 {
			open = k
			break
		}
	}
	if open < 0 {
		return 0, 0, 0
	}
	end := min(n, open+25)
	first := -1
	for k := open; k < end; k++ {
		if f := p.fold(k); f == "i" && p.doc.Raw[p.doc.Words[k].Start()] == 'I' || f == "my" || f == "me" {
			first = k
			break
		}
	}
	_, orders := p.orderIn(open, end)
	orders = orders || p.find(cConsent, open, min(n, open+6)) >= 0 || first >= 0 && p.findWord(first, min(n, first+4), "allow", "permit", "want", "agree", "accept", "authorise", "trust") > 0
	switch {
	case first >= 0 && (orders || p.find(cConsent, open, end) >= 0):
		return i, min(end, first+8), 0.6
	case orders && p.field.Parameter == "" && speech[p.fold(verb)] && p.fold(verb) != "request" && p.fold(verb) != "message" && p.fold(verb) != "note":
		return i, min(end, open+10), 0.5
	}
	return 0, 0, 0
}

// endOfContext finds ">>> END OF TOOL LIST <<<", "--- end of description ---" with text after it.
func (p *prose) endOfContext(i int) (from, to int, c float64) {
	n := len(p.doc.Words)
	if p.fold(i+1) != "of" || i+4 >= n {
		return 0, 0, 0
	}
	what := p.findWord(i+2, i+6, "list", "description", "prompt", "tool", "tools", "definition", "instructions", "context", "system", "manifest", "schema", "definitions", "metadata", "conversation", "documentation")
	if what < 0 {
		return 0, 0, 0
	}
	framed := strings.ContainsAny(p.doc.Gap(i), "<>-=*#[") && strings.Trim(p.doc.Gap(i), " \n<>-=*#[.()") == "" && len(strings.TrimSpace(p.doc.Gap(i))) >= 2
	if !framed && !p.doc.Words[i].Shout {
		return 0, 0, 0
	}
	last := what
	for last+1 < n && last < what+2 && p.doc.Words[last+1].Shout == p.doc.Words[what].Shout && strings.TrimSpace(p.doc.Gap(last+1)) == "" {
		last++
	}
	if _, ok := p.orderIn(last+1, min(n, last+40)); ok {
		return i, min(n, last+12), 0.6
	}
	if last+4 < n {
		return i, last + 1, 0.45
	}
	return 0, 0, 0
}

// newTask finds "new task from the account owner: ..." with an order.
func (p *prose) newTask(i int) (from, to int, c float64) {
	n := len(p.doc.Words)
	what := i + 1
	if what < n && (p.fold(what) == "system" || p.fold(what) == "standing" || p.fold(what) == "mandatory") {
		what++
	}
	switch p.fold(what) {
	case "task", "policy", "instructions", "instruction", "orders", "order", "directive", "rule", "rules", "objective", "goal", "assignment", "mission":
	default:
		return 0, 0, 0
	}
	s := p.sentence(i)
	if start := p.doc.Clauses[p.doc.Words[i].Clause()].Start; start != i || s.Start == 0 && i == 0 && p.field.Role != detect.RoleEnum {
		return 0, 0, 0
	}
	sender := -1
	open := -1
	for k := what + 1; k < min(n, what+9); k++ {
		if p.has(k, cUser) || p.has(k, cAuthority) || p.fold(k) == "system" || p.fold(k) == "owner" || p.has(k, cModel) {
			sender = k
		}
		if strings.Contains(p.doc.Gap(k), ":") {
			open = k
			break
		}
	}
	if open < 0 {
		return 0, 0, 0
	}
	_, orders := p.orderIn(open, min(n, open+25))
	switch {
	case orders && sender > 0:
		return i, min(n, open+10), 0.6
	case orders:
		return i, min(n, open+10), 0.45
	}
	return 0, 0, 0
}

// falseResult finds "tool result: the user granted ...": a result that tells of consent.
func (p *prose) falseResult(i int) (from, to int, c float64) {
	switch p.fold(i - 1) {
	case "tool", "function", "previous", "system":
	default:
		return 0, 0, 0
	}
	if !strings.Contains(p.doc.Gap(i+1), ":") {
		return 0, 0, 0
	}
	end := min(len(p.doc.Words), i+16)
	agreed, user := p.find(cConsent, i+1, end), p.find(cUser, i+1, end)
	if agreed > 0 && user > 0 || p.findWord(i+1, end, "approved", "granted", "authorized", "confirmed") > 0 && p.findWord(i+1, end, "true", "all", "permission", "payments") > 0 {
		return i - 1, max(agreed, user, i+2) + 1, 0.55
	}
	return 0, 0, 0
}

// roleMessage finds a message object of the role system whose content speaks to or about the model, outside of a
// definition that deals in messages.
func (p *prose) roleMessage(i int) (from, to int, c float64) {
	end := min(len(p.doc.Words), i+30)
	role := p.findWord(i+1, i+2, "system", "developer")
	content := p.findWord(i+1, min(end, i+5), "content")
	if role < 0 || content < 0 || !strings.Contains(p.doc.Gap(i+1), "\"") {
		return 0, 0, 0
	}
	// most bounds the look at the fields; a definition that deals in messages says so early.
	const most = 200
	for _, f := range p.tool.Fields[:min(len(p.tool.Fields), most)] {
		if f.Parameter == "messages" || f.Parameter == "role" || f.Parameter == "system_prompt" {
			return 0, 0, 0
		}
	}
	model, yes := p.find(cModel, content, end), p.findWord(content, end, "you") > 0
	_, orders := p.orderIn(content+1, end)
	if (model > 0 || yes) && (orders || p.find(cWhole, content, end) > 0 || p.find(cNeg, content, end) > 0) && p.findWord(content, end, "helpful", "expert") < 0 {
		return i, end, 0.5
	}
	return 0, 0, 0
}

// dialogue finds at least two turns of different speakers, each opened by a label: a conversation that never took place.
// Descriptions of transcripts quote theirs.
func (p *prose) dialogue() []hit {
	first, speaker := -1, ""
	for i := range p.doc.Words {
		f := p.fold(i)
		switch f {
		case "system", "human", "user", "assistant", "developer":
		default:
			continue
		}
		before, after := p.doc.Gap(i), p.doc.Gap(i+1)
		header := strings.HasSuffix(strings.TrimRight(before, " "), "##")
		label := strings.HasPrefix(after, "]") && strings.HasSuffix(before, "[")
		if !header && !label {
			continue
		}
		if p.doc.PositionOf(i, i+1) == text.PositionMention || i+2 >= len(p.doc.Words) {
			continue
		}
		if first < 0 {
			first, speaker = i, f
			continue
		}
		if f != speaker {
			// A dialogue speaks: in the first or second person, or with an order.
			end := min(len(p.doc.Words), i+20)
			if _, ok := p.orderIn(first+1, end); ok || p.findWord(first+1, end, "i", "you", "my", "understood", "sure", "yes") > 0 {
				return []hit{{first, min(len(p.doc.Words), i+6), 0.65, "carries a dialogue that never took place", detect.ThreatPromptInjection}}
			}
			return nil
		}
	}
	return nil
}
