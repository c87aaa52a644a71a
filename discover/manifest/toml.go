package manifest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxTOMLRetries bounds the restarts after errors.
	maxTOMLRetries = 100
	// maxTOMLKeyDots bounds the dots before '=' on a line: the library takes too long for dotted keys. Real keys have fewer than ten parts.
	maxTOMLKeyDots = maxDepth
)

type tomlReader struct {
	nodes
	log    *problemLog
	base   int // where the data of the present parser begins in the file
	values int
	root   *source.Node
	// table receives key and value lines, path is the nodes from the root to it.
	table *source.Node
	path  []*source.Node
	// tables finds the tables made by headers and dotted keys, by parent and name.
	tables map[tomlKey]*source.Node
}

type tomlKey struct {
	parent *source.Node
	name   string
}

func parseTOML(f *source.File, log *problemLog) []*source.Node {
	begin := f.BOM()
	r := &tomlReader{nodes: nodes{f}, log: log, tables: map[tomlKey]*source.Node{}}
	r.root = r.node(source.Object, begin, len(f.Data))
	r.table = r.root
	stop := readableEnd(f, TOML, log)
	reported := false // one broken value can break many lines; only the first is reported
	for at, tries := begin, 0; at < stop; tries++ {
		if tries > maxTOMLRetries {
			log.at(at, "the file has more than %d errors; the rest was not read", maxTOMLRetries)
			break
		}
		end := min(r.safeEnd(at), stop)
		next, read, err := r.parse(at, end)
		reported = reported && !read
		if err != nil {
			if !reported {
				log.at(r.errorOffset(err, at, end), "not valid TOML: %s", err.Error())
			}
			reported = true
			at = r.resume(next)
			continue
		}
		if at = end; end < stop {
			log.at(end, "a key has more than %d parts; it was not read", maxTOMLKeyDots)
			at = lineEnd(f.Data, end)
		}
	}
	r.closeTables()
	if len(r.root.Members) == 0 {
		return nil
	}
	return []*source.Node{r.root}
}

// safeEnd returns the start of the first line from at on whose key has too many parts, or the end of the file.
func (r *tomlReader) safeEnd(at int) int {
	data := r.file.Data
	for at < len(data) {
		end, dots := at, 0
		for ; end < len(data) && data[end] != '\n'; end++ {
			if data[end] == '.' {
				dots++
			} else if data[end] == '=' || data[end] == '#' {
				break
			}
		}
		if dots > maxTOMLKeyDots && tomlKeyLike(data[at:end]) {
			return at
		}
		at = lineEnd(data, end)
	}
	return len(data)
}

// tomlKeyLike reports whether a line with many dots could be a dotted key, rather than part of a string.
func tomlKeyLike(line []byte) bool {
	return bytes.IndexByte(bytes.Trim(line, " \t[]\r"), ' ') < 0 || bytes.Contains(line, []byte(" ."))
}

// parse reads expressions in [at, end) up to an error. next is the end of the last good one; read is set if there was any.
func (r *tomlReader) parse(at, end int) (next int, read bool, err error) {
	next = at
	defer recovered("TOML", &err)
	var p unstable.Parser
	r.base = at
	p.Reset(r.file.Data[at:end:end])
	for p.NextExpression() {
		if r.values > MaxValues {
			return next, read, fmt.Errorf("the file has more than %d values", MaxValues)
		}
		next, read = r.expression(p.Expression()), true
	}
	return next, read, p.Error()
}

func (r *tomlReader) errorOffset(err error, at, end int) int {
	var pe *unstable.ParserError
	if errors.As(err, &pe) && cap(pe.Highlight) > 0 && cap(pe.Highlight) <= end-at {
		return end - cap(pe.Highlight)
	}
	return at
}

// resume returns where to continue after an error past off: the next line that looks like an expression.
func (r *tomlReader) resume(off int) int {
	data := r.file.Data
	if off > 0 && data[off-1] != '\n' {
		off = lineEnd(data, off) // the rest of the line of the last good expression
	}
	off = skipYAMLSpace(data, off)
	for off = lineEnd(data, off); off < len(data); {
		end := lineEnd(data, off)
		line := bytes.TrimLeft(data[off:end], " \t")
		if len(line) > 0 && (line[0] == '[' || (line[0] != '#' && bytes.IndexByte(line, '=') > 0)) {
			return off
		}
		off = end
	}
	return off
}

