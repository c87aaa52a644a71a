package static

import (
	"slices"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

const (
	// MaxDocuments bounds the documents that one file of code loads.
	MaxDocuments = 16
	// MaxDocumentNodes bounds the values of one document.
	MaxDocumentNodes = 20_000
	// documentFuel is the fuel for each value of a document.
	documentFuel = 8
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
		for _, x := range r.Lookup(e.Scope, e.Name).Binds {
			maker = x.Value
		}
	}
	made := maker != nil && maker.Kind == syntax.Call && maker.Name == "createRequire" && (e.Name == "" || e.Recv == nil)
	if made || e.Name == "require" || e.Name == "import" {
		return true, true
	}
	k := ident.Key(e.Name)
	return loaders[k] || ident.Contains(k, "load", "read") && len(r.Called(e)) > 0 || ident.Contains(k, "json", "yaml", "toml"), false
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
	if !ok || !r.Enter() {
		return nil
	}
	defer r.Leave()
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
	} else if _, ok := r.given[name]; !ok && len(r.Wants) < MaxDocuments && !slices.Contains(r.Wants, name) {
		r.Wants = append(r.Wants, name)
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
	case len(r.Called(e)) > 0:
		return r.loadedByOwn(e)
	}
	for _, a := range syntax.Values(e.Args) {
		if name = fileAsked(r.Eval(a)); name != "" {
			return name
		}
		for _, x := range r.Deref(a) {
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
	for _, x := range r.Returns(e) {
		if x.Kind == syntax.Call && len(r.Called(x)) == 0 && syntax.IsDocument(name) {
			if ok, _ := r.loads(x); ok {
				return name
			}
		}
	}
	return ""
}

// fileAsked is the name of the file whose whole text a value is, or "".
func fileAsked(v Value) string {
	if !v.IsReference() {
		return ""
	}
	if w := v.Alts[0].Parts[0].Hole.Reference; w.Kind == RefFile {
		return w.Path
	}
	return ""
}

// CountNodes returns how many values a document has, or more than MaxDocumentNodes where it is too large or too deep to be taken in.
func CountNodes(n *source.Node, depth int) int {
	sum := 1
	if depth > MaxDepth {
		return MaxDocumentNodes + 1
	}
	for _, v := range n.Children() {
		if sum += CountNodes(v, depth+1); sum > MaxDocumentNodes {
			break
		}
	}
	return sum
}

// inlined are the values of a document as an expression in the place of the call that loads it.
func (r *documents) inlined(n *source.Node, at *syntax.Expr) *syntax.Expr {
	e := &syntax.Expr{Text: n.Text, Span: at.Span, NameSpan: at.NameSpan, Scope: at.Scope}
	r.LoadedBy[e] = at
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
