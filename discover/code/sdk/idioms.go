package sdk

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

// The kinds of definition, as detect.Kind spells them.
const (
	KindTool         = "tool"
	kindPrompt       = "prompt"
	kindResource     = "resource"
	kindTemplate     = "resource_template"
	KindInstructions = "instructions"
)

// The tables of this file say how SDKs and frameworks register definitions. Most do it by names that speak of tools, prompts or resources, which
// need no row: @server.tool, registerTool, class SearchTool. A framework that does not, or does it in its own way, is a row here and a fixture in
// testdata.

// form is the place of a name in code that registers something.
type form uint8

const (
	// byName is any place: only the plain kind counts.
	byName form = iota
	// byAttribute is the name of an attribute or decorator, byCall that of a function that is called, byReceiver and byRegistry those of what a
	// method such as add or register is called on, in a call and in an attribute, byHelper that of a function that makes a tool for its caller.
	byAttribute
	byCall
	byReceiver
	byRegistry
	byHelper
	// byBuilder is a name in a chain of calls.
	byBuilder
	// byClass is the name of a class, byBase that of a class that another extends.
	byClass
	byBase
	// byType is a declared type, byObject the type of an object.
	byType
	byObject
)

// idioms are the names that a framework uses without a word for the kind, or with one where it means something else. A common word needs the
// column of, or it registers everything that is called so.
var idioms = []idiom{
	{form: byCall, names: "functiondeclaration toolspecification", kind: KindTool}, // Gemini, LangChain4j
	{form: byBuilder, names: "*functiondeclaration *toolspec", kind: KindTool},     // Gemini, Spring AI, LangChain4j
	{form: byObject, names: "*functiondeclaration", kind: KindTool},                // Gemini
	{form: byAttribute, names: "registerforllm aicallable", kind: KindTool},        // AutoGen, LiveKit Agents
	{form: byAttribute, names: "kernelfunction", kind: none},                       // Semantic Kernel: a function of the app, served by nobody
	// Attributes that make a command of a program that people run, or a part of one, whatever it belongs to.
	{form: byAttribute, names: "ascommand command consolecommand clicommand group callback option argument subcommand", kind: none},
}

// idiom is a row of idioms.
type idiom struct {
	form form
	// names are the last parts of the names, by their keys: registerskill for register_skill, registerSkill and app.register_skill. One with a
	// star is a part of the key.
	names string
	// of, when not empty, are the keys of what the name must belong to: the object that it is called on, the class of that, or the package that
	// it is imported from. Only byAttribute and byCall know it, and such a row has a kind.
	of string
	// kind is what they register.
	kind string
}

// none is the kind of an idiom that registers nothing.
const none = ""

// idiomKinds are the kinds of idioms by form and name, idiomParts those of parts of names, each of one part.
var idiomKinds, idiomParts = func() (names map[form]map[string]string, parts map[form][]idiom) {
	names, parts = map[form]map[string]string{}, map[form][]idiom{}
	for _, row := range idioms {
		for name := range strings.FieldsSeq(row.names) {
			switch part, ok := strings.CutPrefix(name, "*"); {
			case ok:
				parts[row.form] = append(parts[row.form], idiom{form: row.form, names: part, kind: row.kind})
			case row.of == "":
				if names[row.form] == nil {
					names[row.form] = map[string]string{}
				}
				names[row.form][name] = row.kind
			}
		}
	}
	return names, parts
}()

// kindWords are the words that speak of a kind of definition.
var kindWords = map[string]string{
	"tool": KindTool, "tools": KindTool, "prompt": kindPrompt, "prompts": kindPrompt, "resource": kindResource, "resources": kindResource,
}

// noRegistration holds words with which a name that speaks of tools does something else than define one.
var noRegistration = wordset.Of(`
	call calls called calling list get find has remove delete unregister is handle handler handlers invoke run execute exec test mock expect assert log
	logger logging format parse render enable disable convert count filter validate error errors exception result results message response output use uses
	using event warn fail failed failure success tip bar usage choice annotation annotations param params parameter arg args argument requires require
	required needs guard check before after on hook router wrap track trace timeout limit retry update load fetch read write save record metrics cache
	allow deny not no request requests id ids name names type set content text input complete render_ send start stop emit notify display show print
	status history path dir field fields version install assertion hint hints finalize extract catch to from by select search callback registry manager
	changed`)

