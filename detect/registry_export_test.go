package detect

// MostKeys is mostKeys.
var MostKeys = mostKeys

// WithMostKeys returns a registry that compares at most n keys of a tool.
func WithMostKeys(tools []ToolView, n int) RegistryView {
	r := NewRegistry(tools)
	r.textual.once.Do(func() { r.textual.index(r, n) })
	return r
}
