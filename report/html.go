package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	g "maragu.dev/gomponents"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// pageFiles are the style and the script of the HTML report.
//
//go:embed html
var pageFiles embed.FS

type htmlLimits struct {
	// findings and findingBytes bound what is shown of the findings, rows and panelBytes what is listed after them, options the
	// servers and files that can be chosen.
	findings, findingBytes int
	rows, panelBytes       int
	options                int
}

// pageLimits keeps a report below some 25 MB, which a browser opens without trouble. What is beside the findings and the
// panels is small: at most options names of servers and of files, of some 1 kB each.
var pageLimits = htmlLimits{findings: 5_000, findingBytes: 16 << 20, rows: 1_000, panelBytes: 4 << 20, options: 1_000}

// HTML writes one self-contained page. No request leaves it: its policy allows nothing but its own style and script, by
// their hashes. All text is escaped by gomponents, foreign words are made printable before, and without script all of it can
// be read.
func HTML(w io.Writer, r *lint.Report) error { return writeHTML(w, r, pageLimits) }

func writeHTML(w io.Writer, r *lint.Report, limits htmlLimits) error {
	page := newPage(r)
	findings := pageWriter{room: limits.findingBytes}
	for n, i := range page.order {
		if n == limits.findings || !findings.finding(page, i, n+1) {
			break
		}
		page.Shown++
	}
	page.Left = len(page.order) - page.Shown
	page.choose(limits.options)
	panels := pageWriter{room: limits.panelBytes}
	for _, p := range page.panels() {
		panels.panel(p, limits.rows)
	}
	frame := pageWriter{room: -1}
	frame.add(headNode(page))
	frame.join(&findings)
	frame.add(middleNode(page))
	frame.join(&panels)
	frame.add(footNode(page))
	if frame.err != nil {
		return frame.err
	}
	_, err := w.Write(frame.out.Bytes())
	return err
}

// pageWriter renders nodes as long as there is room; less than none is room without end.
type pageWriter struct {
	out  bytes.Buffer
	room int
	err  error
}

// errFull ends a node for which there is no room.
var errFull = errors.New("no room is left")

// Write implements io.Writer for nodes.
func (p *pageWriter) Write(b []byte) (int, error) {
	if p.room >= 0 && p.out.Len()+len(b) > p.room {
		return 0, errFull
	}
	return p.out.Write(b)
}

// add reports whether there was room for the node.
func (p *pageWriter) add(n g.Node) bool {
	if p.err != nil {
		return false
	}
	before := p.out.Len()
	var err error
	if n != nil {
		err = n.Render(p)
	}
	if err == nil {
		return true
	}
	p.out.Truncate(before)
	if !errors.Is(err, errFull) {
		p.err = err
	}
	return false
}

// htmlFindingBytes bounds one finding, so that no single one takes the room of the others. An ordinary one has some 5 kB.
const htmlFindingBytes = 512 << 10

// finding writes the finding with index i, the nth, with fewer signals when it would be too large.
func (p *pageWriter) finding(page *htmlPage, i, n int) bool {
	room := p.room
	defer func() { p.room = room }()
	p.room = min(room, p.out.Len()+htmlFindingBytes)
	for _, size := range []findingSize{{htmlSignals, true}, {10, true}, {1, false}} {
		if p.add(findingNode(page.finding(i, n, size))) {
			return true
		}
	}
	return false
}

func (p *pageWriter) join(other *pageWriter) {
	p.err = cmp.Or(p.err, other.err)
	p.out.Write(other.out.Bytes())
}

// panel writes the rows for which there is room, and counts the others.
func (p *pageWriter) panel(panel htmlPanel, rows int) {
	// What begins and ends a panel is small, and there is always room for it: what is left out is counted.
	room := p.room
	p.room = -1
	p.add(panelNode(panel))
	p.room = room
	left := panel.Left
	for i, row := range panel.Rows {
		if i == rows || !p.add(rowNode(row)) {
			left += len(panel.Rows) - i
			break
		}
	}
	p.room = -1
	p.add(endPanelNode(left))
	p.room = room
}

func asset(name string) string { return pageText(pageFiles, name) }

// pageText reads a file and ends all lines with a line feed, whatever the checkout that was built has: a browser does so before
// it compares hashes.
func pageText(files fs.FS, name string) string {
	// The files are part of the program; a test reads both.
	data, _ := fs.ReadFile(files, "html/"+name)
	return strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
}

