package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

func (r *Schemas) isEnum(c *syntax.Class) bool {
	const most = 32
	to := c.NameSpan.Start
	before := r.f.Data[min(max(c.Span.Start, to-most), to):to]
	return slices.Contains(strings.Fields(string(before)), "enum") || slices.ContainsFunc(c.Bases, func(b string) bool { return enumBases[last(b)] })
}

var enumBases = wordset.Of("Enum StrEnum IntEnum Flag IntFlag")

// enumClass adds the values of an enum to d, each by its text or else its name, with what is said of it.
func (r *Schemas) enumClass(c *syntax.Class, d *draft) {
	list, said := &draft{kind: source.Array, span: c.Span}, &draft{kind: source.Array, span: c.Span}
	for _, b := range c.Members {
		if strings.Contains(b.Name, ".") || r.full(len(list.items)+len(said.items)) {
			continue
		}
		v := stringDraft(textValue(r.nameText(b.Name, b.NameSpan)), b.NameSpan)
		if t := r.textDraft(b.Value); t != nil && t.value.known() {
			v = t
		}
		one := object(b.Span)
		r.attributes(b.Attrs, one)
		r.documented(one, b.Doc)
		if one.get("description") == nil {
			list.items = append(list.items, v)
			continue
		}
		one.put("const", v)
		said.items = append(said.items, one)
	}
	if len(list.items) > 0 {
		d.put("enum", list)
	}
	if len(said.items) > 0 {
		d.put("oneOf", said)
	}
}

// maxTypes bounds the names that are read of one declared type.
const maxTypes = 4

// declaredType adds the schemas of the classes that a declared type names, List<Place> and []*model.Place, those of other files too.
func (r *Schemas) declaredType(scope *syntax.Scope, t string, v *draft, depth int) {
	for _, name := range typeNames(t) {
		switch c := r.classNamed(scope, name); {
		case c != nil:
			v.merge(r.classSchema(c, depth+1))
		case r.u.Lang != lex.Python && r.u.Lang != lex.JavaScript && r.spend(2):
			if r.u.Lang != lex.Go {
				name = last(name)
			}
			v.addReference(r.referenceTo(name, refSchema))
		}
	}
}

// typeNames are the names in a declared type that classes of the project may have, with the package or module before them.
func typeNames(t string) []string {
	if len(t) > maxWord {
		return nil
	}
	var out []string
	for _, name := range strings.FieldsFunc(t, func(c rune) bool { return c < 0x80 && !lettersAnd(string(c), "_.:") }) {
		name = strings.Trim(strings.ReplaceAll(name, "::", "."), ".:")
		if n := last(name); n != "" && !builtinTypes[strings.ToLower(n)] && len(out) < maxTypes {
			out = append(out, name)
		}
	}
	return out
}

// builtinTypes are the types of the languages that hold no fields of a schema, and those that hold other types.
var builtinTypes = wordset.Of(`
	string str char bool boolean byte bytes short int integer long float double decimal number object any void nil null none unit error rune
	int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 isize usize uintptr float32 float64
	list arraylist vec vector array slice set hashset map hashmap btreemap dictionary dict collection iterable sequence iterator option
	optional nullable box arc rc cow ienumerable ilist icollection ireadonlylist idictionary mutablelist mutablemap future task mono flux result
	interface struct const final readonly var val mut dyn ref out in params required static public private protected internal lateinit
	override async self uuid guid datetime date instant duration jsonnode jsonobject jsonelement jsonvalue value mixed callable`)
