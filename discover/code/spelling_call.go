package code

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// leftOver notes the code of the call, decorator and objects that a definition was read of, as far as it says what was not understood:
// options, media types, tags. What a tool does when it is called is none of it: functions and what is put around them stay out, so that
// to rename or to wrap one is no change of the definition.
func (r *reader) leftOver(en *entry, d *draft) {
	var es []*syntax.Expr
	for _, e := range en.made {
		if r.fuel < spellingReserve || e.Kind != syntax.Call && e.Kind != syntax.Object || len(e.Args) > maxSpelled {
			continue
		}
		var args []syntax.Arg
		for i := range e.Args {
			if a := e.Args[i]; a.Value != nil && r.isLeft(en, &a) {
				args = append(args, a)
			}
		}
		if len(args) > 0 {
			es = append(es, &syntax.Expr{Kind: syntax.Object, Span: e.Span, Args: args, Scope: e.Scope})
		}
	}
	if en.result != nil && en.kind == kindTool {
		es = append(es, en.result)
	}
	if len(es) > 0 {
		r.setCode(d, en.span, "", es...)
	}
}

// isLeft reports whether an argument of what registers a definition says something of it that was not understood.
func (r *reader) isLeft(en *entry, a *syntax.Arg) bool {
	v := a.Value
	if v.Kind == syntax.Lambda {
		return false
	}
	if a.Name == "" {
		return r.positionLeft(en, a)
	}
	switch roles[key(a.Name)] {
	case roleName, roleDescription, roleDescriber, roleTitle, roleURI, roleBody, roleHandler, roleOther:
		return false
	case roleSchema, roleArguments:
		return en.schema == nil && en.args == nil && r.inert(v)
	case roleOutput, roleResult:
		return en.output == nil && r.inert(v)
	case roleAnnotations:
		return en.annotations == nil && r.inert(v)
	case roleMeta:
		return en.meta == nil && r.inert(v)
	case roleHint:
		return v.Kind != syntax.Scalar && r.inert(v)
	}
	return r.inert(v)
}

// positionLeft is isLeft for an argument without a name.
func (r *reader) positionLeft(en *entry, a *syntax.Arg) bool {
	v := a.Value
	if a.Spread {
		return r.inert(v)
	}
	switch v.Kind {
	case syntax.Scalar:
		return true
	case syntax.Object:
		return !slices.Contains(en.made, v) && !isHints(v) && en.schema == nil && en.args == nil && r.inert(v)
	case syntax.Call:
		if k := key(v.Name); isOption(k) {
			return r.optionLeft(en, v, k)
		}
		return en.schema == nil && (transparent[v.Name] || schematic(v.Name) || contains(v.Name, "raw")) && r.inert(v)
	case syntax.Ref:
		if r.lookup(v.Scope, head(v.Name)).any() {
			return false // what the file binds it to was read, or is a function
		}
		name := last(v.Name)
		return upper(name) || schematic(name) || contains(name, "annotations") || contains(name, "hints")
	default:
		return false
	}
}

// optionLeft reports whether an option of a tool says something that was not understood: WithDestructiveHintAnnotation(true).
func (r *reader) optionLeft(en *entry, v *syntax.Expr, k string) bool {
	args := positional(v)
	switch {
	case strings.HasSuffix(k, "description") || strings.HasSuffix(k, "title") || strings.HasSuffix(k, "titleannotation") || k == "withname" || k == "with":
		return false
	case strings.HasSuffix(k, "annotation") || strings.HasSuffix(k, "annotations"):
		return !(len(args) == 1 && args[0].Kind == syntax.Object && en.annotations != nil) && !slices.ContainsFunc(args, r.goHandles)
	case strings.HasSuffix(k, "schema"):
		return r.inert(v)
	}
	if len(args) > 0 {
		if t := r.eval(args[0]); t.known() && nameLike(t.alts[0].string()) {
			return false // a parameter
		}
	}
	return r.inert(v)
}

// maxInert bounds the expressions that are looked through for functions.
const maxInert = 1_000

// inert reports whether an expression is made of data only, as far as can be told: of no functions, and of no names that may be ones.
func (r *reader) inert(e *syntax.Expr) bool {
	left := maxInert
	return r.dataOnly(e, &left, 0)
}

func (r *reader) dataOnly(e *syntax.Expr, left *int, depth int) bool {
	if e == nil {
		return true
	}
	if *left--; *left < 0 || depth > 20 {
		return false
	}
	switch e.Kind {
	case syntax.Lambda:
		return false
	case syntax.Ref:
		return r.dataName(e, left, depth)
	case syntax.Call:
		if isLower(firstByte(e.Name)) && len(r.called(e)) > 0 {
			return false
		}
	}
	for i := range e.Args {
		if !r.dataOnly(e.Args[i].Value, left, depth+1) {
			return false
		}
	}
	for _, x := range e.Items {
		if !r.dataOnly(x, left, depth+1) {
			return false
		}
	}
	return true
}

