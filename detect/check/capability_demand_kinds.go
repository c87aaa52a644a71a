package check

import "github.com/org/mcp-lint/detect/text"

// zone is the surroundings of one word that may be a demand: the range that is read, the words near it, and what they say.
type zone struct {
	i, from, to, lo, hi int
	// whole, all, yours and session: everything is meant; a part of the session is; the model is spoken to; the text points
	// into the session.
	whole, all, yours, session bool
}

// demandKinds are the kinds with what tells them, in the order in which they are tried. asks reports whether word z.i is
// asked for, and whether plainly.
var demandKinds = []struct {
	kind demandKind
	asks func(p *prose, z zone) (plain, ok bool)
}{
	{wantsPrompt, asksPrompt},
	{wantsTalk, asksTalk},
	{wantsSelf, asksSelf},
	{wantsTools, asksTools},
	{wantsHost, asksHost},
	{wantsSecrets, asksSecrets},
	{wantsPerson, asksPerson},
	{wantsFiles, asksFiles},
}

// The words that demands are made of, as stems.
var (
	promptNouns    = lazyWords{stemmed: true, list: `instruct guideline rule direct`}
	talkNouns      = lazyWords{stemmed: true, list: `conversation chat dialogue dialog transcript session`}
	turnNouns      = lazyWords{stemmed: true, list: `message turn prompt query question request answer reply utterance`}
	fileNouns      = lazyWords{stemmed: true, list: `file folder directory workspace document tab window buffer desktop clipboard`}
	contentNouns   = lazyWords{stemmed: true, list: `content text body copy dump listing output`}
	placeNouns     = lazyWords{stemmed: true, list: `workspace project editor folder directory machine computer disk home laptop ide host desktop repository`}
	machineNouns   = lazyWords{stemmed: true, list: `host machine process computer system client laptop shell container developer user session`}
	saying         = lazyWords{stemmed: true, list: `say said tell told mention talk discuss write wrote written type ask enter paste share state reveal disclose exchange discussed`}
	reachableNouns = lazyWords{stemmed: true, list: `tool server plugin connector integration function capability`}
	selfNouns      = lazyWords{list: `model llm assistant agent`}
	selfVerbs      = lazyWords{list: `remember know recall learned`}
	hostNouns      = lazyWords{list: `environment env`}
	thoughts       = lazyWords{list: `thought`}
	innerNouns     = lazyWords{list: `reasoning thoughts chain-of-thought deliberation deliberations memory memories monologue thinking beliefs`}
	keyNouns       = lazyWords{stemmed: true, list: `key token password credential login secret cookie passphrase pin passcode passwords logins seed`}
	personFacts    = lazyWords{stemmed: true, list: `birth birthday health medical diagnosis illness religion salary income employer phone passport ssn ethnicity address lives live age
		location whereabouts family children partner finances debts politics sexuality`}
)

// recordWords say, behind a session or conversation, that its record in a program is meant.
var recordWords = lazyWords{list: `state states id ids identifier identifiers token tokens cookie cookies handle handles timeout timeouts lifetime key
	name names number status settings`}

// lately are words that say which part of the session is wanted.
var lately = lazyWords{list: `recent previous earlier last prior past current present original preceding exact latest`}

// wholly are words that leave nothing out.
var wholly = lazyWords{list: `full whole entire complete all every everything verbatim raw unabridged unredacted any anything whatever`}

// asksPrompt finds the system prompt and the instructions that the model works under.
func asksPrompt(p *prose, z zone) (plain, ok bool) {
	switch {
	case promptNouns.has(p.doc.Words[z.i].Stem()):
		if p.findWord(z.i+1, z.hi, "you", "your") < 0 && p.findWord(max(z.lo, z.i-2), z.i, "your", "hidden", "system", "secret", "developer") < 0 {
			return false, false
		}
	default:
		if !p.has(z.i, cPrompt) {
			return false, false
		}
	}
	return z.all || z.yours || z.session || p.findWord(z.lo, z.i, "hidden", "its", "model's", "assistant's", "agent's", "host's", "client's") >= 0, true
}

