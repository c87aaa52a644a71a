package discover

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// agentsTop is how many folders of the way to a tree say what its files are: .claude/commands may be what was named.
const agentsTop = 2

// isAgents reports whether agents read a file of a tree as instructions.
func (w *walker) isAgents(t *tree, rel string) bool {
	top := strings.Split(strings.Trim(filepath.ToSlash(t.abs), "/"), "/")
	top = top[max(0, len(top)-agentsTop):]
	above := strings.Join(top, "/")
	return isAgentsPath(path.Join(above, rel), func(dir string) bool {
		// A plugin lies in the tree, or is the tree.
		inner, ok := strings.CutPrefix(dir+"/", above+"/")
		return ok && w.isPlugin(t, strings.TrimSuffix(inner, "/"))
	})
}

// isPlugin reports whether a folder is a plugin of Claude Code.
func (w *walker) isPlugin(t *tree, dir string) bool {
	key := t.key(dir)
	known, ok := w.plugins[key]
	if !ok {
		info, err := t.root.Lstat(local(path.Join(dir, ".claude-plugin")))
		known = err == nil && info.IsDir()
		if w.plugins == nil {
			w.plugins = map[string]bool{}
		}
		w.plugins[key] = known
	}
	return known
}

// agents returns the view of a file of instructions for agents, or nothing of an empty one. It is read whatever bytes it holds: clients
// hand it to the model as it is.
func agents(f *source.File) []Tool {
	text := rawText(f, nil)
	if _, _, wide := utf16Order(f.Data); wide {
		text = utf16Text(f)
	}
	if strings.TrimSpace(text.Value) == "" {
		return nil
	}
	return []Tool{{
		View: detect.ToolView{
			Kind: detect.KindAgents, Name: path.Base(f.Rel),
			Fields: []detect.Field{{Pointer: "/text", Text: text.Value, Role: detect.RoleText}},
		},
		File: f, Span: source.Span{Start: f.BOM(), End: len(f.Data)}, Texts: []source.Text{text}, Shape: "agents",
	}}
}

// addAgents gives the views of one file their class and adds them to the inventory.
func (w *walker) addAgents(r *outcome, c *candidate) {
	for k := range r.agents {
		r.agents[k].Class = w.agentsClass(c, firstClass(r.above, r.class))
		r.agents[k].View.Name = r.file.Rel
	}
	w.inv.Agents = append(w.inv.Agents, r.agents...)
}

// maxContexts bounds the files that one run reads because settings name them.
const maxContexts = 1000

// addContexts takes on the files that settings name as instructions: contextFileName of Gemini and instructions of opencode. Patterns are
// not followed, and nothing leads out of the tree.
func (w *walker) addContexts(c *candidate, launches []Tool) {
	if !w.agents || c.tree == nil {
		return
	}
	for i := range launches {
		v := &launches[i].View
		if v.Kind != detect.KindSettings {
			continue
		}
		for _, member := range [...]string{"contextFileName", "instructions"} {
			n := v.Definition.Get(member)
			if n == nil {
				continue
			}
			names := []*detect.Node{n}
			if n.Kind == detect.NodeArray {
				names = n.Items
			}
			for _, name := range names {
				if name != nil && name.Kind == detect.NodeString {
					w.addContext(c, name.Text)
				}
			}
		}
	}
}

// addContext takes on one file that settings name: relative to the project, which the folders of clients lie in.
func (w *walker) addContext(c *candidate, name string) {
	name = strings.TrimPrefix(filepath.ToSlash(name), "./")
	if name == "" || w.contexts >= maxContexts || path.IsAbs(name) || strings.ContainsAny(name, "*?[{\\:\x00") {
		return
	}
	dir := parent(c.rel)
	if base := path.Base(dir); base == ".gemini" || base == ".opencode" {
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
	if _, known := w.byKey[c.tree.key(rel)]; known {
		return
	}
	w.contexts++
	w.add(candidate{place: place{c.tree, rel}, want: wantYes, agents: true, pack: w.packages.of(c.tree, parent(rel))})
}

// sortAgents puts the files that settings name among the others.
func (inv *Inventory) sortAgents() {
	slices.SortStableFunc(inv.Agents, func(a, b Tool) int { return strings.Compare(a.File.Path, b.File.Path) })
}

// isNamedAgents reports whether a file that was named is one of instructions: by its name, or, where such files are asked for, as text.
func (w *walker) isNamedAgents(t *tree, rel string) bool {
	if w.isAgents(t, rel) {
		return true
	}
	switch strings.ToLower(path.Ext(rel)) {
	case ".md", ".mdc", ".markdown":
		return w.agents
	}
	return false
}

// followAgents takes on what a symbolic link leads to when the link has the name of a file of instructions: clients go by the name that
// they open.
func (w *walker) followAgents(l place, rel string, s *scope) {
	if w.agents && w.isAgents(l.tree, l.rel) && (s.forced == "" && !w.ignored(s, rel, false) || s.tracks(rel)) {
		w.add(candidate{place: place{l.tree, rel}, want: wantYes, agents: true})
	}
}

// agentsClass is the class of a file of instructions by the folders around those of clients and plugins: what a rule is about is in its
// own name, so that a skill in skills/testing is no test.
func (w *walker) agentsClass(c *candidate, class Class) Class {
	if c.told != nil || c.named || c.tree == nil {
		return class
	}
	rel := w.belowNamed(*c)
	at := ""
	for name := range strings.SplitSeq(rel, "/") {
		if strings.HasPrefix(name, ".") || pluginFolders[strings.ToLower(name)] || strings.EqualFold(name, "rules") {
			return demotion(classOf(path.Join(at, "x.md")), c.pack, false, false)
		}
		at = path.Join(at, name)
	}
	return demotion(class, c.pack, false, false)
}
