package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/star"
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

func (s *suppressor) enter(what Suppression) int {
	s.list = append(s.list, what)
	return len(s.list) - 1
}

func (s *suppressor) kind(by int) SuppressionKind { return s.list[by].Kind }

// The answers of judge that are no number of something that suppresses.
const (
	isReported = -1
	dropped    = -2
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
			by[i] = isReported
		default:
			by[i] = s.judge(&f, i)
		}
		whole = whole && by[i] == isReported
		if by[i] >= 0 && !slices.Contains(order, by[i]) {
			order = append(order, by[i])
		}
	}
	if whole {
		return &f, nil
	}
	if rest, ok := f.only(func(i int) bool { return by[i] == isReported }); ok {
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

// judge returns the number of what suppresses signal i of a finding, or isReported. Whatever fits besides has found something too.
func (s *suppressor) judge(f *Finding, i int) int {
	by := isReported
	for _, id := range []int{s.comments.judge(f, i), s.ignores.judge(f, i), s.trusted.judge(f, i)} {
		if by == isReported {
			by = id
		}
	}
	if by != isReported {
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

func (p *Place) files(all func(f *source.File) bool) bool {
	return all(p.Where.File) && !slices.ContainsFunc(p.More, func(l source.Location) bool { return !all(l.File) })
}

// secretCheck sees credentials.
const secretCheck = "secret.embedded"

// trusted are values that are no credentials, and pairs of servers that may speak of and resemble each other.
type trusted struct {
	placeholders []*star.Pattern
	// values and pairs are the numbers of what suppresses: of each placeholder, and of each pair both ways round.
	values []int
	pairs  map[[2]string]int
	// met tells of each placeholder whether it has fit something.
	met []bool
	// named are the pairs as they were named.
	named [][2]string
}

func newTrusted(s *suppressor, opts *Options) *trusted {
	t := &trusted{pairs: map[[2]string]int{}}
	if opts.Config == nil {
		return t
	}
	t.named = opts.Config.TrustedServers
	where := source.Location{File: opts.ConfigFile}
	for i, p := range opts.Config.Placeholders {
		if p == "" {
			continue
		}
		t.placeholders, t.met = append(t.placeholders, star.New(p)), append(t.met, false)
		t.values = append(t.values, s.enter(Suppression{Kind: SuppressedByPlaceholder, Reason: fmt.Sprintf("placeholder %d of the configuration", i+1), Where: where}))
	}
	for _, p := range opts.Config.TrustedServers {
		by, known := t.pairs[p]
		if !known {
			by = s.enter(Suppression{Kind: SuppressedByTrust, Reason: fmt.Sprintf("%s and %s trust each other", p[0], p[1]), Where: where})
		}
		t.pairs[p], t.pairs[[2]string{p[1], p[0]}] = by, by
	}
	return t
}

// judge returns the number of what suppresses signal i of a finding, or isReported.
func (t *trusted) judge(f *Finding, i int) int {
	switch f.Signals[i].CheckID {
	case secretCheck:
		words, by := f.text(i), isReported
		for k, p := range t.placeholders {
			if p.Fits(words) {
				t.met[k] = true
				if by == isReported {
					by = t.values[k]
				}
			}
		}
		return by
	case shadowingCheck:
		return t.pair(f, i)
	}
	return isReported
}

// pair returns the number of the pair that the finding's server is in with every server that the signal points at.
func (t *trusted) pair(f *Finding, i int) int {
	by := isReported
	for _, r := range f.Signals[i].Related {
		if r.ToolIndex == detect.Outside || r.ToolIndex >= len(f.among) {
			return isReported
		}
		id, ok := t.pairs[[2]string{f.subject.View.Server, f.among[r.ToolIndex].View.Server}]
		if !ok {
			return isReported
		}
		by = id
	}
	return by
}

// kindOrder are the kinds of suppression in the order in which they are listed.
var kindOrder = []SuppressionKind{SuppressedByConfig, SuppressedByComment, SuppressedByPlaceholder, SuppressedByTrust, SuppressedByBaseline}

// finish sorts and counts what is suppressed, once all of it is known, and returns what people should know of what suppresses.
func (s *suppressor) finish(r *Report, inv *discover.Inventory) []Remark {
	r.looked = s.looked(r, inv)
	if s.off {
		return nil
	}
	order := make([]int, len(s.list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &s.list[a], &s.list[b]
		return cmp.Or(
			cmp.Compare(slices.Index(kindOrder, x.Kind), slices.Index(kindOrder, y.Kind)),
			cmp.Compare(path(x.Where), path(y.Where)), cmp.Compare(x.Where.Span.Start, y.Where.Span.Start),
		)
	})
	counts := make([]int, len(s.list))
	for i := range r.Suppressed {
		counts[r.Suppressed[i].By]++
	}
	to := make([]int, len(s.list))
	for _, old := range order {
		what := s.list[old]
		if what.Count = counts[old]; what.Count == 0 && what.Kind == SuppressedByComment {
			continue // What it is for is not asked about.
		}
		to[old] = len(r.Suppressions)
		r.Suppressions = append(r.Suppressions, what)
	}
	for i := range r.Suppressed {
		r.Suppressed[i].By = to[r.Suppressed[i].By]
	}
	slices.SortStableFunc(r.Suppressed, func(a, b Suppressed) int {
		return cmp.Or(compareFindings(a.Finding, b.Finding), cmp.Compare(a.By, b.By))
	})
	return slices.Concat(s.ignoreNotes(inv, r.looked), s.trustNotes(inv, r.looked), s.baselineNotes(r.looked))
}

// baselineNotes tells of what the baseline holds and is not there any more.
func (s *suppressor) baselineNotes(l looked) []Remark {
	if s.baseline == nil || !l.whole {
		return nil
	}
	var notes []Remark
	for i, e := range s.baseline.entries {
		left := s.baseline.left[i] - s.baseline.others[i]
		if left <= 0 || !l.gone(&e) {
			continue
		}
		n := ""
		if e.count > 1 {
			n = fmt.Sprintf(" (%d of %d)", left, e.count)
		}
		notes = append(notes, Remark{
			Text:  fmt.Sprintf("the baseline holds what is no longer found: %s in %s%s", quotedName(e.check), quotedName(e.server+"/"+e.tool), n) + l.leftOut,
			Where: source.Location{File: s.baseline.file, Span: source.Span{Start: e.start, End: e.end}, Exact: true},
		})
	}
	return notes
}

// looked is what a run has looked for. Of anything else nobody knows whether it is there.
type looked struct {
	// whole is set when all of the working directory was looked at, and nothing that may hold something was missed; why says for people
	// why it is not.
	whole bool
	why   []string
	// leftOut are words to add where it matters that files were left out which people did not mean to be looked at; "" without any.
	leftOut string
	// sure tells which checks told everything that they saw.
	sure map[string]bool
	// agents is set when files of instructions for agents were looked for.
	agents bool
	// all is set when every check did that there is something to compare with for.
	all bool
}

func (s *suppressor) looked(r *Report, inv *discover.Inventory) looked {
	l := looked{sure: map[string]bool{}, all: s.choice.all && !s.floors, agents: inv.AgentsAsked()}
	switch {
	case r.InContext || !inv.Covers("."):
		l.why = append(l.why, "it was not asked to look at the whole folder")
	case len(r.Missed()) > 0:
		l.why = append(l.why, "something could not be looked at")
	case r.Coverage.Degraded():
		l.why = append(l.why, "a check failed or reached a bound")
	}
	l.whole = len(l.why) == 0
	if inv.Skipped[discover.SkipIgnored]+inv.Skipped[discover.SkipExcluded] > 0 {
		l.leftOut = ", or is in a file that is ignored or excluded"
	}
	for id, ran := range s.choice.ran {
		floor := s.floors || s.choice.policies[id].Floor > 0
		l.sure[id] = ran && !floor
		l.all = l.all && (!ran || !floor)
	}
	if !s.choice.all {
		l.why = append(l.why, "checks were left out")
	}
	if s.choice.all && !l.all {
		l.why = append(l.why, "signals were left out for their confidence")
	}
	return l
}

// gone reports whether an entry of a baseline that was not found is not there any more: the run would have found it.
func (l looked) gone(e *baselineEntry) bool {
	return l.whole && l.sure[e.check] && (l.agents || e.kind != string(detect.KindAgents))
}

// has reports whether all of the checks told everything; none stands for all there are.
func (l looked) has(checks []string) bool {
	if len(checks) == 0 {
		return l.all
	}
	for _, id := range checks {
		if !l.sure[id] {
			return false
		}
	}
	return true
}

// Partly says for people why a baseline of the report does not hold all there is, or nothing when it does.
func (r *Report) Partly() string { return strings.Join(r.looked.why, ", and ") }
