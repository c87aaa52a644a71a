package check

import (
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// strongTags are names of pseudo-tags and chat templates that no tool text needs.
var strongTags = wordSet(`important system hidden secret sys inst im_start im_end assistant admin invisible critical mandatory urgent
	start_header_id eot_id endoftext begin_of_text system_prompt systemprompt system-prompt system_instruction system-instruction
	sys_msg override private confidential internal for_ai ai ai_instructions llm model agent agent_instructions important_instructions
	hidden_instructions end_of_turn start_of_turn priority security_notice developer s global shadow instruction_override override_instructions role_change`)

// weakTags frame text that may be an order.
var weakTags = wordSet(`instructions instruction note notice user human directive directives rules policy protocol requirement requirements
	warning attention prerequisite prerequisites guidelines context tool_instructions usage_policy config configuration compliance`)

// labelWords are words of bracketed labels that speak for somebody above the user.
var labelWords = wordSet(`system hidden secret admin administrator assistant developer override ai metadata internal llm model agent inst
	instructions directive instruction user human important critical emergency background protocol security root`)

var labelNouns = wordSet(`directive instruction instructions message note override prompt rule policy notice command config configuration
	contradiction alert mode service update context protocol request operation requirement`)

// findMarkup finds markup that dresses text up as something the model must obey: pseudo-tags, chat template markers, bracketed
// labels, and turns of a conversation that never took place.
func findMarkup(p *prose) []hit {
	var hits []hit
	add := func(from, to int, c float64, detail string) {
		if c > 0 && from < to {
			hits = append(hits, hit{from, to, c, detail, detect.ThreatPromptInjection})
		}
	}
	next := 0
	closed := map[string]bool{}
	for _, t := range p.doc.Tags {
		if t.Open == '<' && len(t.Name) > 1 && t.Name[0] == '/' {
			closed[t.Name[1:]] = true
		}
		// Labels are kept apart by their bracket: [System] ... [/System].
		if t.Open == '[' && len(t.Name) > 1 && t.Name[0] == '/' {
			closed["["+t.Name[1:]] = true
		}
	}
	for _, tag := range p.doc.Tags {
		for next < len(p.doc.Words) && p.doc.Words[next].Start() < tag.Start {
			next++
		}
		if tag.Name == "" || tag.Name[0] == '/' || next >= len(p.doc.Words) {
			continue
		}
		// inside is how much of the framed text is looked at, in words.
		const inside = 40
		end := min(len(p.doc.Words), next+inside)
		orders := p.ordersIn(next, end)
		switch tag.Open {
		case '|':
			if !p.describesMarkup(next, tag) && !p.warnsOf(next) {
				add(next, min(end, next+12), 0.9, "carries a chat template marker")
			}
		case '<':
			raw := p.doc.Raw[tag.Start:tag.End]
			if p.holdsNothing(tag) {
				continue
			}
			framed := raw == strings.ToUpper(raw) || closed[tag.Name]
			switch {
			case tag.Name == "!--":
				if orders >= 1 {
					add(next, min(end, next+12), 0.75, "hides an order in a comment")
				}
			case strongTags[tag.Name] && framed && end-next >= 3 && orders >= 1 && (closed[tag.Name] || p.weighty(next, end)):
				add(next, min(end, next+12), 0.8, "frames an order in a tag that is to impress the model")
			case strongTags[tag.Name] && framed && closed[tag.Name] && end-next >= 5:
				add(next, min(end, next+12), 0.45, "frames text in a tag that is to impress the model")
			case weakTags[tag.Name] && orders >= 2:
				add(next, min(end, next+12), 0.4, "frames an order in a tag")
			}
		case '[':
			name := strings.Trim(tag.Name, ": ")
			if name == "inst" || name == "/inst" || name == "sys" {
				if p.describesMarkup(next, tag) {
					continue
				}
				add(next, min(end, next+12), 0.85, "carries a chat template marker")
				continue
			}
			who, what := false, false
			for _, w := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '_' || r == '-' }) {
				who, what = who || labelWords[w], what || labelNouns[w]
			}
			upper := p.doc.Raw[tag.Start:tag.End] == strings.ToUpper(p.doc.Raw[tag.Start:tag.End])
			if p.describesMarkup(next, tag) {
				continue
			}
			if who && what && (upper || closed["["+name]) {
				add(next, min(end, next+12), 0.75, "labels its text as coming from somebody the model obeys")
			} else if (name == "user" || name == "human" || name == "assistant") && strings.HasPrefix(p.doc.Raw[tag.End:], ":") && orders > 0 {
				add(next, min(end, next+12), 0.55, "opens a false turn that speaks for "+name)
			} else if name == "system" && (upper && orders > 0 || closed["["+name]) {
				add(next, min(end, next+12), 0.6, "labels its text as coming from the system")
			}
		}
	}
	hits = append(hits, p.turns()...)
	return hits
}

