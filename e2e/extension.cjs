// Runs the extension for VS Code with Microsoft's language client and the real program; the editor around it is a stand-in, which records.
// Arguments: the bundle of the extension, the program of version 1.98.7, and a folder with a copy of examples/servers/poisoned.
"use strict";
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const [bundle, program, folder] = process.argv.slice(2);

// anything stands for what the client asks of the editor and the extension does not: a class, a function, an event, an object of those.
function anything() {
  const made = new Map();
  return new Proxy(class {}, {
    get(target, key) {
      if (key === "then" || key === Symbol.toPrimitive) return undefined;
      if (key === "prototype") return target.prototype;
      if (!made.has(key)) made.set(key, anything());
      return made.get(key);
    },
    apply: () => ({ dispose() {} }),
    construct: (target, args, as) => Reflect.construct(target, args, as),
  });
}

// over has some members of its own and anything else.
function over(members) {
  const rest = anything();
  return new Proxy(members, { get: (m, key) => (key in m ? m[key] : rest[key]), has: () => true });
}

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(...at) { [this.start, this.end] = at.length === 4 ? [new Position(at[0], at[1]), new Position(at[2], at[3])] : at; } }
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
class Uri {
  constructor(href) { this.href = href; }
  static parse(href) { return new Uri(href); }
  static file(path) { return new Uri(pathToFileURL(path).href); }
  get scheme() { return new URL(this.href).protocol.slice(0, -1); }
  get fsPath() { return decodeURIComponent(new URL(this.href).pathname); }
  toString() { return this.href; }
}
class CancellationTokenSource { token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) }; cancel() {} dispose() {} }
class EventEmitter {
  #all = new Set();
  event = (f, self) => { const g = f.bind(self); this.#all.add(g); return { dispose: () => this.#all.delete(g) }; };
  fire(e) { return Promise.all([...this.#all].map((f) => f(e))); }
  dispose() {}
}

const settings = { path: "", timeout: "1m" }, shown = new Map(), errors = [], commands = new Map(), item = {};
const changed = new EventEmitter(), opened = new EventEmitter(), log = [];
const channel = over({ append: (s) => log.push(s), appendLine: (s) => log.push(s), info: (s) => log.push(s), error: (s) => log.push(s), dispose() {} });
const vscode = over({
  Position, Range, Diagnostic, Uri, EventEmitter, CancellationTokenSource, version: "1.100.0",
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  Disposable: class { constructor(f) { this.dispose = f; } },
  env: over({ language: "en", appName: "stand-in", openExternal: async () => true, onDidChangeTelemetryEnabled: () => ({ dispose() {} }) }),
  window: over({
    createStatusBarItem: () => Object.assign(item, { show() {}, dispose() {} }),
    createOutputChannel: () => channel,
    showErrorMessage: async (m) => { errors.push(m); },
    visibleTextEditors: [], activeTextEditor: undefined, tabGroups: over({ all: [] }),
  }),
  commands: over({ registerCommand: (name, f) => { commands.set(name, f); return { dispose() {} }; }, executeCommand: async () => undefined }),
  languages: over({
    match: () => 10,
    createDiagnosticCollection: () => over({ set: (uri, list) => shown.set(uri.toString(), list), delete: (uri) => shown.delete(uri.toString()), clear() {}, dispose() {} }),
  }),
  workspace: over({
    textDocuments: [], notebookDocuments: [], workspaceFolders: [{ uri: Uri.file(folder), name: "poisoned", index: 0 }], rootPath: folder,
    getConfiguration: () => ({ get: (key, otherwise) => settings[key] ?? otherwise }),
    onDidChangeConfiguration: changed.event, onDidOpenTextDocument: opened.event,
    asRelativePath: (p) => p,
  }),
});
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

async function until(what, so) {
  const end = Date.now() + 60_000;
  while (!so()) {
    assert.ok(Date.now() < end, `waited in vain for ${what}: ${JSON.stringify([item.text, errors, log])}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const restart = () => changed.fire({ affectsConfiguration: (key) => key === "mcp-lint.path" });

(async () => {
  const extension = require(bundle);
  process.env.PATH = [".", "", "relative/bin"].join(":");
  await extension.activate({ extension: { packageJSON: { version: "0.0.0" } }, subscriptions: [] });
  assert.match(errors.pop(), /not on the PATH\. Install it, or set mcp-lint\.path/);
  assert.match(item.text, /error/);
  console.log("ok missing");

  for (const [path, words] of [["bin/mcp-lint", /not an absolute path/], [folder, /is no program/]]) {
    settings.path = path;
    await restart();
    assert.match(errors.pop(), words);
  }
  console.log("ok setting");

  settings.path = program;
  await restart();
  assert.deepEqual(errors, []);
  const uri = Uri.file(join(folder, "weather.json"));
  const text = readFileSync(uri.fsPath, "utf8");
  await opened.fire({ uri, languageId: "json", version: 1, getText: () => text, isClosed: false, fileName: uri.fsPath });
  await until("diagnostics", () => shown.get(uri.toString())?.length > 0);
  const codes = shown.get(uri.toString()).map((d) => d.code.value ?? d.code);
  assert.ok(codes.includes("directive.imperative"), String(codes));
  assert.match(item.text, new RegExp(`mcp-lint: ${codes.length} findings`));
  assert.match(item.tooltip, /^Last scan at .*: weather\.json$/);
  console.log("ok scan");

  await commands.get("mcp-lint.restart")();
  assert.deepEqual(errors, []);
  await extension.deactivate();
  console.log("ok stop");

  await extension.activate({ extension: { packageJSON: { version: "1.98.7" } }, subscriptions: [] });
  assert.deepEqual(errors, []);
  await extension.deactivate();
  await extension.activate({ extension: { packageJSON: { version: "1.98.10" } }, subscriptions: [] });
  assert.match(errors.pop(), /is version 1\.98\.7, and this extension is 1\.98\.10: update the program, or install the extension in version 1\.98\.7/);
  await extension.deactivate();
  console.log("ok skew");
  process.exit(0);
})().catch((e) => { console.error(e, log); process.exit(1); });
