package discover

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code/lex"
)

// What a launcher starts is read wherever it lies and whatever it is called: in a folder of dependencies or builds, in one of version control,
// with an extension that says nothing or with none.

const (
	// maxLookups bounds the paths that are looked up for all launchers together, maxWords the words of one, maxScriptBytes the scripts.
	maxLookups, maxWords, maxScriptBytes = 50_000, 4_000, 4 << 20
	// maxFolders bounds the folders that the words of one launcher may be relative to.
	maxFolders = 16
)

// starter finds the files that launchers start and takes them on.
type starter struct {
	*walker
	// known is what was found at a path, and real where it stands when links are followed, by tree.key.
	known map[string]fs.FileMode
	real  map[string]string
	added map[string]bool
	// done is how many candidates were read, and code those that code was found in, by tree.key.
	done    int
	code    map[string]bool
	lookups int
	// bytes are what is left of maxScriptBytes, and cut is the launcher that a bound ended the reading of, or "".
	bytes int
	cut   string
}

func newStarter(w *walker) *starter {
	return &starter{
		walker: w, known: map[string]fs.FileMode{}, real: map[string]string{}, added: map[string]bool{}, code: map[string]bool{}, lookups: maxLookups, bytes: maxScriptBytes,
	}
}

// command is what a launcher runs: words in a folder, each relative to one of the folders.
type command struct {
	tree    *tree
	folders []string
	words   []string
	// from is the launcher, for reports.
	from string
}

// addStarted takes on what manifests of packages start, and launchers that are not settings of clients. Those are read first.
func (s *starter) addStarted() {
	for _, l := range s.launching {
		entries, _, _ := l.tree.list(l.rel)
		for _, e := range entries {
			name := e.Name()
			// What is recognised by its content is followed by what that says.
			byContent := isClientFile(name) || name == "server.json" || name == "manifest.json"
			if !e.Type().IsRegular() || !isLauncher(name) || byContent || classOf(path.Join(l.rel, "-")) != ClassNone {
				continue
			}
			rel := path.Join(l.rel, name)
			data := readPackage(l.tree, rel)
			if !s.inv.focus.mayStart(data) {
				continue
			}
			s.run(command{l.tree, []string{l.rel, parent(l.rel), ""}, shellWords(launchText(name, data)), rel})
			if len(data) >= maxPackageBytes {
				s.cut = l.tree.shown(rel)
			}
		}
	}
	for _, p := range s.packages.all {
		for _, script := range p.scripts {
			s.run(command{p.tree, []string{script.dir}, shellWords(script.line), path.Join(script.dir, "package.json")})
		}
		var lang lex.Language
		if p.node {
			lang = lex.JavaScript
		}
		for _, rel := range slices.Sorted(maps.Keys(p.started)) {
			if at, ok := s.entry(p.tree, rel, lang, 0); ok {
				if _, met := s.candidates[p.tree.key(at)]; met {
					continue
				}
				if s.wants(path.Base(at)) == wantYes {
					s.take(p.tree, at, 0, false)
				} else {
					s.take(p.tree, at, lang, false)
				}
			}
		}
	}
}

// entry returns the file that a manifest starts under a name: it may lack the extension, or be a folder with a manifest of its own.
func (s *starter) entry(t *tree, rel string, lang lex.Language, depth int) (string, bool) {
	at, mode := s.lookUp(t, rel)
	if mode.IsRegular() || path.Ext(rel) != "" {
		return at, mode.IsRegular()
	}
	const deepest = 3
	if lang == lex.JavaScript && mode.IsDir() && depth < deepest {
		mains, _ := entryPoints("package.json", readPackage(t, path.Join(rel, "package.json")))
		for _, main := range mains {
			if at, ok := s.entry(t, path.Join(rel, main), lang, depth+1); ok {
				return at, true
			}
		}
	}
	for _, ext := range extensions[lang] {
		if at, mode := s.lookUp(t, rel+ext); mode.IsRegular() {
			return at, true
		}
	}
	return "", false
}

