using System.ComponentModel;

namespace Tides;

/// <summary>
/// Tides of "ports".
/// </summary>
[McpServerToolType]
public static class TideTools
{
    private const string Name = "say \"hi\" \\ \0\a\b\f\n\r\t\v \x41 \x9Z \u00e9 \U0001F600";
    private const string Verbatim = @"C:\data ""quoted""
next line";
    private const char Quote = '\'', Double = '"', Code = '\u0041', Hex = '\x41';

    /// <summary>When it is high.</summary>
    /// <param name="port">The port's name</param>
    [McpServerTool(Name = "tide"), Description("First, " + "second.")]
    public static string Tide([Description(@"Where")] string port, int day = 0)
    {
        // It's "no" string.
        var a = $"{{literal}} {port} {day:D2} {day,5} {day,-5:N2} {(day > 0 ? "later" : 'n')} {port.Replace("\"", $"'{day}'")}";
        var b = $@"C:\{port}\""{day}"" {{x}}
 {port}";
        var c = @$"{port}";
        var d = """one "line" raw""";
        var e = """
            First, "quoted".
              Second \n.

            """;
        var f = $$"""
            { "port": "{{port}}", "day": {{day + "x".Length}} }
            """;
        var g = $"""{port} "x" {day}""";
        var h = """"has """ inside"""";
        var i = "bytes"u8;
        /* "comment" */
        return day switch { 0 => "today", > 7 => 'w' + "eek", _ => $"in {day} days" };
    }
#if DEBUG
    /** <remarks>A block.</remarks> */
    private static readonly string Debug = "debug";
#else
    private static readonly string Debug = "release";
#endif
    #region It's a region
    private string Empty => "" + @"" + $"{""}";
    #endregion
}
