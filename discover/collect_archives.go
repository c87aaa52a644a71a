package discover

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/archive"
)

// Archives that were named, and bundles that are met, are read as folders of the name of the archive and archiveMark.

const (
	// archiveMark stands between the path of an archive and that of a file in it.
	archiveMark = "!"
	// nestedArchives is how deep archives are read that lie in archives, maxArchives how many are read in one run.
	nestedArchives, maxArchives = 2, 200
	// layoutMark is the file by which a folder is the layout of an OCI image.
	layoutMark = "oci-layout"

	noArchive = "it has the name of an archive, but not the content of one"
)

// isArchive reports whether an open file is an archive by its name and its beginning.
func isArchive(o *opened) bool {
	return archive.HasName(path.Base(o.rel)) && archive.Is(path.Base(o.rel), o.beginning())
}

func (o *opened) unpack(l archive.Limits, wants func(string) bool) (*archive.Tree, error) {
	return archive.Read(o.content, o.size, l, wants)
}

// problems are the reasons of skips for what archives leave out.
var problems = map[archive.Problem]Reason{
	archive.Damaged: SkipBroken, archive.Link: SkipSymlink, archive.Special: SkipSpecial, archive.Encrypted: SkipUnreadable,
	archive.Unsupported: SkipUnreadable, archive.Bounded: SkipTooLarge, archive.Ended: SkipTime,
	archive.Foreign: SkipVendored,
}

// namedArchive takes on a file that was named and is an archive. It reports false for any other.
func (w *walker) namedArchive(t *tree, rel, given string) (bool, error) {
	o := &opened{job: w.job, place: place{t, rel}}
	defer o.close()
	if !isArchive(o) {
		if head := o.beginning(); o.isRegular() && archive.HasName(path.Base(rel)) && (len(head) == 0 || bytes.IndexByte(head, 0) >= 0) {
			// What is not text is not read for anything else.
			return true, fmt.Errorf("%q cannot be scanned: %s", t.shown(rel), noArchive)
		}
		return false, nil
	}
	if inner := w.archives[t.key(rel)]; inner != nil {
		w.named = append(w.named, inner.key(""))
		return true, nil
	}
	w.inv.FilesSeen++
	return true, w.takeNamed(t, rel, given, o.unpack)
}

// unpacking reads an archive, within limits and of the files that are wanted.
type unpacking func(l archive.Limits, wants func(name string) bool) (*archive.Tree, error)

// takeNamed reads an archive that was named and walks it.
func (w *walker) takeNamed(t *tree, rel, given string, read unpacking) error {
	inner, err := w.hold(t, t.key(rel), read)
	if err != nil {
		return fmt.Errorf("%q cannot be scanned: %w", t.shown(rel), err)
	}
	inner.given = path.Clean(filepath.ToSlash(given)) + archiveMark
	switch tops := inner.storage.(unpacked).NpmTops(); {
	case len(tops) == 1 && tops[0] != ".":
		inner.top = tops[0]
		w.named = append(w.named, inner.key(inner.top))
	case len(tops) > 1:
		const detail = "npm drops the first folder of each name, and there are several, so it would install other files than were scanned"
		w.missAt(inner, "", SkipBroken, detail)
	}
	w.walkArchive(inner, true)
	return nil
}

// metArchive reads an archive that the walk met: a bundle, or what lies in another archive. Why it could not be read is recorded.
func (w *walker) metArchive(t *tree, rel string) {
	switch {
	case w.archives[t.key(rel)] != nil:
		return
	case t.depth > 0 && strings.EqualFold(path.Ext(rel), ".jar"):
		// A program of Java holds the libraries that it uses.
		w.skipAt(t, rel, SkipVendored, "")
		return
	case t.depth >= nestedArchives:
		w.missAt(t, rel, SkipTooDeep, fmt.Sprintf("archives are nested more than %d deep", nestedArchives))
		return
	}
	o := &opened{job: w.job, place: place{t, rel}}
	defer o.close()
	if !isArchive(o) {
		w.missAt(t, rel, SkipBroken, noArchive)
		return
	}
	inner, err := w.hold(t, t.key(rel), o.unpack)
	if err != nil {
		reason := SkipUnreadable
		var whole *archive.Error
		if errors.As(err, &whole) {
			reason = problems[whole.Problem]
		}
		w.missAt(t, rel, reason, "the archive could not be read: "+plainError(err))
		return
	}
	inner.given = t.shown(rel) + archiveMark
	w.walkArchive(inner, false)
}

// hold reads an archive into a tree of its own. All archives of a run share what may be held.
func (w *walker) hold(up *tree, key string, read unpacking) (*tree, error) {
	if len(w.archives) >= maxArchives {
		return nil, fmt.Errorf("more than %d archives were found", maxArchives)
	}
	limits := archive.DefaultLimits()
	limits.Ended = func() error {
		if w.late() {
			return errors.New("the time limit of the scan was reached")
		}
		return w.ended()
	}
	limits.File, limits.Held = max(limits.File, w.opts.Limits.FileBytes), limits.Held-w.unpacked
	content, err := read(limits, func(name string) bool { return w.wants(name) != wantNo || archive.HasName(name) })
	if err != nil {
		return nil, err
	}
	w.unpacked += content.Held()
	t := &tree{abs: key + archiveMark, storage: unpacked{content}, cwd: w.cwd, depth: up.depth + 1}
	w.trees = append(w.trees, t)
	w.archives[key] = t
	return t, nil
}

// walkArchive walks what an archive holds.
func (w *walker) walkArchive(t *tree, named bool) {
	content := t.storage.(unpacked).Tree
	for _, s := range content.Skips {
		// Not joined as paths are: the name of an entry may be none, and must not lead anywhere here either.
		shown := strings.TrimSuffix(t.shown("")+"/"+s.Path, "/")
		// What is special in an archive may be a file to installers.
		missed := s.Problem == archive.Special
		w.skip(Skip{Reason: problems[s.Problem], Path: shown, Rel: w.rootRel(t, s.Path), Detail: s.Detail, Missed: missed})
	}
	if top := t.key(""); named {
		w.inv.Archives = append(w.inv.Archives, strings.TrimSuffix(t.shown(""), archiveMark))
		w.named = append(w.named, top)
		w.asked = append(w.asked, asked{given: top, real: top, folder: true})
	}
	if content.Folders == nil {
		w.folder(t, "", scope{})
		return
	}
	for _, f := range content.Folders {
		w.named = append(w.named, t.key(f))
		w.folder(t, f, scope{})
	}
}

// namedImage takes on a folder that was named and is the layout of an OCI image. It reports false for any other.
func (w *walker) namedImage(t *tree, rel, given string) (bool, error) {
	if !t.isRegular(path.Join(rel, layoutMark)) || !t.isRegular(path.Join(rel, "index.json")) {
		return false, nil
	}
	var size int64
	var open []file
	defer func() {
		for _, f := range open {
			_ = f.Close()
		}
	}()
	blobs := func(name string) (io.ReaderAt, int64, error) {
		f, err := t.Open(path.Join(rel, name))
		if err != nil {
			return nil, 0, fmt.Errorf("the image has no %s", name)
		}
		open = append(open, f)
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return nil, 0, errNotRegular
		}
		return f, info.Size(), nil
	}
	entries, _, _ := t.list(path.Join(rel, "blobs", "sha256"))
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
	}
	return true, w.takeNamed(t, rel, given, func(l archive.Limits, wants func(string) bool) (*archive.Tree, error) {
		return archive.ReadImage(blobs, size, l, wants)
	})
}
