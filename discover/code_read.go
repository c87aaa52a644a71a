package discover

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// maxSourceBytes is the size above which a source file that was not named is skipped: people do not write such files.
const maxSourceBytes = 2 << 20

// readSource reads a file of source code when a cheap look finds MCP in it or in its package, or when it was named.
func (w *walker) readSource(c candidate, lang lex.Language) outcome {
	name, rel := path.Base(c.rel), w.rootRel(c.tree, c.rel)
	skipped := func(opened bool, s *Skip) outcome {
		s.Path, s.Rel = c.path, rel
		if c.named {
			return outcome{err: fmt.Errorf("%q cannot be scanned: %s", c.path, s.Detail)}
		}
		return outcome{opened: opened, found: found{skips: []Skip{*s}}}
	}
	if !c.named && isDependency(w.belowNamed(c)) {
		return skipped(false, &Skip{Reason: SkipVendored})
	}
	f, err := c.tree.root.OpenFile(local(c.rel), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return skipped(false, &Skip{Reason: SkipUnreadable, Detail: "the file cannot be read: " + plainError(err)})
	}
	defer func() { _ = f.Close() }()
	limit := w.limits.FileBytes
	if !c.named {
		limit = min(limit, maxSourceBytes)
	}
	data, skip := loadOpen(f, limit)
	if skip != nil {
		return skipped(false, skip)
	}
	out := outcome{opened: true, class: w.classOf(c)}
	file := source.NewFile(c.path, rel, data)
	if _, _, wide := utf16Order(data); wide {
		text := utf16Text(file)
		if !c.named && !mentionsMCP(name, []byte(text.Value)) {
			return outcome{}
		}
		out.file = file
		out.found = broken(file, text, "the file is encoded in UTF-16, in which source code is not read; it was searched for hidden characters only")
		return out
	}
	if !c.named && !mentionsMCP(name, data) && !(c.pack.mcp && mayHoldText(data)) {
		return outcome{}
	}
	if isBinary(data[:min(len(data), headBytes)]) {
		return skipped(true, &Skip{Reason: SkipBinary, Detail: "it is no text"})
	}
	if !c.named && isMinified(name, data) {
		return skipped(true, &Skip{Reason: SkipMinified})
	}
	if c.named && defines(manifestReader{}.read(source.NewFile(c.path, c.rel, data), true)) {
		return outcome{document: true}
	}
	if out.class == ClassNone && !c.named && saysGenerated(data) {
		out.class = ClassGenerated
	}
	out.module = code.Scan(file, lang)
	out.serves = out.class == ClassNone && constructsServer(data)
	out.module.Package = w.rootRel(c.pack.tree, c.pack.dir)
	if out.module.Cut {
		out.skips = append(out.skips, Skip{
			Reason: SkipPartial, Path: c.path, Rel: rel, Detail: "the source code is too long or nested too deeply to be read to its end",
		})
	}
	return out
}

// defines reports whether more was found than the text of a file that cannot be read.
func defines(f found) bool {
	return len(f.servers) > 0 || slices.ContainsFunc(f.tools, func(d derived) bool { return d.View.Kind != detect.KindFile })
}

// classOf tells the class of a candidate. A file that was named has none.
func (w *walker) classOf(c candidate) Class {
	if c.named || c.tree == nil {
		return ClassNone
	}
	return classOf(w.belowNamed(c))
}

// belowNamed returns the path of a candidate relative to the innermost folder around it that was named.
func (w *walker) belowNamed(c candidate) string {
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
