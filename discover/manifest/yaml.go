package manifest

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxYAMLDocuments bounds the documents of one stream; each costs a parser of its own.
	maxYAMLDocuments = 10_000
	// yamlRetries is how often the part before an error is read once more without the rest.
	yamlRetries = 3
)

// parseYAML reads each document of a stream on its own, so that a broken one does not hide the others.
func parseYAML(f *source.File, log *problemLog) []*source.Node {
	var docs []*source.Node
	count := 0
	for _, chunk := range splitYAML(f.Data[:readable(f, YAML, log)], f.BOM()) {
		if count++; count > maxYAMLDocuments {
			log.at(chunk.Start, "the file holds more than %d documents; the rest was not read", maxYAMLDocuments)
			break
		}
		if doc := parseYAMLChunk(f, chunk, log); doc != nil {
			docs = append(docs, doc)
		}
	}
	return docs
}

// parseYAMLChunk reads the one document in chunk. When it is broken, what stands before the error is read.
func parseYAMLChunk(f *source.File, chunk source.Span, log *problemLog) *source.Node {
	raw := newYAMLRaw(f, chunk)
	if raw.firstBad >= 0 {
		log.at(raw.firstBad, "YAML does not allow the character %s; it was read all the same", badYAMLCharacter(f.Data[raw.firstBad:]))
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
				hint = "; it looks like a template, which must be rendered first"
			}
			log.at(raw.offset(line, 1), "not valid YAML: %s%s", reason, hint)
			log.template(template)
		}
		cut := raw.textLine(line)
		if try == yamlRetries || cut <= 0 || cut >= len(text) {
			return nil
		}
		text = text[:cut]
	}
}

var yamlErrorLine = lazy(`^(?:yaml: )?(?:line (\d+): )?`)

// yamlError takes the line, from 1 and relative to the text, out of an error of the library.
func yamlError(err error) (line int, reason string) {
	reason = err.Error()
	m := yamlErrorLine().FindStringSubmatch(reason)
	line = 1
	if n, err := strconv.Atoi(m[1]); err == nil {
		line = n
	}
	return line, strings.TrimSpace(reason[len(m[0]):])
}

// splitYAML cuts a stream into its documents. "---" and "..." at the start of a line, followed by white space, are markers
// wherever they stand (YAML 1.2.2, section 9.1.2). Directives and comments stay with the document after them; documents without
// any content are left out.
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

// lineEnd returns the offset after the line break (LF, CRLF or CR) that ends the line at off.
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
