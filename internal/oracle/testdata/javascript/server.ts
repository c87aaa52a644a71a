import { z } from "zod";
import type { Tool } from './tool.js';

/** Documented. */
export const NAME = 'it\'s' + "say \"hi\"" + `tick \` and \${not} $ {x} $`;
const escapes = "\b\f\n\r\t\v\0\x41\u00e9\u{1F600}\ud83d\ude00\q\
joined" + '\u200b' + "";
type Kind = "a" | 'b' | `c-${Suffix}`;
enum Level { "low" = 1, High = 'high' }

/**
 * Tides.
 * @param port 'quoted' and "quoted"
 */
server.registerTool("tide", {
  title: 'Tide',
  description: `When it is ${port ? `high in ${port} (${`deep ${1 + 1}`})` : "low"} today.
    Next line with "quotes" and 'ticks'.`,
  inputSchema: { 'the port': z.string().describe("The port's name"), ["computed" + 1]: z.number() },
}, async ({ port }: { port: string }): Promise<Result<string>> => {
  const clean = port.replace(/["'`/\\]+/g, "").replace(/[/"]/, '') ?? `${port.replace(/"/g, `${'x'}`)}`;
  const half = port.length / 2 / 1, g = 3; // "comment"
  if (half > 1) /re"gex/.test(port) && (a++ / 2, b-- / "3".length);
  const o = { a: { b: "c" } }; const t = <T,>(x: T) => x;
  for (const x of ["p", 'q']) if (x) { /"y/.exec(x) }
  return tag`raw \n ${clean} text` + String.raw`\d${half}\n` + (half as unknown as string)!;
});

/* plain "comment" */
class Moon<T extends { x: "y" } = { x: "y" }> {
  static pattern = /^["']$/u;
  #secret = "s";
  'quoted method'() { return this.#secret satisfies string; }
  get phase(): string { return `full` }
}
declare module "ambient" { export function f(x: "lit"): void; }
const division = a / b; const other = c / d; const s = "after / division";
let x = y
/foo/g.exec("z");
