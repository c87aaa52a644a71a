package code

// What a file leaves for others is held until all files are read, and most of it is never asked for.

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
