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

// Run scans and returns a report. It fails if the options are invalid (*UnknownCheckError, ErrNoChecks, ErrNoLock) or a named path cannot
// be read; all other problems are in the Report.
func Run(opts Options) (*Report, error) { return RunContext(context.Background(), opts) }

// RunContext is Run with a context. It returns the error of the context when that ends. A nil context never ends.
func RunContext(ctx context.Context, opts Options) (*Report, error) {
	out, err := run(ctx, opts, false)
	return out.report, err
}

// RunLocked is Run that also returns the comparison with the lock file, an empty one if Options.Lock is nil. The report is that of Run.
func RunLocked(opts Options) (*Report, *Locked, error) {
	out, err := run(context.Background(), opts, true)
	if err != nil {
		return nil, nil, err
	}
	return out.report, &out.locked.Locked, nil
}

// RunBaseline is Run that also returns a new baseline.
func RunBaseline(opts Options) (*Report, *NewBaseline, error) {
	out, err := run(context.Background(), opts, false)
	if err != nil {
		return nil, nil, err
	}
	return out.report, newBaseline(out.found, out.suppressor, out.scope, opts.Baseline, opts.BaselineSalt), nil
}

// outcome is a report with what it was made of.
type outcome struct {
	*job
	report *Report
	found  []finding
	scope  scanScope
}

// job is the state that the steps of a run share.
type job struct {
	opts       *Options
	chosen     choice
	inv        *discover.Inventory
	suppressor *suppressor
	quoter     *Quoter
	locked     *lockState
}

// run executes the steps from paths to a report. Each step takes the result of the previous one.
func run(ctx context.Context, opts Options, compare bool) (outcome, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	chosen, err := choose(&opts)
	if err != nil {
		return outcome{}, err
	}
	j := &job{opts: &opts, chosen: chosen, quoter: NewQuoter(opts.Columns)}
	if j.suppressor, err = newSuppressor(j); err != nil {
		return outcome{}, err
	}
	discovery := discoverOptions(&opts)
	go check.Load()
	if j.inv, err = discover.WalkContext(ctx, discovery); err != nil {
		return outcome{}, err
	}
	j.inv.AddSkips(opts.Skips)
	if opts.Installed != nil {
		j.inv.AddSkips(opts.Installed.skips)
	}
	found, coverage := j.find(ctx, compare)
	if err := ctx.Err(); err != nil {
		return outcome{}, err
	}
	return j.report(found, coverage), nil
}

// find executes the steps from the inventory to the sorted findings, reported and suppressed.
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

type scanned struct {
	detect.Finding
	among []subject
}

