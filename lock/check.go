package lock

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

// The checks that compare with a lock file.
const (
	ChangedCheck = "rugpull.changed"
	PendingCheck = "rugpull.pending"
)

// Compares reports whether a check, by its ID, is one of them.
func Compares(id string) bool { return id == ChangedCheck || id == PendingCheck }

// Checks returns the checks that report what differs: rugpull.changed and rugpull.pending. They know the definitions that were
// compared, and no others; a nil comparison has no checks.
func (c *Comparison) Checks() []detect.Check {
	if c == nil {
		return nil
	}
	x := c.index()
	return []detect.Check{changed{x}, pending{x}}
}

// Documentation documents the checks that compare with a lock file.
func Documentation() []detect.Documentation {
	return []detect.Documentation{changed{}.Documentation(), pending{}.Documentation()}
}

// index finds definitions by what they were read from, by what they say, and, when they were made by hand, by their keys alone: a scan may
// know fewer fields of those than were compared.
type index struct {
	*Comparison
	at map[identity]int
}

type identity struct {
	Key
	definition *detect.Node
	digest     Digest
}

func (c *Comparison) index() *index {
	x := &index{c, make(map[identity]int, 2*len(c.Definitions))}
	for i, v := range c.Verdicts {
		if v.Digest == "" {
			continue
		}
		d := &c.Definitions[i]
		k := KeyOf(d.View)
		ids := []identity{{k, nil, v.Digest}}
		if d.View.Definition != nil {
			ids = append(ids, identity{k, d.View.Definition, ""})
		} else if before, known := x.at[identity{Key: k}]; !known || c.Verdicts[before].State != Changed {
			x.at[identity{Key: k}] = i
		}
		for _, id := range ids {
			// One that is served says more than the same in a test.
			if before, known := x.at[id]; !known || c.Definitions[before].Quiet && !d.Quiet {
				x.at[id] = i
			}
		}
	}
	return x
}

// find returns the index of a definition that is inspected, or -1.
func (x *index) find(t detect.ToolView) int {
	if x == nil || !Locks(t.Kind) {
		return -1
	}
	k := KeyOf(t)
	if i, ok := x.at[identity{k, t.Definition, ""}]; ok && t.Definition != nil {
		return i
	}
	digest, _ := t.Memo("lock", 0, func() any { return DigestOf(t) }).(Digest)
	if i, ok := x.at[identity{k, nil, digest}]; ok {
		return i
	}
	if i, ok := x.at[identity{Key: k}]; ok && t.Definition == nil {
		return i
	}
	return -1
}

// span are bytes of a field.
type span struct{ field, start, end int }

// nameOf returns where the name of a definition stands. Of one without a name it is the first word of its first text.
func nameOf(t detect.ToolView) span {
	if i := t.FieldAt("/name"); i >= 0 {
		return span{i, 0, len(t.Fields[i].Text)}
	}
	if len(t.Fields) == 0 {
		return span{}
	}
	start, end := wordNear(t.Fields[0].Text, 0)
	return span{0, start, end}
}

// signalAt makes a signal of a field, of medium severity. In a definition without any text it is about the definition itself.
func signalAt(t detect.ToolView, at span, detail string) detect.Signal {
	s := t.Signal(at.field, at.start, at.end)
	if len(t.Fields) == 0 {
		s = detect.Signal{Value: t.Definition}
		if s.Value == nil {
			s.Value = absent
		}
	}
	s.Tier, s.Severity, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, detect.SeverityMedium, detect.ThreatRugPull, 1, detail
	return s
}

// changed sees definitions that are not what was approved under their name.
type changed struct{ *index }

func (changed) ID() string { return ChangedCheck }

func (c changed) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	i := c.find(t)
	if i < 0 || c.Verdicts[i].State != Changed {
		return nil
	}
	r := reporter{view: t, entry: &c.File.Entries[c.Verdicts[i].Entry], at: map[span]int{}}
	r.report(c.Differences(i))
	return r.signals
}

