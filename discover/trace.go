package discover

import (
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Trace is all that a walk has seen of the machine: a walk with the same options is the same as long as all of that is. See Options.Trace.
type Trace struct {
	mutex sync.Mutex
	known map[asking]int
	list  []observation
	// partial is set when the walk has seen something that cannot be looked at again.
	partial bool
}

// asking is one thing that is asked of the machine: what, of which path, in which folder that nothing leads out of, or "" for the whole machine.
type asking struct {
	what       question
	root, path string
}

// observation is what the answer was. Of a file, size is how many bytes were read.
type observation struct {
	asking
	size int
	sum  [16]byte
	// changed is when the file was changed before it was read.
	changed time.Time
}

// question is what is asked of a path.
type question uint8

const (
	// askLstat and askStat ask for the type of what is there, askReadlink and askReal for where it leads to.
	askLstat question = iota
	askStat
	askReadlink
	askReal
	// askCheckout asks for the checkout around a folder, askRepo for what is read of that.
	askCheckout
	askRepo
	// askList asks for what a folder lists, askContent for the first bytes of a file, its size and its type.
	askList
	askContent
	questions = iota
)

// maxTraced bounds the observations of a trace: some for each file of a large monorepo.
const maxTraced = 2 << 20

// note records an answer. A nil trace records nothing.
func (t *Trace) note(q question, root, path, answer string) {
	if t != nil {
		t.add(observation{asking: asking{q, root, path}, sum: digest(answer)})
	}
}

func (t *Trace) add(o observation) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	i, met := t.known[o.asking]
	switch {
	case !met:
		if t.known == nil {
			t.known = map[asking]int{}
		}
		t.known[o.asking] = len(t.list)
		t.list = append(t.list, o)
		t.partial = t.partial || len(t.list) > maxTraced
	case !o.changed.Equal(t.list[i].changed), o.size == t.list[i].size && o.sum != t.list[i].sum:
		t.partial = true // it has changed meanwhile
	case o.size > t.list[i].size: // what was looked at before is a part of it
		t.list[i] = o
	}
}

func digest(answer string) [16]byte {
	sum := sha256.Sum256([]byte(answer))
	return [16]byte(sum[:])
}

// lose notes that something was seen that cannot be looked at again.
func (t *Trace) lose() {
	if t != nil {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		t.partial = true
	}
}

func (t *Trace) evalSymlinks(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	t.note(askReal, "", path, answer(real, err))
	return real, err
}

func (t *Trace) stat(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	t.note(askStat, "", path, typeOf(info, err))
	return info, err
}

func (t *Trace) lstat(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	t.note(askLstat, "", path, typeOf(info, err))
	return info, err
}

func (t *Trace) checkout(folder string) string {
	top := findRepository(folder)
	t.note(askCheckout, "", folder, top)
	return top
}

func (t *Trace) repo(abs string) *repo {
	files := readRepo(abs)
	r := openRepo(&files)
	if t != nil {
		t.note(askRepo, "", abs, r.said(&files))
	}
	return r
}

// said is the answer to askRepo: what is tracked, which is the same when git only refreshes its list, and what is ignored.
func (r *repo) said(f *repoFiles) string {
	sum := sha256.New()
	write := func(s string) { _, _ = io.WriteString(sum, strconv.Itoa(len(s))+":"+s) }
	if r.problem != nil {
		write(r.problem.Error())
	}
	if r.index != nil {
		for _, list := range [][]string{r.index.paths, r.index.folders} {
			write(strconv.Itoa(len(list)))
			for _, name := range list {
				write(name)
			}
		}
	}
	write(answer(string(f.exclude), f.excludeErr))
	return string(sum.Sum(nil))
}

func answer(s string, err error) string {
	if err != nil {
		return "error: " + plainError(err)
	}
	return s
}

func typeOf(info fs.FileInfo, err error) string {
	if err != nil {
		return answer("", err)
	}
	return info.Mode().Type().String()
}

