package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// standing says how a named tool stands to the definition that names it. A server's own workflow names tools of the same
// trade, for the sake of what they return; an attack names one of another trade, writes out what it is to be called with, or
// picks one that spends, sends, destroys or discloses.
type standing struct {
	// kin is true when the name shares a word of substance, or at least the field of work, with the server's own names.
	kin bool
	// echoed is true when the sentence says in plain words what the tool is about: "attach a receipt with upload_receipt".
	echoed bool
	// grave is true when the name says that the tool spends, sends, destroys, grants or discloses.
	grave bool
	// setup is true for tools that open a session: every server may have one.
	setup bool
	// source is true when the sentence says that the tool's result is needed: "ids returned by list_items".
	source bool
	// choice is true when the tool is offered for another need: "to list all of them use list_items", "use X instead".
	choice bool
	// arguments counts the values that are written out for the call.
	arguments int
}

// estrangement is how far the tool is from being one of the server's own, about -0.35 to 0.25, on the scale of a
// confidence.
func (s standing) estrangement() float64 {
	e := 0.0
	switch {
	case s.kin:
		e = -0.25
	case s.grave:
		e = 0.15
	case s.setup:
		e = -0.2
	}
	if s.arguments == 0 {
		if s.echoed && !s.kin {
			e -= 0.1
		}
		if s.source {
			e -= 0.15
		}
		if s.choice {
			e -= 0.25
		}
	} else if s.kin {
		e += 0.15
	}
	return e
}

// bare words say nothing about whose tool it is.
var bareWords = stems(`data text name id type value tool info all result input output item object entry thing new by for with from to of in and
	the a mcp server api service default v1 v2 v3 current my app url uri path list set get`)

// graveWords are words of names of tools that spend, send, destroy, grant or disclose.
var graveWords = lazyWords{stemmed: true, list: `transfer pay payment wire purchase buy order checkout trade withdraw deposit charge refund wallet bank margin invest
	sell crypto bitcoin funds money iban email mail tweet sms post message slack telegram whatsapp publish share forward webhook upload broadcast
	delete remove drop wipe erase destroy kill shutdown purge reset revoke truncate uninstall grant permission role admin sudo privilege
	unlock door firewall disable enable alarm execute exec shell command terminal bash eval script secret password credential key vault token
	contact history medical health record location balance conversation chat clipboard camera microphone recording screenshot cron schedule
	install signature sign vote book booking reservation file filesystem directory profile memory export invite deploy
	browse navigate calendar url http sql database backup branch merge commit push insurance loan mortgage tax passport visa identity ssn lock cookie mailbox inbox invoice bill antivirus logging keychain
	surveillance tracker`}

// setupWords are words of names of tools that open a session or tell how a server is used.
var setupWords = lazyWords{stemmed: true, list: `login auth authenticate authorize connect connection init initialize initialise session setup configure config
	workspace project organization organisation instruction instructions guide guideline guidelines help docs schema
	status context onboarding ping health capabilities tools prompts overview`}

// vocabulary returns the stems of the words that the server and the tool are named with, in names of parameters, and in the
// sentence that says what the tool is.
func (p *prose) vocabulary() map[string]bool {
	d := p.whole
	if d.words != nil {
		return d.words
	}
	// Definitions with more fields than this are read in part: a few parameters tell the trade.
	const mostFields, lead = 200, 40
	v := map[string]bool{}
	add := func(name string) {
		for _, w := range detect.NameWords(name) {
			addStems(v, w)
		}
	}
	add(p.tool.Server)
	add(p.tool.Name)
	addWords := func(doc *text.Doc, to int) {
		for k := range min(to, lead, len(doc.Words)) {
			if w := &doc.Words[k]; triggering[w.Fold] && k > 0 {
				break
			} else if w.Kind == text.KindWord {
				addStems(v, w.Fold)
			}
		}
	}
	if p.tool.Title != "" {
		addWords(text.NewDoc(p.tool.Title), lead)
	}
	fields := p.tool.Fields
	for i := range fields[:min(len(fields), mostFields)] {
		switch fields[i].Role {
		case detect.RoleParameterName:
			add(fields[i].Text)
		case detect.RoleDescription:
			// A lead sentence that names a tool may be the smuggled one.
			if doc := p.tool.Doc(i); len(doc.Sentences) > 0 && !namesTool(doc, doc.Sentences[0]) {
				addWords(doc, doc.Sentences[0].End)
			}
		}
	}
	d.words = v
	return v
}

