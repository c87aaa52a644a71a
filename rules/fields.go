package rules

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
)

type fields struct {
	// every is set when nothing is chosen.
	every    bool
	roles    []detect.Role
	pointers [][]string
	// commandLine is set for the command line of a launch, which is no field.
	commandLine bool
}

func newFields(words []string) *fields {
	f := &fields{every: len(words) == 0}
	for _, w := range words {
		switch {
		case w == config.RoleCommandLine:
			f.commandLine = true
		case w == config.RoleEnvName:
			f.pointers = append(f.pointers, []string{"env", "*#"})
		case w == config.RoleHeaderName:
			f.pointers = append(f.pointers, []string{"headers", "*#"})
		case strings.HasPrefix(w, "/"):
			f.pointers = append(f.pointers, strings.Split(w[1:], "/"))
		default:
			f.roles = append(f.roles, detect.Role(w))
		}
	}
	return f
}

func (f *fields) has(t detect.ToolView, i int) bool {
	field := &t.Fields[i]
	if f.every || slices.Contains(f.roles, field.Role) {
		return true
	}
	for _, p := range f.pointers {
		if fits(p, field.Pointer) {
			return true
		}
	}
	return false
}

// maxParts bounds the parts of a pointer that is compared with a glob.
const maxParts = 128

// fits reports whether a JSON pointer fits a glob, in which "*" is one part, "**" any number of parts, and "*#" the name of a member. It
// takes time in proportion to both.
func fits(glob []string, pointer string) bool {
	parts := strings.SplitN(strings.TrimPrefix(pointer, "/"), "/", maxParts)
	// at[k] says whether the first k parts of the glob fit what was read.
	at := make([]bool, len(glob)+1)
	at[0] = true
	open := func() {
		for k, g := range glob {
			if g == "**" && at[k] {
				at[k+1] = true
			}
		}
	}
	open()
	for _, part := range parts {
		next := make([]bool, len(at))
		for k, g := range glob {
			next[k+1] = next[k+1] || at[k] && g != "**" && fitsPart(g, part)
			next[k+1] = next[k+1] || at[k+1] && g == "**"
		}
		at = next
		open()
	}
	return at[len(glob)]
}

func fitsPart(glob, part string) bool {
	switch glob {
	case "*":
		return !strings.HasSuffix(part, "#")
	case "*#":
		return strings.HasSuffix(part, "#")
	}
	return glob == part
}

// commandLine is the program of a launch and its arguments, with blanks between them.
type commandLine struct {
	words
	parts []part
}

// part is where a field stands in the command line.
type part struct{ field, start int }

// commandLineOf returns nil for what starts nothing.
func commandLineOf(t detect.ToolView) *commandLine {
	if t.Kind != detect.KindLaunch {
		return nil
	}
	line, _ := t.Memo("rules.command", 0, func() any {
		var b strings.Builder
		out := &commandLine{}
		for _, role := range []detect.Role{detect.RoleCommand, detect.RoleArgument} {
			for i := range t.Fields {
				if t.Fields[i].Role != role {
					continue
				}
				if b.Len() > 0 {
					b.WriteByte(' ')
				}
				out.parts = append(out.parts, part{i, b.Len()})
				b.WriteString(t.Fields[i].Text)
			}
		}
		out.words = newWords(b.String())
		return out
	}).(*commandLine)
	if line == nil || len(line.parts) == 0 {
		return nil
	}
	return line
}

// partAt returns the part that a byte of the line is in, or the one before the blank that it is.
func (l *commandLine) partAt(at int) part {
	i, found := slices.BinarySearchFunc(l.parts, at, func(p part, at int) int { return p.start - at })
	if !found {
		i = max(i-1, 0)
	}
	return l.parts[i]
}
