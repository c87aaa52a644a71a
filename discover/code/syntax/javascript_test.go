package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

func unitJS(name, code string) *Unit {
	return Read(source.NewFile(name, name, []byte(code)), lex.JavaScript)
}

func declaresJS(t *testing.T, name, code, want string) {
	t.Helper()
	assert.Equal(t, strings.TrimSpace(want), declarations(unitJS(name, code)), "%s", code)
}

func TestJavaScriptModules(t *testing.T) {
	declaresJS(t, "x.ts", `
import "./setup"
import main, { a, b as c, type D, type as E } from './one.js'
import type { F } from "types"
import * as ns from "./ns" with { type: "json" }
import def from 'def';
import old = require("old")
const fs = require('fs'), { readFile, writeFile: write } = require("node:fs/promises")
const dep = (await import("./dep")), text = require("./texts").weather
export * from "./all"
export * as more from "./more"
export { x as y, z } from "./xyz"
export { local as outer, local }
export type { T } from './t'
export const first = 'one'
export default { name: "d" }
module.exports = { first }
exports.second = "two"
import("./later").then(m => m)
`, `
import ./setup||
import ./one.js|default|main
import ./one.js|a|a
import ./one.js|b|c
import ./one.js|D|D
import ./one.js|type|E
import types|F|F
import ./ns||ns
import def|default|def
import old||old
import fs||fs
import node:fs/promises|readFile|readFile
import node:fs/promises|writeFile|write
import ./dep||dep
import ./texts|weather|text
import ./all|*|
import ./more||more
import ./xyz|x|y
import ./xyz|z|z
import ./t|T|T
outer = local
first = "one"
default = {name: "d"}
module.exports = {first: first}
exports.second = "two"
`)
	declaresJS(t, "x.js", "export default async function* run() { return 'r' }\nexport default class extends A.B {}\n", `
class default() [A.B]
func run() => "r"
default = run
`)
	declaresJS(t, "x.js", "export default class Tool { }\nexport default function () { return 'x' }\n/** Doc. */\nexport default (a) => `b`", `
class Tool() []
func default() => "x"
default = Tool
default = \a -> {"b"} #Doc.
`)
}

func TestJavaScriptVariables(t *testing.T) {
	declaresJS(t, "x.ts", `
/** About. */
const description: string = "a" +
  'b', other = `+"`c ${d} e`"+`
let x: Map<string, { a: "no" }> = new Map<string, { a: 1 }>(), y!: Array<() => void>
var plain
const { name, config: { title = "T" }, ...rest } = options
const { alpha, beta: gamma = 'fall' } = { alpha: "A", beta: 'B' }
const [one, [two], , three] = ["1", "2", "3"], [v, setV] = useState("s")
const A = { k: 'v' } as const satisfies Record<string, string>
const B = <Tool[]>[{ name: "b" }]
const C = (cond ? 'yes' : "no") as string, D = env.X ?? env.Y ?? "z", E = f()!
description = "again"
fn.description += 'more'
if (cond) description = "if"
else { description = "else" }
for (const item of [1, 2]) description = 'loop'
switch (x) { case "a": description = 'case'; break; default: description = "def" }
label: description = "labelled"
try { description = 't' } catch (err) { description = 'c' }
type description2 = { description: "no" } | "x" extends infer U ? [U, "y"] : never
interface I<T = { a: 1 }> extends J<T>, K { description: "no"; f(x: string): void }
declare module "m" { interface Z { a: string } }
namespace N.M { export const inner = "i" }
declare const ambient: "no"
type F = new (...args: any[]) => asserts x is string
const last = "l"
`, `
description: string = <"a" + "b"> #About.
other = <"c " + d + " e">
x: Map<string, { a: "no" }> = new Map()
y: Array<() => void> = nil
plain = nil
name = options.name
title = (options.config.title | "T")
rest = nil
alpha = "A"
gamma = ("B" | "fall")
one = "1"
two = "2"
three = "3"
v = nil
setV = nil
A = {k: "v"}
B = [{name: "b"}]
C = ("yes" | "no")
D = (env.X | env.Y | "z")
E = f()
description = "again"
fn.description = "more"
description = "if"
description = "else"
item = [1, 2][]
description = "loop"
description = "case"
description = "def"
description = "labelled"
description = "t"
description = "c"
inner = "i"
ambient: "no" = nil
last = "l"
`)
	u := unitJS("x.js", "let s = 'a'\ns += 'b'\nif (c) { s = 'd' }\nfunction f() { s = 'e' }")
	require.Len(t, u.Root.Binds("s"), 3)
	assert.True(t, u.Root.Binds("s")[1].Adds)
}

