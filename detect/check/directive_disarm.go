package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

var (
	// guards are what stands between an action and its harm, as stems.
	guards = lazyWords{stemmed: true, list: `review verification authentication signature mfa 2fa firewall antivirus sandbox logging audit protection encryption moderation
		oversight warning blocklist validation antimalware scanner gatekeeper sso tls certificate quarantine alert alarm monitoring safeguard guardrail
		restriction check lock versioning`}
	// disarming verbs put a guard out of action.
	disarming = lazyWords{stemmed: true, list: `disable deactivate bypass suppress loosen relax lower weaken exempt mute silence circumvent whitelist auto-approve unlock waive
		skip disarm remove pause suspend dismiss auto-accept preapprove autoapprove delete`}
)

// findDisarming finds orders to put a safeguard out of action or to widen somebody's rights. Confirmations of the client are the
// business of findBypass.
func findDisarming(p *prose) []hit {
	switch p.field.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI:
		return nil
	}
	var hits []hit
	for i := range p.doc.Words {
		if disarming.has(p.doc.Words[i].Stem()) || (p.fold(i) == "turn" || p.fold(i) == "switch" || p.fold(i) == "turned" || p.fold(i) == "turns" || p.fold(i) == "switches" || p.fold(i) == "switched") && p.findWord(i+1, min(len(p.tags), i+8), "off") > 0 {
			if h, ok := p.disarms(i); ok {
				hits = append(hits, h)
			}
		}
		if p.fold(i) == "everyone" || p.fold(i) == "anyone" || p.fold(i) == "public" || p.fold(i) == "admin" || p.fold(i) == "owner" || p.fold(i) == "administrator" ||
			p.fold(i) == "collaborator" || p.fold(i) == "0.0.0.0/0" || p.fold(i) == "777" || p.fold(i) == "editor" {
			if h, ok := p.widens(i); ok {
				hits = append(hits, h)
			}
		}
	}
	return hits
}

// disarms judges a verb of disarming: an order to the model about a guard that belongs to somebody else.
func (p *prose) disarms(i int) (hit, bool) {
	if !p.ordered(i) && !p.misplaced() && p.field.Role != detect.RoleExample && p.field.Role != detect.RoleDefault || p.lead(i) || p.doc.Negated(i) {
		return hit{}, false
	}
	s := p.sentence(i)
	guard := p.stemIn(i+1, min(s.End, i+8), guards.words())
	if guard < 0 && (p.misplaced() || p.field.Role == detect.RoleExample || p.field.Role == detect.RoleDefault) {
		guard = p.find(cAssent, i+1, min(s.End, i+8))
	}
	if guard < 0 {
		return hit{}, false
	}
	whose := p.findWord(i+1, min(s.End, guard+5), "client's", "user's", "client", "host's", "host", "ide", "editor's", "your", "server", "session", "user", "system", "company", "repository", "bank", "agent") > 0
	score := 0.2
	add := func(on bool, v float64) {
		if on {
			score += v
		}
	}
	add(whose, 0.2)
	add(p.triggered(s, i) || p.findWord(s.Start, i, "while", "meanwhile") >= 0, 0.1)
	add(p.find(cAlso, s.Start, s.End) >= 0 || p.pretext(s) > 1, 0.1)
	add(p.scope(s) || p.find(cNow, s.Start, s.End) >= 0 || p.findWord(i, s.End, "permanently", "afterwards", "future", "all") > 0, 0.15)
	add(p.modelActs(i) || p.byModel(i), 0.25)
	add(p.misplaced() || p.field.Role == detect.RoleExample || p.field.Role == detect.RoleDefault, 0.25)
	add(p.find(cCovert, s.Start, s.End) >= 0, 0.2)
	add(p.findWord(s.Start, s.End, "parameter", "set", "true", "option", "flag", "if") >= 0, -0.15)
	if score < emitFloor {
		return hit{}, false
	}
	return hit{i, guard + 1, min(score, 0.85), "orders the model to put a safeguard out of action", detect.ThreatToolPoisoning}, true
}

// widens judges an order to give rights to somebody: to everyone, or to a named account.
func (p *prose) widens(i int) (hit, bool) {
	s := p.sentence(i)
	for k := max(s.Start, i-10); k < i; k++ {
		if f := p.fold(k); f == "add" || f == "invite" || f == "grant" || f == "make" || f == "share" || f == "open" || f == "give" || f == "set" || f == "promote" || strings.HasPrefix(f, "grant") {
			if !p.ordered(k) || p.lead(k) {
				continue
			}
			score := 0.15
			if p.modelActs(k) {
				score += 0.25
			}
			if p.literal(k, min(s.End, i+8)) > 0 {
				score += 0.15
			}
			if p.find(cAlso, s.Start, s.End) >= 0 || p.triggered(s, k) || p.scope(s) {
				score += 0.15
			}
			if p.pretext(s) > 0 || p.find(cCovert, s.Start, s.End) >= 0 {
				score += 0.1
			}
			if score >= emitFloor {
				return hit{k, i + 1, score, "orders the model to widen somebody's rights", detect.ThreatToolPoisoning}, true
			}
		}
	}
	return hit{}, false
}
