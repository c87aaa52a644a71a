package archive

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asFS is a tree as fs.FS.
type asFS struct{ *Tree }

func (a asFS) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, err := a.Tree.Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// base and app are layers: a later one removes, replaces and adds.
func imageLayers(t testing.TB) (base, app []byte) {
	base = tarOf(t,
		entry{name: "etc/passwd", text: "root"}, entry{name: "app/old.js", text: "old"}, entry{name: "app/gone.js", text: "gone"},
		entry{name: "data/a.js", text: "a"}, entry{name: "data/sub/b.js", text: "b"},
		entry{name: "usr/local/lib/node_modules/npm/package.json", text: `{"name":"npm","bin":{"npm":"x"}}`},
		entry{name: "usr/local/lib/node_modules/npm/x.js", text: "npm"},
		entry{name: "usr/lib/python3/site-packages/notes/server.py", text: "mcp"},
		entry{name: "usr/lib/python3/site-packages/notes-1.dist-info/METADATA", text: "Name: notes\nRequires-Dist: mcp>=1\n"},
		entry{name: "usr/lib/python3/site-packages/notes-1.dist-info/entry_points.txt", text: "[console_scripts]\nnotes = notes.server:main\n"},
	)
	app = gzipOf(t, tarOf(t,
		entry{name: "app/old.js", text: "new"}, entry{name: "app/.wh.gone.js"}, entry{name: "data/.wh..wh..opq"}, entry{name: "data/c.js", text: "c"},
		entry{name: "app/link.js", text: "/etc/passwd", kind: tar.TypeSymlink},
		entry{name: "usr/local/lib/node_modules/@acme/notes/package.json", text: `{"name":"notes-mcp","bin":"i.js"}`},
		entry{name: "usr/local/lib/node_modules/@acme/notes/i.js", text: "i"},
	))
	return base, app
}

func savedImage(t testing.TB) []byte {
	base, app := imageLayers(t)
	return tarOf(t,
		entry{name: "1/layer.tar", text: string(base)}, entry{name: "2/layer.tar", text: string(app)},
		entry{name: "c.json", text: `{"config":{"WorkingDir":"/app"}}`},
		entry{name: "manifest.json", text: `[{"Config":"c.json","Layers":["1/layer.tar","2/layer.tar"]}]`})
}

var imageFiles = map[string]string{
	"app/old.js": "new", "data/c.js": "c", "usr/lib/python3/site-packages/notes/server.py": "mcp",
	"usr/local/lib/node_modules/@acme/notes/package.json": `{"name":"notes-mcp","bin":"i.js"}`, "usr/local/lib/node_modules/@acme/notes/i.js": "i",
}

func TestImages(t *testing.T) {
	base, app := imageLayers(t)
	oci := []entry{
		{name: "oci-layout", text: `{"imageLayoutVersion":"1.0.0"}`},
		{name: "index.json", text: `{"manifests":[{"digest":"sha256:att","platform":{"os":"unknown"}},{"digest":"sha256:m","platform":{"os":"linux","architecture":"amd64"}}]}`},
		{name: "blobs/sha256/m", text: `{"config":{"digest":"sha256:c"},"layers":[{"digest":"sha256:1"},{"digest":"sha256:2"}]}`},
		{name: "blobs/sha256/c", text: `{"config":{"WorkingDir":"/app"}}`},
		{name: "blobs/sha256/1", text: string(base)},
		{name: "blobs/sha256/2", text: string(app)},
	}
	saved, err := read(savedImage(t), DefaultLimits())
	require.NoError(t, err)
	packed, err := read(tarOf(t, oci...), DefaultLimits())
	require.NoError(t, err)
	layout, err := ReadImage(func(name string) (io.ReaderAt, int64, error) {
		for _, e := range oci {
			if e.name == name {
				return strings.NewReader(e.text), int64(len(e.text)), nil
			}
		}
		return nil, 0, errors.New("none")
	}, 1<<20, DefaultLimits(), func(string) bool { return true })
	require.NoError(t, err)
	for _, tree := range []*Tree{saved, packed, layout} {
		assert.Equal(t, imageFiles, paths(t, tree))
		assert.Equal(t, []string{
			"app", "data", "usr/lib/python3/site-packages/notes", "usr/local/lib/node_modules/@acme/notes",
		}, tree.Folders)
		require.Len(t, tree.Skips, 2)
		assert.Equal(t, Skip{"app/link.js", Link, "links in images are not followed"}, tree.Skips[0])
		assert.Equal(t, Foreign, tree.Skips[1].Problem)
		assert.Contains(t, tree.Skips[1].Detail, "5 files")
	}
}

func TestBrokenImages(t *testing.T) {
	zstd := "\x28\xb5\x2f\xfd"
	tree, err := read(tarOf(t,
		entry{name: "l", text: zstd}, entry{name: "c", text: `{}`}, entry{name: "manifest.json", text: `[{"Config":"c","Layers":["l","none"]}]`}),
		DefaultLimits())
	require.NoError(t, err)
	require.Len(t, tree.Skips, 2)
	assert.Contains(t, tree.Skips[0].Detail, "zstd")
	assert.Contains(t, tree.Skips[1].Detail, `no "none"`)

	// Many archives hold a file of that name, and are none of an image.
	other, err := read(tarOf(t, entry{name: "manifest.json", text: `{"name":"notes"}`}, entry{name: "i.js", text: "x"}), DefaultLimits())
	require.NoError(t, err)
	assert.Len(t, paths(t, other), 2)

	bomb := gzipOf(t, tarOf(t, entry{name: "app/x", text: string(bytes.Repeat([]byte{0}, 100<<20))}))
	_, err = read(tarOf(t, entry{name: "l", text: string(bomb)}, entry{name: "c", text: `{}`},
		entry{name: "manifest.json", text: `[{"Config":"c","Layers":["l"]}]`}), DefaultLimits())
	assert.ErrorContains(t, err, "bomb")
}