func TestJavaScriptFunctions(t *testing.T) {
	declaresJS(t, "x.tsx", `
/** Says hello. */
export async function* hello<T extends string>(a: T, { b, c: d = 'e' }: { b: "no"; c?: string } = {}, ...rest: T[]): Promise<{ x: "no" }> {
  if (a) return "one"
  return (
    "two"
  )
}
function over(a: string): void
function over(a: number): { b: string };
function over(a) { return a }
const arrow = (x: string = "d"): x is string => 'r', short = y => `+"`t`"+`, block = async ({ q }) => { return "b"; }
const generic = <T,>(x: T) => x, obj = () => ({ name: "n" })
const fn = function named(this: X, a?) { return "f" }
const pick = (a ? (b) : c)
const iife = (() => { return "i" })()
;(function () { hidden = "h" })()
while ((m = re.exec("s"))) { }
;({ a, b: c } = { a: "A", b: "B" })
function set() { return this._x = "set" }
`, `
func hello(a:T b d="e" rest:T[]) => "one" => "two" #Says hello.
func over(a) => a
func set() => "set"
arrow = \x:string="d" -> {"r"}
short = \y -> {"t"}
block = \q -> {"b"}
generic = \x:T -> {x}
obj = \-> {{name: "n"}}
fn = \this:X a -> {"f"}
pick = (b | c)
iife = \-> {"i"}.()
hidden = "h"
m = re.exec("s")
a = "A"
c = "B"
this._x = "set"
`)
}

func TestJavaScriptClasses(t *testing.T) {
	declaresJS(t, "x.ts", `
/** Reads. */
@Injectable()
@mcp.tool<X>({ name: 'r' })
export abstract class ReadTool<T extends { a: 1 }> extends Base.Tool<T> implements A.B<"no">, C {
  static readonly toolName = "read"
  /** What it says. */
  public description: string = "d" + `+"`${x}`"+`
  #secret = 's'
  private declare args?: Record<string, () => void>
  'quoted' = 1;
  [KEY] = "computed";
  [index: string]: any
  @Prop({ description: "prop" }) prop!: string;
  @Field() @Other
  field
  constructor(private readonly name: string = "n", other = 2, public opts: { x: "no" }) {
    super("sup", other)
    this.description = "ctor"
    this.#secret = "x"
  }
  static { this.ready = "st" }
  get title() { return 'T' }
  set title(v) { this.v = 'set' }
  static async *run<T>(@Arg("a") a: string, @Inject() svc?: S): AsyncGenerator<{ x: "no" }> { return "r" }
  abstract nothing(): void;
  overload(a: string): { a: string }
  overload(a) { return a ? "p" : 'q' }
  get = () => "g"
  static
  async () { return "async" }
  execute = async ({ id }: Args): Promise<void> => { await this.x(id) }
}
class Mixed extends Mixin(Base, class { inner = "i" }) {}
const Anon = class extends ReadTool { description = "anon" }
enum Names { A = "a", B = 'b', C, "D-E" = 4 }
export const enum More { X = `+"`x`"+` }
`, `
@Injectable() @mcp.tool({name: "r"}) class ReadTool() [Base.Tool A.B C] #Reads.
  toolName = "read"
  description: string = <"d" + <x>> #What it says.
  secret = "s"
  args: Record<string, () => void> = nil
  quoted = 1
  @Prop({description: "prop"}) prop: string = nil
  @Field() @Other field = nil
  name: string = "n"
  opts: { x: "no" } = nil
  get = \-> {"g"}
  static = nil
  execute = \id -> {}
  func constructor(name:string="n" other=2 opts:{ x: "no" })
  func title() => "T"
  func run(@Arg("a") a:string @Inject() svc:S) => "r"
  func overload(a) => ("p" | "q")
  func async() => "async"
class Mixed() [Mixin]
class () []
  inner = "i"
class Anon() [ReadTool]
  description = "anon"
class Names() []
  A = "a"
  B = "b"
  C = nil
  D-E = 4
class More() []
  X = "x"
this.description = "ctor"
this.secret = "x"
this.ready = "st"
this.v = "set"
Anon = ?()
`)
}

func TestJavaScriptCalls(t *testing.T) {
	u := unitJS("x.ts", `
server.tool("n", `+"`d`"+`, { p: z.string().describe("p1").optional().default('x') }, async ({ p }) => ({ content: [{ type: 'text', text: p }] }))
server.registerTool<Args>('m', { title, description: ["a", "", 'b'].join("\n"), inputSchema, annotations: { ...base, readOnlyHint: true }, [KEY]: 'v', 'q-r': 1 }, cb)
new McpServer({ name: "s" }, { instructions: dedent`+"`one ${x} two`"+` })
x?.tool?.('opt', y!.z as string, <any>w)
await navigator.modelContext.registerTool({ name: 'w', get description() { return "get" }, async execute({ a = 1 }): Promise<{ c: "no" }> { return t('in') } })
String.raw`+"`raw\\n`"+`.tool("after")
z.object({ a: z.enum(["x"]).describe('A') }).strict()
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "l", description: D, }] }))
foo<Bar<Baz>[]>("gen")(second)
if (a) { server.tool('inner', cond ? "x" : y || 'z') }
const r = /"not"/.test(s) ? one("1") : (two)
const o = two({ async *[K]() { throw { a: 'thrown' } }, get ['lit']() { return (0, x.three)("3") } })
`)
	want := map[string]string{
		"tool": `server.tool("n", "d", {p: z.string().describe("p1").optional().default("x")}, \p -> {{content: [{type: "text", text: p}]}})
x.tool("opt", y.z, w)
String.raw("raw\\n").tool("after")
server.tool("inner", ("x" | y | "z"))`,
		"registerTool": `server.registerTool("m", {title: title, description: ["a", "", "b"].join("\n"), inputSchema: inputSchema, annotations: {...base, readOnlyHint: true}, [KEY]: "v", q-r: 1}, cb)
navigator.modelContext.registerTool({name: "w", description: \-> {"get"}, execute: \a=1 -> {t("in")}})`,
		"McpServer":         `new McpServer({name: "s"}, {instructions: dedent(<"one " + x + " two">)})`,
		"strict":            `z.object({a: z.enum(["x"]).describe("A")}).strict()`,
		"setRequestHandler": `server.setRequestHandler(ListToolsRequestSchema, \-> {{tools: [{name: "l", description: D}]}})`,
		"foo":               `foo("gen")`,
		"":                  `foo("gen").(second)`,
		"one":               `one("1")`,
		"two":               `two({[K]: \-> {}, lit: \-> {x.three("3")}})`,
		"t":                 `t("in")`,
	}
	for name, calls := range want {
		assert.Equal(t, calls, callsOf(u, name), name)
	}
}

