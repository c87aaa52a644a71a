package launch

import "github.com/org/mcp-lint/detect"

// Documentation implements detect.DocumentedCheck.
func (unpinned) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.unpinned", Title: "Launch without an exact version", Tier: detect.TierSoft, Note: true, ThreatType: detect.ThreatMaliciousCode, CWE: "494",
		Scope: detect.ScopeFull, Only: []detect.Kind{detect.KindLaunch},
		Catches: "Packages and images that a launcher fetches without an exact version: `npx NAME`, `NAME@latest`, `@^1.2`, `uvx NAME`, `NAME>=1`, `pnpm dlx`, `bunx`, `pipx run`, " +
			"`docker run IMAGE`, `IMAGE:latest`, `IMAGE:1`, `dnx`, `go run …@latest`, `deno run npm:NAME`. An image counts as exact with a digest, or a tag of three numbers, a date or a " +
			"commit: by custom `1` and `1.2` follow later releases. Programs of the project itself, images that are built on the machine, servers that are switched off and versions in a " +
			"variable are silent.",
		Why: "Most configurations are like this, so it is a note. Still, whoever takes over the account of a publisher reaches every machine that starts the server the next day, " +
			"and nobody sees a change in the configuration.",
		Fix: "Name the version that you looked at: `npx -y NAME@X.Y.Z`, `uvx NAME==X.Y.Z`, `IMAGE:X.Y.Z@sha256:…`, and let a bot such as Renovate propose later ones.",
		Bad: []detect.Example{
			{
				Note: "A tag that moves.", File: ".mcp.json",
				Text: `{
  "mcpServers": {
    "mail": { "command": "npx", "args": ["-y", "postmill@latest"] }
  }
}
`,
			},
			{
				Note: "An image without a tag.", File: ".vscode/mcp.json",
				Text: `{
  "servers": {
    "logs": { "type": "stdio", "command": "docker", "args": ["run", "-i", "--rm", "inkwell/logs"] }
  }
}
`,
			},
		},
		Good: []detect.Example{
			{
				Note: "Exact versions.", File: ".mcp.json",
				Text: `{
  "mcpServers": {
    "maps": { "command": "npx", "args": ["-y", "maplewood-mcp@3.1.4"] },
    "fetcher": { "command": "uvx", "args": ["--from", "lanternfish[pdf]==2.0.1", "lanternfish"] }
  }
}
`,
			},
			{
				Note: "What the project itself has is no matter of the launch.", File: ".vscode/mcp.json",
				Text: `{
  "servers": {
    "dev": { "type": "stdio", "command": "npx", "args": ["tsx", "src/server.ts"] },
    "fetcher": { "type": "stdio", "command": "uv", "args": ["run", "--project", "./server", "lanternfish"] }
  }
}
`,
			},
		},
	}
}
