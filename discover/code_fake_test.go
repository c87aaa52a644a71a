package discover

import (
	"bytes"
	"strings"

	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/source"
)

// fakeLink stands in for the recogniser of code: each line of a file is a kind and what it defines, with bars between. Thus
// these tests are about what becomes of definitions, and not about languages.
//
//	tool|server|name|description|parameter description
//	string|text   doc|text   pattern|text   assert|text   note|text   patterns   panic
//	unresolved|name|why   include|file
func fakeLink(modules []*code.Module, read code.FileReader) []code.Found {
	out := make([]code.Found, len(modules))
	for i, m := range modules {
		out[i] = fakeFound(m, read)
	}
	return out
}

func fakeFound(m *code.Module, read code.FileReader) code.Found {
	found := code.Found{Module: m}
	at := 0
	for line := range bytes.SplitSeq(m.File.Data, []byte("\n")) {
		parts := strings.Split(string(line), "|")
		text := func(i int) source.Text {
			if i >= len(parts) {
				return source.Text{}
			}
			start := at + len(strings.Join(parts[:i], "|")) + min(i, 1)
			return source.VerbatimText(m.File, source.Span{Start: start, End: start + len(parts[i])})
		}
		span := source.Span{Start: at, End: at + len(line)}
		switch parts[0] {
		case "tool", "prompt", "object":
			e := code.Entry{Kind: parts[0], Server: parts[1], Shape: "call", Def: fakeDef(m.File, span, text(2), text(3), text(4))}
			if parts[0] == "object" {
				e.Kind, e.Shape = "tool", "object"
			}
			found.Entries = append(found.Entries, e)
		case "unresolved":
			found.Entries = append(found.Entries, code.Entry{
				Kind: "tool", Def: fakeDef(m.File, span, text(1), source.Text{}, source.Text{}), Static: code.Unresolved, Why: parts[2], At: span,
			})
		case "string", "doc", "pattern", "assert":
			found.Strings = append(found.Strings, code.Swept{
				Text: text(1), Doc: parts[0] == "doc", Pattern: parts[0] == "pattern", Assert: parts[0] == "assert",
			})
		case "include":
			if f := read(m.File, parts[1]); f != nil {
				found.Strings = append(found.Strings, code.Swept{Text: source.VerbatimText(f, source.Span{End: len(f.Data)})})
			}
		case "note":
			found.Notes = append(found.Notes, code.Note{Span: span, Text: parts[1]})
		case "patterns":
			found.Patterns = true
		case "panic":
			panic("a defect")
		}
		at += len(line) + 1
	}
	return found
}

func fakeDef(f *source.File, span source.Span, name, description, parameter source.Text) *source.Node {
	str := func(t source.Text) *source.Node {
		return &source.Node{Kind: source.String, Text: t, File: f, Span: span}
	}
	key := func(s string) *source.Node { return str(source.Text{Value: s}) }
	obj := func(members ...source.Member) *source.Node {
		return &source.Node{Kind: source.Object, Members: members, File: f, Span: span}
	}
	def := obj(source.Member{Name: key("name"), Value: str(name)})
	if description.Value != "" {
		def.Members = append(def.Members, source.Member{Name: key("description"), Value: str(description)})
	}
	if parameter.Value != "" {
		city := obj(source.Member{Name: key("description"), Value: str(parameter)})
		properties := obj(source.Member{Name: key("city"), Value: city})
		def.Members = append(def.Members, source.Member{Name: key("inputSchema"), Value: obj(source.Member{Name: key("properties"), Value: properties})})
	}
	return def
}
