package discover

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// mergeCopies leaves out definitions whose server, kind and fields equal those of one in an earlier file, and notes their places there.
func mergeCopies(all []derived) []Tool {
	tools := make([]Tool, 0, len(all))
	first := map[[sha256.Size]byte]int{} // the index of the first tool with such texts
	for i := range all {
		d := &all[i]
		if d.View.Kind != detect.KindFile {
			key := textsOf(&d.View)
			k, ok := first[key]
			if ok && tools[k].File != d.File {
				tools[k].Also = append(append(tools[k].Also, d.copied(d.Texts)), d.Also...)
				continue
			}
			if !ok {
				first[key] = len(tools)
			}
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

// textsOf is a digest of what a view says: its kind, its server, and its fields, each part with its length.
func textsOf(v *detect.ToolView) (sum [sha256.Size]byte) {
	h := sha256.New()
	var buf []byte
	put := func(s string) {
		buf = append(binary.BigEndian.AppendUint64(buf[:0], uint64(len(s))), s...)
		_, _ = h.Write(buf)
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

// identity is what makes two definitions of one package the same one, whatever their schemas.
type identity struct {
	pack *pack
	kind detect.Kind
	name string
}

func (d *derived) identity() identity { return identity{d.pack, d.View.Kind, d.View.Name} }

// packageShapes are shapes of manifests that are of the package they lie in although they name a server: its bundle, its entry in a registry.
var packageShapes = wordset.Of("mcpb server.json smithery")

// mergeSnapshots joins what source code defines with what is repeated of it in manifests and in built files of the same package:
// snapshots of a test, a generated list, a bundle's manifest. One with the same name and description is a copy, of which
// the code is the original; one with another description stays, but as a tool of the same server, which does not shadow itself.
func mergeSnapshots(all []derived) []derived {
	byIdentity := map[identity][]int{}
	for i := range all {
		if d := &all[i]; d.Code && d.View.Name != "" {
			byIdentity[d.identity()] = append(byIdentity[d.identity()], i)
		}
	}
	if len(byIdentity) == 0 {
		return all
	}
	for _, list := range byIdentity {
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(all[a].weight(), all[b].weight()) })
	}
	adoptServers(all, byIdentity)
	gone := make([]bool, len(all))
	for i := range all {
		if k := original(all, byIdentity[all[i].identity()], i); k >= 0 && !gone[k] {
			all[k].join(&all[i])
			gone[i] = true
		}
	}
	kept := all[:0]
	for i := range all {
		if !gone[i] {
			// Every copy has a text for each field, empty where another copy brought the field.
			for k := range all[i].Also {
				c := &all[i].Also[k]
				c.Texts = append(c.Texts, make([]source.Text, max(len(all[i].View.Fields)-len(c.Texts), 0))...)
			}
			kept = append(kept, all[i])
		}
	}
	return kept
}

// adoptServers gives what manifests define the server of the code: when their own comes from their path and the code defines one of their
// tools, when a document with another one repeats the tools of the code, as server cards do, and when it describes the only server of its
// package.
func adoptServers(all []derived, byIdentity map[identity][]int) {
	type family struct {
		pack   *pack
		origin origin
		file   *source.File
	}
	families := map[family][]*derived{}
	servers := map[*pack][]string{}
	for i := range all {
		d := &all[i]
		if known := servers[d.pack]; d.Code && d.Class == ClassNone && len(known) < 2 && !slices.Contains(known, d.View.Server) {
			servers[d.pack] = append(known, d.View.Server)
		}
		of := family{d.pack, d.origin, nil}
		if d.origin.name == "" {
			of.file = d.File
		}
		if !d.Code {
			families[of] = append(families[of], d)
		}
	}
	for of, members := range families {
		repeated := 0
		for _, d := range members {
			if slices.ContainsFunc(byIdentity[d.identity()], func(k int) bool { return sameWords(&all[k], d) }) {
				repeated++
			}
		}
		if repeats := repeated > 1 && 2*repeated >= len(members); of.origin.name == "" && !repeats {
			members = slices.DeleteFunc(members, func(d *derived) bool { return !packageShapes[d.Shape] })
		}
		server := ""
		for _, d := range members {
			if list := byIdentity[d.identity()]; len(list) > 0 {
				server = cmp.Or(server, all[list[0]].View.Server)
			}
		}
		if only := servers[of.pack]; len(only) == 1 && len(members) == 1 {
			// What a document beside the manifest of a package says of its server.
			if d := members[0]; packageShapes[d.Shape] && d.View.Kind == detect.KindServer && d.beside {
				server = only[0]
			}
		}
		for _, d := range members {
			d.View.Server = cmp.Or(server, d.View.Server)
		}
	}
}

func sameWords(a, b *derived) bool {
	return strings.TrimSpace(a.View.Description) == strings.TrimSpace(b.View.Description)
}

// original returns the index of what the definition at i is a copy of, or -1: the first of its server with its description.
func original(all []derived, list []int, i int) int {
	d := &all[i]
	at := slices.IndexFunc(list, func(k int) bool { return all[k].View.Server == d.View.Server && sameWords(&all[k], d) })
	if at < 0 || list[at] == i || all[list[at]].File == d.File || d.Code && !d.built {
		return -1
	}
	return list[at]
}

// weight orders definitions of one tool by how much they are the original: the least is.
func (d *derived) weight() int {
	n := 0
	if d.Class != ClassNone {
		n += 2
	}
	if d.built {
		n++
	}
	return n
}

// join makes c a copy of d. Fields that only the copy has, or has with another text, are added to d, so that they are looked at.
func (d *derived) join(c *derived) {
	if !d.joined {
		d.joined, d.own = true, len(d.View.Fields)
	}
	texts := make([]source.Text, len(d.View.Fields))
	at := make(map[string][]int, len(d.View.Fields))
	for i, f := range d.View.Fields {
		at[f.Pointer] = append(at[f.Pointer], i)
	}
	fields := slices.Clip(d.View.Fields)
	own := slices.Clip(d.Texts)
	for j, f := range c.View.Fields {
		k := slices.IndexFunc(at[f.Pointer], func(i int) bool { return fields[i].Text == f.Text })
		if k >= 0 {
			i := at[f.Pointer][k]
			texts[i] = c.Texts[j]
			at[f.Pointer] = slices.Delete(at[f.Pointer], k, k+1)
			continue
		}
		fields, own, texts = append(fields, f), append(own, c.Texts[j]), append(texts, c.Texts[j])
	}
	d.View.Fields, d.Texts = fields, own
	d.Also = append(d.Also, c.copied(texts))
}
