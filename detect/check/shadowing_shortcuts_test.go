package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect"
)

// plainLookUp is lookUp without shortcuts.
func plainLookUp(raw string, tool detect.ToolView, reg detect.RegistryView) (int, string) {
	if j := foreign(raw, tool, reg); j >= 0 {
		return j, raw
	}
	if reg.Owns(tool.Server, raw) {
		return -1, ""
	}
	for _, sep := range []string{"::", "__", ".", ":", "/"} {
		if k := strings.LastIndex(raw, sep); k > 0 {
			rest := raw[k+len(sep):]
			if j := foreign(rest, tool, reg); j >= 0 && len(detect.NameWords(rest)) > 1 {
				return j, rest
			}
		}
	}
	words := detect.NameWords(raw)
	if len(words) < 3 || len(words) > maxQualified || words[0] != "mcp" {
		return -1, ""
	}
	for k := 1; k < len(words)-1; k++ {
		rest := strings.Join(words[k:], "_")
		if j := foreign(rest, tool, reg); j >= 0 {
			return j, rest
		}
	}
	return -1, ""
}

// TestShortcutsOfShadowingHideNothing reads the corpus, by its registries and mixed up, with and without the shortcuts.
func TestShortcutsOfShadowingHideNothing(t *testing.T) {
	// Of each registry every tenth tool reads the names and the servers of all others.
	const every = 10
	views := corpusViews(t)
	mixed := make([]detect.ToolView, len(views))
	for i, v := range views {
		mixed[i] = v
		mixed[i].Server = fmt.Sprint("acme/", []string{"mail", "quarry", "Weather", "file"}[i%4], "-", i*7919%37)
	}
	found, branded := 0, 0
	for _, tools := range [][]detect.ToolView{views, mixed} {
		reg := detect.NewRegistry(tools)
		for i := 0; i < len(tools); i += every {
			tool := tools[i]
			for k := i; k < min(len(tools), i+every); k++ {
				for _, raw := range []string{
					tools[k].Name, "mcp_" + tools[k].Name, "MCP__x_" + tools[k].Name, "m_" + tools[k].Name, "\x10mcp_a_" + tools[k].Name, "\u2014mcp_a_" + tools[k].Name,
					tools[k].Server + "." + tools[k].Name, "a::" + tools[k].Name, "", "_", "mcp",
				} {
					j, rest := plainLookUp(raw, tool, reg)
					gotJ, gotRest := lookUp(raw, tool, reg)
					if j >= 0 {
						found++
					}
					assert.Equal(t, j, gotJ, raw)
					assert.Equal(t, rest, gotRest, raw)
				}
			}
			f := factsOf(reg, i, tool)
			at := tool.FieldAt("/description")
			if at < 0 {
				continue
			}
			doc := tool.Doc(at)
			for k := range tools[:min(len(tools), 400)] {
				server := factsOfServer(reg, tools[k].Server)
				named := false
				for w := range min(len(doc.Words), brandLead) {
					named = named || brandAt(doc, w, server) > 0
				}
				if named {
					branded++
				}
				assert.Equal(t, named, f.namesBrand(server), "%s names %s", tool.Name, server.name)
			}
		}
	}
	assert.Positive(t, found)
	assert.Positive(t, branded)
}

// TestForeignAdvertisingNeedsItsWords tries all sets of classes: what mayAdvertise says is none weighs nothing.
func TestForeignAdvertisingNeedsItsWords(t *testing.T) {
	classes := map[class]bool{}
	for _, c := range praiseLanguages().classes {
		classes[c] = true
	}
	for c := range praiseWeights {
		classes[c] = true
	}
	classes["self"] = true
	var all []class
	for c := range classes {
		all = append(all, c)
	}
	assert.Less(t, len(all), 16)
	for set := range 1 << len(all) {
		seen := map[class]bool{}
		var ms []mention
		for k, c := range all {
			if set>>k&1 != 0 {
				seen[c] = true
				ms = append(ms, mention{class: c})
			}
		}
		if len(ms) < 2 || !mayAdvertise(ms) {
			assert.Zero(t, adds(seen), seen)
			assert.Zero(t, chooses(seen), seen)
		}
	}
}
