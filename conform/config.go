package conform

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
)

// isHolder reports whether clients look for servers under a name in their files.
func isHolder(name string) bool {
	return clients.ShapeOf(name) != "" || name == "servers" || name == "mcp"
}

// clientFile is a file that one client reads.
type clientFile struct {
	clients.File
	client, variable string
}

// settings looks at a configuration file beside its servers.
func (v *inspection) settings() {
	v.keys()
	v.repeatedInputs()
}

// keys tells of servers under a name that the client of the file does not look at.
func (v *inspection) keys() {
	list := v.t.Definition.Get("keys")
	if list == nil || list.Kind != detect.NodeArray {
		return
	}
	file := fileOf(v.t)
	if file == nil {
		return
	}
	for _, key := range list.Items {
		if key != nil && (key.Text == file.Key || file.Also != "" && key.Text == file.Also) {
			// The others are for other clients.
			return
		}
	}
	for i, key := range list.Items {
		if key != nil && key.Kind == detect.NodeString && isHolder(key.Text) {
			v.report(note, item("/keys", i), key, "%s reads no servers under %q in this file, so none of them start; name it %q", file.client, key.Text, file.Key)
		}
	}
}

// instead is what to write for a value that people are to be asked for.
func (f *clientFile) instead() string {
	if f.variable == "" {
		return "set it in the environment that the client is started from"
	}
	return "write " + f.variable + " with the name of a variable of the environment"
}

// fileOf returns which client's file a view stands in, or nil.
func fileOf(t detect.ToolView) *clientFile {
	path := "/" + strings.ToLower(strings.ReplaceAll(t.Context.StringAt("file"), `\`, "/"))
	if c, f := clients.FileOf(path); f != nil {
		return &clientFile{*f, c.Name, c.Variable}
	}
	return nil
}

// repeatedInputs tells of inputs of VS Code that are declared twice.
func (v *inspection) repeatedInputs() {
	list := v.t.Definition.Get("inputs")
	if list == nil || list.Kind != detect.NodeArray {
		return
	}
	seen := make(map[string]bool, min(len(list.Items), maxSchemaNodes))
	for i, in := range list.Items {
		if in == nil || in.Kind != detect.NodeObject {
			continue
		}
		id, at := str(in, item("/inputs", i), "id")
		switch {
		case id == nil || id.Text == "":
		case seen[id.Text]:
			v.report(note, at, id, "the input %q is declared twice, and VS Code asks for only one of them; give it another id or remove one", cut(id.Text))
		default:
			seen[id.Text] = true
		}
	}
}

// vsCode is the client that fills in inputs; Visual Studio does so too, in files of the same shape.
const vsCode = "VS Code"

const (
	inputMark = "${input:"
	// maxInputs bounds the declared inputs that are looked through, for each server anew.
	maxInputs = 1000
)

// launch looks at the inputs of VS Code that a configured server names: the same file must declare them, and other clients know none.
func (v *inspection) launch() {
	declared, shaped := v.t.Context.Get("inputs"), v.t.Context.StringAt("client") == "vscode"
	var other *clientFile
	if !shaped {
		if other = fileOf(v.t); other == nil || other.client == vsCode {
			return
		}
	} else if declared == nil || declared.Kind != detect.NodeArray {
		return
	}
	var known map[string]bool
	for i := range v.t.Fields {
		text := v.t.Fields[i].Text
		for from := 0; len(v.out) < maxReported; {
			at := strings.Index(text[from:], inputMark)
			if at < 0 {
				break
			}
			at += from
			end := strings.IndexByte(text[at:], '}')
			if end < 0 {
				break
			}
			from = at + end + 1
			id := text[at+len(inputMark) : from-1]
			if id == "" || strings.ContainsAny(id, "${\n") {
				continue
			}
			if other != nil {
				v.reportAt(note, i, at, from, "only VS Code asks for inputs, and %s hands this on as it stands; %s", other.client, other.instead())
				continue
			}
			if known == nil {
				known = v.declared(declared)
			}
			if len(declared.Items) <= maxInputs && !known[id] {
				v.reportAt(note, i, at, from, "no input %q is declared in this file, so VS Code does not start the server; add {%q: %q, %q: %q, %q: true} to \"inputs\"",
					cut(id), "id", cut(id), "type", "promptString", "password")
			}
		}
	}
}

// declared are the inputs that are declared in a file, unless there are more than are looked through.
func (v *inspection) declared(list *detect.Node) map[string]bool {
	known := map[string]bool{}
	if len(list.Items) > maxInputs {
		v.capped(capInputs, "", maxInputs, len(list.Items))
		return known
	}
	for _, one := range list.Items {
		if one != nil && one.Kind == detect.NodeString {
			known[one.Text] = true
		}
	}
	return known
}
