/**
 * Scans what an MCP server tells models, and throws what mcp-lint says, unless it finds nothing.
 *
 * @param tools the answer to `tools/list`, its list of tools, or the path of a file or folder
 * @param args options of mcp-lint, such as `"--fail-on", "high"`
 */
export declare function expectNoFindings(tools: string | object, ...args: string[]): void;
