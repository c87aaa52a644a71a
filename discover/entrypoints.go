package discover

import (
	"encoding/json"
	"path"
	"regexp"
	"strings"
)

// What a manifest says is started. A file that is named so is what people run, whatever its folder is called.

// maxEntryPoints bounds the entry points of one package.
const maxEntryPoints = 2_000

var (
	entryPython = lazy(`=[ \t]*["']?([A-Za-z_][\w.]*)[ \t]*:[ \t]*[A-Za-z_][\w.]*`)
	entryJava   = lazy(`(?i)(?:<(?:mainClass|start-class|main\.class|exec\.mainClass|quarkus\.package\.main-class)>|mainClass(?:Name)?(?:\.set\(|[ \t]*=)|attributes?[ \t]*\(?["']Main-Class["'][ \t]*(?:to|:|,))[\s"']*([A-Za-z_][\w.]*)`)
	entryFile   = lazy(`[\w@.][\w@./-]*\.(?:[cm]?[jt]sx?|py|rb|php)\b`)
	rustSection = lazy(`(?m)^[ \t]*\[`)
	rustPath    = lazy(`(?m)^[ \t]*path[ \t]*=[ \t]*["']([^"'\n]+)["']`)
)

// entryPoints returns the paths of files, relative to the folder of the package, that one of its manifests starts. An extension may
// be missing.
func entryPoints(manifest string, data []byte) (paths []string) {
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
	case "package.json", "composer.json":
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
	return paths
}

// entriesOfNode adds the files that a package.json or composer.json names. What a build left behind has its source elsewhere.
func entriesOfNode(data []byte, add func(string)) {
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
	var walk func(v any, depth int)
	walk = func(v any, depth int) {
		const deep = 16
		switch v := v.(type) {
		case string:
			built(v)
		case []any:
			for _, x := range v {
				if depth < deep {
					walk(x, depth+1)
				}
			}
		case map[string]any:
			for _, x := range v {
				if depth < deep {
					walk(x, depth+1)
				}
			}
		}
	}
	for _, v := range []any{m.Main, m.Module, m.Bin, m.Exports} {
		walk(v, 0)
	}
	for _, name := range []string{"start", "serve", "server", "mcp", "start:mcp", "start:server"} {
		if s, ok := m.Scripts[name].(string); ok {
			for _, file := range entryFile().FindAllString(s, maxEntryPoints) {
				built(file)
			}
		}
	}
}

func stem(rel string) string { return strings.TrimSuffix(rel, path.Ext(rel)) }

func (p *pack) starts(rel string) bool {
	for ; p != nil; p = p.up {
		if p.entries[rel] || p.entries[stem(rel)] {
			return true
		}
		switch path.Base(stem(rel)) {
		case "index", "__init__", "__main__", "mod":
			if dir := parent(rel); dir != p.dir && p.entries[dir] {
				return true
			}
		}
	}
	return false
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
	if p.entries == nil {
		p.entries, p.folders = map[string]bool{}, map[string]bool{}
	}
	for _, e := range entryPoints(manifest, data) {
		rel := path.Join(p.dir, e)
		p.entries[rel], p.entries[stem(rel)] = true, true
		if dir := parent(rel); dir != p.dir {
			p.folders[dir] = true
		}
		// The module of a package of Python is a folder.
		if path.Ext(e) == "" {
			p.folders[rel] = true
		}
	}
}

// classIn tells the class of a file by its path below the folder that was named, in two parts: what the folders above its package
// say, and what those in it say. In the folder of what the package starts, only names of files count.
func (p *pack) classIn(rel, below string) (above, inside Class) {
	named := strings.TrimSuffix(strings.TrimSuffix(rel, below), "/")
	if p != nil && p.dir != "" && p.dir != named && (named == "" || strings.HasPrefix(p.dir, named+"/")) {
		at := strings.TrimPrefix(strings.TrimPrefix(p.dir, named), "/")
		above, below = classOf(at+"/-"), strings.TrimPrefix(below, at+"/")
	}
	if p == nil {
		return above, classOf(below)
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
