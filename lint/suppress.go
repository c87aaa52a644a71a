package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wildcard"
	"github.com/org/mcp-lint/lock"
)

// SuppressionKind is the kind of a suppression.
type SuppressionKind string

// The kinds of suppression.
const (
	// SuppressedByConfig is an entry under "ignore" in the configuration.
	SuppressedByConfig SuppressionKind = "config"
	// SuppressedByComment is a comment beside the words.
	SuppressedByComment SuppressionKind = "comment"
	// SuppressedByPlaceholder and SuppressedByTrust are the settings of these names.
	SuppressedByPlaceholder SuppressionKind = "placeholder"
	SuppressedByTrust       SuppressionKind = "trusted-servers"
	// SuppressedByApproval is an approval in the lock file that was forced against the advice of these checks, with a reason.
	SuppressedByApproval SuppressionKind = "approval"
	// SuppressedByBaseline is the baseline, or an earlier commit, which has no place.
	SuppressedByBaseline SuppressionKind = "baseline"
)

// Suppression is something that suppresses findings.
type Suppression struct {
	Kind SuppressionKind `json:"kind"`
	// Reason is the reason given by its author, redacted and cut, but not made printable.
	Reason string `json:"reason"`
	// Count is the number of findings it suppresses, which may be 0.
	Count int `json:"count"`
	// Where is the entry, comment or file, if known.
	Where Place `json:"location"`
}

// Suppressed is a finding, or a part of one, that is suppressed.
type Suppressed struct {
	Finding
	// By is an index into Report.Suppressions.
	By int
}

// suppressor decides what is reported. The order is comments, ignores, placeholders, trusted servers, approvals, baseline; the first match gets the
// credit.
type suppressor struct {
	*job
	comments *comments
	ignores  *ignores
	trusted  *trusted
	baseline *baselineMatcher
	// approvals are the numbers of forced approvals, by their index in the lock file.
	approvals map[int]int
	// wording are the checks that judge what a definition says.
	wording map[string]bool
	// joined keeps facts and wording about a definition in one finding, for the one verdict on it.
	joined bool
	// list is indexed by finding.by until result sorts it.
	list []Suppression
}

// newSuppressor fails for invalid patterns.
func newSuppressor(j *job) (s *suppressor, err error) {
	s = &suppressor{job: j, wording: map[string]bool{}, approvals: map[int]int{}}
	for _, doc := range Rules(j.opts.CustomChecks...) {
		s.wording[doc.ID] = doc.Wording
	}
	if j.opts.NoIgnores {
		return s, nil
	}
	if s.ignores, err = newIgnores(s); err != nil {
		return nil, err
	}
	if j.opts.Installed == nil {
		// The author of an installed package must not suppress findings in it.
		s.comments = &comments{suppressor: s, files: map[string]*fileComments{}}
	}
	s.trusted = newTrusted(s)
	s.baseline = newBaselineMatcher(s)
	return s, nil
}

func (s *suppressor) addSuppression(kind SuppressionKind, reason string, where source.Location) int {
	s.list = append(s.list, Suppression{Kind: kind, Reason: redacted(reason, reasonBytes), Where: s.quoter.Place(where)})
	return len(s.list) - 1
}

const reasonBytes = 4 << 10

// Results of match that are not the index of a suppression.
const (
	isReported = -1
	dropped    = -2
)

// split divides a finding into what is reported and what each suppression takes, and each of these into one finding for each fact. What is
// reported comes first. Each part is graded by its own signals; gradeWithBaseline adjusts reported wording. Signals of checks for which drop
// is true are removed; drop may be nil.
func (s *suppressor) split(f finding, drop func(id string) bool) []finding {
	type part struct {
		by int
		fact
	}
	of := make([]part, len(f.Signals))
	var reported, suppressed []part
	facts := factCounter{}
	for i := range f.Signals {
		p := part{isReported, facts.add(s.factOf(&f.Signals[i]))}
		switch {
		case drop != nil && drop(f.Signals[i].CheckID):
			p.by = dropped
		case !s.opts.NoIgnores:
			p.by = s.match(&f, i)
		}
		of[i] = p
		switch {
		case p.by == isReported && !slices.Contains(reported, p):
			reported = append(reported, p)
		case p.by >= 0 && !slices.Contains(suppressed, p):
			suppressed = append(suppressed, p)
		}
	}
	f.by = isReported
	if len(reported) == 1 && !slices.ContainsFunc(of, func(p part) bool { return p != reported[0] }) {
		return []finding{f}
	}
	var parts []finding
	for _, p := range slices.Concat(reported, suppressed) {
		one, _ := f.only(func(i int) bool { return of[i] == p })
		if one.by = p.by; p.by == isReported && p.fact == (fact{}) {
			one.gradeWithBaseline(&f, func(i int) bool { return of[i].by >= 0 && s.list[of[i].by].Kind == SuppressedByBaseline })
		}
		parts = append(parts, one)
	}
	return parts
}

