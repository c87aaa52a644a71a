package schemacheck

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/internal/lazy"
)

// clientFile is a file that one client reads.
type clientFile struct {
	clients.File
	client, variable string
}

// keys reports servers under a name that the client of the file does not look at.
func (v *inspection) keys() {
	list, file := v.t.Definition.Get("keys"), fileOf(v.t)
	reads := func(key *detect.Node) bool {
		return key != nil && (key.Text == file.Key || file.Also != "" && key.Text == file.Also)
	}
	if list == nil || file == nil || slices.ContainsFunc(list.Items, reads) {
		// The other keys are for other clients.
		return
	}
	for i, key := range itemsOf(list, detect.NodeString) {
		if clients.ShapeOf(key.Text) != "" || key.Text == "servers" || key.Text == "mcp" {
			v.report(note, item("/keys", i), key, "lists servers under %q, which %s does not read, so none of them start; rename it %q",
				key.Text, file.client, file.Key)
		}
	}
}

// instead is what to write for a value that people are to be asked for.
func (f *clientFile) instead() string {
	if f.variable == "" {
		return "set it in the environment the client starts from"
	}
	return "write " + f.variable + " with the name of an environment variable"
}

// fileOf returns which client's file a view stands in, or nil.
func fileOf(t detect.ToolView) *clientFile {
	path := "/" + strings.ToLower(strings.ReplaceAll(t.Context.StringAt("file"), `\`, "/"))
	if c, f := clients.FileOf(path); f != nil {
		return &clientFile{*f, c.Name, c.Variable}
	}
	return nil
}

// repeatedInputs reports inputs of VS Code that are declared twice.
func (v *inspection) repeatedInputs() {
	seen := map[string]bool{}
	for i, in := range itemsOf(v.t.Definition.Get("inputs"), detect.NodeObject) {
		if id, at := str(in, item("/inputs", i), "id"); id != nil && id.Text != "" {
			if seen[id.Text] {
				v.report(note, at, id, "declares input %q twice, so VS Code asks for only one of them; rename or remove one", cut(id.Text))
			}
			seen[id.Text] = true
		}
	}
}

// vsCode is the client that fills in inputs; Visual Studio does so too, in files of the same shape.
const vsCode = "VS Code"

// inputMark is what an input fills in.
var inputMark = lazy.Regexp(`\$\{input:([^}]*)\}`)

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
	for i, f := range v.t.Fields {
		for _, m := range inputMark().FindAllStringSubmatchIndex(f.Text, -1) {
			id := f.Text[m[2]:m[3]]
			switch {
			case id == "" || strings.ContainsAny(id, "${\n") || len(v.out) >= maxReported:
			case other != nil:
				v.reportAt(note, i, m[0], m[1], "uses an input, which only VS Code fills in and %s passes on as text; %s", other.client,
					other.instead())
			default:
				if known == nil {
					known = v.declared(declared)
				}
				if len(declared.Items) <= maxInputs && !known[id] {
					v.reportAt(note, i, m[0], m[1], "uses input %[1]q, which this file does not declare, so VS Code does not start the server; "+
						`add {"id": %[1]q, "type": "promptString", "password": true} to "inputs"`, cut(id))
				}
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
	for _, one := range itemsOf(list, detect.NodeString) {
		known[one.Text] = true
	}
	return known
}