// registersWith are the words of noRegistration with which a name may still register something in a form.
var registersWith = map[form]map[string]bool{
	byAttribute: wordset.Of("read search wrap write required run load fetch"),
	byCall:      wordset.Of("read write search required set with start stop load fetch"),
	byReceiver:  wordset.Of("registry manager required list"),
	byRegistry:  wordset.Of("registry manager"),
	byHelper:    wordset.Of("update delete get list find remove set load fetch read write search send start stop select"),
	byBuilder:   wordset.Of("manager registry input sync async with on"),
	byClass: wordset.Of(`read write search get list call run execute find update delete remove set load fetch validate check count send start
		stop install test use extract convert parse format select record log content text file path dir message status history enable disable show display
		print save track filter complete`),
	byBase:   wordset.Of("read write search call handler input sync async registry result run execute fetch load update get list"),
	byType:   wordset.Of("list set map"),
	byObject: wordset.Of("input"),
}

// notBy are words with which a name registers nothing in a form.
var notBy = map[form]map[string]bool{
	byAttribute: wordset.Of("required requires wrap wrapper class provider router collection group toolset toolkit box filter guard factory list get call"),
	byBase:      wordset.Of("result results toolset"),
}

// KindOf returns the kind of definition that a name speaks of by itself, or "".
func KindOf(name string) string { return kindBy(byName, name) }

// kindBy returns the kind of definition that a name registers in a form, or "".
func kindBy(at form, name string) string {
	if k, ok := idiomOf(at, name); ok {
		return k
	}
	if !ident.Contains(name, "tool", "prompt", "resource") {
		return ""
	}
	kind := ""
	for _, w := range ident.Words(name) {
		k := kindWords[w]
		switch {
		case k != "":
		case noRegistration[w] && !registersWith[at][w] || notBy[at][w] || strings.HasPrefix(w, "err") || w == "should":
			return ""
		case strings.HasSuffix(w, "tool") && w != "pytool":
			k = KindTool
		}
		kind = cmp.Or(kind, k)
	}
	return kind
}

// idiomOf returns the kind of the idiom that a name is in a form; ok is false when it is none.
func idiomOf(at form, name string) (kind string, ok bool) {
	names, parts := idiomKinds[at], idiomParts[at]
	if names == nil && parts == nil {
		return "", false
	}
	key := ident.Key(name)
	if kind, ok = names[key]; ok {
		return kind, true
	}
	for _, row := range parts {
		if strings.Contains(key, row.names) {
			return row.kind, true
		}
	}
	return "", false
}

// kindOfPart returns the kind of the first part of a name or type, between some characters, that has one, or "".
func kindOfPart(at form, name, between string) string {
	for _, part := range strings.FieldsFunc(name, func(c rune) bool { return strings.ContainsRune(between, c) }) {
		if k := kindBy(at, part); k != "" {
			return k
		}
	}
	return ""
}

// ownKind returns the kind that a row of rows gives a name which belongs to what path names, or to the package that it is imported from.
func (r *Reader) ownKind(rows []idiom, at form, path, name string, scope *syntax.Scope) string {
	for _, row := range rows {
		if row.form == at && row.of != "" && slices.Contains(strings.Fields(row.names), ident.Key(name)) && r.belongsTo(path, name, scope, strings.Fields(row.of)) {
			return row.kind
		}
	}
	return ""
}

// belongsTo reports whether a name belongs to an owner: as a method of an object called so or made by a call of that name, or by its import.
func (r *Reader) belongsTo(path, name string, scope *syntax.Scope, owners []string) bool {
	is := func(s string) bool { return slices.Contains(owners, ident.Key(ident.Last(s))) }
	first := ident.Head(cmp.Or(path, name))
	return path != "" && is(path) ||
		slices.ContainsFunc(strings.FieldsFunc(r.Imports[first].From, func(c rune) bool { return strings.ContainsRune("/.@:", c) }), is) ||
		slices.ContainsFunc(r.Lookup(scope, first).Binds, func(b *syntax.Bind) bool {
			return r.Spend(1) && b.Value != nil && b.Value.Kind == syntax.Call && is(b.Value.Name)
		})
}

