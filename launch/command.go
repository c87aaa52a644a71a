package launch

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

const (
	// maxCommands and maxNested bound the commands of one launch and how deep scripts and starting programs nest. Real launches have
	// three commands at most.
	maxCommands = 256
	maxNested   = 6
)

func (r *reading) run(t detect.ToolView) {
	words := launchWords(t)
	if len(words) == 0 {
		return
	}
	if line(words[0].text, len(words) == 1) {
		// Some clients hand a command that is one string to a shell, or cut it at blanks.
		if len(words) == 1 {
			r.interpret(t, script{body: words, dialect: posix}, 0)
			return
		}
		if found, ok := parsed(t, words[0]); ok && len(found) == 1 && len(found[0].words) > 0 {
			words = append(found[0].words, words[1:]...)
		}
	}
	r.command(t, words, command{script: -1, group: -1, inside: -1}, 0)
}

// line reports whether a command is a line of several words and no path with blanks. One that has arguments beside it must be plain.
func line(s string, alone bool) bool {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, `\`) || !alone && strings.ContainsAny(s, "&|;<>()$`") {
		return false
	}
	words := strings.Fields(s)
	if len(words) < 2 {
		return false
	}
	if words[0][0] != '/' && words[0][0] != '~' && words[0][0] != '.' {
		return true
	}
	for _, w := range words[1:] {
		// A further part of the path: /Applications/My App.app/Contents/run.
		if at := strings.IndexByte(w, '/'); at > 0 && strings.IndexByte("-~.$\"'@&|;<>(", w[0]) < 0 && !strings.Contains(w, "://") {
			return false
		}
	}
	return true
}

// launchWords are the command and its arguments. What is no string stands at the place of the word before it.
func launchWords(t detect.ToolView) []word {
	var words []word
	var arguments []int
	for i, f := range t.Fields {
		switch f.Role {
		case detect.RoleCommand:
			if len(words) == 0 {
				words = append(words, whole(f, i))
			}
		case detect.RoleArgument:
			arguments = append(arguments, i)
		}
	}
	if len(words) == 0 && len(arguments) > 0 {
		// The arguments of what a registry manifest launches have no program before them.
		words = append(words, word{field: arguments[0]})
	}
	next := 0
	args := t.Definition.Get("args")
	if args == nil {
		return words
	}
	for _, item := range args.Items {
		switch {
		case item.Kind == detect.NodeString && next < len(arguments):
			words = append(words, whole(t.Fields[arguments[next]], arguments[next]))
			next++
		case item.Kind == detect.NodeScalar && len(words) > 0:
			words = append(words, word{text: item.Text, field: words[len(words)-1].field})
		}
	}
	return words
}

func whole(f detect.Field, i int) word {
	return word{text: f.Text, field: i, end: len(f.Text), open: expands(f.Text)}
}

// expands reports whether a client or a shell replaces a part of the word.
func expands(s string) bool {
	return strings.Contains(s, "${") || strings.Contains(s, "{env:") || strings.Contains(s, "{{") || strings.Count(s, "%") > 1
}

func (r *reading) command(t detect.ToolView, words []word, c command, depth int) {
	if c.script >= 0 && c.env == nil {
		for len(words) > 0 && isAssignment(words[0].text) {
			c.env, words, c.at = append(c.env, words[0]), words[1:], c.at+1
		}
	}
	if len(r.commands) >= maxCommands {
		r.more = true
		return
	}
	if len(words) == 0 {
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
	if scripts := shellScripts(t, &c); len(scripts) > 0 {
		for _, s := range scripts {
			r.interpret(t, s, depth+1)
		}
		return
	}
	rest := started(t, &c)
	if len(rest) == 0 {
		return
	}
	c.at += len(words) - len(rest)
	r.command(t, rest, c, depth+1)
}

func (r *reading) interpret(t detect.ToolView, s script, depth int) {
	at := len(r.scripts)
	r.scripts = append(r.scripts, s)
	found, text, broken := s.commands(t)
	r.more = r.more || len(found) >= maxCommands
	r.scripts[at].text, r.scripts[at].broken = text, broken
	r.scripts[at].wrapper = len(found) == 1 && !broken && len(found[0].words) > 0
	// places are the indices in r.commands of the simple commands.
	places := make([]int, len(found)+1)
	for i, f := range found {
		places[i] = len(r.commands)
		c := command{script: at, group: -1, piped: f.piped, feedFrom: places[f.feedFrom], feedTo: places[f.feedTo], inside: -1, slot: f.slot, redirects: f.redirects}
		if f.inside >= 0 {
			c.inside = places[f.inside]
			if name := assignedBy(found[f.inside], f.slot); name != "" && len(r.assigned) < maxCommands {
				r.assigned = append(r.assigned, assigned{name: name, from: len(r.commands)})
			}
		}
		r.command(t, f.words, c, depth)
	}
}

// scriptReading reads a script by itself.
func scriptReading(t detect.ToolView, s script, depth int) *reading {
	r := &reading{}
	r.interpret(t, s, depth)
	return r
}

// assignedBy returns the variable that word slot of a command fills, or "".
func assignedBy(s simple, slot int) string {
	if slot < 0 || slot >= len(s.words) || !isAssignment(s.words[slot].text) {
		return ""
	}
	for _, w := range s.words[:slot] {
		if first := programName(w.text); !isAssignment(w.text) && !isOneOf(first, "export", "declare", "local", "readonly", "typeset") {
			return ""
		}
	}
	name, _, _ := strings.Cut(s.words[slot].text, "=")
	return name
}

func isAssignment(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && name != "" && (name[0] < '0' || name[0] > '9') && !strings.ContainsFunc(name, func(r rune) bool { return r != '_' && (r >= 0x80 || !isAlnum(byte(r))) })
}
