package archive

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// Blobs opens a file of an image by name, in an OCI layout or in the tar archive of docker save.
type Blobs func(name string) (io.ReaderAt, int64, error)

const (
	// maxLayers bounds the layers of an image, maxMetadata its descriptions, maxManifests the package manifests kept.
	maxLayers, maxMetadata, maxManifests = 500, 8 << 20, 64 << 20
	// maxManifest bounds one package manifest.
	maxManifest = 256 << 10
)

type image struct {
	parts
	blobs   Blobs
	workdir string
	// several is set when there is another image that programs may take for this one.
	several bool
	// beside are the files of the archive that are not part of an image.
	beside []string
}

// parts are the names of the files that an image is made of.
type parts struct {
	config string
	layers []string
}

func openImage(in *io.SectionReader) (*image, error) {
	type span struct{ at, size int64 }
	spans := map[string]span{}
	r := tar.NewReader(in)
	cut := false
	for n := 0; ; n++ {
		h, err := r.Next()
		if cut = n > 1<<16; err != nil || cut {
			break
		}
		if err := ambiguous(h); err != nil {
			return nil, err
		}
		name, wrong := layerPath(h.Name)
		if at, err := in.Seek(0, io.SeekCurrent); wrong == "" && err == nil && h.Typeflag == tar.TypeReg {
			spans[name] = span{at, h.Size}
		} else {
			delete(spans, name)
		}
	}
	blobs := func(name string) (io.ReaderAt, int64, error) {
		s, ok := spans[name]
		if !ok {
			return nil, 0, fmt.Errorf("the image has no %s", printable(name))
		}
		return io.NewSectionReader(in, s.at, s.size), s.size, nil
	}
	_, docker := spans["manifest.json"]
	_, oci := spans["oci-layout"]
	_, index := spans["index.json"]
	if !docker && !(oci && index) {
		_, err := in.Seek(0, io.SeekStart)
		return nil, err
	}
	i, err := describe(blobs, docker, oci && index)
	if err == nil && cut {
		return nil, bounded("it has more than %d entries", 1<<16)
	}
	if err == nil {
		i.beside = slices.DeleteFunc(slices.Sorted(maps.Keys(spans)), i.holds)
	}
	if err != nil && !oci {
		// Other archives may contain a file with that name.
		_, err = in.Seek(0, io.SeekStart)
	}
	return i, err
}

// ReadImage unpacks an image in OCI layout.
func ReadImage(blobs Blobs, size int64, limits Limits, wants func(name string) bool) (*Tree, error) {
	u := &unpacker{Tree: newTree(), limits: limits, wants: wants, source: size}
	i, err := describe(blobs, false, true)
	if err != nil {
		return u.Tree, err
	}
	err = u.image(i)
	u.finish()
	return u.Tree, err
}

func readJSON(blobs Blobs, name string, v any) error {
	r, size, err := blobs(name)
	if err != nil {
		return &Error{Damaged, err.Error()}
	}
	data, err := io.ReadAll(io.NewSectionReader(r, 0, min(size, maxMetadata)))
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		return &Error{Damaged, "the image is damaged: " + printable(name) + " cannot be read"}
	}
	return nil
}

type descriptor struct {
	Digest   string
	Platform struct{ OS, Architecture string }
}

func (d descriptor) blob() string {
	algorithm, hash, _ := strings.Cut(d.Digest, ":")
	return path.Join("blobs", path.Base(algorithm), path.Base(hash))
}

// CommonPlatform is the platform whose image is taken of several.
const CommonPlatform = "linux/amd64"

// Platform returns the platform of an image as programs compare it, such as CommonPlatform, or "" if it is unknown.
func Platform(system, architecture string) string {
	if system == "" || architecture == "" {
		return ""
	}
	return strings.NewReplacer("x86_64", "amd64", "x86-64", "amd64").Replace(strings.ToLower(system + "/" + architecture))
}

func (d descriptor) platform() string { return Platform(d.Platform.OS, d.Platform.Architecture) }

// describe reads which layers the image has: in the description of docker, or else in that of OCI. There may be both.
func describe(blobs Blobs, docker, oci bool) (*image, error) {
	i := &image{blobs: blobs}
	if docker {
		var saved []parts
		if err := readSaved(blobs, &saved); err != nil {
			return nil, err
		}
		i.parts = saved[0]
		i.several = slices.ContainsFunc(saved, i.differs)
	}
	if oci {
		one, several, err := readIndex(blobs)
		if err != nil && !docker {
			return nil, err
		}
		if !docker {
			i.parts = one
		}
		i.several = i.several || several || i.differs(one)
	}
	if len(i.layers) == 0 || len(i.layers) > maxLayers {
		return nil, &Error{Damaged, fmt.Sprintf("the image has %d layers", len(i.layers))}
	}
	var settings struct {
		Config struct{ WorkingDir string }
	}
	if err := readJSON(blobs, i.config, &settings); err != nil {
		return nil, err
	}
	i.workdir, _ = layerPath(settings.Config.WorkingDir)
	return i, nil
}

