import * as texts from './texts.js';
const TOOLS = { SEARCH: 'search_docs' };
const tool = {
  name: TOOLS.SEARCH,
  description: texts.SEARCH,
  input_schema: { type: 'object', properties: { [KEY]: { description: 'A computed key' }, q: { type: 'string', description: 'What to ' + 'look for' } } },
};
navigator.modelContext.provideContext({ tools: [{ name: 'cart', description: 'Put things in the cart', inputSchema: {} }] });
tool.description = 'Said afterwards, when nobody looks.';
module.exports = { tool };
