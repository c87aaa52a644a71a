package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestSwiftTools(t *testing.T) {
	u := readCode(t, lex.Swift, `
import MCP
import struct Foundation.URL

/// Reads a file.
@MainActor
public struct ReadTool: MCPTool, Sendable {
    public let name = "read"
    /// what it says
    public static let about: String = """
        Reads
          "it".
        """
    public private(set) var count: Int?
    @Guide(description: "the path") var path: String
    public var description: String { "Reads \(path)" }
    var title: String {
        get { "Read" }
        set { count = 1 }
    }
    var long: String {
        let x = "a"
        return x + "b"
    }
    var kind: String {
        switch self.k {
        case .a, .b: "A"
        case .c where x == "y":
            // the third
            "C"
        default:
            log("x")
            return "D"
        }
    }

    init?(path: String = "p") throws { self.path = path }

    @discardableResult
    public func tools<T: X>(for list: [String: T], _ n: Int = 1) async throws -> [Tool] where T: Y {
        guard let a = list.first else { return [] }
        for item in list { add(item) }
        return [
            Tool(name: "t", description: "d", inputSchema: .object([
                "type": .string("object"),
                "properties": ["q": ["description": "x"]],
            ])),
        ]
    }
}

extension Server.Handlers: Named<Int> where A == B {
    class func text() -> String { "one" }
}

enum Texts: String {
    case one = "first", two
    case other(String)
}

@MCPTool(description: "Adds")
func add(a: Int) -> Int { a }

let instructions = isOn ? "on" : "off"
`)
	assert.Equal(t, strings.TrimSpace(`
import MCP|*|
import Foundation|URL|URL
@MainActor class ReadTool() [MCPTool Sendable] #Reads a file.
  name = "read"
  about: String = "Reads\n  \"it\"." #what it says
  count: Int? = nil
  @Guide(description: "the path") path: String = nil
  func description() => <"Reads " + path>
  func title() => "Read"
  func long() => <x + "b">
  func kind() => "D" => ("A" | "C")
  func init(path:String="p")
  @discardableResult func tools(list:[String: T] n:Int=1) => [] => [Tool(name: "t", description: "d", inputSchema: object({type: string("object"), properties: {q: {description: "x"}}}))]
class Server.Handlers() [Named]
  func text() => "one"
class Texts() [String]
  one = "first"
@MCPTool(description: "Adds") func add(a:Int) => a
count = 1
x = "a"
self.path = path
a = list.first
instructions = ("on" | "off")
`), declarations(u))
}

func TestSwiftValues(t *testing.T) {
	checkValues(t, lex.Swift, "func main() {\n", "\n}", []valueCase{
		{"call", `let t = Tool(name: "n", description: D.read, annotations: .init(title: "x"))`, `Tool(name: "n", description: D.read, annotations: {title: "x"})`},
		{"dictionary", `let t = ["type": "object", "list": ["a", "b"], "n": 1]`, `{type: "object", list: ["a", "b"], n: 1}`},
		{"empty", `let t: [String: Any] = [:]`, `[]`},
		{"glue", "let t = \"a\"\n    + \"b\" + c", `<"a" + "b" + c>`},
		{"ternary", `let t = x ? "a" : "b"`, `("a" | "b")`},
		{"or", `let t = x?.y ?? "b"`, `(x.y | "b")`},
		{"interpolation", `let t = "a \(x.map { "\($0)" }.joined()) b"`, `<"a " + x.map(\-> {<$0>}).joined() + " b">`},
		{"if", `let t = if x { "a" } else if let y = z { "b" } else { "c" }`, `("a" | "b" | "c")`},
		{"switch", "let t = switch x {\ncase 1: \"a\"\ndefault: f(\"b\")\n}", `("a" | f("b"))`},
		{"trailing", "let t = server.add(\"n\") { args in\n  return \"x\"\n}", `server.add("n", \-> {"x"})`},
		{"chain", "let t = Tool(\"n\")\n  // c\n  .description(\"d\")\n  .build()", `Tool("n").description("d").build()`},
		{"optional", `let t = try? await f("a")?.g("b")!`, `f("a").g("b")`},
		{"cast", `let t = "a" as String`, `"a"`},
		{"closure", `let t: String = { "a" }()`, `\-> {"a"}.()`},
		{"generic", `let t = Box<String>("a")`, `Box("a")`},
		{"tuple", `let t = ("a", b: "c")`, `{"a", b: "c"}`},
	})
}
