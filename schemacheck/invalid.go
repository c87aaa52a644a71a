// Package schemacheck holds the check of what the specification and clients refuse: names, schemas and addresses of tools, registry
// manifests, and client configurations that are not read. It lives apart from detect/check: it judges the
// form of definitions and none of their words.
package schemacheck

import "github.com/org/mcp-lint/detect"

// All returns the checks of the package.
func All() []detect.Check { return []detect.Check{invalid{}} }

// invalid is the check manifest.invalid.
type invalid struct{}

func (invalid) ID() string { return "manifest.invalid" }

func (c invalid) Inspect(t detect.ToolView, reg detect.RegistryView) []detect.Signal {
	signals, _ := c.InspectCapped(t, reg)
	return signals
}

func (invalid) InspectCapped(t detect.ToolView, _ detect.RegistryView) ([]detect.Signal, []detect.CapHit) {
	if t.Definition == nil || t.Definition.Kind != detect.NodeObject {
		return nil, nil
	}
	v := inspection{t: t}
	switch t.Kind {
	case detect.KindTool:
		v.tool()
	case detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions, detect.KindServer:
		v.addresses(t.Definition)
	case detect.KindLaunch:
		v.launch()
	case detect.KindSettings:
		v.keys()
		v.repeatedInputs()
	case detect.KindManifest:
		v.addresses(t.Definition)
		v.manifest()
	}
	return v.out, v.caps
}

// tool looks at a tool: what it shows, its schemas and its name.
func (v *inspection) tool() {
	var name *detect.Node
	sent := false
	for member, value := range membersOf(v.t.Definition) {
		switch member {
		case "name":
			name = value
		case "inputSchema", "input_schema":
			v.schemaAt(member, value, true)
			sent = sent || isObjectType(value.Get("type"))
		case "outputSchema", "output_schema":
			v.schemaAt(member, value, false)
		default:
			v.address(member, value)
		}
	}
	if sent {
		// Without a whole schema this may be a part of a definition, whose name is for people.
		v.toolName(name)
	}
}

func (invalid) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "manifest.invalid", Title: "Definition that clients reject",
		Tier: detect.TierSoft, Severity: detect.SeverityNone,
		Severities: "Informational; medium where it is a security risk, such as a script in place of an address or a schema loaded from " +
			"another host.",
		ThreatType: detect.ThreatUncategorized, Scope: detect.ScopeFull,
		Also: []detect.Kind{detect.KindLaunch, detect.KindSettings, detect.KindManifest},
		Catches: "Definitions that break the rules of the specification, of a client or of the registry: tool names with characters other than " +
			"`A-Z a-z 0-9 . _ -`; invalid JSON Schema (2020-12, or what `$schema` names), a root without `\"type\": \"object\"`, a `$ref` to a " +
			"missing part, an invalid `pattern`; icons from `http:` or `ftp:`; invalid `x-mcp-header` names; servers under a name that the client " +
			"of the file does not read; `${input:id}` that nothing declares or fills in; and `server.json` files that break the schema version " +
			"they name. These are informational.\n\n" +
			"Four are security risks: a `$ref` to another host or a file, a line break in a header name, a secret sent as a header, and an icon " +
			"or address that is a script, a file on the user's machine or data other than an image. The check fetches nothing, and skips schemas " +
			"that code builds.",
		Why: "A strict client drops the tool, or the whole server, often silently. A lenient one opens a door: a schema on another host can " +
			"change after approval, a line break adds headers of the server's choice, and a script in place of an icon runs where it is shown.",
		Fix: "Write what the specification, the client or the registry requires.",
		Bad: []detect.Example{
			{
				Note: "Python types, and a property that marks itself as required.", Server: "calendar",
				Tool: `{"name":"add_event","description":"Adds an event to the ` +
					`calendar.","inputSchema":{"type":"object","properties":{"title":{"type":"str"},"minutes":{"type":"integer","required":true}}}}`,
			},
			{
				Note: "A schema loaded from another host.", Server: "orders",
				Tool: `{"name":"read_order","description":"Reads an ` +
					`order.","inputSchema":{"type":"object","properties":{"order":{"$ref":"https://schemas.orders.example/order.json"}}}}`,
			},
			{
				Note: "VS Code expects `servers` here, so none of these start.", Server: "notes", File: ".vscode/mcp.json",
				Text: "{\n  \"mcpServers\": {\n    \"notes\": {\n      \"command\": \"node\",\n      \"args\": [\"./dist/notes.js\"]\n    }\n  }\n}\n",
			},
			{
				Note: "A bundle without a checksum, and a version that moves.", Server: "io.github.acme/notes", File: "server.json",
				Text: "{\n  \"$schema\": \"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json\",\n  \"name\": " +
					"\"io.github.acme/notes\",\n" +
					"  \"description\": \"Reads and writes notes.\",\n  \"version\": \"latest\",\n  \"packages\": [\n    {\n      \"registryType\": " +
					"\"mcpb\",\n" +
					"      \"identifier\": \"https://github.com/acme/notes/releases/download/v1.2.0/notes-mcp.mcpb\",\n      \"transport\": {\"type\": " +
					"\"stdio\"}\n    }\n  ]\n}\n",
			},
		},
		Good: []detect.Example{
			{
				Note: "Valid JSON Schema 2020-12 with its shared parts under `$defs`.", Server: "calendar",
				Tool: `{"name":"add_event","description":"Adds an event to the ` +
					`calendar.","inputSchema":{"type":"object","properties":{"title":{"type":"string"},"when":{"$ref":"#/$defs/span"}},` +
					`"required":["title"],"$defs":{"span":{"type":"string","format":"duration"}}},"icons":[{"src":"https://calendar.example/icon.png"}]}`,
			},
			{
				Note: "The file declares the input that it uses.", Server: "notes", File: ".vscode/mcp.json",
				Text: "{\n  \"inputs\": [\n    {\"type\": \"promptString\", \"id\": \"notes-key\", \"description\": \"Key of the notes server\", " +
					"\"password\": true}\n  ],\n  \"servers\": {\n" +
					"    \"notes\": {\n      \"command\": \"node\",\n      \"args\": [\"./dist/notes.js\"],\n      \"env\": {\"NOTES_KEY\": " +
					"\"${input:notes-key}\"}\n    }\n  }\n}\n",
			},
		},
	}
}
