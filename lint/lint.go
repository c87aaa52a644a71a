package lint

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

// Options says what to lint and how.
type Options struct {
	// Paths are files and folders; "-" is one document on Stdin; none means the working directory.
	Paths []string
	Stdin io.Reader
	// InContext judges what Paths name as part of the repository around it, which is discovered as a whole, and reports
	// nothing else: what is said of a file is what is said of it when the repository is named. Files of no interest are passed by.
	InContext bool
	// Cwd is the working directory; "" asks the system.
	Cwd string
	// Only, when not empty, names the checks to run; Skip names checks not to run.
	Only, Skip []string
	// MinConfidence is the floor under which signals are left out, from 0 to 1.
	MinConfidence float64
	// Version is the version of mcp-lint, for the report.
	Version string
	// Settings says what a configuration file has set, for the report.
	Settings []string
	// Limits bounds discovery; zero values mean the defaults.
	Limits discover.Limits
	// Progress, when set, is called now and then with the number of files seen.
	Progress func(files int)
}

// Run discovers, detects and locates. It fails when the options make no sense (*UnknownCheckError) or a path cannot be
// read; everything else is in the Report.
func Run(opts Options) (*Report, error) {
	checks, err := selectChecks(check.All(), opts.Only, opts.Skip)
	if err != nil {
		return nil, err
	}
	inv, err := discover.Walk(discover.Options{
		Paths: opts.Paths, InContext: opts.InContext, Stdin: opts.Stdin, Cwd: opts.Cwd, Limits: opts.Limits, Progress: opts.Progress,
	})
	if err != nil {
		return nil, err
	}
	engine := detect.NewEngine(checks).WithFloor(opts.MinConfidence)
	report := &Report{
		Version: opts.Version, Settings: opts.Settings, InContext: opts.InContext, Skips: redactSkips(inv.Skips), Rules: Rules(),
		sensitive: map[*source.File][]source.Span{},
	}
	// Apart from each other: a tool of a test, or a string of a file of code, is none that another could be taken for.
	served, demoted := apart(inv.Tools)
	report.Coverage = report.scan(engine, served, inv)
	for _, rest := range [][]discover.Tool{demoted, inv.Swept} {
		if len(rest) > 0 {
			report.join(report.scan(engine, rest, inv))
		}
	}
	report.Findings = slices.DeleteFunc(report.Findings, func(f Finding) bool { return !f.concerns(inv) })
	inv = inv.Focused()
	slices.SortStableFunc(report.Findings, compareFindings)
	report.Summary = summarize(report, inv)
	report.remark(inv)
	report.markSensitive()
	return report, nil
}

// apart separates the tools in files of a class from the others.
func apart(tools []discover.Tool) (served, demoted []discover.Tool) {
	if !slices.ContainsFunc(tools, func(t discover.Tool) bool { return t.Class != discover.ClassNone }) {
		return tools, nil
	}
	for _, t := range tools {
		if t.Class == discover.ClassNone {
			served = append(served, t)
		} else {
			demoted = append(demoted, t)
		}
	}
	return served, demoted
}

