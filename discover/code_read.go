package discover

import (
	"fmt"
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
func (w *walker) readSource(c *candidate, lang lex.Language, f *opened) outcome {
	name := path.Base(c.rel)
	started := c.pack.starts(c.rel)
	if !c.named && !started && isDependency(w.belowNamed(c)) {
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
	if !c.named && !started && !mentionsMCP(name, data) && !(c.pack.mcp && (len(data) <= smallSource || mayHoldText(data))) {
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
	if out.class == ClassNone && out.above == ClassNone && !c.named && c.told == nil && saysGenerated(data) {
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
	if c.told != nil {
		return ClassNone, *c.told
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
