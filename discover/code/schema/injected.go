package schema

import (
	"bytes"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

// injectedNames are the names under which frameworks hand over a context, where the code declares no type.
var injectedNames = wordset.Of("ctx context cancellationtoken extra server exchange mcpserver toolcontext")

// injectedTypes are the types, by their own names in lower case, of what frameworks hand to a function and no client gives.
var injectedTypes = wordset.Of(`
	server mcpserver imcpserver fastmcp httpclient ihttpclientfactory iserviceprovider serviceprovider ilogger iprogress calltoolrequest
	readresourcerequest getpromptrequest requesthandlerextra peer`)

// Injected reports whether the i-th parameter of f is given by the framework rather than by a client. The type decides, by its own name: what
// is called context, or speaks of one, may be a parameter like any other. Where no type is declared the name decides, as long as
// nothing is said of the parameter that a model would read.
func (r *Functions) Injected(f *syntax.Func, i int) bool {
	p := &f.Params[i]
	name := ident.Key(strings.TrimLeft(p.Name, "$*&_"))
	switch {
	case i == 0 && (name == "self" || name == "cls" || name == "this"):
		return true
	case r.Unit.Lang == lex.Rust && (strings.HasPrefix(strings.TrimSpace(p.TypeText), "&") || extracted(p)), r.injectedType(f.Scope, p.TypeText, 0):
		// What is borrowed, as the server of a free function, is none of what a client sends.
		return true
	case r.documentedParam(f, p):
		return false
	case name == "" || (r.Unit.Lang == lex.Python || r.Unit.Lang == lex.Ruby) && bytes.HasSuffix(r.File.Data[:max(0, p.NameSpan.Start)], []byte("**")):
		return true
	}
	return strings.TrimSpace(p.TypeText) == "" && injectedNames[name]
}

// extracted reports whether a parameter of Rust is a pattern that takes something else out of a request than what a client sends as arguments:
// RequestState(state): RequestState, unlike Parameters(args): Parameters<Args>.
func extracted(p *syntax.Param) bool {
	return ident.IsUpper(ident.FirstByte(p.Name)) && !strings.Contains(p.TypeText, "Parameters<") && !strings.Contains(p.TypeText, "Json<")
}

// documentedParam reports whether the code says something of a parameter besides its name and type.
func (r *Functions) documentedParam(f *syntax.Func, p *syntax.Param) bool {
	if p.Doc != nil || r.docParam(f.Doc, p.Name) != nil || r.Eval(p.Default).Known() || p.Default != nil && p.Default.Kind == syntax.Call {
		return true
	}
	if slices.ContainsFunc(p.Attrs, func(a *syntax.Expr) bool { return a.Kind == syntax.Call && describing(a.Name) }) {
		return true
	}
	return p.Type != nil && p.Type.Kind == syntax.Index && p.Type.Recv != nil && ident.Last(p.Type.Recv.Name) == "Annotated"
}

// maxAncestors bounds how many classes one is followed to.
const maxAncestors = 5

// injectedType reports whether frameworks pass values of that type. A class of the project counts when it is derived from one.
func (r *Functions) injectedType(scope *syntax.Scope, t string, up int) bool {
	name := ownType(t)
	if !frameworkType(name) || up > maxAncestors || !r.Spend(1) {
		return false
	}
	if c := r.ClassNamed(scope, name); c != nil {
		return slices.ContainsFunc(c.Bases, func(b string) bool { return ownType(b) != name && r.injectedType(scope, b, up+1) })
	}
	return r.Unit.Lang != lex.Python && r.Unit.Lang != lex.JavaScript || !strings.HasPrefix(r.Imports[name].From, ".")
}

// frameworkType reports whether a type is one that frameworks hand over: RequestContext, McpSyncServerExchange, StoppingToken.
func frameworkType(name string) bool {
	name = strings.ToLower(name)
	return injectedTypes[name] || wordset.HasSuffix(name, "context", "exchange", "cancellationtoken")
}

// typeMarks come before a declared type and are not part of its name.
var typeMarks = []string{
	"*", "&", "?", "\"", "'", "mut ", "final ", "this ", "readonly ", "None |", "None|", "null |", "null|",
	"typing.Optional[", "Optional[", "typing.Annotated[", "Annotated[", "Optional<", "Arc<", "Option<",
}

// ownType is the name of a declared type itself: RequestContext of *mcp.RequestContext<Server>, Context of Annotated[Context | None, "..."].
func ownType(t string) string {
	for cut := true; cut; {
		cut = false
		t = strings.TrimSpace(t)
		for _, mark := range typeMarks {
			if rest, ok := strings.CutPrefix(t, mark); ok {
				t, cut = rest, true
			}
		}
	}
	if k := strings.IndexAny(t, "<[({|,;=\"' \t\r\n>])?!"); k >= 0 {
		t = t[:k]
	}
	return t[strings.LastIndexAny(t, ".:\\/")+1:]
}
