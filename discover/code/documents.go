package code

import (
	"slices"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// Code may load its definitions from a document: json.load(open("tools.json")), import defs from "./tools.json". It is then read again with
// the values of the document in the place of the call; their texts keep their positions.

// DocumentParser returns what a file holds as JSON, YAML or TOML, or nil.
type DocumentParser func(f *source.File) *source.Node

const (
	// maxDocuments bounds the documents that one file of code loads, maxDocumentNodes the values of one.
	maxDocuments     = 16
	maxDocumentNodes = 20_000
	// documentFuel is the fuel for each value of a document.
	documentFuel = 8
	// maxLoaded bounds the bytes of all documents that the code of a run loads, each counted as often as it is loaded.
	maxLoaded = 16 << 20
)

// loaders are functions that make values of the text of a document, by their keys.
var loaders = wordset.Of(`
	load loads safeload fullload unsafeload loadfile safeloadfile unsafeloadfile loadall safeloadall parse parsefile
	jsonparse jsondecode yamlparsefile yamlparse unmarshal unmarshalstrict deserialize decode decodefromstring readvalue
	fromjson fromstr fromslice fromreader readjson readjsonsync readjsonfile jsonobject jsondecodefile`)

// loads reports whether a call makes values of a document, or brings them as it does a module.
func (r *documents) loads(e *syntax.Expr) (ok, brings bool) {
	maker := e.Recv
	if e.Recv == nil {
		for _, x := range r.lookup(e.Scope, e.Name).binds {
			maker = x.Value
		}
	}
	made := maker != nil && maker.Kind == syntax.Call && maker.Name == "createRequire" && (e.Name == "" || e.Recv == nil)
	if made || e.Name == "require" || e.Name == "import" {
		return true, true
	}
	k := key(e.Name)
	return loaders[k] || contains(k, "load", "read") && len(r.called(e)) > 0 || contains(k, "json", "yaml", "toml"), false
}

// documents reads the documents that the code of one file loads.
type documents struct {
	*Evaluator
	values map[loaded]*syntax.Expr
}

// loaded is a document that a call loads.
type loaded struct {
	call *syntax.Expr
	name string
}

// document returns the values of the document that a call loads, or nil. Of a document that the file is read without it is noted that it is
// wanted.
func (r *documents) document(e *syntax.Expr) *syntax.Expr {
	if e == nil || e.Kind != syntax.Call {
		return nil
	}
	ok, brings := r.loads(e)
	if !ok || !r.enter() {
		return nil
	}
	defer r.leave()
	name := r.documentName(e, brings)
	if name == "" {
		return nil
	}
	at := loaded{e, name}
	if v, ok := r.values[at]; ok {
		return v
	}
	if n := r.given[name]; n != nil {
		r.values[at] = r.inlined(n, e)
	} else if _, ok := r.given[name]; !ok && len(r.wants) < maxDocuments && !slices.Contains(r.wants, name) {
		r.wants = append(r.wants, name)
	}
	return r.values[at]
}

func (r *documents) documentName(e *syntax.Expr, brings bool) string {
	name := ""
	switch {
	case brings:
		if p := e.Positional(0); p != nil && p.Kind == syntax.Literal && syntax.IsDocument(p.Text.Value) {
			return p.Text.Value
		}
		return ""
	case len(r.called(e)) > 0:
		return r.loadedByOwn(e)
	}
	for _, a := range syntax.Values(e.Args) {
		if name = fileAsked(r.eval(a)); name != "" {
			return name
		}
		for _, x := range r.deref(a) {
			if x.Kind == syntax.Call && x != e {
				if name = fileAsked(r.fileOf(x)); name != "" {
					return name
				}
			}
		}
	}
	if r.fileName(e.Args, &name, 0); syntax.IsDocument(name) {
		return name
	}
	return ""
}

// loadedByOwn is the name of the document that a function of the file loads which is called with its name, or "".
func (r *documents) loadedByOwn(e *syntax.Expr) string {
	name := fileArg(e)
	for _, x := range r.returns(e) {
		if x.Kind == syntax.Call && len(r.called(x)) == 0 && syntax.IsDocument(name) {
			if ok, _ := r.loads(x); ok {
				return name
			}
		}
	}
	return ""
}

// fileAsked is the name of the file whose whole text a value is, or "".
func fileAsked(v value) string {
	if !v.isReference() {
		return ""
	}
	if w := v.alts[0].parts[0].hole.reference; w.kind == refFile {
		return w.path
	}
	return ""
}

// countNodes returns how many values a document has, or more than maxDocumentNodes where it is too large or too deep to be taken in.
func countNodes(n *source.Node, depth int) int {
	sum := 1
	if depth > maxDepth {
		return maxDocumentNodes + 1
	}
	for _, v := range n.Children() {
		if sum += countNodes(v, depth+1); sum > maxDocumentNodes {
			break
		}
	}
	return sum
}

// inlined are the values of a document as an expression in the place of the call that loads it.
func (r *documents) inlined(n *source.Node, at *syntax.Expr) *syntax.Expr {
	e := &syntax.Expr{Text: n.Text, Span: at.Span, NameSpan: at.NameSpan, Scope: at.Scope}
	r.loadedBy[e] = at
	switch n.Kind {
	case source.String:
		e.Kind = syntax.Literal
	case source.Scalar:
		e.Kind = syntax.Scalar
	case source.Array:
		e.Kind = syntax.List
	case source.Object:
		e.Kind = syntax.Object
	}
	for name, v := range n.Children() {
		x := r.inlined(v, at)
		x.Parent = e
		if name == nil {
			e.Items = append(e.Items, x)
			continue
		}
		k := &syntax.Expr{Kind: syntax.Literal, Text: name.Text, Span: at.Span, Scope: at.Scope}
		e.Args = append(e.Args, syntax.Arg{Name: name.Text.Value, Key: k, Value: x})
	}
	return e
}

// listDocument makes tools of a part of a document that the code hands on as it is: a tool, a list of tools, or an object that holds them.
// It reports whether all of that is tools.
func (r *reader) listDocument(e *syntax.Expr) bool {
	if l := e.Arg("tools"); l != nil {
		e = l
	}
	items := e.Items
	switch {
	case r.claimed[e]:
		return true
	case e.Kind == syntax.Object && e.Arg("description") != nil:
		items = []*syntax.Expr{e}
	case e.Kind == syntax.Object:
		items = syntax.Values(e.Args)
	}
	before := len(r.m.unlinked)
	for _, o := range items {
		name, desc := r.memberOf(o, "name"), r.memberOf(o, "description")
		if o.Kind != syntax.Object || name == nil || desc == nil || name.Kind != syntax.Literal || desc.Kind != syntax.Literal || !r.spend(4) {
			r.m.unlinked = r.m.unlinked[:before]
			return false
		}
		en := newEntry(kindTool, "object", e.Span)
		r.fromObject(en, o)
		r.emit(en)
	}
	r.claimed[e] = len(items) > 0
	return len(items) > 0
}

// addDocuments reads those modules again that load documents, with these.
func (l *linker) addDocuments(parse DocumentParser) {
	if l.read == nil || parse == nil {
		return
	}
	parsed := map[*source.File]*source.Node{}
	left := maxLoaded
	for _, m := range l.modules {
		var loads []string
		given := map[string]*source.Node{}
		for _, name := range m.wants {
			f := l.read(m.File, name)
			if f == nil || len(f.Data) > left {
				continue
			}
			left -= len(f.Data)
			n, ok := parsed[f]
			if !ok {
				if n = parse(f); n != nil && countNodes(n, 0) > maxDocumentNodes {
					n = nil
				}
				parsed[f] = n
			}
			if n != nil {
				given[name] = n
				loads = append(loads, f.Rel)
			}
		}
		if len(given) > 0 {
			again := scanFile(m.File, m.Lang, scanOptions{keepLiteral: m.keepLiteral, given: given})
			m.scanned, m.Cut = again.scanned, m.Cut || again.Cut
			m.loads = loads
		}
	}
}
