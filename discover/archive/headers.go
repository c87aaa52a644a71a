package archive

import (
	"io"
	"strconv"
	"strings"
)

const (
	tarBlock = 512
	// mostHeaders bounds the headers of one entry, which are a megabyte each at most.
	mostHeaders = 4 << 20
)

// headerReader records what is read of a tar archive while it reads the headers of an entry.
type headerReader struct {
	io.Reader
	recording bool
	data      []byte
}

func (h *headerReader) Read(p []byte) (int, error) {
	n, err := h.Reader.Read(p)
	if h.recording && len(h.data) < mostHeaders {
		h.data = append(h.data, p[:n]...)
	}
	return n, err
}

// stacked reports whether an entry has several headers that name it. Go's reader, npm's and Python's take another one of them each.
func (h *headerReader) stacked() bool {
	data := h.data[len(h.data)%tarBlock:] // The padding of the last entry precedes the headers.
	seen := map[byte]bool{}
	for len(data) >= tarBlock {
		kind := data[156]
		if kind != 'x' && kind != 'L' && kind != 'K' {
			return kind == 'g' && len(seen) > 0
		}
		size, err := strconv.ParseInt(strings.Trim(string(data[124:136]), " \x00"), 8, 64)
		if err != nil || size < 0 || seen[kind] || seen['x'] || kind == 'x' && len(seen) > 0 {
			return true
		}
		seen[kind] = true
		data = data[min(int64(len(data)), tarBlock+(size+tarBlock-1)/tarBlock*tarBlock):]
	}
	return len(seen) > 0 // The headers are larger than what is recorded.
}
