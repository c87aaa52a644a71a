#!/usr/bin/env node
import { z } from "zod";

/**
 * Finds a page.
 *   - by title
 *
 * @param title what to look for
 */
@tool({ name: 'find\u005Fpage' })
export class FindPage<T extends object> extends Tool<T> {
  static readonly description = `Finds a ${kind} page\r\n${"in " + `the ${wiki!}`}.`
  #count = 1_000.5 / 2 / this.size
  override args = { title: z.string().describe("The \x22title\x22 \
of the page").optional() }
  split = (s: string) => s.split(/["'`/[/\]]+/g).map((x) => x!.trim() / 2)
}

const generic = <T,>(x: T): T => x
const View = () => (
  <form toolname="find" tooldescription='Don&apos;t "guess" &amp; ask&nbsp' data-n={1 < 2} {...rest}>
    It's {`one ${"two"}`} of <Ui.Many<Row> rows={rows} /> <>more</>
  </form>
)
if (a < b) /x"/.test(c)
return
