package discover

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// pack is a package: a folder with a manifest of a package manager, or the top of a tree, and what lies below it and in no other package.
type pack struct {
	tree *tree
	// dir is its folder in the tree.
	dir string
	// name is the name that the manifest gives it, or "", and full the same with the scope and the path in front.
	name, full string
	// text is the beginning of its manifests, which name the packages that it depends on.
	text string
	// mcp is set when a manifest mentions MCP, guards when it mentions scanning or guarding against something.
	mcp, guards bool
	// patterns counts the files that are lists of attack texts, see link.Found.Patterns, and manifests the manifests in the folder.
	patterns, manifests int
	// started are the files that manifests and launchers start, with and without extension, and folders those that the ones of manifests lie
	// in, when that is not the folder of the package; both by their paths in the tree.
	started, folders map[string]bool
	// scripts are the lines that start it as its manifests say.
	scripts []script
	// node is set when a manifest of Node.js names some of them.
	node bool
	up   *pack
}

// script is a command line that a manifest in a folder runs.
type script struct{ dir, line string }

// isScanner reports whether the package, or one around it, looks for attacks itself: it keeps lists of their texts.
func (p *pack) isScanner() bool {
	for ; p != nil; p = p.up {
		if p.patterns > 1 || p.patterns == 1 && p.guards {
			return true
		}
	}
	return false
}

// packageNames are the names of manifests by which a folder is a package.
var packageNames = wordset.Of(`package.json pyproject.toml setup.py setup.cfg go.mod Cargo.toml pom.xml build.gradle build.gradle.kts
	composer.json Gemfile Package.swift pubspec.yaml mix.exs`)

// partNames are manifests that parts of a package have too: alone they make one only where there is none around them.
var partNames = wordset.Of(`Directory.Packages.props libs.versions.toml CMakeLists.txt idf_component.yml`)

// xcodeProject is the manifest in the folder that Xcode keeps a project in, which lies in that of the package.
const xcodeProject = "project.pbxproj"

// manifestRank reports whether a name is that of a package's manifest: 2 when it makes its folder a package, 1 when it may.
func manifestRank(name string) int {
	switch {
	case packageNames[name], strings.HasSuffix(name, ".csproj"), strings.HasSuffix(name, ".gemspec"):
		return 2
	case partNames[name], path.Base(name) == xcodeProject, strings.HasPrefix(name, "requirements") && strings.HasSuffix(name, ".txt"):
		return 1
	}
	return 0
}

// packages finds the package of each folder. It works in one goroutine.
type packages struct {
	// manifests are the names of the manifests in each folder that was listed, by tree.key.
	manifests map[string][]string
	known     map[string]*pack
	// all are the packages in the order in which they were found.
	all []*pack
}

// of returns the package that a folder of a tree belongs to.
func (ps *packages) of(t *tree, dir string) *pack {
	key := t.key(dir)
	if p, ok := ps.known[key]; ok {
		return p
	}
	var up *pack
	if dir != "" {
		up = ps.of(t, parent(dir))
	}
	names, listed := ps.manifests[key]
	if !listed {
		// A folder above the one that was named.
		entries, _, _ := t.list(dir)
		names = manifestsAmong(entries)
	}
	p := openPackage(t, dir, names, up)
	if p != up {
		ps.all = append(ps.all, p)
	}
	ps.known[key] = p
	return p
}

// manifestsAmong returns the names of the manifests of packages and of the launchers in a folder.
func manifestsAmong(entries []fs.DirEntry) (names []string) {
	for _, e := range entries {
		if e.Type().IsRegular() && (manifestRank(e.Name()) > 0 || isLauncher(e.Name())) {
			names = append(names, e.Name())
		}
		if e.IsDir() && strings.HasSuffix(e.Name(), ".xcodeproj") {
			names = append(names, path.Join(e.Name(), xcodeProject))
		}
	}
	return names
}

// openPackage reads the manifests of a folder; it returns the package above when the folder is part of that.
func openPackage(t *tree, dir string, names []string, up *pack) *pack {
	p := &pack{tree: t, dir: dir, up: up, started: map[string]bool{}, folders: map[string]bool{}}
	rank := 0
	for _, name := range names {
		data := readPackage(t, path.Join(dir, name))
		if isLauncher(name) {
			p.setLaunched(dir, name, data)
		}
		if manifestRank(name) == 0 {
			continue
		}
		p.manifests++
		mcp := mentionsMCP(name, data)
		if mcp && (strings.HasPrefix(name, "requirements") || path.Base(name) == xcodeProject) {
			rank = 2
		}
		rank = max(rank, manifestRank(name))
		p.mcp = p.mcp || mcp
		p.guards = p.guards || guards(data)
		p.setEntries(name, data)
		if p.name == "" {
			p.name, p.full = packageName(name, data)
		}
		p.text += string(data[:min(len(data), max(keptManifest-len(p.text), 0))])
	}
	if up == nil || rank == 2 || rank == 1 && up.manifests == 0 {
		return p
	}
	up.mcp = up.mcp || p.mcp
	maps.Copy(up.started, p.started)
	up.node = up.node || p.node
	up.scripts = append(up.scripts, p.scripts...)
	maps.Copy(up.folders, p.folders)
	return up
}