// match returns the number of the suppression of signal i, or isReported. All kinds are asked, so that none is later called unused.
func (s *suppressor) match(f *finding, i int) int {
	by := isReported
	for _, id := range []int{s.comments.match(f, i), s.ignores.match(f, i), s.trusted.match(f, i), s.approval(f, i)} {
		by = earlier(by, id)
	}
	if by != isReported {
		s.baseline.noteSuppressed(f, i)
		return by
	}
	return s.baseline.match(f, i)
}

// earlier returns by, or next if by is isReported: the first match gets the credit.
func earlier(by, next int) int {
	if by == isReported {
		return next
	}
	return by
}

// approval returns the number of the approval in the lock file that was forced against the check of signal i while the definition said what
// it says now, or isReported. What it accepts is likeness to definitions that were approved under their names, not to any other.
func (s *suppressor) approval(f *finding, i int) int {
	e := s.locked.approved(f.def)
	if e == nil || e.Reason == "" || !slices.Contains(e.Forced, f.Signals[i].CheckID) {
		return isReported
	}
	for _, r := range f.Signals[i].Related {
		if r.ToolIndex == detect.Outside {
			continue
		}
		other := &f.among[r.ToolIndex]
		if of := s.locked.approved(other.def); of == nil || of.Key != lock.KeyOf(other.View) {
			return isReported
		}
	}
	l, at := s.locked, s.locked.Verdicts[f.def].Entry
	by, known := s.approvals[at]
	if !known {
		by = s.addSuppression(SuppressedByApproval, e.Reason, l.entryAt(at))
		s.approvals[at] = by
	}
	return by
}

// gradeWithBaseline grades the reported part together with the signals that the baseline suppresses, so that a new signal that agrees with
// an old one counts in full. Old signals count as soft, because the danger was reported before, and do not raise notes.
func (f *finding) gradeWithBaseline(all *finding, known func(i int) bool) {
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

// trusted holds placeholder values, and pairs of servers that may mention and resemble each other.
type trusted struct {
	placeholders []placeholder
	// pairs are the numbers of suppressions, in both orders, and named the pairs as configured.
	pairs map[[2]string]int
	named [][2]string
}

// placeholder is a placeholder value with the number of its suppression. met says that it has matched.
type placeholder struct {
	*wildcard.Pattern
	by  int
	met bool
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
		by := s.addSuppression(SuppressedByPlaceholder, fmt.Sprintf("placeholder %d in the configuration", i+1), where)
		t.placeholders = append(t.placeholders, placeholder{Pattern: wildcard.New(p), by: by})
	}
	for _, p := range opts.Config.TrustedServers {
		by, known := t.pairs[p]
		if !known {
			by = s.addSuppression(SuppressedByTrust, fmt.Sprintf("%s and %s trust each other", p[0], p[1]), where)
		}
		t.pairs[p], t.pairs[[2]string{p[1], p[0]}] = by, by
	}
	return t
}

// match returns the number of the suppression of signal i, or isReported.
func (t *trusted) match(f *finding, i int) int {
	switch f.Signals[i].CheckID {
	case secretCheck:
		words, by := f.text(i), isReported
		for k := range t.placeholders {
			if p := &t.placeholders[k]; p.Fits(words) {
				p.met, by = true, earlier(by, p.by)
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

var kindOrder = []SuppressionKind{SuppressedByConfig, SuppressedByComment, SuppressedByPlaceholder, SuppressedByTrust, SuppressedByApproval, SuppressedByBaseline}

// result sorts the suppressions and the suppressed findings and counts them.
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
		if what := s.list[old]; what.Count > 0 || what.Kind != SuppressedByComment { // unused comments are in the notes
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

func (s *suppressor) notes(l scanScope) []Remark {
	if s.opts.NoIgnores {
		return nil
	}
	return slices.Concat(s.ignoreNotes(l), s.trustNotes(l), s.baselineNotes(l))
}

// baselineNotes lists baseline entries that no longer exist. Those of an earlier commit need no clean-up.
func (s *suppressor) baselineNotes(l scanScope) []Remark {
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
			Where: s.quoter.whole(s.baseline.file, source.Span{Start: e.start, End: e.end}),
		})
	}
	return notes
}

// scanScope is what a run was able to find. Nothing beyond it can be called gone.
type scanScope struct {
	// whole is set when the working directory was scanned completely; why lists what made the scan incomplete, for people.
	whole bool
	why   []string
	// leftOut is added to notes if files were ignored or excluded, and else "".
	leftOut string
	// sure are the checks whose signals were all reported.
	sure map[string]bool
	// agents is set when instruction files for agents were scanned.
	agents bool
	// all is set when that is so for every check.
	all bool
}

func (s *suppressor) scope(r *Report) scanScope {
	floors := s.opts.MinConfidence > 0
	l := scanScope{sure: map[string]bool{}, all: s.chosen.all && !floors, agents: s.inv.AgentsAsked()}
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

// gone reports whether the run would have found a baseline entry if it still existed.
func (l scanScope) gone(e *baselineEntry) bool {
	return l.whole && l.sure[e.Check] && (l.agents || e.Kind != string(detect.KindAgents))
}

// has reports whether all signals of the checks were reported. No checks means all of them.
func (l scanScope) has(checks []string) bool {
	if len(checks) == 0 {
		return l.all
	}
	return !slices.ContainsFunc(checks, func(id string) bool { return !l.sure[id] })
}
