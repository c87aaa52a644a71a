package manifest

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/lazy"
)

const (
	// maxYAMLDocuments bounds the documents per stream; each needs its own parser.
	maxYAMLDocuments = 10_000
	// yamlRetries is how often the part before an error is parsed again.
	yamlRetries = 3
)

// parseYAML reads each document of a stream, up to an offset, separately, so that a broken one does not hide the others.
func parseYAML(f *source.File, end int, log *problemLog) []*source.Node {
	var docs []*source.Node
	count := 0
	for _, chunk := range splitYAML(f.Data[:min(end, readableEnd(f, YAML, log))], f.BOM()) {
		if count++; count > maxYAMLDocuments {
			log.at(chunk.Start, "the file has more than %d documents; the rest was not read", maxYAMLDocuments)
			break
		}
		if doc := parseYAMLChunk(f, chunk, log); doc != nil {
			docs = append(docs, doc)
		}
	}
	return docs
}

// parseYAMLChunk reads the one document in chunk, or the part before an error.
func parseYAMLChunk(f *source.File, chunk source.Span, log *problemLog) *source.Node {
	raw := newYAMLRaw(f, chunk)
	if raw.firstBad >= 0 {
		log.at(raw.firstBad, "YAML does not allow the character %s; it was read anyway", badYAMLCharacter(f.Data[raw.firstBad:]))
	}
	text := raw.text
	for try := 0; ; try++ {
		doc, err := decodeYAML(text, raw, log)
		if err == nil {
			if try > 0 && doc != nil && doc.Kind == source.Scalar {
				return nil // nothing is left before the error
			}
			return doc
		}
		line, reason := yamlError(err)
		if try == 0 {
			hint, template := "", bytes.Contains(text, []byte("{{")) || bytes.Contains(text, []byte("{%"))
			if template {
				hint = "; if it is a template, render it first"
			}
			log.at(raw.offset(line, 1), "not valid YAML: %s%s", reason, hint)
			log.template(template)
		}
		if try == yamlRetries || line < 1 || line > len(raw.textLines) {
			return nil
		}
		cut := raw.textLines[line-1]
		if cut == 0 || cut >= len(text) {
			return nil
		}
		text = text[:cut]
	}
}

var yamlErrorLine = lazy.Regexp(`^(?:yaml: )?(?:line (\d+): )?`)

// yamlError splits an error of the library into a line, from 1 and relative to the text, and a reason.
func yamlError(err error) (line int, reason string) {
	reason = err.Error()
	m := yamlErrorLine().FindStringSubmatch(reason)
	line = 1
	if n, err := strconv.Atoi(m[1]); err == nil {
		line = n
	}
	return line, strings.TrimSpace(reason[len(m[0]):])
}

// splitYAML splits a stream into documents. "---" and "..." at the start of a line, followed by white space, are always markers (YAML
// 1.2.2, section 9.1.2). Directives and comments belong to the following document; documents without content are left out.
func splitYAML(data []byte, begin int) []source.Span {
	var chunks []source.Span
	start, content := begin, false
	cut := func(end int) {
		if content {
			chunks = append(chunks, source.Span{Start: start, End: end})
		}
		start, content = end, false
	}
	for at := begin; at < len(data); {
		next := lineEnd(data, at)
		line := data[at:next]
		switch {
		case yamlMarker(line, "---"):
			if content {
				cut(at)
			}
			content = hasYAMLContent(line[3:])
		case yamlMarker(line, "..."):
			cut(next)
		case !content:
			content = hasYAMLContent(line) && line[0] != '%'
		}
		at = next
	}
	cut(len(data))
	return chunks
}

// lineEnd returns the offset after the line break (LF, CRLF or CR) of the line at off.
func lineEnd(data []byte, off int) int {
	for ; off < len(data); off++ {
		switch data[off] {
		case '\n':
			return off + 1
		case '\r':
			if off+1 < len(data) && data[off+1] == '\n' {
				return off + 2
			}
			return off + 1
		}
	}
	return off
}

func yamlMarker(line []byte, marker string) bool {
	return bytes.HasPrefix(line, []byte(marker)) && (len(line) == 3 || bytes.IndexByte([]byte(" \t\r\n"), line[3]) >= 0)
}

func hasYAMLContent(line []byte) bool {
	line = bytes.TrimLeft(line, " \t\r\n")
	return len(line) > 0 && line[0] != '#'
}

