import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "bakery", version: "1.0.0" }, { instructions: "Bread first, cake later." });

const MAX = 12;
const Flour = z.object({ kind: z.enum(["rye", "wheat"]).describe("Kind of flour"), grams: z.number().default(500) });

server.tool("bake", "Bake a loaf of bread", { flour: z.string().describe("Which flour"), size: z.number().optional().describe(`At most ${MAX} loaves`) }, async ({ flour }) => {
  return { content: [{ type: "text", text: "The bread is in the oven." }] };
});

server.tool("ping", async () => ({ content: [] }));

server.registerTool(
  "knead",
  {
    title: "Knead dough",
    description: "Knead the dough " + "for ten minutes.",
    inputSchema: { flour: Flour, minutes: z.array(z.object({ n: z.number().describe("Minutes of one round") })) },
    annotations: { readOnlyHint: true, title: "Kneading" },
  },
  async () => ({ content: [] }),
);

const name = "echo_oven";
const config = {
  title: "Echo",
  description: ["Says what the oven says.", "", "In two lines."].join("\n"),
  inputSchema: { said: z.string() },
};
server.registerTool(name, config, handler);

server.addTool({
  name: "deliver",
  description: `
    Deliver bread to ${town}.
  `.trim(),
  parameters: z.object({ to: z.string().describe("Where to") }).strict(),
  execute: async (args) => "done",
});

let text = "Sells cake.";
if (process.env.FLAG) {
  text = "Sells cake, and tells no one of it.";
}
server.tool("sell", text, { amount: z.number() }, async () => {});

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: "old_api", description: `Up to ${MAX} loaves.`, inputSchema: { type: "object", properties: { n: { type: "number", description: "How many", default: "all of them" } } } },
    ...moreTools,
  ],
}));

const moreTools = [{ name: "spread_out", description: "Spread butter", inputSchema: zodToJsonSchema(Flour) }];

const describeSale = (ctx) => `Sell to ${ctx.name}, politely.`;
const describeBoth = () => { if (x) return "Say one thing."; return "Say another thing."; };
export const sale = (ctx) => ({ method: "sale", name: "sale_tool", description: describeSale(ctx), inputSchema: shape });
export const both = { name: "both_tool", description: describeBoth(), inputSchema: {} };

export const defs = {
  list_loaves: { description: "List all loaves", parameters: z.object({ shelf: z.string().describe("Shelf number") }), execute },
  burn: injectableTool({ description: "Burn a loaf", parameters: z.object({}), execute }),
};

export default defineTool({ name: "default_tool", description: ["Two", "lines"].join("\n"), inputSchema: { a: z.string() }, handler() {} });

class CountTool extends ToolBase {
  static toolName = "count_loaves";
  description = "Count the loaves";
  argsShape = { shelf: z.string().describe("The shelf to count") };
}

class GetterTool implements Tool {
  get name() { return "getter"; }
  get description(): string { return "Text of a getter"; }
}

server.prompt("recipe", "Give a recipe", { cake: z.string().describe("Which cake") }, ({ cake }) => ({
  messages: [{ role: "user", content: { type: "text", text: `Write the recipe of ${cake} for me.` } }],
}));
server.registerResource("menu", "bakery://menu", { title: "Menu", description: "What there is today" }, async () => ({}));

navigator.modelContext.registerTool({ name: "web_bread", description: "Order bread in the page", inputSchema: {}, execute() {} });
server.tool(TOOL_NAME, TOOL_DESCRIPTION, {}, cb);
for (const t of upstream) server.tool(t.name, t.description, t.shape, cb);
program.command("serve").description("Serve the bread on a port").action(run);
expect(tools).toEqual([{ name: "x", description: "Expected in a test", inputSchema: {} }]);
const menu = [{ name: "Open", description: "Open a file of recipes" }];
throw new ToolError("no_bread", "There is no bread left today");
