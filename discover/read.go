package discover

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/lazy"
)

// found is what was found in one file.
type found struct {
	tools   []derived
	servers []Server
	// launches and agents are as in Inventory.
	launches, agents []Tool
	skips            []Skip
	// rules is true for the examples of the user's own rules, which no server lists.
	rules bool
	// values is how many values the definitions have.
	values int
}

// derived is a tool whose server may still have to be named after its place.
type derived struct {
	Tool
	origin origin
	// place is the index of the candidate, and pack the package that the file is in; nil for standard input.
	place int
	// tree is the one that it lies in; nil for standard input.
	tree *tree
	pack *pack
	// built is set for a file that a build left behind, chosen when people have said what class the file is.
	built, chosen bool
	// beside is set for a definition beside the manifest of its package.
	beside bool
	// joined is set when copies were joined to it, and own is how many fields it had before.
	joined bool
	own    int
}

func (r *found) empty() bool { return len(r.tools)+len(r.servers)+len(r.launches)+len(r.agents) == 0 }

// defines reports whether more was found than the text of a file that cannot be read.
func defines(f *found) bool {
	return len(f.servers) > 0 || slices.ContainsFunc(f.tools, func(d derived) bool { return d.View.Kind != detect.KindFile })
}

const (
	// readBatch is how many files are taken on at once: what settings among them name comes after them.
	readBatch = 128
	// readWorkers bounds the files read at once, parseWorkers those of largeParse bytes among them, whose values take many times their bytes.
	readWorkers, parseWorkers, largeParse = 16, 4, 1 << 20
	// maxKeptBytes bounds the files held in memory to the end: all those in which something is found, with keptValue bytes for each value of
	// their definitions.
	maxKeptBytes, keptValue = 1 << 30, 128
)

// leave notes that candidates are not read, and why.
func (w *walker) leave(rest []candidate, reason Reason, why string) {
	for i := range rest {
		w.markTruncated(&rest[i])
	}
	w.skip(Skip{Reason: reason, Path: rest[0].path, Detail: fmt.Sprintf("this file and %d after it were not read: %s", len(rest)-1, why)})
}

// readAll reads the candidates and collects what they define in their order.
func (w *walker) readAll() error {
	// All packages are known before the first file is read: a manifest in a folder below may say what a file of one above is.
	for i := range w.list {
		if c := &w.list[i]; c.tree != nil && !c.single {
			c.pack = w.packages.of(c.tree, parent(c.rel))
		}
	}
	for _, l := range w.launching {
		w.packages.of(l.tree, l.rel)
	}
	all := collected{walker: w, starter: newStarter(w)}
	all.addStarted()
	w.sortCandidates()
	w.reach()
	// Settings that are read may add files.
	for from := 0; from < len(w.list); {
		if w.late() {
			w.leave(w.list[from:], SkipTime, "the scan reached its time limit")
			break
		}
		var batch []candidate
		var places []int
		to := from
		for ; to < len(w.list) && len(batch) < readBatch; to++ {
			if !w.list[to].far {
				batch, places = append(batch, w.list[to]), append(places, to)
			}
		}
		results := w.readBatch(batch)
		all.done = to
		for i := range batch {
			if err := w.ended(); err != nil {
				return err
			}
			if all.kept > w.keeps {
				w.leave(w.list[places[i]:], SkipTooMany, "the files before it define more than fits in memory")
				w.gather(all.tools, all.modules)
				return nil
			}
			if results[i].err != nil {
				return results[i].err
			}
			all.add(&batch[i], &results[i], places[i])
		}
		from = to
		w.report(true)
	}
	if err := all.addImported(); err != nil {
		return err
	}
	all.reportCut()
	w.gather(all.tools, all.modules)
	return nil
}

func (r *outcome) loaded(c *candidate, place int) loaded {
	return loaded{module: r.module, candidate: *c, place: place, parentClass: r.parentClass, class: r.class}
}

// collected is what the files that were read so far define.
type collected struct {
	*walker
	*starter
	tools   []derived
	modules []loaded
	// kept is how many bytes are held to the end.
	kept int
}

