package schema

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

func isEnum(file *source.File, c *syntax.Class) bool {
	const most = 32
	to := c.NameSpan.Start
	before := file.Data[min(max(c.Span.Start, to-most), to):to]
	return slices.Contains(strings.Fields(string(before)), "enum") || slices.ContainsFunc(c.Bases, func(b string) bool { return enumBases[ident.Last(b)] })
}

var enumBases = wordset.Of("Enum StrEnum IntEnum Flag IntFlag")

// enumClass adds the values of an enum to d, each by its text or else its name, with what is said of it.
func (r *Schemas) enumClass(c *syntax.Class, d *Draft) {
	list, said := &Draft{Kind: source.Array, Span: c.Span}, &Draft{Kind: source.Array, Span: c.Span}
	for _, b := range c.Members {
		if strings.Contains(b.Name, ".") || r.full(len(list.Items)+len(said.Items)) {
			continue
		}
		v := String(static.TextValue(r.NameText(b.Name, b.NameSpan)), b.NameSpan)
		if t := r.TextDraft(b.Value); t != nil && t.Value.Known() {
			v = t
		}
		one := Object(b.Span)
		r.attributes(b.Attrs, one)
		r.documented(one, b.Doc)
		if one.Get("description") == nil {
			list.Items = append(list.Items, v)
			continue
		}
		one.Put("const", v)
		said.Items = append(said.Items, one)
	}
	if len(list.Items) > 0 {
		d.Put("enum", list)
	}
	if len(said.Items) > 0 {
		d.Put("oneOf", said)
	}
}

// declaredType adds the schemas of the classes that a declared type names, List<Place> and []*model.Place, those of other files too.
func (r *Schemas) declaredType(scope *syntax.Scope, t string, v *Draft, depth int) {
	for _, name := range static.TypeNames(t) {
		switch c := r.ClassNamed(scope, name); {
		case c != nil:
			v.Merge(r.ClassSchema(c, depth+1))
		case r.Unit.Lang != lex.Python && r.Unit.Lang != lex.JavaScript && r.Spend(2):
			if r.Unit.Lang != lex.Go {
				name = ident.Last(name)
			}
			v.AddReference(r.ReferenceTo(name, static.RefSchema))
		}
	}
}
