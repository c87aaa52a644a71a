package lock

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

// changed sees definitions that are not what was approved under their name.
type changed struct{ *index }

func (changed) ID() string { return ChangedCheck }

func (c changed) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	i := c.find(t)
	if i < 0 || c.Verdicts[i].State != Changed {
		return nil
	}
	r := reporter{view: t, entry: &c.File.Entries[c.Verdicts[i].Entry], at: map[spot]int{}}
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

// spot is a place in a view.
type spot struct{ field, start, end int }

// reporter makes signals of the changes of one definition.
type reporter struct {
	view    detect.ToolView
	entry   *Entry
	signals []detect.Signal
	// at are the signals by place: what else is to be said of one is added to it.
	at map[spot]int
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

// change tells of one change.
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

// text tells of a string.
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

// value tells of a number, true, false or null.
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

// place tells of an object or list at a field.
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

// gone tells of what is no longer there, at what is nearest to it.
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
	key := spot{field, start, end}
	i, known := r.at[key]
	if !known {
		r.at[key] = len(r.signals)
		r.signals = append(r.signals, s)
		return
	}
	r.signals[i].Detail += "; " + s.Detail
	r.signals[i].Related = append(r.signals[i].Related, s.Related...)
}

// approved is the place of what was approved.
func (r *reporter) approved(pointer, was string) detect.Related {
	return detect.Related{ToolIndex: detect.Outside, Server: r.entry.Server, Tool: r.entry.Name, Field: pointer, Note: "approved", Text: was}
}

// again says that a name stands there more than once.
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
