void Lamp::AddTools() {
    auto& mcp_server = McpServer::GetInstance();
    mcp_server.AddTool("self.lamp.on",
        "Turn the lamp on.\n"
        "Use it at night.",
        PropertyList({Property("level", kPropertyTypeInteger, 0, 100), Property("colour", kPropertyTypeString)}),
        [this](const PropertyList& properties) -> ReturnValue { return true; });
    AddTool("self.lamp.off", "关闭灯光，晚上使用。", PropertyList(), [](auto) { return true; });
}
