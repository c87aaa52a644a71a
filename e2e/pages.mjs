// Draws Markdown files as GitHub would, one picture each: node pages.mjs FOLDER FILE...
// Prints "path: ok", or what is wrong with the page.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { marked } from "marked";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [folder, ...files] = process.argv.slice(2);
const css = `
  body { font: 16px/1.5 sans-serif; width: 980px; margin: 0 auto; padding: 32px; color: #1f2328; background: #fff; }
  pre { background: #f6f8fa; padding: 16px; overflow: auto; border-radius: 6px; font-size: 85%; line-height: 1.45; }
  code { font-family: "DejaVu Sans Mono", monospace; background: #818b981f; padding: .2em .4em; border-radius: 6px; font-size: 85%; }
  pre code { background: none; padding: 0; font-size: 100%; }
  table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow: auto; }
  th, td { border: 1px solid #d1d9e0; padding: 6px 13px; }
  h1, h2 { border-bottom: 1px solid #d1d9e0b3; padding-bottom: .3em; }`;

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1060, height: 800 }, javaScriptEnabled: true });
await page.route("**/*", (route) => route.abort());
for (const file of files) {
  const html = marked.parse(readFileSync(file, "utf8"), { gfm: true });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${css}</style><body>${html}</body>`);
  const name = relative(root, file).replaceAll("\\", "/");
  const faults = await page.evaluate(() => {
    const list = [];
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) list.push("wider than the page");
    for (const table of document.querySelectorAll("table")) {
      if (table.scrollWidth > table.clientWidth + 1) list.push("a table is cut: " + table.textContent.slice(0, 80));
      const columns = table.querySelectorAll("thead th").length;
      for (const row of table.querySelectorAll("tbody tr")) {
        if (row.cells.length !== columns) list.push("a row of another length: " + row.textContent);
      }
    }
    if (document.querySelectorAll("h1").length !== 1) list.push("not one title");
    // Marks that did not become anything.
    for (const node of document.querySelectorAll("p, li, td")) {
      const words = [...node.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join(" ");
      if (/```|\]\(|\*\*|(^|\s)\|/.test(words)) list.push("marks are left: " + words.slice(0, 80));
    }
    return list;
  });
  await page.screenshot({ path: join(folder, "page-" + name.replace(/\.md$/, "").replaceAll("/", "-") + ".png"), fullPage: true });
  console.log(`${name}: ${faults.length ? faults.join("; ") : "ok"}`);
}
await browser.close();
