package discover

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/code/lex"
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
	// order is the index of the candidate, and pack the package that the file is in; nil for standard input.
	order int
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
	// maxKeptBytes bounds the files held in memory to the end: all those in which something is found, with keptValue bytes for each value of
	// their definitions.
	maxKeptBytes, keptValue = 1 << 30, 128
)

// leave notes that candidates are not read, and why.
func (r *reader) leave(rest []candidate, reason Reason, why string) {
	for i := range rest {
		r.markTruncated(&rest[i])
	}
	r.skip(Skip{Reason: reason, Path: rest[0].path, Detail: fmt.Sprintf("this file and %d after it were not read: %s", len(rest)-1, why)})
}

// contents is what the files define, before it is linked.
type contents struct {
	// documents are the definitions in manifests, modules the source files.
	documents []derived
	modules   []loaded
	// imports are what the source files import.
	imports link.Imports
	// missed are the quiet skips of files of source code in packages that mention MCP.
	missed []missed
}

// loaded is a source file that was scanned, with the candidate it was and its index.
type loaded struct {
	candidate
	module *link.Module
	order  int
	// above is the class that the folders above its package give it, class the one that it has in its package.
	above, class Class
}

// missed is a quiet skip of a file of source code.
type missed struct {
	pack *pack
	skip Skip
}

// readFiles reads the candidates and collects what they define in their order.
func readFiles(s *starter) (*contents, error) {
	if s.opts.document == nil {
		s.opts.document = readManifest
	}
	r := &reader{starter: s, contents: &contents{}, most: cmp.Or(s.opts.keep, maxKeptBytes)}
	full, err := r.readList()
	if err == nil && !full {
		if err = r.addIncluded(); err == nil {
			err = r.addImported()
		}
		if err == nil {
			r.reportCut()
		}
	}
	return r.contents, err
}

// readList reads the list of candidates, to which settings that are read may add. It reports whether memory was full before its end.
func (r *reader) readList() (full bool, err error) {
	for from := 0; from < len(r.list); {
		if r.late() {
			r.leave(r.list[from:], SkipTime, "the scan reached its time limit")
			break
		}
		var batch []candidate
		var orders []int
		to := from
		for ; to < len(r.list) && len(batch) < readBatch; to++ {
			if !r.list[to].far {
				batch, orders = append(batch, r.list[to]), append(orders, to)
			}
		}
		results := r.readBatch(batch)
		r.done = to
		for i := range batch {
			if err := r.ended(); err != nil {
				return false, err
			}
			if r.kept > r.most {
				r.leave(r.list[orders[i]:], SkipTooMany, "the files before it define more than fits in memory")
				return true, nil
			}
			if results[i].err != nil {
				return false, results[i].err
			}
			r.record(&batch[i], &results[i], orders[i])
		}
		from = to
		r.report(true)
	}
	return false, nil
}

// reader reads candidates.
type reader struct {
	*starter
	*contents
	// kept is how many bytes are held to the end, of most.
	kept, most int
}

// record takes in what came of a candidate, whose index is order.
func (r *reader) record(c *candidate, out *outcome, order int) {
	if out.opened && !c.again && r.inv.focus.holds(r.rootRel(c.tree, c.rel)) {
		r.inv.FilesRead++
	}
	repeated := c.tree != nil && r.unread[c.tree.key(c.rel)]
	if len(out.skips) > 0 {
		r.markTruncated(c)
	}
	for _, s := range out.skips {
		if repeated && s.Reason == SkipTooLarge {
			continue // It is too large whatever it is read for.
		}
		if s.Quiet() && s.Reason != SkipBinary && c.pack != nil && c.pack.mcp {
			r.missed = append(r.missed, missed{c.pack, s})
		}
		r.skip(s)
	}
	if out.module != nil {
		r.kept += len(out.module.File.Data)
		r.modules = append(r.modules, loaded{*c, out.module, order, out.above, out.class})
		r.code[c.tree.key(c.rel)] = true
	}
	if out.empty() {
		return
	}
	r.kept += len(out.file.Data) + keptValue*out.values
	r.inv.Files = append(r.inv.Files, out.file)
	r.inv.Servers = append(r.inv.Servers, out.servers...)
	class := cmp.Or(out.above, out.class)
	for k := range out.launches {
		if out.launches[k].Class = class; c.chosen == nil {
			// Which packages are scanners shows when all files are linked, and launchers of one are launchers.
			out.launches[k].Class = class.weighed(false, false)
		}
	}
	for k := range out.agents {
		out.agents[k].Class, out.agents[k].View.Name = r.agentsClass(c, class), out.file.Rel
	}
	for k := range out.tools {
		d := &out.tools[k]
		d.tree, d.order, d.pack, d.Class, d.chosen = c.tree, order, c.pack, class, c.chosen != nil
	}
	r.documents = append(r.documents, out.tools...)
	r.inv.Launches = append(r.inv.Launches, out.launches...)
	r.inv.Agents = append(r.inv.Agents, out.agents...)
	if !c.single {
		r.addContexts(c, out.launches)
		r.addLaunched(c, out.launches)
	}
}