// asksTalk finds the conversation, its turns, and what was said.
func asksTalk(p *prose, z zone) (plain, ok bool) {
	f, stem := p.fold(z.i), p.doc.Words[z.i].Stem()
	switch {
	case recordWords.has(p.fold(z.i + 1)):
		// The state, the name or the number of a session is no part of what was said in it.
		return false, false
	case p.has(z.i, cHistory) && f != "clipboard", talkNouns.has(stem):
		if !z.all && !z.session && !z.yours && p.findWord(z.lo, z.i, "this", "our", "ongoing") < 0 && !(p.findWord(z.i+1, z.hi, "led", "leading") >= 0 && p.findWord(z.i+1, z.hi, "request", "call", "point") >= 0) {
			return false, false
		}
		return z.whole || z.session || z.yours, true
	case turnNouns.has(stem):
		if !z.all || p.findWord(z.lo, z.i+4, "user", "user's", "chat", "conversation", "assistant", "you", "turns", "messages") < 0 {
			return false, false
		}
		return z.session || z.whole || f == "messages" || f == "turns", z.session || z.whole || f == "messages" || f == "turns"
	case saying.has(stem) && p.findWord(max(z.lo, z.i-7), z.i, "if", "when", "whenever", "once", "where", "after", "unless") >= 0:
		// What the user says is a condition there, not what is asked for.
		return false, false
	case saying.has(stem) && p.findWord(max(z.lo, z.i-4), z.i, "plan", "intend", "want", "wish", "going", "about") >= 0 && p.fold(z.i-1) == "to":
		// What is still to be written was not said.
		return false, false
	case saying.has(stem):
		sides := p.findWord(max(z.lo, z.i-5), z.i, "user", "users", "you", "they", "developer", "human", "customer", "person", "we", "assistant", "anyone") >= 0
		if !sides && !(z.session && p.findWord(z.lo, z.i, "what", "everything", "all", "anything") >= 0) || p.fold(z.i-1) == "as" {
			return false, false
		}
		return z.session || z.whole, z.session || z.whole
	}
	return false, false
}

// asksSelf finds the model's name, reasoning and memories.
func asksSelf(p *prose, z zone) (plain, ok bool) {
	switch f := p.fold(z.i); {
	case selfNouns.has(f):
		named := p.findWord(z.lo, z.hi, "name", "version", "identity", "identifier", "which", "vendor") >= 0
		calling := p.findWord(z.lo, z.hi, "you", "your", "yourself", "calls", "calling", "running", "invoking", "executing", "invokes", "runs") >= 0
		return true, named && calling && p.findWord(z.i+1, z.i+2, "id", "to", "name") < 0 || named && z.yours
	case selfVerbs.has(f):
		about := p.findWord(z.i+1, min(z.hi, z.i+4), "about", "of") > 0 && p.findWord(z.i+1, z.hi, "user", "them", "person", "user's", "customer") > 0
		return true, about && p.findWord(max(z.lo, z.i-3), z.i, "you", "assistant", "model") >= 0
	case innerNouns.has(f) || thoughts.has(f) && p.fold(z.i-1) == "of":
		if !z.yours && p.findWord(z.lo, z.hi, "assistant", "assistant's", "model's", "agent's", "private", "hidden", "long-term") < 0 {
			return false, false
		}
		return z.yours || z.all || p.find(cModel, z.lo, z.hi) >= 0, true
	}
	return false, false
}

// asksTools finds the list of what else the model can reach.
func asksTools(p *prose, z zone) (plain, ok bool) {
	if !reachableNouns.has(p.doc.Words[z.i].Stem()) || !p.plural(z.i) && !(z.yours && p.findWord(max(z.lo, z.i-1), z.i, "every", "each") >= 0) {
		return false, false
	}
	near := p.findWord(max(z.lo, z.i-3), z.i, "available", "other", "connected", "your", "installed", "all", "every", "mcp") >= 0
	held := p.findWord(z.i+1, min(z.hi, z.i+5), "you", "your", "connected", "available", "agent", "model", "assistant") > 0
	listed := p.findWord(z.lo, z.i, "names", "name", "list", "schemas", "which", "what", "inventory", "all", "every") >= 0
	if !near && !held || !listed && !z.yours {
		return false, false
	}
	return z.yours || p.findWord(z.lo, z.hi, "connected", "other", "agent", "assistant", "client", "model") >= 0, true
}

// asksHost finds the environment of the machine.
func asksHost(p *prose, z zone) (plain, ok bool) {
	f := p.fold(z.i)
	if !hostNouns.has(f) || p.findWord(z.i+1, min(z.hi, z.i+2), "variables", "vars") < 0 {
		return false, false
	}
	return z.whole || z.yours || p.anyStem(machineNouns.words(), z.i+2, z.hi), true
}

