package discover

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// nameTools names the servers of all definitions and returns the tools with their copies, and the loose strings.
func nameTools(w *walker, k *classified) (tools, loose []Tool) {
	for i := range k.loose {
		d := &k.loose[i]
		if d.Code {
			name, from := k.homes.server(d.pack, d.File)
			d.View.Server, d.View.Shipped = cmp.Or(d.tree.server, from.name, name), d.tree.depth > 0 || d.tree.server != ""
		}
		loose = append(loose, d.Tool)
	}
	for i := range k.tools {
		d := &k.tools[i]
		switch {
		case d.tree != nil && d.tree.server != "":
			d.View.Server, d.origin = d.tree.server, origin{}
		case d.Code && d.View.Server == "":
			d.View.Server, d.origin = k.homes.server(d.pack, d.File)
		}
		if d.pack != nil {
			d.beside = d.pack.manifests > 0 && path.Dir(d.File.Rel) == path.Clean(w.rootRel(d.tree, d.pack.dir))
			d.pack = k.homes.of(d.pack)
		}
	}
	slices.SortStableFunc(k.tools, func(a, b derived) int { return cmp.Compare(a.order, b.order) })
	nameServers(k.tools)
	return mergeCopies(mergeSnapshots(k.tools)), loose
}

// nameServers gives tools without a server the name of their origin, with as many folders in front as distinguish equal ones.
func nameServers(all []derived) {
	keys, below := map[string][]string{}, map[string]string{}
	for i := range all {
		if o := all[i].origin; o.name != "" {
			keys[o.name] = append(keys[o.name], o.key)
			below[o.key] = o.below()
		}
	}
	names := map[[2]string]string{}
	for name, list := range keys {
		slices.Sort(list)
		list = slices.Compact(list)
		short := make([]string, len(list))
		for i, key := range list {
			short[i] = below[key]
		}
		apart := shortest(short)
		switch {
		case len(list) == 1:
			apart = []string{name}
		case len(slices.Compact(slices.Sorted(slices.Values(apart)))) < len(apart):
			apart = shortest(list)
		}
		for i, n := range apart {
			names[[2]string{list[i], name}] = n
		}
	}
	for i := range all {
		if o := all[i].origin; o.name != "" {
			all[i].View.Server = names[[2]string{o.key, o.name}]
		}
	}
}

// shortest returns the shortest suffixes, all of the same number of parts, by which different paths differ.
func shortest(paths []string) []string {
	for n := 1; ; n++ {
		out := make([]string, len(paths))
		seen := make(map[string]bool, len(paths))
		longer := false
		for i, p := range paths {
			parts := strings.Split(strings.TrimPrefix(p, "/"), "/")
			out[i] = strings.Join(parts[max(len(parts)-n, 0):], "/")
			seen[out[i]] = true
			longer = longer || len(out[i])+1 < len(p)
		}
		if len(seen) == len(paths) || !longer {
			return out
		}
	}
}

// origin is what the server of a package is named after when its code does not say: the name in the manifest, or its folder.
func (p *pack) origin() origin {
	top := filepath.ToSlash(p.tree.abs)
	if p.name != "" {
		return origin{key: path.Join(top, p.dir, p.name), top: top, name: p.name}
	}
	o := originOf(path.Join(p.dir, "mcp"), false)
	o.key, o.top = path.Join(top, o.key), top
	return o
}

// server names the server of those tools of a file that names none: by the one name there is in the package, by the server that imports it,
// or else by its origin.
func (h *servingPackages) server(p *pack, f *source.File) (name string, from origin) {
	q := h.of(p)
	switch names := h.names[q]; {
	case len(names) == 1:
		return names[0], origin{}
	case h.own[f] != "":
		return h.own[f], origin{}
	}
	return "", q.origin()
}
