package discover

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/source"
)

// reader finds definitions in one family of files. Its methods are called from several goroutines.
type reader interface {
	// wants decides by the name, without folders, whether the file is opened.
	wants(name string) want
	// sniff decides by the first bytes, for wantSniff.
	sniff(head []byte) bool
	// read returns what the file defines. named is set when the file itself was named, and so expected to define something.
	read(f *source.File, named bool) found
}

// readers are asked in this order.
var readers = []reader{manifestReader{}}

// found is what a reader found in one file.
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
	// told is set when people have said what class the file is.
	told bool
	// joined is set when copies were joined to it, and own is how many fields it had before.
	joined bool
	own    int
}

func (r *found) empty() bool { return len(r.tools)+len(r.servers)+len(r.launches)+len(r.agents) == 0 }

// wantsFile asks all readers, and whether the name is that of source code.
func wantsFile(name string) want {
	w := wantNo
	if _, ok := LanguageOf(name); ok {
		w = wantYes
	}
	for _, r := range readers {
		w = max(w, r.wants(name))
	}
	return w
}

const (
	// readBatch is how many files are taken on at once: what settings among them name comes after them.
	readBatch = 128
	// maxKeptBytes bounds the files held in memory to the end: all those in which something is found, with keptValue bytes for each value of
	// their definitions.
	maxKeptBytes, keptValue = 1 << 30, 128
)

// leave notes that candidates are not read, since those before them fill the memory.
func (w *walker) leave(rest []candidate) {
	for _, c := range rest {
		w.halfRead(c)
	}
	w.skip(Skip{Reason: SkipTooMany, Path: rest[0].path, Detail: fmt.Sprintf(
		"this file and %d after it were not read: those before define more than fits in memory", len(rest)-1)})
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
	ahead := newReadAhead(w)
	defer ahead.close()
	// Settings that are read may add files.
reading:
	for from := 0; from < len(w.candidates); {
		batch := w.candidates[from:min(from+readBatch, len(w.candidates))]
		for i := range batch {
			if err := w.ended(); err != nil {
				return err
			}
			if kept > w.keeps {
				w.leave(w.candidates[from+i:])
				break reading
			}
			r := ahead.result(from + i)
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
				modules = append(modules, loaded{module: r.module, candidate: batch[i], place: from + i, above: r.above, class: r.class, serves: r.serves})
			}
			if r.empty() {
				continue
			}
			kept += len(r.file.Data) + keptValue*r.values
			w.inv.Files = append(w.inv.Files, r.file)
			w.inv.Servers = append(w.inv.Servers, r.servers...)
			class := firstClass(r.above, r.class)
			for k := range r.launches {
				r.launches[k].Class = class
				if batch[i].told == nil {
					r.launches[k].Class = demotion(class, batch[i].pack, false, false)
				}
			}
			w.inv.Launches = append(w.inv.Launches, r.launches...)
			w.addAgents(&r, &batch[i])
			w.addContexts(&batch[i], r.launches)
			for k := range r.tools {
				r.tools[k].place, r.tools[k].pack, r.tools[k].Class = from+i, batch[i].pack, class
				r.tools[k].told = batch[i].told != nil
			}
			all = joined(all, r.tools)
		}
		from += len(batch)
		w.report(true)
	}
	ahead.close()
	w.inv.sortAgents()
	w.gather(all, modules)
	return nil
}

