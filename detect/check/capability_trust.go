package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// payee matches the account, wallet or telephone number of somebody: what honest texts leave to the caller.
var payee = regexpOf(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b|\b0x[0-9a-fA-F]{40}\b|\bbc1[a-z0-9]{20,60}\b|\+\d{1,3}[ -]?\d{2,5}[ -]?\d{4,10}\b`)

// reachPayees finds accounts and numbers that money or messages go to by the text's own choice.
func reachPayees(m *fieldMarks) []reach {
	p := m.prose
	if !m.about() && p.field.Role != detect.RoleParameterDescription {
		return nil
	}
	var out []reach
	for _, number := range payee.FindAllStringIndex(p.doc.Raw, 16) {
		at := p.wordAt(number[0])
		if at < 0 || p.doc.PositionOf(at, at+1) == text.PositionMention || p.doc.Negated(at) {
			continue
		}
		s := p.sentence(at)
		// A number shows the format, or is the company's own, unless something goes there in somebody's place or besides.
		if p.findWord(max(s.Start, at-8), at, "example", "eg", "e.g", "format", "like", "such", "contact", "support", "hotline", "help", "sample", "e.164", "questions") >= 0 {
			continue
		}
		if p.findIn(&besidesWords, s.Start, s.End) >= 0 && p.anyStem(moving.words(), s.Start, s.End) {
			out = append(out, reach{max(s.Start, at-2), at + 1, 0.55, "sends to an account or number that the user did not choose"})
		}
	}
	return out
}

// maybePayees reports whether reachPayees may find something.
func maybePayees(m *fieldMarks) bool { return m.holds(mGiven, mMoving) && numbered(m.doc.Raw) }

// numbered reports whether a text may have a match of payee: it looks for the first bytes of one.
func numbered(s string) bool {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			prev := s[i-1]
			if prev == '+' || prev >= 'A' && prev <= 'Z' && i > 1 && s[i-2] >= 'A' && s[i-2] <= 'Z' {
				return true
			}
			if c == '1' && prev == 'c' && i > 1 && s[i-2] == 'b' {
				return true
			}
		case c == 'x' && s[i-1] == '0':
			return true
		}
	}
	return false
}

// besidesWords tell that something goes somewhere in somebody's place or besides.
var besidesWords = lazyWords{list: `instead additionally also whatever regardless always every each all place copy too besides replace replaces replaced rather`}

// moving are verbs that send money, goods or messages somewhere, as stems.
var moving = lazyWords{stemmed: true, list: `send sent pay paid transfer route forward go goes remit settle wire credit take set use put add cc bcc text call deliver ship issue book direct`}

// lookers are heads of names of tools that look at something and leave it as it is.
var lookers = lazyWords{list: `check get list read show view search find lookup scan lint review validate verify inspect analyze analyse describe test run count compare
	measure status explain parse detect audit report suggest estimate preview summarize monitor evaluate assess grade classify`}

// undoes are verbs of what cannot be taken back, as stems.
var undoes = lazyWords{stemmed: true, list: `delete destroy erase wipe drop purge merge approve disable uninstall revoke overwrite truncate transfer buy purchase publish terminate`}

// reachEffects finds things done that cannot be undone by a tool whose name says that it only looks: a test runner that
// deletes tests, a reviewer that merges.
func reachEffects(m *fieldMarks, u *purpose) []reach {
	p := m.prose
	if !m.about() {
		return nil
	}
	words := detect.NameWords(p.tool.Name)
	if len(words) == 0 || !lookers.has(words[0]) || p.tool.Kind != detect.KindTool {
		return nil
	}
	var out []reach
	for i := range p.doc.Words {
		w := &p.doc.Words[i]
		if !m.at[i].Has(mUndoes) || w.Kind != text.KindWord || p.stated(i, u) || u.words()[w.Stem()] || p.doc.Negated(i) {
			continue
		}
		told := p.modelActs(i) || p.mood(i) == moodOrders && w.Clause() > 0
		s := p.sentence(i)
		object := p.findIn(&effectObjects, i+1, min(s.End, i+4)) > 0
		// "To delete, call ..." and "if you want to delete" tell the user's wishes.
		wished := p.findWord(max(p.doc.Clauses[w.Clause()].Start, i-4), i, "to", "want", "wants", "if", "cannot", "can", "may", "user", "users", "before", "when", "who", "which", "that") >= 0 && !p.modelActs(i)
		if told && object && !wished {
			out = append(out, reach{i, min(s.End, i+3), 0.5, "does what cannot be undone though its name says that it only looks"})
		}
	}
	return out
}

// effectObjects are what is undone, where everything of its kind is.
var effectObjects = lazyWords{list: `it them those these all every each any that`}

// maybeEffects reports whether reachEffects may find something.
func maybeEffects(m *fieldMarks) bool { return m.about() && m.holds(mUndoes, mAll) }

var (
	// consentNouns are what the user gives, waiving what is done about it.
	consentNouns = lazyWords{list: `consent approval approvals confirmation confirmations permission permissions`}
	waiving      = lazyWords{list: `skip bypass disable off suspend waive ignore override deactivate auto-accept auto-approve without`}
	// safeguards are what the host has, applying what becomes of them.
	safeguards = lazyWords{list: `filters safeguards guardrails restrictions guidelines policies`}
	applying   = lazyWords{list: `apply lifted suspended waived off disabled void`}
	// granting verbs give rights, rootWords tell that they are all rights there are.
	granting  = lazyWords{list: `grants grant gives receives has have obtains`}
	rootWords = lazyWords{list: `root superuser superadmin unlimited unrestricted`}
)

// maybeConsent reports whether reachConsent may find something.
func maybeConsent(m *fieldMarks) bool {
	return m.holds(mConsent, mWaives) || m.holds(mSafeguard, mApplies) || m.holds(mGrants, mRoot)
}

// reachConsent finds reach for the consent that the user gives to other calls: "skip the approval of all tools", "filters do not
// apply".
func reachConsent(m *fieldMarks, u *purpose) []reach {
	p := m.prose
	if u.stated&inSecurity != 0 {
		return nil
	}
	var out []reach
	for i := range p.doc.Words {
		s := p.sentence(i)
		switch set := m.at[i]; {
		case set.Has(mConsent):
			verb := p.findIn(&waiving, max(s.Start, i-6), i)
			scope := p.find(cWhole, i, min(s.End, i+7)) >= 0 || p.find(cOther, i, min(s.End, i+7)) >= 0 || p.find(cNow, s.Start, s.End) >= 0 || p.findWord(max(s.Start, i-4), i, "all", "client's", "host's", "every", "any") >= 0
			if verb >= 0 && scope && !p.doc.Negated(verb) && p.mood(verb) != moodDescribes {
				out = append(out, reach{verb, min(s.End, i+2), 0.5, "reaches for the consent that the user gives to other calls"})
			}
		case set.Has(mSafeguard):
			k := p.findIn(&applying, i+1, min(s.End, i+6))
			own := p.findWord(max(s.Start, i-3), i, "content", "safety", "security", "your", "usage", "ethical", "all", "openai's", "anthropic's", "moderation") >= 0 || p.fold(i) == "guardrails" || p.fold(i) == "safeguards"
			if k > 0 && own && (p.fold(k) != "apply" || p.doc.Negated(k)) && (p.fold(k) == "apply" || !p.doc.Negated(k)) && p.find(cParam, i, k) < 0 && p.findWord(s.Start, i, "if", "when", "unless", "whether") < 0 {
				out = append(out, reach{i, i + 1, 0.5, "claims to work without the host's safeguards"})
			}
		case set.Has(mGrants):
			k := p.findIn(&rootWords, i+1, min(s.End, i+6))
			if k > 0 && p.findWord(k, min(s.End, k+4), "privileges", "privilege", "access", "permissions", "rights", "authority", "trust") > 0 && !p.doc.Negated(i) && u.stated&(inHost|inShell) == 0 {
				out = append(out, reach{i, k + 2, 0.5, "claims privileges that nobody gave it"})
			}
		}
	}
	return out
}

var (
	// bypassing verbs set guardWords aside.
	bypassing  = lazyWords{list: `bypass bypasses bypassing disable disables skip ignore ignores override overrides circumvent without suspend`}
	guardWords = lazyWords{list: `guardrail guardrails safeguards safety sanitization security restrictions policies moderation ethical`}
	// escalated rights are more than a tool has; accessWords are what they are rights to.
	escalated   = lazyWords{list: `unrestricted elevated escalate escalated superadmin`}
	accessWords = lazyWords{list: `access privileges privilege permissions mode queries administrative superadmin`}
)

// maybePrivileges reports whether reachPrivileges may find something.
func maybePrivileges(m *fieldMarks) bool {
	return m.about() && (m.holds(mBypass, mGuard) || m.holds(mEscalated, mAccess))
}

// reachPrivileges finds claims to work without the safeguards of the host: "disables guardrails", "elevated privileges".
func reachPrivileges(m *fieldMarks) []reach {
	p := m.prose
	if !m.about() {
		return nil
	}
	var out []reach
	for i := range p.doc.Words {
		s := p.sentence(i)
		end := min(s.End, i+6)
		switch set := m.at[i]; {
		case set.Has(mBypass):
			if p.doc.Negated(i) && p.fold(i) != "without" {
				continue
			}
			k := p.findIn(&guardWords, i+1, end)
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
		case set.Has(mEscalated):
			k := p.findIn(&accessWords, i, end)
			if k >= 0 && !p.doc.Negated(i) && p.field.Role == detect.RoleDescription && (k > i || p.fold(i) == "superadmin") {
				out = append(out, reach{i, k + 1, 0.45, "claims privileges that nobody gave it"})
			}
		}
	}
	return out
}
