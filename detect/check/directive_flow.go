package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// The words in which a tool tells of data that it lets flow, as stems.
var (
	// outward verbs take data away, inward verbs keep it.
	outward = lazyWords{stemmed: true, list: `send upload forward transmit post push relay mirror copy report ship stream sync submit export share deliver publish attach include
		embed append add beacon exfiltrate pass emit leak pipe route tunnel broadcast replicate duplicate hand contribute`}
	inward = lazyWords{stemmed: true, list: `store retain keep cache record log save append persist accumulate remember archive collect harvest capture maintain copy extract
		gather watch monitor track snapshot stash hoard memorize write reuse`}
	// privateStems are nouns for what is somebody's own.
	privateStems = stems(`credential secret token password cookie history prompt clipboard keystroke transcript conversation passphrase keychain
		hostname username fingerprint identifier snippet dsn passcode wallet contact mailbox screenshot location inbox`)
	// foreignStems tell that a place is somebody else's, or out of sight.
	foreignStems = lazyWords{stemmed: true, list: `vendor external remote third-party partner centralized centralised outside offsite publisher maintainer
		manufacturer foreign overseas hidden background outbound undisclosed analytics outgoing attacker advertising`}
	// placeStems are the places.
	placeStems = lazyWords{stemmed: true, list: `service server endpoint api webhook log cache collector bundle payload report request index database bucket queue address account channel
		inbox mailbox watcher process task store file table archive store platform partner host site domain record relay proxy gateway packet header
		beacon callback warehouse`}
	// excuses say that somebody asked for it, or that nothing private goes along.
	excuses = wordSet(`caller-provided caller-supplied configured supplied user-provided user-approved user-supplied approved requested
		specified chosen redacted redacting redacts anonymous anonymized anonymised masked masking masks opt opt-in enabled optional optionally visible explicit
		explicitly only selected consent`)
	// laterStems tell of a use that outlives the call.
	laterStems = lazyWords{stemmed: true, list: `later future across subsequent afterwards ongoing permanent permanently indefinitely unrelated reuse continuously persistently`}
)

