package schema

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// Some libraries of Go write the schema of a field as options, jsonschema:"required,enum=a,enum=b,description=Where it is", others the
// description alone.

var (
	fieldOptions = wordset.Of(`description title enum default example examples format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
		minLength maxLength minItems maxItems uniqueItems type anchor nullable oneof_required oneof_type anyof_required anyof_type readOnly writeOnly`)
	fieldFlags = wordset.Of("required optional nullable omitempty readOnly writeOnly uniqueItems -")
)

// maxOption is how long the name of an option may be.
const maxOption = 24

// optionAt returns the name of the option that s begins with and how many bytes of s are before its value, or "".
func optionAt(s string) (name string, value int) {
	head := s[:min(len(s), maxOption)]
	k := strings.IndexAny(head, "=,")
	switch {
	case k < 0 && len(s) == len(head) && fieldFlags[head]:
		return head, len(head)
	case k >= 0 && head[k] == ',' && fieldFlags[head[:k]]:
		return head[:k], k
	case k >= 0 && head[k] == '=' && fieldOptions[head[:k]]:
		return head[:k], k + 1
	}
	return "", 0
}

// taggedField reports whether a tag is a list of options rather than a description.
func taggedField(s string) bool {
	name, value := optionAt(s)
	if !fieldFlags[name] || value == len(s) {
		return name != ""
	}
	name, _ = optionAt(s[value+1:])
	return name != ""
}

// fieldTags takes the options of a tag. A description goes on to the next option, although libraries may end it at a comma before that.
func (r *Schemas) fieldTags(p *syntax.Expr, v *Draft) {
	s := p.Text.Value
	for from, i := 0, 1; i <= len(s); i++ {
		if i < len(s) {
			if s[i] != ',' {
				continue
			}
			if next, _ := optionAt(s[i+1:]); next == "" {
				continue
			}
		}
		name, value := optionAt(s[from:i])
		text := func() *Draft { return String(r.Literal(p.Text.Slice(from+value, i), p.Span), p.Span) }
		switch name {
		case "description", "title", "default", "pattern":
			v.Put(name, text())
		case "enum":
			list := v.Get(name)
			if list == nil {
				list = &Draft{Kind: source.Array, Span: p.Span}
				v.Put(name, list)
			}
			if !r.full(len(list.Items)) {
				list.Items = append(list.Items, text())
			}
		default:
			if ident.Sentence(s[from+value : i]) {
				v.Put(name, text())
			}
		}
		from = i + 1
	}
}
