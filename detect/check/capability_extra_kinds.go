package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// livens weighs a deed that goes out to a running system.
func (d deed) livens() (float64, int) {
	last, n := -1, 0
	for k := d.i + 1; k < min(d.end, d.i+10); k++ {
		if stem := d.p.doc.Words[k].Stem(); systems.has(stem) {
			last = k
			n++
		}
	}
	if last < 0 || d.soughtBy() {
		return 0, last
	}
	live := d.any(&lively, d.i+1, d.end)
	cred := d.p.find(cSecret, d.i+1, d.end) >= 0 || d.any(&logins, d.i+1, d.end)
	if !live && !cred {
		return 0, last
	}
	c := 0.15
	c += d.plus(live, 0.15) + d.plus(cred, 0.15) + d.plus(d.why(), 0.1) + d.plus(d.looks(), 0.1) + d.plus(n > 1, 0.05)
	for _, w := range []string{"connect", "connection", "ping", "probe", "network", "live", "health", "port", "uptime", "login", "remote", "monitor", "status"} {
		if d.own[text.Stem(w)] {
			return c - 0.25, last
		}
	}
	return c - d.plus(d.own[d.p.doc.Words[d.i].Stem()], 0.3), last
}

// plus is v when on is true.
func (deed) plus(on bool, v float64) float64 {
	if on {
		return v
	}
	return 0
}

// touches weighs a deed that changes something, told by a tool whose name says that it looks.
func (d deed) touches() (float64, int) {
	if !d.looks() || d.own[d.p.doc.Words[d.i].Stem()] || d.soughtBy() || d.i-d.s.Start < 1 {
		return 0, 0
	}
	object := d.p.stemAfter(d.i+1, min(d.end, d.i+6), things.words())
	if object < 0 {
		return 0, 0
	}
	more := 0
	for k := d.s.Start; k < d.s.End; k++ {
		if k != d.i && k > d.s.Start && touching.has(d.p.doc.Words[k].Stem()) && thirdPerson(d.p.fold(k)) && !d.own[d.p.doc.Words[k].Stem()] {
			more++
		}
	}
	c := 0.2 + d.plus(more > 0, 0.15) + d.plus(d.why(), 0.1) + d.plus(d.private(d.i+1, d.end) >= 0, 0.1) + d.plus(d.any(&lively, d.i+1, d.i+4), 0.1)
	c += d.plus(d.p.find(cAlso, max(d.s.Start, d.i-3), d.i+2) >= 0, 0.15) + d.plus(d.p.find(cCovert, d.s.Start, d.s.End) >= 0, 0.2)
	return c, object
}

// sends weighs a deed that takes something away.
func (d deed) sends() (float64, int) {
	where, strange, bundle := -1, false, false
	raw := d.any(&entirely, d.i+1, d.end)
	for k := d.i + 1; k < d.end; k++ {
		w := d.p.doc.Words[k]
		switch {
		case w.Kind == text.KindURL || w.Kind == text.KindEmail || w.Kind == text.KindHost:
			if !local(w.Fold) {
				where, strange = k, true
			}
		case stranger.has(w.Stem()):
			if n := d.p.stemAfter(k, min(d.s.End, k+4), receivers.words()); n >= 0 {
				where, strange = n, true
			}
		case bundles.has(w.Stem()) && where < 0 && d.p.findWord(max(d.i+1, k-5), k, "to", "in", "into") >= 0:
			where, bundle = k, true
		}
	}
	what := d.private(d.i+1, d.end)
	if what < 0 && strange {
		what = d.p.stemAfter(d.i+1, d.end, takings.words())
	}
	raw = raw || d.any(&entirely, max(d.s.Start, d.i-4), d.i)
	if where < 0 || d.i == 0 || d.soughtBy() || what < 0 && !raw {
		return 0, 0
	}
	before := d.p.findWord(d.i+1, min(d.s.End, d.end+4), "before") >= 0 && d.p.findWord(d.i+1, min(d.s.End, d.end+6), "returning", "answering", "producing", "responding") >= 0
	c := 0.15 + d.plus(strange, 0.2) + d.plus(what >= 0, 0.1) + d.plus(raw, 0.1) + d.plus(bundle && what >= 0 && (raw || d.why()), 0.15)
	c += d.plus(before, 0.1) + d.plus(d.why(), 0.1) + d.plus(d.p.find(cCovert, d.s.Start, d.s.End) >= 0, 0.15) + d.plus(d.looks(), 0.05)
	c += d.plus(d.p.find(cAlso, max(d.s.Start, d.i-3), min(d.s.End, d.i+3)) >= 0, 0.1) + d.plus(d.facts() >= 3, 0.15)
	sends := d.own[d.p.doc.Words[d.i].Stem()] || d.own["upload"] || d.own["send"] || d.own["export"] || d.own["sync"]
	return c - d.plus(sends || d.own[d.p.doc.Words[where].Stem()] && bundle, 0.3), max(where, what)
}

