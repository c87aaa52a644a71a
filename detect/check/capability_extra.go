package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// The words in which a tool tells of a deed besides its job, as stems.
var (
	// contacting verbs go out to a system that runs.
	contacting = lazyWords{stemmed: true, list: `contact connect probe ping dial reach authenticate sweep attempt open exercise poke call log`}
	// systems are what they go to.
	systems = lazyWords{stemmed: true, list: `cluster endpoint registry database broker account network subnet host port service system provider backend production
		connection listener gateway device node fleet lan`}
	// touching verbs change what a reader only looks at.
	touching = lazyWords{stemmed: true, list: `start restart install pull launch enable activate register deploy disable stop kill modify patch edit rewrite upgrade
		append create replace execute schedule mount provision apply accept grant`}
	// things are what they change.
	things = lazyWords{stemmed: true, list: `container image package service job hook firewall key certificate script agent daemon extension plugin module machine instance
		account user administrator rule setting proxy task macro pod cluster invitation update library dependency tunnel process`}
	// sending verbs take something away; keeping verbs put it by.
	sending = lazyWords{stemmed: true, list: `send upload forward transmit post push relay mirror report ship stream sync submit share deliver attach include embed append
		copy pass emit pipe export exfiltrate publish`}
	keeping = lazyWords{stemmed: true, list: `store retain keep cache record save archive stash hoard accumulate copy collect maintain persist capture log`}
	// stranger words tell that a place is somebody else's; receivers are the places.
	stranger = lazyWords{stemmed: true, list: `vendor external remote third-party partner centralized centralised offsite publisher maintainer author outside attacker
		advertising undisclosed analytics webhook manufacturer`}
	receivers = lazyWords{stemmed: true, list: `service server endpoint api webhook log collector bucket database address channel inbox host site domain proxy gateway account
		crm office desk reader analytics platform index pipeline portal`}
	// bundles are what things are put into so that they go along unseen.
	bundles = lazyWords{stemmed: true, list: `bundle payload report record request callback header telemetry response answer audit cache frame ticket`}
	// intimate nouns are somebody's own.
	intimate = lazyWords{stemmed: true, list: `credential secret token password cookie history clipboard keystroke transcript conversation passphrase username hostname identifier
		snippet contact mailbox screenshot location dsn bookmark archive salary codes kubeconfig`}
	// takings are what a tool works on or makes: it is the caller's, so that it matters only where a stranger gets it.
	takings = lazyWords{stemmed: true, list: `result detail content input output query text file photo image message email document`}
)

// Words that tell how it is done.
var (
	// logins are what a system is entered with, unseenWords and laterWords tell where and how long something is kept.
	logins      = lazyWords{list: `kubeconfig credentials token login stored default`}
	unseenWords = lazyWords{list: `hidden undisclosed background shadow unlisted`}
	laterWords  = lazyWords{list: `later future subsequent indefinitely permanently ongoing`}
	// approvals are what a definition waits for that becomes another one; swapping and beginning say what it does then.
	approvals = lazyWords{list: `approved approval post-approval review reviewed approving vetted accepted trusted allowlisted whitelisted`}
	swapping  = lazyWords{list: `swap swaps swapped replace replaces replaced change changes exchanged exchange switched rewritten updated switches becomes`}
	beginning = lazyWords{list: `begin begins start starts execute executes run runs collect collects forward forwards unlocks activates`}
	// rawWords and valueWords tell that secrets are shown as they are.
	rawWords   = lazyWords{list: `raw unmasked plaintext decrypted cleartext`}
	valueWords = lazyWords{list: `values value contents secrets tokens passwords`}
	// callsNouns are what is diverted, diverting the verbs for it, hereWords this tool.
	callsNouns = lazyWords{list: `calls requests queries look-ups lookups invocations`}
	diverting  = lazyWords{list: `route send redirect direct pass divert intercepts channel funnel`}
	hereWords  = lazyWords{list: `here this`}

	lively = lazyWords{list: `live production real reachability reachable referenced nearby private internal running running-state stopped`}
	asked  = lazyWords{list: `configured supplied requested specified chosen given named approved optional optionally redacted masked anonymous anonymized
		anonymised enabled opt-in consent you your unless only except stripped explicitly`}
	// askers are who a condition must speak of to say that somebody asked: "if the user wants", "when `all` is set".
	askers    = lazyWords{list: `user caller you your true set given asked wanted option flag requested needed missing`}
	entirely  = lazyWords{list: `raw full entire complete whole accepted unmasked plaintext verbatim generated detected unused`}
	lookerEnd = lazyWords{list: `inspector linter checker viewer explorer auditor validator reporter analyzer analyser searcher parser formatter summarizer
		summariser counter lister reader finder helper tester reviewer scanner inventory audit lint check inspect parse format`}
)

