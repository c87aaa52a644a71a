package discover

import (
	"cmp"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// agentsTop is how many folders of the way to a tree say what its files are: .claude/commands may be what was named.
const agentsTop = 2

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

// isProse reports whether what a reader of manifests found in a file of instructions that was named says only that it is no manifest. On
// standard input, which has no name, what looks like one and is broken is no prose.
func (c *candidate) isProse(r *found, f *source.File) bool {
	if len(r.servers)+len(r.launches) > 0 || slices.ContainsFunc(r.tools, func(d derived) bool { return d.View.Kind != detect.KindFile }) {
		return false
	}
	return c.agents && c.named && (c.stdin == nil || !looksLikeDocument(f.Data[:min(len(f.Data), headBytes)]))
}

// addAgents gives the views of one file their class and adds them to the inventory.
func (w *walker) addAgents(r *outcome, c *candidate) {
	for k := range r.agents {
		r.agents[k].Class = w.agentsClass(c, cmp.Or(r.above, r.class))
		r.agents[k].View.Name = r.file.Rel
	}
	w.inv.Agents = append(w.inv.Agents, r.agents...)
}

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
		w.add(candidate{place: place{l.tree, rel}, want: wantYes, agents: true, as: l.rel})
	}
}

// maxLinked bounds the files and folders that one run looks at under the names of links to the folders around them.
const maxLinked = 20_000

// followAgentsFolder takes on what lies in a folder that a symbolic link leads to and is a file of instructions by the name of the link:
// .claude/skills may lead to skills. s holds around the folder.
func (w *walker) followAgentsFolder(l place, rel string, s scope) {
	if loops := rel == "" || strings.HasPrefix(l.rel, rel+"/"); !w.agents || loops || !w.mayHoldAgents(l) {
		return
	}
	if w.linkedAgents(l.tree, rel, l.rel, s); w.linked > maxLinked {
		w.skipAt(l.tree, l.rel, SkipTooMany, "the folders that links for agents lead to hold too many files; not all of them were looked at under the names of the links")
	}
}

// mayHoldAgents reports whether there are names of files of instructions below a path.
func (w *walker) mayHoldAgents(p place) bool {
	low := strings.ToLower(path.Base(p.tree.abs) + "/" + p.rel)
	for i := range clients.All {
		for _, r := range clients.All[i].Rules {
			folder := strings.TrimSuffix(r.Folder, "*")
			client, _, _ := strings.Cut(folder, "/")
			if path.Base(low) == client || strings.Contains(low+"/", "/"+folder) {
				return true
			}
		}
	}
	return inPlugin(p.rel+"/x.md", func(dir string) bool { return w.isPlugin(p.tree, dir) })
}

// linkedAgents goes through a folder for followAgentsFolder. as is the path that clients know it by.
func (w *walker) linkedAgents(t *tree, rel, as string, s scope) {
	if strings.Count(rel, "/")+1 > w.limits.Depth || w.chooser.set && w.chooser.leavesOutFolder(w.rootRel(t, rel)) {
		return
	}
	s = w.enter(t, s, rel)
	entries, _, err := w.list(t, rel)
	if err != nil {
		return // It was told of when the folder was walked.
	}
	for _, e := range entries {
		if w.linked++; w.linked > maxLinked {
			return
		}
		name := e.Name()
		child, alias := path.Join(rel, name), path.Join(as, name)
		switch {
		case e.IsDir():
			if inner, reason := w.judge(t, s, child, name); reason == "" {
				w.linkedAgents(t, child, alias, inner)
			}
		case e.Type().IsRegular() && w.isAgents(t, alias) && (s.forced == "" && !w.ignored(&s, child, false) || s.tracks(child)):
			w.add(candidate{place: place{t, child}, want: w.wants(name), agents: true, as: alias})
		}
	}
}

// agentsClass is the class of a file of instructions by the folders around those of clients and plugins: what a rule is about is in its
// own name, so that a skill in skills/testing is no test. What settings name is of the class of the settings.
func (w *walker) agentsClass(c *candidate, class Class) Class {
	if c.chosen != nil || c.named || c.tree == nil {
		return class
	}
	if given, ok := w.contexts[c.tree.key(c.rel)]; ok {
		return given
	}
	known := *c
	if known.as != "" {
		known.rel = known.as
	}
	rel := w.belowNamed(&known)
	at := ""
	for name := range strings.SplitSeq(rel, "/") {
		if strings.HasPrefix(name, ".") || pluginFolders[strings.ToLower(name)] || strings.EqualFold(name, "rules") {
			return demotion(classOf(path.Join(at, "x.md")), c.pack, false, false)
		}
		at = path.Join(at, name)
	}
	if known.as != "" {
		class = classOf(rel)
	}
	return demotion(class, c.pack, false, false)
}

// AgentsAsked reports whether files of instructions for agents were looked for.
func (inv *Inventory) AgentsAsked() bool { return inv.agentsAsked }

// agentsNames are the files that agents read as instructions wherever they lie, in lower case: file systems of two of three systems do
// not tell cases apart. Those of shoutedNames are words that pages are called as well.
var agentsNames, shoutedNames = func() (names, shouted map[string]bool) {
	names, shouted = map[string]bool{}, map[string]bool{}
	for i := range clients.All {
		maps.Copy(names, wordset.Of(clients.All[i].Instructions))
		maps.Copy(shouted, wordset.Of(clients.All[i].Shouted))
	}
	return names, shouted
}()

// pluginFolders are the folders of a plugin of Claude Code that hold instructions.
var pluginFolders = wordset.Of(`commands agents skills`)

// isAgentsPath reports whether agents read the file at a path as instructions. isPlugin tells whether a folder is a plugin.
func isAgentsPath(rel string, isPlugin func(dir string) bool) bool {
	low := strings.ToLower(rel)
	name := path.Base(low)
	if agentsNames[name] || shoutedNames[path.Base(rel)] {
		return true
	}
	for i := range clients.All {
		c := &clients.All[i]
		if clients.Holds("/"+low, c.Paths) || slices.ContainsFunc(c.Rules, func(r clients.Rule) bool { return hasRule(low, r) }) {
			return true
		}
	}
	return strings.HasSuffix(name, ".md") && inPlugin(rel, isPlugin)
}

func hasRule(rel string, r clients.Rule) bool {
	for end := range strings.FieldsSeq(r.Ends) {
		if strings.HasSuffix(rel, end) && liesIn(parent(rel), r.Folder, r.Deep) {
			return true
		}
	}
	return false
}

// liesIn reports whether a folder is the given one of some project, or, when it is deep, lies in it.
func liesIn(dir, folder string, deep bool) bool {
	folder, open := strings.CutSuffix(folder, "*")
	above, last := path.Split(folder)
	above = strings.TrimSuffix(above, "/")
	for ; dir != ""; dir = parent(dir) {
		name := path.Base(dir)
		if (name == last || open && strings.HasPrefix(name, last)) && (above == "" || path.Base(parent(dir)) == above) {
			return true
		}
		if !deep {
			return false
		}
	}
	return false
}

// inPlugin reports whether a file lies in one of the folders of a plugin: commands and agents in any depth, and what skills consist of.
func inPlugin(rel string, isPlugin func(dir string) bool) bool {
	for dir := parent(rel); dir != ""; dir = parent(dir) {
		if pluginFolders[path.Base(dir)] && isPlugin(parent(dir)) {
			return true
		}
	}
	return false
}

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
			if a := &w.inv.Agents[k]; a.File.Path == c.tree.shown(rel) && (!met || w.candidates[i].chosen == nil && !w.candidates[i].named) {
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
