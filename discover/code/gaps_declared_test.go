package code

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/source"
)

// textsOf lists the texts of the tools of some files by their paths, and the gaps.
func textsOf(files ...string) (out []string) {
	for _, f := range linked(files...) {
		for _, e := range f.Entries {
			walkNode(e.Def.StringAt("name"), e.Def, func(path string, n *source.Node) {
				if n.Kind == source.String {
					out = append(out, path+" "+n.Text.Value)
				}
				if strings.HasSuffix(path, "/properties") {
					for _, m := range n.Members {
						out = append(out, path+"/"+m.Name.Text.Value)
					}
				}
			})
		}
		for _, g := range f.Gaps {
			out = append(out, "? "+g.Text)
		}
	}
	return out
}

const goHead = "package kiln\nimport (\"context\"; \"github.com/modelcontextprotocol/go-sdk/mcp\")\n"

// TestDeclaredElsewhere finds the parameters of tools that are declared in other files than the tools.
func TestDeclaredElsewhere(t *testing.T) {
	for _, c := range []struct {
		gap   string
		files []string
		want  []string
	}{
		{
			"arguments of Rust",
			[]string{"kiln.rs", `
#[tool_router]
impl Kiln {
    #[tool(description = "Fires a pot.")]
    async fn fire(&self, Session(id): Session, Parameters(a): Parameters<FireArgs>) -> String { String::new() }
}`, "args.rs", `
#[derive(JsonSchema)]
pub struct FireArgs {
    /// How hot it gets
    pub heat: f64,
    #[schemars(skip)]
    pub pots: Vec<Pot>,
}`, "pot.rs", "pub struct Pot { pub glaze: String }"},
			[]string{"fire/inputSchema/properties/heat/description How hot it gets", "fire/inputSchema/properties/pots/properties/glaze"},
		},
		{
			"records of C#",
			[]string{
				"Kiln.cs", `
[McpServerToolType] public class Kiln {
  [McpServerTool, Description("Fires a pot.")] public string Fire(FireArgs args, IProgress<Step> progress) => "";
}`, "FireArgs.cs", `public record FireArgs { [Description("How hot it gets")] public double Heat { get; set; } public List<Pot> Pots { get; set; } }`,
				"Pot.cs", `public record Pot([property: Description("Colour of the glaze")] string Glaze);`, "Step.cs", `public record Step(string Name);`,
			},
			[]string{
				"fire/inputSchema/properties/args/properties/Heat/description How hot it gets",
				"fire/inputSchema/properties/args/properties/Pots/properties/Glaze/description Colour of the glaze",
			},
		},
		{
			"records of Java",
			[]string{
				"Kiln.java", `package kiln;
public class Kiln { @Tool(description = "Fires a pot.") public String fire(FireArgs args) { return ""; } }`,
				"FireArgs.java", `package kiln; public record FireArgs(@JsonPropertyDescription("How hot it gets") double heat, List<Pot> pots) {}`,
				"Pot.java", `package kiln; public class Pot { @JsonPropertyDescription("Colour of the glaze") private String glaze; }`,
			},
			[]string{
				"fire/inputSchema/properties/args/properties/heat/description How hot it gets",
				"fire/inputSchema/properties/args/properties/pots/properties/glaze/description Colour of the glaze",
			},
		},
		{
			"classes of Kotlin",
			[]string{
				"Kiln.kt", `class Kiln { @Tool(description = "Fires a pot.") fun fire(args: FireArgs): String = "" }`,
				"FireArgs.kt", `data class FireArgs(@field:JsonPropertyDescription("How hot it gets") val heat: Double)`,
			},
			[]string{"fire/inputSchema/properties/args/properties/heat/description How hot it gets"},
		},
		{
			"structs of Go in structs",
			[]string{
				"kiln.go", goHead + `
func fire(ctx context.Context, r *mcp.CallToolRequest, in FireArgs) (*mcp.CallToolResult, any, error) { return nil, nil, nil }
func add(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "fire", Description: "Fires a pot."}, fire) }`,
				"args.go", "package kiln\ntype FireArgs struct {\nShared\nPots []*Pot `json:\"pots\"`\n}", "pot.go", "package kiln\ntype Pot struct {\nGlaze string `json:\"glaze\" jsonschema:\"Colour of the glaze\"`\n}",
				"shared.go", "package kiln\ntype Shared struct {\nHeat float64 `json:\"heat\" jsonschema:\"How hot it gets\"`\n}",
			},
			[]string{"fire/inputSchema/properties/heat/description How hot it gets", "fire/inputSchema/properties/pots/properties/glaze/description Colour of the glaze"},
		},
		{
			"a factory of handlers in Go",
			[]string{
				"kiln.go", goHead + `
func add(s *mcp.Server, d *deps) { mcp.AddTool(s, &mcp.Tool{Name: "fire", Description: "Fires a pot."}, firing[deps](d, "fire")) }`,
				"firing.go", goHead + "type FireArgs struct {\nHeat float64 `json:\"heat\" jsonschema:\"How hot it gets\"`\n}" + `
func firing[T any](d *T, name string) func(context.Context, *mcp.CallToolRequest, FireArgs) (*mcp.CallToolResult, any, error) {
	return func(ctx context.Context, r *mcp.CallToolRequest, in FireArgs) (*mcp.CallToolResult, any, error) { return nil, nil, nil }
}`,
			},
			[]string{"fire/inputSchema/properties/heat/description How hot it gets"},
		},
		{
			"methods of one name in two packages of Go",
			[]string{
				"pots/kiln.go", goHead + "type potArgs struct {\nHeat float64 `json:\"heat\" jsonschema:\"How hot it gets\"`\n}" + `
func (h *H) run(ctx context.Context, r *mcp.CallToolRequest, in potArgs) (*mcp.CallToolResult, any, error) { return nil, nil, nil }
func add(s *mcp.Server) { h := made(s); addTool(s, "fire", "Fires a pot.", h.run) }`,
				"tiles/kiln.go", goHead + "type tileArgs struct {\nSize int `json:\"size\" jsonschema:\"How large a tile is\"`\n}" + `
func (h *H) run(ctx context.Context, r *mcp.CallToolRequest, in tileArgs) (*mcp.CallToolResult, any, error) { return nil, nil, nil }`,
			},
			[]string{"fire/inputSchema/properties/heat/description How hot it gets"},
		},
		{
			"a table of handlers in Go that take their arguments alone",
			[]string{
				"kiln.go", `package kiln
var Tools = []Tool{{Name: "fire", Description: "Fires a pot.", Handler: Fire}}`,
				"fire.go", "package kiln\ntype FireArgs struct {\nHeat float64 `json:\"heat\" jsonschema:\"required,minimum=1,enum=900,enum=1200,description=How hot, or cold, it gets\"`\n}" + `
func Fire(ctx context.Context, in FireArgs) (*mcpgolang.ToolResponse, error) { return nil, nil }`,
			},
			[]string{
				"fire/inputSchema/properties/heat/description How hot, or cold, it gets", "fire/inputSchema/properties/heat/enum/0 900",
				"fire/inputSchema/properties/heat/enum/1 1200",
			},
		},
	} {
		got := textsOf(c.files...)
		for _, want := range c.want {
			assert.Contains(t, got, want, c.gap)
		}
		for _, s := range got {
			assert.NotContains(t, s, "skip", c.gap)
			assert.NotContains(t, s, "/Session", c.gap)
			assert.NotContains(t, s, "progress", c.gap)
		}
	}
}

