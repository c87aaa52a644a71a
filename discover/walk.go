package discover

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/source"
)

// Walk looks through the paths and returns what they define. It fails only for what was asked for and cannot be had: a
// path that does not exist or cannot be opened. Everything else that could not be looked at is in Inventory.Skips.
//
// Files that git ignores are left out unless git tracks them, and so are the folders of dependencies and builds; a path that
// is named is always looked at. Symbolic links are followed within the repository, or the folder that was named when there
// is none. No program is run: what git would say is read from .gitignore, .git/info/exclude and .git/index. The ignore file
// of the user's own git configuration has no say, so that the result is the same on every machine.
func Walk(opts Options) (*Inventory, error) { return WalkContext(context.Background(), opts) }

// WalkContext is Walk that gives up, with the error of the context, when that ends. It looks at the context from file to file.
func WalkContext(ctx context.Context, opts Options) (*Inventory, error) {
	w := newWalker(opts)
	w.ended = ctx.Err
	defer w.close()
	if err := w.collect(); err != nil {
		return nil, err
	}
	if err := w.readAll(); err != nil {
		return nil, err
	}
	if f := w.inv.focus; f != nil {
		w.inv.FilesSeen = f.seen
	}
	slices.SortStableFunc(w.inv.Skips, func(a, b Skip) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	})
	return w.inv, nil
}

// walker collects the files to read. It works in one goroutine.
type walker struct {
	*coverage
	opts    Options
	wants   func(name string) want
	inv     *Inventory
	trees   []*tree
	chooser chooser
	// list holds the files to read, which coverage.candidates is the index of.
	list []candidate
	// excluded holds, by tree.key, what was left out as Options.Include and Options.Exclude ask for.
	excluded map[string]bool
	// ended says why the walk is to be given up, or nil.
	ended func() error
	// unlisted is set when folders were not listed because of the deadline.
	unlisted bool
	// within is Options.Root, with links resolved.
	within string
	// overlay is Options.Overlay by tree.key.
	overlay map[string][]byte
	repos   map[string]*repo
	links   []place
	// unpacked is how much of archives is held.
	unpacked int64
	// passed are files that were passed by although they have names that are read.
	passed []place
	// scopes are what holds in folders, by tree.key; see scopeOf.
	scopes map[string]scope
	judged map[string]judged
	// plugins are the folders that were asked whether they are a plugin, contexts the files that settings name, by tree.key, with the class of
	// the settings, linked counts what was looked at under the names of links to folders.
	plugins  map[string]bool
	contexts map[string]Class
	linked   int
	// steps counts the work of ignore patterns.
	steps   int
	tooMany int
	// keeps is how much may be held to the end, see maxKeptBytes.
	keeps int
	// looked is how much was looked at of files that are too large to be read, parsing holds the large files that are read, and document
	// reads a manifest.
	looked   int64
	parsing  chan struct{}
	document func(f *source.File, named bool) found
	packages packages
	// imports are what the source files import.
	imports link.Imports
	// launching are the folders that hold launchers, named those that were named, which the classes of files are relative to.
	launching []place
	named     []string
	// missed are the quiet skips of files of source code in packages that mention MCP.
	missed []missed
}

// place is a path in a tree.
type place struct {
	tree *tree
	rel  string
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
	named, _ := LanguageOf(c.rel)
	return cmp.Or(c.lang, named)
}

func newWalker(opts Options) *walker {
	opts.Limits = opts.Limits.withDefaults()
	if opts.link == nil {
		opts.link = link.Files
	}
	if opts.list == nil {
		opts.list = (*tree).list
	}
	known := &coverage{candidates: map[string]int{}, unread: map[string]bool{}, visited: map[string]bool{}, archives: map[string]*tree{}}
	return &walker{
		coverage: known, opts: opts, wants: wantsFile, document: readManifest,
		inv:      &Inventory{Skipped: map[Reason]int{}, agentsAsked: opts.AgentsFiles, coverage: known},
		excluded: map[string]bool{}, repos: map[string]*repo{}, judged: map[string]judged{}, scopes: map[string]scope{}, plugins: map[string]bool{},
		contexts: map[string]Class{},
		packages: newPackages(), overlay: resolved(opts.Overlay), ended: func() error { return nil }, keeps: maxKeptBytes,
		parsing: make(chan struct{}, parseWorkers),
	}
}

func (w *walker) close() {
	for _, t := range w.trees {
		_ = t.Close()
	}
}

// late reports whether the time for reading is over.
func (w *walker) late() bool {
	return !w.opts.Deadline.IsZero() && time.Now().After(w.opts.Deadline) //nolint:forbidigo // the user sets a time limit, and what it leaves out is reported
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
	w.walkAround()
	// The list grows while it is worked on: a link may lead to a folder with links.
	for i := 0; i < len(w.links); i++ {
		w.follow(w.links[i])
	}
	w.meetNamed()
	if err := w.ended(); err != nil {
		return err
	}
	if w.tooMany > 0 {
		w.skip(Skip{Reason: SkipTooMany, Path: w.trees[0].given, Detail: fmt.Sprintf("%d more files were not read: the limit is %d", w.tooMany, w.opts.Limits.Files)})
	}
	if w.steps >= maxIgnoreSteps {
		w.skip(Skip{Reason: SkipPartial, Path: ".gitignore", Detail: "the ignore patterns take too long to match; they were not applied to all files"})
	}
	w.sortCandidates()
	if w.chooser.spent() {
		w.skip(Skip{Reason: SkipPartial, Path: ".", Detail: "the include, exclude and classes patterns take too long to match; they were not applied to all files"})
	}
	w.report(true)
	return nil
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

func (w *walker) report(now bool) {
	const often = 256
	if w.opts.Progress != nil && (now || w.inv.FilesSeen%often == 0) {
		w.opts.Progress(w.inv.FilesSeen)
	}
}

// skipAt records that something in a tree was not looked at.
func (w *walker) skipAt(t *tree, rel string, reason Reason, detail string) {
	w.skip(Skip{Reason: reason, Path: t.shown(rel), Rel: w.rootRel(t, rel), Detail: detail})
}

// missAt is skipAt for what is quiet elsewhere and may matter here.
func (w *walker) missAt(t *tree, rel string, reason Reason, detail string) {
	w.skip(Skip{Reason: reason, Path: t.shown(rel), Rel: w.rootRel(t, rel), Detail: detail, Missed: true})
}

// skip counts a skip and keeps it as long as there are not too many of its reason.
func (w *walker) skip(s Skip) {
	if !w.inv.focus.touches(s.Rel) {
		return
	}
	if w.inv.Skipped[s.Reason]++; w.inv.Skipped[s.Reason] <= KeptSkips {
		w.inv.Skips = append(w.inv.Skips, s)
	}
}
