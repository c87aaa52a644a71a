package discover

import (
	"errors"
	"io/fs"
	"path"
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
		w.skip(Skip{Reason: SkipSymlink, Path: l.tree.shown(l.rel), Rel: w.rootRel(l.tree, l.rel), Detail: "the symbolic link is not followed: " + plainError(err)})
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
			w.followAgents(l, rel, &s)
		}
	default:
		reason = SkipSpecial
	}
	if reason != "" {
		w.skip(Skip{Reason: reason, Path: l.tree.shown(l.rel), Rel: w.rootRel(l.tree, l.rel)})
	}
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
	return w.judge(s, rel, path.Base(rel))
}

// parent returns the folder of a path, "" for the top.
func parent(rel string) string { return rel[:max(strings.LastIndexByte(rel, '/'), 0)] }
