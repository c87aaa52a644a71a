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

// approvals are the rows of the table of each shape.
var approvals = func() map[clients.Shape][]clients.Approval {
	by := map[clients.Shape][]clients.Approval{}
	for _, v := range clients.Approved {
		by[v.Shape] = append(by[v.Shape], v)
	}
	return by
}()

func (a *approval) settings() {
	a.values(clients.Value)
	for _, v := range approvals[clients.Rules] {
		a.rules(v)
	}
	for _, v := range approvals[clients.Patterns] {
		a.patterns(v)
	}
	for _, v := range approvals[clients.Hooks] {
		a.hooks(v)
	}
}

func (a *approval) values(of clients.Shape) {
	for _, v := range approvals[of] {
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

// rules grades the rules of a list that allow something, but those held back.
func (a *approval) rules(v clients.Approval) {
	held := map[string]bool{}
	for at := range strings.FieldsSeq(v.Held) {
		for _, it := range a.lists[at] {
			held[it.text] = true
		}
	}
	single := clients.SingleTool(a.t.Context.StringAt("file"))
	var changing, commands []approved
	for _, it := range a.lists[v.At] {
		text := strings.TrimSpace(it.text)
		whole, oneTool := text, single
		if v.As != "" {
			whole, oneTool = fmt.Sprintf(v.As, text), `"docs:search"`
		}
		name, arg, _ := strings.Cut(strings.TrimSuffix(whole, ")"), "(")
		form, server, tool := formOf(whole)
		command := isCommandTool(strings.ToLower(name))
		switch {
		case held[it.text], v.As != "" && text == "":
		case isEverything(whole):
			a.add(a.signal(it), false, clients.EveryTool+"allow single tools that only read: "+oneTool)
		case command && anything(arg):
			a.add(a.signal(it), false, clients.EveryCommand+"allow single commands: "+singleCommand(name, v.As != ""))
		case command:
			commands = append(commands, approved{it.field, name + "(" + arg + ")"})
		case form == nil:
		case anything(tool):
			before, after, _ := strings.Cut(v.As, "%s")
			a.add(a.signal(it), true, wholeServer(server, strings.TrimSuffix(strings.TrimPrefix(form.Single, before), after)))
		default:
			a.tool(approved{it.field, text}, effectOf(tool), false, &changing)
		}
	}
	a.commands(commands, v.As != "")
	a.changing(changing)
}

// formOf returns the form of a rule for tools of a server, and the names in it, or nil.
func formOf(rule string) (f *clients.Form, server, tool string) {
	for i := range clients.Forms {
		if m := clients.Forms[i].Names().FindStringSubmatch(rule); m != nil {
			return &clients.Forms[i], m[1], m[2]
		}
	}
	return nil, "", ""
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
	for _, c := range clients.CommandTools {
		for name := range strings.FieldsSeq(c.Names) {
			low := strings.ToLower(name)
			c.Prefix = c.Prefix || tools[low].Prefix
			tools[low] = c
			rules[name] = c.Single
		}
	}
	return tools, rules
}()

// singleCommand is a rule for a single command. Bare is set where rules do not name the tool.
func singleCommand(tool string, bare bool) string {
	if bare {
		return `"npm test"`
	}
	if rule := singleRules[tool]; rule != "" {
		return strings.Replace(rule, "%s", tool, 1)
	}
	return fmt.Sprintf("%q", tool[:min(len(tool), 40)]+"(npm test)")
}

func isCommandTool(low string) bool { return commandTools[low].Names != "" }

// anything reports whether the text behind a tool's name leaves everything open.
func anything(arg string) bool { return strings.Trim(arg, "*: ") == "" }

// patterns grades the commands that run without a question: names of commands and patterns.
func (a *approval) patterns(v clients.Approval) {
	n := a.t.Definition.At(v.At)
	if n == nil {
		return
	}
	for _, rule := range n.Members {
		if rule.Name == nil || rule.Value == nil || !openRule().MatchString(strings.TrimSpace(rule.Name.Text)) {
			continue
		}
		if is := rule.Value.Get(v.Value); !isTrue(rule.Value) && (is == nil || !isTrue(is)) {
			continue
		}
		if at := a.t.FieldAt(v.At + "/" + detect.PointerToken(rule.Name.Text) + "#"); at >= 0 {
			a.add(a.field(at), false, v.Detail)
		}
		return
	}
}

// openRule is a rule that fits every command: a pattern between slashes that leaves everything open.
var openRule = lazy.Regexp(`^(?:\*|/[\^$()]*(?:\?:)?(?:\.|\.[*+]\??|\[\\s\\S\][*+]|\[\^\][*+]|\\S[*+])?[\^$()]*/[^/]*)$`)

// hooks grades the hooks that print an answer whatever the call is. Those that look at the call first are silent.
func (a *approval) hooks(v clients.Approval) {
	for i, f := range a.t.Fields {
		for at := range strings.FieldsSeq(v.At) {
			rest, ok := strings.CutPrefix(f.Pointer, at)
			m := hookCommand().FindStringSubmatch(rest)
			if !ok || m == nil || !alwaysPrints(f.Text, strings.Fields(v.Value)) {
				continue
			}
			if whole, server := widthOf(a.t.Definition.At(at + m[1])); whole || server {
				a.add(a.field(i), !whole || a.own(), v.Detail)
			}
		}
	}
}

// hookCommand is the pointer of a hook behind the event, with that of its group.
var hookCommand = lazy.Regexp(`^(/\d+)/hooks/\d+/command$`)

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

// alwaysPrints reports whether a command prints one of some answers and does nothing else.
func alwaysPrints(command string, answers []string) bool {
	printer, _, _ := strings.Cut(strings.TrimSpace(command), " ")
	name := programName(printer)
	prints := wordset.Has(name, "echo", "printf", "jq") || name == "cat" && strings.Contains(command, "<<")
	// By those words a command decides something.
	return prints && !wordset.HasAny(command, "if ", "select(", "test(", "grep", "[[", "case ") &&
		wordset.HasAny(unquoter.Replace(command), answers...)
}

var unquoter = strings.NewReplacer(`\`, "", `"`, "", "'", "", " ", "", "\t", "", "\n", "")
