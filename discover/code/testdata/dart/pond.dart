void main() {
  server.registerTool(
    Tool(name: 'feed_fish', description: 'Feed the ' 'fish', inputSchema: Schema.object(properties: {'food': Schema.string(description: 'Kind of food')})),
    feed,
  );
  server.tool('drain', description: 'Drain the pond', callback: ({args}) async => null);
}
