package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

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
	assert.Equal(t, strings.TrimSpace(`
import rmcp|ServerHandler|ServerHandler
import rmcp::model|Tool|Tool
import rmcp|model|m
import rmcp|tool|tool
import crate::prompts|*|
import texts||texts
@derive(Debug, schemars.JsonSchema) class AddArgs() [] #What to add
  @schemars(description: "left side") a: HashMap<String, i32> = nil #the first
  @doc("the second") b: &'a str = nil #the second
@mcp_tool(name: "sub", description: concat!("Sub", "tract")) class Sub() []
  x: i32 = nil
class Calc() [ServerHandler]
  @tool(name: "add", description: "Adds two") func add(self Parameters:Parameters<AddArgs>) => Err("too big".into()) => Ok(total.to_string()) #Adds
two
  func get_info(self) => ServerInfo{instructions: Some("Use me".into()), version: version, ...Default.default()}
class Other() [Tools]
  NAME: &'static str = "other"
  func description(self) => "says \"hi\""
READ: &str = "Read it"
LIST: &[&str] = ["a", "b"]
total = <a + b>
`), declarations(u))
}

func TestRustValues(t *testing.T) {
	checkValues(t, lex.Rust, "fn main() { ", " }", []valueCase{
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
		{"glue", `let t = "a".to_string() + &b + "c";`, `<"a".to_string() + b + "c">`},
		{"if", `let t = if x == Kind::A { "a" } else if let Some(Foo { y }) = z { f(); "b" } else { "c".into() };`, `("a" | "b" | "c".into())`},
		{"match", `let t = match k { K::A | K::B => "a", K::C { x } if x > 1 => { g(); "b" } "d" => return None, _ => format!("c") };`, `("a" | "b" | format!("c"))`},
		{"block", `let t = { let y = 1; "a" };`, `"a"`},
		{"unsafe", `let t = unsafe { f("a") };`, `f("a")`},
		{"closure", `let t = f(|a: &str, b| -> String { "x".into() }, move || "y", |_| async move { z("w").await });`, `f(\a:&str b -> {"x".into()}, \-> {"y"}, \_ -> {z("w")})`},
		{"turbofish", `let t = f::<Vec<u8>>("a").g::<B>("c");`, `f("a").g("c")`},
		{"type as argument", `let t = a.schema_for::<m::Args<'a>>();`, `a.schema_for(m.Args)`},
		{"chain", "let t = Builder::default()\n  .name(\"n\")\n  .description(\"d\")?\n  .build()?;", `Builder.default().name("n").description("d").build()`},
		{"tuple", `let t = ("a", "b");`, `["a", "b"]`},
		{"cast", `let t = "a" as &str;`, `"a"`},
		{"index", `let t = &TEXTS[0];`, `TEXTS[0]`},
		{"let else", `let t = f("x") else { return };`, `f("x")`},
	})
}

// TestRustReturns distinguishes values from statements.
func TestRustReturns(t *testing.T) {
	for code, want := range map[string]string{
		`fn f() -> &str { "a" }`:                                      ` => "a"`,
		`fn f() { g("a"); }`:                                          ``,
		`fn f() -> &str { if x { "a" } else { "b" } }`:                ` => ("a" | "b")`,
		`fn f() -> &str { if x { return "a"; } "b" }`:                 ` => "a" => "b"`,
		`fn f() -> &str { match x { 1 => "a", _ => { "b" } } }`:       ` => ("a" | "b")`,
		`fn f<T>() -> Box<dyn Fn(&str) -> T> where T: X { Box(T) }`:   ` => Box(T)`,
		`fn f<F>() -> &str where F: Future<Output = i32> { "a" }`:     ` => "a"`,
		`fn f() -> Vec<Tool> { vec![Tool::new("a", "b", c)] }`:        ` => vec!(Tool.new("a", "b", c))`,
		`pub(crate) const unsafe extern "C" fn f() -> i32 { g("x") }`: ` => g("x")`,
	} {
		out := strings.TrimSuffix(declarations(readCode(t, lex.Rust, code)), "\n")
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
	assert.Equal(t, strings.TrimSpace(`
class Command() []
  Add = nil #Adds
  name: String = nil #what
  @command(about: "b") Sub = 1
class Named() []
  N: &'static str = "n"
  func name(self) => "x".into()
  func other(self)
@cfg_attr(feature: "mcp", tool(description: "a")) @tool(description: "a") @doc(include_str!("a.md")) @rmcp.tool(annotations: {title: "t", hint: true}, about: "b") func f(@arg(description: "p") x:i32) #include_str!("a.md")
func text!() => "macro" => concat!("a", $x)
`), declarations(u))
}
