inline fun <reified I : Any> Server.shedTool(description: String, crossinline run: I.() -> String) {
    val toolName = I::class.simpleName?.lowercase() ?: error("There is no name for ${I::class} in the shed")
    addTool(name = toolName, description = description) { request -> run(request) }
}
