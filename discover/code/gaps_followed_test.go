package code

var followedRegistrations = []attempt{
	{"py loop table", "a server.py:4", []string{"server.py", `TOOLS = [("a", "ORDER"), ("b", "Adds.")]
for name, desc in TOOLS:
    mcp.add_tool(lambda x: x, name=name, description=desc)`}},
	{"py loop dict", "a server.py:4", []string{"server.py", `TOOLS = {"a": "ORDER", "b": "Adds."}
for name, desc in TOOLS.items():
    mcp.add_tool(run, name=name, description=desc)`}},
	{"py loop objs", "a server.py:4", []string{"server.py", `SPECS = [{"n": "a", "d": "ORDER"}]
for s in SPECS:
    mcp.tool(name=s["n"], description=s["d"])(run)`}},
	{"py comp", "a server.py:5", []string{"server.py", `import mcp.types as types
SPEC = [("a", "ORDER")]
@server.list_tools()
async def list_tools():
    return [types.Tool(name=n, description=d, inputSchema={}) for n, d in SPEC]`}},
	{"py comp dict", "a server.py:5", []string{"server.py", `import mcp.types as types
SPEC = {"a": "ORDER"}
@server.list_tools()
async def list_tools():
    return [types.Tool(name=n, description=d, inputSchema={}) for n, d in SPEC.items()]`}},
	{"py wrapper", "a server.py:6", []string{"server.py", `def reg(name, text, fn):
    mcp.add_tool(fn, name=name, description=text)
reg("a", "ORDER", run)`}},
	{"py wrapper kw", "a server.py:6", []string{"server.py", `def reg(fn, *, name, text):
    mcp.tool(name=name, description=text)(fn)
reg(run, name="a", text="ORDER")`}},
	{"py wrapper kwargs", "a server.py:6", []string{"server.py", `def reg(fn, **rest):
    mcp.add_tool(fn, **rest)
reg(run, name="a", description="ORDER")`}},
	{"ts wrapper rest", "a index.ts:7", []string{"index.ts", `function reg(...args: any[]) { server.tool(...args); }
reg("a", "ORDER", {}, run);`}},
	{"py self wrapper", "a server.py:8", []string{"server.py", `class S:
    def _add(self, name, text, fn):
        self.mcp.add_tool(fn, name=name, description=text)
    def run(self):
        self._add("a", "ORDER", self.x)`}},
	{"py class for each tool", "get_tide server.py:10", []string{"server.py", `from mcp.types import Tool
class Request(BaseModel):
    @classmethod
    def tool(cls):
        return Tool(name="get_" + cls.__name__, description=cls.__doc__, inputSchema=cls.model_json_schema())
class tide(Request):
    """ORDER"""
    harbour: str = Field(description="Which harbour")
class wind(Request):
    """Says how the wind blows."""`}},
	{"ts foreach", "a index.ts:6", []string{"index.ts", `const DEFS = [{ n: "a", d: "ORDER" }];
DEFS.forEach(t => server.tool(t.n, t.d, {}, run));`}},
	{"ts forof", "a index.ts:6", []string{"index.ts", `const DEFS = [{ n: "a", d: "ORDER" }];
for (const t of DEFS) server.registerTool(t.n, { description: t.d }, run);`}},
	{"ts forof pair", "a index.ts:6", []string{"index.ts", `const DEFS: [string,string][] = [["a", "ORDER"]];
for (const [n, d] of DEFS) server.tool(n, d, {}, run);`}},
	{"ts entries", "a index.ts:6", []string{"index.ts", `const DEFS = { a: "ORDER" };
for (const [n, d] of Object.entries(DEFS)) server.tool(n, d, {}, run);`}},
	{"ts map", "a index.ts:6", []string{"index.ts", `const DEFS = { a: { summary: "ORDER" } };
server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: Object.entries(DEFS).map(([name, d]) => ({ name, description: d.summary, inputSchema: {} })) }));`}},
	{"ts wrapper", "a index.ts:7", []string{"index.ts", `function reg(name: string, text: string, fn: any) { server.tool(name, text, {}, fn); }
reg("a", "ORDER", run);`}},
	{"ts wrapper arrow", "a index.ts:7", []string{"index.ts", `const reg = (name: string, text: string) => server.registerTool(name, { description: text }, run);
reg("a", "ORDER");`}},
	{"ts wrapper obj", "a index.ts:7", []string{"index.ts", `function reg(o: any) { server.registerTool(o.id, { description: o.text }, o.run); }
reg({ id: "a", text: "ORDER", run });`}},
	{"ts wrapper method", "a index.ts:8", []string{"index.ts", `class S {
  private add(name: string, text: string, fn: any) { this.server.registerTool(name, { description: text }, fn); }
  init() { this.add("a", "ORDER", run); }
}`}},
	{"go range", "a main.go:6", []string{"main.go", `)
var defs = []struct{ n, d string }{{"a", "ORDER"}}
BEGIN
for _, t := range defs { s.AddTool(mcp.NewTool(t.n, mcp.WithDescription(t.d)), run) }
END`}},
	{"go range keyed", "a main.go:7", []string{"main.go", `)
type def struct{ Name, Text string }
var defs = []def{{Name: "a", Text: "ORDER"}}
BEGIN
for _, t := range defs { s.AddTool(mcp.NewTool(t.Name, mcp.WithDescription(t.Text)), run) }
END`}},
	{"go range map", "a main.go:6", []string{"main.go", `)
var defs = map[string]string{"a": "ORDER"}
BEGIN
for n, d := range defs { s.AddTool(mcp.NewTool(n, mcp.WithDescription(d)), run) }
END`}},
	{"go wrapper", "a main.go:9", []string{"main.go", `)
func reg(s *server.MCPServer, name, text string) { s.AddTool(mcp.NewTool(name, mcp.WithDescription(text)), run) }
BEGIN
reg(s, "a", "ORDER")
END`}},
	{"go method", "a main.go:10", []string{"main.go", `)
type T struct{ s *server.MCPServer }
func (t *T) add(name, text string) { t.s.AddTool(mcp.NewTool(name, mcp.WithDescription(text)), run) }
BEGIN
(&T{s}).add("a", "ORDER")
x := &T{s}
x.add("b", "ORDER")
END`}},
	{"java wrapper", "a src/main/java/Srv.java:5", []string{"src/main/java/Srv.java", `import io.modelcontextprotocol.server.*;
import io.modelcontextprotocol.spec.McpSchema.Tool;
public class Srv {
void reg(McpSyncServer s, String name, String text) { s.addTool(new McpServerFeatures.SyncToolSpecification(new Tool(name, text, "{}"), this::run)); }
void m(McpSyncServer s) { reg(s, "a", "ORDER"); }
}`}},
	{"java loop", "a src/main/java/Srv.java:4", []string{"src/main/java/Srv.java", `import io.modelcontextprotocol.server.*;
import io.modelcontextprotocol.spec.McpSchema.Tool;
public class Srv {
static final List<Def> DEFS = List.of(new Def("a", "ORDER"));
record Def(String n, String t) {}
void m(McpSyncServer s) { for (Def d : DEFS) { s.addTool(new SyncToolSpecification(new Tool(d.n(), d.t(), "{}"), this::run)); } }
}`}},
	{"py methods of a derived class", "a server.py:9", []string{"server.py", `from mcp.types import Tool
class Base:
    def get_name(self): raise NotImplementedError
    def to_tool(self): return Tool(name=self.get_name(), description=self.get_description(), inputSchema={})
class Add(Base):
    def get_description(self): return "ORDER"
    def get_name(self): return "a"`}},
	{"py constructor of a base", "a server.py:11", []string{"server.py", `from mcp.types import Tool
class Base:
    def __init__(self, name, description):
        self.name = name
        self.description = description
    def to_tool(self): return Tool(name=self.name, description=self.description, inputSchema={})
class Add(Base):
    def __init__(self): super().__init__("a", "ORDER")`}},
	{"py records", "a server.py:8", []string{"server.py", `@dataclass
class Spec:
    name: str
    text: str
for s in [Spec("a", "ORDER")]:
    mcp.add_tool(run, name=s.name, description=s.text)`}},
	{"py nested targets", "a server.py:4", []string{"server.py", `for i, (n, d) in enumerate([("a", "ORDER"), ("b", "Adds.")]):
    mcp.add_tool(run, name=n, description=d)`}},
	{"php foreach of parts", "a s.php:3", []string{"s.php", `<?php
use PhpMcp\Server\Server;
$tools = [["a", "ORDER"]];
foreach ($tools as [$n, $d]) { $server->withTool($h, $n, $d); }`}},
	{"php foreach of keys", "a s.php:3", []string{"s.php", `<?php
use PhpMcp\Server\Server;
$tools = ["a" => "ORDER"];
foreach ($tools as $n => $d) { $server->withTool($h, $n, $d); }`}},
	{"php foreach of named parts", "a s.php:3", []string{"s.php", `<?php
use PhpMcp\Server\Server;
$tools = [["n" => "a", "d" => "ORDER"]];
foreach ($tools as ["n" => $n, "d" => $d]) { $server->withTool($h, $n, $d); }`}},
	{"cs foreach of parts", "a Program.cs:2", []string{"Program.cs", `using ModelContextProtocol.Server;
foreach (var (n, d) in new[] { ("a", "ORDER") }) tools.Add(McpServerTool.Create(run, new() { Name = n, Description = d }));`}},
	{"py text of a path", "a prompts/a.md:1", []string{"server.py", `from pathlib import Path
@mcp.tool(description=(Path(__file__).parent / "prompts" / "a.md").read_text())
def a(x: int): pass`, "prompts/a.md", "ORDER"}},
	{"py own reader of prompts", "a prompts/a.md:1", []string{"server.py", `def load_prompt(n):
    return (Path(__file__).parent / "prompts" / f"{n}.md").read_text()
@mcp.tool(description=load_prompt("a"))
def a(x: int): pass`, "prompts/a.md", "ORDER"}},
	{"rb text of a file", "a a.md:1", []string{"server.rb", `require "mcp"
class A < MCP::Tool
  tool_name "a"
  description File.read(File.join(__dir__, "a.md"))
end`, "a.md", "ORDER"}},
	{"ts members of a derived class", "a index.ts:7", []string{"index.ts", `class Base { register(s: any) { s.registerTool(this.name, { description: this.getText() }, run); } }
class Add extends Base { name = "a"; getText() { return "ORDER"; } }`}},
	{"ts constructor of a base", "a index.ts:8", []string{"index.ts", `class Base { constructor(n, d) { this.name = n; this.text = d; }
  register(s: any) { s.registerTool(this.name, { description: this.text }, run); } }
class Add extends Base { constructor() { super("a", "ORDER"); } }`}},
	{"java constant of an interface", "a A.java:2", []string{"A.java", `import org.springframework.ai.tool.annotation.Tool;
interface D { String TEXT = "ORDER"; }
class S implements D { @Tool(description = TEXT) int a(int x) { return x; } }`}},
	{"cs wrapper", "a Program.cs:4", []string{"Program.cs", `using ModelContextProtocol.Server;
using Microsoft.Extensions.DependencyInjection;
static McpServerTool Make(string name, string text, Delegate f) => McpServerTool.Create(f, new McpServerToolCreateOptions { Name = name, Description = text });
var t = Make("a", "ORDER", Run);`}},
	{"kotlin wrapper", "a src/main/kotlin/S.kt:3", []string{"src/main/kotlin/S.kt", `import io.modelcontextprotocol.kotlin.sdk.server.*
fun Server.reg(n: String, d: String) { addTool(name = n, description = d) { r -> run(r) } }
fun m(server: Server) { server.reg("a", "ORDER") }`}},
}

