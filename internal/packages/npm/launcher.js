#!/usr/bin/env node
// Starts the mcp-lint of this platform, which is in a package of its own, and only the one that belongs to this release.
"use strict";

const { spawn } = require("node:child_process");
const { createHash } = require("node:crypto");
const { readFileSync, writeSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { isatty } = require("node:tty");
const { version } = require("../package.json");
const { release, platforms } = require("../integrity.json");

// 2 is what mcp-lint itself ends with when it cannot work: nothing was scanned.
function fail(...lines) {
  writeSync(2, `mcp-lint: ${lines.join("\n          ")}\n`);
  process.exit(2);
}

// binary returns the path of a binary that is there, of this version, and as it was released.
function binary() {
  const platform = `${process.platform}-${process.arch}`;
  const expected = platforms[platform];
  if (!Object.hasOwn(platforms, platform)) {
    fail(
      `there is no binary for ${platform}, only for ${Object.keys(platforms).join(", ")}.`,
      "Build it with Go instead: go install github.com/org/mcp-lint/cmd/mcp-lint@" + release,
    );
  }
  const name = `@org/mcp-lint-${platform}`;
  const again = `npm install --include=optional @org/mcp-lint@${version}`;
  let manifest;
  try {
    manifest = require.resolve(`${name}/package.json`);
  } catch {
    fail(
      `the package ${name} ${version}, which has the binary, is not installed.`,
      "Optional dependencies were left out, or node_modules comes from another platform.",
      `Install it: ${again}`,
    );
  }
  const installed = JSON.parse(readFileSync(manifest, "utf8")).version;
  if (installed !== version) {
    fail(`this is version ${version}, but the binary in ${dirname(manifest)} is version ${installed}.`, `Install both in one version: ${again}`);
  }
  const path = join(dirname(manifest), expected.binary);
  let data;
  try {
    data = readFileSync(path);
  } catch (e) {
    fail(`the binary cannot be read: ${e.message}`, `Install it again: ${again}`);
  }
  const sum = createHash("sha256").update(data).digest("hex");
  if (sum !== expected.sha256) {
    fail(
      `${path} is not the binary of release ${release}, and was not started.`,
      `Its SHA-256 is ${sum},`,
      `that of the release ${expected.sha256}.`,
      `Find out who changed it, or remove node_modules and install it again: ${again}`,
    );
  }
  return path;
}

// A terminal sends these to both; a second one would keep the binary from cleaning up.
const terminal = [0, 1, 2].some((fd) => isatty(fd));
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
// Before the binary is there: a signal that arrives while it starts would end the launcher and leave it alone.
for (const s of signals) process.on(s, () => terminal && s !== "SIGTERM" ? undefined : child.kill(s));
const child = spawn(binary(), process.argv.slice(2), { stdio: "inherit", windowsHide: true });
child.on("error", (e) => fail(`the binary did not start: ${e.message}`));
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  for (const s of signals) process.removeAllListeners(s);
  process.kill(process.pid, signal);
});
