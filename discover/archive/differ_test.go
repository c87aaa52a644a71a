package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The tests of this file hold archives that installers read otherwise than most programs do.

// TestZipAttributes: installers write a file whatever its attributes say. Only a name that ends in a slash is that of a folder.
func TestZipAttributes(t *testing.T) {
	const unix, dos = 3 << 8, 0
	for name, h := range map[string]zip.FileHeader{
		"folder": {CreatorVersion: unix, ExternalAttrs: 0o040755 << 16}, "folder of DOS": {CreatorVersion: dos, ExternalAttrs: 0x10},
		"pipe": {CreatorVersion: unix, ExternalAttrs: 0o010644 << 16}, "link": {CreatorVersion: unix, ExternalAttrs: 0o120777 << 16},
	} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		h.Name = "notes/server.js"
		f, err := w.CreateHeader(&h)
		require.NoError(t, err)
		_, err = f.Write([]byte("evil"))
		require.NoError(t, err)
		_, err = w.Create("notes/data/")
		require.NoError(t, err)
		require.NoError(t, w.Close())
		tree, err := read(b.Bytes(), DefaultLimits())
		require.NoError(t, err, name)
		assert.Equal(t, map[string]string{"notes/server.js": "evil"}, paths(t, tree), name)
		info, err := tree.Lstat("notes/data")
		require.NoError(t, err, name)
		assert.True(t, info.IsDir(), name)
		assert.Equal(t, name == "link", len(tree.Skips) == 1, name)
	}
}

// directoryOf returns the offset of the directory of a zip archive without a comment, and the directory.
func directoryOf(data []byte) (offset uint32, directory []byte) {
	end := data[len(data)-endSize:]
	offset = binary.LittleEndian.Uint32(end[16:])
	return offset, data[offset:][:binary.LittleEndian.Uint32(end[12:])]
}

// TestZipsOfTwoDirectories: some programs find the directory by its offset, others by its size, others by the record for large archives.
func TestZipsOfTwoDirectories(t *testing.T) {
	le := binary.LittleEndian
	good := zipOf(t, entry{name: "a.js", text: "good"})
	offset, directory := directoryOf(good)
	end := good[len(good)-endSize:]
	// The offset is that of the good directory, the size that of the evil one behind it.
	evil := zipOf(t, entry{name: "a.js", text: "evil"})
	_, err := read(append(append(bytes.Clone(good[:len(good)-endSize]), evil[:len(evil)-endSize]...), end...), DefaultLimits())
	assert.ErrorIs(t, err, errDamaged)

	// large adds the records of a large archive, as a comment of the last file, so that other programs find them too.
	large := func(at, stated uint64) []byte {
		records := append([]byte("PK\x06\x06\x2c"), make([]byte, end64Size-5)...)
		for i, v := range []uint64{1, 1, uint64(len(directory)), at} {
			le.PutUint64(records[24+8*i:], v)
		}
		records = append(records, "PK\x06\x07\x00\x00\x00\x00"...)
		records = le.AppendUint64(records, stated)
		records = le.AppendUint32(records, 1)
		data := append(bytes.Clone(good[:len(good)-endSize]), records...)
		return append(data, end...)
	}
	whole := uint64(len(good) - endSize)
	for name, data := range map[string][]byte{"whole": good, "large": large(uint64(offset), whole)} {
		tree, err := read(data, DefaultLimits())
		require.NoError(t, err, name)
		assert.Equal(t, map[string]string{"a.js": "good"}, paths(t, tree), name)
	}
	commented := large(0, whole)
	le.PutUint16(commented[offset+32:], end64Size+locatorSize)
	le.PutUint32(commented[len(commented)-endSize+12:], uint32(len(directory)+end64Size+locatorSize))
	for name, data := range map[string][]byte{
		"the directory elsewhere": large(0, whole), "the record elsewhere": large(uint64(offset), 0), "in a comment": commented, "two archives": append(bytes.Clone(good), good...),
	} {
		_, err := read(data, DefaultLimits())
		assert.ErrorIs(t, err, errDamaged, name)
	}

	// The reader stops at a record that it does not understand.
	two := zipOf(t, entry{name: "a.js", text: "good"}, entry{name: "b.js", text: "odd"}, entry{name: "c.js", text: "evil"})
	_, directory = directoryOf(two)
	le.PutUint32(directory[len(directory)/3+20:], 1<<32-1)
	le.PutUint16(two[len(two)-endSize+10:], 1)
	_, err = read(two, DefaultLimits())
	assert.ErrorIs(t, err, errDamaged)
}

