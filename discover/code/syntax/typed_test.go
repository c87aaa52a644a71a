package syntax

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"

	"github.com/org/mcp-lint/internal/golden"
)

// sketch writes an expression for comparison: "literal", path, recv.call(name: value), new call(), Type{name: value}, [item],
// <a + b> for what is put together, (a | b) for a choice, \params -> {returned} for a function.
func sketch(e *Expr) string {
	if e == nil {
		return "nil"
	}
	list := func(es []*Expr, sep string) string {
		var out []string
		for _, x := range es {
			out = append(out, sketch(x))
		}
		return strings.Join(out, sep)
	}
	args := func() string {
		var out []string
		for _, a := range e.Args {
			s := sketch(a.Value)
			switch {
			case a.Computed:
				s = "[" + sketch(a.Key) + "]: " + s
			case a.Name != "":
				s = a.Name + ": " + s
			case a.Spread:
				s = "..." + s
			}
			out = append(out, s)
		}
		return strings.Join(out, ", ")
	}
	switch e.Kind {
	case Literal:
		return fmt.Sprintf("%q", e.Text.Value)
	case Scalar:
		return e.Text.Value
	case Concat:
		return "<" + list(e.Items, " + ") + ">"
	case Choice:
		return "(" + list(e.Items, " | ") + ")"
	case Ref:
		return e.Name
	case Call:
		s := e.Name + "(" + args() + ")"
		if e.Recv != nil {
			s = sketch(e.Recv) + "." + s
		}
		if e.New {
			s = "new " + s
		}
		return s
	case Object:
		return e.Name + "{" + args() + "}"
	case List:
		return "[" + list(e.Items, ", ") + "]"
	case Lambda:
		return sketchAttrs(e.Fn.Attrs) + "\\" + sketchParams(e.Fn.Params) + "-> {" + list(e.Fn.Returns, "; ") + "}"
	case Index:
		return sketch(e.Recv) + "[" + e.Name + list(e.Items, ", ") + "]"
	}
	return "?(" + list(e.Items, " ") + ")"
}

func sketchAttrs(attrs []*Expr) string {
	s := ""
	for _, a := range attrs {
		s += "@" + sketch(a) + " "
	}
	return s
}

func sketchParams(params []Param) string {
	s := ""
	for _, p := range params {
		s += sketchAttrs(p.Attrs) + p.Name
		if p.TypeText != "" {
			s += ":" + p.TypeText
		}
		if p.Default != nil {
			s += "=" + sketch(p.Default)
		}
		if p.Doc != nil {
			s += " #" + p.Doc.Text.Value
		}
		s += " "
	}
	return s
}

// declarations lists what a unit declares, a line each: imports, classes with their members and methods, functions, assignments.
func declarations(u *Unit) string {
	var out []string
	add := func(format string, a ...any) { out = append(out, fmt.Sprintf(format, a...)) }
	doc := func(e *Expr) string {
		if e == nil {
			return ""
		}
		if e.Kind != Literal {
			return " #" + sketch(e)
		}
		return " #" + e.Text.Value
	}
	if u.Package != "" {
		add("package %s", u.Package)
	}
	for _, im := range u.Imports {
		add("import %s|%s|%s", im.From, im.Name, im.As)
	}
	function := func(indent string, f *Func) {
		returns := ""
		for _, e := range f.Returns {
			returns += " => " + sketch(e)
		}
		add("%s%sfunc %s(%s)%s%s", indent, sketchAttrs(f.Attrs), f.Name, strings.TrimSpace(sketchParams(f.Params)), returns, doc(f.Doc))
	}
	bind := func(indent string, b *Bind) {
		typ := ""
		if b.Type != "" {
			typ = ": " + b.Type
		}
		is := "="
		if b.Adds {
			is = "+="
		}
		add("%s%s%s%s %s %s%s", indent, sketchAttrs(b.Attrs), b.Name, typ, is, sketch(b.Value), doc(b.Doc))
	}
	for _, c := range u.Classes {
		add("%sclass %s(%s) %v%s", sketchAttrs(c.Attrs), c.Name, strings.TrimSpace(sketchParams(c.Params)), c.Bases, doc(c.Doc))
		for _, b := range c.Members {
			bind("  ", b)
		}
		for _, f := range c.Methods {
			function("  ", f)
		}
	}
	for _, f := range u.Funcs {
		if f.Class == nil && f.Name != "" {
			function("", f)
		}
	}
	for _, b := range u.Binds {
		if b.Scope.Class == nil {
			bind("", b)
		}
	}
	return strings.Join(out, "\n")
}

