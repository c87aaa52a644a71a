package detect

import (
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// Kind is the kind of definition in a view.
type Kind string

// The kinds of view.
const (
	KindTool             Kind = "tool"
	KindPrompt           Kind = "prompt"
	KindResource         Kind = "resource"
	KindResourceTemplate Kind = "resource_template"
	// KindInstructions is a server's own text: its instructions, title and description.
	KindInstructions Kind = "instructions"
	// KindServer is a server as described by a client configuration or registry manifest.
	KindServer Kind = "server"
	// KindFile is a file that could not be parsed; its one field holds its text.
	KindFile Kind = "file"
	// KindSource is a file of source code; its fields are strings outside of definitions.
	KindSource Kind = "source"
	// KindLaunch says how a client starts or reaches a server; see LaunchContext.
	KindLaunch Kind = "launch"
	// KindSettings is the part of a client's configuration beside its servers: approvals, hooks. See LaunchContext.
	KindSettings Kind = "settings"
	// KindManifest is a server.json of the MCP registry, as written.
	KindManifest Kind = "manifest"
	// KindAgents is a file of instructions for agents, such as AGENTS.md or SKILL.md.
	KindAgents Kind = "agents"
)

// Apart reports whether only checks that name the kind in Documentation.Only or Documentation.Also inspect it: no model reads it, or it
// carries different risks.
func (k Kind) Apart() bool {
	return k == KindLaunch || k == KindSettings || k == KindManifest || k == KindAgents
}

// OfServer reports whether a view of the kind is of a server as a whole, so that it has the server's name.
func (k Kind) OfServer() bool { return k == KindServer || k == KindLaunch }

// Scope says how reliably the text of a view reaches a model.
type Scope uint8

const (
	// ScopeFull is a definition that a model reads: every check applies.
	ScopeFull Scope = iota
	// ScopeSweep is a string that may or may not reach a model: only checks of high precision apply.
	ScopeSweep
	// ScopeRaw is the undecoded text of a broken file: only checks for hidden characters apply.
	ScopeRaw
)

// Role is the role of a field in its definition.
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
	// RoleKey is a member name that is in no specification.
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
	// Pointer is the JSON pointer (RFC 6901) of the string in the definition, such as /inputSchema/properties/path/description. A
	// member's name has the pointer of its value followed by '#', as in relative JSON pointers. Very long names and pointers are
	// truncated and end with a hash, see MaxPointer: they still distinguish places and are the same in every scan.
	Pointer string
	Text    string
	Role    Role
	// Parameter is the name of the innermost schema property around the field, or "". It has at most 512 bytes.
	Parameter string
	// Output is true for fields of the output schema.
	Output bool
	// Ref is the Ref of the field's Node.
	Ref int
}

// IsProse reports whether fields of this role hold sentences: descriptions, titles, instructions, comments.
func (f Field) IsProse() bool {
	switch f.Role {
	case RoleTitle, RoleDescription, RoleInstructions, RolePromptText, RoleParameterTitle,
		RoleParameterDescription, RoleComment, RoleText:
		return true
	}
	return false
}

// ToolView is one tool as the model sees it. Build it with NewView or by hand; it is read-only once scanned.
type ToolView struct {
	Kind  Kind
	Scope Scope
	// Shipped is set for the strings of a package that clients install: a plain order to a model in one counts as in a definition.
	Shipped bool
	// Unfollowed is set for the strings of a file that registers what could not be followed: a proof in any of them counts as in a definition.
	Unfollowed  bool
	Server      string
	Name        string
	Title       string
	Description string
	// Fields holds every string of the definition in document order.
	Fields []Field
	// Definition is the whole definition, for checks that need its structure (annotations, types). It may be nil.
	Definition *Node
	// FromCode is set for definitions read from source code: the schema is inferred, and its texts may change when the code runs.
	FromCode bool
	// NameUnknown is set when the name is a placeholder such as "{name}", since code gives the tool one that is only known at run time. No other
	// tool is called so.
	NameUnknown bool
	// Context says where a launch or settings were found; see LaunchContext. It is nil for other kinds.
	Context *Node

	// memo caches values derived during the inspection.
	memo *memo
	// caps are the bounds that NewView reached. Server and tool are added later, since they may change.
	caps []CapHit
	// scanIndex is the index in the scan plus one, or 0 outside of a scan.
	scanIndex int
}

// Doc returns the prepared text of field i: normalised views, clauses, words. During an inspection it is built once and shared by all
// checks; otherwise each call builds it. A field that does not exist gives the empty text.
func (t ToolView) Doc(i int) *text.Doc {
	if i < 0 || i >= len(t.Fields) {
		return text.NewDoc("")
	}
	return t.Memo("detect.doc", i, func() any { return text.NewDoc(t.Fields[i].Text) }).(*text.Doc)
}

// Memo returns the result of build for field i. The owner is a name that keeps packages apart. During an inspection it is built once and
// shared by all checks; otherwise each call builds it. A nil build gives nil.
func (t ToolView) Memo(owner string, i int, build func() any) any {
	switch {
	case build == nil:
		return nil
	case t.memo == nil:
		return build()
	}
	key := memoKey{owner, i}
	t.memo.Lock()
	v, ok := t.memo.values[key]
	t.memo.Unlock()
	if !ok {
		// Concurrent callers may build it twice.
		v = build()
		t.memo.Lock()
		defer t.memo.Unlock()
		t.memo.values[key] = v
	}
	return v
}

// FieldAt returns the index of the last field with that pointer, or -1: the last of duplicate names counts, as in Node.Get.
func (t ToolView) FieldAt(pointer string) int {
	for i := len(t.Fields) - 1; i >= 0; i-- {
		if t.Fields[i].Pointer == pointer {
			return i
		}
	}
	return -1
}

// Hint returns the boolean annotation of that name (readOnlyHint, destructiveHint, ...) and whether it is set. The last boolean counts.
func (t ToolView) Hint(name string) (value, given bool) {
	v := t.Definition.objectAt("annotations").last(name, func(v *Node) bool {
		return v.Kind == NodeScalar && (v.Text == "true" || v.Text == "false")
	})
	if v == nil {
		return false, false
	}
	return v.Text == "true", true
}

// memo is safe for concurrent use by a check.
type memo struct {
	sync.Mutex
	values map[memoKey]any
}

type memoKey struct {
	owner string
	field int
}