// partsOfImages are the names of files that tools write into an archive of images: descriptions, blobs by their hashes, and old layers.
var partsOfImages = lazy.Regexp(`^(manifest\.json|index\.json|oci-layout|repositories|blobs/\w+/\w+|[0-9a-f]{64}\.json|[0-9a-f]{64}/(layer\.tar|json|VERSION))$`)

// holds reports whether a file of the archive is part of the image, or of another one.
func (i *image) holds(name string) bool {
	return name == i.config || slices.Contains(i.layers, name) || partsOfImages().MatchString(name)
}

func (i *image) differs(p parts) bool {
	return p.config != i.config || !slices.Equal(p.layers, i.layers)
}

// readSaved reads the description that docker save writes.
func readSaved(blobs Blobs, all *[]parts) error {
	var saved []struct {
		Config string
		Layers []string
	}
	if err := readJSON(blobs, "manifest.json", &saved); err != nil {
		return err
	}
	if len(saved) == 0 {
		return errDamaged
	}
	for _, s := range saved {
		for i, name := range s.Layers {
			s.Layers[i] = path.Clean(name)
		}
		*all = append(*all, parts{path.Clean(s.Config), s.Layers})
	}
	return nil
}

// readIndex reads the description of OCI. Of several platforms that are there it takes linux/amd64, or else the first; several is set if
// there is another image for the same one.
func readIndex(blobs Blobs) (one parts, several bool, err error) {
	const deepest = 3
	for at, depth := "index.json", 0; ; depth++ {
		var manifest struct {
			Config    descriptor
			Layers    []descriptor
			Manifests []descriptor
		}
		if err := readJSON(blobs, at, &manifest); err != nil {
			return parts{}, false, err
		}
		all := manifest.Manifests
		if len(all) == 0 || depth == deepest {
			one.config = manifest.Config.blob()
			for _, l := range manifest.Layers {
				one.layers = append(one.layers, l.blob())
			}
			return one, several, nil
		}
		if len(manifest.Layers) > 0 || len(all) > maxLayers {
			return parts{}, false, errDamaged
		}
		here := slices.DeleteFunc(slices.Clone(all), func(d descriptor) bool {
			_, _, err := blobs(d.blob())
			// Attestations have an unknown platform.
			return err != nil || d.Platform.OS == "unknown"
		})
		if len(here) == 0 {
			here = all
		}
		k := max(slices.IndexFunc(here, func(d descriptor) bool { return d.platform() == CommonPlatform }), 0)
		for _, d := range here {
			alike := d.platform() == "" || here[k].platform() == "" || d.platform() == here[k].platform()
			several = several || alike && d.Digest != here[k].Digest
		}
		at = here[k].blob()
	}
}

// systemFolders are the folders of an image for the operating system and its packages.
var systemFolders = wordset.Of(`bin boot dev etc lib lib32 lib64 libx32 media mnt proc run sbin sys tmp usr var`)

// sources is a system folder in which programs are built.
const sources = "usr/src"

