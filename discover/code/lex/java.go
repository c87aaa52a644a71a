package lex

import "github.com/org/mcp-lint/discover/source"

// lexJava turns Java into tokens. An annotation is the operator @ and words.
func lexJava(f *source.File) *File {
	w := newWriter(f)
	like := clike{dollar: true}
	for i := f.BOM(); i < len(w.src) && !w.full(); {
		switch c := w.src[i]; {
		case c <= ' ':
			i++
			continue
		case c == '/':
			if end := w.comment(i, &like); end > i {
				i = end
				continue
			}
		case c == '"' && w.has(i, `"""`) && isBreak(w.at(w.blanks(i+3))):
			body := textBlockEnd(&w, i+3)
			end := min(body+3, len(w.src))
			w.literal(String, javaBlock, i, i+3, body, end)
			i = end
			continue
		case c == '"' || c == '\'':
			i = w.oneLine(i)
			continue
		}
		i = w.plain(i, &like)
	}
	return w.file(f, decodeJava)
}

// textBlockEnd returns the offset of the quotes that end the text block whose content begins at i, or the end of the file.
func textBlockEnd(w *writer, i int) int {
	for ; i < len(w.src); i++ {
		switch w.src[i] {
		case '\\':
			i++
		case '"':
			if w.has(i, `"""`) {
				return i
			}
		}
	}
	return len(w.src)
}
