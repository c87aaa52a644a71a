package change

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

const (
	// maxHeaderLine bounds a line of a header. A path has at most 4096 bytes, each of them quoted with four, twice in a line.
	maxHeaderLine = 64 << 10
	// maxHeader bounds the header of a file.
	maxHeader = 4 * maxHeaderLine
)

// scanner reads a diff in one pass. The parser of diffs sees only the headers of files, for it makes a structure of each line of
// their content; the counts in the header of a hunk say how many lines to walk over.
type scanner struct {
	in    *bufio.Reader
	lines *Lines
	size  int64
	// words says that the diff holds more than blanks.
	words bool

	// line is the current line without its line feed, cut off when it is longer than maxHeaderLine.
	line []byte
	cut  bool

	// header holds the header of the file that begins; git says whether "diff --git" began it.
	header []byte
	git    bool
	// name is the file that hunks belong to; there is none when inFile is false, and none that is kept when gone is true.
	name         string
	inFile, gone bool
}

func newScanner(r io.Reader, l *Lines) *scanner {
	return &scanner{in: bufio.NewReaderSize(r, maxHeaderLine), lines: l}
}

// next reads a line and reports whether there is one.
func (s *scanner) next() (bool, error) {
	part, err := s.in.ReadSlice('\n')
	s.line, s.cut = part, errors.Is(err, bufio.ErrBufferFull)
	s.size += int64(len(part))
	if s.cut {
		// The rest is dropped, and overwrites the buffer that holds the beginning.
		s.line = bytes.Clone(part)
		for errors.Is(err, bufio.ErrBufferFull) {
			part, err = s.in.ReadSlice('\n')
			if s.size += int64(len(part)); s.size > maxBytes {
				break
			}
		}
	}
	if s.size > maxBytes {
		return false, fmt.Errorf("the diff is larger than %d MiB", maxBytes>>20)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	if len(s.line) == 0 {
		return false, nil
	}
	s.words = s.words || len(bytes.TrimSpace(s.line)) > 0
	s.line = bytes.TrimSuffix(s.line, []byte{'\n'})
	return true, nil
}

func (s *scanner) scan() error {
	for {
		ok, err := s.next()
		if err != nil {
			return err
		}
		if !ok {
			return s.endHeader(hunk{})
		}
		if err := s.outside(); err != nil {
			return err
		}
	}
}

// headerLines begin the lines of a header that Git writes.
var headerLines = []string{
	"--- ", "+++ ", "old mode ", "new mode ", "deleted file mode ", "new file mode ", "copy ", "rename ", "similarity index ", "dissimilarity index ", "index ",
}

func (s *scanner) starts(words string) bool { return bytes.HasPrefix(s.line, []byte(words)) }

// outside reads a line that is not in a hunk.
func (s *scanner) outside() error {
	switch {
	case s.starts("diff --git "):
		if err := s.endHeader(hunk{}); err != nil {
			return err
		}
		s.git, s.inFile = true, false
		return s.keep()
	case s.starts("@@ -"):
		h, err := parseHunk(string(s.line))
		if err != nil {
			return noDiff(err)
		}
		if err := s.endHeader(h); err != nil {
			return err
		}
		if !s.inFile {
			return noDiff(errors.New("a hunk belongs to no file"))
		}
		return s.hunk(h)
	case s.git && (s.starts("Binary files ") || s.starts("GIT binary patch")):
		if err := s.endHeader(hunk{}); err != nil || s.gone {
			return err
		}
		// Which bytes have changed is not said.
		return s.lines.add(s.name, block{1, maxLine})
	case s.git && slices.ContainsFunc(headerLines, s.starts):
		return s.keep()
	case s.git:
		return s.endHeader(hunk{})
	case s.starts("--- "):
		// Without Git a header is two lines with a hunk below; anything else is text.
		s.header = s.header[:0]
		return s.keep()
	case s.starts("+++ ") && bytes.HasPrefix(s.header, []byte("--- ")) && bytes.Count(s.header, []byte{'\n'}) == 1:
		return s.keep()
	}
	s.header = s.header[:0]
	return nil
}

// keep adds the line to the header.
func (s *scanner) keep() error {
	if s.cut || len(s.header)+len(s.line) > maxHeader {
		return noDiff(errors.New("the header of a file is too long"))
	}
	s.header = append(append(s.header, s.line...), '\n')
	return nil
}

// endHeader parses the header that was read, if any. The hunk is the first below it; it is empty when there is none.
func (s *scanner) endHeader(first hunk) (err error) {
	header, git := s.header, s.git
	s.header, s.git = s.header[:0], false
	if len(header) == 0 || !git && (first == hunk{} || bytes.Count(header, []byte{'\n'}) != 2) {
		return nil
	}
	var text bytes.Buffer
	text.Write(plainNames(header))
	text.WriteString(first.sample())
	// The parser is not trusted not to panic.
	defer func() {
		if v := recover(); v != nil {
			err = noDiff(errors.New("it cannot be parsed"))
		}
	}()
	files, _, err := gitdiff.Parse(&text)
	if err != nil {
		return noDiff(err)
	}
	if len(files) != 1 {
		return noDiff(errors.New("the header of a file cannot be read"))
	}
	f := files[0]
	s.name, s.inFile, s.gone = f.NewName, true, f.IsDelete || f.NewName == ""
	if err := s.become(f); err != nil || s.gone {
		return err
	}
	return s.lines.add(s.name, block{1, 0})
}

// become notes the files that come and go with the header.
func (s *scanner) become(f *gitdiff.File) error {
	if f.OldName != "" && (s.gone || f.IsRename) {
		if err := s.lines.mark(f.OldName, Removed); err != nil {
			return err
		}
	}
	if !s.gone && (f.IsNew || f.IsRename || f.IsCopy) {
		return s.lines.mark(s.name, Added)
	}
	return nil
}

// hunk walks over the lines of a hunk.
func (s *scanner) hunk(h hunk) error {
	line, open := h.newLine, block{1, 0}
	put := func() error {
		if s.gone || open.first > open.last {
			return nil
		}
		err := s.lines.add(s.name, open)
		open = block{1, 0}
		return err
	}
	for h.oldCount > 0 || h.newCount > 0 {
		ok, err := s.next()
		if err != nil {
			return err
		}
		if !ok {
			return noDiff(errors.New("a hunk is cut off"))
		}
		mark := byte(' ')
		if len(s.line) > 0 {
			mark = s.line[0]
		}
		switch mark {
		case '+':
			if open.first > open.last {
				open.first = line
			}
			open.last = line
			h.newCount--
			line++
		case '-':
			h.oldCount--
		case ' ':
			if err := put(); err != nil {
				return err
			}
			h.oldCount--
			h.newCount--
			line++
		case '\\':
			// It says that the line above has no line feed.
		default:
			return noDiff(errors.New("a line of a hunk has no mark"))
		}
		if h.oldCount < 0 || h.newCount < 0 {
			return noDiff(errors.New("a hunk holds more lines than it says"))
		}
	}
	return put()
}

// plainNames writes backslashes of quoted names as octal escapes: the parser misreads a quote after an escaped backslash.
func plainNames(header []byte) []byte {
	return bytes.ReplaceAll(header, []byte(`\\`), []byte(`\134`))
}

// hunk is the header of a hunk.
type hunk struct{ oldLine, oldCount, newLine, newCount int64 }

// hunkHeader is a header such as "@@ -1,2 +3 @@ words".
var hunkHeader = regexp.MustCompile(`^@@ -([0-9]+)(?:,([0-9]+))? \+([0-9]+)(?:,([0-9]+))? @@`)

func parseHunk(line string) (hunk, error) {
	wrong := errors.New("the header of a hunk cannot be read")
	m := hunkHeader.FindStringSubmatch(line)
	if m == nil {
		return hunk{}, wrong
	}
	var numbers [5]int64
	for i, digits := range m[1:] {
		// Nothing real is beyond 32 bits. Without a count there is one line.
		n, err := strconv.ParseUint(digits, 10, 31)
		if digits == "" {
			n = 1
		} else if err != nil {
			return hunk{}, wrong
		}
		numbers[i] = int64(n)
	}
	h := hunk{numbers[0], numbers[1], numbers[2], numbers[3]}
	if h.oldCount == 0 && h.newCount == 0 {
		return hunk{}, wrong
	}
	return h, nil
}

// sample is a small hunk of the same kind, for the parser wants one below a header and minds whether it takes away or adds.
func (h hunk) sample() string {
	switch {
	case h == hunk{}:
		return ""
	case h.oldCount == 0:
		return "@@ -0,0 +1 @@\n+\n"
	case h.newCount == 0:
		return "@@ -1 +0,0 @@\n-\n"
	}
	return "@@ -1 +1 @@\n-\n+\n"
}
