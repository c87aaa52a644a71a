package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// lead reports whether word i is in the sentence that says what the tool is.
func (p *prose) lead(i int) bool {
	return p.field.Role == detect.RoleDescription && p.doc.Words[i].Sentence() == 0
}

// acted returns the nearest verb of doing before word i in its sentence that is not denied, or -1.
func (p *prose) acted(i int, set text.Set) int {
	// reach is how far the verb may stand from its object, in words.
	const reach = 16
	s := p.sentence(i)
	for k := i - 1; k >= max(s.Start, i-reach); k-- {
		if p.tags[k].Any(set) && p.mood(k) != moodNone {
			if p.doc.Negated(k) {
				return -1
			}
			return k
		}
	}
	return -1
}

var (
	takes        = text.Of(cRead, cCollect, cPut, cSend, cStore, cUse, cChange)
	takesOrTells = text.Of(cRead, cCollect, cPut, cSend, cStore, cUse, cChange, cReveal)
	gives        = text.Of(cSend, cPut, cRoute, cExfil, cStore, cChange)
)

// callNouns are what a session is made of.
var callNouns = lazyWords{list: `operation operations call calls tools messages emails commands requests responses message email command tool action actions
	prompt prompts script scripts transaction transactions query queries conversation session file`}

// maybeCalls reports whether reachCalls may find something.
func maybeCalls(m *fieldMarks) bool {
	return m.all.Has(cNow) && m.all.Any(gives) || m.own.Has(mCallNoun) && (m.all.Has(cWhole) || m.all.Has(cOther))
}

// reachCalls finds definitions that govern calls which are not theirs: "every message", "any file operation", in the session.
func reachCalls(m *fieldMarks, u *purpose) []reach {
	p, d := m.prose, u.declared
	var out []reach
	for i := range p.doc.Words {
		if !p.has(i, cNow) || p.doc.Negated(i) {
			continue
		}
		s := p.sentence(i)
		for k := s.Start; k < s.End; k++ {
			if p.tags[k].Any(gives) && p.mood(k) >= moodPolite && !p.doc.Negated(k) && k != i {
				out = append(out, reach{min(i, k), max(i, k) + 1, 0.5, "rules what happens after its own call"})
				break
			}
		}
	}
	for i := range p.doc.Words {
		if !p.has(i, cWhole) && !p.has(i, cOther) {
			continue
		}
		s := p.sentence(i)
		noun := p.findIn(&callNouns, i+1, min(s.End, i+5))
		if noun < 0 {
			continue
		}
		c := 0.0
		if p.find(cNow, s.Start, s.End) >= 0 {
			c += 0.25
		}
		if p.has(i, cOther) && p.findWord(noun, noun+1, "tool", "tools") >= 0 {
			c += 0.1
		}
		if p.find(cRegardless, s.Start, s.End) >= 0 {
			c += 0.15
		}
		if k := p.find(cCovert, s.Start, s.End); k >= 0 {
			c += 0.25
		}
		act := false
		for k := s.Start; k < s.End; k++ {
			if p.tags[k].Any(gives) && p.mood(k) >= moodPolite {
				act = true
				c += 0.15
				break
			}
		}
		if p.literal(s.Start, s.End) > 0 {
			c += 0.15
		}
		if p.triggered(s, -1) {
			c += 0.1
		}
		if !act && c < 0.5 {
			continue
		}
		if d&inAgents != 0 {
			c -= 0.15
		}
		out = append(out, reach{i, noun + 1, min(c, 0.85), "reaches into calls that are not its own"})
	}
	return out
}

