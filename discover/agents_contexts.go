package discover

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
)

// maxContexts bounds the files that one run reads because settings name them.
const maxContexts = 1000

// addContexts takes on the files that settings name as instructions, as clients.Client.Contexts says. Patterns are not followed, and nothing leads out of the tree.
func (w *walker) addContexts(c *candidate, launches []Tool) {
	if !w.agents || c.tree == nil {
		return
	}
	for i := range launches {
		v := &launches[i].View
		if v.Kind != detect.KindSettings {
			continue
		}
		for k := range clients.All {
			for _, pointer := range clients.All[k].Contexts {
				w.addContextsOf(c, contextAt(v.Definition, pointer), launches[i].Class)
			}
		}
	}
}

func contextAt(n *detect.Node, path string) *detect.Node {
	for name := range strings.SplitSeq(path, ".") {
		n = n.Get(name)
	}
	return n
}

// addContextsOf takes on the files that a string or a list names.
func (w *walker) addContextsOf(c *candidate, n *detect.Node, class Class) {
	if n == nil {
		return
	}
	names := []*detect.Node{n}
	if n.Kind == detect.NodeArray {
		names = n.Items
	}
	for _, name := range names {
		if name != nil && name.Kind == detect.NodeString {
			w.addContext(c, name.Text, class)
		}
	}
}

// addContext takes on one file that settings of a class name: relative to the project, which the folders of clients lie in.
func (w *walker) addContext(c *candidate, name string, class Class) {
	name = strings.TrimPrefix(filepath.ToSlash(name), "./")
	if name == "" || len(w.contexts) >= maxContexts || path.IsAbs(name) || strings.ContainsAny(name, "*?[{\\:\x00") {
		return
	}
	dir := parent(c.rel)
	if base := path.Base(dir); slices.ContainsFunc(clients.All, func(c clients.Client) bool { return c.Home == base }) {
		dir = parent(dir)
	}
	rel := path.Join(dir, name)
	if rel == ".." || strings.HasPrefix(rel, "../") || inVCS(rel) || !c.tree.isRegular(rel) {
		return
	}
	s, reason := w.inside(c.tree, parent(rel))
	if reason != "" || s.forced != "" && !s.tracks(rel) || w.ignored(&s, rel, false) && !s.tracks(rel) {
		return
	}
	key := c.tree.key(rel)
	known, twice := w.contexts[key]
	if twice && (known == ClassNone || class != ClassNone) {
		return
	}
	w.contexts[key] = class
	i, met := w.byKey[key]
	switch {
	case twice || met && w.candidates[i].agents:
		for k := range w.inv.Agents {
			if a := &w.inv.Agents[k]; a.File.Path == c.tree.shown(rel) && (!met || w.candidates[i].told == nil && !w.candidates[i].named) {
				a.Class = class
			}
		}
	case met:
		// It may have been read already, for something else.
		again := w.candidates[i]
		again.agents, again.only, again.again = true, true, true
		w.candidates = append(w.candidates, again)
	default:
		w.add(candidate{place: place{c.tree, rel}, want: wantYes, agents: true, only: true, pack: w.packages.of(c.tree, parent(rel))})
	}
}