// addLaunched takes on what the settings of a client start.
func (s *starter) addLaunched(c *candidate, launches []Tool) {
	if c.tree == nil {
		return
	}
	dir := parent(c.rel)
	for i := range launches {
		cmd := command{c.tree, []string{dir, parent(dir), ""}, nil, c.rel}
		v := &launches[i].View
		if v.Kind == detect.KindSettings {
			for k := range v.Fields {
				if f := &v.Fields[k]; strings.HasPrefix(f.Pointer, "/hooks/") && f.Role != detect.RoleParameterName {
					s.run(command{cmd.tree, cmd.folders, shellWords(f.Text), cmd.from})
				}
			}
		}
		def := v.Definition
		if v.Kind != detect.KindLaunch || def == nil {
			continue
		}
		if cwd := def.Get("cwd"); cwd != nil && cwd.Kind == detect.NodeString {
			cmd.enter(cwd.Text)
		}
		args := []*detect.Node{def.Get("command")}
		if list := def.Get("args"); list != nil {
			args = append(args, list.Items...)
		}
		for k, arg := range args {
			if arg == nil || arg.Kind != detect.NodeString {
				continue
			}
			cmd.words = append(cmd.words, arg.Text)
			if k == 0 || strings.ContainsAny(arg.Text, " ;&|") {
				cmd.words = append(cmd.words, shellWords(arg.Text)...)
			}
		}
		s.run(cmd)
	}
}

// shellWords splits a command line, or a file that holds some.
func shellWords(text string) []string {
	return strings.FieldsFunc(launchMarks.Replace(text), func(r rune) bool { return r <= ' ' || strings.ContainsRune(";&|()<>`", r) })
}

// enter adds the folder that a command is run in.
func (c *command) enter(folder string) {
	folder = plainPath(folder)
	if len(c.folders) >= maxFolders || folder == "" {
		return
	}
	var more []string
	for _, from := range c.folders {
		if rel := path.Join(from, folder); !leaves(rel) && !slices.Contains(c.folders, rel) {
			more = append(more, rel)
		}
	}
	c.folders = append(more, c.folders...)
}

