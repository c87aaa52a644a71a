package syntax

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// readCode reads code and checks what every Unit promises.
func readCode(t testing.TB, lang lex.Language, code string) *Unit {
	t.Helper()
	u := Read(source.NewFile("f", "f", []byte(code)), lang)
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

// shown writes an expression as its parts, alike in all languages: "text", name, recv.call(key: value), Type{key: value},
// [list], (concat + concat), (choice | choice), fn{returned}, recv[key], <other>.
func shown(e *Expr) string {
	if e == nil {
		return "-"
	}
	all := func(list []*Expr, sep string) string {
		var out []string
		for _, x := range list {
			out = append(out, shown(x))
		}
		return strings.Join(out, sep)
	}
	var args []string
	for _, a := range e.Args {
		s := shown(a.Value)
		switch {
		case a.Spread:
			s = "..." + s
		case a.Computed:
			s = "[" + shown(a.Key) + "]: " + s
		case a.Name != "":
			s = a.Name + ": " + s
		}
		args = append(args, s)
	}
	recv := ""
	if e.Recv != nil {
		recv = shown(e.Recv) + "."
	}
	switch e.Kind {
	case Literal:
		return strconv.QuoteToASCII(e.Text.Value)
	case Scalar:
		return e.Text.Value
	case Concat:
		return "(" + all(e.Items, " + ") + ")"
	case Choice:
		return "(" + all(e.Items, " | ") + ")"
	case Ref:
		return e.Name
	case Call:
		if e.New {
			recv = "new " + recv
		}
		return recv + e.Name + "(" + strings.Join(args, ", ") + ")"
	case Object:
		return e.Name + "{" + strings.Join(args, ", ") + "}"
	case List:
		return "[" + all(e.Items, ", ") + "]"
	case Lambda:
		return "fn{" + all(e.Fn.Returns, "; ") + "}"
	case Index:
		if e.Name != "" {
			return recv + e.Name
		}
		return shown(e.Recv) + "[" + all(e.Items, ", ") + "]"
	default:
		return "<" + all(e.Items, " ") + ">"
	}
}

// outline lists what a unit declares, a line each: functions and classes with their attributes, documentation, members and values.
func outline(u *Unit) string {
	var b strings.Builder
	lead := func(attrs []*Expr, doc *Expr) {
		for _, a := range attrs {
			b.WriteString(" @" + shown(a))
		}
		if doc != nil {
			b.WriteString(" doc " + shown(doc))
		}
	}
	function := func(indent string, f *Func) {
		b.WriteString(indent + "func " + f.Name + "(")
		for i, p := range f.Params {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(p.Name)
			if p.TypeText != "" {
				b.WriteString(": " + strings.TrimSpace(p.TypeText))
			}
			if p.Default != nil {
				b.WriteString(" = " + shown(p.Default))
			}
			lead(p.Attrs, p.Doc)
		}
		b.WriteString(")")
		lead(f.Attrs, f.Doc)
		for _, e := range f.Returns {
			b.WriteString(" -> " + shown(e))
		}
		b.WriteString("\n")
	}
	bind := func(indent string, d *Bind) {
		b.WriteString(indent + d.Name)
		if d.Type != "" {
			b.WriteString(": " + strings.TrimSpace(strings.TrimPrefix(d.Type, ":")))
		}
		if d.Value != nil {
			b.WriteString(" = " + shown(d.Value))
		}
		lead(d.Attrs, d.Doc)
		b.WriteString("\n")
	}
	for _, i := range u.Imports {
		b.WriteString("import " + i.From + " " + i.Name + " " + i.As + "\n")
	}
	for _, c := range u.Classes {
		b.WriteString("class " + c.Name)
		if len(c.Bases) > 0 {
			b.WriteString(" is " + strings.Join(c.Bases, " "))
		}
		lead(c.Attrs, c.Doc)
		b.WriteString("\n")
		for _, d := range c.Members {
			bind("  ", d)
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
	for _, d := range u.Binds {
		if d.Scope.Class == nil {
			bind("", d)
		}
	}
	return b.String()
}

// text is s without its first line break, for outlines in tests.
func text(s string) string { return strings.TrimPrefix(s, "\n") }

func TestRustTools(t *testing.T) {
	u := readCode(t, lex.Rust, `
use rmcp::{ServerHandler, model::{Tool, self as m}, tool};
use crate::prompts::*;
mod texts;

const READ: &str = "Read it";
pub(crate) static LIST: &[&str] = &["a", "b"];

/// What to add
#[derive(Debug, schemars::JsonSchema)]
pub struct AddArgs<'a> {
    /// the first
    #[schemars(description = "left side")]
    pub a: HashMap<String, i32>,
    #[doc = "the second"] b: &'a str,
}

#[mcp_tool(name = "sub", description = concat!("Sub", "tract"))]
struct Sub { x: i32 }

impl<T: Clone> ServerHandler for Calc<T> {
    /// Adds
    #[tool(name = "add", description = "Adds \
        two")]
    /// two
    pub async fn add(&self, Parameters(AddArgs { a, b }): Parameters<AddArgs>) -> Result<String, Error> {
        let total = a? + b;
        if total == Kind::Big { return Err("too big".into()); }
        Ok(total.to_string())
    }

    fn get_info(&self) -> ServerInfo {
        ServerInfo { instructions: Some("Use me".into()), version, ..Default::default() }
    }
}

impl Tools for Other {
    fn description(&self) -> &'static str { r#"says "hi""# }
    const NAME: &'static str = "other";
}
`)
	assert.Equal(t, text(`
import rmcp ServerHandler ServerHandler
import rmcp::model Tool Tool
import rmcp model m
import rmcp tool tool
import crate::prompts * 
import texts  texts
class AddArgs @derive(Debug, schemars.JsonSchema) doc "What to add"
  a: HashMap<String, i32> @schemars(description: "left side") doc "the first"
  b: &'a str @doc("the second") doc "the second"
class Sub @mcp_tool(name: "sub", description: concat!("Sub", "tract"))
  x: i32
class Calc is ServerHandler
  func add(self, Parameters: Parameters<AddArgs>) @tool(name: "add", description: "Adds two") doc "Adds\ntwo" -> Err("too big".into()) -> Ok(total.to_string())
  func get_info(self) -> ServerInfo{instructions: Some("Use me".into()), version: version, ...Default.default()}
class Other is Tools
  NAME: &'static str = "other"
  func description(self) -> "says \"hi\""
READ: &str = "Read it"
LIST: &[&str] = ["a", "b"]
total = (a + b)
`), outline(u))
}

func TestRustValues(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"call", `let t = Tool::new("n", "d", schema()).with_title("x").await;`, `Tool.new("n", "d", schema()).with_title("x")`},
		{"struct", `let t = Tool { name: "x".into(), description: Some(Cow::Borrowed(D)), ..y };`, `Tool{name: "x".into(), description: Some(Cow.Borrowed(D)), ...y}`},
		{"macros", `let t = format!("a {} b", x);`, `format!("a {} b", x)`},
		{"include", `let t = include_str!("a.md");`, `include_str!("a.md")`},
		{"vec", `let t = vec![A { x: 1 }, B::new()];`, `vec!(A{x: 1}, B.new())`},
		{
			"json", `let t = json!({ "type": "object", "properties": { "a": { "description": "x", "enum": ["b"] } }, L: {} });`,
			`json!({type: "object", properties: {a: {description: "x", enum: ["b"]}}, L: {}})`,
		},
		{"map", `let t = hashmap!{ "a" => "b" };`, `hashmap!(a: "b")`},
		{"glue", `let t = "a".to_string() + &b + "c";`, `("a".to_string() + b + "c")`},
		{"if", `let t = if x == Kind::A { "a" } else if let Some(Foo { y }) = z { f(); "b" } else { "c".into() };`, `("a" | "b" | "c".into())`},
		{"match", `let t = match k { K::A | K::B => "a", K::C { x } if x > 1 => { g(); "b" } "d" => return None, _ => format!("c") };`, `("a" | "b" | format!("c"))`},
		{"block", `let t = { let y = 1; "a" };`, `"a"`},
		{"unsafe", `let t = unsafe { f("a") };`, `f("a")`},
		{"closure", `let t = f(|a: &str, b| -> String { "x".into() }, move || "y", |_| async move { z("w").await });`, `f(fn{"x".into()}, fn{"y"}, fn{z("w")})`},
		{"turbofish", `let t = f::<Vec<u8>>("a").g::<B>("c");`, `f("a").g("c")`},
		{"type as argument", `let t = a.schema_for::<m::Args<'a>>();`, `a.schema_for(m.Args)`},
		{"chain", "let t = Builder::default()\n  .name(\"n\")\n  .description(\"d\")?\n  .build()?;", `Builder.default().name("n").description("d").build()`},
		{"tuple", `let t = ("a", "b");`, `["a", "b"]`},
		{"cast", `let t = "a" as &str;`, `"a"`},
		{"index", `let t = &TEXTS[0];`, `TEXTS[0]`},
		{"let else", `let t = f("x") else { return };`, `f("x")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := readCode(t, lex.Rust, "fn main() { "+c.code+" }")
			binds := u.Funcs[0].Scope.Binds("t")
			require.Len(t, binds, 1)
			assert.Equal(t, c.want, shown(binds[0].Value))
		})
	}
}

// TestRustReturns tells values from statements.
func TestRustReturns(t *testing.T) {
	for code, want := range map[string]string{
		`fn f() -> &str { "a" }`:                                      ` -> "a"`,
		`fn f() { g("a"); }`:                                          ``,
		`fn f() -> &str { if x { "a" } else { "b" } }`:                ` -> ("a" | "b")`,
		`fn f() -> &str { if x { return "a"; } "b" }`:                 ` -> "a" -> "b"`,
		`fn f() -> &str { match x { 1 => "a", _ => { "b" } } }`:       ` -> ("a" | "b")`,
		`fn f<T>() -> Box<dyn Fn(&str) -> T> where T: X { Box(T) }`:   ` -> Box(T)`,
		`fn f() -> Vec<Tool> { vec![Tool::new("a", "b", c)] }`:        ` -> vec!(Tool.new("a", "b", c))`,
		`pub(crate) const unsafe extern "C" fn f() -> i32 { g("x") }`: ` -> g("x")`,
	} {
		out := strings.TrimSuffix(outline(readCode(t, lex.Rust, code)), "\n")
		assert.Equal(t, "func f()"+want, out, code)
	}
}

func TestRustAttributes(t *testing.T) {
	u := readCode(t, lex.Rust, `
//! The crate
#![allow(dead_code)]
#[cfg_attr(feature = "mcp", tool(description = "a"))]
#[doc = include_str!("a.md")]
#[rmcp::tool(annotations(title = "t", hint = true), about("b"))]
fn f(#[arg(description = "p")] x: i32) {}

enum Command {
    /// Adds
    Add { /** what */ name: String },
    #[command(about = "b")] Sub(i32) = 1,
}

macro_rules! text { () => { "macro" }; ($x:expr) => { concat!("a", $x) }; }
trait Named { const N: &'static str = "n"; fn name(&self) -> String { "x".into() } fn other(&self); }
`)
	assert.Equal(t, text(`
class Command
  Add doc "Adds"
  name: String doc "what"
  Sub = 1 @command(about: "b")
class Named
  N: &'static str = "n"
  func name(self) -> "x".into()
  func other(self)
func f(x: i32 @arg(description: "p")) @cfg_attr(feature: "mcp", tool(description: "a")) @tool(description: "a") @doc(include_str!("a.md")) @rmcp.tool(annotations: {title: "t", hint: true}, about: "b") doc include_str!("a.md")
func text!() -> "macro" -> concat!("a", $x)
`), outline(u))
}

// TestRustHostile reads what nests or repeats without end.
func TestRustHostile(t *testing.T) {
	for _, s := range []string{"if x {", "match x { a => ", "|", "|a| ", "#[", "#[a(", "fn f(", "impl A for ", "use a::{", "struct A { b: ", "json!({ \"a\": ", "a <", "a.b(", "x!{", "else if x {}", "/// a\n#[b]\n", "a = ", "fn f<", "impl <", "macro_rules! a { () => {", "a::<B", "mod ", "pub "} {
		for _, n := range []int{200, 20_000} {
			readCode(t, lex.Rust, strings.Repeat(s, n)+strings.Repeat("}", 100)+strings.Repeat(")", 100))
		}
	}
}
