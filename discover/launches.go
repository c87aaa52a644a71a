package discover

import (
	"path"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// launches makes the views of a document that checks of their own look at: one of each configured server, one of what its settings say
// beside them, and one of each registry manifest. See detect.LaunchContext.
func (c *converter) launches(f *source.File, doc *manifest.Document) []Tool {
	keys := holders(doc)
	inputs := detect.Member{Name: &detect.Node{Kind: detect.NodeString, Text: "inputs"}, Value: c.node(declared(doc), 0)}
	var out []Tool
	make := func(kind detect.Kind, name, shape string, def, context *source.Node) {
		var where *detect.Node
		if context != nil {
			// It is no part of the definition, and there however much of that is cut off.
			few := converter{file: f, left: len(context.Members)*2 + 1}
			where = few.node(context, 0)
		}
		t := c.toolIn(manifest.Entry{Kind: string(kind), Server: name, Def: def, Shape: shape}, where)
		if kind != detect.KindManifest {
			t.View.Name = name
		}
		out = append(out, t)
	}
	for i := range doc.Servers {
		s := &doc.Servers[i]
		if def := launchNode(s); def != nil {
			context := standIn(def, source.Object)
			put(context, "client", word(def, s.Client))
			put(context, "file", word(def, f.Rel))
			make(detect.KindLaunch, s.Name, s.Client, def, context)
			// One value for all of them: a file may hold as many inputs as servers.
			view := &out[len(out)-1].View
			view.Context.Members = append(view.Context.Members, inputs)
		}
	}
	if len(doc.Settings) > 0 || len(keys) > 0 {
		def := &source.Node{Kind: source.Object, File: f, Span: source.Span{Start: f.BOM(), End: len(f.Data)}}
		def.Members = append(def.Members, doc.Settings...)
		context := standIn(def, source.Object)
		put(context, "file", word(def, f.Rel))
		if len(keys) > 0 {
			put(def, "keys", &source.Node{Kind: source.Array, File: f, Span: def.Span, Items: keys})
		}
		make(detect.KindSettings, path.Base(f.Rel), "settings", def, context)
		out[len(out)-1].View.Server = ""
	}
	// What checks of whole manifests look at is not looked at for hidden characters.
	read := c.read
	for _, n := range doc.Manifests {
		make(detect.KindManifest, n.StringAt("name"), "server.json", n, nil)
	}
	c.read = read
	return out
}

// tellFolder puts the folder that a tree begins in before the path of the file that launches stand in: clients know their files by the
// folders around them, one of which may be what was named.
func tellFolder(launches []Tool, folder string) {
	for i := range launches {
		if file := launches[i].View.Context.Get("file"); file != nil {
			file.Text = path.Join(folder, file.Text)
		}
	}
}

// launchNode is the normalised definition of a configured server, or nil when nothing is known of how it is started or reached.
func launchNode(s *manifest.Server) *source.Node {
	if s.Node == nil || s.Command == nil && s.URL == nil && s.Package == nil && len(s.Args)+len(s.Env)+len(s.Headers)+len(s.Further) == 0 {
		return nil
	}
	def := standIn(s.Node, source.Object)
	put(def, "name", s.NameNode)
	put(def, "command", s.Command)
	if len(s.Args) > 0 {
		put(def, "args", &source.Node{Kind: source.Array, File: def.File, Span: def.Span, Items: s.Args})
	}
	if len(s.Env) > 0 {
		put(def, "env", &source.Node{Kind: source.Object, File: def.File, Span: def.Span, Members: s.Env})
	}
	put(def, "url", s.URL)
	if len(s.Headers) > 0 {
		put(def, "headers", &source.Node{Kind: source.Object, File: def.File, Span: def.Span, Members: s.Headers})
	}
	put(def, "cwd", s.Cwd)
	if s.Transport != "" {
		put(def, "transport", s.TransportNode)
	}
	put(def, "package", s.Package)
	put(def, "registry", s.Registry)
	put(def, "version", s.Version)
	def.Members = append(def.Members, s.Further...)
	return def
}

func declared(doc *manifest.Document) *source.Node {
	ids := &source.Node{Kind: source.Array}
	for _, m := range doc.Settings {
		if m.Name.Text.Value != "inputs" {
			continue
		}
		for _, item := range m.Value.Items {
			if id := item.Get("id"); id != nil && id.Kind == source.String {
				ids.Items = append(ids.Items, id)
			}
		}
	}
	return ids
}

// holders are the names of the members that hold configured servers, each place once.
func holders(doc *manifest.Document) []*source.Node {
	var keys []*source.Node
	seen := map[*source.Node]bool{}
	for i := range doc.Servers {
		if key := doc.Servers[i].Key; key != nil && !seen[key] {
			seen[key] = true
			keys = append(keys, key)
		}
	}
	return keys
}

// standIn makes an empty value that stands where n stands.
func standIn(n *source.Node, kind source.Kind) *source.Node {
	return &source.Node{Kind: kind, File: n.File, Span: n.Span}
}

// word makes a string that stands nowhere.
func word(n *source.Node, s string) *source.Node {
	out := standIn(n, source.String)
	out.Text = source.Text{Value: s}
	return out
}

func put(def *source.Node, name string, v *source.Node) {
	if v != nil {
		def.Members = append(def.Members, source.Member{Name: word(def, name), Value: v})
	}
}