// keeps weighs a deed that puts something by.
func (d deed) keeps() (float64, int) {
	what := d.private(d.i+1, d.end)
	if what < 0 && d.p.findWord(d.i+1, min(d.end, d.i+4), "them", "it", "values", "both", "contents", "results") >= 0 {
		// What is kept was named before.
		if k := d.private(d.s.Start, d.i); k >= 0 {
			what = d.i + 1
		}
	}
	unseen := d.any(&unseenWords, d.i+1, d.end)
	later := d.any(&laterWords, d.i+1, d.end)
	if what < 0 && !d.any(&entirely, d.i+1, d.end) || d.soughtBy() || d.i == 0 && !unseen || !unseen && !later {
		return 0, 0
	}
	bundle := d.p.stemAfter(d.i+1, d.end, bundles.words()) >= 0
	c := 0.15 + d.plus(unseen, 0.25) + d.plus(later, 0.1) + d.plus(bundle, 0.1) + d.plus(d.p.find(cSecret, d.s.Start, d.end) >= 0, 0.15) +
		d.plus(d.any(&entirely, d.i+1, d.end), 0.05) + d.plus(d.facts() >= 3, 0.15) + d.plus(d.p.findWord(d.i, d.s.End, "without") >= 0, 0.05) + d.plus(d.looks(), 0.05)
	return c - d.plus(d.own[d.p.doc.Words[d.i].Stem()] && !unseen, 0.3), d.end - 1
}

// facts counts the facts about the machine and its owner after the verb.
func (d deed) facts() int {
	n, own := d.p.machineFacts(d.i+1, d.s.End)
	return n + own
}

// stemAfter returns the first word in [from, to) whose stem is in the set, or -1.
func (p *prose) stemAfter(from, to int, set map[string]bool) int {
	for k := from; k < to; k++ {
		if set[p.doc.Words[k].Stem()] {
			return k
		}
	}
	return -1
}

// announced finds definitions that tell of another self: what the tool is to become once it has been let in.
func (p *prose) announced(m *fieldMarks) []reach {
	if !m.holds(mApproved, mBecomes) {
		return nil
	}
	var out []reach
	for i := range p.doc.Words {
		if !m.at[i].Has(mApproved) {
			continue
		}
		s := p.sentence(i)
		when := p.findWord(max(s.Start, i-7), min(s.End, i+1), "once", "after", "post", "post-approval", "following", "until", "as", "when")
		if when < 0 {
			continue
		}
		itself := p.findWord(max(s.Start, when-2), i, "tool", "server", "description", "definition", "listing", "it") >= 0
		for k := s.Start; k < s.End; k++ {
			if !m.at[k].Has(mBecomes) || p.doc.Negated(k) {
				continue
			}
			grave := false
			switch f := p.fold(k); {
			case swapping.has(f):
				grave = p.findWord(s.Start, min(s.End, k+4), "description", "definition", "tool", "server", "it", "behaviour", "behavior", "body", "schema") >= 0 &&
					(p.findWord(s.Start, s.End, "maintainer", "publisher", "author", "we", "description", "definition") >= 0 || itself)
			case beginning.has(f):
				end := min(s.End, k+7)
				grave = itself && (p.findWord(k, end, "arbitrary", "shell", "any", "unrestricted", "hidden", "ssh") >= 0 || p.find(cSecret, k, end) >= 0 || p.find(cHistory, k, end) >= 0)
			}
			if grave {
				out = append(out, reach{min(i, k), max(i, k) + 1, 0.55, "announces that it becomes another tool once it has been let in"})
				break
			}
		}
	}
	return out
}

