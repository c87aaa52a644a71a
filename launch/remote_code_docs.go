package launch

import "github.com/org/mcp-lint/detect"

// Documentation implements detect.DocumentedCheck.
func (remoteCode) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.remote-code", Title: "Launch that runs code of no released version, or outside of its container", Tier: detect.TierSoft,
		ThreatType: detect.ThreatMaliciousCode, CWE: "494", Scope: detect.ScopeFull, Only: []detect.Kind{detect.KindLaunch},
		Catches: "Servers that are fetched from an address or a repository instead of a registry: `npx https://…`, `npx github:owner/repo`, `npx owner/repo`, " +
			"`uvx --from git+https://…`, `uv run https://…`, `deno run https://…`, `go run …@main`, `git clone`; package registries that are reached without encryption or by a bare IP address; " +
			"containers that are let out: `--privileged`, the socket of the engine, `/` or the whole home folder as a volume, `~/.ssh`, `--pid=host`, `--cap-add SYS_ADMIN`, " +
			"`seccomp=unconfined`. A full commit is as good as a version and silent; a tag of a repository, `--network host`, and folders of credentials or " +
			"the socket where the server or its image is named for the service behind them are notes. Packages and images of a registry without an exact version, such as " +
			"`docker run IMAGE` and `IMAGE:latest`, are told by `launch.unpinned`, as notes too.",
		Why: "A version in a registry stays what it was when somebody looked at it. A branch or an address is whatever was put there last: a client that starts the server tomorrow " +
			"runs code that nobody has read, with the user's rights. A container keeps a bad server away from the machine only as long as its walls stand.",
		Fix: "Run a released version from a registry: `npx -y NAME@X.Y.Z`, `uvx NAME==X.Y.Z`. If there is none, name a full commit: `github:owner/repo#COMMIT`, " +
			"`git+https://…@COMMIT`. Give a container the one folder that it needs, for reading only if that will do, and leave the rest out.",
		Bad: []detect.Example{
			{
				Note: "The tip of a branch, fetched anew.", File: ".mcp.json",
				Text: `{
  "mcpServers": {
    "ide": {
      "command": "uvx",
      "args": ["--from", "git+https://github.com/brassowl/ide-bridge", "ide-bridge"]
    }
  }
}
`,
			},
			{
				Note: "An archive at an address.", File: ".cursor/mcp.json",
				Text: `{
  "mcpServers": {
    "notes": { "command": "npx", "args": ["-y", "https://get.notes-relay.example/latest.tgz"] }
  }
}
`,
			},
			{
				Note: "A container that holds the socket of the engine can start others with the whole disk.", File: ".vscode/mcp.json",
				Text: `{
  "servers": {
    "stacks": {
      "type": "stdio",
      "command": "docker",
      "args": ["run", "-i", "--rm", "-v", "/var/run/docker.sock:/var/run/docker.sock", "inkwell/stacks:4.0.2"]
    }
  }
}
`,
			},
		},
		Good: []detect.Example{
			{
				Note: "A commit stays what it is.", File: ".mcp.json",
				Text: `{
  "mcpServers": {
    "ide": {
      "command": "uvx",
      "args": ["--from", "git+https://github.com/brassowl/ide-bridge@b81e4470c95fa2d63e07b1c84d2f9a650e7c3318", "ide-bridge"]
    }
  }
}
`,
			},
			{
				Note: "A container with the folder of the project.", File: ".vscode/mcp.json",
				Text: `{
  "servers": {
    "files": {
      "type": "stdio",
      "command": "docker",
      "args": ["run", "-i", "--rm", "-v", "${workspaceFolder}:/work:ro", "inkwell/files:1.9.0"]
    }
  }
}
`,
			},
		},
	}
}
