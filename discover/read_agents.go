package discover

import (
	"cmp"
	"path"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// agents returns the view of a file of instructions, or nothing of an empty one. Clients hand it to the model whatever bytes it holds.
func agents(f *source.File) []Tool {
	text := rawText(f, nil)
	if _, _, wide := utf16Order(f.Data); wide {
		text = utf16Text(f)
	}
	if strings.TrimSpace(text.Value) == "" {
		return nil
	}
	return []Tool{{
		View: detect.ToolView{
			Kind: detect.KindAgents, Name: path.Base(f.Rel),
			Fields: []detect.Field{{Pointer: "/text", Text: text.Value, Role: detect.RoleText}},
		},
		File: f, Span: source.Span{Start: f.BOM(), End: len(f.Data)}, Texts: []source.Text{text}, Shape: "agents",
	}}
}

// isProse reports whether a named file of instructions is not a manifest. Standard input that looks like a broken one is none either.
func (c *candidate) isProse(r *found, f *source.File) bool {
	return c.agents && c.named && !defines(r) && len(r.launches) == 0 &&
		(c.stdin == nil || !looksLikeDocument(f.Data[:min(len(f.Data), headBytes)]))
}

// agentsClass is the class of a file of instructions by the folders around those of clients and plugins: a skill in skills/testing is no
// test.
func (r *reader) agentsClass(c *candidate, class Class) Class {
	if c.chosen != nil || c.named || c.tree == nil {
		return class
	}
	if given, ok := r.contexts[c.tree.key(c.rel)]; ok {
		return given
	}
	known := *c
	known.rel = cmp.Or(c.as, c.rel)
	rel, at := r.belowNamed(&known), ""
	if c.as != "" {
		class = classOf(rel)
	}
	for name := range strings.SplitSeq(rel, "/") {
		if strings.HasPrefix(name, ".") || pluginFolders[strings.ToLower(name)] || strings.EqualFold(name, "rules") {
			class = classOf(path.Join(at, "x.md"))
			break
		}
		at = path.Join(at, name)
	}
	return class.weighed(false, false)
}
