package archive

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rawTar writes headers and contents as they are, without what Go's writer makes sure of.
func rawTar(entries ...[3]string) []byte {
	var b bytes.Buffer
	for _, e := range entries {
		kind, name, content := e[0], e[1], e[2]
		var h [tarBlock]byte
		copy(h[:], name)
		copy(h[100:], "0000644\x00")
		copy(h[124:], fmt.Sprintf("%011o\x00", len(content)))
		copy(h[148:], "        ")
		h[156] = kind[0]
		copy(h[257:], "ustar\x0000")
		sum := 0
		for _, c := range h {
			sum += int(c)
		}
		copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
		b.Write(h[:])
		b.WriteString(content + strings.Repeat("\x00", (tarBlock-len(content)%tarBlock)%tarBlock))
	}
	b.Write(make([]byte, 2*tarBlock))
	return b.Bytes()
}

func record(key, value string) string {
	rest := " " + key + "=" + value + "\n"
	return fmt.Sprint(len(rest)+2) + rest
}

// TestStackedHeaders is about entries that several headers name: which one counts differs between installers.
func TestStackedHeaders(t *testing.T) {
	good, evil := [3]string{"0", "p-1/server.py", "harmless"}, [3]string{"0", "p-1/logo.png", "other text"}
	long := strings.Repeat("p", 120) + "/server.py"
	path, other, name := [3]string{"x", "h", record("path", "p-1/server.py")}, [3]string{"x", "h", record("mtime", "1")}, [3]string{"L", "././@LongLink", "p-1/logo.png\x00"}
	link := [3]string{"K", "././@LongLink", "elsewhere\x00"}
	for what, headers := range map[string][][3]string{"x x": {path, other}, "x L": {path, name}, "L x": {name, path}, "L L": {name, name}, "L K x": {name, link, path}, "x K": {path, link}} {
		_, err := read(rawTar(append(append([][3]string{good}, headers...), evil)...), DefaultLimits())
		require.ErrorIs(t, err, errDamaged, what)
	}
	for what, entries := range map[string][][3]string{
		"x": {good, path, evil}, "L": {good, {"L", "././@LongLink", long + "\x00"}, evil}, "L K": {good, name, link, evil}, "K L": {link, name, evil},
		"odd sizes": {{"0", "a.py", strings.Repeat("a", 1000)}, path, {"0", "b.py", strings.Repeat("b", 513)}, name, {"0", "c.py", strings.Repeat("c", tarBlock)}, other, {"0", "d.py", ""}},
	} {
		_, err := read(rawTar(entries...), DefaultLimits())
		assert.NoError(t, err, what)
	}
}
