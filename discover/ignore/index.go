package ignore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

const (
	// MaxIndexBytes bounds .git/index: an entry takes about 100 bytes, so that a million files fit.
	MaxIndexBytes = 128 << 20
	// maxIndexPaths bounds the decoded paths of an index: version 4 shares prefixes, so that a small file could ask for gigabytes.
	maxIndexPaths = 256 << 20
	// maxIndexPath bounds one path: PATH_MAX of Linux.
	maxIndexPath = 4096
)

// Index lists what git tracks, in the byte order of the paths.
type Index struct {
	paths []string
	// folders are entries of a sparse index, which stand for all that is below; each ends in a slash.
	folders []string
}

var (
	errIndexFormat = errors.New("the list of tracked files (.git/index) is damaged or has an unknown version")
	errIndexSplit  = errors.New("the list of tracked files (.git/index) is split into two files, which is not supported")
	errIndexLarge  = errors.New("the list of tracked files (.git/index) is too large")
)

// ParseIndex reads versions 2 to 4 of the index as gitformat-index(5) describes them, with SHA-1 or SHA-256 names. The file does not say
// how long these are; the length of each path stands in its flags, so that a wrong guess is noticed at the first entry.
func ParseIndex(data []byte) (*Index, error) {
	x, err := parseEntries(data, 20)
	if errors.Is(err, errIndexFormat) {
		if other, err := parseEntries(data, 32); err == nil {
			return other, nil
		}
	}
	return x, err
}

func parseEntries(data []byte, hash int) (*Index, error) {
	const header, stat, modeTree = 12, 40, 0o040000
	if len(data) < header || string(data[:4]) != "DIRC" {
		return nil, errIndexFormat
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	fixed := stat + hash + 2
	if version < 2 || version > 4 || uint64(count)*uint64(fixed) > uint64(len(data)) {
		return nil, errIndexFormat
	}
	x := &Index{paths: make([]string, 0, count)}
	previous, total, at := "", 0, header
	for range count {
		begin := at
		if at += fixed; at >= len(data) {
			return nil, errIndexFormat
		}
		mode, flags := binary.BigEndian.Uint32(data[begin+24:]), int(binary.BigEndian.Uint16(data[at-2:]))
		if extended := flags&0x4000 != 0; extended {
			if at += 2; version < 3 {
				return nil, errIndexFormat
			}
		}
		keep := 0
		if version == 4 {
			strip, size := decodeOffset(data[min(at, len(data)):])
			if at, keep = at+size, len(previous)-strip; size == 0 || keep < 0 {
				return nil, errIndexFormat
			}
		}
		rest, _, ended := bytes.Cut(data[min(at, len(data)):min(at+maxIndexPath, len(data))], []byte{0})
		name := previous[:keep] + string(rest)
		switch {
		case !ended || len(name) > maxIndexPath || flags&0xFFF != min(len(name), 0xFFF):
			return nil, errIndexFormat
		case name == "":
			// It replaces an entry of the other file of a split index.
			return nil, errIndexSplit
		}
		if total += len(name); total > maxIndexPaths {
			return nil, errIndexLarge
		}
		at += len(rest) + 1
		if version < 4 {
			// Padded with NULs to a multiple of eight, at least one.
			at = begin + (at-1-begin)/8*8 + 8
		}
		if mode == modeTree && strings.HasSuffix(name, "/") {
			x.folders = append(x.folders, name)
		}
		x.paths = append(x.paths, name)
		previous = name
	}
	slices.Sort(x.paths)
	// One extension says that entries stand elsewhere.
	for at+8 <= len(data)-hash {
		size := int64(binary.BigEndian.Uint32(data[at+4:]))
		switch {
		case string(data[at:at+4]) == "link":
			return x, errIndexSplit
		case size > int64(len(data)-at-8):
			return x, errIndexFormat
		}
		at += 8 + int(size)
	}
	return x, nil
}

// decodeOffset reads the variable-length number of pack offsets and returns its size, which is 0 when it is cut off or absurd.
func decodeOffset(b []byte) (value, size int) {
	for i, c := range b {
		if i > 0 {
			value++
		}
		if value = value<<7 | int(c&0x7F); value > maxIndexPath {
			break
		}
		if c&0x80 == 0 {
			return value, i + 1
		}
	}
	return 0, 0
}

// Has reports whether git tracks a file, or a folder of a sparse index that holds it.
func (x *Index) Has(path string) bool {
	if x == nil {
		return false
	}
	_, ok := slices.BinarySearch(x.paths, path)
	return ok || slices.ContainsFunc(x.folders, func(f string) bool { return strings.HasPrefix(path, f) })
}

// HasUnder reports whether git tracks something in the folder, or the folder itself as a submodule.
func (x *Index) HasUnder(folder string) bool {
	if x == nil || x.Has(folder) {
		return x != nil
	}
	i, _ := slices.BinarySearch(x.paths, folder+"/")
	return i < len(x.paths) && strings.HasPrefix(x.paths[i], folder+"/")
}
