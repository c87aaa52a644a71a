package code

import (
	"iter"
	"maps"
	"slices"
)

// unread are symbols that were kept and are read when the first of them is asked for: of most files none is, or only their names.
type unread struct {
	codec *codec
	names []string
	facts []fact
}

// exports are the symbols of a module. What nobody can have kept of its file is as if it had not been kept.
func (m *Module) exports() map[string]*symbol {
	if u := m.unread; u != nil {
		m.unread = nil
		if m.symbols = u.read(); m.symbols == nil {
			m.symbols = scanFile(m.File, m.Lang, scanOptions{worth: m.worth}).symbols
		}
	}
	return m.symbols
}

// known yields the names of the symbols of a module and what is known of each.
func (m *Module) known() iter.Seq2[string, fact] {
	return func(yield func(string, fact) bool) {
		if u := m.unread; u != nil {
			for i, name := range u.names {
				if !yield(name, u.facts[i]) {
					return
				}
			}
			return
		}
		for name, e := range m.symbols {
			if !yield(name, e.facts()) {
				return
			}
		}
	}
}

func (e *symbol) facts() (all fact) {
	for k := range factKinds {
		if ask := fact(1) << k; e.has(ask) {
			all |= ask
		}
	}
	return all
}

// symbols codes the symbols of a module, which come last: their names in order with what is known of each, and then what each says. The latter
// is left to be read.
func (c *codec) symbols(m *Module) {
	u := &unread{codec: c, names: slices.Sorted(maps.Keys(m.symbols))}
	c.strings(&u.names)
	u.facts = make([]fact, len(u.names))
	for i, name := range u.names {
		facts := 0
		if !c.Reading {
			facts = int(m.symbols[name].facts())
		}
		c.Int(&facts, 1<<factKinds-1)
		u.facts[i] = fact(facts) //nolint:gosec // it is at most that
	}
	if c.Reading {
		m.unread = u
		return
	}
	for _, name := range u.names {
		c.symbol(m.symbols[name])
	}
}

// read returns the symbols, or nil for what was not written as theirs.
func (u *unread) read() map[string]*symbol {
	all := make(map[string]*symbol, len(u.names))
	for i, name := range u.names {
		e := &symbol{}
		if u.codec.symbol(e); u.codec.Bad || e.facts() != u.facts[i] {
			return nil
		}
		all[name] = e
	}
	if u.codec.In != "" || len(all) != len(u.names) {
		return nil
	}
	return all
}
