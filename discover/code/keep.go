package code

// What a file leaves for others is held until all files are read, and most of it is never asked for. The methods here drop what is not
// needed any more, or not twice.

// KeepStrings drops the strings of a module that keep does not want. It must be called before Link.
func (m *Module) KeepStrings(keep func(*Swept) bool) {
	s := &m.sweep
	n := 0
	for i := range s.list {
		if keep(&s.list[i]) {
			n++
		}
	}
	if n == len(s.list) {
		return
	}
	kept := swept{list: make([]Swept, 0, n), at: make([]int32, 0, n)}
	for i := range s.list {
		if !keep(&s.list[i]) {
			continue
		}
		if more := s.more[i]; more != nil {
			if kept.more == nil {
				kept.more = map[int][]int{}
			}
			kept.more[len(kept.list)] = more
		}
		kept.list, kept.at = append(kept.list, s.list[i]), append(kept.at, s.at[i])
	}
	*s = kept
}

// Release drops what only Link asks a module for. The module cannot be linked again.
func (m *Module) Release() { m.scanned = scanned{} }

// shareExports has all functions of which nothing is known but that they are some told of by one value.
func (m *Module) shareExports() {
	var plain [2]*export
	for name, e := range m.exports {
		if !e.fn || e.registered || e.code != nil || e.schema != nil || e.output != nil || len(e.text.alts)+len(e.ret.alts)+len(e.doc.alts) > 0 {
			continue
		}
		k := 0
		if e.method {
			k = 1
		}
		if plain[k] == nil {
			plain[k] = e
		}
		m.exports[name] = plain[k]
	}
}
