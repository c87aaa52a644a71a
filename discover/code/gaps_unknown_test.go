package code

var unknownRegistrations = []attempt{
	{"py json tools", "? server.py:6", []string{"server.py", `@server.list_tools()
async def list_tools():
    return json.load(open(os.environ["TOOLS"]))`}},
	{"py list tools call", "? server.py:7", []string{"server.py", `from loader import load
@server.list_tools()
async def list_tools():
    return load()`}},
	{"py list tools comp", "? server.py:7", []string{"server.py", `import types
@server.list_tools()
async def list_tools():
    return [types.Tool(name=t["n"], description=t["d"], inputSchema={}) for t in fetch()]`}},
	{"py loop unknown", "? server.py:5", []string{"server.py", `for n, d in fetch():
    mcp.add_tool(lambda x: x, name=n, description=d)`}},
	{"py getattr add", "? server.py:5", []string{"server.py", `import plug
mcp.add_tool(getattr(plug, os.environ["F"]))`}},
	{"py from openapi", "? server.py:5", []string{"server.py", `import httpx
mcp = FastMCP.from_openapi(openapi_spec=httpx.get("https://x.example/o.json").json(), client=c)`}},
	{"py from fastapi", "? server.py:5", []string{"server.py", `from app import app
mcp = FastMCP.from_fastapi(app=app)`}},
	{"py as proxy", "? server.py:4", []string{"server.py", `mcp2 = FastMCP.as_proxy("https://x.example/mcp", name="p")`}},
	{"py mount proxy", "? server.py:4", []string{"server.py", `mcp.mount(FastMCP.as_proxy(ProxyClient("x.py")), prefix="p")`}},
	{"py create proxy", "? server.py:5", []string{"server.py", `from fastmcp.server import create_proxy
mcp2 = create_proxy("https://x.example/mcp")`}},
	{"py middleware", "? server.py:9", []string{"server.py", `from fastmcp.server.middleware import Middleware
class M(Middleware):
    async def on_list_tools(self, context, call_next):
        tools = await call_next(context)
        for t in tools:
            t.description = open("d.txt").read() + t.description
        return tools
mcp.add_middleware(M())`}},
	{"py mutate", "? server.py:9", []string{"server.py", `@mcp.tool()
def add(a: int) -> int:
    """Adds."""
    return a
tools = mcp._tool_manager.list_tools()
tools[0].description = os.environ["D"]`}},
	{"py mutate loop", "? server.py:9", []string{"server.py", `@mcp.tool()
def add(a: int) -> int:
    """Adds."""
    return a
for t in mcp._tool_manager.list_tools():
    t.description += os.environ["D"]`}},
	{"py factory", "? server.py:10", []string{"server.py", `def make(n, d):
    def f(x: str) -> str:
        return x
    f.__name__ = n
    f.__doc__ = d
    return f
mcp.add_tool(make("a", os.environ["D"]))`}},
	{"py self add", "? server.py:6", []string{"server.py", `class S:
    def _add_tool(self, method, name, description=None):
        self.mcp.add_tool(method, name=name, description=description)
    def run(self):
        for n, m in self.found():
            self._add_tool(method=m, name=n)`}},
	{"py deco text", "? server.py:6", []string{"server.py", `from texts import described
@mcp.tool()
@described("add")
def add(a: int) -> int:
    return a`}},
	{"py plugins", "? server.py:6", []string{"server.py", `import pkgutil
for m in pkgutil.iter_modules(["plugins"]):
    importlib.import_module("plugins." + m.name).register(mcp)`}},
	{"py entrypoints", "? server.py:6", []string{"server.py", `from importlib.metadata import entry_points
for ep in entry_points(group="srv"):
    ep.load()(mcp)`}},
	{"py exec", "? server.py:4", []string{"server.py", `exec(open("gen.py").read())`}},
	{"py own registrar, called elsewhere", "? server.py:5", []string{"server.py", `def reg(name, text):
    mcp.add_tool(run, name=name, description=text)`}},
	{"py tools of objects", "? server.py:7", []string{"server.py", `from mcp.types import Tool
class Base:
    def to_tool(self):
        return Tool(name=self.name, description=self.description, inputSchema={})`}},
	{"ts registrar, called elsewhere", "? index.ts:6", []string{"index.ts", `export function reg(s: any, n: string, d: string) { s.registerTool(n, { description: d }, run); }`}},
	{"php foreach of a file", "? s.php:3", []string{"s.php", `<?php
use PhpMcp\Server\Server;
foreach (json_decode(file_get_contents("t.json"), true) as $t) { $server->withTool($h, $t["name"], $t["description"]); }`}},
	{"ts loop by place", "? index.ts:7", []string{"index.ts", `const T = [["a", "ORDER"]];
for (let i = 0; i < T.length; i++) server.tool(T[i][0], T[i][1], {}, run);`}},
	{"ts all arguments", "? index.ts:6", []string{"index.ts", `function reg(...args: any[]) { server.tool(...args); }`}},
	{"ts json parse", "? index.ts:7", []string{"index.ts", `const tools = JSON.parse(readFileSync(process.env.T!, "utf8"));
server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }));`}},
	{"ts json inline", "? index.ts:6", []string{"index.ts", `server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: JSON.parse(readFileSync("/etc/t.json", "utf8")) }));`}},
	{"ts spread call", "? index.ts:7", []string{"index.ts", `import { load } from "./load.js";
server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [...load()] }));`}},
	{"ts handler call", "? index.ts:6", []string{"index.ts", `server.server.setRequestHandler(ListToolsRequestSchema, async () => await backend.listTools());`}},
	{"ts handler fn", "? index.ts:7", []string{"index.ts", `import { handle } from "other-lib";
server.server.setRequestHandler(ListToolsRequestSchema, handle);`}},
	{"ts handler map", "? index.ts:6", []string{"index.ts", `server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: registry.all().map(t => ({ name: t.name, description: t.description, inputSchema: t.schema })) }));`}},
	{"ts loop unknown", "? index.ts:7", []string{"index.ts", `for (const t of await fetchTools()) {
  server.tool(t.name, t.description, t.schema, t.run);
}`}},
	{"ts foreach unknown", "? index.ts:7", []string{"index.ts", `const all = await (await fetch("https://x.example/t")).json();
all.forEach((t: any) => server.registerTool(t.name, { description: t.description }, t.run));`}},
	{"ts dynimport", "? index.ts:8", []string{"index.ts", `for (const f of fs.readdirSync("./plugins")) {
  const m = await import("./plugins/" + f);
  m.register(server);
}`}},
	{"ts dynimport default", "? index.ts:7", []string{"index.ts", `const m = await import(process.env.P!);
m.default(server);`}},
	{"ts mutate", "? index.ts:7", []string{"index.ts", `const t = server.tool("a", "Adds.", {}, run);
t.update({ description: process.env.D });`}},
	{"ts mutate map", "? index.ts:7", []string{"index.ts", `const list = original.tools;
for (const t of list) t.description = rewrite(t.description);
server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: list }));`}},
	{"ts class own", "? index.ts:7", []string{"index.ts", `class S {
  private add(method: any, name: string) { this.server.registerTool(name, { description: this.text(name) }, method); }
  run() { for (const [n, m] of this.found()) this.add(m, n); }
}`}},
	{"ts require json", "? index.ts:7", []string{"index.ts", `const tools = require(process.env.T);
server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }));`}},
	{"go addtools call", "? main.go:8", []string{"main.go", `)
BEGIN
s.AddTools(load()...)
END`}},
	{"go loop unknown", "? main.go:8", []string{"main.go", `)
BEGIN
for _, t := range load() { s.AddTool(mcp.NewTool(t.Name, mcp.WithDescription(t.Desc)), t.Run) }
END`}},
	{"go addtool call", "? main.go:9", []string{"main.go", `"example.com/other"
)
BEGIN
s.AddTool(other.Make(), run)
END`}},
	{"go mutate", "? main.go:10", []string{"main.go", `"os"
)
BEGIN
t := mcp.NewTool("a", mcp.WithDescription("Adds."))
t.Description = os.Getenv("D")
s.AddTool(t, run)
END`}},
	{"go json", "? main.go:13", []string{"main.go", `"os"
"encoding/json"
)
BEGIN
var tools []server.ServerTool
b, _ := os.ReadFile(os.Args[1])
json.Unmarshal(b, &tools)
s.AddTools(tools...)
END`}},
	{"go plugin", "? main.go:11", []string{"main.go", `"plugin"
)
BEGIN
p, _ := plugin.Open("x.so")
f, _ := p.Lookup("Register")
f.(func(*server.MCPServer))(s)
END`}},
	{"java list call", "? src/main/java/Srv.java:4", []string{"src/main/java/Srv.java", `import io.modelcontextprotocol.server.*;
import io.modelcontextprotocol.spec.McpSchema.Tool;
public class Srv {
void m() { McpServer.sync(t).tools(loader.load()).build(); }
}`}},
	{"java loop", "? src/main/java/Srv.java:4", []string{"src/main/java/Srv.java", `import io.modelcontextprotocol.server.*;
import io.modelcontextprotocol.spec.McpSchema.Tool;
public class Srv {
void m(McpSyncServer s) { for (Def d : loader.all()) { s.addTool(new McpServerFeatures.SyncToolSpecification(new Tool(d.name(), d.text(), d.schema()), d::run)); } }
}`}},
	{"java addtool call", "? src/main/java/Srv.java:4", []string{"src/main/java/Srv.java", `import io.modelcontextprotocol.server.*;
import io.modelcontextprotocol.spec.McpSchema.Tool;
public class Srv {
void m(McpSyncServer s) { s.addTool(Other.make()); }
}`}},
	{"java reflect", "? src/main/java/Srv.java:4", []string{"src/main/java/Srv.java", `import io.modelcontextprotocol.server.*;
import io.modelcontextprotocol.spec.McpSchema.Tool;
public class Srv {
void m(McpSyncServer s) throws Exception { for (String c : props.values()) { s.addTool((SyncToolSpecification) Class.forName(c).getMethod("spec").invoke(null)); } }
}`}},
	{"cs assembly", "? Program.cs:4", []string{"Program.cs", `using ModelContextProtocol.Server;
using Microsoft.Extensions.DependencyInjection;
var b = Host.CreateApplicationBuilder(args);
b.Services.AddMcpServer().WithStdioServerTransport().WithToolsFromAssembly(Assembly.LoadFrom("x.dll"));`}},
	{"cs assembly type", "? Program.cs:3", []string{"Program.cs", `using ModelContextProtocol.Server;
using Microsoft.Extensions.DependencyInjection;
b.Services.AddMcpServer().WithToolsFromAssembly(typeof(Other.Lib).Assembly);`}},
	{"cs withtools call", "? Program.cs:3", []string{"Program.cs", `using ModelContextProtocol.Server;
using Microsoft.Extensions.DependencyInjection;
b.Services.AddMcpServer().WithTools(Loader.Load());`}},
	{"cs listhandler", "? Program.cs:3", []string{"Program.cs", `using ModelContextProtocol.Server;
using Microsoft.Extensions.DependencyInjection;
b.Services.AddMcpServer().WithListToolsHandler(async (ctx, ct) => await backend.ListAsync(ct));`}},
	{"cs loop", "? Program.cs:3", []string{"Program.cs", `using ModelContextProtocol.Server;
using Microsoft.Extensions.DependencyInjection;
foreach (var d in Load()) { tools.Add(McpServerTool.Create(d.Run, new() { Name = d.Name, Description = d.Text })); }`}},
	{"rust call", "? src/main.rs:2", []string{"src/main.rs", `use rmcp::*;
impl ServerHandler for S { async fn list_tools(&self, r: P, c: C) -> Result<ListToolsResult, E> { Ok(ListToolsResult { tools: self.load().await?, next_cursor: None }) } }`}},
	{"kotlin loop", "? src/main/kotlin/S.kt:2", []string{"src/main/kotlin/S.kt", `import io.modelcontextprotocol.kotlin.sdk.server.*
fun m(server: Server) { load().forEach { t -> server.addTool(name = t.name, description = t.text) { r -> run(r) } } }`}},
	{"ruby loop", "? server.rb:3", []string{"server.rb", `require "mcp"
tools = load_all.map { |t| MCP::Tool.define(name: t[:n], description: t[:d]) { run } }
server = MCP::Server.new(name: "x", tools: tools)`}},
	{"ruby call", "? server.rb:2", []string{"server.rb", `require "mcp"
server = MCP::Server.new(name: "x", tools: Loader.all)`}},
	{"swift call", "? Sources/s/main.swift:2", []string{"Package.swift", `let package = Package(name: "s", dependencies: [.package(url: "https://github.com/modelcontextprotocol/swift-sdk.git", from: "0.9.0")])`, "Sources/s/main.swift", `import MCP
await server.withMethodHandler(ListTools.self) { _ in .init(tools: loader.all()) }`}},
	{"js json handler", "? index.js:4", []string{"index.js", `const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { ListToolsRequestSchema } = require("@modelcontextprotocol/sdk/types.js");
const tools = JSON.parse(require("fs").readFileSync("/opt/t", "utf8"));
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));`}},
}
