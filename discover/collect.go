package discover

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/ignore"
)

// walker collects the files to read. It works in one goroutine.
type walker struct {
	*job
	*scopes
	wants   func(name string) want
	chooser chooser
	// list holds the files to read, which coverage.candidates is the index of.
	list []candidate
	// excluded holds, by tree.key, what was left out as Options.Include and Options.Exclude ask for.
	excluded map[string]bool
	// unlisted is set when folders were not listed because of the deadline.
	unlisted bool
	links    []place
	// unpacked is how much of archives is held.
	unpacked int64
	// passed are files that were passed by although they have names that are read.
	passed []place
	// plugins are the folders that were asked whether they are a plugin, contexts the files that settings name, by tree.key, with the class of
	// the settings, linked counts what was looked at under the names of links to folders.
	plugins  map[string]bool
	contexts map[string]Class
	linked   int
	tooMany  int
	packages packages
	// launching are the folders that hold launchers, named those that were named, which the classes of files are relative to.
	launching []place
	named     []string
}

// candidate is a file to be read.
type candidate struct {
	place
	path string
	want want
	// named is set for a file that was named, which is read whatever it is called.
	named bool
	// agents is set for a file of instructions for agents, and as is the link by whose name it is one, or "". only is set for what is read as
	// nothing else, and again for what was read for something else before.
	agents, only, again bool
	as                  string
	// alias is the path of a symbolic link by whose name it is a manifest, or "".
	alias string
	// imported is set for a file that was passed by and that one which was read imports, asked when that one registers functions of it.
	imported, asked bool
	// started is set for a file that a launcher starts, single for one around which nothing is read.
	started, single bool
	// looking is set when it is the file's turn to be looked at though it is too large to be read.
	looking bool
	// far is set for a file that what was named does not need; see reach.
	far bool
	// steps is by how many imports it was reached.
	steps int
	// stdin is the document on standard input.
	stdin io.Reader
	// lang is the language that the name of a symbolic link to the file says, or 0.
	lang lex.Language
	// chosen is the class that people have given the file, or nil.
	chosen *Class
	// pack is the package that the file is in, set before it is read; nil for standard input.
	pack *pack
}

// language is the language that the name of the file, or that of a link to it, says, or 0.
func (c *candidate) language() lex.Language {
	named, _ := lex.OfFile(c.rel)
	return cmp.Or(c.lang, named)
}

func newWalker(opts Options) *walker {
	opts.Limits = opts.Limits.withDefaults()
	if opts.list == nil {
		opts.list = (*tree).list
	}
	known := &coverage{candidates: map[string]int{}, unread: map[string]bool{}, visited: map[string]bool{}, archives: map[string]*tree{}}
	j := &job{
		coverage: known, opts: opts, overlay: resolved(opts.Overlay), ended: func() error { return nil }, parsing: make(chan struct{}, parseWorkers),
		inv: &Inventory{Skipped: map[Reason]int{}, agentsAsked: opts.AgentsFiles, coverage: known},
	}
	return &walker{
		job: j, scopes: &scopes{job: j, repos: map[string]*repo{}, known: map[string]scope{}, judged: map[string]judged{}}, wants: wantsFile,
		excluded: map[string]bool{}, plugins: map[string]bool{}, contexts: map[string]Class{}, packages: packages{manifests: map[string][]string{}, known: map[string]*pack{}},
	}
}

