using ModelContextProtocol.Server;

[McpServerToolType]
public static class Boats
{
    [McpServerTool, Description("Lists the boats that lie in a harbour")]
    public static async Task<string> ListBoatsAsync(string harbour) => "";

    [McpServerTool, Description("Tells where a boat is, in HTTP's own time")]
    public static string GetHTTPPositionAsync(string boat) => "";

    [McpServerTool(Name = "Sink"), Description("Sinks a boat of the harbour")]
    public static void SinkBoat(string boat) { }
}
