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
  },
};

// Without a function beside them these are tools, whatever they are called.
export const toolDefinitions = {
  info: { description: "Says how many notes there are.", inputSchema: {} },
  schema: { description: "Returns the schema of a note.", inputSchema: {} },
};
