package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// entry is one of an archive; a type other than 0 is one of tar.
type entry struct {
	name, text string
	kind       byte
}

func tarOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Size: int64(len(e.text)), Typeflag: e.kind, Mode: 0o644}
		if e.kind == tar.TypeSymlink || e.kind == tar.TypeLink {
			h.Size, h.Linkname = 0, e.text
		}
		if e.kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		require.NoError(t, w.WriteHeader(h))
		if h.Size > 0 {
			_, err := io.WriteString(w, e.text)
			require.NoError(t, err)
		}
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func zipOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.kind == tar.TypeSymlink {
			h.SetMode(0o777 | 1<<27)
		}
		f, err := w.CreateHeader(h)
		require.NoError(t, err)
		_, err = io.WriteString(f, e.text)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func gzipOf(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(data)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func read(data []byte, limits Limits) (*Tree, error) {
	return Read(bytes.NewReader(data), int64(len(data)), limits, func(name string) bool { return strings.HasSuffix(name, ".js") })
}

// paths lists the files of a tree with what can be read of them.
func paths(t testing.TB, tree *Tree) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name, n := range tree.nodes {
		if n.dir {
			continue
		}
		f, err := tree.Open(name)
		require.NoError(t, err)
		data, err := io.ReadAll(f)
		if err != nil {
			out[name] = "error: " + err.Error()
			continue
		}
		out[name] = string(data)
	}
	return out
}

func TestReadFormats(t *testing.T) {
	files := []entry{{name: "package/package.json", text: "{}"}, {name: "./package/dist/index.js", text: "x()"}}
	want := map[string]string{"package/package.json": "{}", "package/dist/index.js": "x()"}
	for name, data := range map[string][]byte{
		"zip": zipOf(t, files...), "tar": tarOf(t, files...), "tar.gz": gzipOf(t, tarOf(t, files...)),
	} {
		tree, err := read(data, DefaultLimits())
		require.NoError(t, err, name)
		assert.Equal(t, want, paths(t, tree), name)
		assert.Empty(t, tree.Skips, name)
		assert.True(t, Is("x."+name, data), name)
		assert.False(t, Is("x.json", data), name)
		top, err := tree.Open("package")
		require.NoError(t, err)
		entries, err := top.ReadDir(-1)
		require.NoError(t, err)
		assert.Len(t, entries, 2, name)
		_, err = tree.Lstat("package/none")
		assert.Error(t, err, name)
	}
}

// TestHostileEntries: what an archive may not hold is left out and recorded, and the rest is read.
func TestHostileEntries(t *testing.T) {
	bad := []entry{
		{name: "/etc/passwd", text: "x"},
		{name: "../up.js", text: "x"},
		{name: `a\..\..\up.js`, text: "x"},
		{name: "C:/x.js", text: "x"},
		{name: "link.js", text: "/etc/passwd", kind: tar.TypeSymlink},
		{name: "a", text: "file"},
		{name: "a/b.js", text: "in a file"},
		{name: "twice.js", text: "first"},
		{name: "twice.js", text: "last"},
		{name: "good.js", text: "good"},
	}
	for kind, data := range map[string][]byte{
		"zip": zipOf(t, bad...), "tar": tarOf(t, append(slices.Clone(bad), entry{"hard.js", "good.js", tar.TypeLink}, entry{"fifo", "", tar.TypeFifo})...),
	} {
		tree, err := read(data, DefaultLimits())
		require.NoError(t, err, kind)
		files := map[string]string{"a": "file", "twice.js": "last", "good.js": "good"}
		if kind == "zip" {
			files["link.js"] = "/etc/passwd" // installers write it as a file
		}
		assert.Equal(t, files, paths(t, tree), kind)
		var skipped []string
		for _, s := range tree.Skips {
			skipped = append(skipped, s.Path)
			assert.NotContains(t, s.Path, "\n")
		}
		want := []string{`"/etc/passwd"`, `"../up.js"`, `"a\\..\\..\\up.js"`, `"C:/x.js"`, "link.js", "a/b.js", "twice.js"}
		if kind == "tar" {
			want = append(want, "hard.js", "fifo")
		}
		assert.Equal(t, want, skipped, kind)
	}
}

func TestEncryptedEntriesAreSkipped(t *testing.T) {
	data := zipOf(t, entry{name: "a.js", text: "secret"}, entry{name: "b.js", text: "open"})
	for _, mark := range []string{"PK\x03\x04", "PK\x01\x02"} {
		at := bytes.Index(data, []byte(mark))
		flags := map[string]int{"PK\x03\x04": 6, "PK\x01\x02": 8}[mark]
		data[at+flags] |= 1
	}
	tree, err := read(data, DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"b.js": "open"}, paths(t, tree))
	assert.Equal(t, []Skip{{"a.js", Encrypted, "it is encrypted"}}, tree.Skips)
}