// TestSchemasMadeElsewhere finds the schema that a function of another file returns.
func TestSchemasMadeElsewhere(t *testing.T) {
	for gap, files := range map[string][]string{
		"Dart": {
			"kiln.dart", `void add(c) { c.registerTool(ToolSpec(name: 'fire', description: 'Fires a pot.', inputSchema: ObjectSchema.fromMap(firing()), handler: (a) async => run(a))); }`,
			"firing.dart", `Map<String, Object?> firing() => <String, Object?>{'type': 'object', 'properties': {'heat': {'description': 'How hot it gets'}}};`,
		},
		"TypeScript": {
			"kiln.ts", `import { firing } from "./firing.js";
server.registerTool("fire", {description: "Fires a pot.", inputSchema: firing(true).shape}, run);`,
			"firing.ts", `export const firing = (all: boolean) => z.object({ heat: z.number().describe("How hot it gets") });`,
		},
		"Python": {"kiln.py", `import mcp.types as types
from firing import firing_schema
@server.list_tools()
async def list_tools():
    return [types.Tool(name='fire', description='Fires a pot.', inputSchema=firing_schema())]
`, "firing.py", `def firing_schema():
    return {'type': 'object', 'properties': {'heat': {'type': 'number', 'description': 'How hot it gets'}}}
`},
		"Go": {
			"kiln.go", goHead + `func add(s *server.MCPServer) { s.AddTool(mcp.Tool{Name: "fire", Description: "Fires a pot.", InputSchema: firing()}, run) }`,
			"firing.go", goHead + `func firing() mcp.ToolInputSchema {
	return mcp.ToolInputSchema{Type: "object", Properties: map[string]any{"heat": map[string]any{"description": "How hot it gets"}}}
}`,
		},
		"Rust": {
			"kiln.rs", `fn tools() -> Vec<Tool> { vec![Tool::new("fire", "Fires a pot.", Arc::new(firing::heat_schema()))] }`,
			"firing.rs", `pub fn heat_schema() -> Value { json!({"type": "object", "properties": {"heat": {"description": "How hot it gets"}}}) }`,
		},
	} {
		assert.Contains(t, textsOf(files...), "fire/inputSchema/properties/heat/description How hot it gets", gap)
	}
}

