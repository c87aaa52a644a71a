package discover

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// What a launcher starts is read wherever it lies and whatever it is called: in a folder of dependencies or builds, in one of version control,
// with an extension that says nothing or with none.

// startedFile is a file that a manifest or a launcher starts, by its path in the tree, and the language of the program that runs it, 0 when that
// is not said.
type startedFile struct {
	rel  string
	lang lex.Language
}

const (
	// maxWords bounds the words of a launcher that are compared with the files there are, maxFolders the folders that they may be relative to.
	maxWords, maxFolders = 4_000, 16
	// maxImported bounds the files that are read because others import them.
	maxImported = 2_000
	// maxScripts is how many scripts may start each other.
	maxScripts = 3
)

// shellScript tells scripts by their names, which name what they start.
var shellScript = map[string]bool{".sh": true, ".bash": true, ".zsh": true, ".cmd": true, ".bat": true, ".ps1": true}

// findStarted notes the files among the words of a launcher. They are relative to one of the folders, or to one that the words name.
func (p *pack) findStarted(text string, folders []string, scripts int) {
	lang, shell := lex.Language(0), false
	words := strings.Fields(launchMarks.Replace(text))
	for _, word := range words[:min(len(words), maxWords)] {
		word = word[strings.LastIndexAny(word, "=(")+1:]
		if strings.HasPrefix(word, "${") {
			_, word, _ = strings.Cut(word, "}/")
		}
		program := strings.TrimRight(path.Base(word), "0123456789.")
		if l, ok := interpreters[program]; ok {
			lang, shell = l, false
			continue
		}
		switch program {
		case "sh", "bash", "zsh", "dash":
			lang, shell = 0, true
			continue
		}
		if lang == 0 && !shell && !strings.ContainsAny(word, "./") || strings.HasPrefix(word, "-") {
			continue
		}
		for _, from := range folders {
			rel := path.Join(from, word)
			if rel == "" || strings.HasPrefix(rel, "..") || path.IsAbs(rel) {
				continue
			}
			info, err := p.tree.root.Lstat(local(rel))
			if err != nil {
				continue
			}
			if info.IsDir() && len(folders) < maxFolders && !slices.Contains(folders, rel) {
				folders = append(folders, rel)
			}
			if !info.Mode().IsRegular() {
				continue
			}
			if script := shell || shellScript[strings.ToLower(path.Ext(rel))]; script && scripts < maxScripts {
				p.findStarted(string(readPackage(p.tree, rel)), []string{parent(rel), from}, scripts+1)
			} else if !script {
				p.startFile(rel, lang)
			}
			lang, shell = 0, false
			break
		}
	}
}

func (p *pack) startFile(rel string, lang lex.Language) {
	if len(p.files) < maxEntryPoints {
		p.start(rel)
		p.files = append(p.files, startedFile{rel, lang})
	}
}

// gitIgnores reports whether git ignores a file, or a folder that it lies in, and does not track it.
func (w *walker) gitIgnores(t *tree, rel string) bool {
	var s scope
	ignored, at := false, ""
	for name := range strings.SplitSeq(rel, "/") {
		s = w.enter(t, s, at)
		at = path.Join(at, name)
		ignored = ignored || w.ignored(&s, at, at != rel)
	}
	return ignored && !s.tracks(rel)
}

// addStarted takes on the files that are started and were passed by, unless git ignores them and does not track them: then they are built here,
// from what is scanned.
func (w *walker) addStarted() {
	before := len(w.list)
	for _, p := range w.packages.all {
		for _, f := range p.files {
			_, known := LanguageOf(path.Base(f.rel))
			if i, met := w.candidates[p.tree.key(f.rel)]; met {
				if !known && w.list[i].lang == 0 && wantsManifest(path.Base(f.rel)) != wantYes {
					w.list[i].lang = f.lang
				}
				continue
			}
			if w.gitIgnores(p.tree, f.rel) {
				continue
			}
			if !known && f.lang == 0 {
				head := readPackage(p.tree, f.rel)
				if f.lang, known = interpreterOf(head[:min(len(head), firstLine)]); !known {
					if lang := otherLanguages[strings.ToLower(path.Ext(f.rel))]; lang.name != "" && !lang.script {
						w.missAt(p.tree, f.rel, SkipBinary, "a server is started from it, and it is written in "+lang.name+", which is not read")
					}
					continue
				}
			}
			c := candidate{place: place{p.tree, f.rel}, want: wantYes, pack: w.packages.of(p.tree, parent(f.rel))}
			if !known {
				c.lang = f.lang
			}
			w.add(c)
		}
	}
	if len(w.list) > before {
		w.sortCandidates()
	}
}

// readImported reads the files that those which were read import, themselves or through others, and that were passed by: they and their package
// do not mention MCP, or they lie in a folder of dependencies.
func (w *walker) readImported(modules []loaded) []loaded {
	read, passed := map[string]bool{}, map[string]int{}
	for i := range modules {
		read[stem(modules[i].module.File.Rel)] = true
	}
	for i, c := range w.list {
		if _, isCode := LanguageOf(c.rel); (isCode || c.lang != 0) && c.tree != nil && c.pack != nil && !read[stem(w.rootRel(c.tree, c.rel))] {
			passed[stem(w.rootRel(c.tree, c.rel))] = i
		}
	}
	left := maxImported
	for n := 0; n < len(modules) && w.ended() == nil && !w.late(); n++ {
		for _, to := range modules[n].module.Brings() {
			if read[to] || left == 0 {
				continue
			}
			at, met := passed[to]
			if !met {
				at, met = w.addImported(&modules[n], to)
			}
			if !met {
				continue
			}
			read[to] = true
			left--
			w.list[at].imported = true
			if r := w.read(w.list[at]); r.module != nil {
				modules = append(modules, r.loaded(&w.list[at], at))
			}
		}
	}
	slices.SortStableFunc(modules, func(a, b loaded) int { return cmp.Compare(a.place, b.place) })
	return modules
}

// addImported takes on a file in a folder of dependencies or builds that a module imports by its path.
func (w *walker) addImported(m *loaded, to string) (at int, ok bool) {
	t := m.candidate.tree
	rel := strings.TrimPrefix(strings.TrimPrefix(to, w.rootRel(t, "")), "/")
	if !inFolder(rel, isVendored) {
		return 0, false
	}
	for _, ext := range slices.Sorted(maps.Keys(languages)) {
		if languages[ext] == m.module.Lang && t.isRegular(rel+ext) && !w.gitIgnores(t, rel+ext) {
			w.add(candidate{place: place{t, rel + ext}, want: wantYes, pack: w.packages.of(t, parent(rel))})
			at, ok = w.candidates[t.key(rel+ext)]
			return at, ok
		}
	}
	return 0, false
}