// reachDisclosed finds values and histories that go into what the tool answers with though a list of names would do: "with their raw
// values", "attaches the shell history".
func reachDisclosed(m *fieldMarks, u *purpose) []reach {
	p := m.prose
	if p.field.Role != detect.RoleDescription || p.tool.Kind != detect.KindTool {
		return nil
	}
	var out []reach
	for i := range p.doc.Words {
		if !m.at[i].Has(mSending) && !m.at[i].Has(mShowing) || !p.deed(i) || p.doc.Negated(i) {
			continue
		}
		s := p.sentence(i)
		end := min(s.End, i+9)
		if p.sought(max(s.Start, i-3), min(s.End, i+14)) {
			continue
		}
		raw := p.findIn(&rawWords, i+1, end)
		value := p.findIn(&valueWords, i+1, end)
		secret := p.find(cSecret, s.Start, s.End) >= 0 || p.findWord(s.Start, s.End, "environment", "env", "secrets", "credentials", "keys", "masked") >= 0
		history := p.findWord(i+1, end, "history")
		past := history > 0 && ownedHeads["history"][p.fold(history-1)] && !u.words()[p.doc.Words[history].Stem()]
		c := 0.0
		switch {
		case raw > 0 && value > 0 && secret:
			c = 0.5
		case past && i > 0:
			c = 0.5
		}
		if c > 0 {
			out = append(out, reach{i, max(raw, value, history) + 1, c, "answers with secrets or history that its job does not call for"})
		}
	}
	return out
}

// maybeDisclosed reports whether reachDisclosed may find something.
func maybeDisclosed(m *fieldMarks) bool {
	return m.field.Role == detect.RoleDescription && (m.holds(mRaw, mValue) || m.own.Has(mHistory)) && (m.own.Has(mSending) || m.own.Has(mShowing))
}

// showing verbs put something into an answer, as stems.
var showing = lazyWords{stemmed: true, list: `return print show expose dump list reveal output display add`}

// reachDetours finds calls of others that are led here: "when another server has a search tool, its calls go through this one".
func reachDetours(m *fieldMarks, u *purpose) []reach {
	p := m.prose
	if p.field.Role != detect.RoleDescription || p.tool.Kind != detect.KindTool || u.stated&inAgents != 0 {
		return nil
	}
	var out []reach
	for i := range p.doc.Words {
		if !m.at[i].Has(mCalls) {
			continue
		}
		s := p.sentence(i)
		verb := p.findIn(&diverting, max(s.Start, i-6), i)
		here := p.findIn(&hereWords, i+1, min(s.End, i+6))
		other := p.findWord(s.Start, i, "server's", "servers") >= 0 || p.find(cOther, s.Start, i) >= 0 && p.findWord(s.Start, i, "server", "tool", "tools", "servers") >= 0
		taken := p.findWord(s.Start, verb, "supersedes", "replaces", "deprecated", "retired") >= 0 && p.findWord(max(s.Start, i-3), i, "all", "any", "every") >= 0
		if verb >= 0 && here > 0 && (other || taken) && !p.doc.Negated(verb) && p.findWord(s.Start, s.End, "own") < 0 {
			out = append(out, reach{verb, here + 1, 0.5, "reaches into calls that are not its own"})
		}
	}
	return out
}

// maybeDetours reports whether reachDetours may find something.
func maybeDetours(m *fieldMarks) bool {
	return m.field.Role == detect.RoleDescription && m.holds(mCalls, mDiverts, mHere)
}
