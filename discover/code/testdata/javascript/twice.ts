import { z } from "zod";

server.tool("list_reefs", "List the reefs of the coast", { coast: z.string().describe("Part of the coast") }, async () => ({}));
server.tool("chart", "Show the chart of a reef", {}, async () => ({}));

export const listOfTools = [
  { name: "list_reefs", description: "List the reefs of the coast" },
  { name: "chart", description: "Show another chart of a reef" },
];
