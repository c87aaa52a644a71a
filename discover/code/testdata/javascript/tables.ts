// A bundle: the names of the tools are the keys of a table, and nothing calls them tools. O is zod under the name that a bundler gave it.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const b = O.object({ project_id: O.string().describe("The project.") });
const t = {
  list_tables: { description: "Lists the tables of a project.", parameters: b, outputSchema: O.object({ rows: O.string() }) },
  drop_table: { description: "Drops a table.", parameters: O.object({ name: O.string() }), annotations: { readOnlyHint: !1, destructiveHint: !0 } },
};
const u = { advise: { description: "Says what a table lacks.", annotations: { title: "Advice", readOnlyHint: !0 } } };
