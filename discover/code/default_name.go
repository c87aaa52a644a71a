package code

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// methodName is the name that the SDK of a language gives a tool whose registration has none, of the method it stands at.
func (r *reader) methodName(attr *syntax.Expr, f *syntax.Func) *draft {
	if r.u.Lang != lex.CSharp || attr == nil {
		return nil
	}
	switch strings.TrimSuffix(last(attr.Name), "Attribute") {
	case "McpServerTool", "McpServerPrompt", "McpServerResource":
	default:
		return nil
	}
	name := f.Name
	if short := strings.TrimSuffix(name, "Async"); short != "" && r.awaited(f) {
		name = short
	}
	return r.derived(strings.Trim(snake(name), "_"), f.NameSpan)
}

// awaited reports whether a method of C# returns a task or a stream, by the type in front of its name.
func (r *reader) awaited(f *syntax.Func) bool {
	from := max(f.Span.Start, f.NameSpan.Start-300)
	if from < 0 || f.NameSpan.Start > len(r.f.Data) || from >= f.NameSpan.Start {
		return false
	}
	head := r.f.Data[from:f.NameSpan.Start]
	if k := bytes.LastIndexAny(head, ";{}"); k >= 0 {
		head = head[k:]
	}
	return bytes.Contains(head, []byte("Task")) || bytes.Contains(head, []byte("IAsyncEnumerable"))
}

// className is the name that the SDK of a language gives a tool that is a class with none.
func (r *reader) className(c *syntax.Class) *draft {
	switch {
	case r.u.Lang == lex.Ruby && r.descends(c, "MCP.Tool", 0), r.u.Lang == lex.Ruby && r.descends(c, "MCP.Prompt", 0):
		return r.derived(snake(last(c.Name)), c.NameSpan)
	case r.u.Lang == lex.PHP && r.laravel(c):
		return r.derived(apart(c.Name, "-"), c.NameSpan)
	case r.u.Lang == lex.Python && method(c, "apply") != nil && len(c.Bases) > 0 && len(c.Name) > len("Tool") && len(r.members(c, "description", 0)) == 0:
		// A tool that its method apply documents.
		return r.derived(apart(strings.TrimSuffix(c.Name, "Tool"), "_"), c.NameSpan)
	}
	return nil
}

// descends reports whether a class is derived from one of that path, also by way of other classes of the file.
func (r *reader) descends(c *syntax.Class, path string, up int) bool {
	for _, b := range c.Bases {
		if b == path {
			return true
		}
		if k := r.classNamed(c.Scope, b); up < 5 && k != nil && k != c && r.descends(k, path, up+1) {
			return true
		}
	}
	return false
}

// laravel reports whether a class of PHP is derived from one of Laravel's server of MCP.
func (r *reader) laravel(c *syntax.Class) bool {
	return slices.ContainsFunc(c.Bases, func(b string) bool {
		from := r.imports[head(b)].From
		return contains(from, "laravel") && contains(from, "mcp") || contains(b, "laravel.mcp")
	})
}

// derived makes a name that is made of an identifier; it stands where that does.
func (r *reader) derived(name string, span source.Span) *draft {
	if name == "" || span.End <= span.Start {
		return nil
	}
	if d := r.nameOf(name, span); string(r.f.Data[span.Start:span.End]) == name {
		return d
	}
	var b source.Builder
	b.Fold(r.f, span, name)
	return stringDraft(knownValue(b.Text()), span)
}

var (
	wordEnd = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	acronym = regexp.MustCompile(`([A-Z])([A-Z][a-z])`)
	capital = regexp.MustCompile(`\B[A-Z]`)
)

// snake writes an identifier in lower case with "_" between its words: GetHTTPStatus gives get_http_status.
func snake(name string) string {
	return strings.ToLower(wordEnd.ReplaceAllString(acronym.ReplaceAllString(name, "${1}_$2"), "${1}_$2"))
}

// apart writes an identifier in lower case with mark in front of each capital but the first letter.
func apart(name, mark string) string {
	return strings.ToLower(capital.ReplaceAllString(name, mark+"$0"))
}
