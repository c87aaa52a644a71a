package reading

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// placeOf returns the place of a field, and whether it is read: types, patterns and addresses are not.
func placeOf(f *detect.Field) (Place, bool) {
	switch f.Role {
	case detect.RoleDescription:
		return InDescription, true
	case detect.RoleInstructions, detect.RolePromptText, detect.RoleText:
		return InText, true
	case detect.RoleTitle:
		return InTitle, true
	case detect.RoleParameterDescription, detect.RoleParameterTitle:
		return InParameter, true
	case detect.RoleDefault, detect.RoleEnum, detect.RoleConst, detect.RoleExample, detect.RoleComment:
		return InValue, wordy(f.Text)
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey:
		return InName, longName(f.Text)
	case detect.RoleAnnotation, detect.RoleMeta, detect.RoleOther:
		return InOther, wordy(f.Text)
	case detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI:
		return InOther, strings.Count(f.Text, " ") >= fewestWords
	}
	return InOther, false
}

// fewestWords is the minimum number of spaces in a sentence.
const fewestWords = 2

// wordy reports whether a value may be a sentence: words with spaces, or a script without them.
func wordy(s string) bool {
	return strings.Count(s, " ") >= fewestWords || strings.Count(s, "_") > fewestWords+1 || len(s) >= 12 && s[0] >= 0xE0
}

// longName reports whether a name has enough words to be a sentence.
func longName(s string) bool {
	// fewest is the minimum number of words of an order written as a name.
	const fewest = 4
	return len(s) >= 20 && len(detect.NameWords(s)) >= fewest || strings.Count(s, " ") >= fewestWords
}

// wordsOf returns the text to read of a field. A name is read as words of the same total length, so that offsets match.
func wordsOf(f *detect.Field) string {
	switch f.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleEnum, detect.RoleConst, detect.RoleDefault, detect.RoleExample:
		if !strings.Contains(f.Text, " ") {
			return strings.Map(func(r rune) rune {
				if strings.ContainsRune("_-.+:@$/", r) {
					return ' '
				}
				return r
			}, f.Text)
		}
	}
	return f.Text
}

// DocOf prepares the text of a field for reading.
func DocOf(t detect.ToolView, i int) *text.Doc { return text.NewDoc(wordsOf(&t.Fields[i])) }

// ownConcepts returns the concepts of the tool's name and title.
func (r *Reader) ownConcepts(t detect.ToolView) Set {
	var own Set
	for _, name := range [...]string{t.Name, t.Title} {
		for _, w := range detect.NameWords(name) {
			for _, node := range r.word(text.Fold(w)).nodes {
				for _, c := range r.lex.nodes[node].ends {
					own.Add(c)
				}
			}
		}
	}
	return own
}

// Context is the context in which a sentence is read.
type Context struct {
	Place Place
	Names *Names
	// Own are the concepts of the tool's stated purpose: those of its name and title, and outside of its description those of the
	// description.
	Own Set
}

// EachField calls visit for each field that is read: first those that state the tool's purpose, then the others. The prepared text is
// only valid until visit returns. It returns the concepts of the purpose.
func (r *Reader) EachField(t detect.ToolView, reg detect.RegistryView, visit func(field int, doc *text.Doc, c *Context)) Set {
	c := &Context{Names: newNames(r.lex, t, reg)}
	name, purpose := r.ownConcepts(t), Set{}
	r.places = r.places[:0]
	for i := range t.Fields {
		place, read := placeOf(&t.Fields[i])
		if !read {
			place = Places
		}
		r.places = append(r.places, place)
	}
	for _, describes := range [...]bool{true, false} {
		if c.Own = name; !describes {
			c.Own = c.Own.Or(purpose)
		}
		for i := range t.Fields {
			c.Place = r.places[i]
			if c.Place == Places || (c.Place == InDescription || c.Place == InTitle) != describes {
				continue
			}
			r.concerns = Set{}
			r.doc.Reset(wordsOf(&t.Fields[i]))
			visit(i, &r.doc, c)
			if describes {
				purpose = purpose.Or(r.concerns)
			}
		}
	}
	return name.Or(purpose)
}
