package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func keyNo(i int) Key { return sha256.Sum256([]byte(fmt.Sprint(i))) }

func valueNo(i int) string { return strings.Repeat(fmt.Sprint("value ", i, " "), i%7) }

func folderOf(t *testing.T) string { return filepath.Join(t.TempDir(), "cache") }

// written creates a cache with n entries and returns the name of its only file.
func written(t *testing.T, dir string, n int) string {
	s, err := Open(dir, "build")
	require.NoError(t, err)
	for i := range n {
		s.In("/repo").Put(keyNo(i), []byte(valueNo(i)))
	}
	require.NoError(t, s.Close())
	names, err := filepath.Glob(filepath.Join(dir, "*.pack"))
	require.NoError(t, err)
	require.Len(t, names, 1)
	return names[0]
}

// reread counts the entries that a cache still has, and fails for a wrong one.
func reread(t *testing.T, dir, build string, n int) (found int) {
	t.Helper()
	s, err := Open(dir, build)
	require.NoError(t, err)
	for i := range n {
		if data, ok := s.In("/repo").Get(keyNo(i)); ok {
			require.Equal(t, valueNo(i), data)
			found++
		}
	}
	require.NoError(t, s.Close())
	return found
}

func TestWhatWasPutIsThereAfterwards(t *testing.T) {
	dir := folderOf(t)
	written(t, dir, 50)
	assert.Equal(t, 50, reread(t, dir, "build", 50))
	assert.Zero(t, reread(t, dir, "another build", 50), "of another build nothing is read")

	s, err := Open(dir, "build")
	require.NoError(t, err)
	_, ok := s.In("/other").Get(keyNo(1))
	assert.False(t, ok, "another folder")
	s.In("/repo").Put(keyNo(1), []byte("anew"))
	s.In("/repo").Put(keyNo(99), nil)
	require.NoError(t, s.Close())
	s, err = Open(dir, "build")
	require.NoError(t, err)
	data, _ := s.In("/repo").Get(keyNo(1))
	assert.Equal(t, "anew", data)
	_, ok = s.In("/repo").Get(keyNo(99))
	assert.True(t, ok, "an empty entry is one")
	data, _ = s.In("/repo").Get(keyNo(6))
	assert.Equal(t, valueNo(6), data, "what was not asked for stays")
	require.NoError(t, s.Close())
}

// Whatever happens to the file, an entry is right or missing.
func TestDamageIsNoticed(t *testing.T) {
	dir := folderOf(t)
	const n = 6
	name := written(t, dir, n)
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	write := func(data []byte) int {
		require.NoError(t, os.WriteFile(name, data, 0o600))
		return reread(t, dir, "build", n)
	}
	for i := range whole {
		damaged := slices.Clone(whole)
		damaged[i] ^= 1 << (i % 8)
		assert.Less(t, write(damaged), n, "byte %d", i)
	}
	for i := range whole {
		assert.Less(t, write(whole[:i]), n, "cut at %d", i)
	}
	assert.Equal(t, n, write(slices.Concat(whole, []byte("more"))), "what stands behind the last entry is not looked at")
	assert.Equal(t, n, write(whole))
}

// resum updates the checksum of the index.
func resum(data []byte) []byte {
	count := int64(binary.LittleEndian.Uint32(data[header-4:]))
	end := int(min(int64(len(data)), int64(header)+count*perEntry))
	sum := sha256.Sum256(data[header-4 : max(end, header)])
	copy(data[header-4-len(sum):], sum[:])
	return data
}

func TestForgedListsAreNotBelieved(t *testing.T) {
	dir := folderOf(t)
	const n = 6
	name := written(t, dir, n)
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	entryAt := func(data []byte, i int) []byte { return data[header+i*perEntry:][:perEntry] }
	for what, forge := range map[string]func(data []byte){
		"many entries": func(data []byte) { binary.LittleEndian.PutUint32(data[header-4:], 1<<31) },
		"one too many": func(data []byte) { binary.LittleEndian.PutUint32(data[header-4:], n+1) },
		"long entry":   func(data []byte) { binary.LittleEndian.PutUint32(entryAt(data, 0)[perEntry-4:], 1<<32-1) },
		"swapped keys": func(data []byte) {
			a, b := entryAt(data, 0)[:sha256.Size], entryAt(data, 1)[:sha256.Size]
			old := slices.Clone(a)
			copy(a, b)
			copy(b, old)
		},
		"entry under another key": func(data []byte) { copy(entryAt(data, 0)[sha256.Size:], entryAt(data, 1)[sha256.Size:]) },
	} {
		data := slices.Clone(whole)
		forge(data)
		require.NoError(t, os.WriteFile(name, resum(data), 0o600))
		assert.Less(t, reread(t, dir, "build", n), n, what)
	}
}

func TestFoldersOfOthersAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing there")
	}
	for _, mode := range []os.FileMode{0o777, 0o720, 0o702} {
		dir := folderOf(t)
		require.NoError(t, os.Mkdir(dir, 0o700))
		require.NoError(t, os.Chmod(dir, mode))
		_, err := Open(dir, "build")
		var refused *RefusedError
		require.ErrorAs(t, err, &refused)
		assert.Contains(t, refused.Why, "others may write to it")
		_, _, err = Clean(dir)
		require.ErrorAs(t, err, &refused)
	}
	dir := folderOf(t)
	require.NoError(t, os.Symlink(t.TempDir(), dir))
	_, err := Open(dir, "build")
	require.ErrorContains(t, err, "it is a symbolic link")

	file := folderOf(t)
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = Open(file, "build")
	require.Error(t, err)
}

func TestFilesOfOthersAreNotRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing there")
	}
	dir := folderOf(t)
	name := written(t, dir, 5)
	info, err := os.Stat(name)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	info, err = os.Stat(dir)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())

	require.NoError(t, os.Chmod(name, 0o666))
	assert.Zero(t, reread(t, dir, "build", 5), "others may have written it")
	require.NoError(t, os.Chmod(name, 0o600))
	elsewhere := filepath.Join(t.TempDir(), "pack")
	require.NoError(t, os.Rename(name, elsewhere))
	require.NoError(t, os.Symlink(elsewhere, name))
	assert.Zero(t, reread(t, dir, "build", 5), "a link")
	require.NoError(t, os.Remove(name))
	require.NoError(t, os.Mkdir(name, 0o700))
	assert.Zero(t, reread(t, dir, "build", 5), "a folder")
}

func TestACacheIsNotReadForTheFolderItLiesIn(t *testing.T) {
	top := t.TempDir()
	s, err := Open(filepath.Join(top, "sub", "cache"), "build")
	require.NoError(t, err)
	real, err := filepath.EvalSymlinks(top)
	require.NoError(t, err)
	assert.Nil(t, s.In(real))
	assert.Nil(t, s.In(filepath.Join(real, "sub")))
	assert.NotNil(t, s.In(filepath.Join(real, "subway")))
	s.In(real).Put(keyNo(1), []byte("a"))
	_, ok := s.In(real).Get(keyNo(1))
	assert.False(t, ok)
	require.NoError(t, s.Close())
}

func TestManyAtOnce(t *testing.T) {
	dir := folderOf(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for round := range 5 {
				s, err := Open(dir, "build")
				if !assert.NoError(t, err) {
					return
				}
				for i := range 40 {
					if data, ok := s.In("/repo").Get(keyNo(i)); ok {
						assert.Equal(t, valueNo(i), data)
					} else {
						s.In("/repo").Put(keyNo(i), []byte(valueNo(i)))
					}
				}
				s.In("/repo").Put(keyNo(100+round), []byte(valueNo(100+round)))
				assert.NoError(t, s.Close())
			}
		})
	}
	wg.Wait()
	assert.Equal(t, 40, reread(t, dir, "build", 40))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1, "nothing is left over")
}

func TestOldFilesMakeRoom(t *testing.T) {
	dir := folderOf(t)
	name := written(t, dir, 3)
	old, stale := filepath.Join(dir, strings.Repeat("a", 32)+extension), filepath.Join(dir, ".mcp-lint-"+strings.Repeat("A", 26))
	large, other := filepath.Join(dir, strings.Repeat("b", 32)+extension), filepath.Join(dir, "notes.txt")
	ago := func(name string, age time.Duration) {
		require.NoError(t, os.WriteFile(name, []byte("x"), 0o600))
		require.NoError(t, os.Chtimes(name, time.Now().Add(-age), time.Now().Add(-age)))
	}
	ago(old, 2*keptFor)
	ago(stale, 2*staleAfter)
	ago(other, 2*keptFor)
	require.NoError(t, os.WriteFile(large, nil, 0o600))
	require.NoError(t, os.Truncate(large, MaxBytes))
	require.NoError(t, os.Chtimes(large, time.Now(), time.Now().Add(-time.Minute)))

	s, err := Open(dir, "build")
	require.NoError(t, err)
	s.In("/repo").Put(keyNo(7), []byte("new"))
	require.NoError(t, s.Close())
	for _, gone := range []string{old, stale, large} {
		assert.NoFileExists(t, gone)
	}
	assert.FileExists(t, name)
	assert.FileExists(t, other, "it is not of the cache")

	count, size, err := Usage(dir)
	require.NoError(t, err)
	assert.Equal(t, 1, count)
	assert.Positive(t, size)
	count, _, err = Clean(dir)
	require.NoError(t, err)
	assert.Equal(t, 1, count)
	assert.FileExists(t, other)
	count, _, err = Clean(filepath.Join(dir, "none"))
	require.NoError(t, err)
	assert.Zero(t, count)
}

