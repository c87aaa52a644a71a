package discover

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/ignore"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxIncluded is the size above which a file that code reads a text from is left alone: no model is given more at once.
	maxIncluded = 1 << 20
	// includedBytes and includedFiles bound all such files of one run.
	includedBytes = 64 << 20
	includedFiles = 10_000
)

// includer reads the files that source code names by a literal, such as the text of a prompt. It works in one goroutine.
type includer struct {
	walker *walker
	// candidates are the source files that may ask.
	candidates map[*source.File]*candidate
	// known are the files read so far by tree.key, nil for those that cannot be had.
	known map[string]*source.File
	bytes int
}

// classpath are the folders of a package that programs look for texts in by a path of their own.
var classpath = []string{"", "src/main/resources", "src", "resources"}

// read returns the file that code in another means by a name, beside it or in its package, or nil. It reads nothing that the walk would
// not.
func (in *includer) read(from *source.File, name string) *source.File {
	c, ok := in.candidates[from]
	name = strings.ReplaceAll(name, `\`, "/")
	if !ok || name == "" || len(name) > ignore.MaxPattern || strings.ContainsAny(name, "\x00\n") {
		return nil
	}
	places := []string{path.Join(parent(c.rel), name)}
	if path.IsAbs(name) {
		// Only of a class path is that meant in a repository.
		places = places[:0]
	}
	for _, folder := range classpath {
		places = append(places, path.Join(c.pack.dir, folder, name))
	}
	for _, rel := range places {
		rel = strings.TrimPrefix(rel, "/")
		if leaves(rel) || rel == "" || rel == "." {
			continue
		}
		if f := in.open(c.tree, rel); f != nil {
			return f
		}
	}
	return nil
}

func (in *includer) open(t *tree, rel string) *source.File {
	key := t.key(rel)
	if f, ok := in.known[key]; ok {
		return f
	}
	if len(in.known) >= includedFiles || in.bytes >= includedBytes {
		return nil
	}
	in.known[key] = nil
	if !t.isRegular(rel) || in.walker.hidden(t, rel) {
		return nil
	}
	file := &opened{job: in.walker.job, place: place{t, rel}}
	defer file.close()
	data, skip := file.read(maxIncluded)
	if skip != nil || isBinary(data[:min(len(data), headBytes)]) {
		return nil
	}
	in.bytes += len(data)
	f := source.NewFile(t.shown(rel), in.walker.rootRel(t, rel), data)
	in.known[key] = f
	return f
}