// reachHosts finds fixed addresses that data is sent to: the user did not choose them.
func reachHosts(m *fieldMarks, u *purpose) []reach {
	p, d := m.prose, u.declared
	var out []reach
	for i := range p.doc.Words {
		w := &p.doc.Words[i]
		if w.Kind != text.KindURL && w.Kind != text.KindEmail && w.Kind != text.KindHost {
			continue
		}
		if k := p.findWord(max(p.sentence(i).Start, i-9), i, "bcc", "cc"); k >= 0 && w.Kind == text.KindEmail && p.findWord(max(p.sentence(i).Start, k-4), i, "always", "every", "each", "all", "any") >= 0 &&
			!p.doc.Negated(k) && !local(w.Fold) && p.field.Role == detect.RoleDescription {
			out = append(out, reach{k, i + 1, 0.55, "sends to an address that the user did not choose"})
			continue
		}
		verb := p.acted(i, gives)
		if verb < 0 {
			if k := p.findWord(max(p.sentence(i).Start, i-6), i, "bcc", "cc", "to"); k < 0 || p.fold(k) == "to" {
				continue
			} else {
				verb = k
			}
		}
		if !p.has(verb, cSend) && !p.has(verb, cRoute) && !p.has(verb, cExfil) && w.Kind != text.KindEmail && p.find(cCopyWords, verb, i) < 0 {
			continue
		}
		if w.Kind == text.KindEmail && (p.fold(i-1) == "mail" || helpDesk.has(strings.SplitN(w.Fold, "@", 2)[0]) && p.findWord(max(p.sentence(i).Start, i-5), i, "write", "contact", "report", "complain", "questions") >= 0) {
			continue
		}
		if strings.HasSuffix(w.Fold, "@example.com") && p.mood(verb) != moodOrders || p.field.Role == detect.RoleParameterDescription && w.Kind != text.KindEmail && p.mood(verb) != moodOrders {
			continue
		}
		c := 0.55
		if p.lead(i) {
			c = 0.35
		}
		if w.Kind == text.KindEmail {
			c += 0.05
		}
		if local(w.Fold) || p.findWord(verb, i, "see", "visit", "docs", "documentation", "example", "format") >= 0 || p.mood(verb) == moodDescribes && d&(inWeb|inMail) != 0 && w.Kind != text.KindEmail {
			c = 0.2
		}
		out = append(out, reach{verb, i + 1, c, "sends to an address that the user did not choose"})
	}
	return out
}

// maybeHosts reports whether reachHosts may find something.
func maybeHosts(m *fieldMarks) bool { return m.kinds&addressed != 0 }

// helpDesk are mailboxes of companies that people write to.
var helpDesk = lazyWords{list: `abuse support help helpdesk security privacy info contact press`}

// cCopyWords are the concept of keeping something elsewhere.
const cCopyWords = cStore

func local(host string) bool {
	return strings.Contains(host, "localhost") || strings.Contains(host, "127.0.0.1") || strings.Contains(host, "json-schema.org")
}

// undoing matches command lines that take things away for good.
var undoing = lineExpression(5, `(?i)\b(?:terraform|pulumi|tofu)\s+destroy\b|\bkubectl\s+delete\b|\bhelm\s+uninstall\b|\bgit\s+(?:reset\s+--hard|clean\s+-[fdx]+|branch\s+-D)|`+
	`\bdocker\s+(?:system\s+prune|rm\s+-f|volume\s+rm)|\baws\s+s3\s+r[bm]\b|\bdel\s+/[sfq]\b|\bRemove-Item\b|\bmkfs\b|\bdropdb\b`)

// maybeCommands reports whether reachCommands may find something.
func maybeCommands(m *fieldMarks) bool {
	for _, re := range [...]*lazyRegexp{&orderedLine, &actionLine, &hotLine, &orderedSQL, &undoing} {
		if len(m.linesOf(re)) > 0 {
			return true
		}
	}
	return false
}

// reachCommands finds command lines and statements in tools that are not about running them.
func reachCommands(m *fieldMarks, u *purpose) []reach {
	p, d := m.prose, u.declared
	var out []reach
	add := func(start, end int, home domain) {
		at := p.wordAt(start)
		if at < 0 || strings.HasPrefix(p.doc.Raw[start:end], "~/") && u.names(p.fold(at)) || p.field.Role == detect.RoleParameterDescription && d&home != 0 {
			return
		}
		verb := p.acted(at, text.Of(cUse, cPut, cChange, cSend, cRead))
		ordered := verb >= 0 && (p.mood(verb) >= moodPolite || p.modelActs(verb))
		c := 0.3
		if d&home == 0 {
			c = 0.5
		} else if s := p.around(at, 1, 0); ordered && (p.scope(s) || p.find(cNow, s.Start, s.End) >= 0 || p.find(cFail, s.Start, s.End) >= 0 || p.triggered(p.sentence(at), verb)) {
			c = 0.5
		}
		if before := strings.TrimRight(p.doc.Raw[:start], " `"); verb < 0 || !ordered && strings.HasSuffix(before, "(") {
			// A remark in parentheses names the command; nobody is to run it.
			c -= 0.2
		}
		if p.triggered(p.sentence(at), verb) {
			c += 0.1
		}
		from := at
		if ordered {
			from = verb
		}
		if p.suspicion(0, len(p.doc.Words)) < commandCeiling && !gravest.MatchString(p.doc.Raw[start:min(len(p.doc.Raw), end+gravestReach)]) {
			return
		}
		out = append(out, reach{from, max(at, p.wordAt(end-1)) + 1, c, "carries a command line that the tool does not declare to run"})
	}
	for _, m := range p.linesOf(&orderedLine) {
		add(m[0], m[1], inShell|inCode)
	}
	for _, re := range []*lazyRegexp{&actionLine, &hotLine} {
		for _, m := range p.linesOf(re) {
			add(m[0], m[1], inShell|inCode)
		}
	}
	for _, m := range p.linesOf(&undoing) {
		add(m[0], m[1], inShell)
	}
	for _, m := range p.linesOf(&orderedSQL) {
		add(m[0], m[1], inShell|inCode|inData)
	}
	return out
}

