package syntax

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestCSharpAttributes(t *testing.T) {
	declares(t, lex.CSharp, `
using System.ComponentModel;
using static Weather.Names;
using Tool = ModelContextProtocol.Protocol.Tool;
namespace Weather.Tools;

/// <summary>Weather.</summary>
[McpServerToolType]
public sealed class WeatherTools(HttpClient client, ILogger<WeatherTools> log) : Base("w"), IDisposable where T : class
{
    public const string Unit = "C";
    private static readonly string[] Names = { "a", "b" }, Others = ["c"];
    private readonly Dictionary<string, List<int>> cache = new();

    /// <summary>Forecast.</summary>
    /// <param name="city">City.</param>
    [McpServerTool(Name = "get_forecast", ReadOnly = true), Description("Gets " + "it.")]
    [return: Description("The forecast.")]
    public static async Task<string> GetForecast<T>(
        HttpClient client,
        [Description("The city")] string city, // the city
        [Description("Days"), Range(1, 7)] int days = 3,
        Dictionary<string, object>? extra = null, params string[] rest) where T : class
    {
        if (city == "") { return "none"; }
        var text = $"For {city}: {days:N0}";
        string other = text, more = "more";
        return text;
    }

    [McpServerTool, Obsolete] public string Ping([Description("""
        Raw
          text
        """)] string a) => "pong";

    string ITool.Title => "t";
    public WeatherTools(string a) : this(a, "x") { client = null; }
}
`, `
package Weather.Tools
import System.ComponentModel|*|
import Weather.Names|*|
import ModelContextProtocol.Protocol.Tool||Tool
@McpServerToolType class WeatherTools(client:HttpClient log:ILogger<WeatherTools>) [Base IDisposable] #<summary>Weather.</summary>
  Unit: string = "C"
  Names: string[] = ["a", "b"]
  Others = ["c"]
  cache: Dictionary<string, List<int>> = new ()
  @McpServerTool(Name: "get_forecast", ReadOnly: true) @Description(<"Gets " + "it.">) func GetForecast(client:HttpClient @Description("The city") city:string @Description("Days") @Range(1, 7) days:int=3 extra:Dictionary<string, object>?=null rest:string[]) => "none" => text #<summary>Forecast.</summary>
<param name="city">City.</param>
  @McpServerTool @Obsolete func Ping(@Description("Raw\n  text") a:string) => "pong"
  func Title() => "t"
  func WeatherTools(a:string)
text = <"For " + city + ": " + days>
other: string = text
more = "more"
client = null
`)
}

func TestCSharpProperties(t *testing.T) {
	declares(t, lex.CSharp, `
namespace A { namespace B {
[CommandMetadata(Id = "x")]
internal record ListCommand([property: Description("City")] string City, int N = 1) : BaseCommand<Options>("n")
{
    public override string Name => "list";
    [JsonPropertyName("d")] public override string Description =>
        """
        Lists "all".
        """;
    public string Title { get; set; } = "Title";
    public string Kind { get => "k"; set { kind = value; } }
    public string Body { get { return "b"; } }
    public required string Plain { get; init; }
    [Old] public int Next { get; set; }
    public string this[int i] => names[i];
    public ToolMetadata Metadata => new() { Destructive = false, Title = "T" };
    public static implicit operator string(ListCommand c) => c.Name;
    event Action Changed;
    private string Pick(int n) => n switch { 1 => "one", 2 or 3 => "few", _ => n > 5 ? "many" : $"{n}" };
}
enum Level { [Description("Low")] Low, High = 2 }
interface ITool { string Name { get; } Task<string> RunAsync(string a, CancellationToken t = default); }
} }
`, `
package A
@CommandMetadata(Id: "x") class ListCommand(@Description("City") City:string N:int=1) [BaseCommand]
  Title: string = "Title"
  Plain: string = nil
  @Old Next: int = nil
  Changed: Action = nil
  func Name() => "list"
  @JsonPropertyName("d") func Description() => "Lists \"all\"."
  func Kind() => "k"
  func Body() => "b"
  func Metadata() => {Destructive: false, Title: "T"}
  func string(c:ListCommand) => c.Name
  func Pick(n:int) => ("one" | "few" | ("many" | <n>))
class Level() []
  @Description("Low") Low = nil
  High = 2
class ITool() []
  Name: string = nil
  func RunAsync(a:string t:CancellationToken=default)
kind = value
`)
}

func TestCSharpExpressions(t *testing.T) {
	u := unitFrom(lex.CSharp, `
var tool = new Tool { Name = "x", Description = "y", InputSchema = new() { ["city"] = new Schema("s") { Type = "string" } } };
server.WithTools([McpServerTool.Create(Get, new() { Name = "g", Description = "d" + Names.Tail })]);
McpServerTool.Create([Description("lambda")] async (string city, [Description("n")] int n = 2) => { return "r"; }, options);
Tool[] all = new[] { a, b }; List<Tool> more = new List<Tool> { new Tool("q"), new("r") }; var none = new string[3];
builder.Services.AddMcpServer(o => { o.ServerInfo = new Implementation { Name = "s" }; o.ServerInstructions = @"say ""hi"""; });
string Local([Description("p")] string q) => q;
await foreach (var x in Load(cmd, (string)"cast")) { if (x is string s) Show(s); }
`)
	assert.Equal(t, `
func Local(@Description("p") q:string) => q
tool = Tool{Name: "x", Description: "y", InputSchema: {city: Schema{"s", Type: "string"}}}
all: Tool[] = [a, b]
more: List<Tool> = [new Tool("q"), new ("r")]
none = []
o.ServerInfo = Implementation{Name: "s"}
o.ServerInstructions = "say \"hi\""
x = Load(cmd, "cast")[]`, "\n"+declarations(u))
	assert.Equal(t, `McpServerTool.Create(Get, {Name: "g", Description: <"d" + Names.Tail>})
McpServerTool.Create(\city:string @Description("n") n:int=2 -> {"r"}, options)`, callsOf(u, "Create"))
	assert.Equal(t, `server.WithTools([McpServerTool.Create(Get, {Name: "g", Description: <"d" + Names.Tail>})])`, callsOf(u, "WithTools"))
	assert.Equal(t, `Load(cmd, "cast")`, callsOf(u, "Load"))
	assert.Equal(t, `Show(s)`, callsOf(u, "Show"))
	for _, f := range u.Funcs {
		if len(f.Params) == 2 {
			assert.Equal(t, `@Description("lambda") `, sketchAttrs(f.Attrs))
		}
	}
}
