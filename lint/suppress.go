package lint

import (
	"cmp"
	"fmt"
	"slices"

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
	// SuppressedByBaseline is the baseline, or an earlier commit: then it has no place.
	SuppressedByBaseline SuppressionKind = "baseline"
)

// Suppression is something that suppresses findings.
type Suppression struct {
	Kind SuppressionKind `json:"kind"`
	// Reason is why, in the words of whoever suppressed: without credentials, cut when it is long, not made printable.
	Reason string `json:"reason"`
	// Count is how many Suppressed it accounts for, which may be none.
	Count int `json:"count"`
	// Where is the entry, comment or file, if that is known.
	Where Place `json:"location"`
}

// Suppressed is a finding, or the part of one, that somebody asked not to report.
type Suppressed struct {
	Finding
	// By is the index in Report.Suppressions of what suppresses it.
	By int
}

// suppressor decides what is not reported. What may suppress is asked in this order: comments, ignores, placeholders, trusted servers, the
// baseline; the first that does is what is said to.
type suppressor struct {
	*job
	comments *comments
	ignores  *ignores
	trusted  *trusted
	baseline *known
	// list is what suppresses, by the numbers that Suppressed.By has until finish.
	list []Suppression
}

// newSuppressor fails for patterns that are none.
func newSuppressor(j *job) (s *suppressor, err error) {
	s = &suppressor{job: j}
	if j.opts.NoIgnores {
		return s, nil
	}
	if s.ignores, err = newIgnores(s); err != nil {
		return nil, err
	}
	if j.opts.Installed == nil {
		// Whoever has written an installed package does not say what is reported of it.
		s.comments = &comments{suppressor: s, files: map[string]*fileComments{}}
	}
	s.trusted = newTrusted(s)
	s.baseline = newKnown(s)
	return s, nil
}

func (s *suppressor) enter(kind SuppressionKind, reason string, where source.Location) int {
	s.list = append(s.list, Suppression{Kind: kind, Reason: redacted(reason, reasonBytes), Where: s.quoter.Place(where)})
	return len(s.list) - 1
}

const reasonBytes = 4 << 10

// The answers of judge that are no number of something that suppresses.
const (
	isReported = -1
	dropped    = -2
)

// split takes a finding apart: what is reported of it comes first, if anything is, then what is suppressed by what. All are graded by their
// signals alone, but for agree. drop names the checks whose signals are left out altogether; nil leaves none out.
func (s *suppressor) split(f finding, drop func(id string) bool) []finding {
	by := make([]int, len(f.Signals))
	order := []int{isReported}
	for i := range f.Signals {
		switch {
		case drop != nil && drop(f.Signals[i].CheckID):
			by[i] = dropped
		case s.opts.NoIgnores:
			by[i] = isReported
		default:
			by[i] = s.judge(&f, i)
		}
		if by[i] >= 0 && !slices.Contains(order, by[i]) {
			order = append(order, by[i])
		}
	}
	f.by = isReported
	if !slices.ContainsFunc(by, func(id int) bool { return id != isReported }) {
		return []finding{f}
	}
	var parts []finding
	for _, id := range order {
		part, ok := f.only(func(i int) bool { return by[i] == id })
		if !ok {
			continue
		}
		if part.by = id; id == isReported {
			part.agree(&f, func(i int) bool { return by[i] >= 0 && s.list[by[i]].Kind == SuppressedByBaseline })
		}
		parts = append(parts, part)
	}
	return parts
}

