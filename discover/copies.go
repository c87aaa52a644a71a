package discover

import (
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// mergeCopies leaves out each definition whose server, kind and every field equal those of one in an earlier file, and
// notes its place there. Within one file repetition is kept: it is not a snapshot.
func mergeCopies(all []derived) []Tool {
	tools := make([]Tool, 0, len(all))
	apart := !slices.ContainsFunc(all, func(d derived) bool { return d.File != all[0].File })
	known := sayings{seed: maphash.MakeSeed(), first: map[uint64]int{}}
	for i := range all {
		d := &all[i]
		if apart || d.View.Kind == detect.KindFile {
			tools = append(tools, d.Tool)
			continue
		}
		if i, ok := known.add(tools, &d.View); ok && tools[i].File != d.File {
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

// sayings finds the first of the tools that says the same as another one.
type sayings struct {
	seed maphash.Seed
	// first is the index of the first tool by the hash of what it says; next leads to those that only share a hash.
	first map[uint64]int
	next  map[int]int
}

// add returns the index of the first tool that says what v says. When there is none, v is noted as the one that is added to tools next.
func (s *sayings) add(tools []Tool, v *detect.ToolView) (i int, ok bool) {
	key := s.hash(v)
	i, ok = s.first[key]
	if !ok {
		s.first[key] = len(tools)
		return 0, false
	}
	for !sameSaying(&tools[i].View, v) {
		more, ok := s.next[i]
		if !ok {
			if s.next == nil {
				s.next = map[int]int{}
			}
			s.next[i] = len(tools)
			return 0, false
		}
		i = more
	}
	return i, true
}

// hash hashes what a view says, each part with its length.
func (s *sayings) hash(v *detect.ToolView) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	put := func(s string) {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(s)))
		_, _ = h.Write(n[:])
		_, _ = h.WriteString(s)
	}
	put(string(v.Kind))
	put(v.Server)
	for i := range v.Fields {
		put(v.Fields[i].Pointer)
		put(v.Fields[i].Text)
	}
	return h.Sum64()
}

// sameSaying reports whether two views say the same.
func sameSaying(a, b *detect.ToolView) bool {
	return a.Kind == b.Kind && a.Server == b.Server && slices.EqualFunc(a.Fields, b.Fields, func(f, g detect.Field) bool {
		return f.Pointer == g.Pointer && f.Text == g.Text
	})
}
