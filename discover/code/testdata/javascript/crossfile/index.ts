import { DESCRIPTION, prompts } from './texts/index.js';
import { PathSchema } from './schemas';
import { fooTool } from './foo';
server.tool('read', DESCRIPTION, PathSchema.shape, cb);
server.registerTool('write', { description: prompts.write, inputSchema: { path: PathSchema } }, cb);
server.tool(fooTool.name, fooTool.description, fooTool.inputSchema, fooTool.run);
server.registerTool('file', { description: readFileSync(join(__dirname, 'file.md'), 'utf8'), inputSchema: {} }, cb);
