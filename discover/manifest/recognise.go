package manifest

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// Recognise lists what the documents of a file define. It decides by content, and by the file name only where the same content can mean two
// things. Entries and servers are in document order, each node once. named means that the user named the file: then a bare list of names
// and descriptions is a list of tools.
func Recognise(f *source.File, docs []*source.Node, named bool) Document {
	r := newRecogniser(f, named)
	r.documents(docs)
	r.out.Rules = isRules(docs)
	return r.out.Document
}

func newRecogniser(f *source.File, named bool) *recogniser {
	return &recogniser{
		expected: named, file: f, base: strings.ToLower(path.Base(f.Rel)), path: clientPath(f),
		known: map[*source.Node]traits{}, seen: map[visit]bool{}, out: output{listed: map[*source.Node]bool{}},
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

// clientPath returns the path of the file in lower case with a leading slash. It includes a client's folder, such as .cursor, when the scan
// started there.
func clientPath(f *source.File) string {
	rel := "/" + strings.ToLower(f.Rel)
	if above, ok := strings.CutSuffix(strings.ToLower(strings.ReplaceAll(f.Path, `\`, "/")), rel); ok {
		if folder := path.Base(above); strings.HasPrefix(folder, ".") && strings.Trim(folder, ".") != "" {
			return "/" + folder + rel
		}
	}
	return rel
}

// recogniser walks the documents of a file: it decides what is read in which context.
type recogniser struct {
	file     *source.File
	expected bool
	// base and path are the lower-case file name, and the path with a leading slash.
	base, path string
	out        output
	// seen prevents repeated walks of an alias.
	seen  map[visit]bool
	known map[*source.Node]traits
	// depthReported is set once maxDepth is reported.
	depthReported bool
	// settingsListed is set once all settings of the file are listed, so that equal names further inside are not listed again.
	settingsListed bool
	// stringDepth counts the strings that the document is nested in, stringBytes the bytes of documents in strings read so far.
	stringDepth, stringBytes int
	unreadStrings            bool
}

// traits are properties of an object as a whole. They are cached because duplicate members would otherwise cause quadratic time.
type traits struct {
	// bundle: a bundle manifest. client: client settings. inputs: has inputs, as VS Code's servers have.
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

// visit is a node and the context in which it is read.
type visit struct {
	node *source.Node
	list list
	root bool
}

// list is the declared kind of the items of a list, or of an object.
type list uint8

const (
	anything list = iota
	tools
	prompts
	resources
	templates
	// bare is an item of a list with no declared kind.
	bare
	// foreign is an object in which only unmistakable definitions are listed.
	foreign
)

// scope is the context of the walk.
type scope struct {
	server string
	list   list
	shape  string
	depth  int
	root   bool
	// key is the name of the member that holds the current servers.
	key *source.Node
}

// down returns the scope for an inner value of undeclared kind.
func (s scope) down() scope {
	return scope{server: s.server, depth: s.depth + 1}
}

// as returns the scope for an inner value of kind l.
func (s scope) as(l list, shape string) scope {
	return scope{server: s.server, list: l, shape: shape, depth: s.depth + 1}
}

// of returns the scope for the named server; an empty name changes nothing.
func (s scope) of(server string) scope {
	if server != "" {
		s.server = server
	}
	return s
}

func (r *recogniser) document(n *source.Node, s scope) {
	if n != nil {
		r.allSettings(n)
		r.out.partial(n)
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
		r.searchForeign(n, s)
	case n.Kind == source.Object && r.flatMap(n, s):
	default:
		r.walk(n, s)
	}
}

// partial reports a record of a server that is marked as incomplete.
func (o *output) partial(n *source.Node) {
	if mark := pick(n, saysPartial, "partial"); mark != nil && hasAny(n, "protocolVersion") && mark.File != nil {
		o.problem(mark, "the record of the server is incomplete; the missing parts were not scanned")
	}
}

// saysPartial reports whether the mark n says that something is missing. An empty list and false do not.
func saysPartial(n *source.Node) bool {
	return len(n.Items)+len(n.Members) > 0 || isText(n) && n.Text.Value != "" && !strings.EqualFold(n.Text.Value, "false")
}

// areDescribed reports whether all values are objects with a name and a description.
func areDescribed(items []*source.Node) bool {
	return len(items) > 0 && !slices.ContainsFunc(items, func(item *source.Node) bool {
		return !some(item, isText, "name") || !some(item, isText, "description", "desc")
	})
}

// enters reports whether n can hold something and is visited for the first time in this context. It reports values nested too deeply.
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
		before := r.out.found()
		if hasAny(item, "jsonrpc", "result") {
			if name := infoName(item); name != "" {
				server = name
			}
			t.server = server
		}
		r.embedded(item, "", t)
		r.walk(item, t)
		if s.list == tools && r.out.found() == before {
			unread = append(unread, item)
		}
	}
	if len(unread) > 0 && slices.ContainsFunc(n.Items, isUnmistakable) {
		r.unread(unread, s)
	}
}

// unread handles the items of a tool list that define nothing. Other items are certainly tools, so a client may accept these too. Items
// with only names are ignored: they are tools built into the client, such as {"type":"web_search"} or "Read".
func (r *recogniser) unread(items []*source.Node, s scope) {
	var first *source.Node
	others := 0
	for _, item := range items {
		switch {
		case slices.ContainsFunc(item.Members, func(m source.Member) bool { return !isWritten(m.Value) }):
			// The document ends in this item, which is already reported.
		case isWordless(item, 0):
		case item.Kind == source.Object && len(item.Members) > 0 && !hasAny(item, "function"):
			r.out.add(kindTool, s.server, item, item, shapeOf(item, s))
		case item.Kind == source.String || item.Kind == source.Array && len(item.Items) > 0:
			if others++; first == nil {
				first = item
			}
		}
	}
	if first != nil && first.File != nil {
		r.out.problem(first, "a list of tools has items that are not objects (%d, the first of them here); they were not read as tools", others)
	}
}

// isWordless reports whether all strings of a value are names, short and without white space.
func isWordless(n *source.Node, depth int) bool {
	// deepest bounds the nesting in which names are looked for.
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

// isBareName reports whether s is an identifier, path or similar, too short for an instruction without spaces.
func isBareName(s string) bool {
	const longest = 24
	return len(s) <= longest && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:/#@$*-") == ""
}

func (r *recogniser) tooDeep(n *source.Node, s scope) bool {
	if s.depth > maxDepth && !r.depthReported {
		r.depthReported = true
		r.out.problem(n, "values are nested deeper than %d levels; the deeper ones were not scanned", maxDepth)
	}
	return s.depth > maxDepth
}

// object handles an object: a definition, a server, or a container of them.
func (r *recogniser) object(n *source.Node, s scope) {
	if rest, found := r.out.wrapped(n, s); found {
		r.serversBeside(n, s)
		if kind := definition(rest, s); kind != "" {
			r.out.add(kind, s.server, rest, n, shapeOf(rest, s))
		} else if hasText(rest) {
			r.out.add(kindTool, s.server, rest, n, "openai")
		}
		return
	}
	if kind := definition(n, s); kind != "" {
		r.out.add(kind, s.server, r.inner(n, s), n, shapeOf(n, s))
		r.serversBeside(n, s)
		return
	}
	r.out.hosted(n)
	s = s.of(ownServer(n))
	r.manifest(n, &s)
	r.out.introduce(n, s)
	r.out.toolsets(n, s)
	r.out.contents(n, s)
	schema := isSchema(n)
	for _, m := range n.Members {
		if schema && schemaKeywords[m.Name.Text.Value] {
			r.searchForeignMember(n, m, s)
			continue
		}
		r.member(n, m, s)
	}
}

// serversBeside lists servers inside an apparent definition: adding two members makes any configuration look like a tool.
func (r *recogniser) serversBeside(n *source.Node, s scope) {
	for _, m := range n.Members {
		if key := m.Name.Text.Value; clients.ShapeOf(key) != "" || key == "servers" && strings.Contains(r.base, "mcp") {
			r.clients(n, m, s)
		}
	}
}

// inner lists tools inside an object that is itself a definition, because any server with a few more members looks like one. It returns n
// without the lists that were fully handled.
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

// lists maps member names to the kind of definitions in them.
var lists = map[string]list{
	"tools": tools, "functions": tools, "functionDeclarations": tools, "function_declarations": tools,
	"prompts": prompts, "resources": resources,
	"resourceTemplates": templates, "resource_templates": templates,
}

// singles maps member names to the kind of the one definition in them.
var singles = map[string]list{
	"tool": tools, "prompt": prompts, "resource": resources, "resourceTemplate": templates, "resource_template": templates,
}

// dataMembers have values that describe data, so anything in them that looks like a tool is an example. Lists of named objects are the
// exception, because no schema is such a list.
var dataMembers = wordset.Of(`inputSchema input_schema outputSchema output_schema parameters properties patternProperties $defs configSchema
	user_config components languageModelTools contributes`)

// member handles one member of an object that is not a definition.
func (r *recogniser) member(n *source.Node, m source.Member, s scope) {
	key := m.Name.Text.Value
	if m.Value.Kind == source.String {
		r.embedded(m.Value, key, s)
		if _, ok := lists[key]; ok && isFileName(m.Value.Text.Value) {
			r.out.problem(m.Value, "the %s are in another file, %s, which was not read", key, quoted(m.Value.Text.Value))
		}
	}
	name := listName(n, m)
	if l, ok := lists[name]; ok {
		shape := r.listShape(n, name)
		m.Value = jsonNames(m.Value)
		if m.Value.Kind == source.Object {
			r.keyed(m.Value, s.as(l, shape))
			return
		}
		r.walk(m.Value, s.as(l, shape))
		return
	}
	if l, ok := singles[key]; ok && m.Value.Kind == source.Object {
		r.walk(m.Value, s.as(l, "tool"))
		return
	}
	if r.clients(n, m, s) {
		return
	}
	if dataMembers[key] && m.Value.Kind == source.Object && !holdsDefinitions(m.Value) {
		r.searchForeignMember(n, m, s)
		return
	}
	if keyedTool(m.Value) {
		r.out.addKeyed(kindTool, m, m.Value, s, "map")
		return
	}
	if !structural(key) && holdsDefinitions(m.Value) {
		s = s.of(key)
	}
	if key == "inputs" && r.traitsOf(n).client {
		r.out.inputs(m, s)
	}
	t := s.down()
	if m.Value.Kind == source.Array && n != nil && (structural(key) || holdsDefinitions(m.Value)) {
		t.list, t.shape = bare, "list"
	}
	if key == "result" {
		t.shape = "result"
		if isPromptResult(m.Value) {
			r.out.add(kindPrompt, s.server, m.Value, m.Value, "prompts/get")
			return
		}
	}
	r.walk(m.Value, t)
}

func object(origin *source.Node, members []source.Member) *source.Node {
	return &source.Node{Kind: source.Object, Members: members, File: origin.File, Span: origin.Span}
}