// scan adds the findings in those tools that are asked about, and returns what was looked at.
func (r *Report) scan(engine *detect.Engine, tools []discover.Tool, inv *discover.Inventory) detect.Coverage {
	result := engine.ScanAmong(views(tools), func(i int) bool { return inv.Concerns(&tools[i]) })
	r.add(result.Findings, tools)
	return result.Coverage
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

// join adds the coverage of one more scan by the same checks.
func (r *Report) join(c detect.Coverage) {
	r.Coverage.Tools += c.Tools
	r.Coverage.Failures = append(r.Coverage.Failures, c.Failures...)
	r.Coverage.Caps = append(r.Coverage.Caps, c.Caps...)
	r.Coverage.BelowConfidence += c.BelowConfidence
}

func views(tools []discover.Tool) []detect.ToolView {
	out := make([]detect.ToolView, len(tools))
	for i := range tools {
		out[i] = tools[i].View
	}
	return out
}

// add locates the findings of a scan of tools.
func (r *Report) add(findings []detect.Finding, tools []discover.Tool) {
	for _, f := range findings {
		tool := tools[f.ToolIndex]
		f = redactNames(f)
		if tool.View.Scope == detect.ScopeSweep && f.Tier == detect.TierSoft {
			// Nobody knows whether a model reads the string, so that wording alone is no more than a hint.
			f.Severity = min(f.Severity, detect.SeverityLow)
		}
		r.hidePayloads(&f, tool.Texts)
		first := locate(f, tools, tool.File, tool.Span, tool.Texts)
		first.encoded(&tool)
		class := tool.Class
		if class == discover.ClassNone && resemblesSibling(f, tools) {
			class = discover.ClassSibling
		}
		first.demote(class)
		key := first.shareKey()
		if i, ok := r.shared[key]; ok && tool.Code {
			r.Findings[i].SharedBy = append(r.Findings[i].SharedBy, f.Tool)
			continue
		}
		if r.shared == nil {
			r.shared = map[string]int{}
		}
		r.shared[key] = len(r.Findings)
		r.Findings = append(r.Findings, first)
		// A definition that stands in several files is poisoned in each of them that holds the words.
		for _, also := range tool.Also {
			r.hidePayloads(&f, also.Texts)
			copied := locate(f, tools, also.File, also.Span, also.Texts)
			copied.encoded(&tool)
			if !copied.complete(&first) {
				continue
			}
			copied.demote(also.Class)
			r.Findings = append(r.Findings, copied)
		}
	}
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

// demote lowers the severity for the class of the file.
func (f *Finding) demote(class discover.Class) {
	if class == discover.ClassNone {
		return
	}
	f.Demoted, f.Was = class, f.Severity
	f.Severity = min(f.Severity, detect.SeverityLow)
}

// resemblesSibling reports whether nothing serious is said of a tool but that it is like one of another server of the same repository or speaks of
// it: whoever writes several servers repeats names and descriptions, and tells which is for what. Anything that two other checks see stays
// serious.
func resemblesSibling(f detect.Finding, tools []discover.Tool) bool {
	tool := tools[f.ToolIndex]
	if !tool.Code || tool.Repo == "" || f.Tier != detect.TierHard {
		return false
	}
	soft := map[string]bool{}
	for _, s := range f.Signals {
		if s.Tier != detect.TierHard {
			soft[s.CheckID] = true
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

// complete takes over from the finding in the original what the copy does not hold. It reports false when nothing is left that
// is said of the copy and was not said already.
func (f *Finding) complete(original *Finding) bool {
	own := -1
	lost := f.Places[f.Primary].missing
	for i := range f.Places {
		if p := &f.Places[i]; p.missing {
			*p = original.Places[i]
		} else if own < 0 && p.Where != original.Places[i].Where {
			own = i
		}
	}
	if own < 0 {
		return false
	}
	if lost {
		// The deciding words are not in this file: the first ones that are stand for the finding.
		f.Primary = own
		first := f.Signals[own].CheckID
		f.CheckIDs = append([]string{first}, slices.DeleteFunc(slices.Clone(f.CheckIDs), func(id string) bool { return id == first })...)
		f.ID = identity(*f)
	}
	return true
}

// Rules returns the documentation of every check, in the order in which they run.
func Rules() []detect.Documentation {
	var docs []detect.Documentation
	for _, c := range check.All() {
		if d, ok := c.(detect.DocumentedCheck); ok {
			docs = append(docs, d.Documentation())
		}
	}
	return docs
}

// ErrNoChecks is returned when the options leave no check to run: finding nothing would mean nothing.
var ErrNoChecks = errors.New("every check is left out, so there is nothing to look for")

// UnknownCheckError names a check that does not exist.
type UnknownCheckError struct {
	ID string
	// Known are the IDs there are.
	Known []string
}

func (e *UnknownCheckError) Error() string { return fmt.Sprintf("there is no check %q", e.ID) }

func selectChecks(all []detect.Check, only, skip []string) ([]detect.Check, error) {
	var known []string
	for _, c := range all {
		known = append(known, c.ID())
	}
	for _, id := range slices.Concat(only, skip) {
		if !slices.Contains(known, id) {
			return nil, &UnknownCheckError{ID: id, Known: known}
		}
	}
	left := slices.DeleteFunc(slices.Clone(all), func(c detect.Check) bool {
		return len(only) > 0 && !slices.Contains(only, c.ID()) || slices.Contains(skip, c.ID())
	})
	if len(left) == 0 {
		return nil, ErrNoChecks
	}
	return left, nil
}

// locate finds the place of every signal of a finding in one of the files that hold the tool. texts are parallel to the
// fields of its view.
func locate(f detect.Finding, tools []discover.Tool, file *source.File, span source.Span, texts []source.Text) Finding {
	out := Finding{
		Finding: f, File: file,
		Definition: source.Location{File: file, Span: span, Exact: true},
		Places:     make([]Place, len(f.Signals)),
	}
	for i, s := range f.Signals {
		p := &out.Places[i]
		p.Where = out.Definition
		p.Where.Exact = false
		if locs := texts[s.FieldIndex].Locate(s.Start, s.End); len(locs) > 0 {
			p.Where, p.More = locs[0], locs[1:]
		} else {
			p.missing = true
		}
		for _, r := range s.Related {
			p.Related = append(p.Related, locateRelated(r, tools))
		}
	}
	out.ID = identity(out)
	return out
}

func locateRelated(r detect.Related, tools []discover.Tool) source.Location {
	if r.ToolIndex < 0 || r.ToolIndex >= len(tools) {
		return source.Location{}
	}
	tool := tools[r.ToolIndex]
	if r.FieldIndex >= 0 && r.FieldIndex < len(tool.Texts) {
		if locs := tool.Texts[r.FieldIndex].Locate(r.Start, r.End); len(locs) > 0 {
			return locs[0]
		}
	}
	return source.Location{File: tool.File, Span: tool.Span}
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

func compareFindings(a, b Finding) int {
	_, pa := a.PrimarySignal()
	_, pb := b.PrimarySignal()
	return cmp.Or(
		cmp.Compare(path(pa.Where), path(pb.Where)), cmp.Compare(pa.Where.Span.Start, pb.Where.Span.Start),
		cmp.Compare(pa.Where.Span.End, pb.Where.Span.End), cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool),
	)
}

func path(l source.Location) string {
	if l.File == nil {
		return ""
	}
	return l.File.Path
}

func summarize(r *Report, inv *discover.Inventory) Summary {
	s := Summary{
		Severities: map[detect.Severity]int{}, Findings: len(r.Findings), BelowConfidence: r.Coverage.BelowConfidence,
		Files: inv.FilesRead, FilesSeen: inv.FilesSeen, Skipped: maps.Clone(inv.Skipped), Degraded: r.Coverage.Degraded(),
	}
	for _, f := range r.Findings {
		s.Severities[f.Severity]++
		if f.Demoted != discover.ClassNone {
			s.Demoted++
		}
	}
	servers := map[string]bool{}
	for _, t := range inv.Tools {
		if t.View.Kind == detect.KindFile {
			continue
		}
		s.Definitions++
		servers[t.View.Server] = true
		if t.Static == discover.Unresolved {
			s.Unresolved++
		}
		if t.View.Kind != detect.KindTool {
			continue
		}
		s.Tools++
		if t.Code {
			s.InCode++
		}
		switch t.Static {
		case discover.Full:
			s.Static++
		case discover.Partly:
			s.Partly++
		default:
			s.Open++
		}
	}
	s.Notes = len(inv.Notes)
	for _, v := range inv.Servers {
		servers[v.Name] = true
	}
	s.Servers = len(servers)
	s.Incomplete = s.Degraded
	for _, skip := range r.Skips {
		s.Incomplete = s.Incomplete || !skip.Quiet()
	}
	return s
}

// markSensitive collects where credentials stand, so that no sink shows them in a source line.
func (r *Report) markSensitive() {
	for _, f := range r.Findings {
		for i, s := range f.Signals {
			if !s.Sensitive {
				continue
			}
			for _, l := range append([]source.Location{f.Places[i].Where}, f.Places[i].More...) {
				if l.File != nil {
					r.sensitive[l.File] = append(r.sensitive[l.File], l.Span)
				}
			}
		}
	}
}