// Differences returns how definition i differs from what was approved or seen before, see Fields; nil when it does not, when there is
// nothing to compare it with, or when the lock file does not keep what was approved.
func (c *Comparison) Differences(i int) []FieldChange {
	if i < 0 || i >= len(c.Verdicts) || c.Verdicts[i].Entry < 0 {
		return nil
	}
	e, v := &c.File.Entries[c.Verdicts[i].Entry], c.Definitions[i].View
	switch {
	case e.Definition == nil || e.Digest == c.Verdicts[i].Digest:
		return nil
	case v.Definition == nil:
		return textChanges(detect.NewView(v.Kind, v.Server, e.Definition), v)
	}
	return Fields(e.Definition, v.Definition)
}

// maxSignals bounds the changes of one definition that are reported one by one; a last signal counts the others.
const maxSignals = 20

// reporter makes the signals of one definition that has changed.
type reporter struct {
	view    detect.ToolView
	entry   *Entry
	signals []detect.Signal
	// at are the signals by place: a second change of a place is added to the first.
	at map[span]int
}

// unapproved begins the details of changes; what has changed goes on after it.
const (
	unapproved = "is not the definition that was approved: "
	isNew      = "is new"
	differs    = "differs"
)

func (r *reporter) report(changes []FieldChange) {
	name := nameOf(r.view)
	if len(changes) == 0 {
		detail := "the lock file has only its digest, so the difference is not shown"
		if r.entry.Definition != nil {
			detail = "the difference is in a part that is not shown"
		}
		r.add(name, r.signal(name, FieldChange{Had: true, Before: string(r.entry.Digest)}, detail))
		return
	}
	for k, c := range changes {
		if k < maxSignals && !c.Rest {
			r.change(c)
			continue
		}
		detail := fmt.Sprintf("has %d more values that were not approved; see mcp-lint lock diff", len(changes)-k)
		switch {
		case changes[len(changes)-1].Rest:
			detail = "has too many values that were not approved to list them"
		case k == len(changes)-1:
			detail = "has one more value that was not approved; see mcp-lint lock diff"
		}
		r.add(name, signalAt(r.view, name, detail))
		return
	}
}

func (r *reporter) change(c FieldChange) {
	switch {
	case !c.Has:
		r.field(c, r.near(c.Pointer).field, "was removed", "")
	case c.Now != nil && c.Now.Kind == detect.NodeString:
		r.text(c)
	case c.Now != nil && c.Now.Kind == detect.NodeScalar:
		r.value(c, c.Pointer, c.Now)
	default:
		r.structure(c)
	}
}

func (r *reporter) text(c FieldChange) {
	at := span{r.locate(c.Pointer, c.Now.Text), c.AfterStart, c.AfterEnd}
	if at.field < 0 {
		r.field(c, r.near(c.Pointer).field, differs, "")
		return
	}
	if !c.Text {
		at.start, at.end = 0, len(c.Now.Text)
	}
	if at.start == at.end {
		at.start, at.end = wordNear(c.Now.Text, at.start)
	}
	var sensitive bool
	at.start, at.end, sensitive = wholeCredentials(c.Now.Text, at.start, at.end)
	detail := "the text " + differs
	switch {
	case !c.Had:
		detail = "a value " + isNew
	case c.Text && strings.Trim(c.Before, blanks) == strings.Trim(c.After, blanks):
		detail = "white space at the ends differs"
	case c.Text && visible(c.Before) == visible(c.After):
		detail = "hidden characters differ"
	case !c.Text:
		detail = "a value is now a string"
	case c.AfterStart == c.AfterEnd:
		detail = "words were removed"
	case c.BeforeStart == c.BeforeEnd:
		detail = "words were added"
	}
	was := c
	if was.Before = c.Before[c.BeforeStart:c.BeforeEnd]; was.Before == "" {
		was.Before = around(c.Before, c.BeforeStart)
	}
	s := r.signal(at, was, detail)
	s.Sensitive = sensitive
	r.add(at, s)
}

// verb says what has happened to a value that is there.
func verb(c FieldChange) string {
	if c.Had {
		return differs
	}
	return isNew
}

// value reports a value that is not text, at the field that is nearest to it.
func (r *reporter) value(c FieldChange, pointer string, now *detect.Node) {
	s := r.signal(r.near(pointer), c, "a value "+verb(c))
	s.Value, s.Field, s.Evidence = now, pointer, c.After
	r.signals = append(r.signals, s)
}

