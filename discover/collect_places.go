package discover

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// Place is a file or folder that nobody has named: what is there is known from elsewhere, and what cannot be had is a skip and no error. No
// repository around it is looked at.
type Place struct {
	// Path is absolute, without links. A folder is looked at as if it had been named; of a file nothing is read but the file, and what it
	// imports.
	Path string
	// Shown is how people are shown the path, with slashes; readers of manifests go by it.
	Shown string
	// Top is a folder around Path that links and imports may lead to; "" is Path, or the folder of the file.
	Top string
	// Server, when not "", is the server that runs what lies there, whatever it calls itself.
	Server string
}

// IsAgentWithServers reports whether a Markdown file, of which text is the beginning, describes an agent together with servers that its client starts for it.
// One that cannot be read to its end may.
func IsAgentWithServers(text []byte) bool {
	f := source.NewFile("", "", text)
	docs, problems := manifest.ParseAs(f, manifest.FrontMatter)
	return len(text) >= DefaultFileBytes || len(problems) > 0 || len(manifest.Recognise(f, docs, false).Servers) > 0
}

// addPlaces takes on Options.Places.
func (w *walker) addPlaces() {
	for _, p := range w.opts.Places {
		info, err := os.Lstat(p.Path)
		top := p.Path
		switch {
		case err != nil:
		case !info.IsDir() && !info.Mode().IsRegular():
			w.skip(Skip{Reason: SkipSpecial, Path: p.Shown, Rel: p.Shown, Missed: true, Detail: "neither a regular file nor a folder"})
			continue
		case p.Top != "":
			top = p.Top
		case !info.IsDir():
			top = filepath.Dir(p.Path)
		}
		if err == nil {
			err = w.addPlace(p, top, info.IsDir())
		}
		if err != nil {
			s := skipOf(err, w.opts.Limits.FileBytes)
			s.Path, s.Rel = p.Shown, p.Shown
			w.skip(*s)
		}
	}
}

func (w *walker) addPlace(p Place, top string, isFolder bool) error {
	root, err := os.OpenRoot(top)
	if err != nil {
		return err
	}
	t := &tree{abs: top, storage: newFolder(root), cwd: w.cwd, server: p.Server}
	w.trees = append(w.trees, t)
	rel, _ := below(top, p.Path)
	_, code := lex.OfFile(rel)
	if t.label = strings.TrimSuffix(strings.TrimSuffix(p.Shown, rel), "/"); !isFolder && !code {
		t.label, t.single = p.Shown, true
	}
	w.asked = append(w.asked, asked{given: p.Path, real: p.Path, folder: isFolder, shown: p.Shown})
	if isFolder {
		w.named = append(w.named, t.key(rel))
		w.folder(t, rel, scope{})
		return nil
	}
	w.inv.FilesSeen++
	c := candidate{place: place{t, rel}, want: wantYes, started: true}
	if t.single {
		c.single, c.alias = true, strings.TrimPrefix(strings.TrimPrefix(p.Shown, "~"), "/")
	}
	w.add(c)
	return nil
}

// placed returns the path on the machine that stands for the one that people are shown of a place.
func (c *coverage) placed(shown string) (abs string, ok bool) {
	for _, a := range c.asked {
		if rest, ok := strings.CutPrefix(shown, a.shown); ok && a.shown != "" && (rest == "" || a.folder && rest[0] == '/') {
			return filepath.Join(a.real, filepath.FromSlash(rest)), true
		}
	}
	return "", false
}
