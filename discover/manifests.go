package discover

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// screen tells by a look at the bytes whether readManifest would find nothing in a file but these skips.
func screen(f *source.File, named bool) (skips []Skip, nothing bool) {
	name := path.Base(f.Rel)
	binary := []Skip{{Reason: SkipBinary, Path: f.Path, Rel: f.Rel}}
	expected := named || isClientFile(name)
	if _, _, wide := utf16Order(f.Data); wide {
		return binary, !expected && !manifest.Candidate(source.NewFile(f.Path, f.Rel, []byte(decodeUTF16(f.Data))))
	}
	likely := expected || manifest.Candidate(f)
	if isBinary(f.Data[:min(len(f.Data), headBytes)]) {
		// Without a name that promises text, bytes that look like a manifest do so by chance.
		return binary, !likely || !expected && !formats[strings.ToLower(path.Ext(manifest.TrimWrappers(name)))]
	}
	return nil, !likely
}

// readManifest reads a manifest, capture, fixture or client configuration that screen lets pass; of anything else it may say more than
// there is.
func readManifest(f *source.File, named bool) found {
	expected := named || isClientFile(path.Base(f.Rel))
	if _, _, wide := utf16Order(f.Data); wide {
		return broken(f, utf16Text(f), "the file is encoded in UTF-16, where MCP files are UTF-8; save it as UTF-8 to have it read")
	}
	if isBinary(f.Data[:min(len(f.Data), headBytes)]) {
		return broken(f, rawText(f, nil), "the file holds NUL bytes or other bytes that are no text")
	}
	format, sure := manifest.Sniff(f), true
	recognise := manifest.Recognise
	if named {
		format, sure = manifest.SniffNamed(f)
		recognise = manifest.RecogniseNamed
		if format == manifest.Unknown {
			return unknown(f)
		}
	}
	docs, problems := manifest.ParseAs(f, format)
	doc := recognise(f, docs)
	problems = append(problems, doc.Problems...)
	c := converter{file: f, left: maxNodes, reads: len(problems) > 0}
	entries, missing := doc.Entries, func(e manifest.Entry) bool { return e.Def == nil }
	if slices.ContainsFunc(entries, missing) {
		entries = slices.DeleteFunc(slices.Clone(entries), missing)
	}
	r := found{tools: make([]derived, len(entries))}
	for i, e := range entries {
		r.tools[i].Tool = c.tool(e)
	}
	var from origin
	for i := range r.tools {
		d := &r.tools[i]
		if d.View.Server != "" {
			continue
		}
		if from.name == "" {
			from = originOf(f.Rel, isWhole(&doc, docs))
		}
		d.origin = from
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
		r.skips = append(r.skips, Skip{Reason: SkipPartial, Path: f.Path, Rel: f.Rel, Detail: "the file defines more values than fit in memory; what follows was cut"})
	}
	if len(problems) > 0 {
		r.skips = append(r.skips, problemSkip(f, problems, !r.empty(), expected))
	}
	if len(problems) > 0 {
		r.tools = append(r.tools, rawTool(f, rawText(f, c.read))...)
	}
	return r
}

// problemSkip tells of the problems of one file: the first one, with where it is, and how many more there are.
func problemSkip(f *source.File, problems []manifest.Problem, some, expected bool) Skip {
	s := Skip{Reason: SkipBroken, Path: f.Path, Rel: f.Rel, Line: problems[0].Line, Detail: problems[0].Reason}
	switch {
	case some:
		s.Reason = SkipPartial
	case !expected && slices.ContainsFunc(problems, func(p manifest.Problem) bool { return p.Template }):
		s.Reason = SkipTemplate
	}
	if more := len(problems) - 1; more > 0 {
		s.Detail += fmt.Sprintf(" (and %d more problems in the file)", more)
	}
	return s
}

// isWhole reports whether the file defines one tool and nothing else, as files of snapshots do.
func isWhole(doc *manifest.Document, docs []*source.Node) bool {
	if len(doc.Entries) != 1 || len(docs) != 1 || doc.Entries[0].Kind != string(detect.KindTool) {
		return false
	}
	def := doc.Entries[0].Def
	return def == docs[0] || def == docs[0].Get("function")
}

// broken is what is found in a file that cannot be read as what it claims to be: its text, to be searched for hidden
// characters, since some client may be more patient than the parser.
func broken(f *source.File, text source.Text, detail string) found {
	return found{
		tools: rawTool(f, text),
		skips: []Skip{{Reason: SkipBroken, Path: f.Path, Rel: f.Rel, Line: 1, Detail: detail}},
	}
}

// unknown is what is found in a file that was named and is in no notation that can be read.
func unknown(f *source.File) found {
	text := rawText(f, nil)
	if strings.TrimSpace(text.Value) == "" {
		return found{}
	}
	return broken(f, text, "the file is neither JSON nor YAML nor TOML that defines anything for MCP; it was searched for hidden characters only")
}

func rawTool(f *source.File, text source.Text) []derived {
	if strings.TrimSpace(text.Value) == "" {
		return nil
	}
	return []derived{{Tool: Tool{
		View: detect.ToolView{
			Kind: detect.KindFile, Scope: detect.ScopeRaw, Name: path.Base(f.Rel),
			Fields: []detect.Field{{Text: text.Value, Role: detect.RoleOther}},
		},
		File: f, Span: source.Span{End: len(f.Data)}, Texts: []source.Text{text}, Shape: "broken",
	}}}
}

// rawText returns the undecoded text of a file without its byte order mark and without the spans that were read. CRLF is
// LF in it, so that the text is the same however the file is checked out.
func rawText(f *source.File, read []source.Span) source.Text {
	from := f.BOM()
	var b source.Builder
	slices.SortFunc(read, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	for _, s := range read {
		if s.Start > from {
			b.Lines(f, source.Span{Start: from, End: s.Start})
		}
		from = max(from, s.End)
	}
	b.Lines(f, source.Span{Start: from, End: len(f.Data)})
	return b.Text()
}
