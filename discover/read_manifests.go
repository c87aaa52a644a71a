package discover

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// mayDefine reports by a look at the bytes whether a document that is not expected to may define something, and whether it is text.
func mayDefine(f *source.File) (likely, text bool) {
	if _, _, wide := utf16Order(f.Data); wide {
		return manifest.Candidate(source.NewFile(f.Path, f.Rel, []byte(decodeUTF16(f.Data)))), false
	}
	likely = manifest.Candidate(f)
	if isBinary(f.Data[:min(len(f.Data), headBytes)]) {
		// Without a name that promises text, bytes that look like a manifest do so by chance.
		return likely && formats[strings.ToLower(path.Ext(manifest.TrimWrappers(path.Base(f.Rel))))], false
	}
	return likely, true
}

// readManifest reads a document that may define something; of anything else it may say more than there is.
func readManifest(f *source.File, named bool) found {
	expected := named || isClientFile(path.Base(f.Rel))
	if _, _, wide := utf16Order(f.Data); wide {
		return broken(f, utf16Text(f), "the file is encoded in UTF-16, but MCP files are UTF-8; save it as UTF-8")
	}
	if isBinary(f.Data[:min(len(f.Data), headBytes)]) {
		return broken(f, rawText(f, nil), "the file has NUL bytes or other bytes that are not text")
	}
	format, sure := manifest.Sniff(f), true
	if named {
		if format, sure = manifest.SniffNamed(f); format == manifest.Unknown {
			return unknown(f)
		}
	}
	docs, problems := manifest.ParseAs(f, format)
	doc := manifest.Recognise(f, docs, named)
	problems = append(problems, doc.Problems...)
	c := converter{file: f, left: maxNodes, reads: len(problems) > 0}
	// Files of snapshots define one tool and nothing else.
	whole := len(doc.Entries) == 1 && len(docs) == 1 && doc.Entries[0].Kind == string(detect.KindTool) &&
		(doc.Entries[0].Def == docs[0] || doc.Entries[0].Def == docs[0].Get("function"))
	from := originOf(f.Rel, whole)
	r := found{tools: make([]derived, len(doc.Entries)), rules: doc.Rules}
	for i, e := range doc.Entries {
		d := &r.tools[i]
		if d.Tool = c.tool(e, nil); d.View.Server == "" {
			d.origin = from
		}
	}
	for _, s := range doc.Servers {
		r.servers = append(r.servers, Server{Server: s, File: f})
	}
	r.launches = c.launches(f, &doc)
	r.values = maxNodes - max(c.left, 0)
	if !sure && r.empty() {
		return unknown(f)
	}
	if c.left < 0 {
		r.skips = append(r.skips, partial(f, tooManyValues))
	}
	if len(problems) > 0 {
		r.skips = append(r.skips, problemSkip(f, problems, !r.empty(), expected))
		r.tools = append(r.tools, rawTool(f, rawText(f, c.read))...)
	}
	return r
}

const tooManyValues = "the file defines more values than fit in memory; the rest was dropped"

// problemSkip lists the problems of one file: the first one, with where it is, and how many more there are.
func problemSkip(f *source.File, problems []manifest.Problem, some, expected bool) Skip {
	s := Skip{Reason: SkipBroken, Path: f.Path, Rel: f.Rel, Line: problems[0].Line, Detail: problems[0].Reason}
	switch {
	case some:
		s.Reason = SkipPartial
	case !expected && !bytes.Contains(f.Data, []byte("tools:")) && slices.ContainsFunc(problems, func(p manifest.Problem) bool { return p.Template }):
		s.Reason = SkipTemplate
	}
	if more := len(problems) - 1; more > 0 {
		s.Detail += fmt.Sprintf(" (and %d more problems in the file)", more)
	}
	return s
}

