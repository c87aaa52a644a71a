package mill

@Serializable
data class GrindRequest(
    @SerialDescription("Sort of grain to grind") val grain: String,
    val sacks: Int
)

fun register(server: Server) {
    server.addTool(
        name = "weigh",
        description = "Weigh the sacks",
        inputSchema = ToolSchema(
            properties = buildJsonObject {
                putJsonObject("scale") {
                    put("type", "string")
                    put("description", "Which of the scales to use")
                    putJsonArray("enum") { add("large"); add("small") }
                }
                put("tare", buildJsonObject { put("description", JsonPrimitive("Weight of an empty sack")) })
            },
            required = listOf("scale")
        )
    ) { request -> CallToolResult(listOf()) }
    server.addTool("dust", "Blow the dust away", Tool.Input(properties = buildJsonObject {
        putJsonObject("room") { put("description", "Room to blow it from") }
    })) { request -> CallToolResult(listOf()) }
    mcpTool<GrindRequest>("Grind grain to flour.") { "done" }
}
