package reading

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// placeOf returns the place of a field, and whether it is read: types, patterns and addresses are not.
func placeOf(f *detect.Field) (Place, bool) {
	switch f.Role {
	case detect.RoleDescription, detect.RoleInstructions, detect.RolePromptText, detect.RoleText:
		return InDescription, true
	case detect.RoleTitle:
		return InTitle, strings.Contains(f.Text, " ") || wordy(f.Text)
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
	return strings.Count(s, " ") >= fewestWords || longName(s) || len(s) >= 12 && s[0] >= 0xE0
}

// longName reports whether a name has enough words to be a sentence.
func longName(s string) bool {
	// fewest is the minimum number of words of an order written as a name.
	const fewest = 4
	return len(s) >= 16 && len(detect.NameWords(s)) >= fewest || strings.Count(s, " ") >= fewestWords
}

// wordsOf returns the text to read of a field, and whether it is a name that is split into its words.
func wordsOf(f *detect.Field) (words string, split bool) {
	switch f.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleEnum, detect.RoleConst, detect.RoleDefault, detect.RoleExample:
		if !strings.ContainsAny(f.Text, " /\n") {
			return strings.Join(detect.NameWords(f.Text), " "), true
		}
	}
	return f.Text, false
}

// DocOf prepares the text of a field for reading.
func DocOf(t detect.ToolView, i int) *text.Doc {
	words, _ := wordsOf(&t.Fields[i])
	return text.NewDoc(words)
}

// NameConcepts returns the concepts of the tool's name.
func (r *Reader) NameConcepts(t detect.ToolView) Set {
	var own Set
	for _, w := range detect.NameWords(t.Name) {
		for _, node := range r.word(text.Fold(w)).nodes {
			for _, c := range r.lex.nodes[node].ends {
				own.Add(c)
			}
		}
	}
	return own
}

// Context is the context in which a sentence is read.
type Context struct {
	Place Place
	Names *Names
	// Split is set for names that are split into words: positions are not those of the field.
	Split bool
}

// EachField calls visit for each field that is read. The prepared text is only valid until visit returns.
func (r *Reader) EachField(t detect.ToolView, reg detect.RegistryView, visit func(field int, doc *text.Doc, c *Context)) {
	c := &Context{Names: newNames(r.lex, t, reg)}
	for i := range t.Fields {
		place, read := placeOf(&t.Fields[i])
		if !read {
			continue
		}
		words, split := wordsOf(&t.Fields[i])
		c.Place, c.Split = place, split
		r.doc.Reset(words)
		visit(i, &r.doc, c)
	}
}