func (r *tomlReader) expression(n *unstable.Node) int {
	keys, end := r.keys(n.Key())
	if n.Kind == unstable.KeyValue {
		end = r.base + int(n.Raw.Offset+n.Raw.Length)
		r.keyValue(r.table, keys, n.Value(), end, len(r.path)+1)
		r.table.Span.End = max(r.table.Span.End, end)
		return end
	}
	r.closeTables()
	r.openTable(keys, n.Kind == unstable.ArrayTable)
	return end
}

func (r *tomlReader) keys(it unstable.Iterator) (keys []*source.Node, end int) {
	for it.Next() {
		k := it.Node()
		span := r.span(k.Raw)
		name := r.node(source.String, span.Start, span.End)
		name.Text = decodeTOML(r.file, span, string(k.Data))
		keys = append(keys, name)
		end = span.End
	}
	return keys, end
}

// openTable opens the table named in a header, or appends one to an array of tables. A table opened twice keeps all of its values.
func (r *tomlReader) openTable(keys []*source.Node, array bool) {
	at := r.root
	r.path = append(r.path[:0], r.root)
	for i, k := range keys {
		last := i == len(keys)-1
		next := r.tables[tomlKey{at, k.Text.Value}]
		if next == nil || (last && array != (next.Kind == source.Array)) {
			kind := source.Object
			if last && array {
				kind = source.Array
			}
			next = r.child(at, k, kind)
		}
		r.path = append(r.path, next)
		if next.Kind == source.Array {
			if last || len(next.Items) == 0 {
				next.Items = append(next.Items, r.node(source.Object, k.Span.Start, k.Span.End))
			}
			next = next.Items[len(next.Items)-1]
			r.path = append(r.path, next)
		}
		at = next
	}
	if len(r.path) > maxDepth {
		r.log.at(keys[0].Span.Start, "tables are nested deeper than %d levels; this one was read into the root", maxDepth)
		at, r.path = r.root, r.path[:1]
	}
	r.table = at
}

// closeTables extends the spans of the enclosing tables to the end of the current one.
func (r *tomlReader) closeTables() {
	for i := len(r.path) - 2; i >= 0; i-- {
		out, in := r.path[i], r.path[i+1]
		out.Span.Start = min(out.Span.Start, in.Span.Start)
		out.Span.End = max(out.Span.End, in.Span.End)
	}
}

func (r *tomlReader) child(at, k *source.Node, kind source.Kind) *source.Node {
	r.values++
	n := r.node(kind, k.Span.Start, k.Span.End)
	at.Members = append(at.Members, source.Member{Name: k, Value: n})
	r.tables[tomlKey{at, k.Text.Value}] = n
	return n
}

func (r *tomlReader) keyValue(at *source.Node, keys []*source.Node, v *unstable.Node, end, depth int) {
	for _, k := range keys[:len(keys)-1] {
		next := r.tables[tomlKey{at, k.Text.Value}]
		if next == nil || next.Kind != source.Object {
			next = r.child(at, k, source.Object)
		}
		next.Span.Start, next.Span.End = min(next.Span.Start, k.Span.Start), max(next.Span.End, end)
		at = next
	}
	k := keys[len(keys)-1]
	value := r.value(v, k.Span.End, depth+len(keys)-1)
	at.Members = append(at.Members, source.Member{Name: k, Value: value})
}

// value converts v, which follows off. The recursion ends at maxDepth.
func (r *tomlReader) value(v *unstable.Node, off, depth int) *source.Node {
	r.values++
	data := r.file.Data
	if v.Kind != unstable.Array && v.Kind != unstable.InlineTable {
		span := r.span(v.Raw)
		if v.Kind != unstable.String {
			return r.written(source.Scalar, span.Start, span.End)
		}
		n := r.node(source.String, span.Start, span.End)
		n.Text = decodeTOML(r.file, span, string(v.Data))
		return n
	}
	start := skipTOMLFiller(data, off)
	n := r.node(source.Array, start, start+1)
	if depth >= maxDepth {
		r.log.at(start, "values are nested deeper than %d levels; the deeper ones were not read", maxDepth)
		h := sha256.New()
		hashTOML(h, v)
		n.Kind, n.Text = source.Scalar, cutText(h)
		return n
	}
	last := start + 1
	if v.Kind == unstable.Array {
		for it := v.Children(); it.Next(); {
			item := r.value(it.Node(), last, depth+1)
			n.Items = append(n.Items, item)
			last = item.Span.End
		}
		n.Span.End = flowEnd(data, last, ']')
		return n
	}
	n.Kind = source.Object
	for it := v.Children(); it.Next(); {
		kv := it.Node()
		keys, _ := r.keys(kv.Key())
		end := r.base + int(kv.Raw.Offset+kv.Raw.Length)
		r.keyValue(n, keys, kv.Value(), end, depth+1)
		last = max(last, end)
	}
	n.Span.End = flowEnd(data, last, '}')
	return n
}

