import { z } from "zod";

export const ToolSchema = z.object({ name: z.string(), description: z.string().optional(), inputSchema: z.any() });
export const listed = z.object({ tools: z.array(z.object({ name: z.string().min(1), description: z.string(), inputSchema: z.record(z.any()) })) });

export const TOOL_REGISTRY = {
  dig: { name: "Dig a Hole", description: "Digs in the garden of the shed", enabled: true, group: "garden" },
  rake: { name: "Rake the Leaves", description: "Rakes the leaves in front of the shed", enabled: false, group: "garden" },
};