// traced is a folder of the machine whose answers are recorded.
type traced struct {
	storage
	trace *Trace
	root  string
}

// watch returns a storage that records the answers of a folder.
func (t *Trace) watch(s storage, root string) storage {
	if t == nil {
		return s
	}
	return traced{s, t, root}
}

func (s traced) Lstat(rel string) (fs.FileInfo, error) {
	info, err := s.storage.Lstat(rel)
	s.trace.note(askLstat, s.root, rel, typeOf(info, err))
	return info, err
}

func (s traced) Readlink(rel string) (string, error) {
	target, err := s.storage.Readlink(rel)
	s.trace.note(askReadlink, s.root, rel, answer(target, err))
	return target, err
}

func (s traced) Open(rel string) (file, error) {
	f, err := s.storage.Open(rel)
	if err != nil {
		s.trace.note(askContent, s.root, rel, answer("", err))
		return nil, err
	}
	w := &watched{file: f, of: s, rel: rel, sum: sha256.New()}
	if info, err := f.Stat(); err == nil {
		w.changed = info.ModTime()
	}
	return w, nil
}

// watched is an open file or folder that remembers what was read of it.
type watched struct {
	file
	of  traced
	rel string
	// names are what a folder listed, and ended is set when that was all of it.
	names []string
	ended bool
	// sum is the hash of the first read bytes of a file; whole is set when it is read here and there, as an archive is.
	sum   hash.Hash
	read  int64
	whole bool
	// changed is when it was changed before it was opened.
	changed time.Time
}

func (f *watched) ReadDir(n int) ([]fs.DirEntry, error) {
	list, err := f.file.ReadDir(n)
	for _, e := range list {
		f.names = append(f.names, entryName(e))
	}
	f.ended = f.ended || err != nil || n <= 0 || len(list) == 0
	if err != nil && !errors.Is(err, io.EOF) {
		f.of.trace.lose()
	}
	return list, err
}

func entryName(e fs.DirEntry) string { return e.Name() + "\x00" + e.Type().String() + "\n" }

// ReadAt records what is read from the start on.
func (f *watched) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.file.ReadAt(p, off)
	switch {
	case off == f.read:
		f.sum.Write(p[:n])
		f.read += int64(n)
	case off == 0 && int64(n) >= f.read: // its beginning was looked at before
		f.sum.Reset()
		f.sum.Write(p[:n])
		f.read = int64(n)
	default:
		f.whole = f.whole || n > 0 && off+int64(n) > f.read
	}
	return n, err
}

func (f *watched) Read(p []byte) (int, error) {
	f.whole = true
	return f.file.Read(p)
}

func (f *watched) Close() error {
	info, err := f.file.Stat()
	t := f.of.trace
	switch {
	case err != nil:
		t.lose()
	case !info.IsDir():
		if f.whole {
			f.sum.Reset()
			f.read, err = io.Copy(f.sum, io.NewSectionReader(f.file, 0, info.Size()))
		}
		if err != nil || !info.ModTime().Equal(f.changed) {
			t.lose()
		}
		t.add(observation{asking{askContent, f.of.root, f.rel}, int(f.read), digest(contentOf(info, f.sum)), f.changed})
	case f.ended:
		t.note(askList, f.of.root, f.rel, listed(f.names))
	default:
		if len(f.names) > 0 {
			t.lose()
		}
		t.note(askLstat, f.of.root, f.rel, typeOf(info, nil))
	}
	return f.file.Close()
}

func listed(names []string) string {
	slices.Sort(names)
	return strings.Join(names, "")
}

// contentOf is the answer to askContent.
func contentOf(info fs.FileInfo, sum hash.Hash) string {
	return info.Mode().Type().String() + " " + strconv.FormatInt(info.Size(), 10) + " " + string(sum.Sum(nil))
}