// add takes in what came of a candidate, whose index is place.
func (a *collected) add(c *candidate, r *outcome, place int) {
	w := a.walker
	if r.opened && !c.again && w.inv.focus.holds(w.rootRel(c.tree, c.rel)) {
		w.inv.FilesRead++
	}
	repeated := c.tree != nil && w.unread[c.tree.key(c.rel)]
	if len(r.skips) > 0 {
		w.markTruncated(c)
	}
	for _, s := range r.skips {
		if repeated && s.Reason == SkipTooLarge {
			continue // It is too large whatever it is read for.
		}
		if s.Quiet() && s.Reason != SkipBinary && c.pack != nil && c.pack.mcp {
			w.missed = append(w.missed, missed{c.pack, s})
		}
		w.skip(s)
	}
	if r.module != nil {
		a.kept += len(r.module.File.Data)
		a.modules = append(a.modules, r.loaded(c, place))
		a.code[c.tree.key(c.rel)] = true
	}
	if r.empty() {
		return
	}
	a.kept += len(r.file.Data) + keptValue*r.values
	w.inv.Files = append(w.inv.Files, r.file)
	w.inv.Servers = append(w.inv.Servers, r.servers...)
	class := cmp.Or(r.parentClass, r.class)
	for k := range r.launches {
		r.launches[k].Class = class
		if c.chosen == nil {
			r.launches[k].Class = demotion(class, c.pack, false, false)
		}
	}
	for k := range r.agents {
		r.agents[k].Class, r.agents[k].View.Name = w.agentsClass(c, class), r.file.Rel
	}
	for k := range r.tools {
		r.tools[k].tree = c.tree
		r.tools[k].place, r.tools[k].pack, r.tools[k].Class, r.tools[k].chosen = place, c.pack, class, c.chosen != nil
	}
	a.tools = append(a.tools, r.tools...)
	w.inv.Launches = append(w.inv.Launches, r.launches...)
	w.inv.Agents = append(w.inv.Agents, r.agents...)
	if !c.single {
		w.addContexts(c, r.launches)
		a.addLaunched(c, r.launches)
	}
}

// eachOf calls do for the numbers below n, in several goroutines. It panics if do does.
func eachOf(n int, do func(i int)) {
	var next atomic.Int64
	var waits []func()
	for range min(readWorkers, max(2, runtime.GOMAXPROCS(0)), n) {
		waits = append(waits, background(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		}))
	}
	for _, wait := range waits {
		wait()
	}
}

// background calls do in a goroutine. The function it returns waits for its end, and panics if do did: a caller that recovers, such as a
// server, must not end because of one file.
func background(do func()) (wait func()) {
	var cause any
	var running sync.WaitGroup
	running.Go(func() {
		defer func() { cause = recover() }()
		do()
	})
	return func() {
		if running.Wait(); cause != nil {
			panic(cause) //nolint:forbidigo // It is not a new one: whoever recovers from it here could not recover from it in the goroutine.
		}
	}
}

// readBatch reads files in several goroutines. Those that are too large to be read are looked at afterwards, in their order.
func (w *walker) readBatch(batch []candidate) []outcome {
	out := make([]outcome, len(batch))
	eachOf(len(batch), func(i int) { out[i] = w.read(batch[i]) })
	for i := range batch {
		if s := out[i].skips; len(s) == 1 && s[0].Reason == SkipTooLarge {
			batch[i].looking = true
			out[i] = w.read(batch[i])
		}
	}
	return out
}

// markTruncated notes that a file was not read, or not to its end.
func (w *walker) markTruncated(c *candidate) {
	if c.tree != nil {
		w.unread[c.tree.key(c.rel)] = true
	}
}

// outcome is what came of one candidate.
type outcome struct {
	found
	file   *source.File
	opened bool
	// module is what a source file defines, before it is linked with the others.
	module *link.Module
	// parentClass is the class that the folders above its package give it, class the one that it has in its package.
	parentClass, class Class
	// document is set when a file that was named has the name of source code and is a manifest.
	document bool
	// err is why a file that was named cannot be had.
	err error
}

// read reads one file. A panic costs the file, not the run.
func (w *walker) read(c candidate) (out outcome) {
	f := &opened{w: w, place: c.place}
	defer f.close()
	defer func() {
		if r := recover(); r != nil {
			out = outcome{opened: true, found: found{skips: []Skip{{
				Reason: SkipUnreadable, Path: c.path, Rel: w.rootRel(c.tree, c.rel),
				Detail: fmt.Sprintf("a bug in mcp-lint stopped it from reading the file (%T); please report it", r),
			}}}}
		}
	}()
	lang, isCode := f.language(&c)
	if isCode && c.tree != nil && c.pack != nil && !c.only {
		if out := w.readSource(&c, lang, f); !out.document {
			return out
		}
	}
	data, wanted, skip := w.load(&c, f, isCode)
	if skip != nil {
		return w.skipped(&c, data != nil, skip)
	}
	if !wanted && !c.agents {
		return outcome{}
	}
	return w.readDocument(&c, data, wanted)
}