// TestSeveralImages: an archive of which programs may load another image than was scanned is said to be one.
func TestSeveralImages(t *testing.T) {
	base, app := imageLayers(t)
	layers := []entry{
		{name: "blobs/sha256/1", text: string(base)},
		{name: "blobs/sha256/2", text: string(app)},
		{name: "blobs/sha256/c", text: `{"config":{"WorkingDir":"/app"}}`},
		{name: "blobs/sha256/both", text: `{"config":{"digest":"sha256:c"},"layers":[{"digest":"sha256:1"},{"digest":"sha256:2"}]}`},
		{name: "blobs/sha256/one", text: `{"config":{"digest":"sha256:c"},"layers":[{"digest":"sha256:1"}]}`},
		{name: "oci-layout", text: `{"imageLayoutVersion":"1.0.0"}`},
	}
	const both = `{"Config":"blobs/sha256/c","Layers":["blobs/sha256/1","blobs/sha256/2"]}`
	saved, two := entry{name: "manifest.json", text: "[" + both + "]"}, entry{name: "manifest.json", text: "[" + both + `,{"Config":"c","Layers":["1"]}]`}
	index := func(manifests string) entry {
		return entry{name: "index.json", text: `{"manifests":[` + manifests + `]}`}
	}
	const amd, arm, unknown = `"platform":{"os":"linux","architecture":"amd64"}`, `"platform":{"os":"linux","architecture":"arm64"}`, `"platform":{"os":"unknown"}`
	for name, c := range map[string]struct {
		several bool
		parts   []entry
	}{
		"docker alone":               {false, []entry{saved}},
		"both, the same":             {false, []entry{saved, index(`{"digest":"sha256:both"}`)}},
		"the same twice":             {false, []entry{index(`{"digest":"sha256:both"},{"digest":"sha256:both"}`)}},
		"two platforms":              {false, []entry{saved, index(`{"digest":"sha256:one",` + arm + `},{"digest":"sha256:both",` + amd + `}`)}},
		"a platform that is no part": {false, []entry{saved, index(`{"digest":"sha256:none",` + amd + `},{"digest":"sha256:both",` + arm + `}`)}},
		"an attestation":             {false, []entry{index(`{"digest":"sha256:one",` + unknown + `},{"digest":"sha256:both",` + amd + `}`)}},
		"two of docker":              {true, []entry{two}},
		"both, others":               {true, []entry{saved, index(`{"digest":"sha256:one"}`)}},
		"both, one damaged":          {true, []entry{saved, index(`{"digest":"sha256:none"}`)}},
		"two of OCI":                 {true, []entry{index(`{"digest":"sha256:both"},{"digest":"sha256:one"}`)}},
		"two of a platform":          {true, []entry{index(`{"digest":"sha256:both",` + amd + `},{"digest":"sha256:one","platform":{"os":"Linux","architecture":"x86_64"}}`)}},
	} {
		tree, err := read(tarOf(t, append(slices.Clone(layers), c.parts...)...), DefaultLimits())
		require.NoError(t, err, name)
		assert.Equal(t, imageFiles, paths(t, tree), name)
		found := slices.ContainsFunc(tree.Skips, func(s Skip) bool { return s.Problem == Damaged && strings.Contains(s.Detail, "several images") })
		assert.Equal(t, c.several, found, name)
	}
	// What installers take out of an archive does not hide behind an image.
	tree, err := read(tarOf(t, append(slices.Clone(layers), saved, entry{name: "package/index.js", text: "x"})...), DefaultLimits())
	require.NoError(t, err)
	hidden := Skip{Problem: Damaged, Detail: `it is an image, and what else it holds was not scanned, such as "package/index.js"`}
	assert.Contains(t, tree.Skips, hidden)
	tree, err = read(tarOf(t, append(slices.Clone(layers), saved)...), DefaultLimits())
	require.NoError(t, err)
	assert.NotContains(t, fmt.Sprint(tree.Skips), "what else it holds")
	// A description that a link replaces is none.
	tree, err = read(tarOf(t, append(slices.Clone(layers), saved, entry{"manifest.json", "other.json", tar.TypeSymlink})...), DefaultLimits())
	require.NoError(t, err)
	assert.True(t, slices.ContainsFunc(tree.Skips, func(s Skip) bool { return s.Path == "manifest.json" && s.Problem == Link }))
	_, err = read(tarOf(t, append(slices.Clone(layers), index(`{"digest":"sha256:one"}`), entry{name: "blobs/sha256/one", text: `{"manifests":[{}],"layers":[{}]}`})...), DefaultLimits())
	assert.ErrorIs(t, err, errDamaged)
}
