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
	// values have what checks derived.
	values map[memoKey]any
}

type memoKey struct {
	owner string
	field int
}

// end forgets what was derived from the tool: the inspection is over.
func (m *memo) end() {
	m.mutex.Lock()
	// From here on no text is prepared for this round.
	m.round.Add(1)
	m.mutex.Unlock()
	// mostKept bounds the room for values that is kept from tool to tool.
	const mostKept = 1024
	if len(m.values) > mostKept {
		m.values = nil
	}
	clear(m.values)
	clear(m.docs)
	m.docs = m.docs[:0]
	m.room.Reset()
}

// doc returns the prepared text of field i, which exists, or nil when the inspection is over.
func (m *memo) doc(t *ToolView, i int) *text.Doc {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.round.Load() != t.round {
		return nil
	}
	if i >= len(m.docs) {
		m.docs = append(m.docs, make([]*text.Doc, len(t.Fields)-len(m.docs))...)
	}
	if m.docs[i] == nil {
		m.docs[i] = m.room.NewDoc(t.Fields[i].Text)
	}
	return m.docs[i]
}
