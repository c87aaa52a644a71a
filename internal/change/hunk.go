package change

import (
	"errors"
	"regexp"
	"strconv"
)

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
