package syntax

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestJavaDeclarations(t *testing.T) {
	declares(t, lex.Java, `
package com.acme.tools;

import org.springframework.ai.tool.annotation.Tool;
import static com.acme.Names.*;

/**
 * Weather tools.
 */
@Service @Slf4j
public final class WeatherTools<T extends Base> extends AbstractTools<T> implements ToolProvider, Closeable {
    static final String DESCRIPTION = "Gets " + """
            the "forecast"
              for a city.\
            """;
    private final Map<String, List<Integer>> cache = new HashMap<>();
    String[] names = {"a", "b"};

    /** Makes it. */
    public WeatherTools(@Value("${x}") String url) { super("w", "desc"); this.url = url; }

    @Override
    @Tool(name = "get_forecast", description = "Gets " + Names.TAIL, tags = {"a", "b"})
    public <R> Map<String, Object> getForecast(@ToolParam(description = "The city", required = false) final String city,
            Map<String, Object> extra, int... days) throws IOException, ParseException {
        if (city instanceof String s) return Map.of("k", s);
        for (String d : days) { Show(d); }
        String text = switch (kind) { case A, B -> "ab"; case "c" -> { yield "c"; } default -> "d"; };
        switch (kind) { case A -> { return "inner"; } default -> run(x); }
        return (Map<String, Object>) null;
    }

    @Tool("Adds") int add(@P("first") int a, int b) { return a + b; }
    default String description() { return DESCRIPTION; }
    abstract String name();
    static { REGISTRY.put("x", WeatherTools.class); }

    public record Request(@JsonProperty("q") @Description("Query") String query, int n) implements Foo { Request { check(query); } }
    enum Kind { @Description("one") A("a", "first"), B { String x() { return "bx"; } }; private final String name; Kind(String name) { this.name = name; } }
    @interface Marker { String value() default "none"; String[] tags() default {}; }
}
`, `
package com.acme.tools
import org.springframework.ai.tool.annotation|Tool|Tool
import com.acme.Names|*|
@Service @Slf4j class WeatherTools() [AbstractTools ToolProvider Closeable] #Weather tools.
  DESCRIPTION: String = <"Gets " + "the \"forecast\"\n  for a city.">
  cache: Map<String, List<Integer>> = new HashMap()
  names: String[] = ["a", "b"]
  func WeatherTools(@Value("${x}") url:String) #Makes it.
  @Override @Tool(name: "get_forecast", description: <"Gets " + Names.TAIL>, tags: ["a", "b"]) func getForecast(@ToolParam(description: "The city", required: false) city:String extra:Map<String, Object> days:int...) => Map.of("k", s) => "inner" => null
  @Tool("Adds") func add(@P("first") a:int b:int) => <a + b>
  func description() => DESCRIPTION
  func name()
class Request(@JsonProperty("q") @Description("Query") query:String n:int) [Foo]
class Kind() []
  @Description("one") A = A("a", "first")
  B = nil
  name: String = nil
  func Kind(name:String)
class () []
  func x() => "bx"
class Marker() []
  func value() => "none"
  func tags() => {}
this.url = url
d = days[]
text: String = ("ab" | "c" | "d")
this.name = name`)
}

func TestJavaExpressions(t *testing.T) {
	u := unitFrom(lex.Java, `
class A { void f() {
McpSchema.Tool tool = McpSchema.Tool.builder().name("x").description("a" + "b").inputSchema(new McpSchema.JsonSchema("object", Map.of("city", Map.of("type", "string")), List.of("city"), null)).build();
var spec = new SyncToolSpecification(new Tool("n", "d", schema), (exchange, args) -> { return "r"; });
McpServer.sync(transport).serverInfo("s", "1").instructions("i").tools(spec, Foo::bar).build();
Tool anon = new Tool("a") { @Override public String getDescription() { return "anon"; } };
String[] list = new String[] {"p", "q"}; List<String> more = Arrays.<String>asList("r", cond ? "s" : "t"); byte[] b = new byte[4];
} }`)
	assert.Equal(t, `class A() []
  func f()
class () [Tool]
  @Override func getDescription() => "anon"
tool: McpSchema.Tool = McpSchema.Tool.builder().name("x").description(<"a" + "b">).inputSchema(new McpSchema.JsonSchema("object", Map.of("city", Map.of("type", "string")), List.of("city"), null)).build()
spec = new SyncToolSpecification(new Tool("n", "d", schema), \exchange args -> {"r"})
anon: Tool = new Tool("a")
list: String[] = ["p", "q"]
more: List<String> = Arrays.asList("r", ("s" | "t"))
b: byte[] = []`, declarations(u))
	assert.Equal(t, `McpServer.sync(transport).serverInfo("s", "1").instructions("i")`, callsOf(u, "instructions"))
	assert.Equal(t, `McpServer.sync(transport).serverInfo("s", "1").instructions("i").tools(spec, Foo.bar)`, callsOf(u, "tools"))
}
