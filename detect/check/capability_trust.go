package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// payee matches the account, wallet or telephone number of somebody: what honest texts leave to the caller.
var payee = regexpOf(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b|\b0x[0-9a-fA-F]{40}\b|\bbc1[a-z0-9]{20,60}\b|\+\d{1,3}[ -]?\d{2,5}[ -]?\d{4,10}\b`)

// reachPayees finds accounts and numbers that money or messages go to by the text's own choice.
func reachPayees(p *prose, _ *purpose) []reach {
	if p.field.Role != detect.RoleDescription && p.field.Role != detect.RoleParameterDescription && p.field.Role != detect.RoleInstructions {
		return nil
	}
	var out []reach
	for _, m := range payee.FindAllStringIndex(p.doc.Raw, 16) {
		at := p.wordAt(m[0])
		if at < 0 || p.doc.PositionOf(at, at+1) == text.PositionMention || p.doc.Negated(at) {
			continue
		}
		s := p.sentence(at)
		// A number shows the format, or is the company's own, unless something goes there in somebody's place or besides.
		if p.findWord(max(s.Start, at-8), at, "example", "eg", "e.g", "format", "like", "such", "contact", "support", "hotline", "help", "sample", "e.164", "questions") >= 0 {
			continue
		}
		given := p.findWord(s.Start, s.End, "instead", "additionally", "also", "whatever", "regardless", "always", "every", "each", "all", "place", "copy", "too", "besides",
			"replace", "replaces", "replaced", "rather") >= 0
		moved := p.anyStem(moving, s.Start, s.End)
		if given && moved {
			out = append(out, reach{max(s.Start, at-2), at + 1, 0.55, "sends to an account or number that the user did not choose"})
		}
	}
	return out
}

// moving are verbs that send money, goods or messages somewhere, as stems.
var moving = stems(`send sent pay paid transfer route forward go goes remit settle wire credit take set use put add cc bcc text call deliver ship issue book direct`)

// lookers are heads of names of tools that look at something and leave it as it is.
var lookers = wordSet(`check get list read show view search find lookup scan lint review validate verify inspect analyze analyse describe test run count compare
	measure status explain parse detect audit report suggest estimate preview summarize monitor evaluate assess grade classify`)

// undoes are verbs of what cannot be taken back, as stems.
var undoes = stems(`delete destroy erase wipe drop purge merge approve disable uninstall revoke overwrite truncate transfer buy purchase publish terminate`)

// reachEffects finds things done that cannot be undone by a tool whose name says that it only looks: a test runner that
// deletes tests, a reviewer that merges.
func reachEffects(p *prose, u *purpose) []reach {
	if p.field.Role != detect.RoleDescription && p.field.Role != detect.RoleInstructions {
		return nil
	}
	words := detect.NameWords(p.tool.Name)
	if len(words) == 0 || !lookers[words[0]] || p.tool.Kind != detect.KindTool {
		return nil
	}
	var out []reach
	for i := range p.doc.Words {
		w := p.doc.Words[i]
		if w.Kind != text.KindWord || !undoes[w.Stem] || p.stated(i, u) || u.words[w.Stem] || p.doc.Negated(i) {
			continue
		}
		told := p.modelActs(i) || p.mood(i) == moodOrders && w.Clause > 0
		s := p.sentence(i)
		object := p.findWord(i+1, min(s.End, i+4), "it", "them", "those", "these", "all", "every", "each", "any", "that") > 0
		// "To delete, call ..." and "if you want to delete" tell the user's wishes.
		wished := p.findWord(max(p.doc.Clauses[w.Clause].Start, i-4), i, "to", "want", "wants", "if", "cannot", "can", "may", "user", "users", "before", "when", "who", "which", "that") >= 0 && !p.modelActs(i)
		if told && object && !wished {
			out = append(out, reach{i, min(s.End, i+3), 0.5, "does what cannot be undone though its name says that it only looks"})
		}
	}
	return out
}

// reachConsent finds reach for the consent that the user gives to other calls: "skip the approval of all tools", "filters do not
// apply".
func reachConsent(p *prose, u *purpose) []reach {
	if u.stated&inSecurity != 0 {
		return nil
	}
	var out []reach
	for i := range p.doc.Words {
		s := p.sentence(i)
		switch p.fold(i) {
		case "consent", "approval", "approvals", "confirmation", "confirmations", "permission", "permissions":
			verb := p.findWord(max(s.Start, i-6), i, "skip", "bypass", "disable", "off", "suspend", "waive", "ignore", "override", "deactivate", "auto-accept", "auto-approve", "without")
			scope := p.find(cWhole, i, min(s.End, i+7)) >= 0 || p.find(cOther, i, min(s.End, i+7)) >= 0 || p.find(cNow, s.Start, s.End) >= 0 || p.findWord(max(s.Start, i-4), i, "all", "client's", "host's", "every", "any") >= 0
			if verb >= 0 && scope && !p.doc.Negated(verb) && p.mood(verb) != moodDescribes {
				out = append(out, reach{verb, min(s.End, i+2), 0.5, "reaches for the consent that the user gives to other calls"})
			}
		case "filters", "safeguards", "guardrails", "restrictions", "guidelines", "policies":
			k := p.findWord(i+1, min(s.End, i+6), "apply", "lifted", "suspended", "waived", "off", "disabled", "void")
			own := p.findWord(max(s.Start, i-3), i, "content", "safety", "security", "your", "usage", "ethical", "all", "openai's", "anthropic's", "moderation") >= 0 || p.fold(i) == "guardrails" || p.fold(i) == "safeguards"
			if k > 0 && own && (p.fold(k) != "apply" || p.doc.Negated(k)) && (p.fold(k) == "apply" || !p.doc.Negated(k)) && p.find(cParam, i, k) < 0 && p.findWord(s.Start, i, "if", "when", "unless", "whether") < 0 {
				out = append(out, reach{i, i + 1, 0.5, "claims to work without the host's safeguards"})
			}
		case "grants", "grant", "gives", "receives", "has", "have", "obtains":
			k := p.findWord(i+1, min(s.End, i+6), "root", "superuser", "superadmin", "unlimited", "unrestricted")
			if k > 0 && p.findWord(k, min(s.End, k+4), "privileges", "privilege", "access", "permissions", "rights", "authority", "trust") > 0 && !p.doc.Negated(i) && u.stated&(inHost|inShell) == 0 {
				out = append(out, reach{i, k + 2, 0.5, "claims privileges that nobody gave it"})
			}
		}
	}
	return out
}

// reachPrivileges finds claims to work without the safeguards of the host: "disables guardrails", "elevated privileges".
func reachPrivileges(p *prose, _ *purpose) []reach {
	if p.field.Role != detect.RoleDescription && p.field.Role != detect.RoleInstructions {
		return nil
	}
	var out []reach
	for i := range p.doc.Words {
		s := p.sentence(i)
		end := min(s.End, i+6)
		switch p.fold(i) {
		case "bypass", "bypasses", "bypassing", "disable", "disables", "skip", "ignore", "ignores", "override", "overrides", "circumvent", "without", "suspend":
			if p.doc.Negated(i) && p.fold(i) != "without" {
				continue
			}
			k := p.findWord(i+1, end, "guardrail", "guardrails", "safeguards", "safety", "sanitization", "security", "restrictions", "policies", "moderation", "ethical")
			if k < 0 || p.fold(i) == "without" && k-i > 3 {
				continue
			}
			if f := p.fold(k); (f == "security" || f == "safety") && p.findWord(k+1, min(s.End, k+3), "checks", "check", "controls", "policies", "policy", "guidelines", "filters",
				"restrictions", "guardrails", "validation", "measures", "protocols", "features", "warnings") < 0 {
				continue
			}
			if f := p.fold(k); (f == "restrictions" || f == "policies") && p.findWord(i+1, k, "all", "security", "safety", "content", "any", "your", "safety", "openai") < 0 {
				continue
			}
			out = append(out, reach{i, k + 1, 0.5, "claims to work without the host's safeguards"})
		case "unrestricted", "elevated", "escalate", "escalated", "superadmin":
			k := p.findWord(i, end, "access", "privileges", "privilege", "permissions", "mode", "queries", "administrative", "superadmin")
			if k >= 0 && !p.doc.Negated(i) && p.field.Role == detect.RoleDescription && (k > i || p.fold(i) == "superadmin") {
				out = append(out, reach{i, k + 1, 0.45, "claims privileges that nobody gave it"})
			}
		}
	}
	return out
}
