package oracle

import (
	"strings"
	"time"
	"unsafe"

	sitter "github.com/tree-sitter/go-tree-sitter"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// hole stands in the value of an interpolated literal for each thing that is put in.
const hole = "\U000F0000"

// literal is a string literal, or a documentation comment, as one of the two readers saw it.
type literal struct {
	// start and end are the bytes with prefix and delimiters.
	start, end int
	// value is the decoded text, with CRLF as LF.
	value string
	// holes are the offsets at which interpolations begin.
	holes []int
	// body marks the lines of a heredoc, whose delimiters stand elsewhere: only the line it begins on and its value are
	// compared.
	body bool
	// doc marks a documentation comment: its value is compared without white space and asterisks.
	doc bool
	// raw marks one whose decoding is not compared.
	raw bool
}

// node is a node of tree-sitter's tree with the source it stands in.
type node struct {
	*sitter.Node
	src []byte
}

func (n node) start() int       { return int(n.StartByte()) }
func (n node) end() int         { return int(n.EndByte()) }
func (n node) text() string     { return string(n.src[n.start():n.end()]) }
func (n node) child(i int) node { return node{n.Child(uint(i)), n.src} }
func (n node) count() int       { return int(n.ChildCount()) }
func (n node) parent() string {
	if p := n.Parent(); p != nil {
		return p.Kind()
	}
	return ""
}

// visit calls f for n and all below it in order of source, as long as f returns true for what is above.
func (n node) visit(f func(node) bool) {
	if !f(n) {
		return
	}
	for i := range n.count() {
		n.child(i).visit(f)
	}
}

// parts returns the content [from, to) of n with each child that is one of kinds replaced by a hole.
func (n node) parts(from, to int, kinds ...string) (content string, holes []int) {
	var b strings.Builder
	for i := range n.count() {
		c := n.child(i)
		if !oneOf(c.Kind(), kinds...) || c.start() < from || c.end() > to {
			continue
		}
		b.Write(n.src[from:c.start()])
		b.WriteString(hole)
		holes = append(holes, c.start())
		from = c.end()
	}
	b.Write(n.src[from:max(from, to)])
	return b.String(), holes
}

// literal makes a literal of n, whose delimiters are so many bytes, with what decode makes of its content.
func (n node) literal(front, back int, decode func(string) string, holes ...string) *literal {
	content, at := n.parts(n.start()+front, n.end()-back, holes...)
	return &literal{start: n.start(), end: n.end(), value: decode(content), holes: at}
}

func oneOf(s string, list ...string) bool {
	for _, x := range list {
		if s == x {
			return true
		}
	}
	return false
}

// parseLimit bounds a parse: tree-sitter takes hours for some files that were made for it.
const parseLimit = 30 * time.Second

// parse reads src with a grammar. It returns nil when that takes too long; the goroutine is lost then.
func parse(grammar unsafe.Pointer, src []byte) *sitter.Tree {
	done := make(chan *sitter.Tree, 1)
	go func() {
		p := sitter.NewParser()
		defer p.Close()
		if err := p.SetLanguage(sitter.NewLanguage(grammar)); err != nil {
			panic(err)
		}
		done <- p.Parse(src, nil)
	}()
	select {
	case t := <-done:
		return t
	case <-time.After(parseLimit):
		return nil
	}
}

// lexed returns the literals that lex found.
func lexed(f *lex.File) []literal {
	var out []literal
	for i, t := range f.Tokens {
		switch {
		case t.Kind == lex.String || t.Kind == lex.Doc:
			out = append(out, literal{start: int(t.Start), end: int(t.End), value: f.Text(i).Value, doc: t.Kind == lex.Doc})
		case f.Opens(i, lex.Quote):
			l := literal{start: int(t.Start), end: int(f.Tokens[f.Pair(i)].End)}
			var b strings.Builder
			for k := i + 1; k < f.Pair(i); k = f.Next(k) {
				if f.Opens(k, lex.Hole) {
					l.holes = append(l.holes, int(f.Tokens[k].Start))
					b.WriteString(hole)
					continue
				}
				b.WriteString(f.Text(k).Value)
			}
			l.value = b.String()
			out = append(out, l)
		}
	}
	return out
}

// misplaced returns the offset of the first literal or piece of one in which a character that is not an escape is said to stand
// where another does, or -1.
func misplaced(f *lex.File) int {
	for i, t := range f.Tokens {
		if t.Kind != lex.String && t.Kind != lex.Chunk && t.Kind != lex.Doc {
			continue
		}
		text := f.Text(i)
		for k := 0; k < len(text.Value); k++ {
			locs := text.Locate(k, k+1)
			if len(locs) != 1 || locs[0].File != f.Source {
				return int(t.Start)
			}
			l := locs[0]
			if raw := f.Source.Data[l.Span.Start:l.Span.End]; !l.Escaped && string(raw) != text.Value[k:k+1] && !folded(raw) {
				return int(t.Start)
			}
		}
	}
	return -1
}

// folded reports whether raw is white space with a line break in it, which may be decoded to anything.
func folded(raw []byte) bool {
	s := string(raw)
	return strings.ContainsAny(s, "\r\n")
}

func newFile(path string, src []byte) *source.File { return source.NewFile(path, path, src) }