// TestZipNamesInUnicode: a second name, which some installers use, is said unless it is the first one.
func TestZipNamesInUnicode(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, other := range map[string]string{"data.txt": "server.js", "a.js": "a.js"} {
		extra := []byte{0xca, 0xfe, 0, 0, 0x75, 0x70, byte(5 + len(other)), 0, 1, 0, 0, 0, 0}
		_, err := w.CreateHeader(&zip.FileHeader{Name: name, Extra: append(extra, other...)})
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	tree, err := read(b.Bytes(), DefaultLimits())
	require.NoError(t, err)
	require.Len(t, tree.Skips, 1)
	assert.Equal(t, Skip{"data.txt", Damaged, `it also has the name "server.js", which some programs use; it was read under the first name`}, tree.Skips[0])
	assert.Len(t, paths(t, tree), 2)
}

// headerOf is the header of a tar entry, changed by hand to the type and size.
func headerOf(t *testing.T, h tar.Header, kind byte, size string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	require.NoError(t, w.WriteHeader(&h))
	require.NoError(t, w.Flush())
	data := b.Bytes()
	data[156] = kind
	copy(data[124:], size)
	copy(data[148:], "        ")
	sum := 0
	for _, c := range data[:512] {
		sum += int(c)
	}
	copy(data[148:], fmt.Sprintf("%06o\x00 ", sum))
	return data
}

// TestAmbiguousTars: an archive is refused when installers find other entries in it.
func TestAmbiguousTars(t *testing.T) {
	global := func(key string) []byte {
		return headerOf(t, tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{key: "1024"}}, tar.TypeXGlobalHeader, "")
	}
	// sized is an entry that should have no content, with the size of one.
	sized := func(name string, kind byte) []byte {
		return headerOf(t, tar.Header{Typeflag: tar.TypeDir, Name: name}, kind, "00000001000")
	}
	file := tarOf(t, entry{name: "package/package.json", text: "{}"})
	tree, err := read(append(sized("a/", tar.TypeDir), file...), DefaultLimits())
	require.NoError(t, err, "all programs agree that a folder has no content")
	assert.Len(t, paths(t, tree), 1)
	for name, first := range map[string][]byte{
		"size": global("size"), "path": global("path"),
		"link": sized("a", tar.TypeSymlink), "pipe": sized("a", tar.TypeFifo), "file": sized("a/", tar.TypeReg),
	} {
		_, err := read(append(bytes.Clone(first), file...), DefaultLimits())
		assert.ErrorIs(t, err, errDamaged, name)
		layer := tarOf(t, entry{name: "l", text: string(append(first, file...))}, entry{name: "c", text: `{}`},
			entry{name: "manifest.json", text: `[{"Config":"c","Layers":["l"]}]`})
		tree, err := read(layer, DefaultLimits())
		require.NoError(t, err, name)
		require.Len(t, tree.Skips, 1, name)
		assert.Equal(t, Damaged, tree.Skips[0].Problem, name)
	}
	tree, err = read(append(global("comment"), file...), DefaultLimits())
	require.NoError(t, err)
	assert.Len(t, paths(t, tree), 1)
	assert.Empty(t, tree.Skips, "git archive writes a comment for all entries")
}

