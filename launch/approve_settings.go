package launch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// known is what the clients say of approvals, all together: whose file settings are is not always certain.
var known = func() clients.Approvals {
	var all clients.Approvals
	for i := range clients.All {
		a := &clients.All[i].Approvals
		all.Settings, all.Members, all.Commands = append(all.Settings, a.Settings...), append(all.Members, a.Members...),
			append(all.Commands, a.Commands...)
		all.Lists, all.Flags = all.Lists+" "+a.Lists, all.Flags+" "+a.Flags
		for _, r := range a.Rules {
			if !slices.ContainsFunc(all.Rules, func(o clients.Rules) bool { return o.At == r.At }) {
				all.Rules = append(all.Rules, r)
			}
		}
	}
	return all
}()

func (a *approval) settings() {
	d := a.t.Definition
	a.values(known.Settings)
	for _, r := range known.Rules {
		held := map[string]bool{}
		for _, at := range r.Held {
			for _, it := range a.lists[at] {
				held[it.text] = true
			}
		}
		a.rules(a.lists[r.At], held, r.Tool)
	}
	if n := d.Get("chat.tools.terminal.autoApprove"); n != nil {
		a.terminal(n)
	}
	a.hooks()
}

func (a *approval) values(list []clients.Approval) {
	for _, v := range list {
		for at := range strings.FieldsSeq(v.At) {
			a.within(a.t.Definition, "", strings.Split(at[1:], "/"), "", v)
		}
	}
}

// within grades a setting that lies at a path below an object. Chosen is the name that stands for the one in braces.
func (a *approval) within(n *detect.Node, under string, path []string, chosen string, v clients.Approval) {
	choices, choice := 0, strings.HasPrefix(path[0], "{")
	for _, m := range n.Members {
		if m.Name == nil || m.Value == nil || len(a.signals) >= maxApprovals {
			continue
		}
		name := m.Name.Text
		switch {
		case !choice && name != path[0], choice && choices == maxChoices:
		case len(path) > 1:
			if choice {
				chosen, choices = name, choices+1
			}
			a.within(m.Value, under+"/"+detect.PointerToken(name), path[1:], chosen, v)
		case v.Value == "true" && isTrue(m.Value), m.Value.Kind == detect.NodeString && m.Value.Text == v.Value:
			a.graded(a.value(under, m), chosen, v)
		}
	}
}

func (a *approval) graded(s detect.Signal, chosen string, v clients.Approval) {
	note := v.Note
	if _, rest, ok := strings.Cut(v.At, "{"); ok {
		by, _, _ := strings.Cut(rest, "}")
		is := a.t.Definition.StringAt(by)
		note = note || is != chosen || strings.TrimSpace(is) == ""
		v.With, v.Without = strings.Replace(v.With, "{"+by+"}", detect.PointerToken(chosen), 1),
			strings.Replace(v.Without, "{"+by+"}", detect.PointerToken(chosen), 1)
	}
	held := v.Held != "" && a.restrained(v.Held, strings.Fields(v.Holding))
	if held && note || v.With != "" && !a.has(v.With) || v.Without != "" && a.has(v.Without) {
		return
	}
	a.add(s, note || held, v.Detail)
}

// has reports whether a setting, POINTER=VALUE, is in force.
func (a *approval) has(setting string) bool {
	at := strings.LastIndexByte(setting, '=')
	pointer, value := setting[:at], setting[at+1:]
	i := a.t.FieldAt(pointer)
	return i >= 0 && a.t.Fields[i].Text == value
}

// restrained reports whether one of some tools, or a whole family of tools, asks or is refused.
func (a *approval) restrained(under string, tools []string) bool {
	return slices.ContainsFunc(a.lists[under], func(it approved) bool {
		tool := a.t.Fields[it.field].Pointer[len(under)+1:]
		return wordset.Has(it.text, "ask", "deny", "confirm") && (len(tools) == 0 || wordset.Has(tool, tools...) || strings.Contains(tool, "*"))
	})
}

// rules grades the rules that allow something, but those held back. Of says which tool they are about, where they do not say it.
func (a *approval) rules(list []approved, held map[string]bool, of string) {
	var changing, commands []approved
	for _, it := range list {
		text := strings.TrimSpace(it.text)
		name, arg, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
		oneTool, oneCommand := clients.SingleTool(a.t.Context.StringAt("file")), singleCommand(name)
		if of != "" {
			name, arg, oneTool, oneCommand = of, text, `"docs:search"`, `"npm test"`
		}
		low := strings.ToLower(name)
		server, isTool := strings.CutPrefix(text, "mcp__")
		isTool = isTool && of == ""
		server, tool, single := strings.Cut(server, "__")
		form := "mcp__%s__list_things"
		if low == "mcp" {
			server, tool, isTool = strings.Cut(arg, ":")
			form, single = "Mcp(%s:list_things)", true
			if of != "" {
				form = "%s:list_things"
			}
		}
		switch {
		case held[it.text]:
		case of == "" && isEverything(text), low == "mcp" && arg != "" && anything(arg):
			a.add(a.signal(it), false, clients.EveryTool+"allow single tools that only read: "+oneTool)
		case isCommandTool(low) && anything(arg) && (of == "" || arg != ""):
			a.add(a.signal(it), false, clients.EveryCommand+"allow single commands: "+oneCommand)
		case isTool && (!single || anything(tool)):
			a.add(a.signal(it), true, wholeServer(server, form))
		case of == "" && strings.HasPrefix(text, "@") && (!strings.Contains(text, "/") || strings.HasSuffix(text, "/*")):
			a.add(a.signal(it), true, wholeServer(strings.TrimSuffix(text[1:], "/*"), "@%s/list_things"))
		case isTool:
			a.tool(approved{it.field, text}, effectOf(tool), false, &changing)
		case isCommandTool(low):
			commands = append(commands, approved{it.field, name + "(" + arg + ")"})
		}
	}
	a.commands(commands, of != "")
	a.changing(changing)
}

