export const fooTool: Tool = { name: 'foo', description: 'Do foo things', inputSchema: {}, run };
