import MCP

class Farm {
    static func <~ <T>(goat: T, text: String = "Feeds the goats.") -> Tool {
        Tool(name: "feed_goats", description: text, inputSchema: nil)
    }

    static func <<< (goat: Goat, text: String = "Milks the goats.") -> Tool {
        Tool(name: "milk_goats", description: text, inputSchema: nil)
    }
}
