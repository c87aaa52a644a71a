package detect

// walker cuts a definition into fields.
type walker struct {
	fields []Field
	cuts   []CapHit
	depth  int
	// nodes counts the values that were looked at; full means that no further one will be.
	nodes int
	full  bool
	// bytes are those of the strings that became fields, pointers those that their pointers have above frugalPointer.
	bytes, pointers int
}

func (w *walker) emit(p place, n *Node) { w.emitAt(p, "", n) }

// emitAt adds the string of a node as a field whose pointer is that of the place and suffix.
func (w *walker) emitAt(p place, suffix string, n *Node) {
	if len(w.fields) >= MaxFields {
		w.hit(CapFields, "", MaxFields, MaxFields+1)
		w.full = true
		return
	}
	pointer := p.pointer + suffix
	if w.bytes += len(n.Text); w.bytes > MaxDefinitionBytes {
		w.hit(CapBytes, pointer, MaxDefinitionBytes, w.bytes)
		w.full = true
		return
	}
	w.pointers += max(len(pointer)-frugalPointer, 0)
	w.fields = append(w.fields, Field{Pointer: pointer, Text: n.Text, Role: p.role, Parameter: p.parameter, Output: p.output, Ref: n.Ref})
}

func (w *walker) name(p place, m Member, r Role) { w.emitAt(p.as(r), "#", m.Name) }
