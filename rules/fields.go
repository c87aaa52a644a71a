package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
)

type fields struct {
	// every is set when nothing is chosen.
	every    bool
	roles    []detect.Role
	pointers []*regexp.Regexp
	// commandLine is set for the command line of a launch, which is not a field.
	commandLine bool
}

func newFields(words []string) *fields {
	f := &fields{every: len(words) == 0}
	for _, w := range words {
		switch {
		case w == config.RoleCommandLine:
			f.commandLine = true
		case w == config.RoleEnvName:
			f.pointers = append(f.pointers, globOf("env/*#"))
		case w == config.RoleHeaderName:
			f.pointers = append(f.pointers, globOf("headers/*#"))
		case strings.HasPrefix(w, "/"):
			f.pointers = append(f.pointers, globOf(w[1:]))
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
	return slices.ContainsFunc(f.pointers, func(p *regexp.Regexp) bool { return p.MatchString("/" + strings.TrimPrefix(field.Pointer, "/")) })
}

// globOf compiles a glob of JSON pointers, in which "*" is one part, "**" any number of parts, and "*#" the name of a member.
func globOf(glob string) *regexp.Regexp {
	var b strings.Builder
	for part := range strings.SplitSeq(glob, "/") {
		switch part {
		case "**":
			b.WriteString(`(?:/[^/]*)*`)
		case "*":
			b.WriteString(`/(?:[^/]*[^/#])?`)
		case "*#":
			b.WriteString(`/[^/]*#`)
		default:
			b.WriteString("/" + regexp.QuoteMeta(part))
		}
	}
	return regexp.MustCompile(`^` + b.String() + `$`)
}

// commandLine is the program of a launch and its arguments, with blanks between them.
type commandLine struct {
	words
	parts []part
}

// part is the place of a field in the command line.
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