// joined is append that takes a list over where there is none yet: a file of 10,000 tools is a common one.
func joined[T any](list, more []T) []T {
	if len(list) == 0 {
		return more
	}
	return append(list, more...)
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

// read reads one file. A reader that panics costs the file, not the run.
func (w *walker) read(c candidate, d *desk) (out outcome) {
	defer d.clear()
	defer func() {
		if r := recover(); r != nil {
			out = outcome{opened: true, found: found{skips: []Skip{{
				Reason: SkipUnreadable, Path: c.path, Rel: w.rootRel(c.tree, c.rel),
				Detail: fmt.Sprintf("reading the file failed by a defect of mcp-lint (%T); please report it", r),
			}}}}
		}
	}()
	lang, isCode := d.language(&c)
	if isCode && c.tree != nil && c.pack != nil && !c.only {
		if out := w.readSource(c, lang, d); !out.document {
			return out
		}
		d.rewind()
	}
	data, chosen, skip := w.load(c, d, isCode)
	if skip != nil {
		skip.Path, skip.Rel = c.path, w.rootRel(c.tree, c.rel)
		if c.named {
			// What was asked for and cannot be looked at is no clean result.
			return outcome{err: fmt.Errorf("%q cannot be scanned: %s", c.path, skip.Detail)}
		}
		return outcome{opened: data != nil, found: found{skips: []Skip{*skip}}}
	}
	if len(chosen) == 0 && !c.agents {
		return outcome{}
	}
	chosen, quiet := screen(chosen, source.NewFile(c.path, c.rel, data), c.named)
	if len(chosen) == 0 && !c.agents {
		for i := range quiet {
			quiet[i].Rel = w.rootRel(c.tree, c.rel)
		}
		return outcome{opened: true, found: found{skips: quiet}}
	}
	if c.stdin == nil {
		data = d.keep(data)
	}
	out = outcome{opened: true, file: source.NewFile(c.path, c.rel, data)}
	out.above, out.class = w.classOf(c)
	out.skips = quiet
	for _, r := range chosen {
		f := r.read(out.file, c.named)
		if c.isProse(&f, out.file) {
			continue
		}
		out.tools = joined(out.tools, f.tools)
		out.values += f.values
		out.servers = append(out.servers, f.servers...)
		out.launches = append(out.launches, f.launches...)
		out.skips = append(out.skips, f.skips...)
	}
	if c.agents && (c.stdin == nil || out.empty() && len(out.skips) == 0) {
		out.agents = agents(out.file)
	}
	// Readers see the path in the tree, from which they derive names; what is reported is relative to the root of the run.
	out.file.Rel = w.rootRel(c.tree, c.rel)
	for i := range out.skips {
		out.skips[i].Rel = out.file.Rel
	}
	if c.tree != nil {
		tellFolder(out.launches, path.Base(filepath.ToSlash(c.tree.abs)))
	}
	var last, placed origin // most tools of a file are of one origin
	for i := range out.tools {
		switch o := &out.tools[i].origin; {
		case o.name == "":
		case c.tree == nil:
			*o = origin{key: "-", name: "stdin"}
		default:
			if *o != last || placed.name == "" {
				last, placed = *o, *o
				placed.top = filepath.ToSlash(c.tree.abs)
				placed.key = path.Join(placed.top, o.key)
			}
			*o = placed
		}
	}
	if out.empty() {
		out.file = nil
	}
	return out
}

// load returns the content of a file and the readers that want it, none when its beginning shows that it is not for them.
// With a skip, data is not nil when the file was opened. It is overwritten by the next file, but for standard input.
func (w *walker) load(c candidate, d *desk, isCode bool) (data []byte, chosen []reader, skip *Skip) {
	if c.stdin != nil {
		data, err := io.ReadAll(io.LimitReader(c.stdin, w.limits.FileBytes+1))
		if err != nil {
			return nil, nil, &Skip{Reason: SkipUnreadable, Detail: plainError(err)}
		}
		if int64(len(data)) > w.limits.FileBytes {
			return data, nil, tooLarge(w.limits.FileBytes)
		}
		if len(bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))) == 0 {
			// What was piped in has failed, most likely: silence is no document without findings. Some shells mark what they pipe.
			return data, nil, &Skip{Reason: SkipBroken, Detail: "it is empty"}
		}
		return data, readers, nil
	}
	f := d.open(&c)
	if f.err != nil {
		return nil, nil, skipOf(f.err, 0)
	}
	name := path.Base(c.rel)
	var unsure []reader
	for _, r := range readers {
		switch wants := r.wants(name); {
		case c.only:
		case wants == wantYes || c.named:
			chosen = append(chosen, r)
		case wants == wantSniff:
			unsure = append(unsure, r)
		}
	}
	if len(unsure) > 0 {
		if !f.isRegular() {
			return nil, nil, skipOf(errNotRegular, 0)
		}
		for _, r := range unsure {
			if r.sniff(f.beginning()) {
				chosen = append(chosen, r)
			}
		}
	}
	if len(chosen) == 0 && !c.agents {
		return nil, nil, nil
	}
	if data, skip = d.load(f, w.limits.FileBytes); skip != nil {
		if !isCode && writtenByUs(f.beginning()) || skip.Reason == SkipTooLarge && !c.named && !c.agents && !w.large.mayDefine(f.file, c) {
			return nil, nil, nil
		}
		return nil, nil, skip
	}
	if !isCode && writtenByUs(data) {
		return nil, nil, nil
	}
	return data, chosen, nil
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
		return tooLarge(limit)
	case errors.Is(err, errNotRegular):
		return &Skip{Reason: SkipSpecial, Detail: "it is no ordinary file"}
	}
	return &Skip{Reason: SkipUnreadable, Detail: "the file cannot be read: " + plainError(err)}
}

// screener is a reader that can tell by a cheap look that a file defines nothing, before a copy of it is kept.
type screener interface {
	// screen returns nothing as true where read would return no more than skips, and these.
	screen(f *source.File, named bool) (skips []Skip, nothing bool)
}

// screen returns the readers that may find something in a file, and the skips of those that do not.
func screen(chosen []reader, f *source.File, named bool) (left []reader, skips []Skip) {
	for _, r := range chosen {
		if s, ok := r.(screener); ok {
			if more, nothing := s.screen(f, named); nothing {
				skips = append(skips, more...)
				continue
			}
		}
		left = append(left, r)
	}
	return left, skips
}

func tooLarge(limit int64) *Skip {
	return &Skip{Reason: SkipTooLarge, Detail: fmt.Sprintf("the file has more than %d bytes", limit)}
}
