package detect

// WithWorkers returns an engine that uses n goroutines.
func (e *Engine) WithWorkers(n int) *Engine {
	c := e.WithFloor(0)
	c.workers = n
	return c
}

// NamesOneEditApart is oneEdit.
var NamesOneEditApart = oneEdit
