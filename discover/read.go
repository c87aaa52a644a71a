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
	"strings"
	"sync"
	"sync/atomic"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// found is what was found in one file.
type found struct {
	tools   []derived
	servers []Server
	// launches are as in Inventory.Launches.
	launches []Tool
	// agents are as in Inventory.Agents.
	agents []Tool
	skips  []Skip
	// values is how many values the definitions have.
	values int
}

// derived is a tool whose server may still have to be named after its place.
type derived struct {
	Tool
	origin origin
	// place is the index of the candidate, and pack the package that the file is in; nil for standard input.
	place int
	pack  *pack
	// built is set for a file that a build left behind.
	built bool
	// chosen is set when people have said what class the file is.
	chosen bool
	// joined is set when copies were joined to it, and own is how many fields it had before.
	joined bool
	own    int
}

func (r *found) empty() bool { return len(r.tools)+len(r.servers)+len(r.launches)+len(r.agents) == 0 }

func wantsFile(name string) want {
	if _, ok := LanguageOf(name); ok {
		return wantYes
	}
	return wantsManifest(name)
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
	for _, c := range rest {
		w.halfRead(c)
	}
	w.skip(Skip{Reason: reason, Path: rest[0].path, Detail: fmt.Sprintf("this file and %d after it were not read: %s", len(rest)-1, why)})
}

// readAll reads the candidates and collects what they define in their order.
func (w *walker) readAll() error {
	var all []derived
	var modules []loaded
	kept := 0
	// All packages are known before the first file is read: a manifest in a folder below may tell of one above.
	for i := range w.candidates {
		if c := &w.candidates[i]; c.tree != nil {
			c.pack = w.packages.of(c.tree, parent(c.rel))
		}
	}
	for _, l := range w.launching {
		w.packages.of(l.tree, l.rel)
	}
	w.addStarted()
	// Settings that are read may add files.
reading:
	for from := 0; from < len(w.candidates); {
		if w.late() {
			w.leave(w.candidates[from:], SkipTime, "the time limit of the scan was reached")
			break
		}
		batch := w.candidates[from:min(from+readBatch, len(w.candidates))]
		results := w.readBatch(batch)
		for i := range batch {
			if err := w.ended(); err != nil {
				return err
			}
			if kept > w.keeps {
				w.leave(w.candidates[from+i:], SkipTooMany, "those before define more than fits in memory")
				break reading
			}
			r := results[i]
			if r.err != nil {
				return r.err
			}
			if r.opened && !batch[i].again && w.inv.focus.holds(w.rootRel(batch[i].tree, batch[i].rel)) {
				w.inv.FilesRead++
			}
			if len(r.skips) > 0 {
				w.halfRead(batch[i])
			}
			for _, s := range r.skips {
				if s.Quiet() && s.Reason != SkipBinary && batch[i].pack != nil && batch[i].pack.mcp {
					w.missed = append(w.missed, missed{batch[i].pack, s})
				}
				w.skip(s)
			}
			if r.module != nil {
				kept += len(r.module.File.Data)
				modules = append(modules, r.loaded(batch[i], from+i))
			}
			if r.empty() {
				continue
			}
			kept += len(r.file.Data) + keptValue*r.values
			w.inv.Files = append(w.inv.Files, r.file)
			w.inv.Servers = append(w.inv.Servers, r.servers...)
			class := cmp.Or(r.above, r.class)
			for k := range r.launches {
				r.launches[k].Class = class
				if batch[i].chosen == nil {
					r.launches[k].Class = demotion(class, batch[i].pack, false, false)
				}
			}
			w.inv.Launches = append(w.inv.Launches, r.launches...)
			w.addAgents(&r, &batch[i])
			w.addContexts(&batch[i], r.launches)
			for k := range r.tools {
				r.tools[k].place, r.tools[k].pack, r.tools[k].Class = from+i, batch[i].pack, class
				r.tools[k].chosen = batch[i].chosen != nil
			}
			all = append(all, r.tools...)
		}
		from += len(batch)
		w.report(true)
	}
	w.inv.sortAgents()
	w.gather(all, w.readBrought(modules))
	return nil
}

func (r *outcome) loaded(c candidate, place int) loaded {
	return loaded{module: r.module, candidate: c, place: place, above: r.above, class: r.class, serves: r.serves}
}

// readBatch reads files in several goroutines. Those that are too large to be read are looked at afterwards, in their order.
func (w *walker) readBatch(batch []candidate) []outcome {
	out := make([]outcome, len(batch))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(readWorkers, max(2, runtime.GOMAXPROCS(0)), len(batch)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(batch); i = int(next.Add(1)) - 1 {
				out[i] = w.read(batch[i])
			}
		})
	}
	wg.Wait()
	for i := range batch {
		if s := out[i].skips; len(s) == 1 && s[0].Reason == SkipTooLarge {
			batch[i].looking = true
			out[i] = w.read(batch[i])
		}
	}
	return out
}