// plainPath is a path without the variable or the command that it begins with, as ${__dirname}/x and $(dirname "$0")/x, and with slashes.
func plainPath(word string) string {
	word = strings.ReplaceAll(word, `\`, "/")
	if strings.HasPrefix(word, "$") || strings.HasPrefix(word, "%") {
		_, word, _ = strings.Cut(word, "/")
	}
	return word
}

// goesInto are the words before a folder in which the rest is run.
var goesInto = map[string]bool{"cd": true, "--directory": true, "--cwd": true, "--project": true, "-C": true, "--prefix": true, "WORKDIR": true}

var (
	shells      = map[string]bool{"sh": true, "bash": true, "zsh": true, "dash": true, "source": true, ".": true, "powershell": true, "pwsh": true}
	shellScript = map[string]bool{".sh": true, ".bash": true, ".zsh": true, ".cmd": true, ".bat": true, ".ps1": true}
)

// run takes on the files among the words of a command.
func (s *starter) run(c command) {
	lang, shell, before := lex.Language(0), false, ""
	if len(c.words) > maxWords {
		c.words, s.cut = c.words[:maxWords], c.tree.shown(c.from)
	}
	for i, word := range c.words {
		last := before
		before = word
		program := strings.TrimSuffix(strings.TrimRight(path.Base(plainPath(word)), "0123456789."), ".exe")
		switch l, ok := lex.OfProgram(program); {
		case ok:
			lang, shell = l, false
			continue
		case shells[program]:
			lang, shell = 0, true
			continue
		case goesInto[last]:
			c.enter(word)
			continue
		case last == "-m":
			word, lang = strings.ReplaceAll(word, ".", "/"), lex.Python
		case strings.HasPrefix(word, "-"):
			flag, value, ok := strings.Cut(word, "=")
			if goesInto[flag] {
				c.enter(value)
			}
			if !ok || goesInto[flag] {
				continue
			}
			word = value
		case strings.Contains(word, ":") && !strings.ContainsAny(word, `/\`):
			module, _, _ := strings.Cut(word, ":") // uvicorn package.module:app
			word, lang = strings.ReplaceAll(module, ".", "/"), lex.Python
		case lang == 0 && !shell && !strings.ContainsAny(word, `./\`):
			continue
		}
		rel, ok := s.find(&c, plainPath(word), lang)
		if !ok || wantsManifest(path.Base(rel)) == wantYes {
			continue
		}
		if s.added[c.tree.key(rel)] {
			lang, shell = 0, false
			continue
		}
		switch ext := strings.ToLower(path.Ext(rel)); {
		case shell || shellScript[ext] || ext == "" && lang == 0 && s.isScript(c.tree, rel):
			s.script(&c, rel)
		default:
			s.take(c.tree, rel, lang, i == 0 || last == "-jar")
		}
		lang, shell = 0, false
	}
}

// script takes on what a script starts, once.
func (s *starter) script(c *command, rel string) {
	if key := c.tree.key(rel); !s.added[key] && len(s.added) < maxStarted {
		s.added[key] = true
		data := readPackage(c.tree, rel)
		if s.bytes -= len(data); s.bytes < 0 || len(data) >= maxPackageBytes {
			s.cut = c.tree.shown(rel)
			return
		}
		s.run(command{c.tree, append([]string{parent(rel)}, c.folders[:min(len(c.folders), maxFolders/2)]...), shellWords(string(data)), rel})
	}
}

func (s *starter) isScript(t *tree, rel string) bool {
	line, _, _ := strings.Cut(string(readBeginning(t, rel, firstLine)), "\n")
	return strings.HasPrefix(line, "#!") && strings.HasSuffix(strings.TrimSpace(line), "sh")
}

// extensions are what interpreters add to the name of a file, or find in a folder.
var extensions = map[lex.Language][]string{
	lex.Python: {".py", "/__main__.py"}, lex.JavaScript: {".js", ".mjs", ".cjs", ".ts", "/index.js", "/index.mjs", "/index.cjs", "/index.ts"},
}

// find returns the file that a word names, relative to one of the folders. Of a path that begins at the top of a container the first folders are
// those of the container.
func (s *starter) find(c *command, word string, lang lex.Language) (string, bool) {
	word, absolute := strings.CutPrefix(word, "/")
	for strip := 0; strip < 4 && word != ""; strip++ {
		for _, from := range c.folders {
			rel := path.Join(from, word)
			if rel == "" || leaves(rel) || strings.ContainsRune(rel, 0) {
				continue
			}
			if at, mode := s.lookUp(c.tree, rel); mode.IsRegular() {
				return at, true
			}
			for _, ext := range extensions[lang] {
				if at, mode := s.lookUp(c.tree, rel+ext); mode.IsRegular() {
					return at, true
				}
			}
		}
		if !absolute {
			break
		}
		_, word, _ = strings.Cut(word, "/")
	}
	return "", false
}

// lookUp returns what is at a path, with links followed within the tree, and where that is.
func (s *starter) lookUp(t *tree, rel string) (at string, mode fs.FileMode) {
	key := t.key(rel)
	if mode, ok := s.known[key]; ok {
		return s.real[key], mode
	}
	if s.lookups--; s.lookups < 0 || s.late() || s.ended() != nil {
		s.cut = t.shown(rel)
		return "", fs.ModeIrregular
	}
	mode = fs.ModeIrregular
	if _, err := t.Lstat(rel); err == nil {
		if real, info, err := t.resolve(rel); err == nil && info != nil {
			at, mode = real, info.Mode()
		}
	}
	s.known[key], s.real[key] = mode, at
	return at, mode
}

// take takes a file on, unless git ignores it and does not track it: then it was built here, from what is scanned. What cannot be read is named
// where it is certain that it is run.
func (s *starter) take(t *tree, rel string, lang lex.Language, certain bool) {
	key := t.key(rel)
	if s.added[key] || len(s.added) >= maxStarted {
		return
	}
	s.added[key] = true
	_, known := lex.OfFile(path.Base(rel))
	if !known && lang == 0 {
		if lang, known = lex.OfScript(readBeginning(t, rel, firstLine)); !known {
			if other := otherLanguages[strings.ToLower(path.Ext(rel))]; other != "" || certain {
				s.missAt(t, rel, SkipBinary, "it starts a server, but is in a language that mcp-lint does not read")
			}
			return
		}
	}
	if i, met := s.candidates[key]; met {
		c := &s.list[i]
		if c.started = true; !known && c.lang == 0 && wantsManifest(path.Base(rel)) != wantYes {
			c.lang = lang
		}
		if i < s.done && !s.code[key] {
			// It was passed by before its launcher was read.
			again := *c
			again.again = true
			s.list = append(s.list, again)
		}
		return
	}
	if s.gitIgnores(t, rel) {
		return
	}
	c := candidate{place: place{t, rel}, want: wantYes, started: true, pack: s.packages.of(t, parent(rel)), lang: lang}
	s.add(c)
}

// reportCut names what was passed by: files among the data of version control that nothing starts, and the launcher that was not read to its end.
func (s *starter) reportCut() {
	for _, p := range s.passed {
		if _, met := s.candidates[p.tree.key(p.rel)]; !met {
			s.missAt(p.tree, p.rel, SkipVendored, "it is inside the data of a version control system, which is not scanned")
		}
	}
	if s.cut != "" {
		s.skip(Skip{Reason: SkipPartial, Path: s.cut, Detail: "the commands that start servers are too many or too long to follow; some of the files they run were not read"})
	}
}
