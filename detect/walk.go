package detect

import "sync"

// walker cuts a definition into fields.
type walker struct {
	cuts  []CapHit
	depth int
	// nodes counts the values that were looked at; full means that no further one will be.
	nodes int
	full  bool
	// bytes are those of the strings that became fields, pointers those that their pointers have above frugalPointer.
	bytes, pointers int
	walkerRoom
}

// walkerRoom is what walkers leave to one another.
type walkerRoom struct {
	// fields are those found, without their pointers, which follow one another in written and end at the bytes that ends has.
	fields  []Field
	written []byte
	ends    []int
	// path has the pointers of the places that the walker is in; way has their tokens, and sums the hashes of the first hashed ones.
	path   []byte
	way    []string
	sums   []uint64
	hashed int
}

// walkers keeps those that have done their work. One with room for more than largestWalk bytes of pointers is let go.
var walkers = sync.Pool{New: func() any { return &walker{} }}

const largestWalk = 256 << 10

// found returns what the walk has found and the bounds it has reached, and leaves the walker to the next one.
func (w *walker) found() (fields []Field, cuts []CapHit) {
	if len(w.fields) > 0 {
		fields = append(make([]Field, 0, len(w.fields)), w.fields...)
	}
	// All pointers are parts of one string.
	all, from := string(w.written), 0
	for i, end := range w.ends {
		fields[i].Pointer, from = all[from:end], end
	}
	cuts = w.cuts
	if cap(w.written)+cap(w.path) <= largestWalk {
		clear(w.fields)
		clear(w.way[:cap(w.way)])
		*w = walker{walkerRoom: walkerRoom{
			fields: w.fields[:0], written: w.written[:0], ends: w.ends[:0], path: w.path[:0], way: w.way[:0], sums: w.sums[:0],
		}}
		walkers.Put(w)
	}
	return fields, cuts
}

func (w *walker) emit(p place, n *Node) { w.emitAt(p, "", n) }

// emitAt adds the string of a node as a field whose pointer is that of the place and suffix.
func (w *walker) emitAt(p place, suffix string, n *Node) {
	if len(w.fields) >= MaxFields {
		w.hit(CapFields, place{}, "", MaxFields, MaxFields+1)
		w.full = true
		return
	}
	if w.bytes += len(n.Text); w.bytes > MaxDefinitionBytes {
		w.hit(CapBytes, p, suffix, MaxDefinitionBytes, w.bytes)
		w.full = true
		return
	}
	w.pointers += max(p.end-p.start+len(suffix)-frugalPointer, 0)
	w.written = append(append(w.written, w.path[p.start:p.end]...), suffix...)
	w.ends = append(w.ends, len(w.written))
	w.fields = append(w.fields, Field{Text: n.Text, Role: p.role, Parameter: p.parameter, Output: p.output, Ref: n.Ref})
}

func (w *walker) name(p place, m Member, r Role) { w.emitAt(p.as(r), "#", m.Name) }
