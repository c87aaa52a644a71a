// The extension starts `mcp-lint lsp` and shows what it says. Everything that is known about MCP is in that program.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { find, install, tooOld } = require("./program.js");
const { Status } = require("./status.js");

let client, item, status;

function show() {
  item.text = `$(shield) ${status.text}`;
  item.tooltip = status.tooltip;
}

// problem says what has to be done, and offers to do it.
async function problem(message) {
  item.text = "$(error) mcp-lint";
  item.tooltip = message;
  const choice = await vscode.window.showErrorMessage(message, "How to Install", "Open Settings");
  if (choice === "How to Install") await vscode.env.openExternal(vscode.Uri.parse(install));
  if (choice === "Open Settings") await vscode.commands.executeCommand("workbench.action.openSettings", "mcp-lint");
}

async function start(version) {
  const settings = vscode.workspace.getConfiguration("mcp-lint");
  let program;
  try {
    program = find(settings.get("path"));
  } catch (e) {
    void problem(e.message);
    return;
  }
  status = new Status();
  show();
  client = new LanguageClient("mcp-lint", "mcp-lint", { command: program, args: ["lsp", "--timeout", settings.get("timeout") || "1m"] }, {
    documentSelector: [{ scheme: "file" }, { scheme: "untitled" }],
    middleware: {
      handleDiagnostics(uri, diagnostics, next) {
        status.scanned(uri.toString(), diagnostics.map((d) => String(d.code?.value ?? d.code ?? "")), new Date());
        show();
        next(uri, diagnostics);
      },
    },
  });
  try {
    await client.start();
  } catch (e) {
    void problem(`${program} did not start as a language server: ${e.message}`);
    return;
  }
  const old = tooOld(program, client.initializeResult?.serverInfo?.version, version);
  if (old) void problem(old);
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.dispose();
}

exports.activate = async (context) => {
  const { version } = context.extension.packageJSON;
  item = vscode.window.createStatusBarItem("mcp-lint", vscode.StatusBarAlignment.Right);
  item.name = "mcp-lint";
  item.command = "workbench.actions.view.problems";
  item.show();
  const restart = async () => {
    await stop();
    await start(version);
  };
  context.subscriptions.push(
    item,
    vscode.commands.registerCommand("mcp-lint.restart", restart),
    vscode.commands.registerCommand("mcp-lint.showLog", () => client?.outputChannel.show()),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration("mcp-lint.path") || e.affectsConfiguration("mcp-lint.timeout")) return restart();
    }),
  );
  await start(version);
};

exports.deactivate = stop;
