package org.example

/**
 * Tides of "ports".
 */
class Server(private val name: String = "say \"hi\" \\ \b\n\r\t \$ \u00e9 \u200b") {
    private val quote = '\''
    private val double = '"'
    private val raw = """C:\data "quoted" $name ${name.length + "x".length} ${'$'}5 ""two"" """
    private val cost = "costs $ 5, $5 and ${'$'}name"
    private val template = "$name, ${name}s, ${if (name == "") "none" else "some ${name.map { "<$it>" }}"}"

    /** When it is high. */
    fun tide(port: String, day: Int = 0): String {
        // It's "no" string.
        /* "comment" /* nested "comment" */ */
        server.addTool(name = "tide", description = "First, " + "second.") { request -> "done: $request" }
        val text = """
            |First, "quoted".
            |  Second ${"nested ${"deep"}"}.
        """.trimMargin()
        return when (day) {
            0 -> "today"
            in 1..7 -> "this week"
            else -> "${day / 7} weeks" + '/' + text
        }
    }

    companion object {
        const val EMPTY = ""
        val `odd name` = """""" + "a"
    }
}
