package check

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/needle"
)

// claimsFirst finds a tool that wants to be run before or after everything else: "before any other tool, call this one".
func (p *prose) claimsFirst(i int) (hit, bool) {
	if f := p.fold(i); f == "over" || f == "before" || f == "instead" || f == "above" || f == "than" {
		s := p.sentence(i)
		rival := p.findWord(i+1, min(s.End, i+6), "other", "others", "alternatives", "alternative", "else", "another", "competing", "competitors")
		tool := p.findWord(max(s.Start, i-16), i, "this", "me")
		verb := -1
		for k := max(s.Start, i-12); k < i; k++ {
			if (p.has(k, cUse) || p.has(k, cPolite) || p.fold(k) == "prioritize" || p.fold(k) == "try" || p.fold(k) == "favor") && (p.mood(k) >= moodPolite || modals[p.fold(k-1)] || p.fold(k-1) == "always") {
				verb = k
				break
			}
		}
		if rival > 0 && tool >= 0 && verb >= 0 && !p.doc.Negated(verb) {
			return hit{min(verb, tool), rival + 1, max(p.aheadOfOthers(), 0.4), "wants to be chosen over every other tool", detect.ThreatToolPoisoning}, true
		}
	}
	if !p.has(i, cTrigger) && !p.has(i, cWhole) {
		return hit{}, false
	}
	s := p.sentence(i)
	if p.has(i, cBefore) || p.has(i, cAfter) {
		use := p.find(cUse, i, s.End)
		for k := use; k > 0 && k < s.End; k++ {
			if p.has(k, cUse) && p.mood(k) >= moodPolite && (p.fold(k+1) == "this" || p.fold(k+1) == "it") && p.find(cChange, k+2, s.End) > 0 && p.findWord(k+2, s.End, "with", "by") > 0 {
				return hit{i, k + 2, 0.5, aroundAndChange, detect.ThreatToolPoisoning}, true
			}
		}
	}
	if !p.has(i, cTrigger) || !p.scope(text.Range{Start: i, End: min(s.End, i+8)}) {
		return hit{}, false
	}
	for k := s.Start; k < s.End; k++ {
		if !p.has(k, cUse) || p.mood(k) < moodPolite {
			continue
		}
		if this := p.findWord(k, min(s.End, k+4), "this", "it", "me"); this > 0 {
			return hit{min(i, k), max(i, this) + 1, p.aheadOfOthers(), "wants to be run around every other action", detect.ThreatToolPoisoning}, true
		}
	}
	if k := p.findWord(s.Start, s.End, "this"); k >= 0 && (p.fold(k+1) == "tool" || p.fold(k+1) == "function") {
		if u := p.find(cUse, k, min(s.End, k+7)); u > 0 && p.mood(u) >= moodPolite {
			return hit{min(i, k), max(i, u) + 1, p.aheadOfOthers(), "wants to be run around every other action", detect.ThreatToolPoisoning}, true
		}
	}
	return hit{}, false
}

// aheadOfOthers weighs a claim to come before all other tools: on a server with tools of its own, it may mean those.
func (p *prose) aheadOfOthers() float64 {
	if p.reg.ToolsOn(p.tool.Server) > 2 {
		return 0.3
	}
	return 0.5
}

// sensitiveParts are pieces of paths that hold credentials, accounts or private history.
var sensitiveParts = []string{
	".ssh", "id_rsa", "id_ed25519", "id_ecdsa", ".aws", ".env", "/etc/passwd", "/etc/shadow", "/etc/sudoers", "/etc/hosts", ".kube",
	".netrc", ".npmrc", ".pypirc", ".gnupg", ".docker/config", "git-credentials", "_history", "mcp.json", "claude_desktop_config",
	"credentials", "keychain", "cookies", "login data", "wallet", ".pgpass", "kubeconfig", "secret", ".pem", ".key", ".kdbx", "authorized_keys",
	"/proc/self", "ssh_host", ".azure", "gcloud", "password", ".cursor", "master.key", "private_key", ".htpasswd", "/var/log/auth", "token",
}

