// Tables of other things: events and their fields, commands, routes, messages, the fields of a form.
const events = { opened: { description: "A door was opened.", schema: z.object({ id: z.string() }) } };
const commands = { build: { description: "Builds the site.", options: { watch: { type: "boolean" } } }, serve: { description: "Serves it." } };
const routes = { list: { description: "Lists the notes.", parameters: [{ name: "id", in: "query" }], responses: {} } };
const forms = { age: { description: "How old it is.", annotations: { chart: "line" } } };
const alone = { sum: { description: "Adds numbers.", parameters: O.object({ a: O.string() }) } };
