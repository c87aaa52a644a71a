package lock

import (
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

type index struct {
	*Comparison
	// itself are the definitions by what they were read from, at by what they say.
	itself map[source]int
	at     map[exactly]int
	// loose are definitions made by hand, for which a scan may know fewer fields than were compared.
	loose map[Key]int
}

type source struct {
	Key
	definition *detect.Node
}

type exactly struct {
	Key
	digest Digest
}

func (c *Comparison) index() *index {
	x := &index{
		Comparison: c, itself: make(map[source]int, len(c.Definitions)), at: make(map[exactly]int, len(c.Definitions)), loose: map[Key]int{},
	}
	// One that is served says more than the same in a test.
	more := func(i, before int, known bool) bool {
		return !known || c.Definitions[before].Quiet && !c.Definitions[i].Quiet
	}
	for i, v := range c.Verdicts {
		if v.Digest == "" {
			continue
		}
		view := c.Definitions[i].View
		k := exactly{KeyOf(view), v.Digest}
		if before, known := x.at[k]; more(i, before, known) {
			x.at[k] = i
		}
		if view.Definition != nil {
			if before, known := x.itself[source{k.Key, view.Definition}]; more(i, before, known) {
				x.itself[source{k.Key, view.Definition}] = i
			}
		} else {
			if before, known := x.loose[k.Key]; !known || c.Verdicts[before].State != Changed {
				x.loose[k.Key] = i
			}
		}
	}
	return x
}

// find returns the index of a definition that is inspected, or -1: by what it was read from, else by what it says.
func (x *index) find(t detect.ToolView) int {
	if x == nil || !Locks(t.Kind) {
		return -1
	}
	if i, ok := x.itself[source{KeyOf(t), t.Definition}]; ok {
		return i
	}
	digest, _ := t.Memo("lock", 0, func() any { return DigestOf(t) }).(Digest)
	if i, ok := x.at[exactly{KeyOf(t), digest}]; ok {
		return i
	}
	if i, ok := x.loose[KeyOf(t)]; ok && t.Definition == nil {
		return i
	}
	return -1
}

// nameOf returns where the name of a definition stands: its field and the bytes there. Of one without a name it is the first word of
// its first text.
func nameOf(t detect.ToolView) (field, start, end int) {
	if i := t.FieldAt("/name"); i >= 0 {
		return i, 0, len(t.Fields[i].Text)
	}
	if len(t.Fields) == 0 {
		return 0, 0, 0
	}
	start, end = wordNear(t.Fields[0].Text, 0)
	return 0, start, end
}

// signalAt makes a hard signal of a field. In a definition without any text it is about the definition itself.
func signalAt(t detect.ToolView, field, start, end int) detect.Signal {
	s := t.Signal(field, start, end)
	if len(t.Fields) == 0 {
		s = detect.Signal{Value: t.Definition}
		if s.Value == nil {
			s.Value = absent
		}
	}
	s.Tier, s.ThreatType, s.Confidence = detect.TierHard, detect.ThreatRugPull, 1
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
	r := reporter{view: t, entry: &c.File.Entries[c.Verdicts[i].Entry], at: map[stretch]int{}}
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

// maxSignals bounds the changes of one definition that are told one by one; a last signal counts the others.
const maxSignals = 20

type stretch struct{ field, start, end int }

type reporter struct {
	view    detect.ToolView
	entry   *Entry
	signals []detect.Signal
	// at are the signals by place: what else is to be said of one is added to it.
	at map[stretch]int
	// fields are those of the view by pointer, the last ones first.
	fields map[string][]int
}

func (r *reporter) report(changes []FieldChange) {
	if len(changes) == 0 {
		r.whole()
		return
	}
	r.fields = make(map[string][]int, len(r.view.Fields))
	for i := len(r.view.Fields) - 1; i >= 0; i-- {
		p := r.view.Fields[i].Pointer
		r.fields[p] = append(r.fields[p], i)
	}
	for k, c := range changes {
		if k == maxSignals || c.Rest {
			r.rest(len(changes)-k, changes[len(changes)-1].Rest)
			return
		}
		r.change(c)
	}
}

// whole tells that something differs when it is not known what.
func (r *reporter) whole() {
	f, start, end := nameOf(r.view)
	s := signalAt(r.view, f, start, end)
	s.Detail = "is not what was approved; only the digest of that is in the lock file, so that what differs cannot be shown"
	if r.entry.Definition != nil {
		s.Detail = "is not what was approved: what differs is in what cannot be shown"
	}
	s.Related = []detect.Related{r.approved("", string(r.entry.Digest))}
	r.add(s, f, start, end)
}

// rest tells of the changes that are not told one by one.
func (r *reporter) rest(n int, more bool) {
	f, start, end := nameOf(r.view)
	s := signalAt(r.view, f, start, end)
	s.Detail = fmt.Sprintf("%d more values differ from what was approved; mcp-lint diff shows them", n)
	if n == 1 {
		s.Detail = "one more value differs from what was approved; mcp-lint diff shows it"
	}
	if more {
		s.Detail = "more values differ from what was approved than can be told one by one"
	}
	r.add(s, f, start, end)
}

func (r *reporter) change(c FieldChange) {
	switch {
	case !c.Has:
		r.gone(c)
	case c.Now != nil && c.Now.Kind == detect.NodeString:
		r.text(c)
	case c.Now != nil && c.Now.Kind == detect.NodeScalar:
		r.value(c, c.Pointer, c.Now, c.After)
	default:
		r.structure(c)
	}
}

func (r *reporter) text(c FieldChange) {
	f, exact := r.locate(c.Pointer, c.Now.Text)
	start, end := c.AfterStart, c.AfterEnd
	if !c.Text {
		start, end = 0, len(c.Now.Text)
	}
	if !exact {
		r.elsewhere(c, f, "is not what was approved")
		return
	}
	if start == end {
		start, end = wordNear(c.Now.Text, start)
	}
	start, end, sensitive := wholeCredentials(c.Now.Text, start, end)
	s := signalAt(r.view, f, start, end)
	s.Sensitive = sensitive
	switch {
	case !c.Had:
		s.Detail = "was not there when the definition was approved"
	case c.Text && visible(c.Before) == visible(c.After):
		s.Detail = "differs from what was approved in characters that nobody sees"
	case !c.Text:
		s.Detail = "is a string, and was none when it was approved"
	case c.AfterStart == c.AfterEnd:
		s.Detail = "is not what was approved: words are gone"
	case c.BeforeStart == c.BeforeEnd:
		s.Detail = "is not what was approved: words were added"
	default:
		s.Detail = "is not what was approved"
	}
	s.Detail += again(c)
	if c.Had {
		was := c.Before[c.BeforeStart:c.BeforeEnd]
		if was == "" {
			was = around(c.Before, c.BeforeStart)
		}
		s.Related = []detect.Related{r.approved(c.Pointer, was)}
	}
	r.add(s, f, start, end)
}

func (r *reporter) value(c FieldChange, pointer string, now *detect.Node, evidence string) {
	f, start, end := r.near(pointer)
	s := signalAt(r.view, f, start, end)
	s.Value, s.Field, s.Evidence = now, pointer, evidence
	s.Detail = "was not there when the definition was approved" + again(c)
	if c.Had {
		s.Detail = "is not what was approved" + again(c)
		s.Related = []detect.Related{r.approved(c.Pointer, c.Before)}
	}
	r.signals = append(r.signals, s)
}

// structure tells of an object or list that is new, stands for something else or has another order: at its name, or else at the first
// thing in it, and at the sentences in it.
func (r *reporter) structure(c FieldChange) {
	what := "was not there when the definition was approved"
	if c.Had {
		what = "is not what was approved"
	}
	inside := -1
	for i, f := range r.view.Fields {
		if below := strings.HasPrefix(f.Pointer, c.Pointer+"/"); !below && f.Pointer != c.Pointer+"#" {
			continue
		}
		if inside < 0 {
			inside = i
			r.place(c, i, what)
			continue
		}
		if f.IsProse() && len(r.signals) < maxSignals {
			s := signalAt(r.view, i, 0, len(f.Text))
			s.Detail = what
			r.add(s, i, 0, len(f.Text))
		}
	}
	if inside >= 0 {
		return
	}
	if pointer, n := firstValue(c.Pointer, c.Now, 0); n != nil {
		r.value(c, pointer, n, c.After)
		return
	}
	f, _, _ := r.near(c.Pointer)
	r.elsewhere(c, f, what)
}

func (r *reporter) place(c FieldChange, field int, what string) {
	s := signalAt(r.view, field, 0, len(r.view.Fields[field].Text))
	s.Evidence = c.After
	if s.Detail = what + again(c); s.Field != c.Pointer+"#" {
		s.Detail = named(c.Pointer) + " " + s.Detail
	}
	if c.Had {
		s.Related = []detect.Related{r.approved(c.Pointer, c.Before)}
	}
	r.add(s, field, 0, len(r.view.Fields[field].Text))
}

func (r *reporter) gone(c FieldChange) {
	f, _, _ := r.near(c.Pointer)
	r.elsewhere(c, f, "was approved and is gone")
}

// elsewhere tells of a change at a field that is only near it.
func (r *reporter) elsewhere(c FieldChange, field int, what string) {
	end := 0
	if field < len(r.view.Fields) {
		end = len(r.view.Fields[field].Text)
	}
	s := signalAt(r.view, field, 0, end)
	s.Detail = named(c.Pointer) + " " + what + again(c)
	if c.Had {
		s.Related = []detect.Related{r.approved(c.Pointer, c.Before)}
	}
	r.add(s, field, 0, end)
}

// add adds a signal. Of one place there is one signal, which says all.
func (r *reporter) add(s detect.Signal, field, start, end int) {
	key := stretch{field, start, end}
	i, known := r.at[key]
	if !known {
		r.at[key] = len(r.signals)
		r.signals = append(r.signals, s)
		return
	}
	r.signals[i].Detail += "; " + s.Detail
	r.signals[i].Related = append(r.signals[i].Related, s.Related...)
}

func (r *reporter) approved(pointer, was string) detect.Related {
	return detect.Related{ToolIndex: detect.Outside, Server: r.entry.Server, Tool: r.entry.Name, Field: pointer, Note: "approved", Text: was}
}

func again(c FieldChange) string {
	if c.Repeated {
		return ", under a name that stands there more than once"
	}
	return ""
}

func named(pointer string) string {
	if pointer == "" {
		return "the definition"
	}
	return pointer
}

// maxCredential is how far around a span credentials are looked for, in bytes.
const maxCredential = 4 << 10

// wholeCredentials grows a span so that it holds all of every credential that it has a part of: a part of one would not be known for
// what it is, and be shown. It tells whether there is any.
func wholeCredentials(s string, start, end int) (wholeStart, wholeEnd int, found bool) {
	at := max(start-maxCredential, 0)
	for _, m := range secret.Find(s[at:min(end+maxCredential, len(s))]) {
		if at+m.Start < end && at+m.End > start {
			start, end, found = min(start, at+m.Start), max(end, at+m.End), true
		}
	}
	return start, end, found
}

// visible returns what people see of a text.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if text.Invisible(r) {
			return -1
		}
		return r
	}, s)
}

// pending tells of definitions that nobody has approved yet.
type pending struct{ *index }

func (pending) ID() string { return PendingCheck }

func (p pending) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	i := p.find(t)
	if i < 0 || p.Verdicts[i].State != Pending {
		return nil
	}
	field, start, end := nameOf(t)
	s := signalAt(t, field, start, end)
	s.Tier, s.Note, s.Detail = detect.TierSoft, true, "is not in the lock file, so that nobody has approved it"
	if e := p.Verdicts[i].Entry; e >= 0 {
		s.Detail = "is pending in the lock file: nobody has approved it yet"
		if seen := p.File.Entries[e].Seen; seen != "" {
			s.Detail = "is pending in the lock file since " + cut(seen, maxSeen) + ": nobody has approved it yet"
		}
	}
	return []detect.Signal{s}
}

// maxSeen bounds what is shown of a day.
const maxSeen = 20
