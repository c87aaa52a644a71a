package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestRubyClass(t *testing.T) {
	u := readCode(t, lex.Ruby, `# frozen_string_literal: true
require "mcp"
require_relative "shared/texts"
module Shop
  TEXT = "Finds " \
         'orders'.freeze
  # Orders.
  # By number.
  class Orders < MCP::Tool
    include Helpers
    tool_name "orders"
    description <<~DESC.strip
      Finds #{KIND} orders.
        Indented
    DESC
    input_schema(properties: { id: { type: :string, description: "Number" } }, required: %w[id])
    argument :q, String, desc: "Query", required: true
    class << self
      # Calls it.
      def call(id:, by: "date", server_context: nil, *rest)
        @text = "kept"
        return "early" if id
        x = if by then "a" else "b" end
        "last"
      end
    end
    def self.title = "Orders"
    private def helper
      case x when 1 then TEXT else "other" end
    end
  end
end
`)
	assert.Equal(t, strings.TrimSpace(`
import mcp|*|
import ./shared/texts|*|
class Shop() []
  TEXT = <"Finds " + "orders">.freeze()
class Orders() [MCP.Tool Helpers] #Orders.
By number.
  func call(id by="date" server_context=nil rest) => "early" => "last" #Calls it.
  func title() => "Orders"
  func helper() => (TEXT | "other")
self.text = "kept"
x = ("a" | "b")
`), declarations(u))
	orders := u.Classes[1]
	for name, want := range map[string]string{
		"tool_name":    `tool_name("orders")`,
		"description":  `description(<"Finds " + KIND + " orders.\n  Indented\n">.strip())`,
		"input_schema": `input_schema(properties: {id: {type: "string", description: "Number"}}, required: ["id"])`,
		"argument":     `argument("q", String, desc: "Query", required: true)`,
	} {
		c := callNamed(u, name, 0)
		if assert.NotNil(t, c, name) {
			assert.Equal(t, want, sketch(c))
			assert.Same(t, orders.Scope, c.Scope)
		}
	}
}

func TestRubyCalls(t *testing.T) {
	for code, want := range map[string]string{
		"x.define_tool(\n name: \"e\",\n description: D\n) do |a:, b: nil|\n  \"r\"\nend":      `x.define_tool(name: "e", description: D, \a b=nil -> {"r"})`,
		"x.define_tool name: :e, description: <<~A, list: [1] do |a|\n  body\nA\n  \"r\"\nend": `x.define_tool(name: "e", description: "body\n", list: [1], \a -> {"r"})`,
		"x.define_tool(name:, description:) { |a| a }":                                         `x.define_tool(name: name, description: description, \a -> {a})`,
		"x.define_tool \"n\", -> (a) { \"l\" }, *rest, &b":                                     `x.define_tool("n", \a -> {"l"}, ...rest, b)`,
		"define_tool [1], a ? \"b\" : \"c\" unless d":                                          `define_tool([1], ("b" | "c"))`,
		"define_tool(:a).filled(:b).description 'c'":                                           `define_tool("a")`,
		"y = define_tool %w[a b], :\"c d\" => 1":                                               `define_tool(["a", "b"], c d: 1)`,
		"a.b define_tool(1) do end":                                                            `define_tool(1)`,
	} {
		u := readCode(t, lex.Ruby, code)
		c := callNamed(u, "define_tool", 0)
		if assert.NotNil(t, c, code) {
			assert.Equal(t, want, sketch(c), code)
		}
	}
	u := readCode(t, lex.Ruby, "d = 'a'\nd << 'b'\nd += 'c'\nx, y = 'e', 'f'\nz ||= g(1).h \"i\"\n")
	assert.Equal(t, strings.TrimSpace(`
d = "a"
d = "b"
d = "c"
x = "e"
y = "f"
z = g(1).h("i")
`), declarations(u))
	assert.True(t, u.Root.Binds("d")[1].Adds)
}
