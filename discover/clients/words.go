package clients

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

var (
	// Transports are the values of "type" and "transport" that say how a server is reached.
	Transports = wordset.Of("stdio http streamable-http streamable_http streamablehttp sse local remote builtin platform ws websocket")

	// Command are the members by which clients call the program of a server.
	Command = []string{"command", "cmd"}
	// Args are those of its arguments.
	Args = []string{"args", "arguments"}
	// Env are those of its variables.
	Env = []string{"env", "environment", "envs"}
	// Address are those of the address of a server that nothing else is called by.
	Address = []string{"url", "httpUrl", "serverUrl", "uri", "server_url"}
	// URL are all of the address of a server.
	URL = append(slices.Clip(Address), "endpoint")
	// Headers are those of what is sent with each request, directly or under "headers".
	Headers = []string{"headers", "http_headers", "requestInit", "requestOptions"}
	// Dir are those of the folder that it runs in.
	Dir = []string{"cwd", "workingDirectory", "working_dir"}
	// Transport are those of how it is reached, one of Transports.
	Transport = []string{"type", "transport", "transportType"}

	// Known are the members of a server that are read in a way of their own, or that say nothing of what runs: how long to wait, how it is shown.
	Known = wordset.Of(strings.Join(slices.Concat(Command, Args, Env, URL, Headers, Dir, Transport), " ") + ` path image version timeout timeout_ms timeoutMs
		startup_timeout_sec startup_timeout_ms tool_timeout_sec initTimeout gallery icon tags category server_label server_description bundled comment _comment
		$comment note notes label id source desc`)

	// Holders are the members of settings that hold servers, and the one that names their schema.
	Holders = wordset.Of("mcpServers mcp_servers context_servers mcp servers $schema")
)