// reachSecrets finds credentials, prompts and histories that are taken or handed on by a tool that is not about them.
func reachSecrets(m *fieldMarks, u *purpose) []reach {
	p, d := m.prose, u.declared
	var out []reach
	for i := range p.doc.Words {
		secret, talk := p.has(i, cSecret), p.has(i, cHistory) || p.has(i, cPrompt)
		if !secret && !talk || p.field.Role == detect.RoleParameterDescription && p.field.Parameter != "" && secret {
			continue
		}
		if secret && d&(inSecrets|inSecurity) != 0 && p.lead(i) || talk && d&inTalk != 0 {
			continue
		}
		verb := p.acted(i, takesOrTells)
		if strings.HasPrefix(p.doc.Raw[p.doc.Words[i].End():], ":") && p.doc.Words[i].Kind == text.KindIdent {
			// The name of a parameter in a list of them.
			continue
		}
		if verb < 0 || strings.HasSuffix(p.fold(verb), "tion") || p.doc.PositionOf(i, i+1) == text.PositionMention || p.refused(i) || p.doc.Words[verb].Clause() != p.doc.Words[i].Clause() && strings.Contains(p.doc.Raw[p.doc.Words[verb].End():p.doc.Words[i].Start()], ";") {
			continue
		}
		s := p.sentence(i)
		c := 0.15
		if !p.lead(i) {
			c += 0.1
		}
		if p.has(verb, cSend) || p.has(verb, cPut) || p.has(verb, cRoute) || p.has(verb, cStore) || p.has(verb, cCollect) {
			c += 0.1
		}
		if talk && p.has(verb, cReveal) && !p.lead(i) {
			c += 0.15
		}
		if p.mood(verb) >= moodPolite && p.findWord(max(s.Start, verb-4), verb, "must", "should", "need") < 0 {
			c += 0.1
		}
		if p.find(cWhole, verb, min(s.End, i+3)) >= 0 || p.findWord(verb, i, "contents", "content", "raw", "user's", "user", "your") >= 0 {
			c += 0.15
		}
		if p.find(cHost, i, min(s.End, i+8)) >= 0 && p.find(cSend, s.Start, i) >= 0 || p.findWord(verb, s.End, "external", "remote", "vendor", "hidden", "outbound") >= 0 {
			c += 0.15
		}
		if p.find(cAlso, s.Start, s.End) >= 0 || p.find(cCovert, s.Start, s.End) >= 0 {
			c += 0.15
		}
		if d&(inSecrets|inSecurity) != 0 && secret {
			c -= 0.15
		}
		out = append(out, reach{verb, i + 1, min(c, 0.85), "takes or hands on secrets or history that the tool does not declare to need"})
	}
	return out
}

// maybeSecrets reports whether reachSecrets may find something.
func maybeSecrets(m *fieldMarks) bool { return m.all.Any(kept) && m.all.Any(takesOrTells) }

// kept are the concepts of what nobody hands on.
var kept = text.Of(cSecret, cHistory, cPrompt)

// secretPlaces are places that somebody hides, as stems.
var secretPlaces = lazyWords{stemmed: true, list: `cache log store endpoint channel copy index parameter field buffer queue note instruct prompt rule message routing`}

// reachCopies finds copies that go somewhere else, and logs that nobody asked for.
func reachCopies(m *fieldMarks) []reach {
	p := m.prose
	var out []reach
	for i := range p.doc.Words {
		if !p.has(i, cCovert) || p.doc.Negated(i) || p.isQuiet(i) {
			continue
		}
		s := p.sentence(i)
		for k := max(s.Start, i-3); k < min(s.End, i+5); k++ {
			if p.fold(i) == "hidden" && (i+1 >= s.End || p.stemAfter(i+1, min(s.End, i+3), secretPlaces.words()) < 0) {
				// Hidden files, sheets and rows are matter like any other.
				continue
			}
			if k != i && (p.has(k, cSend) || p.has(k, cCollect) || p.has(k, cStore)) && p.mood(k) != moodNone && p.fold(i) != "transparently" && p.fold(k) != "scan" {
				out = append(out, reach{min(i, k), max(i, k) + 1, 0.5, "acts where nobody can see it"})
				break
			}
		}
	}
	return out
}

// maybeCopies reports whether reachCopies may find something.
func maybeCopies(m *fieldMarks) bool { return m.all.Has(cCovert) && m.all.Any(copies) }

var copies = text.Of(cSend, cCollect, cStore)
