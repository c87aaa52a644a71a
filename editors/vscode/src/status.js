// What the last scan of each file found, in words. Nothing here knows the editor.
"use strict";

class Status {
  #files = new Map();
  #last;

  // scanned keeps the codes of the diagnostics of a file. Those of mcp-lint itself say what was not scanned.
  scanned(uri, codes, when) {
    this.#files.set(uri, {
      findings: codes.filter((c) => !c.startsWith("mcp-lint.")).length,
      partly: codes.some((c) => c === "mcp-lint.not-scanned" || c === "mcp-lint.incomplete"),
    });
    if (codes.length === 0) this.#files.delete(uri);
    this.#last = { uri, when };
  }

  get text() {
    if (!this.#last) return "mcp-lint";
    const files = [...this.#files.values()];
    const n = files.reduce((sum, f) => sum + f.findings, 0);
    const words = n === 0 ? "mcp-lint: no findings" : `mcp-lint: ${n} ${n === 1 ? "finding" : "findings"}`;
    return files.some((f) => f.partly) ? `${words}, not all scanned` : words;
  }

  get tooltip() {
    if (!this.#last) return "No file was scanned yet.";
    return `Last scan at ${this.#last.when.toLocaleTimeString()}: ${decodeURIComponent(this.#last.uri.split("/").pop())}`;
  }
}

module.exports = { Status };