// image applies the layers twice: first to list the files, then to read those in folders that may hold servers.
func (u *unpacker) image(i *image) error {
	if i.several {
		u.skip("", Damaged, "it describes several images, and only one was scanned; scan each in an archive of its own")
	}
	if len(i.beside) > 0 {
		u.skip("", Damaged, fmt.Sprintf("it is an image, and what else it holds was not scanned, such as %s", printable(i.beside[0])))
	}
	v := view{files: map[string]int{}, manifests: map[string][]byte{}, removed: map[string]int{}, cleared: map[string]int{}}
	for n := range i.layers {
		if err := u.layer(i, n, true, func(name string, h *tar.Header, r io.Reader) error { return v.add(n, name, h, r) }); err != nil {
			return err
		}
	}
	v.dropRemoved()
	folders := i.folders(&v)
	u.Folders = slices.Sorted(maps.Keys(folders))
	// Files in the root folder are read too.
	looked := func(name string) bool {
		return !strings.Contains(name, "/") || anyParent(name, func(dir string) bool { return folders[dir] })
	}
	unread := 0
	for name := range v.files {
		if !looked(name) {
			unread++
		}
	}
	for n := range i.layers {
		err := u.layer(i, n, false, func(name string, h *tar.Header, r io.Reader) error {
			switch last, there := v.files[name]; {
			case !looked(name) || strings.HasPrefix(path.Base(name), whiteout):
			case strings.Contains(name, `\`):
				u.skip(printable(name), Damaged, "its name has a backslash")
			case isSpecial(h):
				u.skip(name, Special, "")
			case h.Typeflag == tar.TypeSymlink || h.Typeflag == tar.TypeLink:
				u.skip(name, Link, "links in images are not followed")
			case there && last == n:
				return u.content(name, h, r)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	u.Folders = slices.DeleteFunc(u.Folders, func(dir string) bool { n := u.nodes[dir]; return n == nil || !n.dir })
	if slices.ContainsFunc(u.nodes[""].children, func(n *node) bool { return !n.dir }) {
		u.Folders = slices.Insert(u.Folders, 0, "")
	}
	if unread > 0 {
		const detail = "%d files in system folders and in packages without an MCP server were not scanned"
		u.skip("", Foreign, fmt.Sprintf(detail, unread))
	}
	return nil
}

type view struct {
	// files maps each file to the last layer that contains it.
	files     map[string]int
	manifests map[string][]byte
	held      int
	// removed maps files and folders to the last layer that removes them, cleared maps folders to the last that clears them.
	removed, cleared map[string]int
}

// whiteout is the name prefix of entries that remove a file of a lower layer; opaque is the name that clears a whole folder.
const whiteout, opaque = ".wh.", ".wh..wh..opq"

func (v *view) add(layer int, name string, h *tar.Header, r io.Reader) error {
	if base := path.Base(name); base == opaque {
		v.cleared[parent(name)] = layer
		return nil
	} else if gone, ok := strings.CutPrefix(base, whiteout); ok {
		v.removed[path.Join(parent(name), gone)] = layer
		return nil
	}
	delete(v.manifests, name)
	if h.Typeflag != tar.TypeReg {
		delete(v.files, name)
		return nil
	}
	v.files[name] = layer
	if !isPackageManifest(name) || h.Size > maxManifest || v.held > maxManifests {
		return nil
	}
	data, err := io.ReadAll(r)
	v.held += len(data)
	v.manifests[name] = data
	return err
}

func (v *view) dropRemoved() {
	for name, last := range v.files {
		later := func(layers map[string]int) func(string) bool {
			return func(at string) bool { n, ok := layers[at]; return ok && n > last }
		}
		if later(v.removed)(name) || anyParent(name, later(v.removed)) || anyParent(name, later(v.cleared)) {
			delete(v.files, name)
			delete(v.manifests, name)
		}
	}
}

// anyParent reports whether is holds for any folder above name.
func anyParent(name string, is func(dir string) bool) bool {
	for dir := parent(name); ; dir = parent(dir) {
		if is(dir) {
			return true
		}
		if dir == "" {
			return false
		}
	}
}

// layer calls each for the entries of a layer. An unreadable layer is recorded in the first pass.
func (u *unpacker) layer(i *image, n int, first bool, each func(name string, h *tar.Header, r io.Reader) error) error {
	name := i.layers[n]
	failed := func(err error) error {
		var whole *Error
		if errors.As(err, &whole) && whole.Problem == Bounded {
			return err
		}
		if first {
			u.skip(name, Damaged, "the layer could not be read: "+err.Error())
		}
		return nil
	}
	r, size, err := i.blobs(name)
	if err != nil {
		return failed(err)
	}
	stream, err := decompress(io.NewSectionReader(r, 0, size))
	if err != nil {
		return failed(err)
	}
	err = u.tar(stream, func(h *tar.Header, r io.Reader) error {
		name, wrong := layerPath(h.Name)
		if wrong != "" && first {
			u.skip(printable(h.Name), Damaged, wrong)
		}
		if wrong != "" || name == "" {
			return nil
		}
		return each(name, h, r)
	})
	if err != nil {
		return failed(err)
	}
	return nil
}

// isPackageManifest reports whether a file is the manifest of an installed dependency.
func isPackageManifest(name string) bool {
	switch dir := parent(name); path.Base(name) {
	case "package.json":
		up := parent(dir)
		return path.Base(up) == "node_modules" || strings.HasPrefix(path.Base(up), "@") && path.Base(parent(up)) == "node_modules"
	case "METADATA", "entry_points.txt":
		return strings.HasSuffix(dir, ".dist-info")
	}
	return false
}

var (
	namesMCP = lazy.Regexp(`(?i)\bmcp\b|mcp[-_]|[-_]mcp|modelcontextprotocol`)
	program  = lazy.Regexp(`(?m)^\s*[\w.-]+\s*=\s*([A-Za-z_]\w*)[\w.]*\s*:`)
)

// folders returns the folders that may hold servers: top-level ones that are not of the system, the working directory, and packages that
// mention MCP and have a command.
func (i *image) folders(v *view) map[string]bool {
	found := map[string]bool{}
	add := func(dir string) {
		if dir != "" && !systemFolders[dir] {
			found[dir] = true
		}
	}
	add(i.workdir)
	for name := range v.files {
		if top, _, ok := strings.Cut(name, "/"); ok {
			add(top)
		}
		if strings.HasPrefix(name, sources+"/") {
			add(sources)
		}
	}
	for name, data := range v.manifests {
		dir := parent(name)
		switch path.Base(name) {
		case "package.json":
			var m struct{ Bin any }
			if json.Unmarshal(data, &m) == nil && m.Bin != nil && namesMCP().Match(data) {
				add(dir)
			}
		case "entry_points.txt":
			if !namesMCP().Match(v.manifests[path.Join(dir, "METADATA")]) {
				continue
			}
			for _, m := range program().FindAllSubmatch(data, maxLayers) {
				add(path.Join(parent(dir), string(m[1])))
			}
		}
	}
	return found
}
