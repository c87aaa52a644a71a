import { z } from "zod";
import { paging, Ringing, Rung, parametersSchema } from "./common.js";

const server = new McpServer({ name: "belfry", version: "1.0.0" });

server.registerTool("ring", {
  description: "Ring the bell.",
  inputSchema: Ringing.extend({ ...paging, hour: z.number().describe("At which hour") }),
  outputSchema: Rung.shape,
}, ring);

server.tool("polish", "Polish the bell.", withSession({
  cloth: z.string().describe("Which cloth to use"),
}), polish);

export const tollTool = tool("toll", {
  description: "Toll for somebody.",
  input: z.object({ ...paging, who: z.string().describe("For whom") }),
  output: z.object({ heard: z.array(z.object({ by: z.string().describe("Who heard it") })).describe("All who heard it") }),
});

export const climbTool = {
  name: "climb_tower",
  description: "Climb the tower.",
  parametersSchema,
  handler: climb,
} as const;

export class OilTool extends BellTool {
  name = "oil";
  description = "Oil the bell.";
  argsShape = { ...paging };
  outputSchema = Rung;
}

export const askPrompt: PromptFactory = () => ({
  name: "ask_sexton",
  description: "Ask the sexton something.",
  argsSchema: { what: z.string().describe("What to ask") },
  callback: (args) => answer(args),
});
