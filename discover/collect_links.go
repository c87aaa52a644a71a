package discover

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/code/lex"
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
	reason := SkipSpecial
	switch {
	case info.IsDir():
		if s, reason = w.around(l.tree, rel); reason == "" {
			w.folder(l.tree, rel, s)
			w.followAgentsFolder(l, rel, s)
		}
	case info.Mode().IsRegular():
		if s, reason = w.inside(l.tree, parent(rel)); reason == "" {
			reason = w.followFile(l, rel, s)
		}
	}
	if reason == "" {
		return
	}
	// The link itself is part of what is scanned, so that it is worth a word when it has a name that would have been looked at; a link to a
	// folder is when its name is none of a folder of dependencies.
	if name := path.Base(l.rel); info.IsDir() && !isVendored(name) || !info.IsDir() && w.wantsAt(l.tree, l.rel) == wantYes {
		w.missAt(l.tree, l.rel, reason, "the symbolic link is not followed: it leads to "+notLookedAt[reason])
		return
	}
	w.skipAt(l.tree, l.rel, reason, "")
}

// followFile takes on a file by its own name and that of a link to it, by which interpreters and clients go. It returns why it is passed
// by.
func (w *walker) followFile(l place, rel string, s scope) Reason {
	w.file(l.tree, s, rel, path.Base(rel))
	if hidden := w.hides(&s, rel); hidden != "" {
		return hidden
	}
	name := path.Base(l.rel)
	if lang, ok := lex.OfFile(name); ok {
		w.add(candidate{place: place{l.tree, rel}, want: wantYes, lang: lang})
	}
	if wantsManifest(name) == wantYes && wantsManifest(path.Base(rel)) != wantYes || clients.IsAgent(l.tree.shown(l.rel)) {
		w.add(candidate{place: place{l.tree, rel}, want: wantYes, alias: l.rel})
	}
	if w.opts.AgentsFiles && w.isAgents(l.tree, l.rel) {
		w.add(candidate{place: place{l.tree, rel}, want: wantYes, agents: true, as: l.rel})
	}
	return ""
}

// notLookedAt says for people what a link leads to that is not followed.
var notLookedAt = map[Reason]string{
	SkipIgnored: "something that git ignores", SkipVendored: "a folder of dependencies, builds or version control, which is not scanned",
	SkipSpecial: "something that is not a regular file",
}

// A file that was named need not be met by the walk: its folder may be one of those that are never looked into, or the file
// system may know it by a name that the folder does not list, such as one in other letters or in another normal form of Unicode.
// What is named is looked at all the same, and never passed by in silence.

const notMet = "the file was named but not found, so it was not read"

// meet takes on a named file that the walk did not meet and that git does not ignore.
func (w *walker) meet(named place, left *int) {
	t, f := named.tree, w.inv.focus
	if f.met[w.rootRel(t, named.rel)] {
		return
	}
	rel, ok := w.spell(named, left)
	if !ok {
		w.skipAt(t, named.rel, SkipUnreadable, notMet)
		return
	}
	if f.met[w.rootRel(t, rel)] {
		return // two names of one file
	}
	f.add(w.rootRel(t, rel), false)
	f.meets(w.rootRel(t, rel))
	if _, ok := w.candidates[t.key(rel)]; ok {
		return
	}
	in, reason := w.inside(t, parent(rel))
	if reason == "" {
		reason = w.hides(&in, rel)
	}
	// Git tracks a file by the name that it was added with.
	if reason != "" && !inVCS(rel) && !in.tracks(rel) && !in.tracks(named.rel) {
		if rel != named.rel {
			w.skipAt(t, rel, reason, "")
		}
		return
	}
	if wanted, agents := w.wantsAt(t, rel), w.opts.AgentsFiles && w.isAgents(t, rel); wanted != wantNo || agents {
		w.add(candidate{place: place{t, rel}, want: wanted, agents: agents})
	}
}

func inVCS(rel string) bool {
	return inFolder(rel+"/", func(name string) bool { return name == gitFolder || vcsFolders[name] != "" })
}

// maxCompared bounds the entries of folders that are compared in looking for the names that they list.
const maxCompared = 5_000_000

// spell returns the path of a file as the folders on the way list it.
func (w *walker) spell(p place, left *int) (at string, ok bool) {
	for name := range strings.SplitSeq(p.rel, "/") {
		here, err := p.tree.Lstat(path.Join(at, name))
		if err != nil || *left < 0 {
			return "", false
		}
		entries, _, _ := w.opts.list(p.tree, at)
		*left -= len(entries)
		i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
		if i < 0 {
			i = slices.IndexFunc(entries, func(e fs.DirEntry) bool {
				info, err := p.tree.Lstat(path.Join(at, e.Name()))
				return err == nil && os.SameFile(info, here)
			})
		}
		if i < 0 {
			return "", false
		}
		at = path.Join(at, entries[i].Name())
	}
	return at, true
}
