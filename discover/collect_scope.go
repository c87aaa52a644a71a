package discover

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/ignore"
)

// scope is what holds in a folder.
type scope struct {
	rules *ignore.Rules
	// repo is the checkout the folder is in, or nil, and base the folder of that relative to the tree.
	repo *repo
	base string
	// unruled is set where ignore patterns cannot be followed: nothing is ignored there.
	unruled bool
	// forced, when not empty, says why only tracked files are looked at.
	forced Reason
}

func (s *scope) tracks(rel string) bool { return s.repo != nil && s.repo.index.Has(s.inRepo(rel)) }

func (s *scope) tracksUnder(rel string) bool {
	return s.repo != nil && s.repo.index.HasUnder(s.inRepo(rel))
}

func (s *scope) inRepo(rel string) string {
	if s.base == "" {
		return rel
	}
	return strings.TrimPrefix(rel, s.base+"/")
}

// scopes says what git ignores and tracks.
type scopes struct {
	*job
	repos map[string]*repo
	// known is what holds in folders by the files in them alone, and judged the same or why a walk leaves them out, by tree.key.
	known  map[string]scope
	judged map[string]judged
	// steps counts the work of ignore patterns.
	steps int
}

// enter returns what holds in a folder, given what holds around it and, when it was listed in full, what it lists.
func (c *scopes) enter(t *tree, s scope, rel string, entries ...fs.DirEntry) scope {
	if mayHold(entries, gitFolder) && t.isCheckout(rel) {
		key := t.key(rel)
		r := c.repos[key]
		if r == nil {
			r = openRepo(key)
			c.repos[key] = r
			if r.problem != nil {
				c.skipAt(t, path.Join(rel, ".git"), SkipUnreadable, r.problem.Error()+", so .gitignore is not applied")
			}
		}
		if s = (scope{repo: r, base: rel}); r.problem == nil {
			c.addRules(&s, t, rel, path.Join(rel, ".git/info/exclude"), r.exclude, r.excludeRead)
		}
	}
	file := path.Join(rel, ignoreFile)
	// Where there is no git nobody but an author of the files would follow it.
	if s.repo == nil || s.repo.problem != nil || !mayHold(entries, ignoreFile) || !t.isRegular(file) {
		return s
	}
	f, err := t.Open(file)
	if err != nil {
		return s
	}
	defer func() { _ = f.Close() }()
	data, err := readOpen(f, ignore.MaxBytes)
	list, ok := ignore.Parse(data)
	c.addRules(&s, t, rel, file, list, ok && err == nil)
	return s
}

const ignoreFile = ".gitignore"

// mayHold reports whether a folder with these entries, or one that was not listed, may hold a file of a name in ASCII: the system may know it by a
// name in other letters.
func mayHold(entries []fs.DirEntry, name string) bool {
	return len(entries) == 0 || slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return strings.EqualFold(e.Name(), name) || !isASCII(e.Name())
	})
}

// addRules adds the patterns of a file to a scope, or says that they cannot be followed.
func (c *scopes) addRules(s *scope, t *tree, rel, file string, list []ignore.Rule, ok bool) {
	if ok {
		s.rules, ok = s.rules.Push(rel, list)
	}
	if !ok && !s.unruled {
		s.unruled = true
		c.skipAt(t, file, SkipPartial, "the ignore patterns are too long or too many; nothing is ignored in this folder")
	}
}

// ignored asks the patterns, unless they have cost too much already.
func (c *scopes) ignored(s *scope, rel string, isDir bool) bool {
	return !s.unruled && c.steps < ignore.MaxSteps && s.rules.Ignored(rel, isDir, &c.steps)
}

// hides says why a file in a scope is passed by, or nothing when it is not.
func (c *scopes) hides(s *scope, rel string) Reason {
	switch {
	case s.tracks(rel):
		return ""
	case s.forced == "" && c.ignored(s, rel, false):
		return SkipIgnored
	}
	return s.forced
}

// judge decides about a folder that was met: it returns the scope in which it is to be walked, or why it is not.
func (c *scopes) judge(t *tree, s scope, rel, name string) (scope, Reason) {
	reason := s.forced
	switch {
	case reason != "":
	case rel == t.top:
		return s, ""
	// What a build left behind is what an archive is made of.
	case dependencyFolders[name], buildFolders[name] && t.depth == 0, t.isVCS(rel, name):
		reason = SkipVendored
	case c.ignored(&s, rel, true):
		reason = SkipIgnored
	default:
		return s, ""
	}
	if !s.tracksUnder(rel) {
		return s, reason
	}
	s.forced = reason
	return s, ""
}

// judged is the outcome for a folder that a link leads to or into.
type judged struct {
	scope  scope
	reason Reason
}

// inside returns what holds in a folder that was not walked into, or why it would not have been. Many links may lead to one folder.
func (c *scopes) inside(t *tree, rel string) (scope, Reason) {
	key := t.key(rel)
	known, ok := c.judged[key]
	if !ok {
		if known.scope, known.reason = c.around(t, rel); known.reason == "" {
			known.scope = c.enter(t, known.scope, rel)
		}
		c.judged[key] = known
	}
	return known.scope, known.reason
}

// around is inside without what the folder itself adds.
func (c *scopes) around(t *tree, rel string) (scope, Reason) {
	if rel == "" {
		return scope{}, ""
	}
	s, reason := c.inside(t, parent(rel))
	if reason != "" {
		return s, reason
	}
	return c.judge(t, s, rel, path.Base(rel))
}

// hidden reports whether the walk would pass a file by: what is ignored may be private, and is not in the repository.
func (c *scopes) hidden(t *tree, rel string) bool {
	s, reason := c.inside(t, parent(rel))
	return reason != "" || c.hides(&s, rel) != ""
}

// gitIgnores reports whether git ignores a file, or a folder that it lies in, and does not track it.
func (c *scopes) gitIgnores(t *tree, rel string) bool {
	for dir, isDir := rel, false; dir != ""; dir, isDir = parent(dir), true {
		if s := c.scopeOf(t, parent(dir)); c.ignored(&s, dir, isDir) {
			return !s.tracks(rel)
		}
	}
	return false
}

// scopeOf returns what holds in a folder, which is worked out once.
func (c *scopes) scopeOf(t *tree, dir string) scope {
	key := t.key(dir)
	s, ok := c.known[key]
	if !ok {
		if dir != "" {
			s = c.scopeOf(t, parent(dir))
		}
		s = c.enter(t, s, dir)
		c.known[key] = s
	}
	return s
}