// readDocument reads what is not source code as a manifest where that is wanted, and as instructions for agents where it is a file of these.
func (w *walker) readDocument(c *candidate, data []byte, wanted bool) outcome {
	out := outcome{opened: true, file: source.NewFile(c.path, c.rel, data)}
	if c.alias != "" {
		// Readers go by the name of the link; what is reported is the file.
		out.file.Path, out.file.Rel = c.tree.shown(c.alias), c.alias
	}
	if wanted {
		if quiet, nothing := screen(out.file, c.named); nothing {
			out.skips, wanted = quiet, false
		}
	}
	if wanted {
		out.found = w.manifest(c, out.file)
	}
	if wanted || c.agents {
		out.parentClass, out.class = w.classOf(c)
	}
	if out.rules {
		out.class = ClassScanner
	}
	if c.agents && (c.stdin == nil || out.empty() && len(out.skips) == 0) {
		out.agents = agents(out.file)
	}
	// Readers see the path in the tree, from which they derive names; what is reported is relative to the root of the run.
	out.file.Path, out.file.Rel = c.path, w.rootRel(c.tree, c.rel)
	for i := range out.skips {
		out.skips[i].Path, out.skips[i].Rel = out.file.Path, out.file.Rel
	}
	top := ""
	if c.tree != nil {
		// Clients know their files by the folders around them, one of which may be what was named.
		top = filepath.ToSlash(c.tree.abs)
		for i := range out.launches {
			if file := out.launches[i].View.Context.Get("file"); file != nil {
				file.Text = path.Join(path.Base(top), file.Text)
			}
		}
	}
	for i := range out.tools {
		switch o := &out.tools[i].origin; {
		case o.name == "":
		case c.tree == nil:
			*o = origin{key: "-", name: "stdin"}
		default:
			o.key, o.top = path.Join(top, o.key), top
		}
	}
	if out.empty() {
		out.file = nil
	}
	return out
}

// skipped is what comes of a file that was skipped. What was asked for and cannot be looked at is not a clean result.
func (w *walker) skipped(c *candidate, opened bool, s *Skip) outcome {
	if c.named {
		return outcome{err: fmt.Errorf("%q cannot be scanned: %s", c.path, s.Detail)}
	}
	s.Path, s.Rel = c.path, w.rootRel(c.tree, c.rel)
	return outcome{opened: opened, found: found{skips: []Skip{*s}}}
}

// load returns the content of a file and whether it is wanted as a document. With a skip, data is not nil when the file was opened.
func (w *walker) load(c *candidate, f *opened, isCode bool) (data []byte, wanted bool, skip *Skip) {
	limit := w.opts.Limits.FileBytes
	if c.stdin != nil {
		data, err := io.ReadAll(io.LimitReader(c.stdin, limit+1))
		switch {
		case err != nil:
			return nil, false, skipOf(err, 0)
		case int64(len(data)) > limit:
			return data, false, skipOf(errTooLarge, limit)
		case len(bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))) == 0:
			// What was piped in has failed, most likely: silence is not a document without findings. Some shells mark what they pipe.
			return data, false, &Skip{Reason: SkipBroken, Detail: "it is empty"}
		}
		return data, true, nil
	}
	if err := f.open(); err != nil {
		return nil, false, skipOf(err, 0)
	}
	switch wants := wantsManifest(path.Base(c.rel)); {
	case c.only:
	case wants == wantYes || c.named || c.alias != "" || clients.IsAgent(c.path):
		wanted = true
	case wants == wantSniff && !f.isRegular():
		return nil, false, skipOf(errNotRegular, 0)
	case wants == wantSniff:
		wanted = looksLikeDocument(f.beginning()) || !isBinary(f.beginning()) && manifest.HoldsMessages(f.first(maxPreamble))
	}
	if !wanted && !c.agents || !isCode && writtenByUs(f.beginning()) {
		return nil, false, nil
	}
	data, skip = f.read(limit)
	if skip != nil && skip.Reason == SkipTooLarge && !c.named && !c.agents && !w.mayDefine(f, c) {
		return nil, false, nil
	}
	return data, wanted && skip == nil, skip
}

// mayDefine reports whether a data file that is too large to be read may define something. It says so where that is not known.
func (w *walker) mayDefine(f *opened, c *candidate) bool {
	if isClientFile(path.Base(c.rel)) {
		return true
	}
	data, ok := w.look(f, c)
	_, _, wide := utf16Order(data)
	return !ok || wide || manifest.Candidate(source.NewFile(c.path, c.rel, data))
}

// ours is how the lock file and the baseline of mcp-lint begin.
var ours = lazy.Regexp(`^\{"mcp-lint-(?:lock|baseline)":[0-9]+\}\r?\n\{"`)

// writtenByUs reports whether a file that begins so is a lock file or a baseline, whatever it is called: it holds what definitions said
// once. Its first line has to be theirs to the letter and the second to begin as theirs do, so that no tool can be hidden in it that
// anything reads but a reader of JSON Lines: two such lines are not YAML, TOML or JSON.
func writtenByUs(head []byte) bool {
	const longest = 40
	return ours().Match(head[:min(len(head), longest)])
}

// skipOf says why a file was not read up to a limit, nil when it was.
func skipOf(err error, limit int64) *Skip {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errTooLarge):
		return &Skip{Reason: SkipTooLarge, Detail: fmt.Sprintf("the file is larger than %d bytes", limit)}
	case errors.Is(err, errNotRegular):
		return &Skip{Reason: SkipSpecial, Detail: "it is not a regular file"}
	}
	return &Skip{Reason: SkipUnreadable, Detail: "the file cannot be read: " + plainError(err)}
}