// speaksAgainst reports whether a name registers nothing in a form, whatever else is known of it.
func speaksAgainst(at form, name string) bool {
	k, ok := idiomOf(at, name)
	return ok && k == none || slices.ContainsFunc(ident.Words(name), func(w string) bool { return notBy[at][w] })
}

// role is the part of a definition that a member or argument gives.
type role uint8

const (
	// RoleName is the name of the definition.
	RoleName role = iota + 1
	// RoleDescription is its description.
	RoleDescription
	roleDescriber
	roleTitle
	roleSchema
	roleOutput
	roleResult
	roleAnnotations
	roleMeta
	roleURI
	roleArguments
	roleBody
	roleMessages
	roleHint
	roleHandler
	roleOther
)

// Roles are those of members and arguments, by their key.
var Roles = wordset.By(map[role]string{
	RoleName: "name toolname promptname", RoleDescription: "description desc descr tooldescription mcpdescription", roleDescriber: "getdescription descriptionfn",
	roleTitle: "title displayname",
	roleSchema: `inputschema parameters schema args argsschema argsshape paramsschema params input rawinputschema inputtype paramschema argschema
		parametersschema parameterschema argumentschema inputshape paramsshape`,
	roleOutput: "outputschema outputshape resultschema responseschema", roleResult: "output", roleAnnotations: "annotations toolannotations",
	roleMeta: "meta uimeta", roleURI: "uri uritemplate template", roleArguments: "arguments argumentsschema",
	roleBody: "content prompt body text load", roleMessages: "messages getmessages",
	roleHint:    "readonly destructive idempotent openworld readonlyhint destructivehint idempotenthint openworldhint",
	roleHandler: "fn func function handler coroutine execute callback implementation run call invoke cb action perform handle toolcallback",
	roleOther:   "value server mcp",
})

// nonServerReceivers are the names of what nothing is registered with.
var nonServerReceivers = wordset.Of("console log logger logging errors t expect assert vi jest mock")

// builtParams are steps that add a parameter.
var builtParams = wordset.Of("argument string number integer boolean")

// addsNames are functions that take another to make a tool of it, by their keys.
var addsNames = wordset.Of("addtool fromfunction tool registertool functiontool fromdefaults")

// registerNames are those of attributes that belong to what tools are registered with.
var registerNames = wordset.Of("register add define action function registerfunction")

// handlerNames are the methods of a class that do what a tool does, the likeliest first.
var handlerNames = strings.Fields(`__invoke handle execute run call invoke perform apply _run Execute ExecuteAsync Run Handle forward Invoke
	InvokeAsync arun _arun`)

// What the members of a class are called that say what a definition is made of.
const (
	descMembers = "description get_description getDescription Description DESCRIPTION toolDescription tool_description desc descriptionText GetDescription"
	nameMembers = "name get_name getName Name toolName tool_name NAME GetName TOOL_NAME TOOL_ID id"
	// schemaMembers are those that make a class a tool where nothing else does.
	schemaMembers = "inputSchema input_schema parameters schema args_schema get_input_schema getInputSchema InputSchema"
	inputMembers  = "inputSchema input_schema parameters schema args_schema argsShape get_input_schema getInputSchema InputSchema " +
		"paramsSchema toolSchema argsSchema getParamsSchema getSchema get_schema"
)

// gradioMakers are the functions and classes of Gradio that take a function, gradioEvents the methods of its components that do.
var (
	gradioMakers = wordset.Of("Interface ChatInterface api on")
	gradioEvents = wordset.Of(`
		click double_click submit change input load unload select upload clear blur focus tick then success failure release play pause stop end
		edit delete like retry undo stream start_recording stop_recording pause_recording key_up apply expand collapse download option_select copy close`)
)
