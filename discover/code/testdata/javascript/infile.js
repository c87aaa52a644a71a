import { describe, it } from "vitest";

server.tool("count_rooks", "Count the rooks.", { tree: z.string() }, count);

describe("rooks", () => {
  it("are counted", async () => {
    server.tool("fake", "A tool in a test.", { tree: z.string() }, count);
    say("A sentence of a test.");
  });
});