const (
	// maxPackageBytes is how much of a package's manifest is read: enough for the dependencies of any.
	maxPackageBytes = 256 << 10
	// keptManifest is how much of the manifests of a package is kept for the names of its dependencies.
	keptManifest = 16 << 10
)

// readPackage reads the beginning of a package's manifest, or nothing when it cannot be had.
func readPackage(t *tree, rel string) []byte { return readBeginning(t, rel, maxPackageBytes) }

// readBeginning reads so many bytes of a file, or nothing when it cannot be had.
func readBeginning(t *tree, rel string, limit int64) []byte {
	f, err := t.Open(rel)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	data, _ := io.ReadAll(io.LimitReader(f, limit))
	return data
}

var (
	nameJSON   = lazy.Regexp(`"name"\s*:\s*"([^"\\\n]{1,200})"`)
	nameTOML   = lazy.Regexp(`(?m)^\[(?:project|package|tool\.poetry)\][ \t]*\r?$(?:\r?\n(?:[^\[\n][^\n]*)?)*?\n[ \t]*name[ \t]*=[ \t]*["']([^"'\n]{1,200})["']`)
	nameGo     = lazy.Regexp(`(?m)^module[ \t]+"?([^\s"]{1,300}?)(?:/v\d+)?(?:[\s"]|$)`)
	nameYAML   = lazy.Regexp(`(?m)^name:[ \t]*["']?([^"'\s#]{1,200})`)
	notInNames = lazy.Regexp(`[^A-Za-z0-9._-]+`)
)

// nameIn finds the name of a package in its manifest.
var nameIn = map[string]func() *regexp.Regexp{
	"package.json": nameJSON, "composer.json": nameJSON, "pyproject.toml": nameTOML, "Cargo.toml": nameTOML, "pubspec.yaml": nameYAML,
	"go.mod": nameGo,
}

// guards reports whether a manifest says in a name, summary or keywords that its package looks for attacks or keeps them off.
func guards(data []byte) bool {
	const label, long = 40, 500
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		words := strings.ToLower(string(line[:min(len(line), long)]))
		isGuard := func(w string) bool { return guardWords[w] }
		noLetter := func(r rune) bool { return r < 'a' || r > 'z' }
		if namesPackage(line[:min(len(line), label)]) && slices.ContainsFunc(strings.FieldsFunc(words, noLetter), isGuard) {
			return true
		}
	}
	return false
}

// guardWords are what programs that look for attacks call themselves. They count as whole words: a secure store of notes guards nothing.
var guardWords = wordset.Of(`scan scanner scanning guard guardrail guardrails lint linter security detect detector detection detects shield
	audit auditor auditing firewall vulnerability vulnerabilities vulnerable redteam injection injections malicious threats`)

// packageName returns the name that a manifest gives its package, without the scope or the path in front of it, and in full.
func packageName(file string, data []byte) (name, full string) {
	switch re := nameIn[file]; {
	case re != nil:
		if m := re().FindSubmatch(data); m != nil {
			full = string(m[1])
		}
	case strings.HasSuffix(file, ".csproj"):
		full = stem(file)
	}
	name = strings.Trim(notInNames().ReplaceAllString(full[strings.LastIndexByte(full, '/')+1:], "-"), "-.")
	const most = 64
	return name[:min(len(name), most)], full
}

// What a manifest says is started. A file that is named so is what people run, whatever its folder is called.

// maxEntryPoints bounds what one file starts, maxStarted what all in a package start.
const maxEntryPoints, maxStarted = 2_000, 10_000

var (
	entryPython = lazy.Regexp(`=[ \t]*["']?([A-Za-z_][\w.]*)[ \t]*:[ \t]*[A-Za-z_][\w.]*`)
	entryJava   = lazy.Regexp(`(?i)(?:<(?:mainClass|start-class|main\.class|exec\.mainClass|quarkus\.package\.main-class)>|mainClass(?:Name)?(?:\.set\(|[ \t]*=)|attributes?[ \t]*\(?["']Main-Class["'][ \t]*(?:to|:|,))[\s"']*([A-Za-z_][\w.]*)`)
	entryFile   = lazy.Regexp(`[\w@.][\w@./-]*\.(?:[cm]?[jt]sx?|py|rb|php)\b`)
	rustSection = lazy.Regexp(`(?m)^[ \t]*\[`)
	rustPath    = lazy.Regexp(`(?m)^[ \t]*path[ \t]*=[ \t]*["']([^"'\n]+)["']`)
)

