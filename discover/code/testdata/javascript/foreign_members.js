import { z } from "zod";
import { registry } from "./registry";

// Members that no SDK reads hide no tool.
export const TOOLS = [
  { name: "read_gauge", description: "Read the gauge of a pond.", inputSchema: { type: "object" }, mcpDescription: [] },
  { name: "open_gate", desc: [], description: "Open the gate of a pond.", inputSchema: { type: "object" }, toolDescription: {} },
];

export const list_ponds = { name: "list_ponds", description: "A route of the app.", responseSchema: z.object({ ponds: z.string() }) };

const declared = FunctionDeclarationBuilder.create().name("close_gate").description("Close the gate of a pond.").build();