// reachExtra finds deeds that a definition tells of besides the job that its name and lead state: a linter that logs on to what it
// lints, an inspector that starts what it inspects, a converter that sends its input to somebody. Nobody is ordered to do
// anything; what gives it away is that the job does not call for it.
func reachExtra(m *fieldMarks, u *purpose) []reach {
	p := m.prose
	if !m.about() || p.tool.Kind == detect.KindServer || p.field.Output {
		return nil
	}
	var out []reach
	var own map[string]bool
	deeds := m.deeds()
	for i := range p.doc.Words {
		set := m.at[i][0] & deeds
		if set == 0 || p.doc.Words[i].Kind != text.KindWord || !p.deed(i) || p.doc.Negated(i) || p.positionAt(i) == text.PositionMention {
			continue
		}
		live, touch, send, keep := set&(1<<mContacting) != 0, set&(1<<mTouching) != 0, set&(1<<mSending) != 0, set&(1<<mKeeping) != 0
		if own == nil {
			own = p.jobWords()
		}
		d := deed{p: p, u: u, own: own, i: i, s: p.sentence(i)}
		d.end = min(d.s.End, i+deedReach)
		for _, judge := range []struct {
			on     bool
			weigh  func(deed) (float64, int)
			detail string
		}{
			{live, deed.livens, "goes out to live systems though its name says that it only reads a text"},
			{touch, deed.touches, "changes things though its name says that it only looks"},
			{send, deed.sends, "sends things where nothing in its name or parameters says that they go"},
			{keep, deed.keeps, "keeps what its job does not call for"},
		} {
			if !judge.on {
				continue
			}
			if c, last := judge.weigh(d); c >= reachFloor {
				out = append(out, reach{i, min(d.s.End, last+1), min(c, 0.85), judge.detail})
				break
			}
		}
	}
	return append(out, p.announced(m)...)
}

// deeds returns the marks of the kinds of deed that the field may tell of: each goes with words without which it weighs nothing.
func (m *fieldMarks) deeds() uint64 {
	var set uint64
	if m.tells(mContacting) && m.own.Has(mSystem) && (m.own.Has(mLively) || m.own.Has(mLogin) || m.all.Has(cSecret)) {
		set |= 1 << mContacting
	}
	if m.tells(mTouching) && m.own.Has(mThing) {
		set |= 1 << mTouching
	}
	strange := m.kinds&addressed != 0 || m.holds(mStranger, mReceiver)
	if m.tells(mSending) && (strange || m.own.Has(mBundle)) && (m.own.Has(mEntirely) || strange && m.own.Has(mTaking) || m.private()) {
		set |= 1 << mSending
	}
	if m.tells(mKeeping) && (m.own.Has(mUnseen) || m.own.Has(mLater)) && (m.own.Has(mEntirely) || m.private()) {
		set |= 1 << mKeeping
	}
	return set
}

// maybeExtra reports whether reachExtra may find something.
func maybeExtra(m *fieldMarks) bool {
	return m.about() && (m.deeds() != 0 || m.holds(mApproved, mBecomes))
}

// deedReach is how far the object of a deed may stand from its verb, in words.
const deedReach = 20

// deed is one verb that tells what a tool does besides.
type deed struct {
	p   *prose
	u   *purpose
	own map[string]bool
	// i is the verb; the object is looked for before end, in the sentence s.
	i, end int
	s      text.Range
}

