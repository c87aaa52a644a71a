package discover

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// follow walks what a symbolic link leads to, under the path it really has, and as if it had been met there.
func (w *walker) follow(l place) {
	rel, info, err := l.tree.resolve(l.rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// It leads nowhere, and so nothing is missed.
		return
	case err != nil:
		w.skipAt(l.tree, l.rel, SkipSymlink, "the symbolic link is not followed: "+plainError(err))
		return
	}
	var s scope
	var reason Reason
	switch {
	case info.IsDir():
		if s, reason = w.around(l.tree, rel); reason == "" {
			w.folder(l.tree, rel, s)
			w.followAgentsFolder(l, rel, s)
		}
	case info.Mode().IsRegular():
		if s, reason = w.inside(l.tree, parent(rel)); reason == "" {
			w.file(l.tree, s, rel, path.Base(rel))
			// Interpreters go by the name that they are given.
			if lang, ok := LanguageOf(path.Base(l.rel)); ok && (s.forced == "" && !w.ignored(&s, rel, false) || s.tracks(rel)) {
				w.add(candidate{place: place{l.tree, rel}, want: wantYes, lang: lang})
			}
			// Clients go by the name that they open, whatever the file behind it is called.
			if hidden := s.hides(w, rel); hidden != "" {
				reason = hidden
			} else if name := path.Base(l.rel); wantsManifest(name) == wantYes && wantsManifest(path.Base(rel)) != wantYes {
				w.add(candidate{place: place{l.tree, rel}, want: wantYes, alias: l.rel})
			}
			w.followAgents(l, rel, &s)
		}
	default:
		reason = SkipSpecial
	}
	if reason != "" {
		w.unfollowed(l, info, reason)
	}
}

// hides says why a file that lies in the scope is passed by, or nothing when it is not.
func (s *scope) hides(w *walker, rel string) Reason {
	switch {
	case s.tracks(rel):
		return ""
	case s.forced != "":
		return s.forced
	case w.ignored(s, rel, false):
		return SkipIgnored
	}
	return ""
}

// unfollowed records a symbolic link that leads to what is not looked at. The link itself is part of what is scanned, so that it is worth a
// word when it has a name that would have been looked at; a link to a folder is when its name is none of a folder of dependencies.
func (w *walker) unfollowed(l place, to fs.FileInfo, reason Reason) {
	name := path.Base(l.rel)
	if to.IsDir() && !isVendored(name) || !to.IsDir() && w.wants(name) == wantYes {
		w.missAt(l.tree, l.rel, reason, "the symbolic link is not followed: it leads to "+notLookedAt[reason])
		return
	}
	w.skipAt(l.tree, l.rel, reason, "")
}

// notLookedAt says for people what a link leads to that is not followed.
var notLookedAt = map[Reason]string{
	SkipIgnored: "what git ignores and does not track", SkipVendored: "a folder of dependencies, builds or version control, which is not looked at",
	SkipSpecial: "something that is no ordinary file",
}

// judged is the outcome for a folder that a link leads to or into.
type judged struct {
	scope  scope
	reason Reason
}

// inside returns what holds in a folder that was not walked into, or why it would not have been. Outcomes are kept, since
// many links may lead to one folder.
func (w *walker) inside(t *tree, rel string) (scope, Reason) {
	key := t.key(rel)
	if known, ok := w.judged[key]; ok {
		return known.scope, known.reason
	}
	s, reason := w.around(t, rel)
	if reason == "" {
		s = w.enter(t, s, rel)
	}
	w.judged[key] = judged{s, reason}
	return s, reason
}

// around is inside without what the folder itself adds.
func (w *walker) around(t *tree, rel string) (scope, Reason) {
	if rel == "" {
		return scope{}, ""
	}
	s, reason := w.inside(t, parent(rel))
	if reason != "" {
		return s, reason
	}
	return w.judge(t, s, rel, path.Base(rel))
}

// parent returns the folder of a path, "" for the top.
func parent(rel string) string { return rel[:max(strings.LastIndexByte(rel, '/'), 0)] }