// describesMarkup reports whether the tag before word next is talked about: words of describing stand right before it, and what it
// frames speaks to nobody.
func (p *prose) describesMarkup(next int, tag text.Tag) bool {
	// before and inside are how far one looks on either side, in words.
	const before, inside = 9, 14
	if p.findWord(next, min(len(p.doc.Words), next+inside), "you", "your", "ignore", "must", "obey") >= 0 {
		return false
	}
	for k := next - 1; k >= max(0, next-before); k-- {
		switch p.fold(k) {
		case "wraps", "wrap", "wrapped", "uses", "use", "using", "with", "token", "tokens", "template", "templates", "marker", "markers", "tag", "tags", "delimiter", "delimiters",
			"format", "chatml", "llama", "like", "prefixed", "prefix", "lines", "logs", "label", "labels", "such", "starting", "begin", "begins", "starts", "and", "contain":
			return true
		}
		if p.doc.Words[k].End()+200 < tag.Start {
			return false
		}
	}
	return false
}

// holdsNothing reports whether the tag is closed before a word stands in it: "<system>…</system>" names a tag.
func (p *prose) holdsNothing(tag text.Tag) bool {
	if tag.Open != '<' || tag.Name == "!--" {
		return false
	}
	name, closed := strings.CutPrefix(strings.TrimLeft(p.doc.Raw[tag.End:], " .\u2026*\n"), "</")
	// A letter has at most utf8.UTFMax bytes and not less than one in lower case.
	return closed && strings.HasPrefix(strings.ToLower(name[:min(len(name), utf8.UTFMax*len(tag.Name))]), tag.Name)
}

// warnsOf reports whether the marker before word next is named as something that others may write: "lines that look like <|system|>".
func (p *prose) warnsOf(next int) bool {
	const before = 3
	k := p.findWord(max(0, next-before), next, "like", "as", "contain", "contains", "containing")
	return k >= 0 && p.tame(hit{from: k, to: next + 1}, citedCeiling)
}

// ordersIn counts the words in [from, to) that order something.
func (p *prose) ordersIn(from, to int) int {
	n := 0
	for i := from; i < to; i++ {
		if p.tags[i].Any(verbs) && p.mood(i) >= moodPolite {
			n++
		} else if p.has(i, cNeg) && (p.has(i+1, cTell) || p.has(i+1, cShow)) {
			n++
		}
	}
	return n
}

// turns finds labels that open a turn of a conversation or a message of the system: "SYSTEM:", "Human:", "### System".
func (p *prose) turns() []hit {
	var hits []hit
	for i := range p.doc.Words {
		f := p.fold(i)
		switch f {
		case "system", "human", "user", "assistant", "developer", "admin", "ai":
		default:
			continue
		}
		gap, before := p.doc.Gap(i+1), p.doc.Gap(i)
		if i+1 >= len(p.doc.Words) {
			continue
		}
		raw := p.doc.Raw[p.doc.Words[i].Start():p.doc.Words[i].End()]
		if strings.HasPrefix(before, "###") || strings.HasSuffix(before, "### ") || strings.HasSuffix(before, "##") {
			c := 0.4
			if f == "user" || f == "human" {
				c = 0.15
			}
			hits = append(hits, hit{i, min(len(p.tags), i+10), c, "opens a section that speaks for the system", detect.ThreatPromptInjection})
			continue
		}
		if !strings.HasPrefix(gap, ":") || raw[0] < 'A' || raw[0] > 'Z' {
			continue
		}
		opening := i == 0 || strings.ContainsAny(before, "\n.!?\"'-(>")
		if !opening {
			continue
		}
		end := p.sentence(i + 1).End
		// A label that opens a turn is followed at once by what is said.
		const opens = 5
		orders := p.ordersIn(i+1, min(end, i+30))
		said := p.findWord(i+1, end, "i") > 0 && p.findWord(i+1, end, "agree", "confirm", "approve", "consent", "allow", "authorize", "authorise", "permit") > 0
		if !said && raw != strings.ToUpper(raw) && p.ordersIn(i+1, min(end, i+opens)) == 0 && p.findWord(i+1, min(end, i+opens), "i", "you", "yes", "my", "please", "sure", "ok", "okay") < 0 {
			continue
		}
		if p.findWord(i+1, min(end, i+2), "whether", "id", "name") > 0 {
			continue
		}
		if f == "assistant" && orders == 0 && p.findWord(i+1, min(end, i+4), "sure", "understood", "done", "ok", "okay", "certainly", "i") > 0 && p.findWord(i+1, end, "i", "disabled", "enabled", "will") > 0 && len(p.doc.Quotes) == 0 {
			hits = append(hits, hit{i, min(end, i+14), 0.5, "opens a false turn that speaks for " + f, detect.ThreatPromptInjection})
			continue
		}
		if (f == "user" || f == "human") && (said || p.findWord(i+1, min(end, i+3), "yes", "i") > 0 && p.findWord(i+1, end, "confirm", "approve", "agree", "everything", "all") > 0) {
			hits = append(hits, hit{i, min(end, i+14), 0.55, "opens a false turn that speaks for " + f, detect.ThreatPromptInjection})
			continue
		}
		switch {
		case orders > 0 && raw == strings.ToUpper(raw):
			hits = append(hits, hit{i, min(end, i+14), 0.7, "opens a false turn that speaks for " + f, detect.ThreatPromptInjection})
		case orders > 0 && p.field.Parameter == "" || f != "user" && orders > 0:
			hits = append(hits, hit{i, min(end, i+14), 0.55, "opens a false turn that speaks for " + f, detect.ThreatPromptInjection})
		}
	}
	return hits
}
