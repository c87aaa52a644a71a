package clients

import (
	"github.com/org/mcp-lint/internal/wordset"
)

var (
	// Transports are the values of "type" and "transport" that say how a server is reached.
	Transports = wordset.Of("stdio http streamable-http streamable_http streamablehttp sse local remote builtin platform ws websocket")

	// Command are the members by which clients call the program of a server.
	Command = []string{"command", "cmd"}
	// Args are those of its arguments.
	Args = []string{"args", "arguments"}
	// URL are those of the address of a server.
	URL = []string{"url", "httpUrl", "serverUrl", "server_url", "uri", "endpoint"}

	// Known are the members of a server that are read in a way of their own, or that say nothing of what runs: how long to wait, how it is shown.
	Known = wordset.Of(`command cmd args arguments env environment envs path url httpUrl serverUrl server_url uri endpoint headers http_headers requestInit
		requestOptions cwd workingDirectory working_dir image type transport transportType version timeout timeout_ms timeoutMs startup_timeout_sec
		startup_timeout_ms tool_timeout_sec initTimeout gallery icon tags category server_label server_description bundled comment _comment $comment
		note notes label id source desc`)

	// Launchers are the commands that start most servers.
	Launchers = wordset.Of("npx uvx bunx pnpm pipx uv node python python3 docker podman deno bun dnx")

	// Holders are the members of settings that hold servers, and the one that names their schema.
	Holders = wordset.Of("mcpServers mcp_servers context_servers mcp servers $schema")
)
