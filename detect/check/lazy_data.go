package check

import (
	_ "embed" // what is derived from the expressions is data
	"encoding/binary"
	"sync"
)

// lineStartsData holds the manners of lineExpressions, which every run needs and which take longer to derive than to read. A test
// derives them anew and compares.
//
//go:embed data/line_starts.bin
var lineStartsData string

// lineExpression is regexpOf for the expression that stands n-th in lineExpressions.
func lineExpression(n int, expr string) lazyRegexp {
	re := regexpOf(expr)
	re.starts = sync.OnceValue(func() *starts { return newStarts(lineManners()[n]) })
	return re
}

// lineManners are the manners of each of lineExpressions.
var lineManners = sync.OnceValue(func() [][]manner { return readManners(lineStartsData) })

// setBytes is the length of a byteSet in the data.
const setBytes = 32

// readManners reads what a test of this package writes: the number of sets of bytes and the sets, and for each expression the number of manners
// and for each of them a byte of marks and length and the numbers of its sets.
func readManners(data string) [][]manner {
	b := []byte(data)
	number := func() int {
		n := binary.LittleEndian.Uint16(b)
		b = b[2:]
		return int(n)
	}
	sets := make([]byteSet, number())
	for k := range sets {
		for w := range sets[k] {
			sets[k][w] = binary.LittleEndian.Uint64(b[8*w:])
		}
		b = b[setBytes:]
	}
	var all [][]manner
	for len(b) > 0 {
		ms := make([]manner, number())
		for k := range ms {
			marks := number()
			m := manner{edge: marks&1 != 0, begin: marks&2 != 0, bytes: make([]byteSet, marks>>2)}
			for i := range m.bytes {
				m.bytes[i] = sets[number()]
			}
			ms[k] = m
		}
		all = append(all, ms)
	}
	return all
}
