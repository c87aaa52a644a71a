// Which program is started, and whether it is recent enough. Nothing here knows the editor.
"use strict";

const { accessSync, constants, statSync } = require("node:fs");
const { delimiter, isAbsolute, join } = require("node:path");

const install = "https://github.com/org/mcp-lint/blob/main/docs/install.md";

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

// find returns the program that a setting names, or else the one on the PATH. A folder of the PATH that is relative is left out: it would
// be one of the workspace.
function find(setting, path = process.env.PATH ?? "", platform = process.platform) {
  if (setting) {
    if (!isAbsolute(setting)) throw new Error(`mcp-lint.path is ${JSON.stringify(setting)}, which is not an absolute path.`);
    if (!runs(setting)) throw new Error(`mcp-lint.path is ${JSON.stringify(setting)}, which is no program.`);
    return setting;
  }
  const name = platform === "win32" ? "mcp-lint.exe" : "mcp-lint";
  const found = path.split(delimiter).filter(isAbsolute).map((folder) => join(folder, name)).find(runs);
  if (!found) throw new Error("The program mcp-lint is not on the PATH. Install it, or set mcp-lint.path.");
  return found;
}

const numbers = (version) => /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version ?? "")?.slice(1).map(Number);

// tooOld says what is wrong with a program that is older than the extension. Builds that are no release are taken as they are.
function tooOld(program, version, extension) {
  const has = numbers(version), wants = numbers(extension);
  if (!has || !wants || wants.every((n) => n === 0)) return undefined;
  const i = has.findIndex((n, at) => n !== wants[at]);
  if (i < 0 || has[i] > wants[i]) return undefined;
  return `${program} is version ${has.join(".")}, and this extension is ${extension}: update the program, or install the extension in version ${has.join(".")}.`;
}

module.exports = { find, install, tooOld };
