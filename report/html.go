package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// pageFiles are the style and the script of the HTML report.
//
//go:embed html
var pageFiles embed.FS

type htmlLimits struct {
	// findings and findingBytes bound the findings, rows and panelBytes the lists after them, options the servers and files to choose from.
	findings, findingBytes int
	rows, panelBytes       int
	options                int
}

// pageLimits keeps a report below about 25 MB, which browsers open easily. The rest is small: at most options names of servers and files,
// about 1 kB each.
var pageLimits = htmlLimits{findings: 5_000, findingBytes: 16 << 20, rows: 1_000, panelBytes: 4 << 20, options: 1_000}

// HTMLOptions are the options of HTML.
type HTMLOptions struct {
	// Outcome is the verdict at the head of the page; the zero value leaves it out.
	Outcome lint.Outcome
	// Origin is named at the head of the page, and places link to it; nil if it is not known.
	Origin *lint.Origin
}

// HTML writes one self-contained page. Its content security policy allows only its own style and script, by hash, so it makes no request.
// Text is escaped by gomponents, untrusted text is made printable first, and the page is readable without script.
func HTML(w io.Writer, r *lint.Report, o HTMLOptions) error {
	return writeHTML(w, r, o, pageLimits)
}

func writeHTML(w io.Writer, r *lint.Report, o HTMLOptions, limits htmlLimits) error {
	page := newPage(r, o)
	findings, panels, frame := pageWriter{room: limits.findingBytes}, pageWriter{room: limits.panelBytes}, pageWriter{room: -1}
	// Repeated findings are folded as in the text format.
	for n, same := range (&textWriter{r: r}).grouped() {
		if len(page.shown) >= limits.findings || !findings.finding(page, same, n+1) {
			break
		}
		page.shown = append(page.shown, same...)
	}
	for _, p := range page.panels() {
		panels.panel(p, limits.rows)
	}
	checks := map[string]int{}
	for _, f := range page.shown {
		for _, id := range checksOf(f) {
			checks[id]++
		}
	}
	frame.add(page.head(checks, limits.options))
	frame.join(&findings)
	frame.add(g.If(len(r.Findings) > 0, g.Group{
		g.Raw("</tbody></table>\n"), h.P(h.ID("nothing"), g.Attr("hidden"), g.Text("No finding matches the filter.")), g.Raw("</section>\n"),
	}))
	frame.join(&panels)
	frame.add(page.foot(checks))
	if frame.err != nil {
		return frame.err
	}
	_, err := w.Write(frame.out.Bytes())
	return err
}

// pageWriter renders nodes while there is room; negative room is unlimited.
type pageWriter struct {
	out  bytes.Buffer
	room int
	err  error
}

var errFull = errors.New("no room is left")

func (p *pageWriter) Write(b []byte) (int, error) {
	if p.room >= 0 && p.out.Len()+len(b) > p.room {
		return 0, errFull
	}
	return p.out.Write(b)
}

// add writes the node and reports whether there was room.
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

// htmlFindingBytes bounds one finding, so that it cannot use up the room of the others. A typical one takes 5 kB.
const htmlFindingBytes = 512 << 10

// finding writes the nth row, with fewer signals and places if it is too large.
func (p *pageWriter) finding(page *htmlPage, same []*lint.Finding, n int) bool {
	room := p.room
	defer func() { p.room = room }()
	p.room = min(room, p.out.Len()+htmlFindingBytes)
	for _, size := range []findingSize{{htmlSignals, htmlRepeats, true}, {10, 100, true}, {1, 3, false}} {
		if p.add(page.finding(same, n, size)) {
			return true
		}
	}
	return false
}

func (p *pageWriter) join(other *pageWriter) {
	p.err = cmp.Or(p.err, other.err)
	p.out.Write(other.out.Bytes())
}

// panel writes the rows that fit and counts the others. The frame of a panel is small and always fits.
func (p *pageWriter) panel(panel htmlPanel, rows int) {
	room := p.room
	p.room = -1
	class, open := "panel", ""
	if panel.open {
		class, open = "panel loud", " open"
	}
	p.add(g.Group{
		g.Rawf(`<section class="panels"><details class="%s" id="%s"%s>`, class, panel.id, open),
		h.Summary(h.H2(g.Text(panel.title)), g.Text(" "), dim(g.Text(strconv.Itoa(panel.count)))), g.Raw(`<div class="body">`),
		g.If(panel.lead != "", h.P(g.Text(panel.lead))), g.Raw(`<ul class="rows">` + "\n"),
	})
	p.room = room
	left := panel.left
	for i, row := range panel.rows {
		if i == rows || !p.add(row()) {
			left += len(panel.rows) - i
			break
		}
	}
	p.room = -1
	p.add(g.Group{g.Raw("</ul>"), g.If(left > 0, h.P(h.Class("dim"), g.Textf("and %d more", left))), g.Raw("</div></details></section>\n")})
	p.room = room
}

func asset(name string) string { return pageText(pageFiles, name) }

// pageText reads a file and normalises its line ends to LF, as browsers do before they compare hashes.
func pageText(files fs.FS, name string) string {
	// Reading an embedded file cannot fail.
	data, _ := fs.ReadFile(files, "html/"+name)
	return strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
}

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

type htmlPage struct {
	HTMLOptions
	report *lint.Report
	// shown are the findings that fit.
	shown          []*lint.Finding
	servers, files htmlIndex
	version        string
	// incomplete says what was not scanned, or "".
	incomplete string
}

func newPage(r *lint.Report, o HTMLOptions) *htmlPage {
	p := &htmlPage{
		HTMLOptions: o, report: r, servers: htmlIndex{at: map[string]int{}}, files: htmlIndex{at: map[string]int{}},
		version: cmp.Or(text.Safe(r.Version, nameRunes), "dev"), incomplete: incomplete(r),
	}
	if p.incomplete == "" && (r.Summary.Degraded || r.Summary.Incomplete) {
		p.incomplete = "Not everything was scanned, so no findings do not mean no problems."
	}
	return p
}

// htmlIndex numbers names in order of appearance.
type htmlIndex struct {
	at    map[string]int
	names []string
}

func (x *htmlIndex) index(name string) int {
	if _, known := x.at[name]; !known {
		x.at[name], x.names = len(x.names), append(x.names, name)
	}
	return x.at[name]
}

type htmlOption struct {
	value, label string
	count        int
}

// choices returns the names with the most shown findings, sorted by label, and how many are left out.
func (x *htmlIndex) choices(shown []*lint.Finding, name func(f *lint.Finding) string, limit int) (list []htmlOption, left int) {
	counts := map[int]int{}
	for _, f := range shown {
		counts[x.index(name(f))]++
	}
	for i, n := range counts {
		list = append(list, htmlOption{strconv.Itoa(i), cmp.Or(text.Safe(x.names[i], pathRunes), "(none)"), n})
	}
	return limited(list, limit)
}

func limited(list []htmlOption, limit int) (kept []htmlOption, left int) {
	byLabel := func(a, b htmlOption) int { return cmp.Or(cmp.Compare(a.label, b.label), cmp.Compare(a.value, b.value)) }
	slices.SortFunc(list, func(a, b htmlOption) int { return cmp.Or(cmp.Compare(b.count, a.count), byLabel(a, b)) })
	kept = list[:min(len(list), limit)]
	slices.SortFunc(kept, byLabel)
	return kept, len(list) - len(kept)
}
