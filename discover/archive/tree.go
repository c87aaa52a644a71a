package archive

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// Tree is the content of an archive: files and folders only.
type Tree struct {
	nodes map[string]*node
	// Skips are the entries left out.
	Skips []Skip
	// Folders are those to scan; nil means all. Only images set it.
	Folders []string
	// tops are the first folders of the names in a tar archive as they are written; npm is set when it drops them and finds a package.
	tops map[string]bool
	npm  bool
	held int64
}

// NpmTops returns the folders that npm drops from the front of each name when it installs the archive, or nothing if it cannot.
func (t *Tree) NpmTops() []string {
	if !t.npm {
		return nil
	}
	return slices.Sorted(maps.Keys(t.tops))
}

// Held is the number of bytes in memory.
func (t *Tree) Held() int64 { return t.held }

// node is a file or folder. It implements fs.FileInfo and fs.DirEntry.
type node struct {
	name string
	dir  bool
	size int64
	// data is the content, or only its beginning if shorter than size.
	data []byte
	// children are the entries of a folder.
	children []*node
}

// errNotHeld is why a file cannot be read to its end.
var errNotHeld = errors.New("it was not fully unpacked: the archive is damaged, or the file or the archive is too large")

func newTree() *Tree {
	return &Tree{nodes: map[string]*node{"": {name: ".", dir: true}}, tops: map[string]bool{}}
}

// add adds a file or folder and its parents. ok is false if a file and a folder have the same name.
func (t *Tree) add(name string, dir bool) (n *node, added, ok bool) {
	if n, ok := t.nodes[name]; ok {
		return n, false, n.dir == dir
	}
	up, _, ok := t.add(parent(name), true)
	if !ok {
		return nil, false, false
	}
	n = &node{name: path.Base(name), dir: dir}
	up.children = append(up.children, n)
	t.nodes[name] = n
	return n, true, true
}

func parent(name string) string { return name[:max(strings.LastIndexByte(name, '/'), 0)] }

func (t *Tree) find(op, name string) (*node, error) {
	if name == "." {
		name = ""
	}
	if n, ok := t.nodes[name]; ok {
		return n, nil
	}
	return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
}

// Lstat describes a file or folder; "" is the root.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	n, err := t.find("lstat", name)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// Open opens a file or folder; "" is the root.
func (t *Tree) Open(name string) (*File, error) {
	n, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	return &File{node: n}, nil
}

// File is an open file or folder.
type File struct {
	node *node
	at   int64
}

// Stat describes the file.
func (f *File) Stat() (fs.FileInfo, error) { return f.node, nil }

// Close does nothing.
func (f *File) Close() error { return nil }

// ReadAt reads from an offset. It fails beyond the unpacked content.
func (f *File) ReadAt(p []byte, at int64) (n int, err error) {
	data := f.node.data
	if at < int64(len(data)) {
		n = copy(p, data[at:])
	}
	switch {
	case n == len(p):
		return n, nil
	case int64(len(data)) < f.node.size:
		return n, errNotHeld
	}
	return n, io.EOF
}

// Read implements io.Reader.
func (f *File) Read(p []byte) (int, error) {
	n, err := f.ReadAt(p, f.at)
	f.at += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

// ReadDir returns the next entries of a folder, as in fs.ReadDirFile.
func (f *File) ReadDir(n int) ([]fs.DirEntry, error) {
	left := f.node.children[min(f.at, int64(len(f.node.children))):]
	if n > 0 && len(left) == 0 {
		return nil, io.EOF
	}
	if n > 0 {
		left = left[:min(n, len(left))]
	}
	f.at += int64(len(left))
	out := make([]fs.DirEntry, len(left))
	for i, c := range left {
		out[i] = c
	}
	return out, nil
}

func (n *node) Name() string               { return n.name }
func (n *node) Size() int64                { return n.size }
func (n *node) IsDir() bool                { return n.dir }
func (n *node) ModTime() time.Time         { return time.Time{} }
func (n *node) Sys() any                   { return nil }
func (n *node) Type() fs.FileMode          { return n.Mode().Type() }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }

func (n *node) Mode() fs.FileMode {
	if n.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// cleanPath returns the cleaned path of an entry, or why the name is invalid.
func cleanPath(name string) (string, string) {
	name = strings.ReplaceAll(name, `\`, "/")
	switch {
	case strings.HasPrefix(name, "/"), len(name) > 1 && name[1] == ':':
		return "", "its name is absolute, so it would be written outside the target folder"
	case slices.Contains(strings.Split(name, "/"), ".."):
		return "", "its name leads out of the target folder"
	}
	return layerPath(name)
}

// layerPath returns the path of an entry of a layer in the image, where nothing leads out of the root folder, or why the name is invalid.
func layerPath(name string) (string, string) {
	const longest, deepest = 4096, 128
	if strings.ContainsRune(name, 0) || len(name) > longest {
		return "", "its name is not a valid file name"
	}
	if name = path.Clean("/" + name)[1:]; strings.Count(name, "/") > deepest {
		return "", "its folders are nested too deeply"
	}
	return name, ""
}
