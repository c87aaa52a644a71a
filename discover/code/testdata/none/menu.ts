import { Command } from "commander";
const items = [{ name: "Open", description: "Open a file from the disk", action: open }];
const commands = [{ name: "build", description: "Build the whole project", handler: build, options: [] }];
new Command().name("mcp-tool").description("A program that runs servers").argument("<x>");
const columns = [{ name: "id", description: "The key of a row in the table", type: "text" }];
const pkg = { name: "pkg", description: "A package of nothing much", version: "1.0", scripts: { build: "x" }, dependencies: {} };
const openapi = { paths: { "/x": { get: { operationId: "getX", description: "Get an x of some kind", parameters: [{ name: "id", in: "query", description: "Key of x", schema: { type: "string" } }], responses: {} } } } };
const Flow = z.object({ name: z.string(), description: z.string().optional(), parameters: z.array(z.string()) });
const flow = { name: z.string(), description: z.string().optional(), parameters: z.array(z.string()) };
it("lists tools", () => { expect(list).toEqual([{ name: "a", description: "Expected text of a", inputSchema: {} }]); });
logger.toolCall("name", "Something was called with this");
throw new ToolNotFoundError("x", "There is no tool of this name");
const r = await client.callTool({ name: "x", arguments: { description: "Some text for it" } });
function toolResult(name: string, text: string) { return { name, description: text }; }
const schema = { type: "object", properties: { tool: { type: "object", description: "A tool of the user", properties: {} } } };
