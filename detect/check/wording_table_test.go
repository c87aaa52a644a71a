package check

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// formatTable writes the table, leaving out what is too light to matter.
func formatTable(tables [views]map[string]float64) string {
	const lightest = 85
	names := map[string]bool{}
	for _, t := range tables {
		for n := range t {
			names[n] = true
		}
	}
	list := make([]string, 0, len(names))
	for n := range names {
		list = append(list, n)
	}
	slices.Sort(list)
	var b strings.Builder
	b.WriteString("# Learned weights: see detect/check/wording_model.go. Written by TestLearnWording; not to be edited by hand.\n")
	b.WriteString("# feature\twhole\tmanner\tmatter, in thousandths of log-odds\n")
	for _, n := range list {
		var row [views]int
		heaviest := 0
		for v, t := range tables {
			row[v] = int(max(min(t[n]/weightUnit, 32000), -32000))
			heaviest = max(heaviest, row[v], -row[v])
		}
		if heaviest < lightest && n != "=" {
			continue
		}
		fmt.Fprintf(&b, "%s\t%d\t%d\t%d\n", n, row[viewWhole], row[viewManner], row[viewMatter])
	}
	return b.String()
}

// packTable makes the table of the binary of the one for people.
func packTable(t testing.TB, table string) []byte {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	n := 16
	for n < 2*len(lines) {
		n *= 2
	}
	head, slots := []byte(weightsMagic), make([]byte, n*slotSize)
	for _, line := range lines {
		if line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		require.Len(t, cells, 1+int(views), line)
		var row [views]int
		for v := range row {
			var err error
			row[v], err = strconv.Atoi(cells[1+v])
			require.NoError(t, err, line)
		}
		if cells[0] == "=" {
			for _, b := range row {
				head = binary.LittleEndian.AppendUint32(head, uint32(int32(b)))
			}
			continue
		}
		var hashes [3]uint64
		for k, token := range strings.Split(cells[0][1:], " ") {
			hashes[k] = hashToken(token)
		}
		key := featureKey(featureKind(cells[0][0]), hashes[0], hashes[1], hashes[2])
		at := key & uint64(n-1)
		for binary.LittleEndian.Uint32(slots[at*uint64(slotSize):]) != 0 {
			require.NotEqual(t, tag(key), binary.LittleEndian.Uint32(slots[at*uint64(slotSize):]), "two features share a slot: %s", line)
			at = (at + 1) & uint64(n-1)
		}
		slot := slots[at*uint64(slotSize):]
		binary.LittleEndian.PutUint32(slot, tag(key))
		for v, weight := range row {
			binary.LittleEndian.PutUint16(slot[4+2*v:], uint16(int16(weight)))
		}
	}
	require.Len(t, head, headerSize)
	return append(head, slots...)
}

// TestTableIsPacked holds that the table in the binary is the one that people can read.
func TestTableIsPacked(t *testing.T) {
	table, err := os.ReadFile("testdata/wording.tsv")
	require.NoError(t, err)
	assert.Equal(t, string(packTable(t, string(table))), wordingTable)
	w := learned()
	at, ok := w.find(featureKey(featConcept, hashToken("secret"), 0, 0))
	require.True(t, ok)
	assert.Positive(t, w.weight(at, int(viewWhole)), "secrets speak for an attack")
	_, ok = w.find(featureKey(featWord, hashToken("no such word"), 0, 0))
	assert.False(t, ok)
}

// TestBrokenTable holds that a table that is none is none, and never a crash.
func TestBrokenTable(t *testing.T) {
	for _, table := range []string{"", weightsMagic, "mcpw9999" + wordingTable[8:], wordingTable[:len(wordingTable)-1], wordingTable[:headerSize+3*slotSize]} {
		w := openWeights(table)
		_, ok := w.find(featureKey(featConcept, hashToken("secret"), 0, 0))
		assert.False(t, ok)
	}
	full := []byte(wordingTable[:headerSize+2*slotSize])
	for i := headerSize; i < len(full); i++ {
		full[i] = 7
	}
	_, ok := openWeights(string(full)).find(12345)
	assert.False(t, ok, "a full table ends the search")
}