// asksSecrets finds credentials that the model has come across, as against one that the tool is to be given.
func asksSecrets(p *prose, z zone) (plain, ok bool) {
	f := p.fold(z.i)
	known := p.has(z.i, cSecret)
	if !known && !(keyNouns.has(p.doc.Words[z.i].Stem()) && (p.plural(z.i) || f == "login" || f == "password" || f == "passphrase" || f == "seed")) {
		return false, false
	}
	if hostNouns.has(f) {
		return false, false
	}
	stored := p.findWord(z.lo, z.hi, "stored", "saved", "seen", "found", "remembered", "mentioned", "cached", "wallet", "keychain", "browser", "pasted", "entered") >= 0
	owner := p.findWord(z.lo, z.hi, "user", "user's", "users", "their", "you", "your", "developer's", "session", "conversation", "they") >= 0
	mine := p.findWord(z.i+1, z.hi, "you") > 0 && p.findWord(z.i+1, z.hi, "available", "know", "have", "found", "see", "remember", "hold", "access") > 0
	// One password that the user gives is what many a service needs.
	held := z.session || stored && (owner || p.plural(z.i) || z.whole) || mine && (p.plural(z.i) || z.whole) || z.whole && p.plural(z.i) && owner
	return true, held
}

// asksPerson finds facts about the user that add up to a profile.
func asksPerson(p *prose, z zone) (plain, ok bool) {
	if !personFacts.has(p.doc.Words[z.i].Stem()) || p.findWord(z.from, z.hi, "user", "user's", "they", "caller's", "customer's", "them") < 0 {
		return false, false
	}
	n := p.factsIn(z.from, z.to)
	known := z.session || p.findWord(z.from, z.to, "mentioned", "know", "known", "remember", "remembered", "stored") >= 0
	return known || n >= 3, n >= 3 || n >= 2 && known
}

// asksFiles finds the contents of files, folders and windows at large, and of one that holds accounts.
func asksFiles(p *prose, z zone) (plain, ok bool) {
	w := p.doc.Words[z.i]
	content := false
	for k := z.lo; k < min(z.hi, z.i+2); k++ {
		if contentNouns.has(p.doc.Words[k].Stem()) && (k > z.i || w.Kind != text.KindWord || p.findWord(k+1, min(z.i, k+4), "of", "from", "in") > 0) {
			content = true
		}
	}
	if w.Kind == text.KindPath || w.Kind == text.KindHost || w.Kind == text.KindIdent {
		return true, content && sensitivePath(w.Fold)
	}
	if !fileNouns.has(w.Stem()) || !content && p.fold(z.i) != "clipboard" {
		return false, false
	}
	owned := p.findWord(z.lo, z.hi, "open", "opened", "user", "user's", "other", "nearby", "developer", "developer's") >= 0
	placed := p.anyStem(placeNouns.words(), z.i+1, z.hi)
	if !p.plural(z.i) && !placed && !owned || !z.whole && !owned && !placed {
		return false, false
	}
	return owned || z.whole || placed && p.plural(z.i), true
}

// inSession reports whether words [from, to) point into the session that the model is in, other than by word i itself.
func (p *prose) inSession(from, to, i int) bool {
	for k := from; k < to; k++ {
		switch f := p.fold(k); f {
		case "so":
			if p.fold(k+1) == "far" {
				return true
			}
		case "earlier", "previously", "above", "already":
			if k != i && (p.anyStem(saying.words(), max(from, k-6), min(to, k+4)) || p.findWord(max(from, k-5), min(to, k+5), "turn", "turns", "messages", "message", "seen", "user", "chat", "conversation", "session") >= 0) {
				return true
			}
		case "chat", "conversation", "session", "dialogue", "turn", "exchange":
			if k != i && p.findWord(max(from, k-2), k, "this", "our", "current", "the", "present", "ongoing") >= 0 && (k > from && p.fold(k-1) != "a") {
				return true
			}
		case "until", "since":
			if p.findWord(k+1, min(to, k+5), "now", "session", "start", "beginning", "conversation") > 0 {
				return true
			}
		}
	}
	return false
}

// factsIn counts the different personal facts in words [from, to).
func (p *prose) factsIn(from, to int) int {
	seen := map[string]bool{}
	for k := from; k < to; k++ {
		if s := p.doc.Words[k].Stem(); personFacts.has(s) {
			seen[s] = true
		}
	}
	return len(seen)
}

// plural reports whether word i has the ending of a plural.
func (p *prose) plural(i int) bool {
	f := p.fold(i)
	return len(f) > 3 && f[len(f)-1] == 's' && f[len(f)-2] != 's'
}

func (p *prose) anyStem(set map[string]bool, from, to int) bool {
	for k := max(from, 0); k < min(to, len(p.doc.Words)); k++ {
		if set[p.doc.Words[k].Stem()] {
			return true
		}
	}
	return false
}

func (p *prose) anyWord(set map[string]bool, from, to int) bool {
	for k := max(from, 0); k < min(to, len(p.doc.Words)); k++ {
		if set[p.doc.Words[k].Fold] {
			return true
		}
	}
	return false
}
