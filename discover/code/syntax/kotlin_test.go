package syntax

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestKotlinDeclarations(t *testing.T) {
	declares(t, lex.Kotlin, `
@file:JvmName("Weather")
package com.acme.tools

import com.acme.Names
import com.acme.names.*
import io.mcp.Tool as McpTool

const val NAME = "get" + "_forecast"
internal val more: String get() = "more"

/**
 * Weather tools.
 */
@Service
open class WeatherTools<T : Any> @Inject constructor(
    private val client: HttpClient,
    @Description("Mode") val mode: String = "fast",
) : AbstractTools<T>("w", desc = "d"), Closeable by client, Foo where T : Bar {
    override val name = "weather"
    override val description: String
        get() = """
            Gets "it".
        """.trimIndent()
    override val title: String get() { return "T" }
    var count: Int = 0
        private set
    val lazyText by lazy { "lazy" }
    val handler: suspend (String, Int) -> Map<String, List<Int>>? = { a, b -> run(a) }

    /** Gets it. */
    @Tool(name = NAME, description = "a $NAME b ${"$"}{c.d}" + "e", tags = ["x", "y"])
    suspend fun <R> getForecast(
        @ToolParam(description = "The city", required = false) city: String, // city
        extra: Map<String, Any>? = null,
        vararg days: Int = arrayOf(1, 2),
    ): Map<String, R>? {
        if (city.isEmpty()) { return null }
        val text = if (days.size > 1) "many" else if (a) { log(a); "one" } else "none"
        val kind = when (city) {
            is Foo, "paris" -> "p"
            else -> {
                log("x")
                "q"
            }
        }
        for (d in days) { show(d) }
        items.forEach { return@forEach }
        return text ?: kind
    }

    @Tool("Adds") fun add(a: Int, b: Int) = a + b
    fun String.shout(): String = "s"

    companion object {
        private const val PREFIX = "p"
        @JvmStatic fun make() = WeatherTools(1)
    }
    init { register("init") }
    constructor(a: String) : this(a, "x") { log(a) }
    enum class Kind(val label: String) { @Old A("a"), B("b") { override fun x() = "bx" }; fun label() = label }
    data class Request(@Description("Query") val query: String, val n: Int = 2)
    object Tools : Base() { val all = listOf("x" to "y", one) }
    sealed interface Empty
}
`, `
package com.acme.tools
import com.acme|Names|Names
import com.acme.names|*|
import io.mcp|Tool|McpTool
@Service class WeatherTools(client:HttpClient @Description("Mode") mode:String="fast") [AbstractTools Closeable Foo] #Weather tools.
  name = "weather"
  count: Int = 0
  lazyText = lazy(\-> {"lazy"})
  handler: suspend (String, Int) -> Map<String, List<Int>>? = \a b -> {run(a)}
  PREFIX = "p"
  func description() => "\n            Gets \"it\".\n        ".trimIndent()
  func title() => "T"
  @Tool(name: NAME, description: <<"a " + NAME + " b " + "$" + "{c.d}"> + "e">, tags: ["x", "y"]) func getForecast(@ToolParam(description: "The city", required: false) city:String extra:Map<String, Any>?=null days:Int=arrayOf(1, 2)) => null => (text | kind) #Gets it.
  @Tool("Adds") func add(a:Int b:Int) => <a + b>
  func shout() => "s"
  @JvmStatic func make() => WeatherTools(1)
  func constructor(a:String)
class Kind(label:String) []
  @Old A = A("a")
  B = B("b")
  func label() => label
class () []
  func x() => "bx"
class Request(@Description("Query") query:String n:Int=2) []
class Tools() [Base]
  all = listOf(x: "y", one)
class Empty() []
func more() => "more"
NAME = <"get" + "_forecast">
text = ("many" | "one" | "none")
kind = ("p" | "q")
d = days[]`)
}

func TestKotlinExpressions(t *testing.T) {
	u := unitFrom(lex.Kotlin, `
fun Server.register() {
    addTool(name = "x", description = """y""", inputSchema = Tool.Input(properties = buildJsonObject {
        putJsonObject("city") { put("type", "string"); put("description", "c") }
    }, required = listOf("city"))) { request ->
        val n = request.arguments["n"]?.jsonPrimitive?.content ?: return@addTool error("none")
        CallToolResult(content = listOf(TextContent("t")))
    }
    server
        .addPrompt("p")
        .tool("a") { b: Foo, (c, d) -> b }
    val s = Server(Implementation("s", "1"), options) { "instructions" }
    val anon = object : McpTool("z"), Foo { override val description = "anon" }
    mcpTool<Input>("typed", "d") { execute(it) }
    if (x) { y() } else { z() }
    tools += Tool("added")
}
`)
	assert.Contains(t, callsOf(u, "addTool"), `addTool(name: "x", description: "y", inputSchema: Tool.Input(properties: buildJsonObject(\-> {putJsonObject("city", \-> {put("description", "c")})}), `)
	assert.Contains(t, callsOf(u, "addTool"), `required: listOf("city")), \request -> {error("none"); CallToolResult(content: listOf(TextContent("t")))})`)
	assert.Equal(t, `put("type", "string")
put("description", "c")`, callsOf(u, "put"))
	assert.Equal(t, `server.addPrompt("p").tool("a", \b:Foo -> {b})`, callsOf(u, "tool"))
	assert.Equal(t, `mcpTool("typed", "d", \-> {execute(it)})`, callsOf(u, "mcpTool"))
	assert.Equal(t, "y()", callsOf(u, "y"))
	assert.Equal(t, `Server(Implementation("s", "1"), options, \-> {"instructions"})`, callsOf(u, "Server"))
	assert.Contains(t, declarations(u), "class () [McpTool Foo]\n  description = \"anon\"")
	assert.Contains(t, declarations(u), `tools = Tool("added")`)
}