// namesTool reports whether the range holds the name of a tool.
func namesTool(doc *text.Doc, r text.Range) bool {
	for _, w := range doc.Words[r.Start:r.End] {
		if w.Kind == text.KindIdent && actionName(doc.Raw[w.Start():w.End()]) {
			return true
		}
	}
	return false
}

// triggering words begin the part of a lead sentence that is no longer about the tool itself.
var triggering = wordSet(`before after whenever when once unless until then also must first`)

func addStems(v map[string]bool, word string) {
	s := text.Stem(word)
	if len(s) > 1 && !bareWords[s] && !actions[word] || substance.has(s) {
		v[s] = true
	}
}

// substance holds words that are both actions and things: a message, a schedule, an order.
var substance = lazyWords{stemmed: true, list: `message email mail order schedule query record log screenshot commit build test deploy branch backup book post comment
	track note schema scan audit release`}

// stand judges the reference.
func (p *prose) stand(r toolRef) standing {
	var s standing
	words := detect.NameWords(r.name)
	v := p.vocabulary()
	sentence := p.sentence(r.word)
	// A shared word that is an action too, such as "record", makes no kin of a name with a graver word beside it.
	loose, graver := false, false
	for i, w := range words {
		stem := text.Stem(w)
		s.grave = s.grave || graveWords.has(stem)
		s.setup = s.setup || setupWords.has(stem)
		if actions[w] && !(substance.has(stem) && (i > 0 || len(words) == 1)) || bareWords[stem] || len(stem) < 2 {
			continue
		}
		switch shared := v[stem] || len(stem) > 3 && p.partOf(v, stem); {
		case shared && substance.has(stem):
			loose = true
		case shared:
			s.kin = true
		case graveWords.has(stem):
			graver = true
		}
		for k := sentence.Start; k < sentence.End && !s.echoed; k++ {
			s.echoed = k != r.word && p.doc.Words[k].Kind == text.KindWord && p.doc.Words[k].Stem() == stem
		}
	}
	s.kin = s.kin || loose && !graver || p.sameTrade(words)
	s.source, s.choice = p.sourceOf(r), p.choiceOf(r)
	s.arguments = p.arguments(r, s.kin)
	return s
}

// sourceOf reports whether the sentence says that what the tool returns goes into this one: "ids returned by X", "from X", "the
// session created with X", "X first to get the id".
func (p *prose) sourceOf(r toolRef) bool {
	s := p.sentence(r.word)
	if p.field.Role == detect.RoleParameterDescription {
		return true
	}
	for k := r.first - 1; k >= max(s.Start, r.first-3); k-- {
		switch p.fold(k) {
		case "from", "returned", "obtained", "issued", "listed", "produced":
			return true
		}
	}
	for k := r.word + 1; k < min(s.End, r.word+4); k++ {
		switch p.fold(k) {
		case "returns", "returned", "returning", "response", "result", "results", "output":
			return true
		}
	}
	if k := p.findWord(r.word+1, min(s.End, r.word+8), "to", "and", "so", "for"); k > 0 {
		return p.findWord(k+1, min(s.End, k+5), "get", "obtain", "find", "see", "know", "discover", "learn", "determine", "identify", "retrieve", "resolve", "look", "list", "follow", "check") > 0 &&
			p.findWord(k+1, min(s.End, k+10), "user's", "conversation", "secret", "password") < 0
	}
	return false
}

