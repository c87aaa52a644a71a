package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// hostFacts are things about the machine and its owner that add up to a fingerprint.
var hostFacts = stems(`hostname username uptime processes kernel architecture interfaces routes installed packages locale timezone`)

// bareFacts are facts about a machine that one word names; ownerFacts point to the person at it.
var (
	bareFacts  = lazyWords{stemmed: true, list: `uptime processes process kernel architecture interfaces routes installed subnets dns ports shell locale timezone hardware`}
	ownerFacts = lazyWords{stemmed: true, list: `hostname username`}
	// ownedHeads are the last words of facts of two: "machine id", "home directory"; each with the words that stand before.
	ownedHeads = map[string]map[string]bool{
		"name": wordSet("host user machine"), "names": wordSet("host user"), "id": wordSet("machine device hardware"), "account": wordSet("user"),
		"accounts": wordSet("user local"), "identifiers": wordSet("account device user"), "identifier": wordSet("account device user machine"),
		"directory": wordSet("home"), "history": wordSet("shell command bash browser browsing terminal zsh"), "commands": wordSet("recent last past"),
		"paths": wordSet("project repository"), "address": wordSet("mac hardware"), "keys": wordSet("environment env"), "number": wordSet("serial"),
		"variables": wordSet("environment env"), "variable": wordSet("environment env"), "values": wordSet("environment env"), "email": wordSet("git user"),
		"users": wordSet("logged-in"),
	}
	// ofHost are words of names that say that the tool is about the machine.
	ofHost = lazyWords{list: `system host machine device os computer hardware sysinfo environment env server node platform neofetch`}
)

// machineFacts counts the different facts in words [from, to): those about the machine and those about its owner.
func (p *prose) machineFacts(from, to int) (machine, owner int) {
	seen := map[string]bool{}
	for k := from; k < to; k++ {
		w := p.doc.Words[k]
		f := w.Fold
		switch heads := ownedHeads[f]; {
		case heads != nil && heads[p.fold(k-1)], f == "inventory" && p.fold(k-1) == "account":
			key := p.fold(k-1) + " " + f
			if !seen[key] {
				owner++
			}
			seen[key] = true
		case ownerFacts.has(w.Stem()), w.Kind == text.KindPath && sensitivePath(f):
			if !seen[w.Stem()] {
				owner++
			}
			seen[w.Stem()] = true
		case bareFacts.has(w.Stem()) && !(f == "shell" && ownedHeads["history"][f] && p.fold(k+1) == "history") || f == "package" && (p.fold(k+1) == "manager" || p.fold(k+1) == "list"):
			if !seen[w.Stem()] {
				machine++
			}
			seen[w.Stem()] = true
		}
	}
	return machine, owner
}

// factHeads are the words that a fact about the machine or its owner may end with.
var factHeads = lazyWords{from: func() map[string]bool {
	heads := map[string]bool{"inventory": true, "package": true}
	for w := range ownedHeads {
		heads[w] = true
	}
	return heads
}}

// hostFactsLeast is from how many facts on a sentence is an inventory.
const hostFactsLeast = 3

// maybeHost reports whether reachHost may find something.
func maybeHost(m *fieldMarks) bool { return m.facts >= hostFactsLeast }

// factsIn counts the words of a sentence that may be facts about the machine or its owner.
func (m *fieldMarks) factsIn(s text.Range) int {
	n := 0
	for k := s.Start; k < s.End; k++ {
		if m.at[k].Has(mFact) || m.doc.Words[k].Kind == text.KindPath {
			n++
		}
	}
	return n
}

// reachHost finds inventories of the machine and its owner taken by tools that are not about them.
func reachHost(m *fieldMarks, u *purpose) []reach {
	p := m.prose
	if !m.about() && p.field.Role != detect.RoleParameterDescription {
		return nil
	}
	var out []reach
	named := false
	for _, w := range detect.NameWords(p.tool.Name) {
		named = named || ofHost.has(w)
	}
	for _, s := range p.doc.Sentences {
		if s.End-s.Start < 6 || m.factsIn(s) < hostFactsLeast {
			continue
		}
		machine, owner := p.machineFacts(s.Start, s.End)
		n := machine + owner
		if n < hostFactsLeast {
			continue
		}
		insists := p.findWord(s.Start, s.End, "automatically", "always", "silently") >= 0 && p.findWord(s.Start, s.End, "before", "each", "every") >= 0
		told, first := false, s.Start
		for k := s.Start; k < s.End; k++ {
			if p.doc.Negated(k) || p.doc.PositionOf(k, k+1) == text.PositionMention {
				told = false
				break
			}
			told = told || (p.tags[k].Any(takes) || sending.has(p.doc.Words[k].Stem()) || keeping.has(p.doc.Words[k].Stem()) || contacting.has(p.doc.Words[k].Stem())) && (k == s.Start || p.deed(k) || p.mood(k) != moodNone)
		}
		second := false
		for k := s.Start + 1; k < s.End; k++ {
			if p.deed(k) && (sending.has(p.doc.Words[k].Stem()) || keeping.has(p.doc.Words[k].Stem()) || p.has(k, cRead) || p.has(k, cCollect)) || p.fold(k) == "containing" {
				if !second {
					first = k
				}
				second = true
			}
		}
		if !told || p.sought(first, s.End) {
			continue
		}
		c := 0.0
		switch {
		case owner >= 2 && n >= 4 && second, owner >= 3 && second, owner >= 1 && n >= 4 && second && !named:
			c = 0.5 + 0.03*float64(min(n, 6))
		case n >= 4 && insists:
			c = 0.5
		}
		if named && u.declared&inHost != 0 && owner < 2 {
			c = 0
		}
		if c > 0 {
			out = append(out, reach{s.Start, s.End, c, "takes an inventory of the machine or its user"})
		}
	}
	return out
}
