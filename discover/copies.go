package discover

import (
	"crypto/sha256"
	"encoding/binary"
	"io"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// mergeCopies leaves out each definition whose server, kind and every field equal those of one in an earlier file, and
// notes its place there. Within one file repetition is kept: it is not a snapshot.
func mergeCopies(all []derived) []Tool {
	tools := make([]Tool, 0, len(all))
	first := map[[sha256.Size]byte]int{}
	for i := range all {
		d := &all[i]
		if d.View.Kind == detect.KindFile {
			tools = append(tools, d.Tool)
			continue
		}
		key := digest(d.View)
		if i, ok := first[key]; ok && tools[i].File != d.File {
			c := d.copied(d.Texts)
			if sameNode(tools[i].View.Definition, c.View.Definition) && len(c.View.Fields) == len(tools[i].View.Fields) {
				// What is the same need not be held twice.
				c.View = tools[i].View
			}
			tools[i].Also = append(append(tools[i].Also, c), d.Also...)
			continue
		} else if !ok {
			first[key] = len(tools)
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

// sameNode reports whether two values are the same, to the order of members.
func sameNode(a, b *detect.Node) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	if a.Kind != b.Kind || a.Ref != b.Ref || a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Members) != len(b.Members) {
		return false
	}
	for i := range a.Items {
		if !sameNode(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for i := range a.Members {
		if !sameNode(a.Members[i].Name, b.Members[i].Name) || !sameNode(a.Members[i].Value, b.Members[i].Value) {
			return false
		}
	}
	return true
}

// digest hashes what a view says, each part with its length so that no two views hash alike.
func digest(v detect.ToolView) (sum [sha256.Size]byte) {
	h := sha256.New()
	put := func(s string) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		_, _ = h.Write(n[:])
		_, _ = io.WriteString(h, s)
	}
	put(string(v.Kind))
	put(v.Server)
	for _, f := range v.Fields {
		put(f.Pointer)
		put(f.Text)
	}
	h.Sum(sum[:0])
	return sum
}
