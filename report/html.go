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
	"strings"

	g "maragu.dev/gomponents"

	"github.com/org/mcp-lint/lint"
)

// pageFiles are the style and the script of the HTML report.
//
//go:embed html
var pageFiles embed.FS

// htmlLimits bounds an HTML report.
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

// join appends what another one has written.
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

// asset returns a file of the page.
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
