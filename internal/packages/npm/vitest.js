// Scans what an MCP server tells models, in a test of vitest or of another runner.
"use strict";

const { spawnSync } = require("node:child_process");
const { join } = require("node:path");

exports.expectNoFindings = function expectNoFindings(tools, ...args) {
  const said = typeof tools?.then === "function" ? "expectNoFindings takes the answer to tools/list, and got a promise: await it" : complaint(tools, args);
  if (said === "") return;
  const error = new Error(said);
  // The test has failed, and vitest shows the first line of the stack.
  Error.captureStackTrace(error, expectNoFindings);
  throw error;
};

// complaint returns what mcp-lint says, or "" where it ends with 0.
function complaint(tools, args) {
  const isPath = typeof tools === "string";
  const named = process.env.MCP_LINT_BINARY;
  const [program, ...first] = named ? [named] : [process.execPath, join(__dirname, "bin", "mcp-lint.js")];
  // With --strict a test does not pass where nothing could be read.
  const done = spawnSync(program, [...first, "scan", "--strict", "--color=never", ...args, ...(isPath ? ["--", tools] : ["-"])], {
    input: isPath ? "" : JSON.stringify(Array.isArray(tools) ? { tools } : tools),
    encoding: "utf8",
    maxBuffer: 64 << 20,
    windowsHide: true,
  });
  if (done.status === 0) return "";
  if (done.status === null) return `mcp-lint did not run to its end: ${done.error?.message ?? done.signal}`;
  return (done.stdout + done.stderr).trim() || `mcp-lint ended with exit code ${done.status}`;
}
