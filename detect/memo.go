package detect

import (
	"sync"
	"sync/atomic"

	"github.com/org/mcp-lint/detect/text"
)

// memo holds what is derived from one tool during its inspection. A worker uses one for all of its tools, one after another, so that the
// memory is used again; the round tells the inspections apart.
type memo struct {
	round atomic.Uint64
	// mutex guards room and docs: a check may read the fields of its tool side by side. room has the prepared texts, docs has them by field.
	mutex sync.Mutex
	room  text.Room
	docs  []*text.Doc
	// owners have what checks derived.
	owners []memoOwner
	// rest has the values of what is no field.
	rest map[memoKey]any
	// recyclers are the values that want to know when the inspection ends.
	recyclers []recycler
}

type memoOwner struct {
	name string
	// values has the values by field, of the first one alone or of all; nil means that there is none yet, and noValue stands for nil itself.
	values []any
}

type memoKey struct {
	owner string
	field int
}

// noValue is a nil that was derived.
type noValue struct{}

// recycler is a value that can be used again once nobody looks at it any more.
type recycler interface{ Recycle() }

// mostKept bounds the room for values that one owner keeps from tool to tool, mostOwners the owners that do.
const mostKept, mostOwners = 1024, 64

// end forgets what was derived from the tool: the inspection is over.
func (m *memo) end() {
	m.mutex.Lock()
	// From here on no text is prepared for this round.
	m.round.Add(1)
	m.mutex.Unlock()
	for i := range m.owners {
		o := &m.owners[i]
		clear(o.values)
		if o.values = o.values[:0]; cap(o.values) > mostKept {
			o.values = nil
		}
	}
	if len(m.owners) > mostOwners {
		m.owners = nil
	}
	for _, r := range m.recyclers {
		recycle(r)
	}
	clear(m.recyclers)
	m.recyclers, m.rest = m.recyclers[:0], nil
	clear(m.docs)
	m.docs = m.docs[:0]
	m.room.Reset()
}

// recycle tells a value that the inspection is over. One that panics is forgotten as well.
func recycle(r recycler) {
	defer func() { _ = recover() }()
	r.Recycle()
}

// doc returns the prepared text of field i, which exists, or nil when the inspection is over.
func (m *memo) doc(t *ToolView, i int) *text.Doc {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.round.Load() != t.round {
		return nil
	}
	if i >= len(m.docs) {
		m.docs = extended(m.docs, len(t.Fields))
	}
	d := m.docs[i]
	if d == nil {
		// What was prepared for comparing tools need not be prepared again.
		if i < len(t.docs) {
			d = t.docs[i].Load()
		}
		if d == nil {
			d = m.room.NewDoc(t.Fields[i].Text)
		}
		m.docs[i] = d
	}
	return d
}

// extended returns a slice with n elements, of which those beyond the old ones are zero.
func extended[T any](s []T, n int) []T {
	if n <= cap(s) {
		k := len(s)
		s = s[:n]
		clear(s[k:])
		return s
	}
	return append(make([]T, 0, n), s...)[:n]
}

func (m *memo) get(owner string, i int) (value any, ok bool) {
	for k := range m.owners {
		o := &m.owners[k]
		if o.name != owner || uint(i) >= uint(len(o.values)) {
			continue
		}
		switch v := o.values[i].(type) {
		case nil:
			return nil, false
		case noValue:
			return nil, true
		default:
			return v, true
		}
	}
	value, ok = m.rest[memoKey{owner, i}]
	return value, ok
}

// set keeps the value of field i, one of so many.
func (m *memo) set(owner string, i, fields int, value any) {
	if r, ok := value.(recycler); ok {
		m.recyclers = append(m.recyclers, r)
	}
	if i < 0 || i >= fields {
		if m.rest == nil {
			m.rest = map[memoKey]any{}
		}
		m.rest[memoKey{owner, i}] = value
		return
	}
	if value == nil {
		value = noValue{}
	}
	k := 0
	for k < len(m.owners) && m.owners[k].name != owner {
		k++
	}
	if k == len(m.owners) {
		m.owners = append(m.owners, memoOwner{name: owner})
	}
	o := &m.owners[k]
	if i >= len(o.values) {
		// Some owners keep one value, as that of the first field.
		n := 1
		if i > 0 {
			n = fields
		}
		o.values = extended(o.values, n)
	}
	o.values[i] = value
}