// TestFieldTags tells options in a tag of Go from a description, and loses no text of either.
func TestFieldTags(t *testing.T) {
	for tag, want := range map[string][]string{
		"How hot it gets":                               {"description How hot it gets"},
		"required,How hot it gets":                      {"description required,How hot it gets"},
		"title=Heat,description=Hot":                    {"title Heat", "description Hot"},
		"description=Hot,default=900":                   {"description Hot", "default 900"},
		"required,description=One,description=Two":      {"description One", "description Two"},
		"format=call the other tool first,title=Heat":   {"format call the other tool first", "title Heat"},
		"heat=how hot it is, description=in degrees":    {"description heat=how hot it is, description=in degrees"},
		"required,description=a=b, then c,example=none": {"description a=b, then c"},
	} {
		got := textsOf("kiln.go", goHead+"type A struct {\nHeat float64 `json:\"heat\" jsonschema:\""+tag+"\"`\n}"+`
func fire(ctx context.Context, r *mcp.CallToolRequest, in A) (*mcp.CallToolResult, any, error) { return nil, nil, nil }
func add(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "fire", Description: "Fires a pot."}, fire) }`)
		var of []string
		for _, s := range got {
			if rest, ok := strings.CutPrefix(s, "fire/inputSchema/properties/heat/"); ok {
				of = append(of, rest)
			}
		}
		assert.Equal(t, want, of, tag)
	}
}

// TestClassesThatHoldEachOther puts no class into itself, however many files it goes through.
func TestClassesThatHoldEachOther(t *testing.T) {
	files := []string{"kiln.go", goHead + `
func fire(ctx context.Context, r *mcp.CallToolRequest, in A) (*mcp.CallToolResult, any, error) { return nil, nil, nil }
func add(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "fire", Description: "Fires a pot."}, fire) }`}
	for _, name := range []string{"A", "B", "C"} {
		files = append(files, name+".go", "package kiln\ntype "+name+" struct {\nOne A `json:\"one\" jsonschema:\"of A\"`\nTwo []B `json:\"two\"`\nThree *C `json:\"three\"`\n}")
	}
	got := textsOf(files...)
	assert.Contains(t, got, "fire/inputSchema/properties/two/properties/one/description of A")
	assert.Less(t, len(got), 60)
}

// TestManyClassesThatHoldEachOther says that a definition is larger than what is read of it, and keeps what comes first.
func TestManyClassesThatHoldEachOther(t *testing.T) {
	const many = 24
	files := []string{"kiln.go", goHead + `
func fire(ctx context.Context, r *mcp.CallToolRequest, in T0) (*mcp.CallToolResult, any, error) { return nil, nil, nil }
func add(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "fire", Description: "Fires a pot."}, fire) }`}
	for i := range many {
		var fields strings.Builder
		for k := range many {
			fmt.Fprintf(&fields, "F%d *T%d `json:\"f%d\" jsonschema:\"field %d\"`\n", k, k, k, k)
		}
		files = append(files, fmt.Sprintf("t%d.go", i), fmt.Sprintf("package kiln\ntype T%d struct {\n%s}", i, fields.String()))
	}
	e := linked(files...)[0].Entries[0]
	assert.Equal(t, link.Partly, e.Static)
	assert.Equal(t, "Fires a pot.", e.Def.StringAt("description"))
	texts := textsOf(files...)
	assert.Contains(t, texts, "fire/inputSchema/properties/f23/description field 23")
	assert.Less(t, len(texts), 6_000, "classes of other files are read up to a bound")
}

