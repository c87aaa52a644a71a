package discover

import (
	"fmt"
	"path"

	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// maxSourceBytes is the size above which a source file is skipped that was not named and that no package starts: people do not write such
// files, and only the bundle of a server is worth reading.
const maxSourceBytes = 2 << 20

// readInPart is the detail for a file that a bound ended the reading of.
const readInPart = "the source code is too long or too deeply nested to be read in full"

// readSource reads a file of source code when a cheap look finds MCP in it or in its package, or when it was named.
func (r *reader) readSource(c *candidate, lang lex.Language, f *opened) outcome {
	name := path.Base(c.rel)
	// certain files are read whatever is in them.
	certain := c.named || c.started || c.asked || c.pack.starts(c.rel)
	if !certain && !c.imported && inFolder(r.belowNamed(c), func(s string) bool { return dependencyFolders[s] }) {
		return r.skipped(c, false, &Skip{Reason: SkipVendored})
	}
	limit := r.opts.Limits.FileBytes
	if !c.named && !c.pack.starts(c.rel) {
		limit = min(limit, maxSourceBytes)
	}
	data, skip := f.read(limit)
	if skip != nil {
		// What is too large is not read, but is worth no word either when a smaller one would not be read for what is in it.
		ok := false
		if skip.Reason == SkipTooLarge && !certain {
			data, ok = f.look(c.looking)
		}
		if !ok {
			return r.skipped(c, false, skip)
		}
	}
	if _, _, wide := utf16Order(data); wide && !mentionsMCP(name, data) {
		// Lines and columns are those that an editor shows; offsets count bytes of the text as UTF-8.
		data = []byte(decodeUTF16(data))
	}
	switch {
	case !certain && !(c.imported && holdsText(data)) && !mentionsMCP(name, data) && !(c.pack.mcp && (len(data) <= smallSource || holdsText(data))):
		return outcome{}
	case isBinary(data[:min(len(data), headBytes)]) && !holdsCode(data):
		return r.skipped(c, true, &Skip{Reason: SkipBinary, Detail: "it is not text"})
	case !certain && isMinified(name, data) && !registering().Match(data):
		return r.skipped(c, true, &Skip{Reason: SkipMinified})
	}
	if c.named {
		if d := readManifest(source.NewFile(c.path, c.rel, data), true); defines(&d) {
			return outcome{document: true}
		}
	}
	if skip != nil {
		return r.skipped(c, true, skip)
	}
	out := outcome{opened: true}
	out.above, out.class = r.classOf(c)
	if out.class == ClassNone && out.above == ClassNone && !c.named && c.chosen == nil && saysGenerated(data) {
		out.class = ClassGenerated
	}
	if lang == lex.Java {
		data = lex.PlainJava(data)
	}
	file := source.NewFile(c.path, r.rootRel(c.tree, c.rel), data)
	out.module = code.Scan(file, lang, keepsLiteral, makesServer)
	out.module.Package = r.rootRel(c.pack.tree, c.pack.dir)
	if lang == lex.Python && oddCoding(data) != "" {
		const detail = "Python reads the file in the encoding %q, in which its text may differ from what editors show"
		out.skips = append(out.skips, partial(file, fmt.Sprintf(detail, oddCoding(data))))
	}
	if out.module.Truncated {
		out.skips = append(out.skips, partial(file, readInPart))
	}
	return out
}

// partial is the skip of a part of a file.
func partial(f *source.File, detail string) Skip {
	return Skip{Reason: SkipPartial, Path: f.Path, Rel: f.Rel, Detail: detail}
}

// classOf returns the class of a candidate, by the folders above its package and by what is in it. A file that was named has none, unless
// people have said which.
func (r *reader) classOf(c *candidate) (above, inside Class) {
	switch {
	case c.chosen != nil:
		return ClassNone, *c.chosen
	case c.named || c.started || c.tree == nil:
		return ClassNone, ClassNone
	}
	return c.pack.classIn(c.rel, r.belowNamed(c))
}

// belowNamed returns the path of a candidate relative to the innermost folder around it that was named.
func (r *reader) belowNamed(c *candidate) string {
	best, found := c.rel, false
	for _, folder := range r.named {
		if rel, ok := below(folder, c.tree.key(c.rel)); ok && (!found || len(rel) < len(best)) {
			best, found = rel, true
		}
	}
	return best
}