// wholeServer is the detail of a rule for a server, or for all whose names begin alike, with the form of one for a single tool.
func wholeServer(server, single string) string {
	named := clipTo(server, maxToolShown)
	of := "server “" + named + "”"
	if prefix, _, several := strings.Cut(named, "*"); several {
		of, named = "every server called “"+prefix+"…”", "docs"
	}
	return fmt.Sprintf("lets every tool of %s run without confirmation, including tools added later; allow single tools: %q", of,
		fmt.Sprintf(single, named))
}

// commandTools are the tools that run commands, by their names in lower case. singleRules are how a rule of theirs for a single command
// looks.
var commandTools, singleRules = func() (map[string]clients.Commands, map[string]string) {
	tools, rules := map[string]clients.Commands{}, map[string]string{}
	for _, c := range known.Commands {
		for name := range strings.FieldsSeq(c.Names) {
			low := strings.ToLower(name)
			c.Prefix = c.Prefix || tools[low].Prefix
			tools[low] = c
			rules[name] = c.Single
		}
	}
	return tools, rules
}()

func singleCommand(tool string) string {
	if rule := singleRules[tool]; rule != "" {
		return strings.Replace(rule, "%s", tool, 1)
	}
	return fmt.Sprintf("%q", tool[:min(len(tool), 40)]+"(npm test)")
}

func isCommandTool(low string) bool { return commandTools[low].Names != "" }

// anything reports whether the text behind a tool's name leaves everything open.
func anything(arg string) bool { return strings.Trim(arg, "*: ") == "" }

// terminal grades the commands that VS Code runs without a question: names of commands and patterns.
func (a *approval) terminal(n *detect.Node) {
	for _, rule := range n.Members {
		if rule.Name == nil || rule.Value == nil || !openRule().MatchString(strings.TrimSpace(rule.Name.Text)) {
			continue
		}
		if v := rule.Value.Get("approve"); !isTrue(rule.Value) && (v == nil || !isTrue(v)) {
			continue
		}
		if at := a.t.FieldAt("/chat.tools.terminal.autoApprove/" + detect.PointerToken(rule.Name.Text) + "#"); at >= 0 {
			a.add(a.field(at), false, clients.EveryCommand+`allow single commands: "npm test": true`)
		}
		return
	}
}

// openRule is a rule of VS Code's terminal that fits every command: a pattern between slashes that leaves everything open.
var openRule = lazy.Regexp(`^(?:\*|/[\^$()]*(?:\?:)?(?:\.|\.[*+]\??|\[\\s\\S\][*+]|\[\^\][*+]|\\S[*+])?[\^$()]*/[^/]*)$`)

// hooks grades the hooks that print "allow" whatever the call is. Those that look at the call first are silent.
func (a *approval) hooks() {
	for i, f := range a.t.Fields {
		m := hookCommand().FindStringSubmatch(f.Pointer)
		if m == nil || !alwaysAllows(f.Text) {
			continue
		}
		if whole, server := widthOf(a.t.Definition.At(m[1])); whole || server {
			a.add(a.field(i), !whole || a.own(), `has a hook that answers every permission request with "allow"; remove it`)
		}
	}
}

// hookCommand is the pointer of a hook that is asked for a permission, behind that of its group.
var hookCommand = lazy.Regexp(`^(/hooks/(?:PreToolUse|PermissionRequest)/\d+)/hooks/\d+/command$`)

// widthOf reports whether the matcher of a group of hooks fits every tool or command, and whether it fits every tool of one server.
func widthOf(group *detect.Node) (whole, server bool) {
	m := group.Get("matcher")
	if m == nil {
		return true, false
	}
	if m.Kind != detect.NodeString || len(m.Text) > maxRule {
		return false, false
	}
	for part := range strings.SplitSeq(m.Text, "|") {
		part = strings.Trim(strings.TrimSpace(part), "^$()")
		name := strings.TrimSuffix(strings.TrimRight(part, "*+"), ".")
		// Of alternatives, an empty one fits everything too.
		whole = whole || wordset.Has(name, "", "mcp__", "mcp", "Bash", "mcp__.*__")
		server = server || strings.HasPrefix(name, "mcp__") && (name != part || !strings.Contains(name[len("mcp__"):], "__"))
	}
	return whole, server
}

// alwaysAllows reports whether a command prints the answer that allows a call and does nothing else.
func alwaysAllows(command string) bool {
	printer, _, _ := strings.Cut(strings.TrimSpace(command), " ")
	name := programName(printer)
	prints := wordset.Has(name, "echo", "printf", "jq") || name == "cat" && strings.Contains(command, "<<")
	// By those words a command decides something.
	return prints && !wordset.HasAny(command, "if ", "select(", "test(", "grep", "[[", "case ") &&
		wordset.HasAny(unquoter.Replace(command), "permissionDecision:allow", "behavior:allow", "decision:approve")
}

var unquoter = strings.NewReplacer(`\`, "", `"`, "", "'", "", " ", "", "\t", "", "\n", "")
