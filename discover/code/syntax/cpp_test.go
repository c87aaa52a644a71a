package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestCppTools(t *testing.T) {
	u := readCode(t, lex.Cpp, `
#include "server.h"
#define ABOUT "About " \
    "this"
#define TEXT(x) "text " x
namespace app::tools {

static const char* kRead = "Reads";
constexpr std::string_view kList = "Lists";
static const char kArray[] PROGMEM = "Array";
const std::string kBraced{"braced"};
std::string made("made");
const char *kNames[] = {"a", "b"};

/// Reads files.
class ReadTool final : public Tool, private ns::Other<int> {
public:
    /** Makes one. */
    explicit ReadTool(int n) : Tool("read"), name_{"n"}, n_(n) { Init("x"); }
    virtual ~ReadTool() = default;
    std::string Description() const override { return "Reads " + path_; }
    static std::unique_ptr<Tool> Make(const std::string& name = "d", int n);

private:
    std::string path_ = "p";
    const int n_;
    std::map<std::string, int> sizes_;
};

[[nodiscard]] json Schema() {
    return {{"type", "object"}, {"properties", {{"a", {{"type", "string"}}}}}, {"list", {1, 2}}};
}

void Server::AddTools() {
    auto& server = Server::Get();
    if (Enabled) {
        server.AddTool("self.read",
            "Reads\n"
            "files " ABOUT,
            PropertyList({Property("path", kPropertyTypeString), Property("n", kPropertyTypeInteger, 0, 100)}),
            [this](const PropertyList& p) -> ReturnValue {
                return "done";
            });
    }
    Tool tool = {.name = "t", .description = R"(raw "x")"};
    Tool other{"o", "d"};
    Tool built("b", "d");
    tool.title = "T";
    auto ptr = std::make_unique<Tool>("p", "d");
    auto* fresh = new Tool{.name = "f"};
}

extern "C" int main() { return x ? "a" : "b"; }
}
`)
	assert.Equal(t, strings.TrimSpace(`
package app.tools
class ReadTool() [Tool ns.Other] #Reads files.
  path_: std::string = "p"
  n_: const int = nil
  sizes_: std::map<std::string, int> = nil
  func ReadTool(n:int) #Makes one.
  func Description() => <"Reads " + path_>
  func Make(name:std::string&="d" n:int)
func TEXT(x) => "text "
func Schema() => {type: "object", properties: {a: {type: "string"}}, list: [1, 2]}
func AddTools()
func main() => ("a" | "b")
ABOUT = <"About " + "this">
kRead: static const char* = "Reads"
kList: constexpr std::string_view = "Lists"
kArray: static const char = "Array"
kBraced: const std::string = "braced"
made: std::string = new string("made")
kNames: const char * = ["a", "b"]
Tool = "read"
name_ = "n"
n_ = n
server: auto& = Server.Get()
tool: Tool = {name: "t", description: "raw \"x\""}
other: Tool = Tool{"o", "d"}
built: Tool = new Tool("b", "d")
tool.title = "T"
ptr: auto = std.make_unique("p", "d")
fresh: auto* = Tool{name: "f"}
`), declarations(u))
	assert.Equal(t, "app.tools", u.Package)
	assert.Equal(t, `server.AddTool("self.read", <"Reads\n" + "files " + ABOUT>, `+
		`PropertyList([Property("path", kPropertyTypeString), Property("n", kPropertyTypeInteger, 0, 100)]), \p:PropertyList& -> {"done"})`, callsOf(u, "AddTool"))
}

func TestCppValues(t *testing.T) {
	checkValues(t, lex.Cpp, "void f() {\n", "\n}", []valueCase{
		{"adjacent", "std::string t = \"a\"\n  \"b\" PRIu64 \"c\";", `<"a" + "b" + PRIu64 + "c">`},
		{"macro first", `const char* t = NAME " text";`, `<NAME + " text">`},
		{"glue", `auto t = std::string("a") + b + "c";`, `<std.string("a") + b + "c">`},
		{"pairs", `json t = {{"name", "x"}, {"description", f("y")}};`, `{name: "x", description: f("y")}`},
		{"one pair", `json t = {"name", "x"};`, `["name", "x"]`},
		{"triples", `X t = {{"a", "b", 1}, {"c", "d", 2}};`, `[["a", "b", 1], ["c", "d", 2]]`},
		{"json array", `auto t = json::array({{{"name", "x"}}});`, `json.array([{name: "x"}])`},
		{"cast", `char* t = (char *)"a";`, `"a"`},
		{"static cast", `auto t = static_cast<const char*>("a");`, `static_cast("a")`},
		{"arrow", `auto t = server->tool("a")->name;`, `server.tool("a")[name]`},
		{"lambda", `auto t = [&](auto x) mutable { return "a"; };`, `\x:auto -> {"a"}`},
		{"typed", `auto t = Tool{"a", .b = "c"};`, `Tool{"a", b: "c"}`},
		{"literal", `auto t = R"({"a": 1})"_json;`, `"{\"a\": 1}"`},
		{"ternary", `auto t = a > b ? "a" : "b";`, `("a" | "b")`},
		{"objective", `NSString *t = @"a";`, `"a"`},
		{"struct", `struct Tool t = { .name = "a" };`, `{name: "a"}`},
		{"map", `std::map<std::string, std::vector<int>> t = {{"a", {1}}};`, `{a: [1]}`},
	})
}
