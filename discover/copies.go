package discover

import (
	"crypto/sha256"
	"io"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// mergeCopies leaves out each definition whose server, kind and every field equal those of one in an earlier file, and
// notes its place there. Within one file repetition is kept: it is not a snapshot.
func mergeCopies(all []derived) []Tool {
	tools := make([]Tool, 0, len(all))
	apart := !slices.ContainsFunc(all, func(d derived) bool { return d.File != all[0].File })
	first := map[[sha256.Size]byte]int{} // the index of the first tool that says so
	for i := range all {
		d := &all[i]
		if apart || d.View.Kind == detect.KindFile {
			tools = append(tools, d.Tool)
			continue
		}
		key := saying(&d.View)
		i, ok := first[key]
		if !ok {
			first[key] = len(tools)
		}
		if ok && tools[i].File != d.File {
			c := d.copied(d.Texts)
			if sameNode(tools[i].View.Definition, c.View.Definition) && len(c.View.Fields) == len(tools[i].View.Fields) {
				// What is the same need not be held twice.
				c.View = tools[i].View
			}
			tools[i].Also = append(append(tools[i].Also, c), d.Also...)
			continue
		}
		tools = append(tools, d.Tool)
	}
	return tools
}

// copied returns a definition as a copy of another one; texts are what it says of the fields of that one.
func (d *derived) copied(texts []source.Text) Copy {
	c := Copy{File: d.File, Span: d.Span, Texts: texts, Shape: d.Shape, Class: d.Class, View: d.View, Own: d.Texts, Scalars: d.Scalars}
	if d.joined {
		c.View.Fields, c.Own = c.View.Fields[:d.own:d.own], c.Own[:d.own:d.own]
	}
	return c
}

func sameNode(a, b *detect.Node) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	return a.Kind == b.Kind && a.Ref == b.Ref && a.Text == b.Text && slices.EqualFunc(a.Items, b.Items, sameNode) &&
		slices.EqualFunc(a.Members, b.Members, func(m, n detect.Member) bool { return sameNode(m.Name, n.Name) && sameNode(m.Value, n.Value) })
}

// saying is a digest of what a view says: its kind, its server, and its fields, each part with its length.
func saying(v *detect.ToolView) (sum [sha256.Size]byte) {
	h := sha256.New()
	put := func(s string) {
		number(h, len(s))
		_, _ = io.WriteString(h, s)
	}
	put(string(v.Kind))
	put(v.Server)
	for i := range v.Fields {
		put(v.Fields[i].Pointer)
		put(v.Fields[i].Text)
	}
	h.Sum(sum[:0])
	return sum
}
