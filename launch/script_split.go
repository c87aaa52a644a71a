package launch

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// splitter cuts a text at blanks and at what separates commands, as cmd.exe and PowerShell do in the main. It also reads the scripts of
// other shells that are not well formed.
type splitter struct {
	t       detect.ToolView
	dialect dialect
	// several is set when the script is many words, each one word of a command whatever blanks it has.
	several bool
	found   []simple
}

// quotes are the characters that quote, and escape the one that makes the next character stand for itself, in a dialect.
func (d dialect) quotes() (quotes string, escape byte) {
	switch d {
	case cmdExe:
		return `"`, '^'
	case powershell:
		return `"'`, '`'
	default:
		return `"'`, '\\'
	}
}

func (p *splitter) next(piped bool) {
	if len(p.found) >= maxCommands {
		return
	}
	c := simple{piped: piped, inside: -1}
	if piped {
		c.feedFrom, c.feedTo = len(p.found)-1, len(p.found)
	}
	p.found = append(p.found, c)
}

func (p *splitter) add(w word) {
	if len(p.found) == 0 {
		p.next(false)
	}
	quotes, escape := p.dialect.quotes()
	base, literal := w.literal(p.t)
	var b strings.Builder
	from, quote := -1, byte(0)
	flush := func(to int) {
		if from < 0 {
			return
		}
		text := b.String()
		piece := word{text: text, field: w.field, start: w.start, end: w.end, open: expands(text) || strings.ContainsAny(text, "$`")}
		if literal {
			piece.start, piece.end = base+from, base+to
		}
		last := &p.found[len(p.found)-1]
		last.words = append(last.words, piece)
		b.Reset()
		from = -1
	}
	s := w.text
	// cmd would cut an address at "&" too; the author wrote one word.
	address := p.several && strings.Contains(s, "://")
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				b.WriteByte(c)
			}
		case c == escape && i+1 < len(s) && (p.dialect != posix || strings.IndexByte(" \t\"'\\$&|;", s[i+1]) >= 0):
			if from < 0 {
				from = i
			}
			i++
			if s[i] != '\n' {
				b.WriteByte(s[i])
			}
		case !p.several && strings.IndexByte(quotes, c) >= 0:
			quote = c
			if from < 0 {
				from = i
			}
		case (c == ' ' || c == '\t' || c == '\r') && !p.several:
			flush(i)
		case c == '&' && i > 0 && (s[i-1] == '>' || s[i-1] == '<'):
			b.WriteByte(c)
		case (c == '&' || c == '|') && !(address && c == '&') || c == '\n' || c == ';' && p.dialect != cmdExe && !p.several:
			flush(i)
			double := i+1 < len(s) && s[i+1] == c
			if double {
				i++
			}
			p.next(c == '|' && !double)
		default:
			if from < 0 {
				from = i
			}
			b.WriteByte(c)
		}
	}
	flush(len(s))
}

// commands are the simple commands that have words. Feeds of those without are lost.
func (p *splitter) commands() []simple {
	at := make([]int, len(p.found)+1)
	var out []simple
	for i, c := range p.found {
		at[i] = len(out)
		if len(c.words) == 0 {
			continue
		}
		c.feedFrom, c.feedTo = at[c.feedFrom], at[c.feedTo]
		if c.piped {
			c.feedTo = len(out)
		}
		out = append(out, c)
	}
	return out
}
