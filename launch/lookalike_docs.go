package launch

import "github.com/org/mcp-lint/detect"

// Documentation implements detect.Check.
func (lookalike) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.lookalike", Title: "A launch names something that only looks like a well-known server", Tier: detect.TierSoft,
		ThreatType: detect.ThreatMaliciousCode, CWE: "829", Scope: detect.ScopeFull, Only: []detect.Kind{detect.KindLaunch},
		Catches: "Packages, images, repositories and hosts that are one letter, one separator or one look-alike character away from those of a well-known MCP server: `@playwrigth/mcp`, `tavi1y-mcp`, `ghrc.io/github/github-mcp-server`, `mcp.linaer.app`, a Cyrillic letter in a host. " +
			"So are packages without the scope that the vendor's has (`context7-mcp` for `@upstash/context7-mcp`), packages that are started from the wrong registry (`npx mcp-server-fetch`, which is a package of PyPI), a vendor's host in front of another domain (`mcp.notion.com.tools.example`) or of an `@`, and a vendor's name joined with MCP in somebody's domain (`mcp-notion.com`).\n\n" +
			"It also tells when two configurations of one project know a server by the same name and start programs of different makers.\n\n" +
			"The names are a short list that is part of the program, with where and when they were read. Names on it are never reported, and neither are forks that keep the name of a package in a scope of their own. Notes are for what is most often a choice: a package of another author that is used by many, a vendor's name below another top-level domain.",
		Why: "A launch runs what it names, with the rights and the secrets of whoever opens the project. Whoever holds a name that people mistype, or that a model makes up, runs code there without touching the real server. Names without a scope, and names that are free in the other registry, can be taken by anybody.",
		Fix: "Compare the name with the vendor's own page and write it as it stands there, with its scope and a version. If the other one is meant, ignore the finding for that server with a reason. In two configurations of one project, start the same thing under one name.",
		Bad: []detect.Example{
			{
				Note: "The vendor's package has a scope; this one is anybody's.", File: ".mcp.json",
				Text: "{\n  \"mcpServers\": {\n    \"context7\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"context7-mcp@1.0.2\"]\n    }\n  }\n}\n",
			},
			{
				Note: "Two letters of the scope changed places.", File: ".cursor/mcp.json",
				Text: "{\n  \"mcpServers\": {\n    \"playwright\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"@playwrigth/mcp@0.0.41\"]\n    }\n  }\n}\n",
			},
			{
				Note: "Two letters of the host changed places.", File: ".vscode/mcp.json",
				Text: "{\n  \"servers\": {\n    \"linear\": {\n      \"type\": \"http\",\n      \"url\": \"https://mcp.linaer.app/mcp\"\n    }\n  }\n}\n",
			},
		},
		Good: []detect.Example{
			{
				Note: "The vendor's own package, with its scope and a version.", File: ".mcp.json",
				Text: "{\n  \"mcpServers\": {\n    \"context7\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"@upstash/context7-mcp@1.0.33\"]\n    }\n  }\n}\n",
			},
			{
				Note: "The vendor's own host.", File: ".vscode/mcp.json",
				Text: "{\n  \"servers\": {\n    \"linear\": {\n      \"type\": \"http\",\n      \"url\": \"https://mcp.linear.app/mcp\"\n    }\n  }\n}\n",
			},
		},
	}
}
