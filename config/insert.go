package config

import (
	"bytes"
	"errors"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Insertion is text that takes the place of the bytes of a configuration file from Start to End.
type Insertion struct {
	Start, End int
	Words      string
}

// Apply returns the file with the text in it.
func (i Insertion) Apply(data []byte) []byte {
	return append(append(append([]byte{}, data[:i.Start]...), i.Words...), data[i.End:]...)
}

// errIgnoreForm is returned for a list to which no lines can be added.
var errIgnoreForm = errors.New("its list ignore is not written with one entry below another")

// InsertIgnores returns what adds entries to the list ignore of a configuration file, whose other lines stay as they are. The entries are
// lines that are indented by two spaces. The file may be one that cannot be read with them: whoever inserts them looks.
func InsertIgnores(data []byte, entries string) (Insertion, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return Insertion{}, err
	}
	eol := "\n"
	if bytes.Contains(data, []byte("\r\n")) {
		eol = "\r\n"
	}
	written := func(indent string) string {
		lines := strings.Split(strings.TrimSuffix(entries, "\n"), "\n")
		for i, l := range lines {
			lines[i] = indent + strings.TrimPrefix(l, "  ")
		}
		return strings.Join(lines, eol) + eol
	}
	key, list := memberOf(&doc, "ignore")
	if list == nil {
		words := "ignore:" + eol + written("  ")
		if n := len(bytes.TrimPrefix(data, []byte("\uFEFF"))); n > 0 && data[len(data)-1] != '\n' {
			words = eol + words
		}
		return Insertion{len(data), len(data), words}, nil
	}
	if len(list.Content) == 0 && (list.Kind == yaml.SequenceNode || list.Tag == "!!null") {
		// The key without entries, or with an empty list, makes room for them.
		start, end := lineOf(data, key.Line)
		line := strings.TrimRight(string(data[start:end]), "\r\n")
		before, comment, commented := strings.Cut(line, "#")
		if before = strings.Join(strings.Fields(before), ""); before != "ignore:" && before != "ignore:[]" {
			return Insertion{}, errIgnoreForm
		}
		first := "ignore:"
		if commented {
			first += " #" + comment
		}
		return added(data, entries, Insertion{start, start + len(line), first + eol + strings.TrimSuffix(written("  "), eol)})
	}
	if list.Kind != yaml.SequenceNode || list.Style&yaml.FlowStyle != 0 {
		return Insertion{}, errIgnoreForm
	}
	// The new entries come first, so that comments behind the last one stay where they are.
	start, end := lineOf(data, list.Content[0].Line)
	indent, _, _ := strings.Cut(string(data[start:end]), "-")
	if strings.Trim(indent, " ") != "" {
		return Insertion{}, errors.New("the first entry of its list ignore does not begin a line")
	}
	return added(data, entries, Insertion{start, start, written(indent)})
}

// added returns the insertion if the file has the old entries and the new ones with it. A line is not always where it seems: YAML knows more ends
// of lines than files have.
func added(data []byte, entries string, i Insertion) (Insertion, error) {
	type list struct{ Ignore []any }
	var was, more, now list
	err := errors.Join(yaml.Unmarshal(data, &was), yaml.Unmarshal([]byte("ignore:\n"+entries), &more), yaml.Unmarshal(i.Apply(data), &now))
	if err != nil || !reflect.DeepEqual(now.Ignore, append(more.Ignore, was.Ignore...)) {
		return Insertion{}, errors.New("its list ignore cannot be added to without a change of other entries")
	}
	return i, nil
}

// memberOf returns a key of a document and its value, or nil.
func memberOf(doc *yaml.Node, name string) (key, value *yaml.Node) {
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, nil
	}
	members := doc.Content[0].Content
	for k := 0; k+1 < len(members); k += 2 {
		if members[k].Value == name {
			key, value = members[k], members[k+1]
		}
	}
	return key, value
}

// lineOf returns where a line begins and ends. YAML knows more ends of lines than files have, so that there may be fewer lines.
func lineOf(data []byte, line int) (start, end int) {
	for l := range bytes.Lines(data) {
		end = start + len(l)
		if line--; line <= 0 {
			break
		}
		start = end
	}
	return start, end
}
