// Package change reads unified diffs and says which lines of which file are new or changed.
package change

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
)

const (
	// maxBytes is how large a diff may be.
	maxBytes = 64 << 20
	// maxPlaces is how many files and blocks of lines are kept of a diff.
	maxPlaces = 1 << 19
)

// Lines are the lines that a change has written.
type Lines struct {
	// files are the blocks by the new name of the file, in rising order and apart from each other.
	files map[string][]block
	// hows says of the files that do not merely have other lines now what became of them.
	hows map[string]How
	// places counts the files and the blocks.
	places int
}

// How is what a change does to a file.
type How uint8

const (
	// Untouched is a file that the change does not name.
	Untouched How = iota
	// Edited is a file that has other lines, another mode or another kind now.
	Edited
	// Added is a file that is new under its name.
	Added
	// Removed is a file that is gone, or that has another name now.
	Removed
)

// block are lines from first to last.
type block struct{ first, last int64 }

// maxLine is the end of a file.
const maxLine = 1<<63 - 1

// Read reads a unified diff as Git and diff -u write it. Names are taken as Git has them, from the root of the repository and
// without the a/ and b/ before them. Lines that were only taken away belong to no line of the new file.
func Read(r io.Reader) (*Lines, error) {
	l := &Lines{files: map[string][]block{}, hows: map[string]How{}}
	s := newScanner(r, l)
	if err := s.scan(); err != nil {
		return nil, err
	}
	if len(l.files) == 0 && len(l.hows) == 0 && s.words {
		return nil, noDiff(errors.New("it names no file"))
	}
	for name, blocks := range l.files {
		l.files[name] = merged(blocks)
	}
	return l, nil
}

// noDiff says that what was read is not a diff.
func noDiff(err error) error { return fmt.Errorf("it is no unified diff: %w", err) }

// Touch reports whether the change has written one of the lines from first to last, which count from 1 and end at line feeds.
func (l *Lines) Touch(file string, first, last int) bool {
	blocks := l.files[file]
	i := sort.Search(len(blocks), func(i int) bool { return blocks[i].last >= int64(first) })
	return i < len(blocks) && blocks[i].first <= int64(last)
}

// How returns what the change does to a file, even if it writes no line of it.
func (l *Lines) How(file string) How {
	how := l.hows[file]
	if _, there := l.files[file]; there && how != Added {
		// A file that is removed and added again, as Git writes one that becomes a link, is still there.
		return Edited
	}
	return how
}

// mark notes what became of a file; what diffs that were put together say of it one after the other is joined.
func (l *Lines) mark(file string, how How) error {
	before, known := l.hows[file]
	if !known {
		if l.places++; l.places > maxPlaces {
			return tooMany()
		}
	}
	if known && before != how {
		how = Edited
	}
	l.hows[file] = how
	return nil
}

func tooMany() error { return fmt.Errorf("the diff changes more than %d places", maxPlaces) }

// add adds a block to a file, or only the file when the block is empty.
func (l *Lines) add(file string, b block) error {
	blocks, known := l.files[file]
	if !known {
		l.places++
	}
	if b.first <= b.last {
		blocks = append(blocks, b)
		l.places++
	}
	if l.places > maxPlaces {
		return tooMany()
	}
	l.files[file] = blocks
	return nil
}

// merged sorts and joins blocks: concatenated diffs may name a file twice, and Touch searches by last lines.
func merged(blocks []block) []block {
	slices.SortFunc(blocks, func(a, b block) int { return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.last, b.last)) })
	out := blocks[:0]
	for _, b := range blocks {
		if n := len(out); n > 0 && b.first <= out[n-1].last {
			out[n-1].last = max(out[n-1].last, b.last)
		} else {
			out = append(out, b)
		}
	}
	return out
}
