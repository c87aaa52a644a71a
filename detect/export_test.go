package detect

// WithWorkers returns an engine that uses n goroutines.
func (e *Engine) WithWorkers(n int) *Engine {
	c := e.WithFloor(0)
	c.workers = n
	return c
}

// MostKeys exports keysPerTool.
var MostKeys = keysPerTool

// WithMostKeys returns a registry that compares at most n keys of a tool.
func WithMostKeys(tools []ToolView, n int) RegistryView {
	r := NewRegistry(tools)
	r.texts = func() *textIndex { return newTextIndex(r, n) }
	return r
}
