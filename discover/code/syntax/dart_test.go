package syntax

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestDartDeclarations(t *testing.T) {
	declares(t, lex.Dart, `
library weather;
import 'package:dart_mcp/server.dart';
import '../names.dart' as names show a, b;

const toolName = 'get' '_forecast';
final String other = names.x, more = 'm';

/// Weather
/// server.
base class WeatherServer<T> extends MCPServer with ToolsSupport, LoggingSupport implements Foo {
  static const description = 'd';
  final Map<String, List<int>> cache = {};
  late final Tool tool = Tool(name: 'x', description: 'y ${z.a}');
  WeatherServer(super.channel, {required this.url, String mode = 'fast'})
      : _a = 'b',
        super.fromStreamChannel(implementation: Implementation(name: 's', version: '1'), instructions: 'i') {
    registerTool(tool, run);
  }
  WeatherServer.named(this.url) : super('n');
  factory WeatherServer.make() => WeatherServer(1);
  @override
  String get title => 'T';
  String get body { return 'B'; }
  set url(String u) { _url = u; }
  @Tool(name: 'add') Future<String> add(@Param('first') int a, [int? b = 2]) async {
    if (a is int) return 'r';
    for (final x in list) { show(x); }
    final text = switch (a) { 1 => 'one', _ => 'more' };
    return text;
  }
}
enum Kind { a('x'), b('y'); const Kind(this.label); final String label; }
extension Names on String { String up() => toUpperCase(); }
void main(List<String> args) { helper() { return 'h'; } run(args); }
`, `
import package:dart_mcp/server.dart|*|
import ../names.dart||names
class WeatherServer() [MCPServer ToolsSupport LoggingSupport Foo] #Weather
server.
  description = "d"
  cache: Map<String, List<int>> = {}
  tool: Tool = Tool(name: "x", description: <"y " + z.a>)
  func WeatherServer(channel url mode:String="fast")
  func named(url)
  func make() => WeatherServer(1)
  @override func title() => "T"
  func body() => "B"
  func url(u:String)
  @Tool(name: "add") func add(@Param("first") a:int b:int?=2) => "r" => text
class Kind() []
  a = a("x")
  b = b("y")
  label: String = nil
  func Kind(label)
class Names() [String]
  func up() => toUpperCase()
func main(args:List<String>)
func helper() => "h"
toolName = <"get" + "_forecast">
other: String = names.x
more = "m"
_a = "b"
_url = u
x = list[]
text = ("one" | "more")`)
}

func TestDartExpressions(t *testing.T) {
	u := unitFrom(lex.Dart, `
void main() {
  server.tool('a', description: 'b' "c", inputSchemaProperties: {'city': {'type': 'string', 'description': 'd'}}, callback: ({args, extra}) async { return 'r'; });
  final s = Server(x)..registerTool(Tool(name: 'n', inputSchema: ObjectSchema(properties: {'p': Schema.string(description: 'q')})), (r) => CallToolResult(content: [TextContent(text: 't')]))..start();
  final list = const <Tool>[Tool(name: 'l'), ...rest, if (a) Tool(name: 'm')];
  final f = (int a) async => 'v';
}`)
	assert.Equal(t, `server.tool("a", description: <"b" + "c">, inputSchemaProperties: {city: {type: "string", description: "d"}}, callback: \args extra -> {"r"})`, callsOf(u, "tool"))
	assert.Equal(t, `registerTool(Tool(name: "n", inputSchema: ObjectSchema(properties: {p: Schema.string(description: "q")})), \r -> {CallToolResult(content: [TextContent(text: "t")])})`, callsOf(u, "registerTool"))
	assert.Equal(t, `Tool(name: "n", inputSchema: ObjectSchema(properties: {p: Schema.string(description: "q")}))
Tool(name: "l")
Tool(name: "m")`, callsOf(u, "Tool"))
	assert.Contains(t, declarations(u), `f = \a:int -> {"v"}`)
}
