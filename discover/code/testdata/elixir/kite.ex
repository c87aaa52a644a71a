defmodule Kite.FlyTool do
  @moduledoc "Fly a kite in the wind."
  use Hermes.Server.Component, type: :tool

  schema do
    field :height, :integer, description: "How high to fly"
  end
end

defmodule Kite.Other do
  def tools do
    [%{name: "land", description: "Land the kite", inputSchema: %{"type" => "object"}}]
  end
end