// TestBounds: an archive is given up when it is a bomb, and a file that does not fit is there and cannot be read.
func TestBounds(t *testing.T) {
	bomb := strings.Repeat("\x00", 70<<20)
	for kind, data := range map[string][]byte{
		"zip": zipOf(t, entry{name: "a.js", text: bomb}, entry{name: "b.js", text: bomb}),
		"tgz": gzipOf(t, tarOf(t, entry{name: "a.bin", text: bomb})),
	} {
		limits := DefaultLimits()
		limits.File = 1 << 30
		_, err := read(data, limits)
		assert.ErrorContains(t, err, "bomb", kind)
	}
	small := Limits{File: 20_000, Held: 30_000, Bytes: 1 << 20, Entries: 3}
	large := strings.Repeat("a", 20_001)
	fits := strings.Repeat("b", 20_000)
	tree, err := read(tarOf(t, entry{name: "large.js", text: large}, entry{name: "fits.js", text: fits}, entry{name: "rest.js", text: fits}), small)
	require.NoError(t, err)
	got := paths(t, tree)
	assert.Equal(t, fits, got["fits.js"])
	assert.Contains(t, got["large.js"], "error: it was not fully unpacked")
	assert.Contains(t, got["rest.js"], "error: it was not fully unpacked")
	info, err := tree.Lstat("large.js")
	require.NoError(t, err)
	assert.EqualValues(t, len(large), info.Size())

	many := []entry{{name: "1"}, {name: "2"}, {name: "3"}, {name: "4"}}
	_, err = read(zipOf(t, many...), small)
	assert.ErrorContains(t, err, "more than 3 entries")
	_, err = read(tarOf(t, entry{name: "x", text: strings.Repeat("x", 2<<20)}), small)
	assert.ErrorContains(t, err, "more than 1048576 bytes")
	_, err = read(tarOf(t, entry{name: strings.Repeat("d/", 100) + "x"}, entry{name: "y"}), Limits{File: 1, Held: 1, Bytes: 1 << 20, Entries: 50})
	assert.ErrorContains(t, err, "more than 50 entries", "the folders around an entry count")
	tree, err = read(tarOf(t, entry{name: strings.Repeat("d/", 200) + "x"}, entry{name: "y"}), DefaultLimits())
	require.NoError(t, err)
	assert.Len(t, paths(t, tree), 1)
	links := make([]entry, maxSkips+5)
	for i := range links {
		links[i] = entry{"l", "x", tar.TypeSymlink}
	}
	tree, err = read(tarOf(t, links...), DefaultLimits())
	require.NoError(t, err)
	require.Len(t, tree.Skips, maxSkips+1)
	assert.Equal(t, "5 more entries were skipped", tree.Skips[maxSkips].Detail)
	late := DefaultLimits()
	late.Ended = func() error { return io.ErrClosedPipe }
	_, err = read(tarOf(t, many...), late)
	assert.ErrorContains(t, err, io.ErrClosedPipe.Error())
}

func TestDamagedArchives(t *testing.T) {
	whole := gzipOf(t, tarOf(t, entry{name: "a.js", text: "first"}, entry{name: "b.js", text: strings.Repeat("0123456789", 5000)}))
	tree, err := read(whole[:len(whole)-20], DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, "first", paths(t, tree)["a.js"])
	require.NotEmpty(t, tree.Skips)
	for name, data := range map[string]string{"zip": "PK\x03\x04 nothing", "gzip": "\x1f\x8b\x08", "text": strings.Repeat("no tar ", 200)} {
		_, err := read([]byte(data), DefaultLimits())
		assert.Error(t, err, name)
	}
	_, err = read([]byte("\x28\xb5\x2f\xfd and more"), DefaultLimits())
	assert.ErrorContains(t, err, "zstd")
}

func TestTreeIsAFileSystem(t *testing.T) {
	tree, err := read(zipOf(t, entry{name: "a/b/c.txt", text: "c"}, entry{name: "d.txt", text: strings.Repeat("d", 3<<10)}), DefaultLimits())
	require.NoError(t, err)
	f, err := tree.Open("d.txt")
	require.NoError(t, err)
	part := make([]byte, 10)
	n, err := f.ReadAt(part, 3<<10-4)
	assert.Equal(t, 4, n)
	assert.ErrorIs(t, err, io.EOF)
	require.NoError(t, fstest.TestFS(asFS{tree}, "a/b/c.txt", "d.txt"))
}

func FuzzRead(f *testing.F) {
	f.Add(zipOf(f, entry{name: "a.js", text: "x"}))
	f.Add(tarOf(f, entry{name: "a.js", text: "x"}, entry{"l", "a.js", tar.TypeSymlink}))
	f.Add(gzipOf(f, tarOf(f, entry{name: "a/b", text: "x"}, entry{name: "a", text: "x"})))
	f.Add(savedImage(f))
	limits := Limits{File: 1 << 16, Held: 1 << 18, Bytes: 1 << 20, Entries: 1000}
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, _ := read(data, limits)
		for name, n := range tree.nodes {
			if clean, wrong := layerPath(name); clean != name || wrong != "" || strings.Contains(name, `\`) {
				t.Errorf("%q is a name of a tree", name)
			}
			if up := tree.nodes[parent(name)]; name != "" && (up == nil || !up.dir || !slices.Contains(up.children, n)) {
				t.Errorf("%q does not lie in a folder", name)
			}
		}
		if tree.Held() > limits.Held+int64(len(tree.nodes))*headBytes {
			t.Errorf("%d bytes are held", tree.Held())
		}
		_ = fmt.Sprint(tree.Skips)
	})
}