var plainRegistrations = []attempt{
	{"py handler", "", []string{"server.py", `import mcp.types as types
TOOLS = [types.Tool(name="add", description="Adds.", inputSchema={})]
@server.list_tools()
async def list_tools():
    return [t for t in TOOLS if allowed(t)]`}},
	{"py own tables", "", []string{"server.py", `from .table import ALL
@server.list_tools()
async def list_tools():
    return [t.to_tool() for t in ALL]
`, "table.py", `from .add import Add
ALL = [Add()]
`, "add.py", `class Add:
    def to_tool(self): ...`}},
	{"py own table of classes", "", []string{"server.py", `from .table import ALL
for t in ALL:
    mcp.add_tool(t.run, name=t.name, description=t.description)
`, "table.py", `from .add import Add
ALL = [Add()]
`, "add.py", `class Add:
    name = "add"`}},
	{"py text of a tool", "", []string{"server.py", `@mcp.tool()
async def run_code(code: str) -> str:
    """Runs code."""
    exec(code)
    return json.loads(code)["description"]`}},
	{"py other descriptions", "", []string{"server.py", `@mcp.tool()
async def issue(text: str) -> str:
    """Opens an issue."""
    item = tracker.new()
    item.description = text
    rows[0].description = text
    return item.id`}},
	{"py registered by a module", "", []string{"server.py", `from . import weather
weather.register(mcp)
importlib.reload(weather)
`, "weather.py", `def register(mcp):
    @mcp.tool()
    def forecast(city: str) -> str:
        """Tells the weather."""
        return city`}},
	{"ts handler", "", []string{"index.ts", `const tools = [{ name: "add", description: "Adds.", inputSchema: { type: "object" } }];
server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: tools.filter(t => on(t)).map(t => ({ ...t })) }));`}},
	{"ts registry", "", []string{"index.ts", `import { registry } from "./registry.js";
server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: registry.list() }));
`, "registry.ts", `class Registry { private tools = new Map(); list() { return [...this.tools.values()]; } add(t: any) { this.tools.set(t.name, t); } }
export const registry = new Registry();
registry.add({ name: "add", description: "Adds.", inputSchema: { type: "object" }, handler: run });`}},
	{"ts modules", "", []string{"index.ts", `import { registerAll } from "./all.js";
registerAll(server);
const extra = await import("./extra.js");
extra.register(server);
`, "all.ts", `export function registerAll(server: any) { server.tool("add", "Adds.", {}, run); }
`, "extra.ts", `export function register(server: any) { server.tool("sub", "Subtracts.", {}, run); }`}},
	{"go functions", "", []string{"main.go", `)
func main() {
	s := server.NewMCPServer("srv", "1")
	s.AddTool(listIssues())
	s.AddTools(all()...)
}
`, "tools.go", `package main
import ("github.com/mark3labs/mcp-go/mcp"; "github.com/mark3labs/mcp-go/server")
func listIssues() (mcp.Tool, server.ToolHandlerFunc) { return mcp.NewTool("list_issues", mcp.WithDescription("Lists issues.")), run }
func all() []server.ServerTool { return []server.ServerTool{{Tool: mcp.NewTool("x", mcp.WithDescription("Does x."))}} }`}},
	{"cs own assembly", "", []string{"Program.cs", `using ModelContextProtocol.Server;
b.Services.AddMcpServer().WithToolsFromAssembly();
b.Services.AddMcpServer().WithToolsFromAssembly(Assembly.GetExecutingAssembly());
b.Services.AddMcpServer().WithToolsFromAssembly(typeof(Mine).Assembly);
public class Mine {}`}},
	{"java beans", "", []string{"Srv.java", `import io.modelcontextprotocol.server.*;
class Srv { void m(McpSyncServer s) { s.addTool(specs().get(0)); }
List<SyncToolSpecification> specs() { return List.of(new SyncToolSpecification(new Tool("a", "Adds.", "{}"), this::run)); } }`}},
	{"py client", "", []string{"client.py", `from mcp import ClientSession
async def names(session):
    got = await session.list_tools()
    return [{"name": t.name, "description": t.description} for t in got.tools]`}},
}
