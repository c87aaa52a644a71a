package detect

import (
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// Kind says what a view is a view of.
type Kind string

// The kinds of view.
const (
	KindTool             Kind = "tool"
	KindPrompt           Kind = "prompt"
	KindResource         Kind = "resource"
	KindResourceTemplate Kind = "resource_template"
	// KindInstructions is a server's own text: its instructions, title and description.
	KindInstructions Kind = "instructions"
	// KindServer is a server as a client configuration or registry manifest describes it.
	KindServer Kind = "server"
	// KindFile is a file that could not be read as what it claims to be; its one field holds its text.
	KindFile Kind = "file"
	// KindSource is a file of source code; its fields are strings that are part of no definition.
	KindSource Kind = "source"
	// KindLaunch says how a client starts or reaches a server; see LaunchContext.
	KindLaunch Kind = "launch"
	// KindSettings is what a client's configuration says beside its servers: what is approved, what runs by itself. See LaunchContext.
	KindSettings Kind = "settings"
	// KindManifest is a server.json of the MCP registry, as it is written.
	KindManifest Kind = "manifest"
	// KindAgents is a file of instructions for agents, such as AGENTS.md or SKILL.md.
	KindAgents Kind = "agents"
)

// Apart reports whether a kind is looked at only by checks that name it in Documentation.Only or Documentation.Also: no model reads it, or
// only as text of another risk.
func (k Kind) Apart() bool {
	return k == KindLaunch || k == KindSettings || k == KindManifest || k == KindAgents
}

// OfServer reports whether a view of the kind is of a server as a whole and no part of it, so that it has the server's name.
func (k Kind) OfServer() bool { return k == KindServer || k == KindLaunch }

// Scope says how much may be concluded from a view.
type Scope uint8

const (
	// ScopeFull is a definition that a model reads: every check looks at it.
	ScopeFull Scope = iota
	// ScopeSweep is a string that may or may not reach a model: only checks of high precision look at it.
	ScopeSweep
	// ScopeRaw is the undecoded text of a broken file: only checks for hidden characters look at it.
	ScopeRaw
)

// Role says what a field is in its definition.
type Role string

// The roles of fields.
const (
	RoleName                 Role = "name"
	RoleTitle                Role = "title"
	RoleDescription          Role = "description"
	RoleInstructions         Role = "instructions"
	RolePromptText           Role = "prompt_text"
	RoleParameterName        Role = "parameter_name"
	RoleParameterTitle       Role = "parameter_title"
	RoleParameterDescription Role = "parameter_description"
	RoleEnum                 Role = "enum"
	RoleConst                Role = "const"
	RoleDefault              Role = "default"
	RoleExample              Role = "example"
	RolePattern              Role = "pattern"
	RoleComment              Role = "comment"
	// RoleSchemaWord is any other string of a schema: type, format, $ref, $schema, required names.
	RoleSchemaWord Role = "schema_word"
	RoleAnnotation Role = "annotation"
	RoleMeta       Role = "meta"
	RoleURI        Role = "uri"
	// RoleKey is the name of a member that no specification knows.
	RoleKey   Role = "key"
	RoleOther Role = "other"
	// The roles of a launch: RoleCommand is the program, RoleArgument one of its arguments, RoleEnv the value of a variable and
	// RoleHeader that of a header; their names are RoleKey.
	RoleCommand  Role = "command"
	RoleArgument Role = "argument"
	RoleEnv      Role = "env"
	RoleHeader   Role = "header"
	// RoleText is the whole text of a KindAgents file.
	RoleText Role = "text"
)

// Roles returns every role, in the order above.
func Roles() []Role {
	return []Role{
		RoleName, RoleTitle, RoleDescription, RoleInstructions, RolePromptText, RoleParameterName, RoleParameterTitle, RoleParameterDescription, RoleEnum,
		RoleConst, RoleDefault, RoleExample, RolePattern, RoleComment, RoleSchemaWord, RoleAnnotation, RoleMeta, RoleURI, RoleKey, RoleOther,
		RoleCommand, RoleArgument, RoleEnv, RoleHeader, RoleText,
	}
}

// Field is one string of a definition that can reach a model.
type Field struct {
	// Pointer is the JSON pointer (RFC 6901) of the string in the definition, such as
	// /inputSchema/properties/path/description. A member's name, as opposed to its value, is the pointer of the
	// value followed by '#', as in relative JSON pointers. Very long names and pointers are cut and then hold an
	// ellipsis and a hash, see MaxPointer: they still distinguish places and are the same in every scan.
	Pointer string
	// Text is the decoded string.
	Text string
	Role Role
	// Parameter is the name of the innermost schema property the field belongs to, or "". It has at most 512 bytes.
	Parameter string
	// Output is true for fields of the output schema.
	Output bool
	// Ref is the handle of the Node the field was made from.
	Ref int
}

// IsProse reports whether people write sentences in such a field: descriptions, titles, instructions, comments.
func (f Field) IsProse() bool {
	switch f.Role {
	case RoleTitle, RoleDescription, RoleInstructions, RolePromptText, RoleParameterTitle,
		RoleParameterDescription, RoleComment, RoleText:
		return true
	}
	return false
}

// ToolView is one tool as the model sees it. Make one with NewView, or by hand; it is read-only once scanned.
type ToolView struct {
	Kind        Kind
	Scope       Scope
	Server      string
	Name        string
	Title       string
	Description string
	// Fields holds every string of the definition in document order.
	Fields []Field
	// Definition is the whole definition, for checks that need its structure (annotations, types). It may be nil.
	Definition *Node
	// FromCode is set for what was read from source code: its schema is put together from what the code says of types, and its texts may be
	// changed when the code runs.
	FromCode bool
	// Context says where a launch or settings stand; see LaunchContext. It is nil for other kinds.
	Context *Node

	// memo holds what is derived from this tool while it is inspected.
	memo *memo
	// cuts are the bounds that NewView reached, without server and tool, which may be set later.
	cuts []CapHit
	// scanIndex is the index in the scan plus one, or 0 outside of a scan.
	scanIndex int
}

// Doc returns the prepared text of field i: normalised views, clauses, words. That of the tool that is inspected is made on first use and
// shared by all checks; of any other one it is made anew at each call. Of a field that does not exist it is the prepared empty text.
func (t ToolView) Doc(i int) *text.Doc {
	if i < 0 || i >= len(t.Fields) {
		return text.NewDoc("")
	}
	return t.Memo("detect.doc", i, func() any { return text.NewDoc(t.Fields[i].Text) }).(*text.Doc)
}

// Memo returns what make makes of field i for owner, a name that packages choose so that they do not meet. It is made on first use
// in the inspection of this tool and shared by the checks that run on it; outside of an inspection it is made anew at each call.
// Without make it is nil.
func (t ToolView) Memo(owner string, i int, make func() any) any {
	switch {
	case make == nil:
		return nil
	case t.memo == nil:
		return make()
	}
	return t.memo.once(memoKey{owner, i}, make)
}

// FieldAt returns the index of the last field with that pointer, or -1: of repeated names the last one counts, as in
// Node.Get.
func (t ToolView) FieldAt(pointer string) int {
	for i := len(t.Fields) - 1; i >= 0; i-- {
		if t.Fields[i].Pointer == pointer {
			return i
		}
	}
	return -1
}

// Hint returns the boolean annotation of that name (readOnlyHint, destructiveHint, ...) and whether it is given. When it is
// given twice the last one that is true or false counts.
func (t ToolView) Hint(name string) (value, given bool) {
	v := t.Definition.objectAt("annotations").last(name, func(v *Node) bool {
		return v.Kind == NodeScalar && (v.Text == "true" || v.Text == "false")
	})
	if v == nil {
		return false, false
	}
	return v.Text == "true", true
}

// memo holds what is derived from one tool while it is inspected.
type memo struct {
	// mutex guards what follows: a check may read the fields of its tool side by side.
	mutex  sync.Mutex
	values map[memoKey]any
}

type memoKey struct {
	owner string
	field int
}

// once returns the value of a key, which make makes when it is asked for first. Two that ask at once make the same.
func (m *memo) once(key memoKey, make func() any) any {
	m.mutex.Lock()
	v, ok := m.values[key]
	m.mutex.Unlock()
	if ok {
		return v
	}
	v = make()
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.values == nil {
		m.values = map[memoKey]any{}
	}
	m.values[key] = v
	return v
}