// scan runs the checks on the requested definitions.
func (j *job) scan(ctx context.Context, tools, launches []subject) (seen []scanned, coverage detect.Coverage) {
	engine, approvals := j.chosen.engines(j.opts, j.locked)
	scan := func(engine *detect.Engine, among []subject) detect.Coverage {
		// A cancelled scan has no findings; run checks the context itself.
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
	// Scanned separately: a tool in a test, or a string in a code file, cannot be mistaken for a served tool.
	served, demoted := splitByClass(tools)
	coverage = scan(engine, served)
	launched, shown := splitByClass(launches)
	instructing, illustrating := splitByClass(newSubjects(j.inv.Agents))
	for _, among := range [][]subject{demoted, newSubjects(j.inv.LooseStrings), launched, shown, instructing, illustrating} {
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

// locate redacts findings and locates their signals.
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

// locateAll locates a finding in every file that holds the definition, first in the one that was scanned.
func (j *job) locateAll(f scanned) []finding {
	s := &f.among[f.ToolIndex]
	f.Server, f.Tool = secret.Redact(f.Server), secret.Redact(f.Tool)
	j.hideCredentials(&f.Finding, s)
	original := j.locateIn(f, &discover.Copy{File: s.File, Span: s.Span, Texts: s.Texts, View: s.View, Scalars: s.Scalars, Class: s.Class}, s.def)
	all := []finding{original}
	// A poisoned definition in several files is reported in each that contains the words.
	for k := range s.Also {
		also, def := &s.Also[k], -1
		if len(s.copies) > 0 {
			def = s.copies[k]
		}
		copied := j.locateIn(f, also, def)
		copied.copied = true
		copied.takePlaces(&original)
		all = append(all, copied)
	}
	return all
}

// locate returns the places of a part of a text, none if there is no such text.
func locate(texts []source.Text, i, start, end int) []source.Location {
	if i < 0 || i >= len(texts) {
		return nil
	}
	return texts[i].Locate(start, end)
}

// locateValue returns the places of the scalar that a signal is about, in a file with the scanned definition or one like it.
func locateValue(s *detect.Signal, at *discover.Copy, scanned *detect.Node) []source.Location {
	node := s.Value
	if node != nil && at.View.Definition != scanned {
		node = at.View.Definition.At(s.Field)
	}
	if node == nil || node.Kind != detect.NodeScalar || node.Ref < 0 || node.Ref >= len(at.Scalars) {
		return nil
	}
	return locate(at.Scalars, node.Ref, 0, len(at.Scalars[node.Ref].Value))
}

// locateIn locates a finding in one file that holds the definition.
func (j *job) locateIn(f scanned, at *discover.Copy, def int) finding {
	of := &f.among[f.ToolIndex]
	out := finding{
		Finding: f.Finding, file: at.File, definition: source.Location{File: at.File, Span: at.Span, Exact: true},
		places: make([]Located, len(f.Signals)), subject: of, among: f.among, def: def, digest: of.copyDigest(at), class: at.Class,
	}
	for i := range f.Signals {
		s, p := &f.Signals[i], &out.places[i]
		words := locate(at.Texts, s.FieldIndex, s.Start, s.End)
		locs := locateValue(s, at, of.View.Definition)
		if len(locs) == 0 {
			locs = words
		}
		if len(locs) > 0 {
			p.Where, p.More = locs[0], locs[1:]
		} else {
			p.Where, p.missing = source.Location{File: at.File, Span: at.Span}, true
		}
		if fix := s.Fix; fix != nil && fix.End > fix.Start {
			if locs := locate(at.Texts, s.FieldIndex, fix.Start, fix.End); len(locs) == 1 && locs[0].Exact {
				p.Fix = locs[0]
			}
		}
		for _, r := range s.Related {
			p.Related = append(p.Related, j.locateRelated(r, f.among, out.subject.def))
		}
		p.Encoded = encoded(s, out.subject)
		if hidesCredential(s) {
			// The encoded text reveals the credential as well.
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
	if locs := locate(tool.Texts, r.FieldIndex, r.Start, r.End); len(locs) > 0 {
		return locs[0]
	}
	return source.Location{File: tool.File, Span: tool.Span}
}

// suppress splits findings into reported and suppressed parts. A copy must follow its original.
func (j *job) suppress(all []finding) []finding {
	var parts []finding
	reported := false
	for _, f := range all {
		if f.copied && !reported {
			// Suppressing words in one definition does not suppress them in its copies.
			for i := range f.places {
				f.places[i].silent = true
			}
		}
		split := j.suppressor.split(f, j.locked.droppedChecks(&f))
		if !f.copied {
			reported = len(split) > 0 && split[0].by == isReported
		}
		parts = append(parts, split...)
	}
	return parts
}

// weigh records the evidence against definitions compared with the lock file, and drops findings in copies that add nothing.
func (j *job) weigh(parts []finding) []finding {
	var out []finding
	for _, f := range parts {
		if f.by == isReported || j.suppressor.list[f.by].Kind == SuppressedByBaseline {
			j.locked.noteHard(&f)
		} else {
			j.locked.noteIgnored(&f, j.suppressor.list[f.by])
		}
		if !f.copied || f.own() {
			out = append(out, f)
		}
	}
	return out
}

// merge joins findings in the same words of several definitions in code.
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

func (j *job) asked(found []finding) []finding {
	return slices.DeleteFunc(found, func(f finding) bool { return !f.concerns(j.inv) })
}

// report builds the report. The most severe findings are quoted first, because excerpts are limited.
func (j *job) report(found []finding, coverage detect.Coverage) outcome {
	r := &Report{
		Version: j.opts.Version, Settings: j.opts.Settings, InContext: j.opts.InContext, Skips: redactSkips(j.inv.Skips), Rules: Rules(j.opts.CustomChecks...),
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
	l := j.suppressor.scope(r)
	r.Suppressions, r.Suppressed = j.suppressor.result(quiet)
	status, notes := j.locked.notes()
	r.Lock = status
	notes = append(notes, j.suppressor.notes(l)...)
	focused := j.inv.Focused()
	r.Summary = summarize(r, focused)
	r.Summary.BelowSeverity, r.Summary.WorstBelow, r.Empty = below, worst, emptyArchives(focused)
	r.remark(focused, j.quoter, notes, j.suppressor.comments.remarks(r.InContext))
	return outcome{j, r, found, l}
}

func (f *finding) plain(q *Quoter) Finding {
	out := q.finding(f.Finding, f.places)
	out.ID, out.Digest, out.Demoted, out.Was, out.Definition = f.id, f.digest, f.demoted, f.was, q.Place(f.definition)
	for _, s := range f.shares {
		out.SharedBy = append(out.SharedBy, s.Tool)
	}
	return out
}