// choiceOf reports whether the sentence leaves the tool to the reader's need: "if you need details, use X", "use X instead".
func (p *prose) choiceOf(r toolRef) bool {
	s := p.sentence(r.word)
	if p.find(cBad, s.Start, s.End) >= 0 || p.find(cWhole, s.Start, s.End) >= 0 && p.scope(s) {
		return false
	}
	// permitted is how far "can be used" or "lets you" may stand behind the name, in words.
	const permitted = 4
	if k := p.findWord(r.word+1, min(s.End, r.word+permitted), "can", "may", "lets", "allows", "could", "helps"); k > 0 && k-r.word <= 2 && p.find(cSecret, s.Start, s.End) < 0 {
		return true
	}
	use := false
	for k := max(s.Start, r.first-6); k < r.first; k++ {
		use = use || p.fold(k) == "use" && p.mood(k) >= moodPolite || p.fold(k) == "using" || p.fold(k) == "see" || p.fold(k) == "prefer" || p.fold(k) == "try"
	}
	if !use {
		return false
	}
	if p.findWord(r.word+1, min(s.End, r.word+8), "instead", "rather", "for", "to", "if") > 0 {
		return true
	}
	return p.findWord(s.Start, r.first, "need", "needs", "want", "wants", "looking", "know", "only", "to", "for") >= 0 && p.findWord(s.Start, r.first, "before", "after", "once", "must", "always") < 0
}

// arguments counts the values that the text writes out for a call of the tool: between parentheses, or after the name in the
// same sentence. Values of the tool's own parameters count only in parentheses.
func (p *prose) arguments(r toolRef, kin bool) int {
	w := p.doc.Words[r.word]
	// enough is more than is read of a list of arguments, in bytes.
	const enough = 320
	after := p.doc.Raw[w.End():min(len(p.doc.Raw), w.End()+enough)]
	after = strings.TrimLeft(after[:min(len(after), 3)], "`'\" ") + after[min(len(after), 3):]
	if strings.HasPrefix(after, "(") && !strings.HasPrefix(after, "()") {
		if n := written(after[1:]); n > 0 || !kin {
			return max(n, p.attached(r))
		}
	}
	return p.attached(r)
}

// written counts the values between parentheses whose inside s begins with; what stands for any value ("...", <id>) is none.
func written(s string) int {
	// longest bounds the list of arguments, in bytes.
	const longest = 300
	if k := strings.IndexAny(s[:min(len(s), longest)], ")\n"); k >= 0 {
		s = s[:k]
	} else {
		s = s[:min(len(s), longest)]
	}
	n := 0
	for _, part := range strings.Split(s, ",") {
		value := part
		if k := strings.IndexAny(part, "=:"); k >= 0 {
			value = part[k+1:]
		}
		value = strings.TrimSpace(value)
		bare := strings.Trim(value, "'\"`[]{}")
		switch {
		case bare == "" || strings.HasPrefix(bare, "...") || strings.HasPrefix(bare, "<") || strings.HasPrefix(bare, "\u2026") || strings.HasPrefix(bare, "your"):
		case len(bare) < len(value), value != strings.TrimSpace(part), strings.ContainsAny(value, "0123456789/@~*"):
			n++
		}
	}
	return n
}

// attached counts the values that follow the name in its sentence: "on ~/.x", "with amount=5", "to a@b.c".
func (p *prose) attached(r toolRef) int {
	// reach is how far a value may stand from the name, in words.
	const reach = 16
	s := p.sentence(r.word)
	n, last := 0, -1
	for k := r.word + 1; k < min(s.End, r.word+reach); k++ {
		w := p.doc.Words[k]
		switch w.Kind {
		case text.KindPath, text.KindURL, text.KindEmail, text.KindHost:
			n++
			continue
		case text.KindNumber:
			if p.has(k-1, cParam) || p.has(k-1, cMoney) || p.has(k+1, cMoney) || p.fold(k-2) == "with" {
				n++
			}
			continue
		}
		if accountNumber(w.Fold) {
			n++
			continue
		}
		if q, ok := p.doc.Quoted(w.Start(), w.End()); ok && q.Start > p.doc.Words[r.word].End() && q.Start != last && q.Mark != '`' {
			last = q.Start
			n++
			continue
		}
		if gap := p.doc.Gap(k); strings.Contains(gap, "=") && !strings.Contains(gap, "==") {
			if p.findWord(max(r.word, k-4), k, "when", "if", "unless", "where") > 0 {
				continue
			}
			if name := p.doc.Words[k-1]; k-2 > r.word && p.reg.HasParameter(p.tool.Server, p.doc.Raw[name.Start():name.End()]) {
				continue
			}
			n++
		}
	}
	return n
}
