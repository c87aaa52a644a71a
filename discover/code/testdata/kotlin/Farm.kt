package farm

class MilkTool : AbstractMcpTool<Args>() {
    override val name = "milk"
    override val description = """
        Milk the cows
        twice a day.
    """.trimIndent()
}

fun register(server: Server) {
    server.addTool(
        name = "feed",
        description = "Feed the " + "animals",
        inputSchema = Tool.Input(properties = buildJsonObject { put("hay", "much") })
    ) { request -> CallToolResult(listOf()) }
    mcpTool<ShearSheep>("Shear the sheep in spring.") { "done" }
}

@Tool(name = "plough", description = "Plough a field")
fun plough(@ToolParam(description = "Which field") field: String) = "ok"
