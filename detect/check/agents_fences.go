package check

import (
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// fences returns the spans of fenced code in Markdown, without the lines of the fences, in rising order, by the rules of CommonMark: what a
// page does not show as code is prose. One that nothing closes is left out, since it would make code of all that follows; so are those in
// front matter and in HTML, where they are none.
func fences(s string) graves {
	m := markdown{}
	at := frontMatter(s)
	for at < len(s) && len(m.boxes) < maxBoxes {
		end, next := lineAt(s, at)
		m.line(s[at:end], at, next)
		at = next
	}
	return m.code
}

// maxBoxes bounds how deep quotes and items nest in what is looked at: an empty line is in all items at once. What comes after is prose.
const maxBoxes = 64

// lineAt returns the end of the line that begins at a byte, and where the next one begins. A lone carriage return ends a line, too.
func lineAt(s string, at int) (end, next int) {
	i := strings.IndexAny(s[at:], "\r\n")
	if i < 0 {
		return len(s), len(s)
	}
	if end = at + i; strings.HasPrefix(s[end:], "\r\n") {
		return end, end + 2
	}
	return end, end + 1
}

// frontMatter returns where the front matter ends that a file begins with.
func frontMatter(s string) int {
	start := len(s) - len(strings.TrimPrefix(s, "\ufeff"))
	end, at := lineAt(s, start)
	if strings.TrimRight(s[start:end], " \t") != "---" {
		return 0
	}
	for at < len(s) {
		end, next := lineAt(s, at)
		if line := strings.TrimRight(s[at:end], " \t"); line == "---" || line == "..." {
			return next
		}
		at = next
	}
	return 0
}

// markdown is what is open at some line of a page.
type markdown struct {
	code graves
	// boxes are the quotes and the items around the line, from the outside.
	boxes []box
	// fence is the run of marks that opened the code, or "", and from where its text begins.
	fence string
	from  int
	// html ends the HTML that is open, htmlBlank when that is an empty line; htmlNone when there is none.
	html htmlEnd
	// paragraph is set when the line before is one that may go on.
	paragraph bool
}

// box is a quote, or an item of a list.
type box struct {
	// indent is how far the text of an item stands in, 0 for a quote.
	indent int
	// empty is set for an item of which nothing was seen but its mark.
	empty bool
}

// line reads the next line, which begins at a byte, and is followed by one at next.
func (m *markdown) line(line string, at, next int) {
	c := cursor{s: line}
	inside := m.matched(&c)
	if inside < len(m.boxes) && (m.fence != "" || m.html != htmlNone) {
		m.fence, m.html = "", htmlNone
		m.boxes = m.boxes[:inside]
	}
	switch {
	case m.fence != "":
		if m.closes(c) {
			m.code = append(m.code, text.Range{Start: m.from, End: at})
			m.fence = ""
		}
	case m.html != htmlNone:
		if m.html.in(c.rest()) {
			m.html = htmlNone
		}
	default:
		m.open(c, inside, next)
	}
}

// matched moves the cursor past the marks of the boxes that the line is in, and returns how many these are.
func (m *markdown) matched(c *cursor) int {
	for i := range m.boxes {
		b := &m.boxes[i]
		switch {
		case b.indent == 0:
			if c.indent() > maxIndent || !c.takesQuote() {
				return i
			}
		case c.blank():
			if b.empty {
				return i
			}
		case c.indent() >= b.indent:
			c.skip(b.indent)
		default:
			return i
		}
		b.empty = false
	}
	return len(m.boxes)
}

// closes reports whether the line ends the open fence.
func (m *markdown) closes(c cursor) bool {
	if c.indent() > maxIndent {
		return false
	}
	rest := c.rest()
	marks := run(rest, m.fence[0])
	return marks >= len(m.fence) && strings.Trim(rest[marks:], " \t") == ""
}

// open reads what a line begins that is in the first boxes, and in no fence.
func (m *markdown) open(c cursor, inside, next int) {
	all := inside == len(m.boxes)
	begun := func() {
		m.boxes = m.boxes[:inside]
		all, m.paragraph = true, false
	}
	for len(m.boxes) < maxBoxes {
		if c.blank() {
			begun()
			return
		}
		if c.indent() > maxIndent {
			if !m.paragraph {
				begun() // Indented code.
			}
			return
		}
		rest := c.rest()
		goesOn := m.paragraph && all
		item, html := itemOf(rest, goesOn), htmlStart(rest, m.paragraph)
		switch {
		case c.takesQuote():
			begun()
			m.boxes = append(m.boxes, box{})
			inside++
			continue
		case opensFence(rest):
			begun()
			m.fence, m.from = rest[:run(rest, rest[0])], next
			return
		case html != htmlNone:
			begun()
			if !html.in(rest) {
				m.html = html
			}
			return
		case isHeading(rest) || goesOn && isUnderline(rest) || isRule(rest):
			begun()
			return
		case item > 0:
			begun()
			b := box{indent: c.indent() + item}
			c.skip(b.indent)
			if b.empty = c.blank(); !b.empty {
				if more := c.indent(); more <= maxIndent+1 {
					// The blank behind the mark is one of up to five.
					b.indent += more
					c.skip(more)
				} else {
					b.indent++
					c.skip(1)
				}
			} else {
				b.indent++
			}
			m.boxes = append(m.boxes, b)
			inside++
			if b.empty {
				return
			}
			continue
		}
		if !m.paragraph {
			begun() // Else it goes on, in whatever box it began.
		}
		m.paragraph = true
		return
	}
}
