package lock

import (
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// locate returns the field of the string at a pointer, and whether it is that string and not only something near.
func (r *reporter) locate(pointer, text string) (field int, exact bool) {
	for _, i := range r.fields[pointer] {
		// The engine may have cut a long text.
		if f := r.view.Fields[i].Text; f == text || len(f) >= detect.MaxTextBytes-4 && len(f) < len(text) {
			return i, true
		}
	}
	field, _, _ = r.near(pointer)
	return field, false
}

// near returns the field that is nearest to a pointer: the one whose own pointer has most in common with it, its parent's name before
// others, and the name of the definition when none has anything.
func (r *reporter) near(pointer string) (field, start, end int) {
	best := 0
	field, start, end = nameOf(r.view)
	for i := range r.view.Fields {
		p := r.view.Fields[i].Pointer
		common := commonPath(pointer, p)
		if common == 0 {
			continue
		}
		// A name is nearer than what stands beside it.
		weight := 2 * common
		if p[common:] == "#" || p[common:] == "" {
			weight++
		}
		if weight > best {
			best, field, start, end = weight, i, 0, len(r.view.Fields[i].Text)
		}
	}
	return field, start, end
}

// commonPath returns how many bytes of two pointers are the same way.
func commonPath(a, b string) int {
	n := 0
	for i := 0; ; i++ {
		if pathEnd(a, i) && pathEnd(b, i) {
			n = i
		}
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return n
		}
	}
}

// pathEnd reports whether a name in a pointer ends before byte i.
func pathEnd(p string, i int) bool { return i >= len(p) || p[i] == '/' || p[i] == '#' }

// firstValue returns the first number, true, false or null in a value, and its pointer.
func firstValue(pointer string, n *detect.Node, depth int) (string, *detect.Node) {
	if n == nil || depth > maxLevels || len(pointer) > detect.MaxPointer {
		return pointer, nil
	}
	switch n.Kind {
	case detect.NodeScalar:
		return pointer, n
	case detect.NodeArray:
		// One way down is enough: what has no string in it is a list of numbers, or empty.
		if len(n.Items) > 0 {
			return firstValue(pointer+"/"+strconv.Itoa(0), n.Items[0], depth+1)
		}
	case detect.NodeObject:
		if len(n.Members) > 0 && n.Members[0].Name != nil {
			return firstValue(pointer+"/"+detect.PointerToken(cut(n.Members[0].Name.Text, detect.MaxPointerToken)), n.Members[0].Value, depth+1)
		}
	}
	return pointer, nil
}

// textChanges compares the texts of two views, of which one was made by hand and has no definition.
func textChanges(approved, now detect.ToolView) []FieldChange {
	changes := Fields(textsOf(approved), textsOf(now))
	for i := range changes {
		// The names of the members are pointers.
		changes[i].Pointer = detect.PointerName(strings.TrimPrefix(changes[i].Pointer, "/"))
	}
	return changes
}

// textsOf makes an object of the texts of a view, with a member for each pointer.
func textsOf(v detect.ToolView) *detect.Node {
	out := &detect.Node{Kind: detect.NodeObject}
	known := map[string]bool{}
	add := func(pointer, text string) {
		known[pointer] = true
		out.Members = append(out.Members, detect.Member{
			Name: &detect.Node{Kind: detect.NodeString, Text: pointer}, Value: &detect.Node{Kind: detect.NodeString, Text: text},
		})
	}
	for _, f := range v.Fields {
		add(f.Pointer, f.Text)
	}
	// A view made by hand may have these and no fields for them.
	for _, f := range []struct{ pointer, text string }{{"/name", v.Name}, {"/title", v.Title}, {"/description", v.Description}} {
		if !known[f.pointer] && f.text != "" {
			add(f.pointer, f.text)
		}
	}
	return out
}
