// Package change reads unified diffs and says which lines of which file are new or changed.
package change

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// MaxBytes is how large a diff may be.
const MaxBytes = 64 << 20

// Lines are the lines that a change has written.
type Lines struct {
	// files are the lines by the new name of the file, in rising order.
	files map[string][]block
}

// block are lines from first to last.
type block struct{ first, last int64 }

// maxLine stands for the end of a file.
const maxLine = 1<<63 - 1

// Parse reads a unified diff as Git and diff -u write it. Names are taken as Git has them, from the root of the repository and
// without the a/ and b/ before them. Lines that were only taken away belong to no line of the new file.
func Parse(data []byte) (*Lines, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("the diff is larger than %d MiB", MaxBytes>>20)
	}
	l := &Lines{files: map[string][]block{}}
	for _, section := range sections(data) {
		if err := l.read(section); err != nil {
			return nil, fmt.Errorf("it is no unified diff: %w", err)
		}
	}
	if len(l.files) == 0 && len(bytes.TrimSpace(data)) > 0 {
		return nil, errors.New("it is no unified diff: it names no file")
	}
	for name, blocks := range l.files {
		slices.SortFunc(blocks, func(a, b block) int {
			if a.first < b.first {
				return -1
			}
			return 1
		})
		l.files[name] = blocks
	}
	return l, nil
}

// Touch reports whether the change has written one of the lines from first to last, which count from 1 and end at line feeds.
func (l *Lines) Touch(file string, first, last int) bool {
	blocks := l.files[file]
	i := sort.Search(len(blocks), func(i int) bool { return blocks[i].last >= int64(first) })
	return i < len(blocks) && blocks[i].first <= int64(last)
}

// header begins the part of a diff that is about one file. No line of a file's content does: each has a mark before it.
var header = []byte("diff --git ")

// sections cuts a diff into the parts of its files, which keeps small what is held of it parsed.
func sections(data []byte) [][]byte {
	var out [][]byte
	start := 0
	for at := 0; at < len(data); {
		if bytes.HasPrefix(data[at:], header) && at > start {
			out = append(out, data[start:at])
			start = at
		}
		next := bytes.IndexByte(data[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return append(out, data[start:])
}

// read adds the lines of one section. The parser is not trusted not to panic.
func (l *Lines) read(section []byte) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = errors.New("it cannot be parsed")
		}
	}()
	files, _, err := gitdiff.Parse(bytes.NewReader(plainNames(section)))
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.IsDelete || f.NewName == "" {
			continue
		}
		blocks := l.files[f.NewName]
		if f.IsBinary {
			// Which bytes have changed is not said.
			blocks = append(blocks, block{1, maxLine})
		}
		for _, fragment := range f.TextFragments {
			blocks = written(blocks, fragment)
		}
		l.files[f.NewName] = blocks
	}
	return nil
}

// written adds the blocks of lines that a fragment adds.
func written(blocks []block, fragment *gitdiff.TextFragment) []block {
	line := fragment.NewPosition
	inside := false
	for _, at := range fragment.Lines {
		switch at.Op {
		case gitdiff.OpDelete:
			continue
		case gitdiff.OpAdd:
			if inside {
				blocks[len(blocks)-1].last = line
			} else {
				blocks = append(blocks, block{line, line})
			}
			inside = true
		default:
			inside = false
		}
		line++
	}
	return blocks
}

// plainNames writes the backslashes of quoted names as octal escapes: the parser takes the quote after an escaped backslash
// for an escaped one.
func plainNames(section []byte) []byte {
	end := bytes.Index(section, []byte("\n@@ "))
	if end < 0 {
		end = len(section)
	}
	if !bytes.Contains(section[:end], []byte(`\\`)) {
		return section
	}
	return append(bytes.ReplaceAll(section[:end], []byte(`\\`), []byte(`\134`)), section[end:]...)
}
