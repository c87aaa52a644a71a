package discover

import (
	"io"
	"io/fs"
	"os"

	"github.com/org/mcp-lint/discover/archive"
)

// storage is what a tree is read from: a folder of the machine, or an archive. Names are relative to it, with slashes, and "" is the top.
type storage interface {
	// Open never blocks, whatever the name stands for.
	Open(rel string) (file, error)
	Lstat(rel string) (fs.FileInfo, error)
	Readlink(rel string) (string, error)
	Close() error
}

// file is an open file or folder.
type file interface {
	fs.ReadDirFile
	io.ReaderAt
}

// folder is a folder of the machine. top is that folder itself, or nil where it cannot be read.
type folder struct {
	root *os.Root
	top  *os.File
}

func newFolder(root *os.Root) folder {
	top, err := root.Open(".")
	if err != nil {
		top = nil
	}
	return folder{root, top}
}

func (f folder) Open(rel string) (file, error) {
	if opened := f.openBeneath(rel); opened != nil {
		return opened, nil
	}
	opened, err := f.root.OpenFile(local(rel), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	return opened, nil
}
func (f folder) Lstat(rel string) (fs.FileInfo, error) { return f.root.Lstat(local(rel)) }
func (f folder) Readlink(rel string) (string, error)   { return f.root.Readlink(local(rel)) }
func (f folder) Close() error {
	_ = f.top.Close()
	return f.root.Close()
}

// unpacked is an archive, which has no links.
type unpacked struct{ *archive.Tree }

func (u unpacked) Open(rel string) (file, error) {
	f, err := u.Tree.Open(rel)
	if err != nil {
		return nil, err
	}
	return f, nil
}
func (u unpacked) Readlink(string) (string, error) { return "", fs.ErrInvalid }
func (u unpacked) Close() error                    { return nil }
