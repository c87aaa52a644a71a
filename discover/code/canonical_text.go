package code

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// keepUnread notes the code of the call, decorator and objects of a definition as far as it was not understood: options, media types, tags.
// Functions and what wraps them are left out, since a definition does not change when they are renamed or wrapped.
func (r *reader) keepUnread(en *entry, d *draft) {
	var es []*syntax.Expr
	for _, e := range en.made {
		if r.fuel < codeReserve || e.Kind != syntax.Call && e.Kind != syntax.Object || len(e.Args) > maxCodeExprs {
			continue
		}
		args := slices.DeleteFunc(slices.Clone(e.Args), func(a syntax.Arg) bool { return a.Value == nil || !r.isUnread(en, &a) })
		if len(args) > 0 {
			es = append(es, &syntax.Expr{Kind: syntax.Object, Span: e.Span, Args: args, Scope: e.Scope})
		}
	}
	if en.kind == kindTool {
		es = append(es, en.result)
	}
	r.setCode(d, en.span, "", es...)
}

// isUnread reports whether an argument of what registers a definition says something of it that was not understood.
func (r *reader) isUnread(en *entry, a *syntax.Arg) bool {
	v, read := a.Value, false
	if v.Kind == syntax.Lambda {
		return false
	}
	if a.Name == "" {
		return r.positionUnread(en, a)
	}
	switch roles[key(a.Name)] {
	case roleName, roleDescription, roleDescriber, roleTitle, roleURI, roleBody, roleHandler, roleOther:
		read = true
	case roleSchema, roleArguments:
		read = en.schema != nil || en.args != nil
	case roleOutput, roleResult:
		read = en.output != nil
	case roleAnnotations:
		read = en.annotations != nil
	case roleMeta:
		read = en.meta != nil
	case roleHint:
		read = v.Kind == syntax.Scalar
	}
	return !read && r.isData(v)
}

// positionUnread is isUnread for an argument without a name.
func (r *reader) positionUnread(en *entry, a *syntax.Arg) bool {
	v, open := a.Value, en.schema == nil && en.args == nil
	switch {
	case a.Spread:
		return r.isData(v)
	case v.Kind == syntax.Scalar:
		return true
	case v.Kind == syntax.Object:
		return !slices.Contains(en.made, v) && !isHints(v) && open && r.isData(v)
	case v.Kind == syntax.Call && isOption(key(v.Name)):
		return r.optionUnread(en, v, key(v.Name))
	case v.Kind == syntax.Call:
		return en.schema == nil && (transparent[v.Name] || schematic(v.Name) || contains(v.Name, "raw")) && r.isData(v)
	case v.Kind != syntax.Ref || r.lookup(v.Scope, head(v.Name)).any():
		return false // what the file binds a name to was read, or is a function
	}
	name := last(v.Name)
	return allCaps(name) || schematic(name) || contains(name, "annotations", "hints")
}

// optionUnread reports whether an option of a tool says something that was not understood: WithDestructiveHintAnnotation(true).
func (r *reader) optionUnread(en *entry, v *syntax.Expr, k string) bool {
	args := positional(v)
	switch {
	case hasSuffix(k, "description", "title", "titleannotation") || k == "withname" || k == "with":
		return false
	case hasSuffix(k, "annotation", "annotations"):
		return !(len(args) == 1 && args[0].Kind == syntax.Object && en.annotations != nil) && !slices.ContainsFunc(args, r.goHandles)
	case strings.HasSuffix(k, "schema") || len(args) == 0:
		return r.isData(v)
	}
	t := r.eval(args[0])
	return !(t.known() && nameLike(t.alts[0].string())) && r.isData(v) // what has a name is a parameter
}

// maxDataExprs bounds the expressions that are looked through for functions.
const maxDataExprs = 1_000

// isData reports whether an expression is made of data only, as far as is known: of no functions, and of no names that may be ones.
func (r *reader) isData(e *syntax.Expr) bool {
	left := maxDataExprs
	return r.dataOnly(e, &left, 0)
}

func (r *reader) dataOnly(e *syntax.Expr, left *int, depth int) bool {
	if e == nil {
		return true
	}
	*left--
	switch {
	case *left < 0 || depth > 20 || e.Kind == syntax.Lambda:
		return false
	case e.Kind == syntax.Ref:
		return r.dataName(e, left, depth)
	case e.Kind == syntax.Call && isLower(firstByte(e.Name)) && len(r.called(e)) > 0:
		return false
	}
	return !slices.ContainsFunc(e.Args, func(a syntax.Arg) bool { return !r.dataOnly(a.Value, left, depth+1) }) &&
		!slices.ContainsFunc(e.Items, func(x *syntax.Expr) bool { return !r.dataOnly(x, left, depth+1) })
}

