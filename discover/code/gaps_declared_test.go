package code

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/source"
)

// textsOf lists the texts of the tools of some files by their paths, and the gaps.
func textsOf(files ...string) (out []string) {
	for _, f := range linked(files...) {
		for _, e := range f.Entries {
			walkNode(e.Def.StringAt("name"), e.Def, func(path string, n *source.Node) {
				if n.Kind == source.String {
					out = append(out, path+" "+n.Text.Value)
				}
				if strings.HasSuffix(path, "/properties") {
					for _, m := range n.Members {
						out = append(out, path+"/"+m.Name.Text.Value)
					}
				}
			})
		}
		for _, g := range f.Gaps {
			out = append(out, "? "+g.Text)
		}
	}
	return out
}

const goHead = "package kiln\nimport (\"context\"; \"github.com/modelcontextprotocol/go-sdk/mcp\")\n"

// TestClassesThatHoldEachOther puts no class into itself, however many files it goes through.
func TestClassesThatHoldEachOther(t *testing.T) {
	files := []string{"kiln.go", goHead + `
func fire(ctx context.Context, r *mcp.CallToolRequest, in A) (*mcp.CallToolResult, any, error) { return nil, nil, nil }
func add(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "fire", Description: "Fires a pot."}, fire) }`}
	for _, name := range []string{"A", "B", "C"} {
		files = append(files, name+".go", "package kiln\ntype "+name+" struct {\nOne A `json:\"one\" jsonschema:\"of A\"`\nTwo []B `json:\"two\"`\nThree *C `json:\"three\"`\n}")
	}
	got := textsOf(files...)
	assert.Contains(t, got, "fire/inputSchema/properties/two/properties/one/description of A")
	assert.Less(t, len(got), 60)
}

// TestManyClassesThatHoldEachOther says that a definition is larger than what is read of it, and keeps what comes first.
func TestManyClassesThatHoldEachOther(t *testing.T) {
	const many = 24
	files := []string{"kiln.go", goHead + `
func fire(ctx context.Context, r *mcp.CallToolRequest, in T0) (*mcp.CallToolResult, any, error) { return nil, nil, nil }
func add(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "fire", Description: "Fires a pot."}, fire) }`}
	for i := range many {
		var fields strings.Builder
		for k := range many {
			fmt.Fprintf(&fields, "F%d *T%d `json:\"f%d\" jsonschema:\"field %d\"`\n", k, k, k, k)
		}
		files = append(files, fmt.Sprintf("t%d.go", i), fmt.Sprintf("package kiln\ntype T%d struct {\n%s}", i, fields.String()))
	}
	e := linked(files...)[0].Entries[0]
	assert.Equal(t, link.Partly, e.Static)
	assert.Equal(t, "Fires a pot.", e.Def.StringAt("description"))
	texts := textsOf(files...)
	assert.Contains(t, texts, "fire/inputSchema/properties/f23/description field 23")
	assert.Less(t, len(texts), 6_000, "classes of other files are read up to a bound")
}
