package launch

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
)

// posixReader adds the simple commands of a script that bash would read, which reads what the plainer shells do.
type posixReader struct {
	*interpreting
	body word
}

// posix reads a script, unless it is not well formed.
func (x *interpreting) posix(body word) bool {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(parsable(body.text)), "")
	if err != nil {
		return false
	}
	p := posixReader{x, body}
	for _, s := range file.Stmts {
		p.statement(s, command{inside: -1})
	}
	return true
}

// parsable writes the variables of clients, such as ${user_config.key}, as shells would have them, byte for byte.
func parsable(s string) string {
	return clientVariable().ReplaceAllStringFunc(s, func(v string) string { return strings.ReplaceAll(v, ".", "_") })
}

var clientVariable = lazy.Regexp(`\$\{[\w.]+`)

// statement reads a statement with what surrounds it: what it reads from and the word it is substituted into.
func (p posixReader) statement(s *syntax.Stmt, around command) {
	if p.found >= maxCommands {
		return
	}
	first := len(p.r.commands)
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		p.simple(appendNodes(appendNodes(nil, c.Assigns), c.Args), s.Redirs, around)
		return
	case *syntax.DeclClause:
		// export X=… and its like.
		p.simple(appendNodes([]syntax.Node{c.Variant}, c.Args), nil, around)
		return
	case nil:
		p.simple(nil, s.Redirs, around)
		return
	case *syntax.BinaryCmd:
		p.statement(c.X, around)
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			around.piped, around.feedFrom, around.feedTo = true, first, len(p.r.commands)
		}
		p.statement(c.Y, around)
	default:
		p.nested(c, around)
	}
	// What the parts of a group read and write is what the group does.
	redirects := p.redirects(s.Redirs)
	for i := first; i < len(p.r.commands) && i < first+maxRedirected; i++ {
		if c := &p.r.commands[i]; c.script == p.script && c.inside == around.inside {
			c.redirects = append(c.redirects, redirects...)
		}
	}
}

func (p posixReader) nested(n syntax.Node, around command) {
	syntax.Walk(n, func(n syntax.Node) bool {
		s, is := n.(*syntax.Stmt)
		if is {
			p.statement(s, around)
		}
		return !is && n != nil
	})
}

// simple adds a simple command of words, assignments, and the word of a declaration.
func (p posixReader) simple(nodes []syntax.Node, redirs []*syntax.Redirect, c command) {
	c.redirects = p.redirects(redirs)
	var words []word
	for _, n := range nodes {
		switch n := n.(type) {
		case *syntax.Assign:
			words = append(words, p.assignment(n))
		case *syntax.Word:
			words = append(words, p.word(n, n.Parts))
		case *syntax.Lit:
			words = append(words, p.word(n, []syntax.WordPart{n}))
		}
	}
	me := p.add(words, c)
	for i, n := range nodes {
		p.nested(n, command{inside: me, slot: i, fills: assignedBy(words, i)})
	}
	for _, x := range redirs {
		p.nested(x, command{inside: me, slot: inputSlot})
	}
}

func appendNodes[N syntax.Node](to []syntax.Node, nodes []N) []syntax.Node {
	for _, n := range nodes {
		to = append(to, n)
	}
	return to
}

func (p posixReader) assignment(a *syntax.Assign) word {
	var parts []syntax.WordPart
	if a.Value != nil && a.Name != nil && !a.Append && a.Index == nil && a.Array == nil {
		parts = append([]syntax.WordPart{&syntax.Lit{Value: a.Name.Value + "="}}, a.Value.Parts...)
	}
	return p.word(a, parts)
}

func (p posixReader) redirects(redirs []*syntax.Redirect) []redirect {
	var out []redirect
	for _, x := range redirs {
		w, fd := x.Word, ""
		if x.Hdoc != nil {
			w = x.Hdoc
		}
		if x.N != nil {
			fd = x.N.Value
		}
		if w != nil {
			out = append(out, redirect{op: x.Op.String(), file: p.word(w, w.Parts), fd: fd})
		}
	}
	return out
}

func raw(text string, n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset()) //nolint:gosec // Both are below maxScript.
	if from > to || to > len(text) {
		return ""
	}
	return text[from:to]
}

// word makes a word of a part of the script, which is made of parts.
func (p posixReader) word(n syntax.Node, parts []syntax.WordPart) word {
	written := raw(p.body.text, n)
	from := int(n.Pos().Offset()) //nolint:gosec // See raw.
	out := word{text: written, field: p.body.field, start: p.body.start, end: p.body.end, open: launcher.IsVariable(written)}
	if base, ok := p.body.literal(p.t); ok {
		out.start, out.end = base+from, base+from+len(written)
	}
	if len(parts) > 0 {
		var b strings.Builder
		out.open = false
		for _, part := range parts {
			out.open = unquote(&b, p.body.text, part, false) || out.open
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
		v, _ := strconv.ParseUint("0"+e[1:], 0, 16) // 0x41 and 0101, as in C.
		return string([]byte{byte(v)})
	})
}

var escapedByte = lazy.Regexp(`\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3}`)
