package discover

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

const (
	// maxIndexBytes bounds .git/index: an entry takes about 100 bytes, so that a million files fit.
	maxIndexBytes = 128 << 20
	// maxIndexPaths bounds the decoded paths of an index. Version 4 shares prefixes, and so a small file could otherwise
	// ask for gigabytes.
	maxIndexPaths = 256 << 20
	// maxIndexPath bounds one path: PATH_MAX of Linux.
	maxIndexPath = 4096
)

// gitIndex lists what git tracks, in the byte order of the paths.
type gitIndex struct {
	paths []string
	// folders are entries of a sparse index, which stand for all that is below; each ends in a slash.
	folders []string
}

var (
	errIndexFormat = errors.New("the list of tracked files (.git/index) is damaged or of an unknown version")
	errIndexSplit  = errors.New("the list of tracked files (.git/index) is split into two files, which is not supported")
	errIndexLarge  = errors.New("the list of tracked files (.git/index) is too large")
)

// parseIndex reads versions 2 to 4 of the index as gitformat-index(5) describes them, with SHA-1 or SHA-256 names.
func parseIndex(data []byte) (*gitIndex, error) {
	if len(data) < 12 || string(data[:4]) != "DIRC" {
		return nil, errIndexFormat
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return nil, errIndexFormat
	}
	// The file does not say how long object names are. The length of each path stands in its flags, so that a wrong guess
	// is noticed at the first entry.
	x, err := parseEntries(data, version, count, 20)
	if errors.Is(err, errIndexFormat) {
		if y, err256 := parseEntries(data, version, count, 32); err256 == nil {
			return y, nil
		}
	}
	return x, err
}

func parseEntries(data []byte, version, count uint32, hash int) (*gitIndex, error) {
	const stat = 40
	fixed := stat + hash + 2
	if uint64(count)*uint64(fixed) > uint64(len(data)) {
		return nil, errIndexFormat
	}
	x := &gitIndex{paths: make([]string, 0, count)}
	previous, total, sorted := "", 0, true
	at := 12
	for range count {
		begin := at
		if len(data)-at < fixed {
			return nil, errIndexFormat
		}
		mode := binary.BigEndian.Uint32(data[at+24:])
		flags := binary.BigEndian.Uint16(data[at+stat+hash:])
		at += fixed
		if flags&0x4000 != 0 {
			if at += 2; version < 3 {
				return nil, errIndexFormat
			}
		}
		keep := 0
		if version == 4 {
			strip, size := decodeOffset(data[min(at, len(data)):])
			if size == 0 || strip > len(previous) {
				return nil, errIndexFormat
			}
			at += size
			keep = len(previous) - strip
		}
		if at >= len(data) {
			return nil, errIndexFormat
		}
		end := bytes.IndexByte(data[at:min(len(data), at+maxIndexPath)], 0)
		if end < 0 || keep+end > maxIndexPath {
			return nil, errIndexFormat
		}
		if keep+end == 0 && flags&0xFFF == 0 {
			// An entry that replaces one of the other file of a split index.
			return nil, errIndexSplit
		}
		name := previous[:keep] + string(data[at:at+end])
		if n := int(flags & 0xFFF); n != min(len(name), 0xFFF) {
			return nil, errIndexFormat
		}
		if total += len(name); total > maxIndexPaths {
			return nil, errIndexLarge
		}
		at += end + 1
		if version < 4 {
			// Padded with NULs to a multiple of eight, at least one.
			at = begin + (at-1-begin)/8*8 + 8
		}
		sorted = sorted && previous <= name
		previous = name
		const modeTree = 0o040000
		if mode == modeTree && strings.HasSuffix(name, "/") {
			x.folders = append(x.folders, name)
		}
		x.paths = append(x.paths, name)
	}
	if !sorted {
		slices.Sort(x.paths)
	}
	return x, checkExtensions(data, at, hash)
}

// checkExtensions looks for the one extension that says that entries stand elsewhere.
func checkExtensions(data []byte, at, hash int) error {
	for at+8 <= len(data)-hash {
		size := int64(binary.BigEndian.Uint32(data[at+4:]))
		if string(data[at:at+4]) == "link" {
			return errIndexSplit
		}
		if size > int64(len(data)-at-8) {
			return errIndexFormat
		}
		at += 8 + int(size)
	}
	return nil
}

// decodeOffset reads the variable-length number of pack offsets and returns it and its size, which is 0 when it is cut
// off or absurd.
func decodeOffset(b []byte) (value, size int) {
	for i, c := range b {
		if i > 0 {
			value++
		}
		value = value<<7 | int(c&0x7F)
		if value > maxIndexPath {
			return 0, 0
		}
		if c&0x80 == 0 {
			return value, i + 1
		}
	}
	return 0, 0
}

func (x *gitIndex) has(path string) bool {
	if x == nil {
		return false
	}
	if _, ok := slices.BinarySearch(x.paths, path); ok {
		return true
	}
	return slices.ContainsFunc(x.folders, func(f string) bool { return strings.HasPrefix(path, f) })
}

// hasUnder reports whether git tracks something in the folder, or the folder itself as a submodule.
func (x *gitIndex) hasUnder(folder string) bool {
	if x == nil {
		return false
	}
	if x.has(folder) {
		return true
	}
	i, _ := slices.BinarySearch(x.paths, folder+"/")
	return i < len(x.paths) && strings.HasPrefix(x.paths[i], folder+"/")
}