// collect finds the files to read, sorted by path.
func (w *walker) collect() error {
	var err error
	if w.chooser, err = newChooser(w.opts); err != nil {
		return err
	}
	paths := w.opts.Paths
	if len(paths) == 0 && w.opts.Places == nil {
		paths = []string{"."}
	}
	if err := w.setFolders(paths); err != nil {
		return err
	}
	if w.opts.InContext {
		w.inv.focus = &focus{files: map[string]bool{}, above: map[string]bool{}, met: map[string]bool{}, narrow: w.opts.OnlyNeeded}
	}
	for _, p := range paths {
		if p == "-" {
			err = w.addStdin(w.opts.Stdin)
		} else {
			err = w.addPath(p)
		}
		if err != nil {
			return err
		}
	}
	w.addPlaces()
	for _, t := range w.trees {
		if w.inv.focus != nil && t.depth == 0 {
			w.folder(t, "", scope{})
		}
	}
	// The list grows while it is worked on: a link may lead to a folder with links.
	for i := 0; i < len(w.links); i++ {
		w.follow(w.links[i])
	}
	if f, left := w.inv.focus, maxCompared; f != nil {
		for _, p := range f.named {
			w.meet(p, &left)
		}
	}
	if err := w.ended(); err != nil {
		return err
	}
	if w.tooMany > 0 {
		w.skip(Skip{Reason: SkipTooMany, Path: w.trees[0].given, Detail: fmt.Sprintf("%d more files were not read: the limit is %d", w.tooMany, w.opts.Limits.Files)})
	}
	if w.steps >= ignore.MaxSteps {
		w.skip(Skip{Reason: SkipPartial, Path: ".gitignore", Detail: "the ignore patterns take too long to match; they were not applied to all files"})
	}
	w.sortCandidates()
	if w.chooser.spent() {
		w.skip(Skip{Reason: SkipPartial, Path: ".", Detail: "the include, exclude and classes patterns take too long to match; they were not applied to all files"})
	}
	w.report(true)
	return nil
}

// decide finds the package of each candidate, takes on what launchers start, and sets aside what the named files do not need.
func (w *walker) decide() *starter {
	// All packages are known before the first file is read: a manifest in a folder below may say what a file of one above is.
	for i := range w.list {
		if c := &w.list[i]; c.tree != nil && !c.single {
			c.pack = w.packages.of(c.tree, parent(c.rel))
		}
	}
	for _, l := range w.launching {
		w.packages.of(l.tree, l.rel)
	}
	s := newStarter(w)
	s.addStarted()
	w.sortCandidates()
	w.reach()
	return s
}

func (w *walker) sortCandidates() {
	slices.SortStableFunc(w.list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.rel, b.rel))
	})
	for i := range w.list {
		if c := &w.list[i]; c.tree != nil {
			w.candidates[c.tree.key(c.rel)] = i
		}
	}
}

func (w *walker) folder(t *tree, rel string, s scope) {
	switch {
	case rel != "" && strings.Count(rel, "/")+1 > w.opts.Limits.Depth:
		w.skipAt(t, rel, SkipTooDeep, fmt.Sprintf("folders are nested deeper than %d levels", w.opts.Limits.Depth))
		return
	case w.chooser.set && w.chooser.leavesOutFolder(w.rootRel(t, rel)):
		w.exclude(place{t, rel}, "/")
		return
	case w.ended() != nil:
		return
	case w.late():
		if !w.unlisted {
			w.unlisted = true
			w.skipAt(t, rel, SkipTime, "this folder and those after it were not listed: the scan reached its time limit")
		}
		return
	}
	entries, cut, err := w.opts.list(t, rel)
	listed := entries
	if cut || err != nil {
		listed = nil
	}
	s = w.enter(t, s, rel, listed...)
	// A folder that was walked for its tracked files may still be walked for all of them.
	key := string(s.forced) + "\x00" + t.key(rel)
	if w.visited[key] || w.visited["\x00"+t.key(rel)] {
		return
	}
	w.visited[key] = true
	if err != nil {
		w.skipAt(t, rel, SkipUnreadable, "the folder cannot be read: "+plainError(err))
		return
	}
	if cut {
		w.skipAt(t, rel, SkipTooMany, "the folder could not be listed in full")
	}
	for _, e := range entries {
		name := e.Name()
		child := path.Join(rel, name)
		switch typ := e.Type(); {
		case name == gitFolder && child != t.top:
		case typ.IsDir() && child != t.top && t.isVCS(child, name) && !s.tracksUnder(child):
			w.passVCS(t, child)
		case typ.IsDir():
			if inner, reason := w.judge(t, s, child, name); reason != "" {
				w.skip(Skip{Reason: reason, Path: t.shown(child) + "/", Rel: w.rootRel(t, child)})
			} else {
				w.folder(t, child, inner)
			}
		case typ&fs.ModeSymlink != 0:
			if w.hides(&s, child) == "" {
				w.links = append(w.links, place{t, child})
			}
		case typ.IsRegular():
			w.file(t, s, child, name)
		case isClientFile(name):
			w.missAt(t, child, SkipSpecial, "clients read files of this name, but it is not a regular file")
		default:
			w.skipAt(t, child, SkipSpecial, "")
		}
	}
	manifests := manifestsAmong(entries)
	w.packages.manifests[t.key(rel)] = manifests
	if slices.ContainsFunc(manifests, isLauncher) {
		w.launching = append(w.launching, place{t, rel})
	}
}