// TestJavaScriptElements reads elements of JSX and HTML as calls.
func TestJavaScriptElements(t *testing.T) {
	u := unitJS("x.tsx", `
const Page = ({ a }: Props) => (
  <form toolname="book" tooldescription={`+"`Books ${a}`"+`} {...rest} hidden>
    Don't <Ui.Input name='when' toolparamdescription="When &amp; where" onChange={e => set(e)} />
    {items.map(i => <b key={i}>{i}</b>)}
  </form>
)
const after = "x"`)
	assert.Equal(t, `form(toolname: "book", tooldescription: <"Books " + a>, [rest], hidden, ?(), Ui.Input(name: "when", toolparamdescription: "When & where", onChange: \e -> {set(e)}), items.map(\i -> {b(key: i, i)}))`, callsOf(u, "form"))
	assert.Equal(t, `after = "x"`, strings.Split(declarations(u), "\n")[1])

	u = unitJS("x.html", `<p>Don't</p><form toolname=book tooldescription='Books &amp; more'><p>x</p><input name=n toolparamdescription="N" required>
<script>f("s"); const a = "b"</script><select toolparamtitle="T"></select></form><script>g('after')</script>`)
	assert.Equal(t, `form(toolname: "book", tooldescription: "Books & more", input(name: "n", toolparamdescription: "N", required), select(toolparamtitle: "T"))`, callsOf(u, "form"))
	assert.Equal(t, `f("s")`, callsOf(u, "f"))
	assert.Equal(t, `g("after")`, callsOf(u, "g"))

	u = unitJS("x.vue", "<template><a :b=\"c('no')\">{{ 'no' }}</a></template>\n<script setup lang=\"ts\">\nconst x = <T>'yes'\n</script>")
	assert.Equal(t, `x = "yes"`, declarations(u))
	require.Len(t, u.Literals, 1)
}

// TestJavaScriptHostile reads what nests, never ends, or looks like something else all the way.
func TestJavaScriptHostile(t *testing.T) {
	for _, c := range []string{
		"(", "[", "{", "({", "`${", "a<", "<a", "a<b,", "=>", "a=>", "(a)=>", "(a):b=>", "function(", "function a(){", "class A{", "class extends ", "class A{a=", "@a", "@a(",
		"a?", "a?b:", "a:", "x as ", "x as (", "type a=", "type a=b|", "type a=<", "interface a<", "const {a:", "const [", "const {", "import {", "export {", "export default ", "case a:",
		"<a>{", "<a b={", "new ", "await ", "!", "a.", "a+", "a\n", "enum a{", "async ", "static ", "get a", "a!", "let a:", "...", "`a`", "a`${", "if(", "for(const a of ", "(a:",
	} {
		code := strings.Repeat(c, 20_000/len(c))
		assert.NotPanics(t, func() {
			u := unitJS("x.tsx", code)
			assert.LessOrEqual(t, len(u.Calls), len(code)+1)
			unitJS("x.ts", "class A { "+code)
		}, c)
	}
}

func FuzzReadJavaScript(f *testing.F) {
	f.Add("export default class A<T> extends B(c) { @d() e: F<G> = (h: I): J => `k${l}`; static async *[m]() {} }", false)
	f.Add("const {a, b: {c = 1}} = d, [e] = f; import g, {h as i} from 'j'; type K = L extends M ? N : O", true)
	f.Add("x = <form toolname='a'>{b}</form>; y?.z<T>`q` as U", true)
	f.Fuzz(func(t *testing.T, code string, jsx bool) {
		name := "x.ts"
		if jsx {
			name = "x.tsx"
		}
		u := unitJS(name, code)
		for _, e := range u.Literals {
			require.LessOrEqual(t, 0, e.Span.Start)
			require.LessOrEqual(t, e.Span.End, len(code))
		}
	})
}
