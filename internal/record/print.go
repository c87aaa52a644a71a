package record

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/asciijson"
)

// printer writes JSON as it was sent, but indented, and with every character that a reader cannot see as an escape: it means the same. A
// re-encoding would lose names that stand twice and how numbers are spelled.
type printer struct {
	bytes.Buffer
	// depth is how deep the next value stands, and deepest how far values are indented; what is deeper stays on one line, or indentation
	// would make megabytes of a few kilobytes of brackets.
	depth, deepest int
	// replaced counts bytes that are no UTF-8, which no client can take for anything but U+FFFD.
	replaced int
}

// line begins a new line, where values are indented at all.
func (p *printer) line() {
	if p.depth > p.deepest {
		return
	}
	p.WriteByte('\n')
	for range p.depth {
		p.WriteString("  ")
	}
}

// within writes brackets around what inside writes one level deeper.
func (p *printer) within(open, end byte, inside func()) {
	p.WriteByte(open)
	p.depth++
	inside()
	p.depth--
	p.line()
	p.WriteByte(end)
}

// name writes the name of a member, after a comma unless it is the first.
func (p *printer) name(name string, first bool) {
	if !first {
		p.WriteByte(',')
	}
	p.line()
	p.quoted(name)
	p.WriteString(": ")
}

// quoted writes a string of ours.
func (p *printer) quoted(s string) {
	data, err := json.Marshal(s)
	if err != nil {
		data = []byte(`""`)
	}
	p.value(data)
}

// value writes a value, which is valid JSON.
func (p *printer) value(raw []byte) {
	for i := 0; i < len(raw); {
		switch c := raw[i]; c {
		case ' ', '\t', '\n', '\r':
			i++
		case '{', '[':
			p.WriteByte(c)
			i = blank(raw, i+1)
			if i < len(raw) && (raw[i] == '}' || raw[i] == ']') {
				p.WriteByte(raw[i])
				i++
				continue
			}
			p.depth++
			p.line()
		case '}', ']':
			closes := p.depth <= p.deepest
			p.depth--
			if closes {
				p.line()
			}
			p.WriteByte(c)
			i++
		case ',':
			p.WriteByte(c)
			p.line()
			i++
		case ':':
			p.WriteString(": ")
			i++
		case '"':
			i = p.text(raw, i)
		default:
			p.WriteByte(c)
			i++
		}
	}
}

// blank returns where the white space at i ends.
func blank(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\t' || raw[i] == '\n' || raw[i] == '\r') {
		i++
	}
	return i
}

// text writes the string at i and returns where it ends.
func (p *printer) text(raw []byte, i int) int {
	start := i
	for i++; i < len(raw) && raw[i] != '"'; {
		if raw[i] == '\\' {
			i += 2
			continue
		}
		r, n := utf8.DecodeRune(raw[i:])
		// The log of GitHub's runner takes "##[" for a command wherever it stands.
		command := r == '[' && bytes.HasSuffix(raw[start:i], []byte("##"))
		if r == utf8.RuneError && n == 1 || command || r >= 0x7F && text.Invisible(r) {
			p.Write(raw[start:i])
			p.escape(r, n)
			start = i + n
		}
		i += n
	}
	i = min(i+1, len(raw))
	p.Write(raw[start:i])
	return i
}

func (p *printer) escape(r rune, n int) {
	if r == utf8.RuneError && n == 1 {
		p.replaced++
	}
	p.Write(asciijson.AppendEscape(p.AvailableBuffer(), r))
}