// readBatch reads files in several goroutines. Those that are too large to be read are looked at afterwards, in their order.
func (r *reader) readBatch(batch []candidate) []outcome {
	out := make([]outcome, len(batch))
	eachOf(len(batch), func(i int) { out[i] = r.read(batch[i]) })
	for i := range batch {
		if s := out[i].skips; len(s) == 1 && s[0].Reason == SkipTooLarge {
			batch[i].looking = true
			out[i] = r.read(batch[i])
		}
	}
	return out
}

// outcome is what came of one candidate.
type outcome struct {
	found
	file   *source.File
	opened bool
	// module is what a source file defines, before it is linked with the others.
	module *link.Module
	// above is the class that the folders above its package give it, class the one that it has in its package.
	above, class Class
	// document is set when a file that was named has the name of source code and is a manifest.
	document bool
	// err is why a file that was named cannot be had.
	err error
}

// read reads one file. A panic costs the file, not the run.
func (r *reader) read(c candidate) (out outcome) {
	f := &opened{job: r.job, place: c.place}
	defer f.close()
	defer func() {
		if bug := recover(); bug != nil {
			out = outcome{opened: true, found: found{skips: []Skip{{
				Reason: SkipUnreadable, Path: c.path, Rel: r.rootRel(c.tree, c.rel),
				Detail: fmt.Sprintf("a bug in mcp-lint stopped it from reading the file (%T); please report it", bug),
			}}}}
		}
	}()
	lang, isCode := f.language(&c)
	if isCode && c.tree != nil && c.pack != nil && !c.only {
		if out := r.readSource(&c, lang, f); !out.document {
			return out
		}
	}
	data, wanted, skip := r.load(&c, f, isCode)
	if skip != nil {
		return r.skipped(&c, data != nil, skip)
	}
	if !wanted && !c.agents {
		return outcome{}
	}
	return r.readDocument(&c, data, wanted)
}

// readDocument reads what is not source code as a manifest where that is wanted, and as instructions for agents where it is a file of these.
func (r *reader) readDocument(c *candidate, data []byte, wanted bool) outcome {
	out := outcome{opened: true, file: source.NewFile(c.path, c.rel, data)}
	if c.alias != "" {
		// Readers go by the name of the link; what is reported is the file.
		out.file.Path, out.file.Rel = c.tree.shown(c.alias), c.alias
	}
	if wanted {
		likely, text := mayDefine(out.file)
		if wanted = likely || c.named || isClientFile(path.Base(out.file.Rel)); !wanted && !text {
			out.skips = []Skip{{Reason: SkipBinary}}
		}
	}
	if wanted {
		out.found = r.opts.document(out.file, c.named)
		if c.isProse(&out.found, out.file) {
			out.found = found{}
		}
	}
	if wanted || c.agents {
		out.above, out.class = r.classOf(c)
	}
	if out.rules {
		out.class = ClassScanner
	}
	if c.agents && (c.stdin == nil || out.empty() && len(out.skips) == 0) {
		out.agents = agents(out.file)
	}
	// Readers see the path in the tree, from which they derive names; what is reported is relative to the root of the run.
	out.file.Path, out.file.Rel = c.path, r.rootRel(c.tree, c.rel)
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
func (r *reader) skipped(c *candidate, opened bool, s *Skip) outcome {
	if c.named {
		return outcome{err: fmt.Errorf("%q cannot be scanned: %s", c.path, s.Detail)}
	}
	s.Path, s.Rel = c.path, r.rootRel(c.tree, c.rel)
	return outcome{opened: opened, found: found{skips: []Skip{*s}}}
}

// load returns the content of a file and whether it is wanted as a document. With a skip, data is not nil when the file was opened.
func (r *reader) load(c *candidate, f *opened, isCode bool) (data []byte, wanted bool, skip *Skip) {
	limit := r.opts.Limits.FileBytes
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
	if skip != nil && skip.Reason == SkipTooLarge && !c.named && !c.agents && !isClientFile(path.Base(c.rel)) {
		// It is worth a word where it may define something, or nobody knows.
		looked, ok := f.look(c.looking)
		if _, _, wide := utf16Order(looked); ok && !wide && !manifest.Candidate(source.NewFile(c.path, c.rel, looked)) {
			return nil, false, nil
		}
	}
	return data, wanted && skip == nil, skip
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

// language returns what language a candidate is written in, by its name, that of a link to it, or its first line.
func (o *opened) language(c *candidate) (lex.Language, bool) {
	if c.lang != 0 {
		return c.lang, true
	}
	name := path.Base(c.rel)
	if path.Ext(name) != "" || c.tree == nil {
		return lex.OfFile(name)
	}
	head := o.beginning()
	return lex.OfScript(head[:min(len(head), firstLine)])
}