// TestTarTypes: npm writes files of the type for contiguous ones, and those with holes as they are stored.
func TestTarTypes(t *testing.T) {
	data := tarOf(t, entry{name: "package/index.js", text: "evil", kind: tar.TypeCont}, entry{name: "package/x.js", text: "", kind: tar.TypeFifo})
	tree, err := read(data, DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"package/index.js": "evil"}, paths(t, tree))
	assert.Equal(t, []Skip{{"package/x.js", Special, ""}}, tree.Skips)

	holes := map[string]string{
		"GNU.sparse.map": "0,4", "GNU.sparse.numblocks": "1", "GNU.sparse.size": "4", "GNU.sparse.name": "package/data.txt",
	}
	data = headerOf(t, tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: holes}, tar.TypeXHeader, "")
	tree, err = read(append(data, tarOf(t, entry{name: "package/index.js", text: "evil"})...), DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"package/data.txt": "evil"}, paths(t, tree))
	require.Len(t, tree.Skips, 1)
	assert.Equal(t, Damaged, tree.Skips[0].Problem)
}

// imageOf is an image of one layer as docker saves it.
func imageOf(t *testing.T, workdir string, layer ...entry) []byte {
	t.Helper()
	return tarOf(t, entry{name: "l", text: string(tarOf(t, layer...))}, entry{name: "c", text: fmt.Sprintf(`{"config":{"WorkingDir":%q}}`, workdir)},
		entry{name: "manifest.json", text: `[{"Config":"c","Layers":["l"]}]`})
}

// TestOddNamesInLayers: in an image every name leads somewhere below the root folder.
func TestOddNamesInLayers(t *testing.T) {
	tree, err := read(imageOf(t, "/m:cp", entry{name: "app/x/../up.js", text: "1"}, entry{name: "//app/two.js", text: "2"}, entry{name: "../../app/out.js", text: "3"},
		entry{name: "m:cp/server.js", text: "4"}, entry{name: "/root.js", text: "5"}, entry{name: `app\four.js`, text: "6"},
		entry{name: "app/f.js", kind: tar.TypeFifo}, entry{name: strings.Repeat("d/", 200) + "x.js"}, entry{name: `usr/lib/a\x2db.js`}), DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"app/up.js": "1", "app/two.js": "2", "app/out.js": "3", "m:cp/server.js": "4", "root.js": "5"}, paths(t, tree))
	assert.Equal(t, []string{"", "app", "m:cp"}, tree.Folders)
	var problems []Problem
	for _, s := range tree.Skips {
		problems = append(problems, s.Problem)
	}
	assert.Equal(t, []Problem{Damaged, Damaged, Special, Foreign}, problems)
	tree, err = read(imageOf(t, "/none", entry{name: "app/x.js", text: "x"}), DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, []string{"app"}, tree.Folders)
}

// TestArchivesOfTwoKinds: some programs choose by the beginning, and others by the end.
func TestArchivesOfTwoKinds(t *testing.T) {
	good, evil := tarOf(t, entry{name: "package/a.js", text: "good"}), zipOf(t, entry{name: "package/a.js", text: "evil"})
	_, err := read(append(gzipOf(t, good), evil...), DefaultLimits())
	assert.ErrorIs(t, err, errDamaged)
	_, err = read(append(tarOf(t, entry{name: "PK\x03\x04", text: "good"}), evil...), DefaultLimits())
	assert.ErrorIs(t, err, errDamaged)
	both := append(bytes.Clone(good), evil...)
	assert.False(t, Is("a.whl", both))
	assert.True(t, Is("a.tar", both))
	_, err = read(tarOf(t, entry{name: "package/a.zip", text: string(evil)}), DefaultLimits())
	assert.NoError(t, err, "a tar archive may hold a zip archive")
	_, err = read(gzipOf(t, tarOf(t, entry{name: "package/a.zip", text: string(evil)})), DefaultLimits())
	assert.NoError(t, err)
}