// halfRead notes that a file was not read, or not to its end.
func (w *walker) halfRead(c candidate) {
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
	module *code.Module
	// above is the class that the folders above its package give it, class the one that it has in its package.
	above, class Class
	// serves is set for a source file that seems to make or start a server.
	serves bool
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
				Detail: fmt.Sprintf("reading the file failed by a defect of mcp-lint (%T); please report it", r),
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
	file := source.NewFile(c.path, c.rel, data)
	if c.alias != "" {
		// Readers go by the name of the link; what is reported is the file.
		file.Path, file.Rel = c.tree.shown(c.alias), c.alias
	}
	var quiet []Skip
	if wanted {
		var nothing bool
		if quiet, nothing = screen(file, c.named); nothing {
			wanted = false
		} else {
			quiet = nil
		}
	}
	out = outcome{opened: true, found: found{skips: quiet}}
	if wanted || c.agents {
		out.file = file
		out.above, out.class = w.classOf(&c)
	}
	if wanted {
		if found := w.document(file, c.named); !c.isProse(&found, file) {
			found.skips = append(out.skips, found.skips...)
			out.found = found
		}
	}
	if c.agents && (c.stdin == nil || out.empty() && len(out.skips) == 0) {
		out.agents = agents(file)
	}
	// Readers see the path in the tree, from which they derive names; what is reported is relative to the root of the run.
	file.Path, file.Rel = c.path, w.rootRel(c.tree, c.rel)
	for i := range out.skips {
		out.skips[i].Path, out.skips[i].Rel = file.Path, file.Rel
	}
	if c.tree != nil {
		tellFolder(out.launches, path.Base(filepath.ToSlash(c.tree.abs)))
	}
	for i := range out.tools {
		switch o := &out.tools[i].origin; {
		case o.name == "":
		case c.tree == nil:
			*o = origin{key: "-", name: "stdin"}
		default:
			o.top = filepath.ToSlash(c.tree.abs)
			o.key = path.Join(o.top, o.key)
		}
	}
	if out.empty() {
		out.file = nil
	}
	return out
}

// skipped is what comes of a file that was skipped. What was asked for and cannot be looked at is no clean result.
func (w *walker) skipped(c *candidate, opened bool, s *Skip) outcome {
	if c.named {
		return outcome{err: fmt.Errorf("%q cannot be scanned: %s", c.path, s.Detail)}
	}
	s.Path, s.Rel = c.path, w.rootRel(c.tree, c.rel)
	return outcome{opened: opened, found: found{skips: []Skip{*s}}}
}

// load returns the content of a file and whether it is wanted as a document, which its beginning may show that it is not. With a skip, data is
// not nil when the file was opened.
func (w *walker) load(c *candidate, f *opened, isCode bool) (data []byte, wanted bool, skip *Skip) {
	if c.stdin != nil {
		data, err := io.ReadAll(io.LimitReader(c.stdin, w.limits.FileBytes+1))
		switch {
		case err != nil:
			return nil, false, skipOf(err, 0)
		case int64(len(data)) > w.limits.FileBytes:
			return data, false, skipOf(errTooLarge, w.limits.FileBytes)
		case len(bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))) == 0:
			// What was piped in has failed, most likely: silence is no document without findings. Some shells mark what they pipe.
			return data, false, &Skip{Reason: SkipBroken, Detail: "it is empty"}
		}
		return data, true, nil
	}
	if err := f.open(); err != nil {
		return nil, false, skipOf(err, 0)
	}
	switch wants := wantsManifest(path.Base(c.rel)); {
	case c.only:
	case wants == wantYes || c.named || c.alias != "":
		wanted = true
	case wants == wantSniff:
		if !f.isRegular() {
			return nil, false, skipOf(errNotRegular, 0)
		}
		wanted = looksLikeDocument(f.beginning())
	}
	if !wanted && !c.agents {
		return nil, false, nil
	}
	if data, skip = f.read(w.limits.FileBytes); skip != nil {
		if !isCode && writtenByUs(f.beginning()) || skip.Reason == SkipTooLarge && !c.named && !c.agents && !w.mayDefine(f, c) {
			return nil, false, nil
		}
		return nil, false, skip
	}
	if !isCode && writtenByUs(data) {
		return nil, false, nil
	}
	return data, wanted, nil
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

// ours is how the lock file and the baseline of mcp-lint begin, each followed by the version of its format.
var ours = [...]string{`{"mcp-lint-lock":`, `{"mcp-lint-baseline":`}

// writtenByUs reports whether a file that begins so is a lock file or a baseline, whatever it is called: it holds what definitions said once. Its
// first line has to be theirs to the letter and the second to begin as theirs do, so that no tool can be hidden in it that anything
// reads but a reader of JSON Lines: two such lines are no YAML, TOML or JSON.
func writtenByUs(head []byte) bool {
	const maxHeader, entry = 40, `{"`
	first, second, _ := strings.Cut(string(head[:min(len(head), maxHeader)]), "\n")
	for _, start := range ours {
		version, is := strings.CutPrefix(strings.TrimSuffix(first, "\r"), start)
		version, closed := strings.CutSuffix(version, "}")
		if is && closed && strings.HasPrefix(second, entry) && version != "" && strings.Trim(version, "0123456789") == "" {
			return true
		}
	}
	return false
}