// dataName reports whether a name stands for data, or is written as constants and types are.
func (r *reader) dataName(e *syntax.Expr, left *int, depth int) bool {
	switch n := r.lookup(e.Scope, head(e.Name)); {
	case n.param != nil || len(n.funcs) > 0:
		return false
	case len(n.classes) > 0:
		return true
	case !n.any():
		return isUpper(firstByte(last(e.Name)))
	}
	return !slices.ContainsFunc(r.follow(e.Scope, e.Name), func(t target) bool {
		return t.fn != nil || t.expr != nil && t.expr != e && !r.dataOnly(t.expr, left, depth+4)
	})
}

// typeArguments writes the types that a function of Go is called with, and their fields: WithInputSchema[Input]().
func (s *printer) typeArguments(e *syntax.Expr) {
	from := e.NameSpan.End
	if s.r.u.Lang != lex.Go || from <= 0 {
		return
	}
	rest, ok := strings.CutPrefix(string(s.r.f.Data[from:min(len(s.r.f.Data), from+201)]), "[")
	to := strings.IndexAny(rest, "]\n")
	if !ok || to < 0 || rest[to] == '\n' {
		return
	}
	s.b.WriteByte('[')
	s.typed(rest[:to])
	s.b.WriteByte(']')
	c := s.r.classNamed(e.Scope, typeName(rest[:to]))
	if c == nil {
		return
	}
	for _, b := range c.Members[:min(len(c.Members), maxCodeExprs)] {
		s.b.WriteString(";" + b.Name + " ")
		s.typed(b.Type)
		for _, a := range b.Attrs {
			s.expr(a, maxCodeDepth-2)
		}
	}
}

// normalized leaves out of code, which it cuts, what is a matter of layout, but not within quotes and regular expressions.
func normalized(s string, lang lex.Language) string {
	if len(s) > maxCode {
		sum := sha256.Sum256([]byte(s))
		s = s[:maxCode] + "#" + hex.EncodeToString(sum[:])
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case strings.IndexByte(blanks, c) >= 0:
			continue
		case c == '"' || c == '`' || c == '\'' && lang != lex.Rust:
			end := closing(s, i)
			if c == '\'' {
				c = '"'
			}
			out = append(append(out, c), s[i+1:end]...)
			if i = end; i == len(s) {
				continue
			}
		case c == '/' && lang == lex.JavaScript && beforeRegex(out):
			end := closing(s, i)
			out = append(out, s[i:end]...)
			if i = end; i == len(s) || s[i] == '\n' {
				i--
				continue
			}
		case strings.IndexByte(")]}>", c) >= 0:
			out = bytes.TrimSuffix(out, []byte(","))
		}
		out = append(out, c)
	}
	return string(out)
}

// closing is where the quote or regular expression that begins at i of s is closed, or the end of s, or of the line for the latter.
func closing(s string, i int) int {
	class := false
	for k := i + 1; k < len(s); k++ {
		switch c := s[k]; {
		case c == '\\':
			k++
		case c == '[' || c == ']':
			class = c == '[' && s[i] == '/'
		case c == s[i] && !class || c == '\n' && s[i] == '/':
			return k
		}
	}
	return len(s)
}

// beforeRegex reports whether a slash after that code begins a regular expression rather than divides.
func beforeRegex(out []byte) bool {
	return len(out) == 0 || strings.IndexByte("(,=:[!&|?{};+-*%<>~^", out[len(out)-1]) >= 0
}

// normalizedNumber writes a number without what says nothing: 7 of 7.0, 1000 of 1_000, 0.5 of .5, 0xff of 0xFF. Anything else is as it is.
func normalizedNumber(s string) string {
	plain := strings.TrimPrefix(s, "-")
	if plain == "" || !isDigit(plain[0]) && plain[0] != '.' {
		return s
	}
	s = strings.ToLower(s)
	if plain[0] == '.' {
		s = strings.Replace(s, ".", "0.", 1)
	}
	if !decimal.MatchString(s) {
		return s
	}
	if strings.Contains(s, ".") {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return strings.ReplaceAll(s, "_", "")
}

var decimal = regexp.MustCompile(`^-?[0-9][0-9_]*(\.[0-9]*)?$`)
