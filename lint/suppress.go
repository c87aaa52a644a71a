package lint

import (
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// SuppressionKind says what kind of thing suppresses.
type SuppressionKind string

// The kinds of suppression.
const (
	// SuppressedByConfig is an entry under "ignore" in the configuration file.
	SuppressedByConfig SuppressionKind = "config"
	// SuppressedByComment is a comment beside the words.
	SuppressedByComment SuppressionKind = "comment"
	// SuppressedByPlaceholder and SuppressedByTrust are those settings of the configuration file.
	SuppressedByPlaceholder SuppressionKind = "placeholder"
	SuppressedByTrust       SuppressionKind = "trusted-servers"
	// SuppressedByBaseline is the baseline.
	SuppressedByBaseline SuppressionKind = "baseline"
)

// Suppression is something that suppresses findings.
type Suppression struct {
	Kind SuppressionKind
	// Reason is why, in the words of whoever suppressed; it is not made printable.
	Reason string
	// Where is the entry, comment or file; its File is nil when that is not known.
	Where source.Location
	// Count is how many Suppressed it accounts for.
	Count int
}

// Suppressed is a finding, or the part of one, that somebody asked not to be told of.
type Suppressed struct {
	Finding
	// By is the index in Report.Suppressions of what suppresses it.
	By int
}

// suppressor decides what is not told. What may suppress is asked in this order: comments, ignores, placeholders, trusted servers, the
// baseline; the first that does is what is said to.
type suppressor struct {
	// off is set when nothing suppresses.
	off    bool
	choice choice
	today  string

	comments *comments
	ignores  *ignores
	trusted  *trusted
	baseline *known
	// floors are set when signals are left out whatever their check, for not being sure enough.
	floors bool
	// configFile is the file of the configuration, or nil.
	configFile *source.File

	// list is what suppresses, by the numbers that Suppressed.By has until finish.
	list []Suppression
}

// newSuppressor reads what the options say of suppression. It fails for patterns that are none.
func newSuppressor(opts *Options, ch choice) (*suppressor, error) {
	s := &suppressor{off: opts.NoIgnores, choice: ch, today: opts.Today, floors: opts.MinConfidence > 0, configFile: opts.ConfigFile}
	if s.off {
		return s, nil
	}
	var err error
	if s.ignores, err = newIgnores(s, opts); err != nil {
		return nil, err
	}
	s.comments = newComments(s)
	s.trusted = newTrusted(s, opts)
	s.baseline = newKnown(s, opts)
	return s, nil
}

// enter adds something that suppresses and returns its number.
func (s *suppressor) enter(what Suppression) int {
	s.list = append(s.list, what)
	return len(s.list) - 1
}

// kind is that of what suppresses.
func (s *suppressor) kind(by int) SuppressionKind { return s.list[by].Kind }

// The answers of judge that are no number of something that suppresses.
const (
	isTold  = -1
	dropped = -2
)

// split takes a finding apart: what is told of it, which may be nil, and what is suppressed by what. Both are graded by their signals
// alone, but for agree. drop names the checks whose signals are left out altogether; nil leaves none out.
func (s *suppressor) split(f Finding, drop func(id string) bool) (kept *Finding, quiet []Suppressed) {
	by := make([]int, len(f.Signals))
	whole := true
	var order []int
	for i := range f.Signals {
		switch {
		case drop != nil && drop(f.Signals[i].CheckID):
			by[i] = dropped
		case s.off:
			by[i] = isTold
		default:
			by[i] = s.judge(&f, i)
		}
		whole = whole && by[i] == isTold
		if by[i] >= 0 && !slices.Contains(order, by[i]) {
			order = append(order, by[i])
		}
	}
	if whole {
		return &f, nil
	}
	if rest, ok := f.only(func(i int) bool { return by[i] == isTold }); ok {
		kept = &rest
		kept.agree(&f, func(i int) bool { return by[i] >= 0 && s.kind(by[i]) == SuppressedByBaseline })
	}
	for _, id := range order {
		if part, ok := f.only(func(i int) bool { return by[i] == id }); ok {
			quiet = append(quiet, Suppressed{Finding: part, By: id})
		}
	}
	return kept, quiet
}

// judge returns the number of what suppresses signal i of a finding, or isTold. Whatever fits besides has found something too.
func (s *suppressor) judge(f *Finding, i int) int {
	by := isTold
	for _, id := range []int{s.comments.judge(f, i), s.ignores.judge(f, i), s.trusted.judge(f, i)} {
		if by == isTold {
			by = id
		}
	}
	if by != isTold {
		s.baseline.also(f, i)
		return by
	}
	return s.baseline.judge(f, i)
}

// agree grades what is told of a finding as it is beside those of all signals that were known before: checks that agree do so also when
// one of them saw something first. What is known counts as a soft signal whatever it was, since nobody is told again that it is
// dangerous, and beside notes alone it counts nothing.
func (f *Finding) agree(all *Finding, known func(i int) bool) {
	if f.Signals[f.Primary].Note {
		return
	}
	both := f.Finding
	both.Signals = slices.Clone(f.Signals)
	for i, s := range all.Signals {
		if known(i) {
			s.Tier, s.Critical = detect.TierSoft, false
			both.Signals = append(both.Signals, s)
		}
	}
	if len(both.Signals) == len(f.Signals) {
		return
	}
	if graded, ok := both.Only(nil); ok {
		f.Severity, f.Confidence, f.RiskScore = graded.Severity, graded.Confidence, graded.RiskScore
	}
}

// only is detect.Finding.Only with places.
func (f *Finding) only(keep func(i int) bool) (Finding, bool) {
	out := *f
	rest, ok := f.Finding.Only(keep)
	if !ok {
		return out, false
	}
	out.Finding, out.Places = rest, make([]Place, 0, len(rest.Signals))
	for i, p := range f.Places {
		if keep(i) {
			out.Places = append(out.Places, p)
		}
	}
	out.ID = identity(out)
	return out, true
}

// text is the words that signal i of a finding is about, as they were found.
func (f *Finding) text(i int) string {
	s := &f.Signals[i]
	fields := f.subject.View.Fields
	if s.FieldIndex < 0 || s.FieldIndex >= len(fields) {
		return ""
	}
	words := fields[s.FieldIndex].Text
	end := min(s.End, len(words))
	return words[min(s.Start, end):end]
}

// files yields the files that the words of a signal stand in.
func (p *Place) files(all func(f *source.File) bool) bool {
	return all(p.Where.File) && !slices.ContainsFunc(p.More, func(l source.Location) bool { return !all(l.File) })
}
