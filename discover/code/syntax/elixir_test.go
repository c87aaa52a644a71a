package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestElixirModule(t *testing.T) {
	u := readCode(t, lex.Elixir, `defmodule Shop.Tools.Orders do
  @moduledoc """
  Finds orders.

    By number.
  """
  use Anubis.Component, type: :tool, name: "orders"
  alias Shop.Texts, as: T
  @desc "Module " <> "text"
  @spec run(map()) :: term()
  schema do
    field :id, :string, required: true, description: "Number"
    field :by, {:enum, ["a"]}, description: @desc
  end
  component Shop.Tools.Other, name: "other"
  @doc "Runs #{@desc}"
  @impl true
  def execute(%{id: id} = params, frame \\ nil) when is_map(params) do
    msg = if id == "x", do: "yes", else: "no"
    other =
      case id do
        "a" -> "first"
        _ ->
          log()
          "second"
      end
    text =
      "one " <>
        "two"
    {:reply, msg, frame}
  end
  @doc false
  defp helper(x), do: "in #{x}"
end
`)
	assert.Equal(t, "Shop.Tools", u.Package)
	assert.Equal(t, strings.TrimSpace(`
package Shop.Tools
import Anubis.Component|*|
import Shop.Texts||T
@use(Anubis.Component, type: "tool", name: "orders") class Orders() [Anubis.Component] #Finds orders.

  By number.

  @desc = <"Module " + "text">
  @impl = true
  func execute(params frame=nil) => ["reply", msg, frame] #<"Runs " + @desc>
  func helper(x) => <"in " + x>
msg = ("yes" | "no")
other = ("first" | "second")
text = <"one " + "two">
`), declarations(u))
	assert.Equal(t, `use(Anubis.Component, type: "tool", name: "orders")`, sketch(callNamed(u, "use", 0)))
	assert.Equal(t, `field("id", "string", required: true, description: "Number")`, sketch(callNamed(u, "field", 0)))
	assert.Equal(t, `field("by", ["enum", ["a"]], description: @desc)`, sketch(callNamed(u, "field", 1)))
	assert.Equal(t, `component(Shop.Tools.Other, name: "other")`, sketch(callNamed(u, "component", 0)))
	assert.Same(t, u.Classes[0].Scope, callNamed(u, "component", 0).Scope)
}

func TestElixirExpressions(t *testing.T) {
	for code, want := range map[string]string{
		`%{"name" => "t", description: "d", s: %{type: :object}}`: `{name: "t", description: "d", s: {type: "object"}}`,
		`%Tool{name: "s", list: ~w(a b)}`:                         `Tool{name: "s", list: ["a", "b"]}`,
		`[name: "k", f: fn a, b -> a <> b end]`:                   `{name: "k", f: \a b -> {<a + b>}}`,
		`if a do "b" else "c" end`:                                `("b" | "c")`,
		"cond do\n a -> \"b\"\n true -> \"c\"\nend":               `("b" | "c")`,
		`Mod.call("x", ~s(say "hi"))`:                             `Mod.call("x", "say \"hi\"")`,
		`String.trim @text`:                                       `String.trim(@text)`,
	} {
		u := readCode(t, lex.Elixir, "v = "+code+"\n")
		if assert.Len(t, u.Root.Binds("v"), 1, code) {
			assert.Equal(t, want, sketch(u.Root.Binds("v")[0].Value), code)
		}
	}
	u := readCode(t, lex.Elixir, "frame\n|> assign(x: 1)\n|> register_tool(\"e\", schema: %{t: {:required, max: 1}}, description: \"d\")\ntool :c, description: \"C\" do\n  run fn %{a: a} -> a end\nend\n")
	assert.Equal(t, `register_tool("e", schema: {t: {"required", max: 1}}, description: "d")`, sketch(callNamed(u, "register_tool", 0)))
	assert.Equal(t, `tool("c", description: "C", \-> {run(\-> {a})})`, sketch(callNamed(u, "tool", 0)))
}