// A file that was named need not be met by the walk: its folder may be one of those that are never looked into, or the file
// system may know it by a name that the folder does not list, such as one in other letters or in another normal form of Unicode.
// What is named is looked at all the same, and never passed by in silence.

// maxCompared bounds the comparisons of files in looking for the names that folders list.
const maxCompared = 20_000_000

const notMet = "the file was named, and was not found where it should be; not looked at"

// meetNamed takes on the named files that the walk did not meet and that git does not ignore.
func (w *walker) meetNamed() {
	f := w.inv.focus
	if f == nil {
		return
	}
	s := speller{folders: map[string]listing{}, list: w.list}
	for _, p := range f.named {
		if !f.met[w.rootRel(p.tree, p.rel)] {
			w.meet(&s, p)
		}
	}
}

func (w *walker) meet(s *speller, named place) {
	t := named.tree
	rel, ok := s.spell(named)
	if !ok {
		w.skipAt(t, named.rel, SkipUnreadable, notMet)
		return
	}
	f := w.inv.focus
	if f.met[w.rootRel(t, rel)] {
		return // two names of one file
	}
	f.add(w.rootRel(t, rel), false)
	f.met[w.rootRel(t, rel)] = true
	f.seen++
	if _, ok := w.byKey[t.key(rel)]; ok {
		return
	}
	in, reason := w.inside(t, parent(rel))
	if reason == "" {
		reason = in.forced
	}
	if reason == "" && w.ignored(&in, rel, false) {
		reason = SkipIgnored
	}
	// Git tracks a file by the name that it was added with.
	if reason != "" && !inVCS(rel) && !in.tracks(rel) && !in.tracks(named.rel) {
		if rel != named.rel {
			w.skipAt(t, rel, reason, "")
		}
		return
	}
	if wanted, agents := w.wants(path.Base(rel)), w.agents && w.isAgents(t, rel); wanted != wantNo || agents {
		w.add(candidate{place: place{t, rel}, want: wanted, agents: agents})
	}
}

func inVCS(rel string) bool {
	return slices.ContainsFunc(strings.Split(rel, "/"), func(name string) bool { return name == gitFolder || vcsFolders[name] != "" })
}

// lister lists a folder, as tree.list does.
type lister func(t *tree, rel string) ([]fs.DirEntry, bool, error)

// speller finds how folders spell the names of files.
type speller struct {
	list lister
	// folders are the entries of folders, by tree.key.
	folders  map[string]listing
	compared int
}

// spell returns the path of a file as the folders on the way list it.
func (s *speller) spell(p place) (string, bool) {
	at := ""
	for name := range strings.SplitSeq(p.rel, "/") {
		here, err := p.tree.root.Lstat(local(path.Join(at, name)))
		if err != nil {
			return "", false
		}
		folder := s.entries(p.tree, at)
		if !folder.names[name] {
			if s.compared += len(folder.entries); s.compared > maxCompared {
				return "", false
			}
			i := slices.IndexFunc(folder.entries, func(e fs.FileInfo) bool { return os.SameFile(e, here) })
			if i < 0 {
				return "", false
			}
			name = folder.entries[i].Name()
		}
		at = path.Join(at, name)
	}
	return at, true
}

// listing is what a folder lists.
type listing struct {
	entries []fs.FileInfo
	names   map[string]bool
}

func (s *speller) entries(t *tree, rel string) listing {
	key := t.key(rel)
	if known, ok := s.folders[key]; ok {
		return known
	}
	listed, _, _ := s.list(t, rel)
	folder := listing{make([]fs.FileInfo, 0, len(listed)), make(map[string]bool, len(listed))}
	for _, e := range listed {
		if info, err := t.root.Lstat(local(path.Join(rel, e.Name()))); err == nil {
			folder.entries = append(folder.entries, info)
			folder.names[e.Name()] = true
		}
	}
	s.folders[key] = folder
	return folder
}
