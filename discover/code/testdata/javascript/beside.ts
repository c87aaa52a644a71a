// Tools whose names stand beside what describes them.
const readNote: ToolDef = {
  name: "read_note",
  definition: {
    title: "Read a note",
    description: "Returns the text of a note.",
    inputSchema: { id: z.string().describe("The note.") },
  },
  handler: readNoteHandler,
};

const FIND = "find_notes";
const findTool = {
  name: FIND,
  config: { description: "Lists the notes with a word.", inputSchema: { word: z.string() } },
  handler: find,
};

// The key is the name where nothing beside it is one.
export const tools = {
  name_note: { description: "Gives a note a name.", inputSchema: { name: z.string() }, handler },
  config: { description: "Reads the settings.", inputSchema: {}, handler },
};

export const plugin = {
  tools: {
    move_note: { schema: { description: "Moves a note.", inputSchema: { to: z.string() } }, handler: move },
    test_tool: { schema: { description: "Tests the notes.", inputSchema: {} }, handler: test },
  },
};

// Without a function beside them these are tools, whatever they are called.
export const toolDefinitions = {
  info: { description: "Says how many notes there are.", inputSchema: {} },
  schema: { description: "Returns the schema of a note.", inputSchema: {} },
};

// These hold tools and are none themselves.
export const toolsWithRun = {
  run: runTool,
  info: { description: "Says how old the notes are.", inputSchema: {} },
  config: { description: "Returns the options of the notes.", inputSchema: {} },
};
export const TOOLS = { run: runTool, details: { description: "Says who wrote a note.", inputSchema: {} } };
export const notesPlugin = { name: "@acme/notes-plugin", tool: { description: "Copies a note.", inputSchema: {} }, setup() {} };

// What describes may stand further in, and a name may come from elsewhere.
export const outer = {
  name: "lock_note",
  tool: { definition: { description: "Locks a note.", inputSchema: {} }, handler: lock },
};
import { NAME } from "./names.js";
export const elsewhere = { name: NAME, definition: { description: "Unlocks a note.", inputSchema: {} }, handler: unlock };
export const long = {
  name: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  definition: { description: "Hides behind a name that is too long.", inputSchema: {} },
  handler: hide,
};
