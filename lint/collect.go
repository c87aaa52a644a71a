package lint

import (
	"context"
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

// collector puts together a report.
type collector struct {
	// ctx ends the work early.
	ctx        context.Context
	report     *Report
	inv        *discover.Inventory
	suppressor *suppressor
	// locked is what was compared, or nil; lockFile is the file of what was approved, which may be nil.
	locked   *Locked
	lockFile *source.File
	// home is where the paths in the lock file begin.
	home home
	// files are those that something was found in, named as in the lock file; nil until it is asked for.
	files map[string]bool
	// asked is set when there is a lock file, so that the report tells of it.
	asked bool

	// shared are the indexes of the findings so far, and of those that are suppressed, by what they say and where.
	shared map[string]int
}

// scan adds the findings in those definitions that are asked about, and returns what was looked at.
func (c *collector) scan(engine *detect.Engine, among []subject) detect.Coverage {
	// A scan that is given up finds nothing; run asks the context itself.
	result, _ := engine.ScanContext(c.ctx, views(among), func(i int) bool { return c.inv.Concerns(among[i].Tool) })
	for _, f := range result.Findings {
		c.add(f, among)
	}
	return result.Coverage
}

// join adds the coverage of one more scan by the same checks.
func (r *Report) join(c detect.Coverage) {
	r.Coverage.Tools += c.Tools
	r.Coverage.Failures = append(r.Coverage.Failures, c.Failures...)
	r.Coverage.Caps = append(r.Coverage.Caps, c.Caps...)
	r.Coverage.BelowConfidence += c.BelowConfidence
}

// add locates a finding in one of these definitions and sorts it in, in every file that holds the definition.
func (c *collector) add(f detect.Finding, among []subject) {
	s := &among[f.ToolIndex]
	f = redactNames(f)
	c.report.hideCredentials(&f, s)
	at := s.site()
	c.report.hidePayloads(&f, &at)
	whole := c.locate(f, among, &at)
	whole.encoded(s.Tool)
	whole.Digest = s.digest()
	whole.classed = s.Class != discover.ClassNone
	told := c.sortIn(whole, c.verdict(s.def), s.def, func(f *Finding) { f.grade(s.Class, s.View.Scope, among) })
	// A definition that stands in several files is poisoned in each of them that holds the words.
	for k := range s.Also {
		c.addCopy(&whole, among, k, told)
	}
}

// verdict names the checks whose signals do not fit where a definition stands: what is said of a definition that is served is also said
// of the same one in a test, which needs no approval.
func (c *collector) verdict(def int) (drop func(id string) bool) {
	if c.locked == nil || def < 0 {
		return nil
	}
	state := c.locked.Verdicts[def].State
	return func(id string) bool {
		return id == lock.ChangedCheck && state != lock.Changed || id == lock.PendingCheck && state != lock.Pending
	}
}

// addCopy sorts in what a finding says of a further file that holds the definition, as far as it was not said of the original. told is
// set when something was told of that.
func (c *collector) addCopy(original *Finding, among []subject, k int, told bool) {
	s := original.subject
	also := &s.Also[k]
	def := -1
	if len(s.copies) > 0 {
		def = s.copies[k]
	}
	verdict := c.verdict(def)
	drop := func(id string) bool {
		if def != s.def {
			// It is compared with what was approved as a definition of its own.
			return lock.Compares(id)
		}
		return id == lock.PendingCheck || verdict != nil && verdict(id)
	}
	at := s.copySite(also)
	c.report.hidePayloads(&original.Finding, &at)
	f := c.locate(original.Finding, among, &at)
	f.encoded(s.Tool)
	f.copied, f.classed = true, also.Class != discover.ClassNone
	f.Digest = s.copyDigest(also)
	f.adopt(original)
	if !told {
		// Whoever suppressed the words in one definition has not done so in another that uses them.
		for i := range f.Places {
			f.Places[i].silent = true
		}
	}
	c.sortIn(f, drop, def, func(f *Finding) { f.grade(also.Class, detect.ScopeFull, nil) })
}

// sortIn adds what is told of a finding on a definition and what is suppressed, and reports whether anything is told. Of a copy only what
// was not said of the original is added.
func (c *collector) sortIn(f Finding, drop func(id string) bool, def int, grade func(f *Finding)) (told bool) {
	kept, quiet := c.suppressor.split(f, drop)
	if kept != nil {
		kept.approvedHere = c.approvedHere(kept, def)
		grade(kept)
		c.harden(kept, def)
		if !kept.copied || kept.own(true) {
			c.tell(*kept)
		}
	}
	for i := range quiet {
		q := &quiet[i]
		grade(&q.Finding)
		if c.suppressor.kind(q.By) == SuppressedByBaseline {
			c.harden(&q.Finding, def)
		} else {
			c.excuse(&q.Finding, def, q.By)
		}
		if !q.copied || q.own(false) {
			c.keepQuiet(*q)
		}
	}
	return kept != nil
}

// tell adds a finding to the report, or to the one that tells of the very same words already as part of another definition.
func (c *collector) tell(f Finding) {
	if i, same := c.same(f.shareKey(), &f, len(c.report.Findings)); same {
		c.report.Findings[i].share(f)
		return
	}
	c.report.Findings = append(c.report.Findings, f)
}

// keepQuiet is tell for what is suppressed; the same words are the same only when the same suppresses them.
func (c *collector) keepQuiet(s Suppressed) {
	if i, same := c.same(strconv.Itoa(s.By)+"\x00"+s.shareKey(), &s.Finding, len(c.report.Suppressed)); same {
		c.report.Suppressed[i].share(s.Finding)
		return
	}
	c.report.Suppressed = append(c.report.Suppressed, s)
}

// same returns the index of the finding that has a key already, else notes the next one under it.
func (c *collector) same(key string, f *Finding, next int) (index int, same bool) {
	if i, ok := c.shared[key]; ok && f.subject.Code {
		return i, true
	}
	c.shared[key] = next
	return next, false
}

func (f *Finding) share(with Finding) {
	f.SharedBy, f.shares = append(f.SharedBy, with.Tool), append(f.shares, with)
}

// site is where the definition stands that was scanned.
func (s *subject) site() site {
	return site{file: s.File, span: s.Span, texts: s.Texts, scalars: s.Scalars, definition: s.View.Definition, scanned: s.View.Definition}
}

// copySite is where a copy of it stands.
func (s *subject) copySite(also *discover.Copy) site {
	return site{
		file: also.File, span: also.Span, texts: also.Texts, scalars: also.Scalars,
		definition: also.View.Definition, scanned: s.View.Definition,
	}
}
