package detect

import (
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// memo holds what is derived from one tool while it is inspected.
type memo struct {
	// mutex guards what follows: a check may read the fields of its tool side by side.
	mutex  sync.Mutex
	docs   map[int]*text.Doc
	values map[memoKey]any
}

type memoKey struct {
	owner string
	field int
}

func newMemo() *memo { return &memo{docs: map[int]*text.Doc{}, values: map[memoKey]any{}} }

// once returns the value of a key, which make makes when it is asked for first. Of two that make it at once the first one's is kept.
func once[K comparable, V any](m *memo, values map[K]V, key K, make func() V) V {
	m.mutex.Lock()
	v, ok := values[key]
	m.mutex.Unlock()
	if ok {
		return v
	}
	v = make()
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if first, ok := values[key]; ok {
		return first
	}
	values[key] = v
	return v
}