func TestAPackKeepsWhatWasAskedForLast(t *testing.T) {
	dir := folderOf(t)
	const room, entries = 10_000, 20
	open := func() *Store {
		s, err := Open(dir, "build")
		require.NoError(t, err)
		s.room = room
		return s
	}
	for i := range entries {
		s := open()
		if i > 0 {
			_, ok := s.In("/repo").Get(keyNo(0))
			require.True(t, ok, "it is asked for each time")
		}
		s.In("/repo").Put(keyNo(i), make([]byte, room/10))
		s.In("/repo").Put(keyNo(-1), make([]byte, maxEntryBytes+1))
		require.NoError(t, s.Close())
	}
	_, size, err := Usage(dir)
	require.NoError(t, err)
	assert.LessOrEqual(t, size, int64(room))
	s := open()
	_, ok := s.In("/repo").Get(keyNo(1))
	assert.False(t, ok, "it made room")
	_, ok = s.In("/repo").Get(keyNo(entries - 1))
	assert.True(t, ok)
	_, ok = s.In("/repo").Get(keyNo(-1))
	assert.False(t, ok, "it is too large")
	require.NoError(t, s.Close())
}

func TestFewNewEntriesAreNotWorthALargeFile(t *testing.T) {
	dir := folderOf(t)
	put := func(i, size int) (wrote bool) {
		s, err := Open(dir, "build")
		require.NoError(t, err)
		s.In("/repo").Put(keyNo(i), make([]byte, size))
		require.NoError(t, s.Close())
		s, err = Open(dir, "build")
		require.NoError(t, err)
		_, ok := s.In("/repo").Get(keyNo(i))
		require.NoError(t, s.Close())
		return ok
	}
	assert.True(t, put(0, 1<<20))
	assert.False(t, put(1, 1<<10))
	assert.True(t, put(1, 1<<15))
}

// A report is small compared to the others, and far more expensive to compute than to write.
func TestAFewReportsAreKept(t *testing.T) {
	dir := folderOf(t)
	const name = "reports of /repo"
	for i := range maxReports + 5 {
		s, err := Open(dir, "build")
		require.NoError(t, err)
		s.In(name).Put(keyNo(i), make([]byte, max(1000, 1<<20>>i)))
		require.NoError(t, s.Close())
	}
	s, err := Open(dir, "build")
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	for i := range maxReports + 5 {
		_, ok := s.In(name).Get(keyNo(i))
		assert.Equal(t, i >= 5, ok, i)
	}
}

// FuzzPack reads arbitrary files, with and without a valid checksum of the index.
func FuzzPack(f *testing.F) {
	p := &Pack{room: maxPackBytes, fresh: map[Key][]byte{keyNo(1): []byte("a"), keyNo(2): nil}, used: map[Key]bool{}, open: func() {}}
	root, err := os.OpenRoot(f.TempDir())
	require.NoError(f, err)
	p.name = "seed"
	build := sha256.Sum256([]byte("build"))
	_, err = p.save(root, build)
	require.NoError(f, err)
	seed, err := root.ReadFile("seed")
	require.NoError(f, err)
	f.Add(seed, true)
	f.Add(seed[:header], false)
	f.Fuzz(func(_ *testing.T, data []byte, right bool) {
		if right && len(data) >= header {
			data = slices.Clone(data)
			copy(data, mark)
			copy(data[len(mark):], build[:])
			count := min(int64(binary.LittleEndian.Uint32(data[header-4:])), int64((len(data)-header)/perEntry))
			binary.LittleEndian.PutUint32(data[header-4:], uint32(count)) //nolint:gosec // it is small
			resum(data)
		}
		p := &Pack{open: func() {}, used: map[Key]bool{}}
		p.parse(data, build)
		for _, key := range p.order {
			p.Get(key)
		}
	})
}