// dataName reports whether a name stands for data, or is written as constants and types are.
func (r *reader) dataName(e *syntax.Expr, left *int, depth int) bool {
	n := r.lookup(e.Scope, head(e.Name))
	switch {
	case n.param != nil || len(n.funcs) > 0:
		return false
	case len(n.classes) > 0:
		return true
	case !n.any():
		return isUpper(firstByte(last(e.Name)))
	}
	for _, t := range r.follow(e.Scope, e.Name) {
		if t.fn != nil || t.expr != nil && t.expr != e && !r.dataOnly(t.expr, left, depth+4) {
			return false
		}
	}
	return true
}

// typeArguments writes the types that a function of Go is called with, and the fields of those that the file declares:
// WithInputSchema[Input]().
func (s *speller) typeArguments(e *syntax.Expr) {
	from := e.NameSpan.End
	data := s.r.f.Data
	if s.r.u.Lang != lex.Go || from <= 0 || from >= len(data) || data[from] != '[' {
		return
	}
	to := from
	for to < len(data) && to-from < 200 && data[to] != ']' && data[to] != '\n' {
		to++
	}
	if to >= len(data) || data[to] != ']' {
		return
	}
	t := string(data[from+1 : to])
	s.b.WriteByte('[')
	s.typed(t)
	s.b.WriteByte(']')
	if c := s.r.classNamed(e.Scope, typeName(t)); c != nil {
		for i, b := range c.Members {
			if i >= maxSpelled {
				return
			}
			s.b.WriteString(";" + b.Name + " ")
			s.typed(b.Type)
			for _, a := range b.Attrs {
				s.expr(a, maxSpellingDepth-2)
			}
		}
	}
}

// squeezed leaves out of code the white space and what else is a matter of layout, but not within quotes and regular expressions, and is
// cut.
func squeezed(s string, lang lex.Language) string {
	if len(s) > maxSpelling {
		sum := sha256.Sum256([]byte(s))
		s = s[:maxSpelling] + "#" + hex.EncodeToString(sum[:])
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case c == '"' || c == '`' || c == '\'' && lang != lex.Rust:
			end := closing(s, i)
			if c != '`' {
				c = '"'
			}
			out = append(out, c)
			out = append(out, s[i+1:end]...)
			if i = end; i < len(s) {
				out = append(out, c)
				i++
			}
			continue
		case c == '/' && lang == lex.JavaScript && beforeRegex(out):
			end := regexEnd(s, i)
			out = append(out, s[i:end]...)
			i = end
			continue
		case c == ')' || c == ']' || c == '}' || c == '>':
			if n := len(out); n > 0 && out[n-1] == ',' {
				out = out[:n-1]
			}
		}
		out = append(out, c)
		i++
	}
	return string(out)
}

// closing is where the quote at i of s is closed, or the end of s.
func closing(s string, i int) int {
	for k := i + 1; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case s[i]:
			return k
		}
	}
	return len(s)
}

// beforeRegex reports whether a slash after that code begins a regular expression rather than divides.
func beforeRegex(out []byte) bool {
	return len(out) == 0 || strings.IndexByte("(,=:[!&|?{};+-*%<>~^", out[len(out)-1]) >= 0
}

// regexEnd is the end of the regular expression that begins at i of s.
func regexEnd(s string, i int) int {
	class := false
	for k := i + 1; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return k + 1
			}
		case '\n':
			return k
		}
	}
	return len(s)
}

// number10 writes a number without what says nothing: 7 of 7.0 and of 7.00, 1000 of 1_000, 0.5 of .5, 0xff of 0xFF. Anything else is
// as it is.
func number10(s string) string {
	plain := strings.TrimPrefix(s, "-")
	if plain == "" || !isDigit(plain[0]) && plain[0] != '.' {
		return s
	}
	s = strings.ToLower(s)
	if plain[0] == '.' {
		s = strings.Replace(s, ".", "0.", 1)
	}
	digits, dot := false, -1
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '-' && i == 0:
		case isDigit(c):
			digits = true
		case c == '_' && digits && dot < 0:
		case c == '.' && digits && dot < 0:
			dot = i
		default:
			return s
		}
	}
	if !digits {
		return s
	}
	if dot >= 0 {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return strings.ReplaceAll(s, "_", "")
}
