package manifest

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// Recognise lists what the documents of a file define. It goes by content; the file's name only decides where the same content can mean two
// things. Entries and servers come in the order of the document, each node once. A file that the user named is expected to define
// something: a bare list of names and descriptions is a list of tools there, which might be anything elsewhere.
func Recognise(f *source.File, docs []*source.Node, named bool) Document {
	r := newRecogniser(f, named)
	r.documents(docs)
	return r.out
}

func newRecogniser(f *source.File, named bool) *recogniser {
	return &recogniser{
		expected: named, file: f, base: strings.ToLower(path.Base(f.Rel)), path: clientPath(f),
		known: map[*source.Node]traits{}, seen: map[visit]bool{}, given: map[*source.Node]bool{},
	}
}

func (r *recogniser) documents(docs []*source.Node) {
	s := scope{root: true}
	if len(docs) > 1 {
		s.server = streamServer(docs)
	}
	for _, doc := range docs {
		if name := infoName(doc); name != "" && len(docs) > 1 {
			s.server = name
		}
		r.document(doc, s)
	}
}

// clientPath is the path of the file in lower case with a leading slash. Where it begins in the folder of a client, which was named itself
// or in which a file was named, that folder is part of it.
func clientPath(f *source.File) string {
	rel := "/" + strings.ToLower(f.Rel)
	if above, ok := strings.CutSuffix(strings.ToLower(strings.ReplaceAll(f.Path, `\`, "/")), rel); ok {
		if folder := path.Base(above); strings.HasPrefix(folder, ".") && strings.Trim(folder, ".") != "" {
			return "/" + folder + rel
		}
	}
	return rel
}

type recogniser struct {
	file     *source.File
	expected bool
	// base and path are the lower-case file name and the path with a leading slash.
	base, path string
	out        Document
	// seen keeps an alias that is used many times from being walked many times; given keeps a node from being listed twice.
	seen  map[visit]bool
	given map[*source.Node]bool
	known map[*source.Node]traits
	// tooFar and crowded are set once maxDepth and maxServers are noted.
	tooFar, crowded bool
	// whole is set once all settings of the file are listed: what has their names further inside is part of them.
	whole bool
	// inside is how many strings the document stands in, and spent how many bytes of documents in strings were read.
	inside, spent int
	unreadStrings bool
}

// traits are what the members of an object say about each other. They are found once: names may repeat as often as the
// author of a file likes.
type traits struct {
	// bundle: the manifest of a bundle. client: settings of a client. inputs: has inputs, as VS Code's servers have.
	bundle, client, inputs bool
}

func (r *recogniser) traitsOf(n *source.Node) traits {
	t, ok := r.known[n]
	if !ok {
		t = traits{
			bundle: isBundle(n), inputs: hasAny(n, "inputs"),
			client: hasAny(n, "mcpServers", "servers", "mcp", "enableAllProjectMcpServers", "enabledMcpjsonServers", "disabledMcpjsonServers"),
		}
		r.known[n] = t
	}
	return t
}

// visit is a node in one of the few senses in which it can be read.
type visit struct {
	node *source.Node
	list list
	root bool
}

// list says what the items of a list, or the object at hand, are declared to be.
type list uint8

const (
	anything list = iota
	tools
	prompts
	resources
	templates
	// bare is an item of a list that stands alone, so that nothing declares what it is.
	bare
	// sifted is an object of which only what is unmistakable is listed.
	sifted
)

// scope is where the walk stands.
type scope struct {
	server string
	list   list
	shape  string
	depth  int
	root   bool
	// key is the name of the member that holds the servers at hand.
	key *source.Node
}

// down returns the scope of a value inside, of which nothing is declared.
func (s scope) down() scope {
	return scope{server: s.server, depth: s.depth + 1}
}

// as returns the scope of a value inside that is declared to be l.
func (s scope) as(l list, shape string) scope {
	return scope{server: s.server, list: l, shape: shape, depth: s.depth + 1}
}

// of returns the scope for a server of that name; an empty name changes nothing.
func (s scope) of(server string) scope {
	if server != "" {
		s.server = server
	}
	return s
}

func (r *recogniser) document(n *source.Node, s scope) {
	if n != nil {
		r.allSettings(n)
		r.partial(n)
	}
	switch {
	case n == nil:
	case n.Kind == source.Array:
		s.list, s.shape = bare, "list"
		ofTools := strings.Contains(r.base, "tool") || strings.Contains(r.base, "function")
		ofPrompts := strings.Contains(r.base, "prompt")
		switch {
		case ofTools && ofPrompts:
			// The items decide.
		case ofTools:
			s.list = tools
		case ofPrompts:
			s.list = prompts
		case r.expected && areDescribed(n.Items):
			s.list = tools
		}
		r.walk(n, s)
	case n.Kind == source.Object && definition(n, s) == "" && isForeign(n):
		r.manifest(n, &s)
		r.sift(n, s)
	case n.Kind == source.Object && r.flatMap(n, s):
	default:
		r.walk(n, s)
	}
}

// partial notes a record of a server that says itself that it is not a whole one.
func (r *recogniser) partial(n *source.Node) {
	if mark := pick(n, saysPartial, "partial"); mark != nil && hasAny(n, "protocolVersion") && mark.File != nil {
		r.problem(mark, "the record of the server is incomplete; the missing parts were not scanned")
	}
}

// saysPartial reports whether n, the mark of a record, says that something is missing: lists of nothing and false do not.
func saysPartial(n *source.Node) bool {
	return len(n.Items)+len(n.Members) > 0 || isText(n) && n.Text.Value != "" && !strings.EqualFold(n.Text.Value, "false")
}

// areDescribed reports whether all values are objects with a name and a description.
func areDescribed(items []*source.Node) bool {
	return len(items) > 0 && !slices.ContainsFunc(items, func(item *source.Node) bool {
		return !some(item, isText, "name") || !some(item, isText, "description", "desc")
	})
}

// enters reports whether n may hold something and is looked at in this way for the first time. Where it nests too deeply, that is noted.
func (r *recogniser) enters(n *source.Node, s scope) bool {
	if n == nil || n.Kind != source.Array && n.Kind != source.Object || r.tooDeep(n, s) {
		return false
	}
	v := visit{n, s.list, s.root}
	known := r.seen[v]
	r.seen[v] = true
	return !known
}

func (r *recogniser) walk(n *source.Node, s scope) {
	if !r.enters(n, s) {
		return
	}
	if n.Kind == source.Object {
		r.object(n, s)
		return
	}
	server := s.server
	if s.list == anything || s.list == bare {
		if first := streamServer(n.Items); first != "" {
			server = first
		}
	}
	var unread []*source.Node
	for _, item := range n.Items {
		t := s
		t.depth++
		t.root = false
		before := r.found()
		if hasAny(item, "jsonrpc", "result") {
			if name := infoName(item); name != "" {
				server = name
			}
			t.server = server
		}
		r.embedded(item, "", t)
		r.walk(item, t)
		if s.list == tools && r.found() == before {
			unread = append(unread, item)
		}
	}
	if len(unread) > 0 && slices.ContainsFunc(n.Items, isUnmistakable) {
		r.unread(unread, s)
	}
}

func (r *recogniser) found() int {
	return len(r.out.Entries) + len(r.out.Servers) + len(r.out.Problems)
}

// unread reports the items of a list of tools that define nothing. Since others are tools for certain these are meant to be some, and a
// client may take them for some. What is made of names alone says nothing: tools of the client itself, as {"type":"web_search"} or "Read".
func (r *recogniser) unread(items []*source.Node, s scope) {
	var first *source.Node
	others := 0
	for _, item := range items {
		switch {
		case slices.ContainsFunc(item.Members, func(m source.Member) bool { return !isWritten(m.Value) }):
			// The document breaks off in it, which is reported already.
		case isWordless(item, 0):
		case item.Kind == source.Object && len(item.Members) > 0 && !hasAny(item, "function"):
			r.add(kindTool, s.server, item, item, shapeOf(item, s))
		case item.Kind == source.String || item.Kind == source.Array && len(item.Items) > 0:
			if others++; first == nil {
				first = item
			}
		}
	}
	if first != nil && first.File != nil {
		r.problem(first, "a list of tools has items that are not objects (%d, the first of them here); they were not read as tools", others)
	}
}

// isWordless reports whether all strings of a value are names, short and without white space, so that it holds no text.
func isWordless(n *source.Node, depth int) bool {
	// deepest is how far down names are looked for.
	const deepest = 4
	switch {
	case depth > deepest:
		return false
	case n.Kind == source.String:
		return isBareName(n.Text.Value)
	case n.Kind == source.Scalar:
		return !n.IsCut()
	}
	for name, value := range n.Children() {
		if name != nil && !isBareName(name.Text.Value) || !isWordless(value, depth+1) {
			return false
		}
	}
	return true
}

// isBareName reports whether s is an identifier, a path or the like, too short for an order whose words it runs together.
func isBareName(s string) bool {
	const longest = 24
	return len(s) <= longest && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:/#@$*-") == ""
}

func (r *recogniser) tooDeep(n *source.Node, s scope) bool {
	if s.depth > maxDepth && !r.tooFar {
		r.tooFar = true
		r.problem(n, "values are nested deeper than %d levels; the deeper ones were not scanned", maxDepth)
	}
	return s.depth > maxDepth
}

// problem notes what was not looked at, and where that begins.
func (r *recogniser) problem(at *source.Node, format string, args ...any) {
	p := Problem{Reason: fmt.Sprintf(format, args...)}
	if at.File != nil {
		p.Line = at.File.Position(at.Span.Start, source.Bytes).Line
	}
	r.out.Problems = append(r.out.Problems, p)
}

// object looks at an object: it is a definition, or a server, or something that may hold them.
func (r *recogniser) object(n *source.Node, s scope) {
	if rest, found := r.wrapped(n, s); found {
		r.serversBeside(n, s)
		if kind := definition(rest, s); kind != "" {
			r.add(kind, s.server, rest, n, shapeOf(rest, s))
		} else if hasText(rest) {
			r.add(kindTool, s.server, rest, n, "openai")
		}
		return
	}
	if kind := definition(n, s); kind != "" {
		r.add(kind, s.server, r.inner(n, s), n, shapeOf(n, s))
		r.serversBeside(n, s)
		return
	}
	r.hosted(n)
	s = s.of(ownServer(n))
	r.manifest(n, &s)
	r.introduce(n, s)
	r.toolsets(n, s)
	r.contents(n, s)
	schema := isSchema(n)
	for _, m := range n.Members {
		if schema && schemaKeywords[m.Name.Text.Value] {
			r.siftMember(n, m, s)
			continue
		}
		r.member(n, m, s)
	}
}

// serversBeside lists servers in an object that looks like a definition: two members more make one of any configuration.
func (r *recogniser) serversBeside(n *source.Node, s scope) {
	for _, m := range n.Members {
		if key := m.Name.Text.Value; clients.ShapeOf(key) != "" || key == "servers" && strings.Contains(r.base, "mcp") {
			r.clients(n, m, s)
		}
	}
}

// inner looks at lists of tools in an object that is a definition itself: a few members more make one of any server. It
// returns n without the lists that are wholly looked at.
func (r *recogniser) inner(n *source.Node, s scope) *source.Node {
	left := make([]source.Member, 0, len(n.Members))
	for _, m := range n.Members {
		if s.depth < maxDepth && isToolList(m) {
			r.member(n, m, s.of(word(n, "name")))
			if areListed(m) {
				continue
			}
		}
		left = append(left, m)
	}
	if len(left) < len(n.Members) {
		return object(n, left)
	}
	return n
}

// lists gives the meaning of the members that hold definitions.
var lists = map[string]list{
	"tools": tools, "functions": tools, "functionDeclarations": tools, "function_declarations": tools,
	"prompts": prompts, "resources": resources,
	"resourceTemplates": templates, "resource_templates": templates,
}

// one gives the meaning of the members that hold one definition.
var one = map[string]list{
	"tool": tools, "prompt": prompts, "resource": resources, "resourceTemplate": templates, "resource_template": templates,
}

// closed are members whose values describe data: what looks like a tool in there is an example of something else. A list
// of definitions may use the name all the same, but no schema is a list of objects with names.
var closed = wordset.Of(`inputSchema input_schema outputSchema output_schema parameters properties patternProperties $defs configSchema
	user_config components languageModelTools contributes`)

// member looks at one member of an object that is not a definition.
func (r *recogniser) member(n *source.Node, m source.Member, s scope) {
	key := m.Name.Text.Value
	if m.Value.Kind == source.String {
		r.embedded(m.Value, key, s)
		if _, ok := lists[key]; ok && isFileName(m.Value.Text.Value) {
			r.problem(m.Value, "the %s are in another file, %s, which was not read", key, quoted(m.Value.Text.Value))
		}
	}
	name := unfold(n, m)
	if l, ok := lists[name]; ok {
		shape := r.listShape(n, name)
		m.Value = unexported(m.Value)
		if m.Value.Kind == source.Object {
			r.keyed(m.Value, s.as(l, shape))
			return
		}
		r.walk(m.Value, s.as(l, shape))
		return
	}
	if l, ok := one[key]; ok && m.Value.Kind == source.Object {
		r.walk(m.Value, s.as(l, "tool"))
		return
	}
	if r.clients(n, m, s) {
		return
	}
	if closed[key] && m.Value.Kind == source.Object && !r.holds(m.Value) {
		r.siftMember(n, m, s)
		return
	}
	if keyedTool(m.Value) {
		r.addKeyed(kindTool, m, m.Value, s, "map")
		return
	}
	if !structural(key) && r.holds(m.Value) {
		s = s.of(key)
	}
	if key == "inputs" && r.traitsOf(n).client {
		r.inputs(m, s)
	}
	t := s.down()
	if m.Value.Kind == source.Array && n != nil && (structural(key) || r.holds(m.Value)) {
		t.list, t.shape = bare, "list"
	}
	if key == "result" {
		t.shape = "result"
		if isPromptResult(m.Value) {
			r.add(kindPrompt, s.server, m.Value, m.Value, "prompts/get")
			return
		}
	}
	r.walk(m.Value, t)
}

// add lists a definition once. Origin is the node of the document that it is, or is made of.
func (r *recogniser) add(kind, server string, def, origin *source.Node, shape string) {
	if r.given[origin] {
		return
	}
	r.given[origin] = true
	r.out.Entries = append(r.out.Entries, Entry{Kind: kind, Server: server, Def: def, Shape: shape})
}

func object(origin *source.Node, members []source.Member) *source.Node {
	return &source.Node{Kind: source.Object, Members: members, File: origin.File, Span: origin.Span}
}
