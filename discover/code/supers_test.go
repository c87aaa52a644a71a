package code

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestClassesThatHandTheirTextsToTheirBase reads what a class says of itself in the call of a constructor that another file holds.
func TestClassesThatHandTheirTextsToTheirBase(t *testing.T) {
	got := toolsOf(linked(
		"base.ts", `export class BaseTool { constructor(public name: string, public description: string, public inputSchema: object) {} }`,
		"moor.ts", `import { BaseTool } from "./base.js";
export class Mooring extends BaseTool {
  constructor(harbour: Harbour) { super("moor", "Moors a boat.", { type: "object", properties: { boat: { type: "string", description: "Which boat" } } }); }
}
export class MooringError extends ToolError { constructor() { super("moor", "A boat that is not moored."); } }
export class Deck extends Base { constructor() { super("deck", "No tool at all."); } }`,
		"anchor.ts", `import { BaseTool } from "./base.js";
export class AnchorTool extends BaseTool { constructor() { super({ name: "anchor", description: "Drops the anchor.", inputSchema: {} }); } }`,
		"base.py", "class BaseTool:\n    def __init__(self, name, description):\n        self.name, self.description = name, description\n",
		"row.py", `from .base import BaseTool
class Rowing(BaseTool):
    def __init__(self):
        super().__init__("row", "Rows a boat.")
class Steering(BaseTool):
    def __init__(self, boat):
        super().__init__(name="steer", description="Steers a boat.")
class Wrapped(BaseTool):
    def __init__(self, tool):
        super().__init__(name=tool.label(), description=tool.about() + " This one is wrapped.")`))
	assert.Equal(t, map[string]string{
		"moor": "Moors a boat.", "anchor": "Drops the anchor.", "row": "Rows a boat.", "steer": "Steers a boat.",
	}, got)
}
