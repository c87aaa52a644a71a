package code

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/source"
)

// TestHostileDocuments loads documents that are deep, wide, or name each other, in files that load many.
func TestHostileDocuments(t *testing.T) {
	deep := strings.Repeat("[", 500) + strings.Repeat("]", 500)
	wide := "[" + strings.Repeat(`{"n": "a", "d": "b"},`, 30_000) + `{"n": "z", "d": "e"}]`
	for _, doc := range []string{deep, wide} {
		found := linked("server.py", "import json\n"+pyServer+"for t in json.load(open(\"tools.json\")):\n    mcp.add_tool(run, name=t[\"n\"], description=t[\"d\"])\n", "tools.json", doc)
		assert.Empty(t, found[0].Entries)
		assert.Len(t, found[0].Gaps, 1)
	}

	var many strings.Builder
	for i := range 2 * static.MaxDocuments {
		fmt.Fprintf(&many, "T%d = json.load(open(\"t%d.json\"))\n@mcp.tool(description=T%d[\"a\"])\ndef f%d(): pass\n", i, i, i, i)
	}
	m := scan(source.NewFile("server.py", "server.py", []byte("import json\n"+pyServer+many.String())), lex.Python)
	assert.Len(t, m.Wants, static.MaxDocuments)
}
