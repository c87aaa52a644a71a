package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// rewriting finds assignments to the documentation of functions, and to the description of those that are tools, which change at
// run time what is read here.
func (r *reader) rewriting() {
	binds := slices.Clone(r.u.Binds)
	for _, e := range r.u.Calls {
		if p := positional(e); e.Name == "setattr" && e.Recv == nil && len(p) == 3 && p[0].Kind == syntax.Ref && p[1].Kind == syntax.Literal && p[1].Text.Value == "__doc__" {
			binds = append(binds, &syntax.Bind{Name: p[0].Name + ".__doc__", Value: p[2], Scope: e.Scope, Span: e.Span})
		}
	}
	for _, b := range binds {
		if b.Value == nil {
			continue
		}
		path, doc := strings.CutSuffix(b.Name, ".__doc__")
		if !doc {
			var desc bool
			if path, desc = strings.CutSuffix(b.Name, ".description"); !desc || isSelf[path] {
				continue
			}
			for _, f := range r.callable(r.follow(b.Scope, path)) {
				if a, _ := r.registering(f.Attrs); a != nil {
					r.rewrites[f] = append(r.rewrites[f], b)
					r.rewrittenAt(b.Span, "description", path)
				}
			}
			continue
		}
		if path == "self" || path == "cls" {
			continue
		}
		r.rewrittenAt(b.Span, "docstring", path)
		fs := r.callable(r.follow(b.Scope, path))
		if len(fs) == 0 {
			fs = r.methods[last(path)]
		}
		for _, f := range fs {
			r.rewrites[f] = append(r.rewrites[f], b)
		}
	}
}

// rewrittenAt notes that code rewrites a text.
func (r *reader) rewrittenAt(span source.Span, what, path string) {
	r.m.notes = append(r.m.notes, Note{Span: span, Text: "the " + what + " of " + last(path) + " is rewritten at run time"})
}

// later adds to a definition that b gives a name the descriptions that it is given afterwards: tool.description = "...",
// tool.description += "...", tool.update({description: "..."}).
func (r *reader) later(en *entry, b *syntax.Bind) {
	if b == nil || b.Name == "" {
		return
	}
	same := func(scope *syntax.Scope) bool {
		return strings.Contains(b.Name, ".") || slices.Contains(r.lookup(scope, b.Name).binds, b)
	}
	for _, d := range r.paths[b.Name+".description"] {
		if d.Value == nil || !same(d.Scope) || !r.spend(2) {
			continue
		}
		before := len(en.descs)
		r.fill(en, "description", d.Value)
		if len(en.descs) > before {
			if d.Adds && before > 0 {
				en.descs[before].value = en.descs[before-1].value.then(en.descs[before].value)
			}
			r.rewrittenAt(d.Span, "description", b.Name)
		}
	}
	for _, e := range r.updates[b.Name] {
		if !same(e.Scope) || !r.spend(2) {
			continue
		}
		if o := r.objectOf(e.Positional(0)); o != nil {
			if v := r.memberOf(o, "description"); v != nil {
				r.fill(en, "description", v)
				r.claimed[o] = true
				r.rewrittenAt(e.Span, "description", b.Name)
			}
		}
	}
}