// policy is the content security policy of a page with this style and script.
func policy(style, script string) string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return strings.Join([]string{
		"default-src 'none'", "style-src " + hash(style), "script-src " + hash(script), "base-uri 'none'", "form-action 'none'",
		"require-trusted-types-for 'script'", "trusted-types 'none'",
	}, "; ")
}

// htmlSettings is how many settings are listed; htmlSetting bounds each, above what a configuration file can make of one.
const htmlSettings, htmlSetting = 50, 2_000

type htmlPage struct {
	report *lint.Report
	order  []int

	servers, files htmlIndex

	Policy           string
	Style            string
	Script           string
	Version          string
	Headline, Lead   string
	Incomplete       string
	Partial          string
	Severities       []htmlTile
	Tiles            []htmlTile
	Scanned          string
	Facts            []string
	Settings         [][]htmlWord
	SettingsLeft     int
	Checks           []htmlCheck
	Shown, Left, All int

	// What can be chosen: severities, checks, servers and files with findings that are shown.
	Chips                                    []htmlTile
	CheckOptions, ServerOptions, FileOptions htmlOptions
}

type htmlTile struct {
	Label, Value, Mark, Note string
}

type htmlCheck struct {
	ID, Title, Tier   string
	Findings          int
	Ran               bool
	Catches, Why, Fix [][]htmlInline
	URL               string
}

// htmlOptions are the choices of a filter; Left is how many are left out.
type htmlOptions struct {
	List []htmlOption
	Left int
}

type htmlOption struct {
	Value, Label string
	Count        int
}

// htmlIndex numbers names in the order in which they come up.
type htmlIndex struct {
	at    map[string]int
	names []string
}

func (x *htmlIndex) index(name string) int {
	if i, ok := x.at[name]; ok {
		return i
	}
	if x.at == nil {
		x.at = map[string]int{}
	}
	x.at[name] = len(x.names)
	x.names = append(x.names, name)
	return len(x.names) - 1
}

func newPage(r *lint.Report) *htmlPage {
	style, script := asset("style.css"), asset("script.js")
	p := &htmlPage{
		report: r, order: bySeverity(r), All: len(r.Findings), Version: cmp.Or(text.Safe(r.Version, nameRunes), "dev"), Incomplete: incomplete(r),
		Policy: policy(style, script), Style: style, Script: script,
	}
	if p.Incomplete == "" && (r.Summary.Degraded || r.Summary.Incomplete) {
		p.Incomplete = "Not everything was looked at, so silence is no proof."
	}
	if r.InContext {
		p.Partial = partial
	}
	p.headline()
	p.tiles()
	if words := knowledge(r.Summary); words != "" {
		p.Facts = append(p.Facts, words)
	}
	if words := demoted(r.Summary); words != "" {
		p.Facts = append(p.Facts, "Demoted "+words)
	}
	if line := lockLine(r, relativePaths); line != "" {
		p.Facts = append(p.Facts, line)
	}
	for _, s := range r.Settings[:min(len(r.Settings), htmlSettings)] {
		p.Settings = append(p.Settings, words(s, htmlSetting))
	}
	p.SettingsLeft = len(r.Settings) - len(p.Settings)
	for _, d := range r.Rules {
		p.Checks = append(p.Checks, htmlCheck{
			ID: d.ID, Title: d.Title, Tier: d.Tier.String(), Ran: slices.Contains(r.Coverage.Checks, d.ID),
			Catches: paragraphs(d.Catches), Why: paragraphs(d.Why), Fix: paragraphs(d.Fix), URL: lint.CheckURL(d.ID),
		})
	}
	return p
}

func (p *htmlPage) headline() {
	s := p.report.Summary
	p.Scanned = fmt.Sprintf("%s (%s) of %s in %s", Count(s.Tools, "tool"), Count(s.Definitions, "definition"), Count(s.Servers, "server"), Count(s.Files, "file"))
	switch {
	case p.All > 0:
		p.Headline = Count(p.All, "finding")
	case s.Definitions == 0 && s.Servers == 0 && p.report.InContext:
		p.Headline, p.Lead = "No findings", "The files that were named define nothing that reaches a model."
	case s.Definitions == 0 && s.Servers == 0:
		p.Headline = "Nothing to scan"
		p.Lead = "No MCP manifest, tool list, client configuration or source code that defines tools was found in " + Count(s.FilesSeen, "file") + "."
	case p.Incomplete != "":
		p.Headline = "No findings in what was looked at"
	case s.Suppressed > 0:
		p.Headline, p.Lead = "No findings", suppressedHead(p.report)+"; they are listed below."
	default:
		p.Headline = "No findings"
		p.Lead = "Nothing in these definitions looks like an order to the model, hidden text, or a tool that stands in for another."
	}
}

