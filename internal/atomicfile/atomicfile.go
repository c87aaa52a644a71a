// Package atomicfile writes files that are there as a whole or not at all: what is new is written beside the old file and then takes its
// place. Whoever ends the process calls Abandon first, so that no half of a file is left over.
package atomicfile

import (
	"bufio"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// mode is that of new files, less the umask.
const mode = 0o666

// unfinished removes new files that are not in place yet, by name. Signals end the whole process, so it is global.
var unfinished = struct {
	sync.Mutex
	remove map[string]func()
}{remove: map[string]func(){}}

// OnAbandon calls remove when the process is ended before done is called.
func OnAbandon(remove func()) (done func()) {
	unfinished.Lock()
	defer unfinished.Unlock()
	key := rand.Text()
	unfinished.remove[key] = remove
	return func() {
		unfinished.Lock()
		defer unfinished.Unlock()
		delete(unfinished.remove, key)
	}
}

// Abandon removes unfinished files. Afterwards none takes its place and writers block: the caller ends the process.
func Abandon() {
	unfinished.Lock() // for good
	for _, remove := range unfinished.remove {
		remove()
	}
}

// Why a file is not written to.
var (
	errLink       = errors.New("it is, or leads through, a symbolic link in the working directory or in what is scanned; remove the link or name another file")
	errNotRegular = errors.New("it is no regular file")
)

// Write replaces the file of that name with what write writes, or makes it. A link is followed, unless it lies in one of the untrusted
// folders: that is errLink. A device, and a file in a folder where nothing can be made, is written to as it is; a pipe, which may have
// no reader, is errNotRegular. When write fails the old file stays.
func Write(name string, untrusted []string, write func(io.Writer) error) error {
	target := name
	if real, err := filepath.EvalSymlinks(name); err == nil {
		target = real
	}
	// The links of /proc and /dev lead to files that are open already; those are written through the link.
	if strings.HasPrefix(target, "/proc/") || strings.HasPrefix(target, "/dev/") {
		return overwrite(name, write)
	}
	for _, folder := range untrusted {
		if linked(folder, name) {
			return errLink
		}
	}
	st, err := os.Stat(name)
	old := err == nil
	switch {
	case old && st.Mode()&fs.ModeCharDevice != 0:
		return overwrite(name, write)
	case old && !st.Mode().IsRegular():
		return errNotRegular
	case !old && !errors.Is(err, fs.ErrNotExist):
		return err
	case !old && isLink(name):
		// A link to a file that does not exist yet: that is what is made.
		return overwrite(name, write)
	}
	root, err := os.OpenRoot(filepath.Dir(target))
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	n, err := create(root, filepath.Base(target))
	switch {
	case old && errors.Is(err, fs.ErrPermission):
		return overwrite(name, write)
	case err != nil:
		return err
	}
	buffered := bufio.NewWriter(n.file)
	err = errors.Join(write(buffered), buffered.Flush())
	if err == nil && old {
		err = n.file.Chmod(st.Mode().Perm())
	}
	if err != nil {
		n.discard()
		return err
	}
	if err := n.settle(); err != nil {
		return n.pour(name, err)
	}
	return nil
}

// Replace puts data in the place of what is at rel in root, or where there is nothing, and on the disk before that: a crash leaves the old
// file or the new one. A last look at the new file before it takes its place may be taken in ready, whose error leaves the old one. A
// link in the file's own place is replaced.
func Replace(root *os.Root, rel string, data []byte, ready func(f *os.File) error) error {
	n, err := create(root, rel)
	if err != nil {
		return err
	}
	_, err = n.file.Write(data)
	// On the disk before it takes the place of the old one, or a crash would leave an empty file.
	if err = errors.Join(err, n.file.Sync()); err == nil && ready != nil {
		err = ready(n.file)
	}
	if err == nil {
		err = n.settle()
	}
	if err != nil {
		n.discard()
	}
	return err
}

type newFile struct {
	root     *os.Root
	tmp, rel string
	file     *os.File
}

func create(root *os.Root, rel string) (*newFile, error) {
	n := &newFile{root: root, tmp: filepath.Join(filepath.Dir(rel), ".mcp-lint-"+rand.Text()), rel: rel}
	unfinished.Lock()
	defer unfinished.Unlock()
	var err error
	if n.file, err = root.OpenFile(n.tmp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode); err != nil {
		return nil, err
	}
	unfinished.remove[n.tmp] = n.removed
	return n, nil
}

// removed closes and removes the file; it does no harm twice.
func (n *newFile) removed() {
	_ = n.file.Close()
	_ = n.root.Remove(n.tmp)
}

func (n *newFile) discard() {
	unfinished.Lock()
	defer unfinished.Unlock()
	n.removed()
	delete(unfinished.remove, n.tmp)
}

func (n *newFile) settle() error {
	unfinished.Lock()
	defer unfinished.Unlock()
	if err := errors.Join(n.file.Close(), n.root.Rename(n.tmp, n.rel)); err != nil {
		return err
	}
	delete(unfinished.remove, n.tmp)
	return nil
}

// pour writes what was made into the old file, which could not be replaced: it may be mounted by itself, as in containers.
func (n *newFile) pour(name string, why error) error {
	defer n.discard()
	from, err := n.root.Open(n.tmp)
	if err != nil {
		return errors.Join(why, err)
	}
	defer func() { _ = from.Close() }()
	return overwrite(name, func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	})
}

func overwrite(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(f)
	return errors.Join(write(buffered), buffered.Flush(), f.Close())
}

func isLink(name string) bool {
	st, err := os.Lstat(name)
	return err == nil && st.Mode().Type() == fs.ModeSymlink
}

// linked reports whether a link lies on the way from a folder to a file in it.
func linked(folder, name string) bool {
	folder, err := filepath.Abs(folder)
	abs, err2 := filepath.Abs(name)
	rel, err3 := filepath.Rel(folder, abs)
	if err != nil || err2 != nil || err3 != nil || !filepath.IsLocal(rel) {
		return false
	}
	for _, part := range strings.Split(rel, string(filepath.Separator)) {
		if folder = filepath.Join(folder, part); isLink(folder) {
			return true
		}
	}
	return false
}