func skipTOMLFiller(data []byte, off int) int {
	for {
		off = skipYAMLSpace(data, off)
		if off >= len(data) || (data[off] != '=' && data[off] != ',') {
			return off
		}
		off++
	}
}

func (r *tomlReader) span(raw unstable.Range) source.Span {
	return source.Span{Start: r.base + int(raw.Offset), End: r.base + int(raw.Offset+raw.Length)}
}

// decodeTOML maps the decoded value to the raw string or key in span, or to the whole span if decoding it again gives another value.
func decodeTOML(f *source.File, span source.Span, value string) source.Text {
	raw := f.Data[span.Start:span.End]
	mark, width := byte(0), 0
	if len(raw) >= 2 && (raw[0] == '"' || raw[0] == '\'') {
		mark, width = raw[0], 1
		if len(raw) >= 6 && raw[1] == mark && raw[2] == mark {
			width = 3
		}
	}
	body := source.Span{Start: span.Start + width, End: span.End - width}
	if width == 3 {
		body.Start += tomlBreak(f.Data[body.Start:body.End]) // the first line break is not part of the string
	}
	// Line breaks are LF in the value, however the file is checked out (TOML 1.0, "String", lets parsers normalise them).
	text := tomlText(f, body, mark == '"', width == 3)
	if text.Value == value || width == 3 && tomlText(f, body, mark == '"', false).Value == value {
		return text
	}
	var b source.Builder
	b.Inexact(f, span, value)
	return b.Text()
}

// tomlText decodes the body of a string. normalise turns CRLF into LF.
func tomlText(f *source.File, body source.Span, escapes, normalise bool) source.Text {
	raw := f.Data[body.Start:body.End]
	if !(escapes && bytes.IndexByte(raw, '\\') >= 0) && !(normalise && bytes.IndexByte(raw, '\r') >= 0) {
		return source.VerbatimText(f, body)
	}
	var b source.Builder
	run := 0
	for i := 0; i < len(raw); {
		size, decoded, fold := 0, "", false
		switch {
		case escapes && raw[i] == '\\':
			if size = tomlLineEscape(raw[i:]); size == 0 {
				decoded, size = backslash(raw[i:], tomlEscapes)
			}
		case normalise && raw[i] == '\r' && tomlBreak(raw[i:]) == 2:
			size, decoded, fold = 2, "\n", true
		}
		if size == 0 {
			i++
			continue
		}
		b.Verbatim(f, source.Span{Start: body.Start + run, End: body.Start + i})
		span := source.Span{Start: body.Start + i, End: body.Start + i + size}
		if fold {
			b.Fold(f, span, decoded)
		} else {
			b.Escape(f, span, decoded)
		}
		i += size
		run = i
	}
	b.Verbatim(f, source.Span{Start: body.Start + run, End: body.End})
	return b.Text()
}

// tomlEscapes are the escapes of TOML 1.1, "String", each followed by its value.
const tomlEscapes = "b\bt\tn\nf\fr\re\x1b\"\"\\\\"

func tomlBreak(s []byte) int {
	switch {
	case bytes.HasPrefix(s, []byte("\n")):
		return 1
	case bytes.HasPrefix(s, []byte("\r\n")):
		return 2
	}
	return 0
}

// tomlLineEscape returns the length of a backslash at the end of a line with all following white space and breaks, or 0.
func tomlLineEscape(s []byte) int {
	i := 1
	for i < len(s) && yamlBlank(s[i]) {
		i++
	}
	if tomlBreak(s[i:]) == 0 {
		return 0
	}
	return len(s) - len(bytes.TrimLeft(s[i:], " \t\r\n"))
}
