package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/org/mcp-lint/internal/atomicfile"
)

// Pack is a file with the entries of a folder. Its format is: mark, build, checksum of the index, number of entries, the index (key, checksum
// and length of each entry), and then the entries.
type Pack struct {
	name string
	// room bounds the size of the file.
	room int
	// maxEntries bounds the entries, unless it is 0. With a bound, each new entry is written.
	maxEntries int
	open       func()
	// data are the entries in the file, and known is their index. order is that of the file, most recently used first.
	data  []byte
	known map[Key]entry
	order []Key

	mutex sync.Mutex
	fresh map[Key][]byte
	used  map[Key]bool
}

// entry is the place of an entry in data, and a truncated hash of key and data.
type entry struct {
	from, size int
	sum        [16]byte
}

const (
	// newFraction is the fraction of a file (1/newFraction) that new entries must make up before it is rewritten.
	newFraction = 128
	// maxReports bounds the entries of a pack of reports: one for each set of options in use.
	maxReports = 32

	mark     = "mcp-lint cache 1\n"
	header   = len(mark) + 2*sha256.Size + 4
	perEntry = sha256.Size + 16 + 4
)

// load reads the file. An invalid file has no entries.
func (p *Pack) load(root *os.Root, build Key) {
	f, err := root.OpenFile(p.name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || untrusted(info) != "" || info.Size() > int64(p.room) || info.Size() < int64(header) {
		return
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return
	}
	if p.parse(data, build) && time.Since(info.ModTime()) > touchedAfter {
		now := time.Now() //nolint:forbidigo // affects eviction, not results
		_ = root.Chtimes(p.name, now, now)
	}
}

// parse reads the index, and returns false if this build did not write it.
func (p *Pack) parse(data []byte, build Key) bool {
	if len(data) < header || string(data[:len(mark)]) != mark || !bytes.Equal(data[len(mark):len(mark)+len(build)], build[:]) {
		return false
	}
	sum, rest := data[header-sha256.Size-4:header-4], data[header-4:]
	promised := int64(binary.LittleEndian.Uint32(rest))
	if promised > int64((len(rest)-4)/perEntry) {
		return false
	}
	count := int(promised)
	list, entries := rest[4:4+count*perEntry], rest[4+count*perEntry:]
	if got := sha256.Sum256(rest[:4+count*perEntry]); !bytes.Equal(got[:], sum) {
		return false
	}
	known, order, from := make(map[Key]entry, count), make([]Key, 0, count), 0
	for ; len(list) > 0; list = list[perEntry:] {
		size := int64(binary.LittleEndian.Uint32(list[perEntry-4:]))
		if size > int64(len(entries)-from) {
			return false
		}
		e := entry{from: from, size: int(size), sum: [16]byte(list[sha256.Size:])}
		from += e.size
		key := Key(list)
		known[key] = e
		order = append(order, key)
	}
	p.data, p.known, p.order = entries, known, order
	return true
}

// sumOf returns the checksum of an entry, which includes its key.
func sumOf(key Key, data []byte) [16]byte {
	h := sha256.New()
	h.Write(key[:])
	h.Write(data)
	return [16]byte(h.Sum(nil))
}

// Get returns an entry. Its content is not verified: another process of the same user may have written anything under this key.
func (p *Pack) Get(key Key) (data string, ok bool) {
	if p == nil {
		return "", false
	}
	p.open()
	e, ok := p.known[key]
	if !ok {
		return "", false
	}
	part := p.data[e.from : e.from+e.size]
	if sumOf(key, part) != e.sum {
		return "", false
	}
	p.mutex.Lock()
	p.used[key] = true
	p.mutex.Unlock()
	return unsafe.String(unsafe.SliceData(part), len(part)), true
}

// Put adds an entry. The caller must not modify data afterwards.
func (p *Pack) Put(key Key, data []byte) {
	if p == nil || len(data) > maxEntryBytes {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.fresh[key] = data
}

// save rewrites the file if there are new entries, and reports whether it did. It keeps the new and the used entries, and as many others as
// there is room for.
func (p *Pack) save(root *os.Root, build Key) (wrote bool, err error) {
	if len(p.fresh) == 0 {
		return false, nil
	}
	p.open()
	added := 0
	for _, data := range p.fresh {
		added += len(data) + perEntry
	}
	if p.maxEntries == 0 && added < len(p.data)/newFraction {
		return false, nil // computing them again is cheaper than writing the file
	}
	keys := slices.SortedFunc(maps.Keys(p.fresh), func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	for _, wanted := range []bool{true, false} {
		for _, key := range p.order {
			if _, isNew := p.fresh[key]; p.used[key] == wanted && !isNew {
				keys = append(keys, key)
			}
		}
	}
	size, n := header, 0
	for _, key := range keys {
		if size += perEntry + len(p.entry(key)); size > p.room || p.maxEntries > 0 && n == p.maxEntries {
			break
		}
		n++
	}
	out := append(append(make([]byte, 0, header+n*perEntry), mark...), build[:]...)
	out = append(out, make([]byte, sha256.Size)...)
	out = binary.LittleEndian.AppendUint32(out, uint32(n)) //nolint:gosec // a pack has no room for more
	for _, key := range keys[:n] {
		data := p.entry(key)
		sum := p.known[key].sum
		if _, isNew := p.fresh[key]; isNew {
			sum = sumOf(key, data)
		}
		out = append(append(out, key[:]...), sum[:]...)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(data))) //nolint:gosec // as above
	}
	sum := sha256.Sum256(out[header-4:])
	copy(out[header-4-sha256.Size:], sum[:])
	parts := [][]byte{out}
	for _, key := range keys[:n] {
		parts = append(parts, p.entry(key))
	}
	if err := atomicfile.Place(root, p.name, parts...); err != nil {
		return false, errors.Join(errors.New("cannot write to the cache"), err)
	}
	return true, nil
}

func (p *Pack) entry(key Key) []byte {
	if data, ok := p.fresh[key]; ok {
		return data
	}
	e := p.known[key]
	return p.data[e.from : e.from+e.size]
}