// TestUnits writes what the code in testdata/units declares, its calls with the class that they stand in, and how many literals it has.
func TestUnits(t *testing.T) {
	golden.Each(t, "testdata/units/*.txtar", func(t *testing.T, file string) {
		golden.Sections(t, file, func(name, code string) string {
			lang, ok := lex.OfExtension(filepath.Ext(name))
			require.True(t, ok, name)
			u := readNamed(t, lang, name, code)
			out := declarations(u) + "\n"
			for _, c := range u.Calls {
				class := ""
				if c.Scope != nil && c.Scope.Class != nil {
					class = " in " + c.Scope.Class.Name
				}
				out += fmt.Sprintf("call%s %s\n", class, sketch(c))
			}
			return out + fmt.Sprintln(len(u.Literals), "literals")
		})
	})
}

// TestValues writes the sketches of pieces of code. A line "= NAME in CODE" says where those below it stand, with … in their place, and what is
// looked at: what a name is assigned, or with () the first call of it, or all declarations.
func TestValues(t *testing.T) {
	golden.Each(t, "testdata/values/*.txt", func(t *testing.T, file string) {
		lang, ok := lex.OfExtension("." + strings.TrimSuffix(filepath.Base(file), ".txt"))
		require.True(t, ok, file)
		var name, before, after string
		golden.Lines(t, file, func(line string) []string {
			code, ok := golden.Snippet(line)
			if !ok {
				var around string
				name, around, _ = strings.Cut(strings.ReplaceAll(strings.TrimPrefix(line, "= "), "⏎", "\n"), " in ")
				before, after, _ = strings.Cut(around, "…")
				return nil
			}
			u := readCode(t, lang, before+code+after)
			if name == "all" {
				return strings.Split(declarations(u), "\n")
			}
			if call, ok := strings.CutSuffix(name, "()"); ok {
				first, _, _ := strings.Cut(callsOf(u, call), "\n")
				return []string{first}
			}
			binds := u.Root.Binds(name)
			if len(binds) == 0 && len(u.Funcs) > 0 {
				binds = u.Funcs[0].Scope.Binds(name)
			}
			require.Len(t, binds, 1, code)
			if strings.Contains(after, "w = 1") {
				assert.Len(t, u.Root.Binds("w"), 1, code)
			}
			return []string{sketch(binds[0].Value)}
		})
	})
}

// callsOf lists the calls of that name.
func callsOf(u *Unit, name string) string {
	var out []string
	for _, c := range u.Calls {
		if c.Name == name {
			out = append(out, sketch(c))
		}
	}
	return strings.Join(out, "\n")
}

func unitFrom(lang lex.Language, code string) *Unit {
	return Read(source.NewFile("f", "f", []byte(code)), lang)
}

// readCode reads code and checks what every Unit promises.
func readCode(t testing.TB, lang lex.Language, code string) *Unit {
	t.Helper()
	return readNamed(t, lang, "f", code)
}

func readNamed(t testing.TB, lang lex.Language, name, code string) *Unit {
	t.Helper()
	u := Read(source.NewFile(name, name, []byte(code)), lang)
	for _, list := range [][]*Expr{u.Calls, u.Objects, u.Lists, u.Literals} {
		for i, e := range list {
			require.LessOrEqual(t, e.Span.Start, e.Span.End)
			require.LessOrEqual(t, e.Span.End, len(code))
			if i > 0 {
				require.LessOrEqual(t, list[i-1].Span.Start, e.Span.Start)
			}
		}
	}
	return u
}

// TestTypedTruncated reads every beginning of real declarations.
func TestTypedTruncated(t *testing.T) {
	for lang, code := range map[lex.Language]string{
		lex.CSharp: "namespace A;\n[B(C = \"d\"), E] public class F<T>(int g) : H(\"i\") where T : J { K L { get => M switch { N => \"o\", _ => \"p\" }; } = new() { [\"q\"] = 1 }; R S<T>(params U v = null) : base(w) => x ?? throw y; }",
		lex.Java:   "package a; import b.*; @C(d = {\"e\"}) class F<G extends @H I> extends J implements K { L<M, N>[] o = new P[] {1}; @Q <R> S t(@U V... w) throws X { return switch (y) { case \"z\" -> { yield \"a\"; } default -> b; }; } enum C { D(1) { }; } @interface E { F g() default {}; } }",
		lex.Kotlin: "package a\nimport b.c as d\n@E(f = \"g\") data class H<T>(@I val j: K = 1) : L(\"m\"), N by o where T : P {\n val q: R\n  get() = when (s) { is T -> \"u\"; else -> if (v) \"w\" else x }\n companion object { const val Y = \"z\" }\n fun <A> B.c(d: (E) -> F): G? = h { (i, j), k -> l }\n enum class M { N(1) { }; }\n}",
		lex.Dart:   "import 'a' as b;\n@C('d') class E<F> extends G with H { final I<J> k = L(m: 'n')..o(p); E(this.q, {required super.r = 1}) : s = t, super(u: 'v'); W get x => switch (y) { 1 => 'z', _ => 'a' }; b(c) async* { return (d) async { e(); }; } } enum F { g('h'); }",
	} {
		for i := range code {
			unitFrom(lang, code[:i])
			unitFrom(lang, code[i:])
		}
	}
}