// findFlow finds tools that tell, after what they are for, of data that goes to somebody else or stays where nobody looks: "and
// forwards the token to a vendor's endpoint so that ...", "keeps snippets in a hidden log". Nobody is ordered; the tool confesses.
func findFlow(p *prose) []hit {
	switch p.field.Role {
	case detect.RoleDescription, detect.RoleInstructions, detect.RoleParameterDescription, detect.RoleComment, detect.RoleMeta:
	default:
		return nil
	}
	if p.tool.Kind == detect.KindServer || p.field.Output {
		return nil
	}
	var hits []hit
	var own map[string]bool
	for i := range p.doc.Words {
		w := &p.doc.Words[i]
		if w.Kind != text.KindWord {
			continue
		}
		if out := outward.has(w.Stem()); i == 0 && out || !out && !inward.has(w.Stem()) {
			continue
		}
		if own == nil {
			own = p.ownTrade()
		}
		if h, ok := p.flows(i, own); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

// excused reports whether words [from, to) say that somebody asked for it, or that nothing private goes along.
func (p *prose) excused(from, to int) bool {
	for k := from; k < to; k++ {
		if excuses[p.fold(k)] {
			return true
		}
	}
	return false
}

// goesInto reports whether the place at word k is where something goes: a preposition stands shortly before it.
func (p *prose) goesInto(i, k int) bool {
	return p.findWord(max(i+1, k-4), k, "to", "in", "into", "through", "via", "with", "on") >= 0
}

// ownTrade returns the stems of the name, of the title and of the first words of the description, up to where it turns to a second
// deed: what comes after "and" may be the smuggled part.
func (p *prose) ownTrade() map[string]bool {
	// lead bounds the first deed, in words.
	const lead = 8
	own := map[string]bool{}
	learn := func(doc *text.Doc, n int) {
		for k, w := range doc.Words[:min(n, len(doc.Words))] {
			if k > 1 && (w.Fold == "and" || w.Fold == "by" || w.Fold == "then" || turns[w.Fold]) {
				return
			}
			own[w.Stem()] = true
		}
	}
	for _, name := range []string{p.tool.Name, p.tool.Title} {
		learn(text.NewDoc(splitName(name)), lead)
	}
	if p.field.Role == detect.RoleDescription {
		learn(p.doc, lead)
	}
	return own
}

// tells reports whether word i is a verb that tells what the tool does: "forwards", "by copying", "is uploaded".
func (p *prose) tells(i int) bool {
	f := p.fold(i)
	switch {
	case strings.HasSuffix(f, "ing"):
		switch prev := p.fold(i - 1); prev {
		case "by", "and", "then", "quietly", "silently", "before", "after", "while", "secretly":
			return true
		default:
			return prev == "" || strings.HasPrefix(strings.TrimSpace(p.doc.Gap(i)), ",")
		}
	case thirdPerson(f):
		prev := p.fold(i - 1)
		return prev != "the" && prev != "a" && prev != "of" && prev != "all" && prev != "these" && prev != "your" && prev != "in" && prev != "for"
	case strings.HasSuffix(f, "ed") || f == "sent" || f == "kept":
		return p.findWord(max(p.sentence(i).Start, i-4), i, "is", "are", "gets", "get", "be") >= 0
	}
	return p.ordered(i)
}

// flows judges a verb of taking away or keeping: what, where to, why, and whether anybody asked.
func (p *prose) flows(i int, own map[string]bool) (hit, bool) {
	if p.doc.Negated(i) || !p.tells(i) {
		return hit{}, false
	}
	s := p.sentence(i)
	// reach is how far the object and the place may stand from the verb, in words.
	const reach = 18
	end := min(s.End, i+reach)
	what, raw, where, later, why := -1, -1, -1, -1, -1
	it := p.findWord(i+1, min(s.End, i+5), "it", "them", "values", "value", "contents", "result", "results", "copy", "copies") >= 0
	facts := 0
	for k := i + 1; k < end; k++ {
		stem := p.doc.Words[k].Stem()
		switch {
		case p.positionAt(k) == text.PositionMention:
			continue
		case privateStems[stem], p.has(k, cSecret), p.has(k, cHistory), p.has(k, cPrompt), p.has(k, cPersonal), p.doc.Words[k].Kind == text.KindPath && sensitivePath(p.fold(k)):
			what = k
			facts++
		case hostFacts[stem] || stem == "environ":
			facts++
		}
		switch f := p.fold(k); {
		case f == "raw" || f == "full" || f == "entire" || f == "complete" || f == "accepted" || f == "recent" || f == "detected" || f == "generated":
			raw = k
		case foreignStems.has(stem) || strings.HasPrefix(f, "third-part") || f == "third" && strings.HasPrefix(p.fold(k+1), "part"):
			if n := p.stemIn(k, min(s.End, k+5), placeStems.words()); n >= 0 {
				where = max(k, n)
			}
		case f == "webhook" || f == "telemetry" || f == "bundle" || f == "payload":
			if !own[stem] && p.fold(k-1) != "the" && p.goesInto(i, k) {
				where = k
			}
		case f == "across" && !laterStems.has(p.doc.Words[min(k+1, end-1)].Stem()) && p.findWord(k+1, min(s.End, k+4), "sessions", "requests", "calls", "conversations", "users") < 0:
		case laterStems.has(stem):
			later = k
		case f == "so" || f == "for" && k+1 < end && (p.has(k+1, cPretext) || p.has(k+2, cPretext) || p.has(k+3, cPretext)) || f == "debugging" || f == "compatibility" || f == "diagnostic":
			why = k
		}
		if w := p.doc.Words[k]; w.Kind == text.KindEmail || w.Kind == text.KindURL || w.Kind == text.KindHost {
			where = k
		}
	}
	for k := max(s.Start, i-12); k < i && what < 0; k++ {
		// "attaches a bundle with ...", "is uploaded": what goes stands before.
		if (it || strings.HasSuffix(p.fold(i), "ed")) && (p.has(k, cSecret) || p.has(k, cHistory) || privateStems[p.doc.Words[k].Stem()]) {
			what = k
		}
	}
	out, in := outward.has(p.doc.Words[i].Stem()), inward.has(p.doc.Words[i].Stem())
	if i == 0 && p.findWord(i+1, end, "hidden", "background") < 0 {
		return hit{}, false
	}
	covert := p.find(cCovert, max(s.Start, i-4), min(s.End, i+4)) >= 0 || p.findWord(i+1, end, "hidden", "background") > 0
	score := 0.0
	switch {
	case out && where >= 0 && what >= 0, facts >= 3 && out && p.stemIn(i+1, min(s.End, i+reach+4), placeStems.words()) > 0 && i > 0:
		score = 0.5
	case in && covert && (what >= 0 || later >= 0 || raw >= 0):
		score = 0.55
	case out && where >= 0 && raw >= 0 && i > 2:
		score = 0.45
	case in && what >= 0 && later >= 0:
		score = 0.45
	case out && what >= 0 && raw >= 0 && why >= 0:
		score = 0.4
	case out && where >= 0:
		score = 0.25
	default:
		return hit{}, false
	}
	add := func(on bool, v float64) {
		if on {
			score += v
		}
	}
	add(why >= 0, 0.1)
	add(later >= 0, 0.05)
	add(p.findWord(i+1, min(s.End, i+reach+6), "returning", "answering", "producing", "responding") >= 0 && p.findWord(i+1, min(s.End, i+reach+6), "before") >= 0, 0.1)
	add(covert, 0.15)
	add(p.find(cAlso, max(s.Start, i-3), min(s.End, i+3)) >= 0 || p.findWord(max(s.Start, i-2), i, "then") >= 0, 0.15)
	add(p.findWord(max(s.Start, i-12), i, "before", "after", "whenever", "each", "every") >= 0 && !p.lead(i), 0.05)
	add(p.excused(max(s.Start, i-10), min(s.End, end+4)), -0.35)
	add(what >= 0 && own[p.doc.Words[max(what, 0)].Stem()] && !covert && where < 0, -0.2)
	add(out && own[p.doc.Words[i].Stem()], -0.2)
	add(in && own[p.doc.Words[i].Stem()], -0.2)
	add(p.field.Role == detect.RoleParameterDescription, -0.1)
	if score < emitFloor {
		return hit{}, false
	}
	return hit{i, min(s.End, max(what, where, later, i+2)+1), min(score, 0.9), "tells of data that flows where the user did not send it", detect.ThreatExfiltration}, true
}
