package discover

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

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
