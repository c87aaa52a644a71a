// Package marked finds the comments in files of code and in manifests that hold a marker.
package marked

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// Comment is a comment in a file.
type Comment struct {
	// Span is the text from the marker on, to the end of the line or of the comment, whatever comes first, without blanks at its end.
	Span source.Span
	// Text is what the comment says.
	Text string
	// End is where the comment ends, before or behind the mark that ends it.
	End int
}

// Comments returns the comments of a file that hold a marker, in rising order: one for each line with a marker. Words in a string or
// another value are not a comment, whatever they look like, nor is a comment that documents what it stands beside, where a model may read it.
// What is between two values must be understood to the last byte up to the comment, so that in a file that is broken, and in a page of
// HTML, there are none.
func Comments(f *source.File, marker string) []Comment {
	if marker == "" || !bytes.Contains(f.Data, []byte(marker)) {
		return nil
	}
	c := commenter{file: f, marker: []byte(marker)}
	name := path.Base(f.Rel)
	lang, ok := lex.OfFile(name)
	if !ok && path.Ext(name) == "" {
		lang, ok = lex.OfScript(f.Data[f.BOM():])
	}
	switch {
	case ok && lex.IsPage(name):
	case ok && lang == lex.Go:
		for _, s := range code.GoComments(f) {
			c.take(s)
		}
	case ok:
		c.code(lang)
	default:
		c.document()
	}
	return c.out
}

// commenter collects the comments of one file.
type commenter struct {
	file   *source.File
	marker []byte
	marks  commentMarks
	out    []Comment
}

func (c *commenter) take(s source.Span) {
	for at := s.Start; at < s.End; {
		k := bytes.Index(c.file.Data[at:s.End], c.marker)
		if k < 0 {
			return
		}
		at += k
		end := s.End
		if n := bytes.IndexAny(c.file.Data[at:s.End], "\r\n"); n >= 0 {
			end = at + n
		}
		text := bytes.TrimRight(c.file.Data[at:end], " \t\r\n\f\v")
		c.out = append(c.out, Comment{Span: source.Span{Start: at, End: at + len(text)}, Text: string(text), End: s.End})
		at = end
	}
}

func (c *commenter) code(lang lex.Language) {
	data := c.file.Data
	c.marks = codeMarks(lang)
	tokens := lex.Read(c.file, lang)
	from := c.file.BOM()
	if bytes.HasPrefix(data[from:], []byte("#!")) {
		from = c.lineEnd(from)
	}
	outside := lang == lex.PHP // in what a program of PHP prints as it stands
	between := func(to int) {
		if outside {
			from, outside = phpStart(data, from, to)
		}
		if !outside {
			c.between(from, to)
		}
	}
	for i, t := range tokens.Tokens {
		if t.Start == t.End || t.Kind == lex.Doc && lang == lex.Ruby && beginsClass(tokens, i+1) {
			continue
		}
		between(int(t.Start))
		from = max(from, int(t.End))
		outside = lang == lex.PHP && string(data[t.Start:t.End]) == "?>"
	}
	if !tokens.Cut {
		between(len(data))
	}
}

// beginsClass reports whether token i of Ruby begins a class or a module, which no description of a tool documents.
func beginsClass(f *lex.File, i int) bool {
	if i >= len(f.Tokens) {
		return false
	}
	word := string(f.Source.Data[f.Tokens[i].Start:f.Tokens[i].End])
	return word == "class" || word == "module"
}

// phpStart returns where code begins in bytes [from, to) of a file, after its mark; outside is true when it does not.
func phpStart(data []byte, from, to int) (at int, outside bool) {
	for {
		k := bytes.Index(data[from:max(from, to)], []byte("<?"))
		if k < 0 {
			return to, true
		}
		from += k + 2
		switch rest := data[from:to]; {
		case bytes.HasPrefix(rest, []byte("=")):
			return from + 1, false
		case len(rest) >= 3 && bytes.EqualFold(rest[:3], []byte("php")):
			return from + 3, false
		}
	}
}

func (c *commenter) document() {
	format := manifest.Sniff(c.file)
	switch format {
	case manifest.JSON:
		c.marks = commentMarks{slashes: true, blocks: true, filler: "{}[],:\x1e"}
	case manifest.YAML, manifest.FrontMatter:
		c.marks = commentMarks{hash: true, spaced: true, filler: "-:?,[]{}.<", runs: "&*!", lines: "%"}
	case manifest.TOML:
		c.marks = commentMarks{hash: true, filler: "=[]{},.-_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"}
	default:
		return
	}
	docs, problems := manifest.ParseAs(c.file, format)
	if len(problems) > 0 {
		// Nobody knows what the rest is.
		return
	}
	from, end := c.file.BOM(), len(c.file.Data)
	if format == manifest.FrontMatter {
		end = manifest.FrontEnd(c.file)
	}
	for _, s := range values(docs) {
		if s.Start >= end {
			break
		}
		c.between(from, s.Start)
		if (format == manifest.YAML || format == manifest.FrontMatter) && s.Start >= from {
			c.header(s)
		}
		from = max(from, s.End)
	}
	c.between(from, end)
}

// header looks at what follows the mark of a block scalar of YAML in its line.
func (c *commenter) header(s source.Span) {
	data := c.file.Data
	if data[s.Start] != '|' && data[s.Start] != '>' {
		return
	}
	i := s.Start + 1
	for i < s.End && strings.IndexByte("+-0123456789", data[i]) >= 0 {
		i++
	}
	c.between(i, min(c.lineEnd(i), s.End))
}