// sensitiveNeedles finds texts with one of sensitiveParts, whatever its case.
var sensitiveNeedles = sync.OnceValue(func() *needle.Set { return needle.New(sensitiveParts...) })

// sensitivePath reports whether a folded path leads to credentials, accounts, private history or a client's settings.
func sensitivePath(folded string) bool {
	// Nearly all names hold none of them.
	if !needle.Any(sensitiveNeedles(), folded) {
		return false
	}
	for _, part := range sensitiveParts {
		if strings.Contains(folded, part) {
			return !strings.HasSuffix(folded, ".example") && !strings.HasSuffix(folded, ".sample") && !publicKey(folded)
		}
	}
	return false
}

// ordersRead finds orders to read a file, secret or history that are tied to a moment or a destination.
func (p *prose) ordersRead(i int) (hit, bool) {
	if !p.has(i, cRead) && !p.has(i, cCollect) || p.mood(i) < moodPolite || p.doc.Negated(i) {
		return hit{}, false
	}
	s := p.sentence(i)
	if p.findWord(max(s.Start, i-5), i, "nobody", "noone", "none", "neither") >= 0 {
		return hit{}, false
	}
	end := min(s.End, i+14)
	target, score := -1, 0.0
	for k := i + 1; k < end; k++ {
		w := p.doc.Words[k]
		switch {
		case w.Kind == text.KindPath && (p.leftShut(i, k) || publicKey(w.Fold) || sensitivePath(w.Fold) && p.ownSettings(w.Fold)):
			// "The server never opens X", what everybody may have, and what the tool is about.
		case w.Kind == text.KindPath && sensitivePath(w.Fold):
			target, score = k, max(score, 0.55)
		case w.Kind == text.KindPath, w.Kind == text.KindURL:
			if score < 0.2 {
				target, score = k, 0.2
			}
		case p.has(k, cSecret) || p.has(k, cHistory) || p.has(k, cPrompt):
			if score < 0.25 && (w.Clause() == p.doc.Words[i].Clause() || k-i < 5) {
				target, score = k, 0.25
			}
		}
	}
	if target < 0 {
		return hit{}, false
	}
	area := p.around(i, 1, 1)
	if p.triggered(s, i) {
		score += 0.15
	}
	if p.find(cFirst, max(s.Start, i-5), i) >= 0 {
		score += 0.1
	}
	if p.find(cMust, max(s.Start, i-6), i) >= 0 {
		score += 0.05
	}
	if p.passesOn(area) {
		score += 0.2
	}
	if p.find(cFail, area.Start, area.End) >= 0 || p.pretext(area) > 0 {
		score += 0.1
	}
	if p.scope(area) {
		score += 0.1
	}
	if score < 0.25 || p.pointsToGuide(s) {
		return hit{}, false
	}
	if h, ok := p.opensSecret(target); ok {
		return hit{i, target + 1, min(max(score, h.confidence), 0.95), h.detail, h.threat}, true
	}
	return hit{i, target + 1, min(score, 0.95), "orders the model to read something this tool does not need", detect.ThreatExfiltration}, true
}

// leftShut reports whether another verb of reading between the one at word i and the file at word k says that nobody reads it: "the server
// never opens X". A negation alone does not: "read without delay X".
func (p *prose) leftShut(i, k int) bool {
	if !p.doc.Negated(k) {
		return false
	}
	for n := k - 1; n > i; n-- {
		if (p.has(n, cRead) || p.has(n, cCollect)) && p.doc.Negated(n) {
			return !strings.Contains(p.doc.Gap(n+1), ",") && (thirdPerson(p.fold(n)) || p.findWord(n-1, n, "not") >= 0 && p.findWord(n-2, n-1, "do", "does", "will", "must", "should") >= 0)
		}
	}
	return false
}
