// Package mcplint fails the tests of an MCP server when what the server sends to models orders them about: hidden characters,
// instructions in descriptions, encoded payloads, credentials and what else mcp-lint finds.
//
// The best thing to check is what a client gets. With the official Go SDK a server is asked in memory, in the test itself:
//
//	func TestTools(t *testing.T) {
//		clientSide, serverSide := mcp.NewInMemoryTransports()
//		_, err := newServer().Connect(t.Context(), serverSide, nil)
//		require.NoError(t, err)
//		client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
//		session, err := client.Connect(t.Context(), clientSide, nil)
//		require.NoError(t, err)
//
//		tools, err := session.ListTools(t.Context(), nil)
//		require.NoError(t, err)
//		mcplint.Check(t, tools, mcplint.Server("weather"))
//		prompts, err := session.ListPrompts(t.Context(), nil)
//		require.NoError(t, err)
//		mcplint.Check(t, prompts, mcplint.Server("weather"))
//		mcplint.Check(t, session.InitializeResult())
//	}
//
// Check takes definitions in any form that encodes to the JSON of the protocol, [CheckPath] files and folders as the command does. Both
// fail the test for findings of medium severity or more, which is what the command fails for as well, and for everything that was not
// looked at: a test that passes has looked at every definition. [Option] values set what differs.
//
// Nothing is sent anywhere, nothing of what is checked is run, and the same definitions give the same answer every time.
package mcplint
