class ShedTool < MCP::Tool
end

class FeedHTTPGoat < ShedTool
  description "Feed one goat of the herd"
end

class MilkGoat < MCP::Tool
  tool_name "milk"
  description "Milk one goat of the herd"
end
