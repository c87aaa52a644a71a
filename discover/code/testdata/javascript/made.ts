import { z } from "zod";

const reefParameters = (context: Context = {}) => {
  const schema = z.object({ reef: z.string().describe("Name of the reef to dive at") });
  if (context.reef) {
    return schema.omit({ reef: true });
  }
  return schema;
};

server.registerTool("dive", { description: "Plan a dive", inputSchema: reefParameters(context) }, async () => ({}));
const wreck = (c) => z.object({ depth: z.number().describe("How deep the wreck lies") });
export const wreckTool = { name: "wreck", description: "", inputSchema: wreck(context), execute };
