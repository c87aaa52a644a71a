package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
)

// chain recognises a definition that is built step by step: X.builder().name("n").description("d").build(). It reports whether e is one.
func (r *reader) chain(e *syntax.Expr) bool {
	var links []*syntax.Expr
	x := e
	for ; x != nil && x.Kind == syntax.Call && len(links) < 200; x = x.Recv {
		links = append(links, x)
	}
	if len(links) < 2 {
		return false
	}
	var hasName, hasDesc bool
	for _, l := range links {
		switch builderKey(l.Name) {
		case "name":
			hasName = hasName || len(l.Args) > 0
		case "description", "desc":
			hasDesc = hasDesc || len(l.Args) > 0
		}
	}
	if !hasDesc {
		return false
	}
	kind := ""
	about := func(name string) {
		if kind == "" && name != "" {
			for _, part := range strings.Split(name, ".") {
				if kind == "" {
					kind = kindOf(part, "manager", "registry", "input", "sync", "async", "with", "on")
				}
			}
		}
	}
	if x != nil {
		about(x.Name)
	}
	for i := len(links) - 1; i >= 0; i-- {
		about(links[i].Name)
	}
	if kind == "" {
		if x != nil && (contains(x.Name, "functiondeclaration") || contains(x.Name, "toolspec")) {
			kind = kindTool
		} else {
			return false
		}
	}
	en := &entry{kind: kind, shape: "builder", span: e.Span}
	if !hasName {
		// new ToolBuilder("name").description("...")
		for i := len(links) - 1; i >= 0 && en.name == nil; i-- {
			if kindOf(links[i].Name) != "" || generic[links[i].Name] {
				if p := links[i].Positional(0); p != nil {
					if v := r.eval(p); v.known() && nameLike(v.alts[0].string()) {
						en.name = stringDraft(v, p.Span)
					}
				}
			}
		}
	}
	for i := len(links) - 1; i >= 0; i-- {
		r.chainLink(en, links[i])
	}
	if !en.described() && !(en.given && en.name != nil) {
		return false
	}
	if en.name == nil {
		en.name = r.contextName(e)
	}
	for _, l := range links {
		r.claimed[l] = true
	}
	r.emit(en)
	return true
}

// builderKey is what a step of a builder sets: name of withName, setName and name.
func builderKey(name string) string {
	k := key(name)
	for _, p := range []string{"with", "set", "add"} {
		if rest := strings.TrimPrefix(k, p); rest != k && rest != "" {
			return rest
		}
	}
	return k
}

// chainLink takes what one step of a builder says.
func (r *reader) chainLink(en *entry, l *syntax.Expr) {
	args := positional(l)
	if len(args) == 0 {
		return
	}
	k := builderKey(l.Name)
	switch {
	case k == "parameter" || k == "param" || k == "argument" || k == "property" || k == "stringproperty" || k == "string" || k == "number" ||
		k == "integer" || k == "boolean" || strings.HasSuffix(k, "parameter") || strings.HasSuffix(k, "param") || strings.HasSuffix(k, "property"):
		r.parameter(l, en.properties(l.Span), 0)
	case len(args) == 1 || k == "name" || k == "description":
		r.fill(en, k, args[0])
	}
}