// structure reports an object or list that is new, stands for something else or has another order: at its name, or else at the first
// thing in it, and at the sentences in it.
func (r *reporter) structure(c FieldChange) {
	what := verb(c)
	inside := -1
	for i, f := range r.view.Fields {
		switch {
		case !strings.HasPrefix(f.Pointer, c.Pointer+"/") && f.Pointer != c.Pointer+"#":
		case inside < 0:
			inside = i
			r.field(c, i, what, c.After)
		case f.IsProse() && len(r.signals) < maxSignals:
			at := span{i, 0, len(f.Text)}
			r.add(at, signalAt(r.view, at, unapproved+"a value "+what))
		}
	}
	if inside >= 0 {
		return
	}
	if pointer, n := firstValue(c.Pointer, c.Now, 0); n != nil {
		r.value(c, pointer, n)
		return
	}
	r.field(c, r.near(c.Pointer).field, what, "")
}

// field reports a change at a whole field, which is only near it when there is no evidence.
func (r *reporter) field(c FieldChange, field int, what, evidence string) {
	at := span{field: field}
	if field < len(r.view.Fields) {
		at.end = len(r.view.Fields[field].Text)
	}
	subject := "a value"
	if evidence == "" || r.view.Fields[field].Pointer != c.Pointer+"#" {
		subject = "all of it"
		if c.Pointer != "" {
			subject = detect.Quote(c.Pointer)
		}
	}
	s := r.signal(at, c, subject+" "+what)
	s.Evidence = cmp.Or(evidence, s.Evidence)
	r.add(at, s)
}

// signal makes the signal of a change, with what was approved.
func (r *reporter) signal(at span, c FieldChange, detail string) detect.Signal {
	if c.Repeated {
		detail += ", under a name that is used more than once"
	}
	s := signalAt(r.view, at, unapproved+detail)
	if c.Had {
		s.Related = []detect.Related{{
			ToolIndex: detect.Outside, Server: r.entry.Server, Tool: r.entry.Name, Field: c.Pointer, Note: "approved", Text: c.Before,
		}}
	}
	return s
}

// add adds a signal. One place has one signal.
func (r *reporter) add(at span, s detect.Signal) {
	if i, known := r.at[at]; known {
		r.signals[i].Detail += ", and " + strings.TrimPrefix(s.Detail, unapproved)
		r.signals[i].Related = append(r.signals[i].Related, s.Related...)
		return
	}
	r.at[at] = len(r.signals)
	r.signals = append(r.signals, s)
}

// maxCredential is how far around a span credentials are looked for, in bytes.
const maxCredential = 4 << 10

// wholeCredentials grows a span so that it holds all of every credential that it has a part of: a part of one would not be known for
// what it is, and be shown. It reports whether there is any.
func wholeCredentials(s string, start, end int) (wholeStart, wholeEnd int, found bool) {
	at := max(start-maxCredential, 0)
	for _, m := range secret.Find(s[at:min(end+maxCredential, len(s))]) {
		if at+m.Start < end && at+m.End > start {
			start, end, found = min(start, at+m.Start), max(end, at+m.End), true
		}
	}
	return start, end, found
}

// blanks are the white space that every editor and formatter writes. Other blanks of Unicode are hidden characters.
const blanks = " \t\r\n"

// visible returns what people see of a text.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if text.Invisible(r) {
			return -1
		}
		return r
	}, s)
}

// pending reports definitions that nobody has approved yet.
type pending struct{ *index }

func (pending) ID() string { return PendingCheck }

func (p pending) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	i := p.find(t)
	if i < 0 || p.Verdicts[i].State != Pending {
		return nil
	}
	s := signalAt(t, nameOf(t), "is not in the lock file and has not been approved")
	s.Severity, s.Note = detect.SeverityNone, true
	if e := p.Verdicts[i].Entry; e >= 0 {
		s.Detail = "is waiting for approval"
		if seen := p.File.Entries[e].Seen; seen != "" {
			// Parse takes only days.
			s.Detail = "has been waiting for approval since " + seen
		}
	}
	return []detect.Signal{s}
}
