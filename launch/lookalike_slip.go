package launch

import "strings"

// doubled reports whether a word is another one with a letter twice, as keys that stick write it: gitt.
func doubled(got, want string) bool {
	if len(got) != len(want)+1 || len(want) < len("git") {
		return false
	}
	for i := 1; i < len(got); i++ {
		if got[i] == got[i-1] && got[i] > '9' && got[:i]+got[i+1:] == want {
			return true
		}
	}
	return false
}

// slipped finds the name whose mcp fingers made something else of, within a word as well: fastmpc.
func (x *nameIndex) slipped(form string) (int, bool) {
	for _, slip := range slips {
		if before, after, ok := strings.Cut(form, slip); ok && len(before)+len(after) >= len("fast") {
			if i, ok := x.exact[before+"mcp"+after]; ok && x.names[i].standing != neighbour {
				return i, true
			}
		}
	}
	return 0, false
}

// referenceLike finds the reference server that a name is made up after: mcp-server-github.
func (k *wellKnown) referenceLike(form string) (likeness, bool) {
	rest, ok := strings.CutPrefix(form, "mcp-server-")
	if !ok || len(rest) < minWord || everydayWords[rest] || everydayServers[rest] {
		return likeness{}, false
	}
	i, ok := k.npm.exact[referenceScope+"/server-"+rest]
	if !ok {
		return likeness{}, false
	}
	f := k.npm.names[i]
	return likeness{of: f, how: unscoped, confidence: 0.35, note: true, detail: "not " + f.says() + ", which stands in a scope that others cannot publish in"}, true
}

// everydayServers are reference servers that are called after what they do, as those of others are.
var everydayServers = wordSet("memory filesystem everything sequential-thinking postgres redis")
