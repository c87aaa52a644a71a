package discover

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
)

// agentsNames are the files that agents read as instructions wherever they lie, in lower case: file systems of two of three systems do
// not tell cases apart. Those of shoutedNames are words that pages are called as well.
var agentsNames, shoutedNames = func() (names, shouted map[string]bool) {
	names, shouted = map[string]bool{}, map[string]bool{}
	for i := range clients.All {
		maps.Copy(names, wordSet(clients.All[i].Instructions))
		maps.Copy(shouted, wordSet(clients.All[i].Shouted))
	}
	return names, shouted
}()

// pluginFolders are the folders of a plugin of Claude Code that hold instructions.
var pluginFolders = wordSet(`commands agents skills`)

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
