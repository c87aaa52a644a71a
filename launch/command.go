package launch

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/wordset"
)

func (r *reading) run(t detect.ToolView) {
	words := launchWords(t)
	if len(words) == 0 {
		return
	}
	if line(words[0].text, len(words) == 1) {
		// Some clients hand a command that is one string to a shell, or cut it at blanks.
		if len(words) == 1 {
			r.interpret(t, script{body: words}, 0)
			return
		}
		if first := wordsIn(t, words[0]); first != nil {
			words = append(first, words[1:]...)
		}
	}
	r.command(t, words, command{script: -1, group: -1, inside: -1}, 0)
}

// line reports whether a command is a line of several words and no path with blanks. One that has arguments beside it must be plain.
func line(s string, alone bool) bool {
	words := strings.Fields(s)
	if len(words) < 2 || strings.ContainsAny(s, `\`) || !alone && strings.ContainsAny(s, "&|;<>()$`") {
		return false
	}
	// A further part of the path: /Applications/My App.app/Contents/run.
	return strings.IndexByte("/~.", words[0][0]) < 0 || !slices.ContainsFunc(words[1:], func(w string) bool {
		return strings.IndexByte(w, '/') > 0 && strings.IndexByte("-~.$\"'@&|;<>(", w[0]) < 0 && !strings.Contains(w, "://")
	})
}

// launchWords are the command and its arguments. What is not a string stands at the place of the word before it.
func launchWords(t detect.ToolView) []word {
	var words, arguments []word
	for i, f := range t.Fields {
		if f.Role == detect.RoleCommand && len(words) == 0 {
			words = append(words, whole(f, i))
		} else if f.Role == detect.RoleArgument {
			arguments = append(arguments, whole(f, i))
		}
	}
	if len(words) == 0 && len(arguments) > 0 {
		// The arguments of what a registry manifest launches have no program before them.
		words = append(words, word{field: arguments[0].field})
	}
	args := t.Definition.Get("args")
	if args == nil {
		return words
	}
	for _, item := range args.Items {
		if item.Kind == detect.NodeString && len(arguments) > 0 {
			words, arguments = append(words, arguments[0]), arguments[1:]
		} else if item.Kind == detect.NodeScalar && len(words) > 0 {
			words = append(words, word{text: item.Text, field: words[len(words)-1].field})
		}
	}
	return words
}

func whole(f detect.Field, i int) word {
	return word{text: f.Text, field: i, end: len(f.Text), open: launcher.Expands(f.Text)}
}

func (r *reading) command(t detect.ToolView, words []word, c command, depth int) {
	if c.script >= 0 && c.env == nil {
		for len(words) > 0 && isAssignment(words[0].text) {
			c.env, words, c.at = append(c.env, words[0]), words[1:], c.at+1
		}
	}
	r.more = r.more || len(r.commands) >= maxCommands
	if len(r.commands) >= maxCommands || len(words) == 0 {
		return
	}
	c.program, c.args = words[0], words[1:]
	if c.group < 0 {
		c.group = len(r.commands)
	}
	r.commands = append(r.commands, c)
	if depth >= maxNested {
		return
	}
	scripts := shellScripts(t, &c)
	for _, s := range scripts {
		r.interpret(t, s, depth+1)
	}
	if len(scripts) > 0 {
		return
	}
	if rest := started(t, &c); len(rest) > 0 {
		c.at += len(words) - len(rest)
		r.command(t, rest, c, depth+1)
	}
}

type interpreting struct {
	r             *reading
	t             detect.ToolView
	script, depth int
	found         int // found counts the simple commands of the script.
}

// add adds a simple command, and what it starts, and returns its index.
func (x *interpreting) add(words []word, c command) int {
	r := x.r
	me := len(r.commands)
	if x.found++; x.found > maxCommands {
		return me
	}
	c.script, c.group = x.script, -1
	if c.fills != "" && len(r.assigned) < maxCommands {
		r.assigned = append(r.assigned, assigned{name: c.fills, from: me})
	}
	r.command(x.t, words, c, x.depth)
	return me
}

// interpret reads a script. Long ones and those that are not well formed are cut at blanks.
func (r *reading) interpret(t detect.ToolView, s script, depth int) {
	parts := make([]string, len(s.body))
	for i, w := range s.body {
		parts[i] = w.text
	}
	s.text = strings.Join(parts, " ")
	x := &interpreting{r: r, t: t, script: len(r.scripts), depth: depth}
	r.scripts = append(r.scripts, s)
	if s.dialect != posix || len(s.text) > maxScript || !x.posix(s.body[0]) {
		r.scripts[x.script].broken = s.dialect == posix
		p := splitter{interpreting: x, dialect: s.dialect, several: len(s.body) > 1 && s.dialect == cmdExe}
		for _, w := range s.body {
			p.read(w)
		}
		p.next(false)
	}
	r.more = r.more || x.found >= maxCommands
}