// values returns where the names, strings and other single values of documents stand, in their order. Aliases lead to a value more than
// once.
func values(docs []*source.Node) []source.Span {
	var out []source.Span
	seen := map[*source.Node]bool{}
	var look func(n *source.Node)
	look = func(n *source.Node) {
		switch {
		case n == nil:
		case n.Kind == source.Array || n.Kind == source.Object:
			if seen[n] {
				return
			}
			seen[n] = true
			for name, value := range n.Children() {
				look(name)
				look(value)
			}
		case n.Span.Start < n.Span.End:
			out = append(out, n.Span)
		}
	}
	for _, d := range docs {
		look(d)
	}
	slices.SortFunc(out, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return out
}

// commentMarks says what may come between the tokens of a language.
type commentMarks struct {
	// slashes and hash are set where // and # begin a comment that ends with its line; # after a blank only when spaced is set.
	slashes, hash, spaced bool
	// blocks is set for /* and */, which nest when nested is set, and begin for =begin and =end of Ruby.
	blocks, nested, begin bool
	// documents is set where ///, //!, /** and /*! begin documentation.
	documents bool
	// directives is set where a line that begins with # is one of a preprocessor.
	directives bool
	// filler are marks that are not tokens; after runs everything up to the next blank is none, after lines to the end of the line.
	filler, runs, lines string
	// breaks are what ends a line.
	breaks lex.Breaks
}

func codeMarks(lang lex.Language) commentMarks {
	marks := lang.Comments()
	m := commentMarks{hash: slices.Contains(marks, "#"), slashes: slices.Contains(marks, "//"), nested: lang.NestsComments(), breaks: lex.BreaksOf(lang)}
	m.blocks, m.documents = m.slashes, m.slashes
	switch lang {
	case lex.Python, lex.Elixir, lex.Ruby:
		m.filler, m.begin = `\`, lang == lex.Ruby
	case lex.Cpp, lex.CSharp:
		m.filler, m.directives = `\`, true
	}
	return m
}

// between looks at bytes [from, to), which are in no token. It ends at the first that it cannot account for.
func (c *commenter) between(from, to int) {
	data, m := c.file.Data, &c.marks
	for i := from; i < to; {
		switch b := data[i]; {
		case b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == '\f' || b == '\v':
			i++
		case b >= 0x80 && m.breaks.At(data, i) > 0:
			i += m.breaks.At(data, i)
		case b == '#' && m.hash && (!m.spaced || i == c.file.BOM() || strings.IndexByte(" \t\r\n", data[i-1]) >= 0),
			b == '/' && m.slashes && i+1 < to && data[i+1] == '/':
			end := min(c.lineEnd(i), to)
			if !m.documents || !documents(data[i:end]) {
				c.take(source.Span{Start: i, End: end})
			}
			i = end
		case b == '#' && m.directives && c.beginsLine(i):
			i = c.directiveEnd(i, to)
		case b == '/' && m.blocks && i+1 < to && data[i+1] == '*':
			end := c.blockEnd(i, to)
			if end < 0 {
				return
			}
			if !m.documents || !documents(data[i:end]) {
				c.take(source.Span{Start: i + 2, End: end - 2})
			}
			i = end
		case b == '=' && m.begin && bytes.HasPrefix(data[i:to], []byte("=begin")) && c.beginsLine(i):
			end := bytes.Index(data[i:to], []byte("\n=end"))
			if end < 0 {
				return
			}
			c.take(source.Span{Start: i, End: i + end})
			i = min(c.lineEnd(i+end+1), to)
		case strings.IndexByte(m.lines, b) >= 0 && c.beginsLine(i):
			i = c.lineEnd(i)
		case strings.IndexByte(m.runs, b) >= 0:
			for i < to && strings.IndexByte(" \t\r\n", data[i]) < 0 {
				i++
			}
		case strings.IndexByte(m.filler, b) >= 0:
			i++
		default:
			return
		}
	}
}

// documents reports whether a comment of the C family is documentation by its first bytes.
func documents(comment []byte) bool {
	return len(comment) > 3 && (comment[2] == '!' || comment[2] == comment[1] && string(comment) != "/**/")
}

func (c *commenter) lineEnd(i int) int { return c.marks.breaks.Next(c.file.Data, i) }

func (c *commenter) beginsLine(i int) bool {
	for i > c.file.BOM() && (c.file.Data[i-1] == ' ' || c.file.Data[i-1] == '\t') {
		i--
	}
	return i <= c.file.BOM() || c.file.Data[i-1] == '\n' || c.file.Data[i-1] == '\r'
}

// blockEnd returns the end of the block comment at i, or -1 when it has none before to.
func (c *commenter) blockEnd(i, to int) int {
	data, depth := c.file.Data, 0
	for ; i+1 < to; i++ {
		switch {
		case data[i] == '*' && data[i+1] == '/':
			i++
			if depth--; depth == 0 {
				return i + 1
			}
		case data[i] == '/' && data[i+1] == '*' && (depth == 0 || c.marks.nested):
			i++
			depth++
		}
	}
	return -1
}

// directiveEnd returns where the directive of a preprocessor at i ends: with its line, unless a backslash ends that, or at a comment.
func (c *commenter) directiveEnd(i, to int) int {
	data := c.file.Data
	for quoted := byte(0); i < to; i++ {
		switch b := data[i]; {
		case b == '\\':
			if i+2 < to && data[i+1] == '\r' && data[i+2] == '\n' {
				i++
			}
			i++
		case b == '\n' || b == '\r':
			return i
		case quoted != 0:
			if b == quoted {
				quoted = 0
			}
		case b == '"' || b == '\'' || b == '<':
			if quoted = b; b == '<' {
				quoted = '>'
			}
		case b == '/' && i+1 < to && (data[i+1] == '/' || data[i+1] == '*'):
			return i
		}
	}
	return to
}
