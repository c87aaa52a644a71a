package change

import (
	"errors"
	"strconv"
	"strings"
)

// hunk is the header of a hunk.
type hunk struct{ oldLine, oldCount, newLine, newCount int64 }

// parseHunk reads a header such as "@@ -1,2 +3 @@ words".
func parseHunk(line string) (hunk, error) {
	wrong := errors.New("the header of a hunk cannot be read")
	ranges, _, ok := strings.Cut(strings.TrimPrefix(line, "@@ -"), " @@")
	before, after, both := strings.Cut(ranges, " +")
	if !ok || !both {
		return hunk{}, wrong
	}
	var h hunk
	var okOld, okNew bool
	h.oldLine, h.oldCount, okOld = parseRange(before)
	h.newLine, h.newCount, okNew = parseRange(after)
	if !okOld || !okNew || h.oldCount == 0 && h.newCount == 0 {
		return hunk{}, wrong
	}
	return h, nil
}

// parseRange reads where lines begin and how many there are. Nothing real is beyond 32 bits.
func parseRange(words string) (start, count int64, ok bool) {
	at, n, counted := strings.Cut(words, ",")
	first, err := strconv.ParseUint(at, 10, 31)
	if err != nil {
		return 0, 0, false
	}
	number := uint64(1)
	if counted {
		if number, err = strconv.ParseUint(n, 10, 31); err != nil {
			return 0, 0, false
		}
	}
	return int64(first), int64(number), true
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
