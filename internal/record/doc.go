// Package record asks an MCP server for all that it sends to models, and saves it. It is the only place of mcp-lint that starts a program
// or opens a connection, and does so only for the command or address that it is given. It lists; it never calls a tool, gets a prompt or
// reads a resource.
//
// The session is the official SDK's. What a server answers is kept as it was sent, before anything decodes it, so that members that no
// client knows and names that stand twice are in the record too. Everything a server sends is taken for hostile: each message, the sum of
// them, pages, items and time are bounded.
package record
