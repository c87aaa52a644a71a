// Package cache keeps results between runs that depend only on content. The key of an entry covers everything that it depends on.
//
// Entries are used only if nobody else can have written them and their checksums match. A cache contains text of scanned files, so only its
// user may read it.
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
	// MaxBytes bounds all files of a cache, maxPackBytes a file and maxEntryBytes an entry.
	MaxBytes      = 512 << 20
	maxPackBytes  = 96 << 20
	maxEntryBytes = 8 << 20
	// keptFor is how long an unused file is kept. Reading a file updates its time if that is older than touchedAfter. Unfinished files are
	// removed after staleAfter.
	keptFor, touchedAfter, staleAfter = 30 * 24 * time.Hour, 24 * time.Hour, time.Hour
)

// Key is a digest of everything that an entry depends on, except the build of the program; see Open.
type Key = [sha256.Size]byte

// Store is the cache in a folder. It is safe for concurrent use, also by several processes: of two writers, the last one wins.
type Store struct {
	// Dir is the folder, with links resolved.
	Dir   string
	root  *os.Root
	build Key
	room  int
	mutex sync.Mutex
	packs map[string]*Pack
}

// RefusedError says why a folder is not safe to use: others may write to it or read it.
type RefusedError struct{ Dir, Why string }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the cache folder %q is not used: %s", e.Dir, e.Why)
}

// Open opens the cache in a folder, which it creates if needed. Entries of another build are not read.
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

// trusted returns an error for anything but a folder that only the user may write to.
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
	if why := untrusted(info); why != "" {
		return &RefusedError{dir, why}
	}
	return nil
}

// Holds reports whether the cache is inside a folder. Whoever may write to that folder may have written the cache.
func (s *Store) Holds(folder string) bool {
	rel, err := filepath.Rel(folder, s.Dir)
	return err == nil && filepath.IsLocal(rel)
}

// In returns the entries for a folder, or nil if the cache is inside it. folder may also be a word that is not an absolute path; then only
// the most recently used or added entries are kept.
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
			p.maxEntries = maxReports
		}
		p.open = sync.OnceFunc(func() { p.load(s.root, s.build) })
		s.packs[folder] = p
	}
	return p
}

// Close writes new entries and removes old files. An error leaves the cache unchanged and does not affect results.
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

// cacheFiles matches the files of a cache: packs and unfinished packs.
var cacheFiles = regexp.MustCompile(`^(?:[0-9a-f]{32}\.pack|\.mcp-lint-[A-Z2-7]{20,40})$`)

// files returns the files of the cache, least recently used first.
func files(dir string) (list []fs.FileInfo, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && cacheFiles.MatchString(e.Name()) {
			list = append(list, info)
		}
	}
	slices.SortFunc(list, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	return list, err
}

// evict removes expired files, and the oldest ones above MaxBytes.
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

// Usage returns the number and total size of the files of the cache in a folder; zero if there is no cache.
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

// Clean removes the files of the cache in a folder, and returns their number and total size. Other files stay.
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
		_ = os.Remove(dir) // fails if there are other files
	}
	return count, bytes, err
}
