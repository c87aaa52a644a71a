// Opens SARIF files in Microsoft's SARIF web component and prints, as JSON, what a person sees of each.
//
//   node viewer.mjs PICTURES FILE...
//
// Nothing is fetched: the page comes from this program, and every other request is refused and reported.
import { build } from "esbuild";
import { launch } from "./browser.mjs";
import fs from "node:fs";
import path from "node:path";

const [, , pictures, ...files] = process.argv;
const origin = "http://viewer.test";

const bundle = await build({
  entryPoints: [new URL("viewer.jsx", import.meta.url).pathname],
  bundle: true,
  write: false,
  minify: true,
  format: "iife",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "error",
});
const script = bundle.outputFiles[0].text;

const browser = await launch();

// What could be live in a page, and what hostile words could have done to it.
const inventory = () => ({
  links: [...document.querySelectorAll("#app a[href]")].map((a) => ({ text: a.textContent, href: a.getAttribute("href") })),
  images: document.querySelectorAll("#app img").length,
  frames: document.querySelectorAll("iframe, frame, object, embed, svg script, form, #app script, #app style, meta[http-equiv]").length,
  handlers: [...document.querySelectorAll("#app *")].filter((e) => [...e.attributes].some((a) => /^on/i.test(a.name))).length,
  pwned: window.pwned === undefined ? "" : String(window.pwned),
});

// The results, rule by rule, as they stand on the screen.
const read = () => {
  const rules = [];
  for (const row of document.querySelectorAll("#app tr.bolt-tree-row, #app tr.bolt-table-row")) {
    const rule = row.querySelector(".swcRowRule");
    if (rule) {
      const link = rule.querySelector("a");
      rules.push({
        words: rule.childNodes.length ? [...rule.childNodes].filter((n) => !n.classList?.contains("bolt-pill")).map((n) => n.textContent).join("") : "",
        help: link ? link.href : "",
        count: Number(rule.querySelector(".bolt-pill")?.textContent ?? -1),
        results: [],
      });
      continue;
    }
    const cells = row.querySelectorAll("td");
    const message = row.querySelector("span[style*='pre-line']");
    if (!message || rules.length === 0) continue;
    const snippet = row.querySelector(".swcSnippet");
    const place = row.querySelector(".midEllipsis")?.closest("a");
    rules.at(-1).results.push({
      level: row.querySelector(".bolt-table-status-icon desc")?.textContent ?? "",
      path: row.querySelector(".midEllipsis")?.textContent ?? cells[0]?.textContent ?? "",
      place: place ? place.getAttribute("href") : "",
      text: message.textContent,
      links: [...message.querySelectorAll("a")].map((a) => ({ text: a.textContent, href: a.getAttribute("href") })),
      line: snippet?.querySelector(".lineNumber")?.textContent.trim() ?? "",
      snippet: snippet?.querySelector("code:not(.lineNumber)")?.textContent ?? "",
    });
  }
  return rules;
};

const out = [];
for (const file of files) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const requests = [];
  const errors = [];
  const log = fs.readFileSync(file, "utf8");
  page.on("pageerror", (e) => errors.push(String(e)));
  page.on("dialog", (d) => (errors.push(`dialog: ${d.message()}`), d.dismiss()));
  await page.route("**/*", (route) => {
    const url = route.request().url();
    const give = (contentType, body) => route.fulfill({ contentType, body });
    if (url === `${origin}/`) {
      return give(
        "text/html; charset=utf-8",
        `<!doctype html><title>viewer</title><style>html,body,#app{height:100%;margin:0;font:14px sans-serif}</style><div id="app"></div><script src="log.js"></script><script src="viewer.js"></script>`,
      );
    }
    if (url === `${origin}/log.js`) return give("text/javascript", `window.log = ${log}`);
    if (url === `${origin}/viewer.js`) return give("text/javascript; charset=utf-8", script);
    if (url !== `${origin}/favicon.ico` && !url.startsWith("data:")) requests.push(url);
    return route.abort();
  });
  await page.goto(`${origin}/`);
  await page.waitForSelector("#app .swcRunTitle, #app .vss-ZeroData");
  const name = path.basename(file, ".sarif");
  await page.screenshot({ path: path.join(pictures, `viewer-${name}.png`) });
  // Rows out of sight are not drawn. Every rule is opened, and every list that shows three results only.
  await page.setViewportSize({ width: 1400, height: 30000 });
  for (;;) {
    const closed = page.locator("#app tr[aria-expanded=false] .bolt-tree-expand-button").first();
    const all = page.locator("#app [role=button].bolt-link", { hasText: /^Show All$/ }).first();
    if (await closed.count()) await closed.click();
    else if (await all.count()) await all.click();
    else break;
  }
  const bottom = await page.evaluate(() => Math.max(...[...document.querySelectorAll("#app tr")].map((e) => e.getBoundingClientRect().bottom)));
  await page.screenshot({ path: path.join(pictures, `viewer-${name}-open.png`), clip: { x: 0, y: 0, width: 1400, height: Math.min(bottom + 30, 2400) } });
  out.push({ file, title: await page.locator("#app .swcRunTitle").first().textContent().catch(() => ""), rules: await page.evaluate(read), page: await page.evaluate(inventory), requests, errors });
  await page.close();
}
await browser.close();
console.log(JSON.stringify(out, null, 1));
