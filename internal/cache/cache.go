// Package cache keeps, from one run to the next, what is worked out of content alone: each entry by a key that names all that it depends on.
//
// What is read is only believed where nobody else can have written it and its checksum is right; anything else is as if it were not there. A
// cache holds what stood in the files that were scanned, so that only its user may read it.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// MaxBytes bounds the files of a cache together, maxPackBytes one of them and maxEntryBytes an entry.
	MaxBytes      = 512 << 20
	maxPackBytes  = 96 << 20
	maxEntryBytes = 8 << 20
	// keptFor is how long what no run has asked for is kept, touchedAfter how old a file gets before it is noted that it was asked for, staleAfter how
	// old what a run has not finished.
	keptFor, touchedAfter, staleAfter = 30 * 24 * time.Hour, 24 * time.Hour, time.Hour
)

// Key names all that an entry depends on, but for the build of the program, which Open is told.
type Key = [sha256.Size]byte

// Store is the cache in one folder. It is safe for concurrent use, also by several processes: of two that write at once one has the last word.
type Store struct {
	// Dir is the folder, with links resolved.
	Dir   string
	root  *os.Root
	build Key
	room  int
	mutex sync.Mutex
	packs map[string]*Pack
}

// RefusedError says why a folder is not used: others may have written what is in it, or may read what is written.
type RefusedError struct{ Dir, Why string }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the cache folder %q is not used: %s", e.Dir, e.Why)
}

// Open opens the cache in a folder, which it makes where there is none. build distinguishes programs: what another one has written is not read.
func Open(dir, build string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := trusted(dir); err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, err
	}
	return &Store{Dir: real, root: root, build: sha256.Sum256([]byte(build)), room: maxPackBytes, packs: map[string]*Pack{}}, nil
}

// trusted returns an error for what is no folder, and for one that others may write to.
func trusted(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case info.Mode().Type() == fs.ModeSymlink:
		return &RefusedError{dir, "it is a symbolic link"}
	case !info.IsDir():
		return &RefusedError{dir, "it is not a folder"}
	}
	if why := foreign(info); why != "" {
		return &RefusedError{dir, why}
	}
	return nil
}

// Holds reports whether the cache lies in a folder: whoever may write there may have written the cache.
func (s *Store) Holds(folder string) bool {
	rel, err := filepath.Rel(folder, s.Dir)
	return err == nil && filepath.IsLocal(rel)
}

// In returns what is kept of the folder of that name, a path on the machine or any other word, or nil for one that the cache itself lies in. Of any
// other word only some entries are kept, those that were asked for or put last.
func (s *Store) In(folder string) *Pack {
	if s == nil || filepath.IsAbs(folder) && s.Holds(folder) {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	p := s.packs[folder]
	if p == nil {
		sum := sha256.Sum256([]byte(folder))
		p = &Pack{name: hex.EncodeToString(sum[:16]) + extension, room: s.room, fresh: map[Key][]byte{}, used: map[Key]bool{}}
		if !filepath.IsAbs(folder) {
			p.most = mostReports
		}
		p.open = sync.OnceFunc(func() { p.load(s.root, s.build) })
		s.packs[folder] = p
	}
	return p
}

// Close writes what is new and removes what is too old or too much. An error leaves the cache as it was, and no result depends on it.
func (s *Store) Close() error {
	if s == nil {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var errs []error
	wrote := false
	for _, p := range s.packs {
		fresh, err := p.save(s.root, s.build)
		errs, wrote = append(errs, err), wrote || fresh
	}
	if wrote {
		errs = append(errs, s.evict())
	}
	return errors.Join(append(errs, s.root.Close())...)
}

const extension = ".pack"

// ours are the names of what a cache holds: packs and what has not become one.
var ours = regexp.MustCompile(`^(?:[0-9a-f]{32}\.pack|\.mcp-lint-[A-Z2-7]{20,40})$`)

// files returns the files of the cache, those that were not asked for the longest first.
func files(dir string) (list []fs.FileInfo, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && ours.MatchString(e.Name()) {
			list = append(list, info)
		}
	}
	slices.SortFunc(list, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	return list, err
}

// evict removes the oldest files until the rest is no more than MaxBytes.
func (s *Store) evict() error {
	list, err := files(s.Dir)
	total := int64(0)
	for _, f := range list {
		total += f.Size()
	}
	for _, f := range list {
		age := time.Since(f.ModTime())
		unfinished := !strings.HasSuffix(f.Name(), extension) && age > staleAfter
		if unfinished || age > keptFor || total > MaxBytes {
			total -= f.Size()
			err = errors.Join(err, s.root.Remove(f.Name()))
		}
	}
	return err
}

// Usage returns how many files the cache in a folder has and how many bytes they take; none where there is no cache.
func Usage(dir string) (count int, bytes int64, err error) {
	list, err := files(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for _, f := range list {
		bytes += f.Size()
	}
	return len(list), bytes, err
}

// Clean removes the files of the cache in a folder, and returns what Usage did before. What is not of a cache stays.
func Clean(dir string) (count int, bytes int64, err error) {
	if err := trusted(dir); errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	} else if err != nil {
		return 0, 0, err
	}
	list, err := files(dir)
	for _, f := range list {
		if gone := os.Remove(filepath.Join(dir, f.Name())); gone != nil {
			err = errors.Join(err, gone)
			continue
		}
		count++
		bytes += f.Size()
	}
	if count > 0 {
		_ = os.Remove(dir) // when nothing else is in it
	}
	return count, bytes, err
}