// standIn is added to characters that the YAML library rejects; the sums are in a private-use plane. They are reverted when positions are
// aligned.
const standIn = 0xF0000

// yamlRaw is the raw text of one document, and maps lines and rune columns of the YAML library to it.
type yamlRaw struct {
	nodes
	span source.Span
	// text is the input of the library: rune for rune the raw text, with stand-ins for rejected characters.
	text []byte
	// replaced is set if there are stand-ins. firstBad is the file offset of the first one, or -1.
	replaced bool
	firstBad int
	// lines and textLines are the starts of the lines in the file and in text.
	lines, textLines []int
	// last caches the previous lookup, because lines can be long and nodes are looked up in order.
	last struct{ line, column, off int }
}

func newYAMLRaw(f *source.File, span source.Span) *yamlRaw {
	r := &yamlRaw{nodes: nodes{f}, span: span, firstBad: -1, lines: []int{span.Start}, textLines: []int{0}}
	r.text = make([]byte, 0, span.End-span.Start+64)
	for off := span.Start; off < span.End; {
		c, size := utf8.DecodeRune(f.Data[off:span.End])
		paired := c == '\r' && off+1 < span.End && f.Data[off+1] == '\n'
		switch invalid := c == utf8.RuneError && size == 1; {
		case invalid || yamlRefuses(c):
			if r.firstBad < 0 {
				r.firstBad = off
			}
			r.replaced = true
			if !invalid {
				c += standIn
			}
		case c == '\r' && !paired:
			c = '\n'
		}
		r.text = utf8.AppendRune(r.text, c)
		if off += size; yamlBreak(c) && !paired {
			r.lines, r.textLines = append(r.lines, off), append(r.textLines, len(r.text))
		}
	}
	hideDirectives(r.text)
	return r
}

// hideDirectives comments out all directives except %TAG: the library rejects versions other than 1.1.
func hideDirectives(text []byte) {
	for at := 0; at < len(text); at = lineEnd(text, at) {
		switch line := text[at:lineEnd(text, at)]; {
		case !hasYAMLContent(line):
		case line[0] != '%':
			return
		case !bytes.HasPrefix(line, []byte("%TAG")):
			text[at] = '#'
		}
	}
}

// yamlRefuses reports whether the library rejects the character: what YAML 1.2.2 section 5.1 does not count as printable.
func yamlRefuses(c rune) bool {
	switch {
	case c == '\t', c == '\n', c == '\r', c == 0x85, c >= 0x20 && c <= 0x7E, c >= 0xA0 && c < 0xFEFF:
		return false
	case c > 0xFEFF && c <= 0xFFFD, c >= 0x10000:
		return false
	}
	return true
}

// yamlBreak reports whether the library ends a line at c (YAML 1.1, section 4.1.4).
func yamlBreak(c rune) bool {
	return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029
}

// offset returns the file offset of a line and rune column, both from 1.
func (r *yamlRaw) offset(line, column int) int {
	line = min(max(line, 1), len(r.lines))
	if line != r.last.line || column < r.last.column {
		r.last.line, r.last.column, r.last.off = line, 1, r.lines[line-1]
	}
	for ; r.last.column < column && r.last.off < r.span.End; r.last.column++ {
		_, size := utf8.DecodeRune(r.file.Data[r.last.off:r.span.End])
		r.last.off += size
	}
	return r.last.off
}

// withStandIns replaces characters in a decoded value by stand-ins, as the library saw them.
func (r *yamlRaw) withStandIns(s string) string {
	if !r.replaced {
		return s
	}
	return strings.Map(func(c rune) rune {
		if yamlRefuses(c) {
			return c + standIn
		}
		return c
	}, s)
}

func (r *yamlRaw) original(s string) string {
	if !r.replaced {
		return s
	}
	return strings.Map(func(c rune) rune {
		if c >= standIn && c <= standIn+0xFFFF && yamlRefuses(c-standIn) {
			return c - standIn
		}
		return c
	}, s)
}

func badYAMLCharacter(b []byte) string {
	c, size := utf8.DecodeRune(b)
	if c == utf8.RuneError && size <= 1 {
		return fmt.Sprintf("0x%02X, which is not UTF-8", b[0])
	}
	return fmt.Sprintf("U+%04X", c)
}
