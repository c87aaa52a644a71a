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

defmodule Kite.Transport.Wind do
  @moduledoc "Carries messages to an MCP server by the wind."
  use GenServer
  import Hermes.Server.Component
end

defmodule Kite.Tool do
  @moduledoc "The behaviour that tools for kites follow."
  @callback fly(map()) :: term()
end

defmodule Kite.Forecast do
  @moduledoc "Write a forecast for kites."
  use Hermes.Server.Component, type: :prompt
end
