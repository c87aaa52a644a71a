package lint

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

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
	reported := c.sortIn(whole, c.verdict(s.def), s.def, func(f *Finding) { f.grade(s.Class, s.View.Scope, among) })
	// A definition that stands in several files is poisoned in each of them that holds the words.
	for k := range s.Also {
		c.addCopy(&whole, among, k, reported)
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

// addCopy sorts in what a finding says of a further file that holds the definition, as far as it was not said of the original. reported is
// set when something was reported of that.
func (c *collector) addCopy(original *Finding, among []subject, k int, reported bool) {
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
	if !reported {
		// Whoever suppressed the words in one definition has not done so in another that uses them.
		for i := range f.Places {
			f.Places[i].silent = true
		}
	}
	c.sortIn(f, drop, def, func(f *Finding) { f.grade(also.Class, detect.ScopeFull, nil) })
}

// sortIn adds what is reported of a finding on a definition and what is suppressed, and reports whether anything is reported. Of a copy only what
// was not said of the original is added.
func (c *collector) sortIn(f Finding, drop func(id string) bool, def int, grade func(f *Finding)) (reported bool) {
	kept, quiet := c.suppressor.split(f, drop)
	if kept != nil {
		kept.approvedHere = c.approvedHere(kept, def)
		grade(kept)
		c.harden(kept, def)
		if !kept.copied || kept.own(true) {
			c.addFinding(*kept)
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
			c.addSuppressed(*q)
		}
	}
	return kept != nil
}

// addFinding adds a finding to the report, or to the one that tells of the very same words already as part of another definition.
func (c *collector) addFinding(f Finding) {
	if i, same := c.same(f.shareKey(), &f, len(c.report.Findings)); same {
		c.report.Findings[i].share(f)
		return
	}
	c.report.Findings = append(c.report.Findings, f)
}

// addSuppressed is addFinding for what is suppressed; the same words are the same only when the same suppresses them.
func (c *collector) addSuppressed(s Suppressed) {
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
	if node == nil {
		return nil
	}
	if s.definition != s.scanned {
		node = s.definition.At(signal.Field)
	}
	if node == nil || node.Kind != detect.NodeScalar || node.Ref < 0 || node.Ref >= len(s.scalars) {
		return nil
	}
	text := s.scalars[node.Ref]
	return text.Locate(0, len(text.Value))
}

// locate finds the place of every signal of a finding in one of the files that hold the definition.
func (c *collector) locate(f detect.Finding, among []subject, at *site) Finding {
	out := Finding{
		Finding: f, File: at.file,
		Definition: source.Location{File: at.file, Span: at.span, Exact: true},
		Places:     make([]Place, len(f.Signals)),
		subject:    &among[f.ToolIndex], among: among,
	}
	for i := range f.Signals {
		s, p := &f.Signals[i], &out.Places[i]
		p.Where = out.Definition
		p.Where.Exact = false
		locs := at.value(s)
		if len(locs) == 0 {
			locs = at.text(s.FieldIndex).Locate(s.Start, s.End)
		}
		if len(locs) > 0 {
			p.Where, p.More = locs[0], locs[1:]
		} else {
			p.missing = true
		}
		for _, r := range s.Related {
			p.Related = append(p.Related, c.locateRelated(r, among, out.subject.def))
		}
	}
	out.ID = identity(out)
	return out
}

func (c *collector) locateRelated(r detect.Related, among []subject, def int) source.Location {
	if r.ToolIndex == detect.Outside {
		return c.approvedAt(def)
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

// adopt takes over from the finding in the original, whose signals are the same, what the copy does not hold.
func (f *Finding) adopt(original *Finding) {
	for i := range f.Places {
		p, o := &f.Places[i], original.Places[i]
		if p.missing {
			*p = o
			p.missing = true
		}
		p.repeats = p.missing || p.Where == o.Where
	}
}

// own makes the first words that stand in this file and are said of it for the first time the deciding ones, when those that decide stand
// elsewhere. It reports false when nothing is left that is said of the copy and was not said of the original. reported is set for what is not suppressed.
func (f *Finding) own(reported bool) bool {
	first := slices.IndexFunc(f.Places, func(p Place) bool { return !p.missing && (reported && p.silent || !p.repeats) })
	if first < 0 {
		return false
	}
	if f.Places[f.Primary].missing {
		f.Primary = first
		id := f.Signals[first].CheckID
		f.CheckIDs = append([]string{id}, slices.DeleteFunc(slices.Clone(f.CheckIDs), func(other string) bool { return other == id })...)
		f.ID = identity(*f)
	}
	return true
}

// identity hashes what makes a finding the same one after its lines have moved or its file was reformatted.
func identity(f Finding) string {
	s, _ := f.PrimarySignal()
	h := sha256.New()
	field := s.Field
	if f.Kind == detect.KindSource {
		// Its fields are named after their lines, and its name is shared by files of other folders.
		field = f.File.Rel
	}
	for _, part := range []string{s.CheckID, f.Server, f.Tool, field, strings.Join(strings.Fields(strings.ToLower(s.Evidence)), " ")} {
		// Length-prefixed, so that no two lists of parts hash alike.
		_, _ = io.WriteString(h, strconv.Itoa(len(part))+":"+part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// shareKey is equal for findings that say the same of the same words in one server.
func (f *Finding) shareKey() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\x00%s\x00%s\x00%s\x00", f.Kind, f.Server, f.Severity, f.Demoted)
	for i, s := range f.Signals {
		where := f.Places[i].Where
		fmt.Fprintf(&b, "%s\x00%s\x00%s\x00%d\x00%d\x00%t\x00", s.CheckID, s.Detail, path(where), where.Span.Start, where.Span.End, where.Exact)
	}
	return b.String()
}

// concerns reports whether the definition, or any of the words that are found in it, stands in a file that is asked about.
func (f *Finding) concerns(inv *discover.Inventory) bool {
	if inv.ConcernsFile(f.File) {
		return true
	}
	return slices.ContainsFunc(f.Places, func(p Place) bool {
		return inv.ConcernsFile(p.Where.File) || slices.ContainsFunc(p.More, func(l source.Location) bool { return inv.ConcernsFile(l.File) })
	})
}

// grade lowers the severity for where the words stand. It is graded by its
// signals so far. siblings are the definitions that it may merely resemble one of; none when that does not count.
func (f *Finding) grade(class discover.Class, scope detect.Scope, siblings []subject) {
	if scope == detect.ScopeSweep && f.Tier == detect.TierSoft {
		// Nobody knows whether a model reads the string, so that wording alone is no more than a hint.
		f.Severity = min(f.Severity, detect.SeverityLow)
	}
	if f.approvedHere {
		// It was approved in this file, whatever the file is called or said to be now.
		return
	}
	if class == discover.ClassNone && resemblesSibling(f.Finding, siblings) {
		class = discover.ClassSibling
	}
	f.demote(class)
}

func (f *Finding) demote(class discover.Class) {
	if class == discover.ClassNone {
		return
	}
	f.Demoted, f.Was = class, f.Severity
	f.Severity = min(f.Severity, detect.SeverityLow)
}

// resemblesSibling reports whether nothing serious is said of a tool but that it is like one of another server of the same repository or speaks of
// it: whoever writes several servers repeats names and descriptions, and tells which is for what. Anything that two other checks see, or one is
// certain of, stays serious.
func resemblesSibling(f detect.Finding, tools []subject) bool {
	if len(tools) == 0 {
		return false
	}
	tool := &tools[f.ToolIndex]
	if !tool.Code || tool.Repo == "" || f.Tier != detect.TierHard {
		return false
	}
	soft := map[string]bool{}
	for _, s := range f.Signals {
		if s.Tier != detect.TierHard {
			if s.Certain {
				return false
			}
			if !s.Note {
				soft[s.CheckID] = true
			}
			continue
		}
		if s.CheckID != shadowingCheck || len(s.Related) == 0 {
			return false
		}
		for _, r := range s.Related {
			if r.ToolIndex < 0 || r.ToolIndex >= len(tools) || !tools[r.ToolIndex].Code || tools[r.ToolIndex].Repo != tool.Repo {
				return false
			}
		}
	}
	return len(soft) < 2
}

// shadowingCheck sees tools that are like those of other servers.
const shadowingCheck = "shadowing.cross_server"
