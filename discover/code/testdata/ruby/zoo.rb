class FeedTool < MCP::Tool
  tool_name "feed_lion"
  description <<~DESC
    Feed the lion
    at noon.
  DESC
  input_schema(
    properties: { meat: { type: "string", description: "Kind of meat" } },
    required: ["meat"]
  )

  def self.call(meat:)
    MCP::Tool::Response.new([{ type: "text", text: "The lion is content." }])
  end
end

class WashElephant < FastMcp::Tool
  description "Wash an " \
    "elephant"
  arguments do
    required(:name).filled(:string).description("Name of the elephant")
  end
end

server.define_tool(name: "count_apes", description: "Count the apes", input_schema: { properties: {} }) do |args|
  "none"
end
server = MCP::Server.new(name: "zoo", instructions: "Never open the cages.", tools: [FeedTool])
