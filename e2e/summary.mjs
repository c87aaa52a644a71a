// Renders Markdown as the page of a GitHub job shows it: with GitHub's own renderer, cmark-gfm, but without the sanitiser that GitHub has
// behind it. Prints, as JSON, what is on the page.
//
//   node summary.mjs CMARK PICTURES FILE...
//
// Nothing is fetched: every request but that for the page is refused and reported.
import { launch } from "./browser.mjs";
import { execFileSync } from "node:child_process";
import path from "node:path";

const [, , cmark, pictures, ...files] = process.argv;
const origin = "http://summary.test";
const style = `
  body { margin: 0; background: #f6f8fa; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; color: #1f2328 }
  article { box-sizing: border-box; width: 1010px; margin: 24px auto; padding: 24px 32px; background: #fff; border: 1px solid #d1d9e0; border-radius: 6px; overflow-wrap: break-word }
  h1, h2 { padding-bottom: .3em; border-bottom: 1px solid #d1d9e0 } h2 { font-size: 1.5em } h3 { font-size: 1.25em }
  table { display: block; width: max-content; max-width: 100%; overflow: auto; border-collapse: collapse; margin-bottom: 16px }
  th, td { padding: 6px 13px; border: 1px solid #d1d9e0 } tr:nth-child(2n) { background: #f6f8fa }
  code { padding: .2em .4em; font: 85% ui-monospace, SFMono-Regular, Menlo, monospace; background: #818b981f; border-radius: 6px; white-space: break-spaces }
  pre { padding: 16px; overflow: auto; background: #f6f8fa; border-radius: 6px } pre code { padding: 0; background: none }`;

const browser = await launch();

const read = () => {
  const article = document.querySelector("article");
  const count = {};
  const handlers = [];
  for (const e of article.querySelectorAll("*")) {
    const name = e.tagName.toLowerCase();
    count[name] = (count[name] || 0) + 1;
    for (const a of e.attributes) if (/^on|^style$|^id$/i.test(a.name)) handlers.push(`${name} ${a.name}`);
  }
  // GitHub makes links of these wherever they stand but in code and in links.
  const live = [];
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    if (n.parentElement.closest("code, pre, a")) continue;
    const m = n.nodeValue.match(/(^|[^\w`])@[\w-]+|(^|\W)(#|GH-)\d+|https?:\/\/\S+|www\.\S+|\S+@\S+\.\S+|:[a-z_+-]+:|\$\$?[^$]+\$/i);
    if (m) live.push(m[0]);
  }
  return {
    elements: count,
    attributes: handlers,
    live,
    links: [...article.querySelectorAll("a")].map((a) => ({ text: a.textContent, href: a.getAttribute("href") })),
    headings: [...article.querySelectorAll("h1, h2, h3, h4")].map((h) => h.textContent),
    paragraphs: [...article.querySelectorAll("p")].map((p) => p.textContent),
    items: [...article.querySelectorAll("li")].map((p) => p.textContent),
    tables: [...article.querySelectorAll("table")].map((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent))),
    pwned: window.pwned === undefined ? "" : String(window.pwned),
  };
};

const out = [];
for (const file of files) {
  const page = await browser.newPage({ viewport: { width: 1060, height: 900 } });
  const requests = [];
  const errors = [];
  page.on("pageerror", (e) => errors.push(String(e)));
  page.on("dialog", (d) => (errors.push(`dialog: ${d.message()}`), d.dismiss()));
  const extensions = ["table", "autolink", "strikethrough", "tasklist"].flatMap((e) => ["--extension", e]);
  const html = execFileSync(cmark, ["--unsafe", ...extensions, file], { encoding: "utf8", maxBuffer: 1 << 28 });
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url === `${origin}/`) {
      const body = `<!doctype html><meta charset="utf-8"><title>summary</title><style>${style}</style><article>${html}</article>`;
      return route.fulfill({ contentType: "text/html; charset=utf-8", body });
    }
    if (url !== `${origin}/favicon.ico`) requests.push(url);
    return route.abort();
  });
  await page.goto(`${origin}/`);
  const bottom = await page.evaluate(() => document.querySelector("article").getBoundingClientRect().bottom);
  const height = Math.ceil(Math.min(bottom + 24, 2400));
  await page.setViewportSize({ width: 1060, height });
  await page.screenshot({ path: path.join(pictures, `summary-${path.basename(file, ".md")}.png`) });
  out.push({ file, ...(await page.evaluate(read)), requests, errors });
  await page.close();
}
await browser.close();
console.log(JSON.stringify(out));
