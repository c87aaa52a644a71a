package launch

import "github.com/org/mcp-lint/detect"

// Documentation implements detect.DocumentedCheck. The credentials of the examples are put together here, so that scanners of this
// repository do not take them for real ones.
func (literalSecret) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.secret", Title: "Credential in a client configuration",
		Tier: detect.TierSoft, ThreatType: detect.ThreatExfiltration, CWE: "798", Scope: detect.ScopeFull, Only: []detect.Kind{detect.KindLaunch, detect.KindSettings},
		Catches: "A credential that is written out in the `env`, `headers`, `args` or address of a configured server, in the scripts that start it, in the values of a " +
			"registry manifest, and in the `env`, permissions and hooks of a client's settings: keys and tokens of more than a hundred kinds by their form; addresses with " +
			"a password, a token or an `api_key`; random-looking values behind names such as `API_TOKEN`, `--access-token` or `X-API-Key`; and passwords, also those that " +
			"people think of, of servers that are not on the machine itself. References such as `${env:TOKEN}` and `${input:token}`, placeholders, documented test " +
			"keys, publishable keys and ids are left out. The finding never shows the credential. A key whose checksum holds is a hard finding.",
		Why: "These files are committed: `.mcp.json`, `.cursor/mcp.json` and `.vscode/mcp.json` are made to be shared with a team. Whoever can read the repository, its forks " +
			"and its history has the credential, as has every agent that opens the file, and public repositories are searched for them within minutes.",
		Fix: "Revoke the credential first: it stays in history. Then let the client fill it in: `${input:token}` with an entry in `inputs` (VS Code), `${env:TOKEN}` (Cursor), " +
			"`${TOKEN}` (Claude Code), `$TOKEN` (Gemini), `{env:TOKEN}` (opencode), `env_vars` or `bearer_token_env_var` (Codex). In a `server.json` declare the variable with " +
			"`\"isSecret\": true` and without a value.",
		Bad: []detect.Example{
			{
				Note: "A token in the environment of a server.", File: ".cursor/mcp.json",
				Text: "{\n  \"mcpServers\": {\n    \"chat\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"chat-mcp@1.1.24\"],\n      \"env\": { \"CHAT_TOKEN\": \"" +
					"xoxb-" + "7283946150" + "-" + "4829157360482" + "-" + "pQ8mZt4LwR2vKx7NcJ9bYd3H" + "\" }\n    }\n  }\n}\n",
			},
			{
				Note: "A random-looking key in a header; nothing but its name says what it is.", File: ".vscode/mcp.json",
				Text: "{\n  \"servers\": {\n    \"maps\": {\n      \"type\": \"http\",\n      \"url\": \"https://maps.example/mcp\",\n      \"headers\": { \"X-API-Key\": \"" +
					"9f3c71e0b84a" + "d25667c1e9f0a3b85d42" + "\" }\n    }\n  }\n}\n",
			},
		},
		Good: []detect.Example{
			{
				Note: "The client fills it in from the environment.", File: ".cursor/mcp.json",
				Text: "{\n  \"mcpServers\": {\n    \"chat\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"chat-mcp@1.1.24\"],\n      \"env\": { \"CHAT_TOKEN\": \"${env:CHAT_TOKEN}\" }\n    }\n  }\n}\n",
			},
			{
				Note: "The client asks for it once and keeps it.", File: ".vscode/mcp.json",
				Text: "{\n  \"inputs\": [{ \"type\": \"promptString\", \"id\": \"maps-key\", \"description\": \"Key of the maps service\", \"password\": true }],\n" +
					"  \"servers\": {\n    \"maps\": {\n      \"type\": \"http\",\n      \"url\": \"https://maps.example/mcp\",\n      \"headers\": { \"X-API-Key\": \"${input:maps-key}\" }\n    }\n  }\n}\n",
			},
		},
	}
}
