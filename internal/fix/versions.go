package fix

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/pypi"
)

type versions struct {
	cwd  string
	read map[string]map[string][]string
}

// lockFiles maps lock file names to readers, which call add for each package. A package from outside its registry gets version "", so that
// no version is chosen.
var lockFiles = map[string]func(data []byte, add func(pkg, version string)) error{
	"package-lock.json": npmLock, "npm-shrinkwrap.json": npmLock, "pnpm-lock.yaml": pnpmLock, "yarn.lock": yarnLock,
	"uv.lock": tomlLock, "poetry.lock": tomlLock, "pdm.lock": tomlLock, "server.json": registryEntry,
}

// A version is one release, not a range, tag or URL.
var (
	npmVersion  = lazy.Regexp(`^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)
	pypiVersion = lazy.Regexp(`^([0-9]+!)?[0-9]+(\.[0-9]+)+((a|b|rc)[0-9]+)?(\.post[0-9]+)?(\.dev[0-9]+)?$`)
)

const maxVersion = 64

// version returns the only version of a package (npm:NAME or pypi:NAME) in the nearest lock files at or above a file, up to the root of the
// repository, or "" if there is none or more than one.
func (v *versions) version(path, pkg string) string {
	pkg = normalise(pkg)
	exact := npmVersion
	if strings.HasPrefix(pkg, "pypi:") {
		exact = pypiVersion
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(v.cwd, path)
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		found := v.locked(dir)[pkg]
		slices.Sort(found)
		found = slices.Compact(found)
		if len(found) == 1 && len(found[0]) <= maxVersion && exact().MatchString(found[0]) {
			return found[0]
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		if len(found) > 0 || err == nil || dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// locked reads the lock files of a folder and caches the result. Unreadable files are ignored.
func (v *versions) locked(dir string) map[string][]string {
	if known, ok := v.read[dir]; ok {
		return known
	}
	out := map[string][]string{}
	for name, parse := range lockFiles {
		data, err := read(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		_ = parse(data, func(pkg, version string) { out[normalise(pkg)] = append(out[normalise(pkg)], version) })
	}
	v.read[dir] = out
	return out
}

// normalise normalises the name of a PyPI package.
func normalise(pkg string) string {
	if name, ok := strings.CutPrefix(pkg, "pypi:"); ok {
		return "pypi:" + pypi.Normal(name)
	}
	return pkg
}

func npmLock(data []byte, add func(pkg, version string)) error {
	type locked struct{ Name, Version, Resolved string }
	var doc struct{ Packages, Dependencies map[string]locked }
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	for path, p := range doc.Packages {
		// A nested package is not the one run by its name.
		if name, ok := strings.CutPrefix(path, "node_modules/"); ok && !strings.Contains(name, "/node_modules/") {
			add("npm:"+name, registryVersion(name, p.Name, p.Version, p.Resolved))
		}
	}
	if len(doc.Packages) == 0 {
		for name, p := range doc.Dependencies {
			add("npm:"+name, registryVersion(name, p.Name, p.Version, p.Resolved))
		}
	}
	return nil
}

// registryVersion returns the version of an npm package, or "" for an alias or a package that is not from a registry.
func registryVersion(name, own, version, resolved string) string {
	scheme, rest, _ := strings.Cut(resolved, "://")
	if own != "" && own != name || resolved != "" && (!strings.HasPrefix(scheme, "http") || !strings.Contains(rest, "/"+name+"/-/")) {
		return ""
	}
	return version
}

// pnpmLock reads the direct dependencies of each project: only those can be run by name.
func pnpmLock(data []byte, add func(pkg, version string)) error {
	type project struct {
		Dependencies         map[string]struct{ Version string }
		DevDependencies      map[string]struct{ Version string } `yaml:"devDependencies"`
		OptionalDependencies map[string]struct{ Version string } `yaml:"optionalDependencies"`
	}
	var doc struct{ Importers map[string]project }
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return err
	}
	for _, p := range doc.Importers {
		for _, list := range []map[string]struct{ Version string }{p.Dependencies, p.DevDependencies, p.OptionalDependencies} {
			for name, d := range list {
				// The resolved peer dependencies follow the version in parentheses.
				version, _, _ := strings.Cut(d.Version, "(")
				add("npm:"+name, version)
			}
		}
	}
	return nil
}

// yarnEntry matches the head, version and source of an entry, in both versions of the format.
var yarnEntry = lazy.Regexp(`(?m)^([^\s#][^\n]*):\n\s+version:? "?([^"\s]+)"?$(?:\n\s+resolved "([^"\s]+)"$)?`)

func yarnLock(data []byte, add func(pkg, version string)) error { //nolint:unparam // it is one of lockFiles
	for _, m := range yarnEntry().FindAllSubmatch(data, -1) {
		for descriptor := range strings.SplitSeq(strings.ReplaceAll(string(m[1]), `"`, ""), ",") {
			descriptor = strings.TrimSpace(descriptor)
			at := strings.LastIndexByte(descriptor[:min(len(descriptor), 1)], '@') + 1
			name, wanted, _ := strings.Cut(descriptor[at:], "@")
			name, version := descriptor[:at]+name, registryVersion(descriptor[:at]+name, "", string(m[2]), string(m[3]))
			if strings.ContainsAny(strings.TrimPrefix(wanted, "npm:"), "@:/") {
				// An alias, a workspace, a patch, a folder or a URL.
				version = ""
			}
			add("npm:"+name, version)
		}
	}
	return nil
}

func tomlLock(data []byte, add func(pkg, version string)) error {
	var doc struct {
		Package []struct {
			Name, Version string
			// Source is used by uv and Poetry; the others by PDM.
			Source, Git, Path, URL any
		}
	}
	if err := toml.Unmarshal(data, &doc); err != nil {
		return err
	}
	for _, p := range doc.Package {
		source, _ := p.Source.(map[string]any)
		registry, _ := source["registry"].(string)
		if p.Source != nil && !strings.HasPrefix(registry, "http") && source["type"] != "legacy" || p.Git != nil || p.Path != nil || p.URL != nil {
			p.Version = ""
		}
		add("pypi:"+p.Name, p.Version)
	}
	return nil
}

func registryEntry(data []byte, add func(pkg, version string)) error {
	var doc struct {
		Packages []struct {
			RegistryType string `json:"registryType"`
			Identifier   string `json:"identifier"`
			Version      string `json:"version"`
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	for _, p := range doc.Packages {
		add(p.RegistryType+":"+p.Identifier, p.Version)
	}
	return nil
}