// broken is what is found in a file that cannot be read: its text, since some client may be more patient than the parser.
func broken(f *source.File, text source.Text, detail string) found {
	return found{
		tools: rawTool(f, text),
		skips: []Skip{{Reason: SkipBroken, Path: f.Path, Rel: f.Rel, Line: 1, Detail: detail}},
	}
}

// unknown is what is found in a file that was named and is in no notation that can be read.
func unknown(f *source.File) found {
	r := broken(f, rawText(f, nil), "the file is not JSON, YAML or TOML with MCP definitions; it was only searched for hidden characters")
	if len(r.tools) == 0 {
		return found{}
	}
	return r
}

func rawTool(f *source.File, text source.Text) []derived {
	if strings.TrimSpace(text.Value) == "" {
		return nil
	}
	view := detect.ToolView{Kind: detect.KindFile, Scope: detect.ScopeRaw, Name: path.Base(f.Rel), Fields: []detect.Field{{Text: text.Value, Role: detect.RoleOther}}}
	return []derived{{Tool: Tool{View: view, File: f, Span: source.Span{End: len(f.Data)}, Texts: []source.Text{text}, Shape: "broken"}}}
}

// rawText returns the text of a file without its mark and the spans that were read. CRLF is LF in it, however the file is checked out.
func rawText(f *source.File, read []source.Span) source.Text {
	from := f.BOM()
	var b source.Builder
	b.Grow(len(read) + 1)
	slices.SortFunc(read, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	for _, s := range read {
		if s.Start > from {
			b.Lines(f, source.Span{Start: from, End: s.Start})
		}
		from = max(from, s.End)
	}
	b.Lines(f, source.Span{Start: from, End: len(f.Data)})
	return b.Text()
}

// launches makes the views of each configured server, of the settings beside them, and of registry manifests. See detect.LaunchContext.
func (c *converter) launches(f *source.File, doc *manifest.Document) []Tool {
	// keys are the names of the members that hold configured servers, each place once, and ids the names of the inputs that are declared.
	var keys []*source.Node
	seen := map[*source.Node]bool{nil: true}
	for i := range doc.Servers {
		if key := doc.Servers[i].Key; !seen[key] {
			seen[key] = true
			keys = append(keys, key)
		}
	}
	ids := &source.Node{Kind: source.Array}
	for _, m := range doc.Settings {
		for _, item := range m.Value.Items {
			if id := item.Get("id"); id != nil && id.Kind == source.String && m.Name.Text.Value == "inputs" {
				ids.Items = append(ids.Items, id)
			}
		}
	}
	inputs := detect.Member{Name: &detect.Node{Kind: detect.NodeString, Text: "inputs"}, Value: c.node(ids, 0)}
	var out []Tool
	make := func(kind detect.Kind, name, shape string, def, context *source.Node) {
		var where *detect.Node
		if context != nil {
			// It is not part of the definition, and there however much of that is cut off.
			few := converter{file: f, left: len(context.Members)*2 + 1}
			where = few.node(context, 0)
		}
		t := c.tool(manifest.Entry{Kind: string(kind), Server: name, Def: def, Shape: shape}, where)
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

// launchNode is the normalised definition of a configured server, or nil when nothing is known of how it is started or reached.
func launchNode(s *manifest.Server) *source.Node {
	if s.Node == nil || s.Command == nil && s.URL == nil && s.Package == nil && len(s.Args)+len(s.Env)+len(s.Headers)+len(s.Further) == 0 {
		return nil
	}
	def := standIn(s.Node, source.Object)
	list := func(kind source.Kind, items []*source.Node, members []source.Member) *source.Node {
		if len(items)+len(members) == 0 {
			return nil
		}
		return &source.Node{Kind: kind, File: def.File, Span: def.Span, Items: items, Members: members}
	}
	put(def, "name", s.NameNode)
	put(def, "command", s.Command)
	put(def, "args", list(source.Array, s.Args, nil))
	put(def, "env", list(source.Object, nil, s.Env))
	put(def, "url", s.URL)
	put(def, "headers", list(source.Object, nil, s.Headers))
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