// wantsAt says whether a file is opened, by its name or by its path.
func (w *walker) wantsAt(t *tree, rel string) want {
	if clients.IsAgent(t.shown(rel)) {
		return wantYes
	}
	return w.wants(path.Base(rel))
}

func (w *walker) file(t *tree, s scope, rel, name string) {
	w.inv.FilesSeen++
	w.inv.focus.meets(w.rootRel(t, rel))
	w.report(false)
	wanted, agents := w.wantsAt(t, rel), w.opts.AgentsFiles && w.isAgents(t, rel)
	if wanted == wantNo && !agents {
		if s.tracks(rel) || s.forced == "" && !w.ignored(&s, rel, false) {
			w.nameUnread(t, rel, name)
		}
		return
	}
	reason := w.hides(&s, rel)
	if reason == "" {
		w.add(candidate{place: place{t, rel}, want: wanted, agents: agents})
		return
	}
	if _, known := clients.FileOf("/" + strings.ToLower(rel)); known != nil && reason == SkipIgnored {
		w.missAt(t, rel, SkipIgnored, "git ignores the file, but a client reads it; to scan it, name it")
		return
	}
	w.skipAt(t, rel, reason, "")
}

// exclude leaves a file or folder out, and says so once, where it has not said so of a folder around it.
func (w *walker) exclude(p place, end string) {
	known := w.excluded[p.tree.key("")]
	for dir := p.rel; dir != "" && !known; dir = parent(dir) {
		known = w.excluded[p.tree.key(dir)]
	}
	if !known {
		w.excluded[p.tree.key(p.rel)] = true
		w.skip(Skip{Reason: SkipExcluded, Path: p.tree.shown(p.rel) + end, Rel: w.rootRel(p.tree, p.rel)})
	}
}

// add takes a file on, once.
func (w *walker) add(c candidate) {
	key := c.tree.key(c.rel)
	if i, ok := w.candidates[key]; ok {
		known := &w.list[i]
		known.lang = cmp.Or(c.lang, known.lang)
		if c.agents {
			known.agents, known.as = true, cmp.Or(known.as, c.as)
		}
		if c.alias != "" && known.alias == "" {
			known.alias, known.want = c.alias, wantYes
		}
		if c.named {
			known.named, known.want = true, wantYes
		}
		return
	}
	if w.chooser.set {
		rel := w.rootRel(c.tree, c.rel)
		if w.chooser.leavesOut(rel) {
			w.exclude(c.place, "")
			return
		}
		c.chosen = w.chooser.classOf(rel)
	}
	// What clients read comes first.
	if most := w.opts.Limits.Files; len(w.list) >= most && !c.named && (len(w.list) >= 2*most || !isClientFile(path.Base(c.rel))) {
		w.tooMany++
		return
	}
	c.path = c.tree.shown(c.rel)
	w.candidates[key] = len(w.list)
	w.list = append(w.list, c)
}
