package code

import (
	"testing"

	"github.com/org/mcp-lint/discover/code/link"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const fleet = `import { z } from "zod";
export const sailDef = { title: "Sail", description: "Sails a boat.", inputSchema: { boat: z.string().describe("Which boat") } };
export const describeBoatDefinition = { description: "Says what a boat is like.", argsSchema: { boat: z.string().describe("What it is called") } };
export const dock = { name: "dock", description: "Docks a boat.", inputSchema: { type: "object", properties: {} } };
export const UNLOAD = "Unloads a boat.";
`

const fleetServer = `import * as fleet from "./fleet.js";
import { sailDef, describeBoatDefinition, dock, UNLOAD } from "./fleet.js";
import { lost } from "lost-and-found";
server.registerTool("sail", sailDef, run);
server.registerPrompt("about_boat", describeBoatDefinition, run);
server.registerTool("dock", dock, run);
server.registerTool("harbour_dock", fleet.dock, run);
server.registerTool("unload", UNLOAD, run);
server.registerTool("lost", lost, run);
`

// TestDefinitionsOfOtherFiles names what is registered by its registration, and takes the rest from the object of another file.
func TestDefinitionsOfOtherFiles(t *testing.T) {
	found := linked("index.ts", heads[".ts"]+fleetServer, "fleet.ts", fleet)
	assert.Equal(t, map[string]string{
		"sail": "Sails a boat.", "about_boat": "Says what a boat is like.", "dock": "Docks a boat.", "harbour_dock": "Docks a boat.",
		"unload": "Unloads a boat.", "lost": "",
	}, toolsOf(found))
	for _, e := range found[0].Entries {
		switch name := e.Def.StringAt("name"); name {
		case "sail":
			require.NotNil(t, e.Def.Get("inputSchema"), name)
			assert.Equal(t, "Which boat", e.Def.Get("inputSchema").Get("properties").Get("boat").StringAt("description"))
			assert.Equal(t, "Sail", e.Def.StringAt("title"))
		case "about_boat":
			assert.Equal(t, "prompt", e.Kind)
		case "lost":
			assert.Equal(t, link.Unresolved, e.Static)
		}
	}
}
