package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/org/mcp-lint/internal/atomicfile"
)

// Pack are the entries of one folder, which lie in one file: mark, build, the checksum of what follows up to the entries, their number, for each its
// key, its checksum and its length, and then the entries one after another.
type Pack struct {
	name string
	// room is how many bytes the file may have.
	room int
	// most bounds the entries, and each new one is written then; 0 is no bound.
	most int
	open func()
	// data are the entries of the file, and known where they lie. order is that of the file: those that were asked for lately come first.
	data  []byte
	known map[Key]entry
	order []Key

	mutex sync.Mutex
	fresh map[Key][]byte
	used  map[Key]bool
}

// entry is where an entry lies among all, and the beginning of the hash of its key and itself.
type entry struct {
	from, size int
	sum        [16]byte
}

// leastNews is the part of a file that new entries have to make up before it is written anew.
const leastNews = 128

// mostReports bounds the entries of a pack that is of no folder, but of reports: as many as there are sets of options in use.
const mostReports = 32

const (
	mark     = "mcp-lint cache 1\n"
	header   = len(mark) + 2*sha256.Size + 4
	perEntry = sha256.Size + 16 + 4
)

// load reads the file. Whatever is wrong with it, there are no entries then.
func (p *Pack) load(root *os.Root, build Key) {
	f, err := root.OpenFile(p.name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || foreign(info) != "" || info.Size() > int64(p.room) || info.Size() < int64(header) {
		return
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return
	}
	if p.parse(data, build) && time.Since(info.ModTime()) > touchedAfter {
		now := time.Now() //nolint:forbidigo // by it is decided what is thrown away, and no result
		_ = root.Chtimes(p.name, now, now)
	}
}

// parse reads the list of entries, and reports false when it is not what this build has written.
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

// sumOf is the checksum of an entry, which is another one for the same bytes under another key.
func sumOf(key Key, data []byte) [16]byte {
	h := sha256.New()
	h.Write(key[:])
	h.Write(data)
	return [16]byte(h.Sum(nil))
}

// Get returns what was kept under a key, which stays as it is. It may be what another process has made of anything: only that it was written as an
// entry of this key is certain.
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

// Put keeps data under a key. The caller must not change it afterwards.
func (p *Pack) Put(key Key, data []byte) {
	if p == nil || len(data) > maxEntryBytes {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.fresh[key] = data
}

// save writes the file anew when there are new entries, and reports whether it did: with these and those that were asked for, and as many of the
// others as there is room for.
func (p *Pack) save(root *os.Root, build Key) (wrote bool, err error) {
	if len(p.fresh) == 0 {
		return false, nil
	}
	p.open()
	news := 0
	for _, data := range p.fresh {
		news += len(data) + perEntry
	}
	if p.most == 0 && news < len(p.data)/leastNews {
		return false, nil // to work it out once more costs less than to write everything
	}
	keys := make([]Key, 0, len(p.fresh)+len(p.order))
	for key := range p.fresh {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	for _, wanted := range []bool{true, false} {
		for _, key := range p.order {
			if _, anew := p.fresh[key]; p.used[key] == wanted && !anew {
				keys = append(keys, key)
			}
		}
	}
	size, n := header, 0
	for _, key := range keys {
		if size += perEntry + len(p.entry(key)); size > p.room || p.most > 0 && n == p.most {
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
		if _, anew := p.fresh[key]; anew {
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

// entry are the bytes of an entry.
func (p *Pack) entry(key Key) []byte {
	if data, ok := p.fresh[key]; ok {
		return data
	}
	e := p.known[key]
	return p.data[e.from : e.from+e.size]
}
