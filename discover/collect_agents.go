package discover

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/internal/wordset"
)

// agentsTop is how many folders of the way to a tree say what its files are: .claude/commands may be what was named.
const agentsTop = 2

// isAgents reports whether agents read the file at a path as instructions.
func (w *walker) isAgents(t *tree, rel string) bool {
	top := strings.Split(strings.Trim(filepath.ToSlash(t.abs), "/"), "/")
	full := path.Join(strings.Join(top[max(0, len(top)-agentsTop):], "/"), rel)
	low := strings.ToLower(full)
	name := path.Base(low)
	return agentsNames[name] || shoutedNames[path.Base(full)] || anyClient(func(c *clients.Client) bool {
		return clients.Holds("/"+low, c.Paths) || slices.ContainsFunc(c.Rules, func(r clients.Rule) bool {
			return wordset.HasSuffix(low, strings.Fields(r.Ends)...) && liesIn(parent(low), r.Folder, r.Deep)
		})
	}) || strings.HasSuffix(name, ".md") && w.inPlugin(t, rel)
}

// inPlugin reports whether a file lies in one of the folders of a plugin, which lies in the tree or is the tree: commands and agents in any
// depth, and what skills consist of.
func (w *walker) inPlugin(t *tree, rel string) bool {
	for dir := parent(rel); dir != ""; dir = parent(dir) {
		if !pluginFolders[path.Base(dir)] {
			continue
		}
		key := t.key(parent(dir))
		known, ok := w.plugins[key]
		if !ok {
			info, err := t.Lstat(path.Join(parent(dir), ".claude-plugin"))
			known = err == nil && info.IsDir()
			w.plugins[key] = known
		}
		if known {
			return true
		}
	}
	return false
}

// isNamedAgents reports whether a file that was named is one of instructions: by its name, or, where such files are asked for, as text.
func (w *walker) isNamedAgents(t *tree, rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".md", ".mdc", ".markdown":
		if w.opts.AgentsFiles {
			return true
		}
	}
	return w.isAgents(t, rel)
}

// maxLinked bounds the files and folders that one run looks at under the names of links to the folders around them.
const maxLinked = 20_000

// followAgentsFolder takes on files of instructions by the name of a link to their folder, as .claude/skills to skills. s holds around
// that.
func (w *walker) followAgentsFolder(l place, rel string, s scope) {
	if loops := rel == "" || strings.HasPrefix(l.rel, rel+"/"); !w.opts.AgentsFiles || loops || !w.mayHoldAgents(l) {
		return
	}
	if w.linkedAgents(l.tree, rel, l.rel, s); w.linked > maxLinked {
		w.skipAt(l.tree, l.rel, SkipTooMany, "links to folders of agent files lead to too many files; some were not read under the names of the links")
	}
}

// mayHoldAgents reports whether there are names of files of instructions below a path.
func (w *walker) mayHoldAgents(p place) bool {
	low := strings.ToLower(path.Base(p.tree.abs) + "/" + p.rel)
	return anyClient(func(c *clients.Client) bool {
		return slices.ContainsFunc(c.Rules, func(r clients.Rule) bool {
			folder := strings.TrimSuffix(r.Folder, "*")
			client, _, _ := strings.Cut(folder, "/")
			return path.Base(low) == client || strings.Contains(low+"/", "/"+folder)
		})
	}) || w.inPlugin(p.tree, p.rel+"/x.md")
}

// linkedAgents goes through a folder for followAgentsFolder. as is the path that clients know it by.
func (w *walker) linkedAgents(t *tree, rel, as string, s scope) {
	if strings.Count(rel, "/")+1 > w.opts.Limits.Depth || w.chooser.set && w.chooser.leavesOutFolder(w.rootRel(t, rel)) {
		return
	}
	s = w.enter(t, s, rel)
	entries, _, _ := w.opts.list(t, rel) // an error was recorded when the folder was walked
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
		case e.Type().IsRegular() && w.isAgents(t, alias) && w.hides(&s, child) == "":
			w.add(candidate{place: place{t, child}, want: w.wants(name), agents: true, as: alias})
		}
	}
}

// AgentsAsked reports whether files of instructions for agents were looked for.
func (inv *Inventory) AgentsAsked() bool { return inv.agentsAsked }

// agentsNames are the files that agents read as instructions wherever they lie, in lower case: file systems of two of three systems do
// not distinguish cases. Those of shoutedNames are words that pages are called as well.
var agentsNames, shoutedNames = func() (names, shouted map[string]bool) {
	var low, high []string
	for i := range clients.All {
		low, high = append(low, clients.All[i].Instructions), append(high, clients.All[i].Shouted)
	}
	return wordset.Of(strings.Join(low, " ")), wordset.Of(strings.Join(high, " "))
}()

// pluginFolders are the folders of a plugin of Claude Code that hold instructions.
var pluginFolders = wordset.Of(`commands agents skills`)

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

// maxContexts bounds the files that one run reads because settings name them.
const maxContexts = 1000

// addContexts takes on the files that settings name as instructions, see clients.Client.Contexts. Patterns are not followed.
func (w *walker) addContexts(c *candidate, launches []Tool) {
	if !w.opts.AgentsFiles || c.tree == nil {
		return
	}
	for i := range launches {
		if launches[i].View.Kind != detect.KindSettings {
			continue
		}
		for k := range clients.All {
			for _, pointer := range clients.All[k].Contexts {
				n := launches[i].View.Definition
				for name := range strings.SplitSeq(pointer, ".") {
					n = n.Get(name)
				}
				if n == nil {
					continue
				}
				for _, named := range append([]*detect.Node{n}, n.Items...) {
					if named != nil && named.Kind == detect.NodeString {
						w.addContext(c, named.Text, launches[i].Class)
					}
				}
			}
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
	if base := path.Base(dir); anyClient(func(c *clients.Client) bool { return c.Home == base }) {
		dir = parent(dir)
	}
	rel := path.Join(dir, name)
	if leaves(rel) || inVCS(rel) || !c.tree.isRegular(rel) || w.hidden(c.tree, rel) {
		return
	}
	key := c.tree.key(rel)
	known, twice := w.contexts[key]
	if twice && (known == ClassNone || class != ClassNone) {
		return
	}
	w.contexts[key] = class
	i, met := w.candidates[key]
	switch {
	case twice || met && w.list[i].agents:
		for k := range w.inv.Agents {
			if a := &w.inv.Agents[k]; a.File.Path == c.tree.shown(rel) && (!met || w.list[i].chosen == nil && !w.list[i].named) {
				a.Class = class
			}
		}
	case met:
		// It may have been read already, for something else.
		again := w.list[i]
		again.agents, again.only, again.again = true, true, true
		w.list = append(w.list, again)
	default:
		w.add(candidate{place: place{c.tree, rel}, want: wantYes, agents: true, only: true, pack: w.packages.of(c.tree, parent(rel))})
	}
}
