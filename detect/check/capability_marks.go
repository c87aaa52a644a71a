package check

import (
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// A field is searched for a kind of reach only when it has the words without which there is none. The words are looked up once for all
// kinds: each carries marks, which say in which of the sets below it is. The sets are those that the searches themselves ask, so
// that a word which is added to one of them is asked for here as well.

// The marks of words.
const (
	mContacting text.Concept = iota
	mTouching
	mSending
	mKeeping
	// The same once more, for words in the form of a deed: see deedForm.
	mContacts
	mTouches
	mSends
	mKeeps
	mWill
	mSystem
	mLively
	mLogin
	mThing
	mStranger
	mReceiver
	mBundle
	mIntimate
	mTaking
	mEntirely
	mUnseen
	mLater
	mApproved
	mBecomes
	mShowing
	mRaw
	mValue
	mHistory
	mCalls
	mDiverts
	mHere
	mFact
	mBypass
	mGuard
	mEscalated
	mAccess
	mGiven
	mMoving
	mUndoes
	mAll
	mConsent
	mWaives
	mSafeguard
	mApplies
	mGrants
	mRoot
	mCallNoun
	mDemand
)

// deedMarks are the marks of verbs that deed judges, deedForms how far to the left of them their formed ones are.
const deedMarks, deedForms = 1<<mContacting | 1<<mTouching | 1<<mSending | 1<<mKeeping, mContacts - mContacting

// markSource gives the words of a set their mark: as stems or as they are folded.
type markSource struct {
	mark  text.Concept
	words *lazyWords
}

func markSources() []markSource {
	return []markSource{
		{mContacting, &contacting},
		{mTouching, &touching},
		{mSending, &sending},
		{mKeeping, &keeping},
		{mWill, &lazyWords{list: "will"}},
		{mSystem, &systems},
		{mLively, &lively},
		{mLogin, &logins},
		{mThing, &things},
		{mStranger, &stranger},
		{mReceiver, &receivers},
		{mBundle, &bundles},
		{mIntimate, &intimate},
		{mTaking, &takings},
		{mEntirely, &entirely},
		{mUnseen, &unseenWords},
		{mLater, &laterWords},
		{mApproved, &approvals},
		{mBecomes, &swapping},
		{mBecomes, &beginning},
		{mShowing, &showing},
		{mRaw, &rawWords},
		{mValue, &valueWords},
		{mHistory, &lazyWords{list: "history"}},
		{mCalls, &callsNouns},
		{mDiverts, &diverting},
		{mHere, &hereWords},
		{mFact, &bareFacts},
		{mFact, &ownerFacts},
		{mFact, &factHeads},
		{mBypass, &bypassing},
		{mGuard, &guardWords},
		{mEscalated, &escalated},
		{mAccess, &accessWords},
		{mGiven, &besidesWords},
		{mMoving, &moving},
		{mUndoes, &undoes},
		{mAll, &effectObjects},
		{mConsent, &consentNouns},
		{mWaives, &waiving},
		{mSafeguard, &safeguards},
		{mApplies, &applying},
		{mGrants, &granting},
		{mRoot, &rootWords},
		{mCallNoun, &callNouns},
		{mDemand, &promptNouns},
		{mDemand, &selfNouns},
		{mDemand, &selfVerbs},
		{mDemand, &hostNouns},
		{mDemand, &thoughts},
		{mDemand, &talkNouns},
		{mDemand, &turnNouns},
		{mDemand, &saying},
		{mDemand, &innerNouns},
		{mDemand, &reachableNouns},
		{mDemand, &keyNouns},
		{mDemand, &personFacts},
		{mDemand, &fileNouns},
	}
}

// capabilityMarks is the table of all marked words.
var capabilityMarks = sync.OnceValue(func() *markTable { return newMarkTable(markSources()) })

// fieldMarks is a field with the marks of its words.
type fieldMarks struct {
	*prose
	at []text.Set
	// own is the union of the marks; kinds has a bit for each kind of word.
	own   text.Set
	kinds uint16
	// facts counts the words marked mFact, argued tells that a call with named arguments is written out.
	facts  int
	argued bool
}

// markedPool lends the memory for the marks of a field, which one check of one tool reads at a time.
var markedPool = sync.Pool{New: func() any { return &fieldMarks{} }}

// free gives the memory back. What the marks were read of is let go.
func (m *fieldMarks) free() {
	// most is how many words may be held on to.
	const most = 1 << 14
	if cap(m.at) <= most {
		*m = fieldMarks{at: m.at[:0]}
		markedPool.Put(m)
	}
}

// pathKind and the others are bits of fieldMarks.kinds.
const (
	identKind = 1 << text.KindIdent
	pathKind  = 1 << text.KindPath
	urlKind   = 1 << text.KindURL
	addressed = urlKind | 1<<text.KindEmail | 1<<text.KindHost
)

// markReader reads the marks of words of natural language.
var markReader = sync.OnceValue(func() *text.Reader[text.Set] {
	table, none := capabilityMarks(), &text.Set{}
	return text.NewReaderAt(text.SlotSecond, none, func(fold, stem, _ string) *text.Set {
		set := table.marked(fold, stem)
		if set == *none {
			return none
		}
		return &set
	})
})

// marked returns the marks of a word with those of deeds.
func (t *markTable) marked(fold, stem string) text.Set {
	set := t.of(fold, stem)
	if deed := set[0] & deedMarks; deed != 0 && deedForm(fold) {
		set[0] |= deed << deedForms
	}
	return set
}

// mark reads the marks of the field's words, in the memory of m.
func (m *fieldMarks) mark(p *prose) *fieldMarks {
	table, reader := capabilityMarks(), markReader()
	words := p.doc.Words
	*m = fieldMarks{prose: p, at: slices.Grow(m.at[:0], len(words))[:len(words)]}
	for i := range words {
		w := &words[i]
		m.kinds |= 1 << w.Kind
		m.argued = m.argued || w.Call && argued(p.doc.Raw[w.End():])
		var set text.Set
		if w.Kind == text.KindWord {
			set = *reader.Of(w)
		} else {
			set = table.marked(w.Fold, w.Stem())
		}
		m.at[i] = set
		if set.Has(mFact) || w.Kind == text.KindPath {
			m.facts++
		}
		m.own[0], m.own[1] = m.own[0]|set[0], m.own[1]|set[1]
	}
	return m
}

// holds reports whether words of all of the marks are in the field.
func (m *fieldMarks) holds(marks ...text.Concept) bool {
	for _, c := range marks {
		if !m.own.Has(c) {
			return false
		}
	}
	return true
}

// deedForm reports whether a verb has a form in which deed takes it for a deed without "will" before it.
func deedForm(folded string) bool {
	return strings.HasSuffix(folded, "ing") || strings.HasSuffix(folded, "ed") || folded == "sent" || folded == "kept" || thirdPerson(folded)
}

// tells reports whether the field has a verb of the base mark in a form in which deed may take it for a deed.
func (m *fieldMarks) tells(base text.Concept) bool {
	return m.own.Has(base+deedForms) || m.own.Has(base) && m.own.Has(mWill)
}

// private reports whether something that is somebody's own may be named.
func (m *fieldMarks) private() bool {
	return m.own.Has(mIntimate) || m.kinds&pathKind != 0 || m.all.Any(privateConcepts)
}

var privateConcepts = text.Of(cSecret, cHistory, cPersonal)

// about reports whether the field is one in which a definition says what its tool does.
func (m *fieldMarks) about() bool {
	return m.field.Role == detect.RoleDescription || m.field.Role == detect.RoleInstructions
}
