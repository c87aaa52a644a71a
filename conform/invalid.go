// Package conform holds the check of what the specification and clients refuse: names, schemas and addresses of tools, registry
// manifests, and client configurations that are not read. It lives apart from detect/check: it judges the
// form of definitions and none of their words.
package conform

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
	def := v.t.Definition
	var name *detect.Node
	sent := false
	for i := range def.Members {
		m := &def.Members[i]
		if m.Name == nil || m.Value == nil {
			continue
		}
		switch m.Name.Text {
		case "name":
			name = m.Value
		case "inputSchema", "input_schema":
			v.schemaAt(m.Name.Text, m.Value, true)
			sent = sent || isObjectType(m.Value.Get("type"))
		case "outputSchema", "output_schema":
			v.schemaAt(m.Name.Text, m.Value, false)
		default:
			v.address(m)
		}
	}
	if sent {
		// Without a whole schema this may be a part of a definition, whose name is for people.
		v.toolName(name)
	}
}

func (invalid) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "manifest.invalid", Title: "What the specification and clients refuse",
		Tier: detect.TierSoft, Severity: detect.SeverityNone,
		Severities: "Informational; medium for what bears on security, such as an address that is a script or a schema that is fetched from elsewhere.",
		ThreatType: detect.ThreatUncategorized, Scope: detect.ScopeFull,
		Also: []detect.Kind{detect.KindLaunch, detect.KindSettings, detect.KindManifest},
		Catches: "Tool names with other characters than `A-Z a-z 0-9 _ - .`; `inputSchema` and `outputSchema` that are not valid in their " +
			"dialect of JSON Schema (2020-12, or the one that `$schema` names); a root that is no `\"type\": \"object\"`; a `$ref` to a place " +
			"that the schema does not have; a `pattern` that is no regular expression; icons from `http:` or `ftp:`; `x-mcp-header` against its " +
			"rules; servers in a client's file under a name that this client does not read; `${input:id}` without such an input or in the file of " +
			"a client that asks for none, and one id for two inputs; a registry `server.json` against the rules of the version of the schema that " +
			"it names. These are notes. Four are more, since they bear on security: a `$ref` to another host or a file, a header name that breaks " +
			"the line, a secret sent as a header, and icons or addresses that are `javascript:`, `vbscript:`, a `file:` of the user or data that " +
			"is no image. Nothing is fetched. Of definitions in source code only icons and addresses are judged where their schema is put " +
			"together from code.",
		Why: "A client that holds to the specification drops the tool, or all tools of the server, and often says nothing. A configuration " +
			"under the wrong name starts no server. And what is lenient about clients is what attacks use: a schema that is fetched from " +
			"elsewhere can change after approval and tells its host who reads it, a line break in a header adds headers of the server's choice, " +
			"and an icon that is a script runs where it is shown.",
		Fix: "Write it as the finding says. In short: names of `A-Z a-z 0-9 . _ -`, the types of JSON Schema, shared parts under `$defs`, " +
			"icons from `https:`, servers under the name that the client reads, each `${input:id}` declared in `inputs`, and exact versions and " +
			"`https:` addresses in `server.json`.",
		Bad: []detect.Example{
			{
				Note: "Types of another language, and a property that marks itself as required.", Server: "calendar",
				Tool: `{"name":"add_event","description":"Adds an event to the ` +
					`calendar.","inputSchema":{"type":"object","properties":{"title":{"type":"str"},"minutes":{"type":"integer","required":true}}}}`,
			},
			{
				Note: "A schema that is fetched from another host.", Server: "orders",
				Tool: `{"name":"read_order","description":"Reads an ` +
					`order.","inputSchema":{"type":"object","properties":{"order":{"$ref":"https://schemas.orders.example/order.json"}}}}`,
			},
			{
				Note: "VS Code reads servers under another name, so none of them starts.", Server: "notes", File: ".vscode/mcp.json",
				Text: "{\n  \"mcpServers\": {\n    \"notes\": {\n      \"command\": \"node\",\n      \"args\": [\"./dist/notes.js\"]\n    }\n  }\n}\n",
			},
			{
				Note: "A bundle without its checksum, and a version that moves.", Server: "io.github.acme/notes", File: "server.json",
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
				Note: "A schema of JSON Schema 2020-12 with its parts in itself.", Server: "calendar",
				Tool: `{"name":"add_event","description":"Adds an event to the ` +
					`calendar.","inputSchema":{"type":"object","properties":{"title":{"type":"string"},"when":{"$ref":"#/$defs/span"}},` +
					`"required":["title"],"$defs":{"span":{"type":"string","format":"duration"}}},"icons":[{"src":"https://calendar.example/icon.png"}]}`,
			},
			{
				Note: "The input is declared in the file that names it.", Server: "notes", File: ".vscode/mcp.json",
				Text: "{\n  \"inputs\": [\n    {\"type\": \"promptString\", \"id\": \"notes-key\", \"description\": \"Key of the notes server\", " +
					"\"password\": true}\n  ],\n  \"servers\": {\n" +
					"    \"notes\": {\n      \"command\": \"node\",\n      \"args\": [\"./dist/notes.js\"],\n      \"env\": {\"NOTES_KEY\": " +
					"\"${input:notes-key}\"}\n    }\n  }\n}\n",
			},
		},
	}
}
