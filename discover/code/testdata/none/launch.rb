require "mcp"

app.launch(mcp_server: false)
