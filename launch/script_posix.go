package launch

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/lazy"
)

type simple struct {
	around
	words     []word
	redirects []redirect
}

// posixReader collects the simple commands of a script that bash would read, which reads what the plainer shells do.
type posixReader struct {
	t     detect.ToolView
	body  word
	found []simple
}

// around is what surrounds a statement: what it reads from and the word it is substituted into.
type around struct {
	piped bool
	// These are as in command, of indices of simple commands.
	feedFrom, feedTo, inside, slot int
}

func parsed(t detect.ToolView, body word) (found []simple, ok bool) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(parsable(body.text)), "")
	if err != nil {
		return nil, false
	}
	r := posixReader{t: t, body: body}
	for _, s := range file.Stmts {
		r.statement(s, around{inside: -1})
	}
	return r.found, true
}

// parsable writes the variables of clients, such as ${user_config.key}, as shells would have them, byte for byte.
func parsable(s string) string {
	return clientVariable().ReplaceAllStringFunc(s, func(v string) string { return strings.ReplaceAll(v, ".", "_") })
}

var clientVariable = lazy.Regexp(`\$\{[\w.]+`)

func (r *posixReader) statement(s *syntax.Stmt, a around) {
	if len(r.found) >= maxCommands {
		return
	}
	first := len(r.found)
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		r.simple(appendNodes(appendNodes(nil, c.Assigns), c.Args), s.Redirs, a)
		return
	case *syntax.DeclClause:
		// export X=… and its like.
		r.simple(appendNodes([]syntax.Node{c.Variant}, c.Args), nil, a)
		return
	case *syntax.BinaryCmd:
		r.statement(c.X, a)
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			a.piped, a.feedFrom, a.feedTo = true, first, len(r.found)
		}
		r.statement(c.Y, a)
	case nil:
		r.simple(nil, s.Redirs, a)
		return
	default:
		r.nested(c, a)
	}
	// What the parts of a group read and write is what the group does.
	for i := first; i < len(r.found) && i < first+maxRedirected; i++ {
		if r.found[i].inside == a.inside {
			r.found[i].redirects = append(r.found[i].redirects, r.redirects(s.Redirs)...)
		}
	}
}

// maxRedirected bounds the commands of a group that get its redirections.
const maxRedirected = 16

// nested reads the statements in a node.
func (r *posixReader) nested(n syntax.Node, a around) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if s, is := n.(*syntax.Stmt); is {
			r.statement(s, a)
			return false
		}
		return n != nil
	})
}

// simple adds a simple command of words, assignments, and the word of a declaration.
func (r *posixReader) simple(nodes []syntax.Node, redirs []*syntax.Redirect, a around) {
	me := len(r.found)
	c := simple{around: a, redirects: r.redirects(redirs)}
	for _, n := range nodes {
		switch n := n.(type) {
		case *syntax.Assign:
			c.words = append(c.words, r.assignment(n))
		case *syntax.Word:
			c.words = append(c.words, r.word(n))
		case *syntax.Lit:
			c.words = append(c.words, r.body.inner(r.t, n.Value, n, nil))
		}
	}
	r.found = append(r.found, c)
	for i, n := range nodes {
		r.nested(n, around{inside: me, slot: i})
	}
	for _, x := range redirs {
		r.nested(x, around{inside: me, slot: inputSlot})
	}
}

func appendNodes[N syntax.Node](to []syntax.Node, nodes []N) []syntax.Node {
	for _, n := range nodes {
		to = append(to, n)
	}
	return to
}

func (r *posixReader) assignment(a *syntax.Assign) word {
	var parts []syntax.WordPart
	if a.Value != nil && a.Name != nil && !a.Append && a.Index == nil && a.Array == nil {
		name := &syntax.Lit{Value: a.Name.Value + "="}
		parts = append([]syntax.WordPart{name}, a.Value.Parts...)
	}
	return r.body.inner(r.t, raw(r.body.text, a), a, parts)
}

func (r *posixReader) word(w *syntax.Word) word {
	return r.body.inner(r.t, raw(r.body.text, w), w, w.Parts)
}

func (r *posixReader) redirects(redirs []*syntax.Redirect) []redirect {
	var out []redirect
	for _, x := range redirs {
		w := x.Word
		if x.Hdoc != nil {
			w = x.Hdoc
		}
		if w != nil {
			fd := ""
			if x.N != nil {
				fd = x.N.Value
			}
			out = append(out, redirect{op: x.Op.String(), file: r.word(w), fd: fd})
		}
	}
	return out
}

// raw is a node as it is written.
func raw(text string, n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset()) //nolint:gosec // Both are below maxScript.
	if from > to || to > len(text) {
		return ""
	}
	return text[from:to]
}

// inner makes a word of a part of the script, which is written as written and made of parts.
func (w word) inner(t detect.ToolView, written string, n syntax.Node, parts []syntax.WordPart) word {
	from := int(n.Pos().Offset()) //nolint:gosec // See raw.
	out := word{text: written, field: w.field, start: w.start, end: w.end, open: expands(written) || strings.ContainsAny(written, "$`")}
	if base, ok := w.literal(t); ok {
		out.start, out.end = base+from, base+from+len(written)
	}
	if len(parts) > 0 {
		var b strings.Builder
		out.open = false
		for _, p := range parts {
			out.open = unquote(&b, w.text, p, false) || out.open
		}
		out.text = b.String()
	}
	return out
}

func unquote(b *strings.Builder, text string, p syntax.WordPart, quoted bool) (open bool) {
	switch p := p.(type) {
	case *syntax.Lit:
		for i := 0; i < len(p.Value); i++ {
			if p.Value[i] == '\\' && i+1 < len(p.Value) && (!quoted || strings.IndexByte("$`\"\\\n", p.Value[i+1]) >= 0) {
				if i++; p.Value[i] == '\n' {
					continue
				}
			}
			b.WriteByte(p.Value[i])
		}
	case *syntax.SglQuoted:
		if p.Dollar {
			b.WriteString(unescaped(p.Value))
		} else {
			b.WriteString(p.Value)
		}
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			open = unquote(b, text, inner, true) || open
		}
	default:
		b.WriteString(raw(text, p))
		open = true
	}
	return open
}

// unescaped opens the escapes of $'…' that hide letters: \xHH and \OOO; others stay as they are.
func unescaped(s string) string {
	return escapedByte().ReplaceAllStringFunc(s, func(e string) string {
		base, number := 8, e[1:]
		if e[1] == 'x' {
			base, number = 16, e[2:]
		}
		v, _ := strconv.ParseUint(number, base, 16)
		return string([]byte{byte(v)})
	})
}

var escapedByte = lazy.Regexp(`\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3}`)