// deed reports whether word i tells what the tool does: "forwards", "by copying", "and attaching", "will forward", "is posted".
func (p *prose) deed(i int) bool {
	f, prev := p.fold(i), p.fold(i-1)
	s := p.sentence(i)
	switch {
	case strings.HasSuffix(f, "ing"):
		switch prev {
		case "by", "and", "then", "quietly", "silently", "secretly", "before", "after", "while":
			return true
		}
		return i > s.Start && strings.HasPrefix(strings.TrimSpace(p.doc.Gap(i)), ",")
	case thirdPerson(f) || f == "does":
		switch prev {
		case "the", "a", "an", "of", "all", "these", "those", "your", "in", "for", "to", "on", "with", "from", "which", "that":
			return prev == "which" || prev == "that"
		}
		return true
	case strings.HasSuffix(f, "ed") || f == "sent" || f == "kept":
		return p.findWord(max(s.Start, i-3), i, "is", "are", "gets", "get") >= 0
	}
	return prev == "will" || prev == "instead" && p.fold(i-2) == "will"
}

// jobWords returns the stems of the name, the title and the parameters' names, and those of the first deed of the description.
func (p *prose) jobWords() map[string]bool {
	// lead bounds the first deed, in words.
	const lead = 8
	own := map[string]bool{}
	learn := func(doc *text.Doc, n int) {
		for k := range doc.Words[:min(n, len(doc.Words))] {
			w := &doc.Words[k]
			if k > 1 && (w.Fold == "and" || w.Fold == "by" || w.Fold == "then" || turns[w.Fold] || thirdPerson(w.Fold) && strings.Contains(doc.Gap(k), ",")) {
				return
			}
			own[w.Stem()] = true
		}
	}
	for _, name := range []string{p.tool.Name, p.tool.Title} {
		learn(nameDoc(name), lead)
	}
	for i := range p.tool.Fields {
		if f := &p.tool.Fields[i]; f.Role == detect.RoleParameterName && !f.Output {
			learn(nameDoc(f.Text), 4)
		}
	}
	if p.field.Role == detect.RoleDescription {
		learn(p.doc, lead)
	}
	return own
}

// looks reports whether the name says that the tool only looks at something.
func (d deed) looks() bool {
	words := detect.NameWords(d.p.tool.Name)
	return len(words) > 0 && (lookers.has(words[0]) || lookerEnd.has(words[len(words)-1]) || lookerEnd.has(words[0]))
}

// any reports whether a word of the set stands in [from, to).
func (d deed) any(set *lazyWords, from, to int) bool { return d.p.findIn(set, from, to) >= 0 }

// why reports whether a reason is given that is not the job's: "for accuracy", "to verify".
func (d deed) why() bool {
	return d.p.find(cPretext, max(d.s.Start, d.i-6), d.end) >= 0 || d.p.findWord(d.i, d.end, "confirm", "verify", "so", "diagnostics", "debugging", "compatibility") >= 0 ||
		d.p.findWord(max(d.s.Start, d.i-5), d.i, "accuracy", "context", "convenience") >= 0
}

// soughtBy reports whether the words of the deed say that somebody asked for it.
func (d deed) soughtBy() bool {
	from := d.i
	for from > d.s.Start && d.p.doc.Words[from-1].Clause() == d.p.doc.Words[d.i].Clause() && d.p.fold(from-1) != "and" {
		from--
	}
	return d.p.sought(from, min(d.s.End, d.end+4))
}

// sought reports whether words [from, to) say that somebody asked.
func (p *prose) sought(from, to int) bool {
	if p.anyWord(asked.words(), from, to) {
		return true
	}
	k := p.findWord(from, to, "if", "when", "where", "once")
	return k >= 0 && p.anyWord(askers.words(), k+1, min(to, k+7))
}

// private returns the nearest thing after the verb that is somebody's own and its kind, or -1.
func (d deed) private(from, to int) int {
	for k := max(from, 0); k < to; k++ {
		w := d.p.doc.Words[k]
		if intimate.has(w.Stem()) || d.p.has(k, cSecret) || d.p.has(k, cHistory) || d.p.has(k, cPersonal) || w.Kind == text.KindPath && sensitivePath(w.Fold) {
			return k
		}
	}
	return -1
}
