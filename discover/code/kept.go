package code

import (
	"crypto/sha256"
	"path"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// Memory is discover.Memory.
type Memory interface {
	Get(key [sha256.Size]byte) (data string, ok bool)
	Put(key [sha256.Size]byte, data []byte)
}

// Scan reads one file, or takes what it gave from memory, which may be nil. It is safe for concurrent use, linear in the size of the file, and
// never fails. Of the strings that are part of no definition it keeps those that are neither patterns nor asserted about and for which worth
// returns true; all when worth is nil. serves decides Module.Serves. Both have to be the same functions for the same memory.
func Scan(f *source.File, lang lex.Language, worth func(text string) bool, serves func(data []byte) bool, memory Memory) *Module {
	return scanKept(f, lang, scanOptions{worth: worth, serves: serves, memory: memory})
}

// scanKept is scanFile, or what memory has of the file.
func scanKept(f *source.File, lang lex.Language, how scanOptions) *Module {
	if how.memory == nil || len(how.given) > 0 {
		return scanFile(f, lang, how)
	}
	key := keyOf(f, lang, how.params)
	var m *Module
	if data, ok := how.memory.Get(key); ok {
		m = decode(f, lang, data)
	}
	if m == nil {
		m = scanFile(f, lang, how)
		if data := m.encode(); data != nil {
			how.memory.Put(key, data)
		}
	}
	m.worth, m.memory = how.worth, how.memory
	return m
}

// keyOf names all that reading a file depends on: what it is called says whether it is of tools, and in which dialect it is.
func keyOf(f *source.File, lang lex.Language, params bool) [sha256.Size]byte {
	how := "file"
	if params {
		how = "parameters"
	}
	h := sha256.New()
	for _, part := range []string{how, strconv.Itoa(int(lang)), strings.ToLower(path.Ext(f.Path)), f.Rel} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	h.Write(f.Data)
	return [sha256.Size]byte(h.Sum(nil))
}
