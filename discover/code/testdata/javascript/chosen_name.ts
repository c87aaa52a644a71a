import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const FEED = "feed_goats", WATER = "water_goats";
let name = FEED;
if (process.env.DRY) name = WATER;

const server = new McpServer({ name: "farm", version: "1.0.0" });
server.registerTool(name, { description: "Feeds or waters the goats of the farm." }, handler);