// skipOf says why a file was not read up to a limit, nil when it was.
func skipOf(err error, limit int64) *Skip {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errTooLarge):
		return &Skip{Reason: SkipTooLarge, Detail: fmt.Sprintf("the file has more than %d bytes", limit)}
	case errors.Is(err, errNotRegular):
		return &Skip{Reason: SkipSpecial, Detail: "it is no ordinary file"}
	}
	return &Skip{Reason: SkipUnreadable, Detail: "the file cannot be read: " + plainError(err)}
}

// maxSourceBytes is the size above which a source file that was not named is skipped: people do not write such files.
const maxSourceBytes = 2 << 20

// readSource reads a file of source code when a cheap look finds MCP in it or in its package, or when it was named.
func (w *walker) readSource(c *candidate, lang lex.Language, f *opened) outcome {
	name := path.Base(c.rel)
	started := c.pack.starts(c.rel)
	if !c.named && !started && !c.brought && isDependency(w.belowNamed(c)) {
		return w.skipped(c, false, &Skip{Reason: SkipVendored})
	}
	limit := w.limits.FileBytes
	if !c.named {
		limit = min(limit, maxSourceBytes)
	}
	data, skip := f.read(limit)
	if skip != nil {
		// What is too large is not read, but is worth no word either when a smaller one would not be read for what is in it.
		ok := false
		if skip.Reason == SkipTooLarge && !c.named && !started {
			data, ok = w.look(f, c)
		}
		if !ok {
			return w.skipped(c, false, skip)
		}
	}
	out := outcome{opened: true}
	out.above, out.class = w.classOf(c)
	if _, _, wide := utf16Order(data); wide && !mentionsMCP(name, data) {
		// Lines and columns are those that an editor shows; offsets count bytes of the text as UTF-8.
		data = []byte(decodeUTF16(data))
	}
	if !c.named && !started && !(c.brought && mayHoldText(data)) && !mentionsMCP(name, data) && !(c.pack.mcp && (len(data) <= smallSource || mayHoldText(data))) {
		return outcome{}
	}
	if isBinary(data[:min(len(data), headBytes)]) && !looksLikeCode(data) {
		return w.skipped(c, true, &Skip{Reason: SkipBinary, Detail: "it is no text"})
	}
	if !c.named && !started && isMinified(name, data) && !registersVisibly(data) {
		return w.skipped(c, true, &Skip{Reason: SkipMinified})
	}
	if c.named && defines(readManifest(source.NewFile(c.path, c.rel, data), true)) {
		return outcome{document: true}
	}
	if skip != nil {
		return w.skipped(c, true, skip)
	}
	if out.class == ClassNone && out.above == ClassNone && !c.named && c.chosen == nil && saysGenerated(data) {
		out.class = ClassGenerated
	}
	if lang == lex.Java {
		data = lex.PlainJava(data)
	}
	rel := w.rootRel(c.tree, c.rel)
	file := source.NewFile(c.path, rel, data)
	out.module = code.ScanFor(file, lang, worthSweeping)
	out.serves = constructsServer(data)
	out.module.Package = w.rootRel(c.pack.tree, c.pack.dir)
	if lang == lex.Python {
		if coding := oddCoding(data); coding != "" {
			out.skips = append(out.skips, Skip{
				Reason: SkipPartial, Path: c.path, Rel: rel, Detail: fmt.Sprintf("Python reads the file in the encoding %q, in which it may say something else than it shows", coding),
			})
		}
	}
	if out.module.Cut {
		out.skips = append(out.skips, Skip{
			Reason: SkipPartial, Path: c.path, Rel: rel, Detail: readInPart,
		})
	}
	return out
}

// readInPart is what people are told of a file that a bound ended the reading of.
const readInPart = "the source code is too long or nested too deeply to be read to its end"

// defines reports whether more was found than the text of a file that cannot be read.
func defines(f found) bool {
	return len(f.servers) > 0 || slices.ContainsFunc(f.tools, func(d derived) bool { return d.View.Kind != detect.KindFile })
}

// classOf tells the class of a candidate, by the folders above its package and by what is in it. A file that was named has none, unless people have said which.
func (w *walker) classOf(c *candidate) (above, inside Class) {
	if c.chosen != nil {
		return ClassNone, *c.chosen
	}
	if c.named || c.tree == nil {
		return ClassNone, ClassNone
	}
	return c.pack.classIn(c.rel, w.belowNamed(c))
}

// belowNamed returns the path of a candidate relative to the innermost folder around it that was named.
func (w *walker) belowNamed(c *candidate) string {
	abs, best := c.tree.key(c.rel), ""
	for _, folder := range w.named {
		if len(folder) > len(best) && within(folder, abs) {
			best = folder
		}
	}
	if best == "" {
		return c.rel
	}
	rel := strings.TrimPrefix(abs[len(best):], string(filepath.Separator))
	return filepath.ToSlash(rel)
}
