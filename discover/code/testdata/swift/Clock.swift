import MCP

let tools = [
    Tool(
        name: "set_alarm",
        description: "Set an " + "alarm",
        inputSchema: .object(["properties": .object(["time": .object(["description": .string("When to ring")])])])
    ),
    Tool(name: "stop_alarm", description: """
        Stop the alarm
        at once.
        """, inputSchema: [:])
]

struct WindTool: MCPTool {
    let name = "wind"
    let description = "Wind up the clock"
}

class Clock {
    /// Tell the time.
    @MCPTool(description: "Tell the time of day")
    func time(zone: String) -> String { "" }
}
