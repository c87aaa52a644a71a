import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "odd", version: "1" });
// Servers take names of any length and with any characters.
server.tool("long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_1", "Reads a note.", { id: z.string() }, async () => {});
server.tool("two words", "Finds a note.", { id: z.string() }, async () => {});
server.tool("Says how old a note is.", { id: z.string() }, async () => {});
export const tools = [{ name: "long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_2", description: "Moves a note.", inputSchema: { type: "object" } }];
export const other = { name: "a name of many words and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more ", description: "Copies a note.", parameters: z.object({}), execute: async () => {} };
