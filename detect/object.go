package detect

import "slices"

// ObjectsTo reports whether a check finds fault with a name by itself: with a tool that is called so and of which nothing else is known.
// Notes are no faults.
func (e *Engine) ObjectsTo(name string) bool {
	word := func(s string) *Node { return &Node{Kind: NodeString, Text: s} }
	view := NewView(KindTool, "", &Node{Kind: NodeObject, Members: []Member{{Name: word("name"), Value: word(name)}}})
	return slices.ContainsFunc(e.Scan([]ToolView{view}).Findings, func(f Finding) bool {
		return slices.ContainsFunc(f.Signals, func(s Signal) bool { return !s.Note })
	})
}