func (p *htmlPage) tiles() {
	s := p.report.Summary
	for v := detect.SeverityCritical; v >= detect.SeverityLow; v-- {
		p.Severities = append(p.Severities, htmlTile{Label: v.String(), Value: fmt.Sprint(s.Severities[v]), Mark: v.String()})
	}
	skipped := 0
	for _, n := range s.Skipped {
		skipped += n
	}
	coverage := htmlTile{Label: "Coverage", Value: "full"}
	switch {
	case s.Degraded || p.report.Coverage.Degraded():
		coverage = htmlTile{Label: "Coverage", Value: "degraded", Mark: "warn"}
	case p.Incomplete != "":
		coverage = htmlTile{Label: "Coverage", Value: "incomplete", Mark: "warn"}
	case s.Definitions == 0 && s.Servers == 0 && !p.report.InContext:
		coverage = htmlTile{Label: "Coverage", Value: "none", Mark: "warn", Note: "nothing to scan"}
	}
	p.Tiles = []htmlTile{
		{Label: "Tools", Value: fmt.Sprint(s.Tools), Note: Count(s.Definitions, "definition")},
		{Label: "Servers", Value: fmt.Sprint(s.Servers)},
		{Label: "Files read", Value: fmt.Sprint(s.Files), Note: fmt.Sprintf("of %d seen", max(s.FilesSeen, s.Files))},
		{Label: "Suppressed", Value: fmt.Sprint(s.Suppressed)},
		{Label: "Skipped", Value: fmt.Sprint(skipped)},
		coverage,
	}
}

// choose makes the choices of the filters from the findings that are shown.
func (p *htmlPage) choose(limit int) {
	checks, servers, files := map[string]int{}, map[int]int{}, map[int]int{}
	severities := map[detect.Severity]int{}
	for _, i := range p.order[:p.Shown] {
		f := &p.report.Findings[i]
		severities[f.Severity]++
		for _, id := range checksOf(f) {
			checks[id]++
		}
		servers[p.servers.index(f.Server)]++
		files[p.files.index(f.PrimarySignal().Where.Rel)]++
	}
	for v := detect.SeverityCritical; v >= detect.SeverityLow; v-- {
		if n := severities[v]; n > 0 {
			p.Chips = append(p.Chips, htmlTile{Label: v.String(), Value: fmt.Sprint(n), Mark: v.String()})
		}
	}
	for i := range p.Checks {
		p.Checks[i].Findings = checks[p.Checks[i].ID]
	}
	for id, n := range checks {
		p.CheckOptions.List = append(p.CheckOptions.List, htmlOption{id, id, n})
	}
	p.CheckOptions = limited(p.CheckOptions.List, limit)
	p.ServerOptions, p.FileOptions = p.servers.options(servers, limit), p.files.options(files, limit)
}

func (x *htmlIndex) options(counts map[int]int, limit int) htmlOptions {
	var list []htmlOption
	for i, n := range counts {
		label := text.Safe(x.names[i], pathRunes)
		list = append(list, htmlOption{fmt.Sprint(i), cmp.Or(label, "(none)"), n})
	}
	return limited(list, limit)
}

// limited sorts choices by what they say and leaves those with the most findings.
func limited(list []htmlOption, limit int) htmlOptions {
	byLabel := func(a, b htmlOption) int { return cmp.Or(cmp.Compare(a.Label, b.Label), cmp.Compare(a.Value, b.Value)) }
	slices.SortFunc(list, func(a, b htmlOption) int { return cmp.Or(cmp.Compare(b.Count, a.Count), byLabel(a, b)) })
	out := htmlOptions{List: list[:min(len(list), limit)], Left: max(len(list)-limit, 0)}
	slices.SortFunc(out.List, byLabel)
	return out
}