// entryPoints returns the files that a manifest starts, relative to its folder, and the scripts of a package.json that start it. An extension
// may be missing.
func entryPoints(manifest string, data []byte) (paths, scripts []string) {
	add := func(s string) {
		if s = path.Clean(strings.TrimSpace(s)); s != "." && s != "" && !path.IsAbs(s) && !strings.HasPrefix(s, "..") && len(paths) < maxEntryPoints {
			paths = append(paths, s)
		}
	}
	each := func(re func() *regexp.Regexp, suffix string, folders ...string) {
		for _, m := range re().FindAllSubmatch(data, maxEntryPoints) {
			module := strings.ReplaceAll(strings.TrimSuffix(string(m[1]), suffix), ".", "/")
			for _, f := range folders {
				add(path.Join(f, module))
			}
		}
	}
	switch manifest {
	case "package.json":
		scripts = entriesOfNode(data, add)
	case "composer.json":
		entriesOfNode(data, add)
	case "pyproject.toml", "setup.py", "setup.cfg":
		each(entryPython, "", "", "src", "lib", "python")
	case "Cargo.toml":
		for _, section := range rustSection().Split(string(data), -1) {
			if strings.HasPrefix(section, "[bin]") || strings.HasPrefix(section, "lib]") {
				if m := rustPath().FindStringSubmatch(section); m != nil {
					add(m[1])
				}
			}
		}
		add("src/main.rs")
	case "pom.xml", "build.gradle", "build.gradle.kts":
		each(entryJava, "Kt", "src/main/java", "src/main/kotlin", "src", "app/src/main/java", "app/src/main/kotlin")
	}
	return paths, scripts
}

// entriesOfNode adds the files that a package.json or composer.json names, and returns its scripts that start it. What a build left behind
// has its source elsewhere.
func entriesOfNode(data []byte, add func(string)) (scripts []string) {
	var m struct {
		Main, Module, Bin, Exports any
		Scripts                    map[string]any
	}
	// What can be read of a manifest with a mistake in it counts.
	_ = json.Unmarshal(data, &m)
	built := func(s string) {
		s = path.Clean(s)
		add(s)
		for _, folder := range []string{"dist/", "build/", "lib/", "out/"} {
			if rest, ok := strings.CutPrefix(s, folder); ok {
				add(rest)
				add("src/" + strings.TrimPrefix(rest, "src/"))
			}
		}
	}
	var walk func(v any, left int)
	walk = func(v any, left int) {
		switch v := v.(type) {
		case string:
			built(v)
		case []any:
			for i := 0; i < len(v) && left > 0; i++ {
				walk(v[i], left-1)
			}
		case map[string]any:
			walk(slices.Collect(maps.Values(v)), left) // a list of values counts as the map
		}
	}
	const deep = 17
	walk([]any{m.Main, m.Module, m.Bin, m.Exports}, deep)
	for _, name := range []string{"start", "serve", "server", "mcp", "start:mcp", "start:server"} {
		if line, ok := m.Scripts[name].(string); ok {
			scripts = append(scripts, line)
			for _, file := range entryFile().FindAllString(line, maxEntryPoints) {
				built(file)
			}
		}
	}
	return scripts
}

func (p *pack) starts(rel string) bool {
	for ; p != nil; p = p.up {
		if p.started[rel] || p.started[stem(rel)] {
			return true
		}
		switch path.Base(stem(rel)) {
		case "index", "__init__", "__main__", "mod":
			if dir := parent(rel); dir != p.dir && p.started[dir] {
				return true
			}
		}
	}
	return false
}

// start notes that a file is started, by its path in the tree.
func (p *pack) start(rel string) {
	if !strings.HasPrefix(rel, "..") && len(p.started) < maxStarted {
		p.started[rel], p.started[stem(rel)] = true, true
	}
}

// startsIn reports whether a file that the package, or one around it, starts lies in the folder or above it within the package.
func (p *pack) startsIn(dir string) bool {
	for ; p != nil; p = p.up {
		for d := dir; d != p.dir && d != "" && d != "."; d = parent(d) {
			if p.folders[d] {
				return true
			}
		}
	}
	return false
}

func (p *pack) setEntries(manifest string, data []byte) {
	entries, lines := entryPoints(manifest, data)
	for _, line := range lines {
		p.scripts = append(p.scripts, script{p.dir, line})
	}
	for _, e := range entries {
		rel := path.Join(p.dir, e)
		p.start(rel)
		p.node = p.node || manifest == "package.json"
		if dir := parent(rel); dir != p.dir {
			p.folders[dir] = true
		}
		// The module of a package of Python is a folder.
		if path.Ext(e) == "" {
			p.folders[rel] = true
		}
	}
}

// classIn returns the class that the folders above the package give a file, and the one that those in it do. In the folder of what the
// package starts, only names of files count.
func (p *pack) classIn(rel, below string) (above, inside Class) {
	named := strings.TrimSuffix(strings.TrimSuffix(rel, below), "/")
	if p != nil && p.dir != "" && p.dir != named && (named == "" || strings.HasPrefix(p.dir, named+"/")) {
		at := strings.TrimPrefix(strings.TrimPrefix(p.dir, named), "/")
		above, below = classOf(at+"/-"), strings.TrimPrefix(below, at+"/")
	}
	switch {
	case p.starts(rel):
	case p.startsIn(parent(rel)):
		inside = classOfName(path.Base(rel))
	default:
		inside = classOf(below)
	}
	return above, inside
}
