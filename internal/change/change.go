// Package change reads unified diffs and says which lines of which file are new or changed.
package change

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
)

const (
	// MaxBytes is how large a diff may be.
	MaxBytes = 64 << 20
	// maxPlaces is how many files and blocks of lines are kept of a diff.
	maxPlaces = 1 << 19
)

// Lines are the lines that a change has written.
type Lines struct {
	// files are the blocks by the new name of the file, in rising order and apart from each other.
	files map[string][]block
	// places counts the files and the blocks.
	places int
}

// block are lines from first to last.
type block struct{ first, last int64 }

// maxLine stands for the end of a file.
const maxLine = 1<<63 - 1

// Parse reads a unified diff as Git and diff -u write it. Names are taken as Git has them, from the root of the repository and
// without the a/ and b/ before them. Lines that were only taken away belong to no line of the new file.
func Parse(data []byte) (*Lines, error) { return Read(bytes.NewReader(data)) }

// Read is Parse for a diff that need not be held in memory.
func Read(r io.Reader) (*Lines, error) {
	l := &Lines{files: map[string][]block{}}
	s := newScanner(r, l)
	if err := s.scan(); err != nil {
		return nil, err
	}
	if len(l.files) == 0 && s.words {
		return nil, noDiff(errors.New("it names no file"))
	}
	for name, blocks := range l.files {
		l.files[name] = merged(blocks)
	}
	return l, nil
}

// noDiff says that what was read is no diff.
func noDiff(err error) error { return fmt.Errorf("it is no unified diff: %w", err) }

// Touch reports whether the change has written one of the lines from first to last, which count from 1 and end at line feeds.
func (l *Lines) Touch(file string, first, last int) bool {
	blocks := l.files[file]
	i := sort.Search(len(blocks), func(i int) bool { return blocks[i].last >= int64(first) })
	return i < len(blocks) && blocks[i].first <= int64(last)
}

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
		return fmt.Errorf("the diff changes more than %d places", maxPlaces)
	}
	l.files[file] = blocks
	return nil
}

// merged sorts blocks and joins those that overlap: a file may come more than once in diffs that were put together, and Touch
// searches by the last lines.
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
