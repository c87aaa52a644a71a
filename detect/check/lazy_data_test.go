package check

import (
	"encoding/binary"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writeDerived writes the derived data anew: go test ./detect/check -run TestDerived -args -derive
var writeDerived = flag.Bool("derive", false, "write what is derived from expressions and lists of words to detect/check/data")

// assertDerived holds that a file of derived data is what its source says.
func assertDerived(t *testing.T, name, committed string, want []byte) {
	t.Helper()
	if *writeDerived {
		require.NoError(t, os.WriteFile("data/"+name, want, 0o600))
		return
	}
	assert.True(t, committed == string(want), "data/%s is out of date; run: go test ./detect/check -run TestDerived -args -derive", name)
}

// mannersData is what readManners reads.
func mannersData(t *testing.T) []byte {
	t.Helper()
	var sets, manners []byte
	numbers := map[byteSet]uint16{}
	number := binary.LittleEndian.AppendUint16
	for n, re := range lineExpressions {
		ms := mannersOf(re.get().String())
		require.NotEmpty(t, ms, n)
		manners = number(manners, uint16(len(ms)))
		for _, m := range ms {
			marks := uint16(len(m.bytes)) << 2
			if m.edge {
				marks |= 1
			}
			if m.begin {
				marks |= 2
			}
			manners = number(manners, marks)
			for _, b := range m.bytes {
				k, known := numbers[b]
				if !known {
					k = uint16(len(numbers))
					numbers[b] = k
					for _, w := range b {
						sets = binary.LittleEndian.AppendUint64(sets, w)
					}
				}
				manners = number(manners, k)
			}
		}
	}
	return append(append(number(nil, uint16(len(numbers))), sets...), manners...)
}

func TestDerivedLineStarts(t *testing.T) {
	assertDerived(t, "line_starts.bin", lineStartsData, mannersData(t))
}
