package record

import (
	"encoding/json"
	"fmt"
)

const (
	// fixtureBytes is how large a file mcp-lint reads.
	fixtureBytes = 16 << 20
	// indented is how deep values are indented; real schemas stay below it.
	indented = 40
)

// Fixture returns the recording as a document that a scan reads: what the server says of itself, then its lists with the items as they were
// sent. The same answers make the same bytes. notes say what is not as it was sent, and why.
func (r *Recording) Fixture() (data []byte, notes []string, err error) {
	p := r.print(indented)
	if p.Len() > fixtureBytes {
		p = r.print(2)
	}
	if p.Len() > fixtureBytes {
		return nil, nil, fmt.Errorf("what the server says is longer than %s, which is all that a scan reads of a file", size(fixtureBytes))
	}
	if p.replaced > 0 {
		notes = append(notes, some(p.replaced, "byte")+" that are no UTF-8 were written as U+FFFD, as clients read them")
	}
	return p.Bytes(), notes, nil
}

func (r *Recording) print(deepest int) *printer {
	p := &printer{deepest: deepest}
	p.WriteByte('{')
	p.depth++
	first := true
	member := func(name string, value []byte) {
		p.name(name, first)
		first = false
		p.value(value)
	}
	for _, f := range r.about {
		member(f.name, f.value)
	}
	for _, l := range r.Lists {
		if l.Listed {
			p.name(l.member, first)
			first = false
			p.list(l.Items)
		}
	}
	if len(r.others) > 0 {
		p.name("otherMembers", first)
		first = false
		p.fields(r.others)
	}
	if missing := r.Missing(); len(missing) > 0 {
		p.name("partial", first)
		p.partial(missing)
	}
	p.depth--
	p.line()
	p.WriteString("}\n")
	return p
}

func (p *printer) list(items []json.RawMessage) {
	if len(items) == 0 {
		p.WriteString("[]")
		return
	}
	p.within('[', ']', func() {
		for i, item := range items {
			if i > 0 {
				p.WriteByte(',')
			}
			p.line()
			p.value(item)
		}
	})
}

func (p *printer) fields(fields []field) {
	p.within('{', '}', func() {
		for i, f := range fields {
			p.name(f.name, i == 0)
			p.value(f.value)
		}
	})
}

// partial marks a record that is not of everything. The reasons are in words of ours: none of a server's are put beside its texts.
func (p *printer) partial(missing []Missing) {
	p.within('{', '}', func() {
		for i, m := range missing {
			p.name(m.Method, i == 0)
			p.quoted(m.Reason)
		}
	})
}