// judge returns the number of what suppresses signal i of a finding, or isReported. Whatever fits besides has found something too.
func (s *suppressor) judge(f *finding, i int) int {
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

// agree grades what is reported of a finding as it is beside those of all signals that were known before: checks that agree do so also when
// one of them saw something first. What is known counts as a soft signal whatever it was, since it is not said again that it is
// dangerous, and beside notes alone it counts nothing.
func (f *finding) agree(all *finding, known func(i int) bool) {
	if f.Signals[f.Primary].Note {
		return
	}
	both := f.Finding
	both.Signals = slices.Clone(f.Signals)
	for i, s := range all.Signals {
		if known(i) {
			s.Tier, s.Severity = detect.TierSoft, detect.SeverityNone
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

const secretCheck = "secret.embedded"

// trusted are values that are no credentials, and pairs of servers that may speak of and resemble each other.
type trusted struct {
	placeholders []*star.Pattern
	// values and pairs are the numbers of what suppresses: of each placeholder, and of each pair both ways round.
	values []int
	pairs  map[[2]string]int
	// met says of each placeholder whether it has fit something.
	met []bool
	// named are the pairs as they were named.
	named [][2]string
}

func newTrusted(s *suppressor) *trusted {
	t, opts := &trusted{pairs: map[[2]string]int{}}, s.opts
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
		t.values = append(t.values, s.enter(SuppressedByPlaceholder, fmt.Sprintf("placeholder %d in the configuration", i+1), where))
	}
	for _, p := range opts.Config.TrustedServers {
		by, known := t.pairs[p]
		if !known {
			by = s.enter(SuppressedByTrust, fmt.Sprintf("%s and %s trust each other", p[0], p[1]), where)
		}
		t.pairs[p], t.pairs[[2]string{p[1], p[0]}] = by, by
	}
	return t
}

// judge returns the number of what suppresses signal i of a finding, or isReported.
func (t *trusted) judge(f *finding, i int) int {
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

func (t *trusted) pair(f *finding, i int) int {
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

var kindOrder = []SuppressionKind{SuppressedByConfig, SuppressedByComment, SuppressedByPlaceholder, SuppressedByTrust, SuppressedByBaseline}

// result sorts and counts what is suppressed, once all of it is known, and what suppresses.
func (s *suppressor) result(quiet []finding) (list []Suppression, suppressed []Suppressed) {
	to := make([]int, len(s.list))
	order := sorted(len(s.list), func(a, b int) int {
		x, y := &s.list[a], &s.list[b]
		return cmp.Or(
			cmp.Compare(slices.Index(kindOrder, x.Kind), slices.Index(kindOrder, y.Kind)),
			cmp.Compare(x.Where.Path, y.Where.Path), cmp.Compare(x.Where.Start.Offset, y.Where.Start.Offset),
		)
	})
	for _, f := range quiet {
		s.list[f.by].Count++
	}
	for _, old := range order {
		if what := s.list[old]; what.Count > 0 || what.Kind != SuppressedByComment { // What such a comment is for is not asked about.
			to[old] = len(list)
			list = append(list, what)
		}
	}
	for i := range quiet {
		quiet[i].by = to[quiet[i].by]
	}
	slices.SortStableFunc(quiet, compareFindings)
	for i := range quiet {
		suppressed = append(suppressed, Suppressed{quiet[i].plain(s.quoter), quiet[i].by})
	}
	return list, suppressed
}

func (s *suppressor) notes(l looked) []Remark {
	if s.opts.NoIgnores {
		return nil
	}
	return slices.Concat(s.ignoreNotes(l), s.trustNotes(l), s.baselineNotes(l))
}

// baselineNotes names what the baseline holds and is not there any more. Of an earlier commit nobody has to remove anything.
func (s *suppressor) baselineNotes(l looked) []Remark {
	if s.baseline == nil || s.baseline.file == nil || !l.whole {
		return nil
	}
	var notes []Remark
	for i, e := range s.baseline.entries {
		left := s.baseline.left[i] - s.baseline.others[i]
		if left <= 0 || !l.gone(&e) {
			continue
		}
		n := ""
		if e.Count > 1 {
			n = fmt.Sprintf(" (%d of %d)", left, e.Count)
		}
		notes = append(notes, Remark{
			Text: fmt.Sprintf("the baseline has a finding that is gone: %s in %s%s", quotedName(e.Check), quotedName(e.Server+"/"+e.Tool), n) +
				l.leftOut,
			Where: s.quoter.Place(source.Location{File: s.baseline.file, Span: source.Span{Start: e.start, End: e.end}, Exact: true}),
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
	// sure says which checks reported everything that they saw.
	sure map[string]bool
	// agents is set when files of instructions for agents were looked for.
	agents bool
	// all is set when every check did that there is something to compare with for.
	all bool
}

func (s *suppressor) looked(r *Report) looked {
	floors := s.opts.MinConfidence > 0
	l := looked{sure: map[string]bool{}, all: s.chosen.all && !floors, agents: s.inv.AgentsAsked()}
	switch {
	case r.InContext || !s.inv.Covers("."):
		l.why = append(l.why, "it did not scan the whole folder")
	case len(r.Missed()) > 0:
		l.why = append(l.why, "something could not be read")
	case r.Coverage.Degraded():
		l.why = append(l.why, "a check failed or reached a limit")
	}
	l.whole = len(l.why) == 0
	if s.inv.Skipped[discover.SkipIgnored]+s.inv.Skipped[discover.SkipExcluded] > 0 {
		l.leftOut = ", or its file is ignored or excluded"
	}
	for id, ran := range s.chosen.ran {
		floor := floors || s.chosen.policies[id].Floor > 0
		l.sure[id] = ran && !floor
		l.all = l.all && (!ran || !floor)
	}
	if !s.chosen.all {
		l.why = append(l.why, "some checks did not run")
	}
	if s.chosen.all && !l.all {
		l.why = append(l.why, "signals of low confidence were dropped")
	}
	return l
}

// gone reports whether an entry of a baseline that was not found is not there any more: the run would have found it.
func (l looked) gone(e *baselineEntry) bool {
	return l.whole && l.sure[e.Check] && (l.agents || e.Kind != string(detect.KindAgents))
}

// has reports whether all of the checks reported everything; none stands for all there are.
func (l looked) has(checks []string) bool {
	if len(checks) == 0 {
		return l.all
	}
	return !slices.ContainsFunc(checks, func(id string) bool { return !l.sure[id] })
}
