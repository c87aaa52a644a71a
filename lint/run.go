package lint

import (
	"cmp"
	"context"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

// Run discovers, detects, locates and suppresses. It fails when the options make no sense (*UnknownCheckError, ErrNoChecks, ErrNoLock) or
// a path cannot be read; everything else is in the Report.
func Run(opts Options) (*Report, error) { return RunContext(context.Background(), opts) }

// RunContext is Run that gives up, with the error of the context, when that ends. A nil context never does.
func RunContext(ctx context.Context, opts Options) (*Report, error) {
	out, err := run(ctx, opts, wanted{})
	return out.report, err
}

// RunLocked is Run that compares with a lock file in any case: with an empty one when Options.Lock is nil. The report is that of Run.
func RunLocked(opts Options) (*Report, *Locked, error) {
	out, err := run(context.Background(), opts, wanted{locked: true})
	return out.report, out.locked, err
}

// RunBaseline is Run that makes a baseline of what it finds as well.
func RunBaseline(opts Options) (*Report, *NewBaseline, error) {
	out, err := run(context.Background(), opts, wanted{baseline: true})
	return out.report, out.baseline, err
}

// wanted says what is wanted beside the report, and outcome holds it.
type wanted struct{ locked, baseline bool }

type outcome struct {
	report   *Report
	locked   *Locked
	baseline *NewBaseline
}

// job is what the steps of one run share: what does not change from step to step.
type job struct {
	opts       *Options
	chosen     choice
	inv        *discover.Inventory
	suppressor *suppressor
	quoter     *Quoter
	locked     *lockState
}

// run is the line of steps from paths to a report. Each takes the values that the one before it has made.
func run(ctx context.Context, opts Options, want wanted) (outcome, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	chosen, err := choose(&opts)
	if err != nil {
		return outcome{}, err
	}
	j := &job{opts: &opts, chosen: chosen, quoter: NewQuoter(opts.Columns)}
	if j.suppressor, err = newSuppressor(&opts, chosen, j.quoter); err != nil {
		return outcome{}, err
	}
	discovery := discoverOptions(&opts)
	var kept *memory
	if want == (wanted{}) {
		kept = memoryFor(&opts)
	}
	if r := kept.recall(); r != nil {
		r.Rules = Rules() // a run with checks of the caller is not recalled
		return outcome{report: r}, ctx.Err()
	}
	if kept != nil {
		discovery.Trace = &discover.Trace{}
	}
	go check.Load()
	if j.inv, err = discover.WalkContext(ctx, discovery); err != nil {
		return outcome{}, err
	}
	if opts.Installed != nil {
		j.inv.AddSkips(opts.Installed.skips)
	}
	j.suppressor.comments.within(j.inv)
	found, coverage := j.find(ctx, want.locked)
	if err := ctx.Err(); err != nil {
		return outcome{}, err
	}
	out := j.report(found, coverage, want)
	kept.keep(out.report, discovery.Trace)
	return out, nil
}

// find is the line of steps from the inventory to what is reported and suppressed, sorted.
func (j *job) find(ctx context.Context, compare bool) ([]finding, detect.Coverage) {
	tools, launches := newSubjects(j.inv.Tools), newSubjects(j.inv.Launches)
	if compare || j.opts.Lock != nil {
		j.locked = j.compare(tools, launches)
	}
	seen, coverage := j.scan(ctx, tools, launches)
	found := j.asked(merge(j.weigh(j.grade(j.suppress(j.locate(seen))))))
	slices.SortStableFunc(found, compareFindings)
	return found, coverage
}

// scanned is a finding of the engine, with the definitions that were scanned together.
type scanned struct {
	detect.Finding
	among []subject
}

// scan finds what is suspicious in the definitions that are asked about.
func (j *job) scan(ctx context.Context, tools, launches []subject) (seen []scanned, coverage detect.Coverage) {
	engine, approvals := j.chosen.engines(j.opts, j.locked)
	scan := func(engine *detect.Engine, among []subject) detect.Coverage {
		// A scan that is given up finds nothing; run asks the context itself.
		result, _ := engine.ScanContext(ctx, views(among), func(i int) bool { return j.inv.Concerns(among[i].Tool) })
		for _, f := range result.Findings {
			seen = append(seen, scanned{f, among})
		}
		return result.Coverage
	}
	add := func(c detect.Coverage) {
		coverage.Tools += c.Tools
		coverage.Failures = append(coverage.Failures, c.Failures...)
		coverage.Caps = append(coverage.Caps, c.Caps...)
		coverage.BelowConfidence += c.BelowConfidence
	}
	// Apart from each other: a tool of a test, or a string of a file of code, is none that another could be taken for.
	served, demoted := apart(tools)
	coverage = scan(engine, served)
	launched, shown := apart(launches)
	instructing, illustrating := apart(newSubjects(j.inv.Agents))
	for _, among := range [][]subject{demoted, newSubjects(j.inv.Swept), launched, shown, instructing, illustrating} {
		if len(among) > 0 {
			add(scan(engine, among))
		}
	}
	if others := otherCopies(tools); approvals != nil && len(others) > 0 {
		c := scan(approvals, others)
		c.Tools = 0 // They were counted with what they are copies of.
		add(c)
	}
	return seen, coverage
}

// locate redacts findings and says where their signals stand.
func (j *job) locate(seen []scanned) []finding {
	var all []finding
	for _, f := range seen {
		copies := j.locateAll(f)
		for _, c := range copies {
			for i, s := range c.Signals {
				if s.Sensitive {
					j.quoter.Hide(append(c.places[i].More, c.places[i].Where)...)
				}
			}
		}
		all = append(all, copies...)
	}
	return all
}

// locateAll finds the places of a finding in every file that holds the definition: first in the one that was scanned.
func (j *job) locateAll(f scanned) []finding {
	s := &f.among[f.ToolIndex]
	f.Server, f.Tool = secret.Redact(f.Server), secret.Redact(f.Tool)
	j.hideCredentials(&f.Finding, s)
	at := site{s.File, s.Span, s.Texts, s.View.Definition, s.View.Definition, s.Scalars}
	original := j.locateIn(f, &at, s.def)
	original.digest, original.class = s.digest(), s.Class
	all := []finding{original}
	// A definition that stands in several files is poisoned in each of them that holds the words.
	for k := range s.Also {
		also, def := &s.Also[k], -1
		if len(s.copies) > 0 {
			def = s.copies[k]
		}
		at := site{also.File, also.Span, also.Texts, also.View.Definition, s.View.Definition, also.Scalars}
		copied := j.locateIn(f, &at, def)
		copied.digest, copied.class, copied.copied = s.copyDigest(also), also.Class, true
		copied.adopt(&original)
		all = append(all, copied)
	}
	return all
}

// site is where a definition stands.
type site struct {
	file *source.File
	span source.Span
	// texts are parallel to the fields of the view that was scanned.
	texts []source.Text
	// definition and scalars are of the view as it stands in the file; scanned is the definition that was scanned.
	definition, scanned *detect.Node
	scalars             []source.Text
}

// text returns the source of field i; the empty text has no place.
func (s *site) text(i int) source.Text {
	if i < 0 || i >= len(s.texts) {
		return source.Text{}
	}
	return s.texts[i]
}

// value finds the place of a number, boolean or null that a signal is about.
func (s *site) value(signal *detect.Signal) []source.Location {
	node := signal.Value
	if node != nil && s.definition != s.scanned {
		node = s.definition.At(signal.Field)
	}
	if node == nil || node.Kind != detect.NodeScalar || node.Ref < 0 || node.Ref >= len(s.scalars) {
		return nil
	}
	text := s.scalars[node.Ref]
	return text.Locate(0, len(text.Value))
}

// locateIn finds the place of every signal of a finding in one of the files that hold the definition.
func (j *job) locateIn(f scanned, at *site, def int) finding {
	out := finding{
		Finding: f.Finding, file: at.file, definition: source.Location{File: at.file, Span: at.span, Exact: true},
		places: make([]Located, len(f.Signals)), subject: &f.among[f.ToolIndex], among: f.among, def: def,
	}
	for i := range f.Signals {
		s, p := &f.Signals[i], &out.places[i]
		words := at.text(s.FieldIndex).Locate(s.Start, s.End)
		locs := at.value(s)
		if len(locs) == 0 {
			locs = words
		}
		if len(locs) > 0 {
			p.Where, p.More = locs[0], locs[1:]
		} else {
			p.Where, p.missing = source.Location{File: at.file, Span: at.span}, true
		}
		if fix := s.Fix; fix != nil && fix.End > fix.Start {
			if locs := at.text(s.FieldIndex).Locate(fix.Start, fix.End); len(locs) == 1 && locs[0].Exact {
				p.Fix = locs[0]
			}
		}
		for _, r := range s.Related {
			p.Related = append(p.Related, j.locateRelated(r, f.among, out.subject.def))
		}
		p.Encoded = encoded(s, out.subject)
		if hidesCredential(s) {
			// Whoever sees the run can decode it just as well.
			j.quoter.Hide(words...)
		}
	}
	out.id = out.identity()
	return out
}

func (j *job) locateRelated(r detect.Related, among []subject, def int) source.Location {
	if r.ToolIndex == detect.Outside {
		return j.locked.approvedAt(def)
	}
	if r.ToolIndex < 0 || r.ToolIndex >= len(among) {
		return source.Location{}
	}
	tool := &among[r.ToolIndex]
	if r.FieldIndex >= 0 && r.FieldIndex < len(tool.Texts) {
		if locs := tool.Texts[r.FieldIndex].Locate(r.Start, r.End); len(locs) > 0 {
			return locs[0]
		}
	}
	return source.Location{File: tool.File, Span: tool.Span}
}

// suppress takes findings apart: what is reported of each, and what is suppressed by what. A copy follows its original.
func (j *job) suppress(all []finding) []finding {
	var parts []finding
	reported := false
	for _, f := range all {
		if f.copied && !reported {
			// Whoever suppressed the words in one definition has not done so in another that uses them.
			for i := range f.places {
				f.places[i].silent = true
			}
		}
		split := j.suppressor.split(f, j.locked.drops(&f))
		if !f.copied {
			reported = len(split) > 0 && split[0].by == isReported
		}
		parts = append(parts, split...)
	}
	return parts
}

// weigh notes what speaks against the definitions that are compared with the lock file, and leaves out what says nothing new of a copy.
func (j *job) weigh(parts []finding) []finding {
	var out []finding
	for _, f := range parts {
		if f.by == isReported || j.suppressor.list[f.by].Kind == SuppressedByBaseline {
			j.locked.harden(&f)
		} else {
			j.locked.excuse(&f, j.suppressor.list[f.by])
		}
		if !f.copied || f.own() {
			out = append(out, f)
		}
	}
	return out
}

// merge joins what is found in the very same words as part of several definitions of code.
func merge(parts []finding) []finding {
	var out []finding
	known := map[string]int{}
	for _, f := range parts {
		key := f.shareKey()
		if i, same := known[key]; same && f.subject.Code {
			out[i].shares = append(out[i].shares, f)
			continue
		}
		known[key] = len(out)
		out = append(out, f)
	}
	return out
}

// asked leaves out what concerns no file that is asked about.
func (j *job) asked(found []finding) []finding {
	return slices.DeleteFunc(found, func(f finding) bool { return !f.concerns(j.inv) })
}

// report puts together what was found. The most severe findings are quoted first, for there is no room for the lines of all.
func (j *job) report(found []finding, coverage detect.Coverage, want wanted) outcome {
	r := &Report{
		Version: j.opts.Version, Settings: j.opts.Settings, InContext: j.opts.InContext, Skips: redactSkips(j.inv.Skips), Rules: RulesWith(j.opts.Own),
		Coverage: coverage,
	}
	var kept, quiet []finding
	below, worst := 0, detect.SeverityNone
	for _, f := range found {
		switch {
		case f.by != isReported:
			quiet = append(quiet, f)
		case f.Severity < j.opts.MinSeverity || j.opts.MinSeverity > detect.SeverityNone && f.note():
			if below++; !f.note() {
				worst = max(worst, f.Severity)
			}
		default:
			kept = append(kept, f)
		}
	}
	r.Findings = make([]Finding, len(kept))
	for _, i := range sorted(len(kept), func(a, b int) int { return cmp.Compare(kept[b].Severity, kept[a].Severity) }) {
		r.Findings[i] = kept[i].plain(j.quoter)
		j.quoter.excerpts(&r.Findings[i], kept[i].places)
	}
	if in := j.opts.Installed; in != nil {
		r.Installed = in.report(r.Findings)
	}
	l := j.suppressor.looked(r, j.inv)
	r.Suppressions, r.Suppressed = j.suppressor.result(quiet)
	status, notes := j.locked.notes()
	r.Lock = status
	notes = append(notes, j.suppressor.notes(j.inv, l)...)
	focused := j.inv.Focused()
	r.Summary = summarize(r, focused)
	r.Summary.BelowSeverity, r.Summary.WorstBelow = below, worst
	r.remark(focused, j.quoter, notes, j.suppressor.comments.remarks(r.InContext))
	out := outcome{report: r}
	if want.baseline {
		out.baseline = newBaseline(found, j.suppressor, l, j.opts.Baseline)
	}
	if j.locked != nil {
		out.locked = &j.locked.Locked
	}
	return out
}

// plain is a finding as it is reported.
func (f *finding) plain(q *Quoter) Finding {
	out := q.finding(f.Finding, f.places)
	out.ID, out.Digest, out.Demoted, out.Was, out.Definition = f.id, f.digest, f.demoted, f.was, q.Place(f.definition)
	for _, s := range f.shares {
		out.SharedBy = append(out.SharedBy, s.Tool)
	}
	return out
}