func scriptReading(t detect.ToolView, s script, depth int) *reading {
	r := &reading{}
	r.interpret(t, s, depth)
	return r
}

// wordsIn are the words of a text that is one command, or nil.
func wordsIn(t detect.ToolView, w word) []word {
	if r := scriptReading(t, script{body: []word{w}}, maxNested); len(r.commands) == 1 {
		return append(r.commands[0].env, r.commands[0].words()...)
	}
	return nil
}

// assignedBy returns the variable that one of the words of a command fills, or "".
func assignedBy(words []word, slot int) string {
	if !isAssignment(words[slot].text) {
		return ""
	}
	for _, w := range words[:slot] {
		if !isAssignment(w.text) && !wordset.Has(programName(w.text), "export", "declare", "local", "readonly", "typeset") {
			return ""
		}
	}
	name, _, _ := strings.Cut(words[slot].text, "=")
	return name
}

func isAssignment(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && name != "" && (name[0] < '0' || name[0] > '9') &&
		!strings.ContainsFunc(name, func(r rune) bool { return r != '_' && (r >= 0x80 || !wordset.IsAlnum(byte(r))) })
}

// started returns the words of the command that a command starts, or nil.
func started(t detect.ToolView, c *command) []word {
	name := c.plainName()
	if name == "env" {
		if words := envString(t, c.args); words != nil {
			return words
		}
	}
	if s, ok := launcher.StarterOf(name); ok {
		if words := rest(s, c.args); !s.Runner || len(words) > 1 && startsOthers(words[0].text) {
			return words
		}
	}
	return embedded(c.args)
}

// startsOthers reports whether a package, as runners name it, starts the command after it.
func startsOthers(spec string) bool {
	c := command{program: word{text: spec}}
	name := c.plainName()
	s, starts := launcher.StarterOf(name)
	_, interprets := interpreter(name)
	return starts && (!s.Runner || s.Valued != nil) || launcher.Scripts.Has(name) || interprets ||
		name == "concurrently" || launcher.Shells.Has(name)
}

// rest returns what follows a starter's own words.
func rest(s launcher.Starter, words []word) []word {
	if s.Verbs != nil {
		if len(words) == 0 || !wordset.Has(words[0].text, s.Verbs...) {
			return nil
		}
		words = words[1:]
	}
	if s.Dashes {
		at := slices.IndexFunc(words, func(w word) bool { return wordset.Has(w.text, "--", "-c", "--command") })
		return words[cmp.Or(at+1, len(words)):]
	}
	skip := s.Skip
	for len(words) > 0 {
		switch w := words[0].text; {
		case w == "--":
			return words[1:]
		case slices.Contains(s.Valued, w) && len(words) > 1:
			words = words[2:]
		case w == "" || strings.HasPrefix(w, "-") || isAssignment(w) || w[0] == '/' && slices.Contains(switches, strings.ToLower(w[1:])):
			words = words[1:]
		case skip > 0:
			skip, words = skip-1, words[1:]
		default:
			return words
		}
	}
	return nil
}

// switches are the options of start, which begin with a slash.
var switches = []string{"b", "i", "w", "d", "min", "max", "wait", "low", "normal", "high", "separate", "shared"}

// envString cuts the string of env -S into the words that it stands for.
func envString(t detect.ToolView, args []word) []word {
	for i, a := range args {
		value := word{}
		switch {
		case wordset.Has(a.text, "-S", "--split-string") && i+1 < len(args):
			value, i = args[i+1], i+1
		case wordset.HasPrefix(a.text, "-S", "--split-string="):
			value = a.slice(t, len(a.text)-len(strings.TrimPrefix(strings.TrimPrefix(a.text, "-S"), "--split-string=")), len(a.text))
		case !strings.HasPrefix(a.text, "-") && !isAssignment(a.text):
			return nil
		}
		if words := wordsIn(t, value); value.text != "" && words != nil {
			words = append(words, args[i+1:]...)
			for len(words) > 0 && isAssignment(words[0].text) {
				words = words[1:]
			}
			return words
		}
	}
	return nil
}

// embedded finds a shell with a script among the arguments of another program, which runs it somewhere: docker exec x sh -c "…".
func embedded(args []word) []word {
	for i := range args {
		if len(args)-i < 3 || i > maxEmbedded {
			return nil
		}
		flag := args[i+1].text
		switch name := programName(args[i].text); {
		case strings.ContainsAny(args[i].text, " \n"):
		case launcher.Shells.Has(name) && strings.HasSuffix(letters(flag), "c"), name == "cmd" && wordset.Has(flag, "/c", "/C"),
			wordset.Has(name, "powershell", "pwsh") && strings.HasPrefix(flag, "-"):
			return args[i:]
		}
	}
	return nil
}
