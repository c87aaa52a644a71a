package check

import "strings"

// maxIndent is how far in a block may begin, in columns; what stands further in is code or goes on with a paragraph.
const maxIndent = 3

// cursor is a place in a line, in bytes and columns.
type cursor struct {
	s       string
	at, col int
	// spare are the columns of a tab that was passed only in part.
	spare int
}

// rest is what follows, without the blanks before it.
func (c *cursor) rest() string { return strings.TrimLeft(c.s[c.at:], " \t") }

func (c *cursor) blank() bool { return c.rest() == "" }

// indent is how many columns of blanks follow.
func (c *cursor) indent() int {
	col := c.col
	for i := c.at; i < len(c.s); i++ {
		switch c.s[i] {
		case ' ':
			col++
		case '\t':
			col += tabStop - col%tabStop
		default:
			return col - c.col + c.spare
		}
	}
	return col - c.col + c.spare
}

// tabStop is how many columns a tab fills.
const tabStop = 4

// skip passes columns, of blanks or of single characters.
func (c *cursor) skip(columns int) {
	took := min(columns, c.spare)
	c.spare -= took
	for columns -= took; columns > 0 && c.at < len(c.s); c.at++ {
		width := 1
		if c.s[c.at] == '\t' {
			width = tabStop - c.col%tabStop
		}
		c.col += width
		if columns -= width; columns < 0 {
			c.spare, columns = -columns, 0
		}
	}
}

// takesQuote passes the mark of a quote that follows, with the blank behind it.
func (c *cursor) takesQuote() bool {
	if !strings.HasPrefix(c.rest(), ">") {
		return false
	}
	c.skip(c.indent() + 1)
	if c.indent() > 0 {
		c.skip(1)
	}
	return true
}

// run is how many of one mark a text begins with.
func run(s string, mark byte) int {
	n := 0
	for n < len(s) && s[n] == mark {
		n++
	}
	return n
}

// opensFence reports whether a line opens fenced code.
func opensFence(s string) bool {
	const marks = 3
	n := run(s, s[0])
	return n >= marks && (s[0] == '~' || s[0] == '`' && !strings.Contains(s[n:], "`"))
}

// isHeading reports whether a line is a heading that begins with marks.
func isHeading(s string) bool {
	const levels = 6
	n := run(s, '#')
	return n > 0 && n <= levels && (n == len(s) || s[n] == ' ' || s[n] == '\t')
}

// isUnderline reports whether a line makes a heading of the paragraph before it.
func isUnderline(s string) bool {
	s = strings.TrimRight(s, " \t")
	return run(s, '=') == len(s) || run(s, '-') == len(s)
}

// isRule reports whether a line draws one: three marks or more, with blanks between them.
func isRule(s string) bool {
	const marks = 3
	if !strings.ContainsRune("*-_", rune(s[0])) {
		return false
	}
	n := 0
	for i := range len(s) {
		switch s[i] {
		case s[0]:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= marks
}

// itemOf returns how long the mark of an item is that a line begins with, or 0. In a paragraph only what can hardly be meant otherwise is one.
func itemOf(s string, paragraph bool) int {
	const digits = 9
	n := 0
	switch {
	case strings.ContainsRune("*-+", rune(s[0])):
		n = 1
	default:
		for n < len(s) && n <= digits && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		if n == 0 || n > digits || n == len(s) || s[n] != '.' && s[n] != ')' || paragraph && s[:n] != "1" {
			return 0
		}
		n++
	}
	if n < len(s) && s[n] != ' ' && s[n] != '\t' || paragraph && strings.Trim(s[n:], " \t") == "" {
		return 0
	}
	return n
}

// htmlEnd is what ends HTML in Markdown.
type htmlEnd string

const (
	htmlNone  htmlEnd = ""
	htmlBlank htmlEnd = "\n"
	htmlRaw   htmlEnd = "</"
)

// in reports whether a line ends it.
func (h htmlEnd) in(s string) bool {
	switch h {
	case htmlBlank:
		return s == ""
	case htmlRaw:
		return rawHTMLEnd.get().MatchString(s)
	}
	return strings.Contains(s, string(h))
}

// htmlMarks are what comments and their like begin and end with.
var htmlMarks = [...]struct {
	start string
	end   htmlEnd
}{{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}}

var (
	rawHTML    = regexpOf(`(?i)^<(?:script|pre|style|textarea)(?:[ \t>]|$)`)
	rawHTMLEnd = regexpOf(`(?i)</(?:script|pre|style|textarea)>`)
	declared   = regexpOf(`^<![A-Za-z]`)
	blockHTML  = regexpOf(`(?i)^</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset` +
		`|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p` +
		`|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t]|/?>|$)`)
	loneTag = regexpOf(`^<(?:/[A-Za-z][A-Za-z0-9-]*[ \t]*|[A-Za-z][A-Za-z0-9-]*(?:[ \t]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \t]*=[ \t]*(?:[^ \t"'=<>` + "`" +
		`]+|'[^']*'|"[^"]*"))?)*[ \t]*/?)>[ \t]*$`)
)

// htmlStart returns what ends the HTML that a line begins, or htmlNone when it begins none.
func htmlStart(s string, paragraph bool) htmlEnd {
	if s[0] != '<' {
		return htmlNone
	}
	for _, m := range htmlMarks {
		if strings.HasPrefix(s, m.start) {
			return m.end
		}
	}
	switch {
	case rawHTML.get().MatchString(s):
		return htmlRaw
	case declared.get().MatchString(s):
		return ">"
	case blockHTML.get().MatchString(s), !paragraph && loneTag.get().MatchString(s):
		return htmlBlank
	}
	return htmlNone
}