// TestRegistriesOfTheirOwn reads tools that go through a function with bounds on its types, and those of a table of structs.
func TestRegistriesOfTheirOwn(t *testing.T) {
	got := textsOf("kiln.rs", `
pub struct Tool { name: String, description: String, input_schema: Value }
impl Shelf {
    pub fn put<F, R>(&mut self, name: &str, description: &str, input_schema: Value, run: F)
    where
        F: Fn(Value) -> R + Send + 'static,
        R: Future<Output = Value> + Send + 'static,
    {
        let tool = Tool { name: name.to_string(), description: description.to_string(), input_schema };
        self.tools.insert(name.to_string(), tool);
    }
}
fn fill() { let mut shelf = Shelf::new(); shelf.put("fire", "Fires a pot.", json!({"type": "object", "properties": {"heat": {"description": "How hot it gets"}}}), fire); }`)
	assert.Contains(t, got, "fire/description Fires a pot.")
	assert.Contains(t, got, "fire/inputSchema/properties/heat/description How hot it gets")

	got = textsOf("kiln.cpp", `
struct Definition { const char* name; const char* description; json schema; Run run; };
static const std::vector<Definition> definitions = {
  {"fire", "Fires a pot.", {{"type", "object"}, {"properties", {{"heat", {{"description", "How hot it gets"}}}}}, {"required", json::array({"heat"})}}, fire},
  {"cool", "Cools a pot.", {{"type", "object"}}, cool},
};
void fill() { for (const auto &d : definitions) { register_tool(std::make_unique<Simple>(d.name, d.description, d.schema, d.run)); } }`)
	assert.Contains(t, got, "fire/description Fires a pot.")
	assert.Contains(t, got, "fire/inputSchema/properties/heat/description How hot it gets")
	assert.Contains(t, got, "fire/inputSchema/required/0 heat")
	assert.Contains(t, got, "cool/description Cools a pot.")
}

// TestEnums lists the values of enums as such, with what is said of them.
func TestEnums(t *testing.T) {
	got := textsOf("Kiln.cs", `[McpServerToolType] public class Kiln { [McpServerTool, Description("Fires a pot.")] public string Fire(Glaze glaze) => ""; }`,
		"Glaze.cs", `public enum Glaze { Clear, [Description("Dark when it is hot")] Iron }`)
	assert.Equal(t, []string{
		"fire/name fire", "fire/description Fires a pot.", "fire/inputSchema/properties/glaze", "fire/inputSchema/properties/glaze/enum/0 Clear",
		"fire/inputSchema/properties/glaze/oneOf/0/description Dark when it is hot", "fire/inputSchema/properties/glaze/oneOf/0/const Iron",
	}, got)
	got = textsOf("kiln.py", `@mcp.tool()
def fire(glaze: Glaze) -> str:
    """Fires a pot."""
class Glaze(str, Enum):
    """What the pot is covered with."""
    CLEAR = "clear"
    IRON = "iron"
`)
	assert.Contains(t, got, "fire/inputSchema/properties/glaze/enum/1 iron")
	assert.Contains(t, got, "fire/inputSchema/properties/glaze/description What the pot is covered with.")
	assert.NotContains(t, got, "fire/inputSchema/properties/glaze/properties/IRON")
}

// TestNoTools lists nothing for what only has the look of a tool.
func TestNoTools(t *testing.T) {
	for gap, files := range map[string][]string{
		"a hint to call another tool": {"tools/kiln.rs", `fn wait() -> Reply {
    let hints = vec![ToolHint { tool: "fire".to_string(), arguments: json!({"heat": 900}), reason: "Fire again.".to_string() }];
    finalize_tool("No pot came before the end.", Pots { heat: None }, started, hints)
}`},
		"an action of a rule":       {"tools/kiln.go", "package kiln\nvar rule = &rules.link.Entry{Name: \"r1\", Action: ptr(\"allow\"), Description: ptr(\"old\")}"},
		"a class without any value": {"tools/Kiln.cs", `public class McpTool { public string Name { get; set; } = string.Empty; public string Description { get; set; } = string.Empty; }`},
	} {
		assert.Empty(t, textsOf(files...), gap)
	}
}
