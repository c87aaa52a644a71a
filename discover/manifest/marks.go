package manifest

import "github.com/org/mcp-lint/discover/source"

// marks remembers what was done with nodes: in which senses they were walked, and whether they were listed. Those with a number are looked
// up by it.
type marks struct {
	slots []slot
	// seen keeps an alias that is used many times from being walked many times; given keeps a node from being listed twice.
	seen  map[visit]bool
	given map[*source.Node]bool
}

// slot holds what is known of one node.
type slot struct {
	node *source.Node
	// seen has a bit for each sense of a visit.
	seen  uint16
	given bool
}

// slot returns the slot of a node, or nil when it has none of its own.
func (m *marks) slot(n *source.Node) *slot {
	if n == nil || n.Num == 0 {
		return nil
	}
	i := int(n.Num) - 1
	if i >= len(m.slots) {
		m.slots = append(m.slots, make([]slot, i+1-len(m.slots))...)
	}
	s := &m.slots[i]
	if s.node == nil {
		s.node = n
	}
	if s.node != n {
		return nil // a copy of the node, or one of another document
	}
	return s
}

// visits notes a visit and reports whether it is the first one.
func (m *marks) visits(v visit) bool {
	if s := m.slot(v.node); s != nil {
		bit := uint16(1) << (2 * v.list)
		if v.root {
			bit <<= 1
		}
		first := s.seen&bit == 0
		s.seen |= bit
		return first
	}
	if m.seen[v] {
		return false
	}
	if m.seen == nil {
		m.seen = map[visit]bool{}
	}
	m.seen[v] = true
	return true
}

// isGiven reports whether a node was listed.
func (m *marks) isGiven(n *source.Node) bool {
	if s := m.slot(n); s != nil {
		return s.given
	}
	return m.given[n]
}

// give notes that a node is listed.
func (m *marks) give(n *source.Node) {
	if s := m.slot(n); s != nil {
		s.given = true
		return
	}
	if m.given == nil {
		m.given = map[*source.Node]bool{}
	}
	m.given[n] = true
}
