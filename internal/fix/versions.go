package fix

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"
)

// versions knows the versions that lock files and registry entries name, by folder.
type versions struct {
	cwd  string
	read map[string]map[string][]string
}

func newVersions(cwd string) *versions { return &versions{cwd, map[string]map[string][]string{}} }

// lockFiles are the files that name versions, with how each is read: package to versions.
var lockFiles = map[string]func(data []byte, add func(pkg, version string)) error{
	"package-lock.json": npmLock, "npm-shrinkwrap.json": npmLock, "pnpm-lock.yaml": pnpmLock, "yarn.lock": yarnLock,
	"uv.lock": tomlLock, "poetry.lock": tomlLock, "pdm.lock": tomlLock, "server.json": registryEntry,
}

// plainVersion is one version and no range, tag or address.
var plainVersion = regexp.MustCompile(`^v?[0-9]+(\.[0-9]+)*([-+.]?[0-9A-Za-z]+)*([.+-][0-9A-Za-z]+)*$`)

const maxVersion = 64

// of returns the one version of a package (npm:NAME or pypi:NAME) that the nearest lock files at or above a file name, up to the root of
// the repository; "" when there is none, or more than one.
func (v *versions) of(path, pkg string) string {
	pkg = normal(pkg)
	if !filepath.IsAbs(path) {
		path = filepath.Join(v.cwd, path)
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		found := v.in(dir)[pkg]
		slices.Sort(found)
		found = slices.Compact(found)
		if len(found) == 1 && len(found[0]) <= maxVersion && plainVersion.MatchString(found[0]) {
			return found[0]
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		if len(found) > 0 || err == nil || dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// in reads the lock files of a folder, once. What cannot be read names nothing.
func (v *versions) in(dir string) map[string][]string {
	if known, ok := v.read[dir]; ok {
		return known
	}
	out := map[string][]string{}
	for name, parse := range lockFiles {
		data, err := read(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		_ = parse(data, func(pkg, version string) { out[normal(pkg)] = append(out[normal(pkg)], version) })
	}
	v.read[dir] = out
	return out
}

// normal is a package by the name under which PyPI knows it.
func normal(pkg string) string {
	if strings.HasPrefix(pkg, "pypi:") {
		return strings.ToLower(strings.NewReplacer("_", "-", ".", "-").Replace(pkg))
	}
	return pkg
}

// npmLock reads what npm writes, of all versions of the form.
func npmLock(data []byte, add func(pkg, version string)) error {
	type locked struct{ Version string }
	var doc struct{ Packages, Dependencies map[string]locked }
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	for path, p := range doc.Packages {
		// One that is inside of another is not what is run by its name.
		if name, ok := strings.CutPrefix(path, "node_modules/"); ok && !strings.Contains(name, "/node_modules/") {
			add("npm:"+name, p.Version)
		}
	}
	if len(doc.Packages) == 0 {
		for name, p := range doc.Dependencies {
			add("npm:"+name, p.Version)
		}
	}
	return nil
}

// pnpmLock reads the direct dependencies of each project: only those can be run by their names.
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
				// The peers that it was resolved with stand behind the version.
				version, _, _ := strings.Cut(d.Version, "(")
				add("npm:"+name, version)
			}
		}
	}
	return nil
}

// yarnEntry is the head of an entry and its version, in either form of the file.
var yarnEntry = regexp.MustCompile(`(?m)^"?((?:@[^@\s"]+/)?[^@\s",]+)@[^\n]*:\n\s+version:? "?([^"\s]+)"?$`)

func yarnLock(data []byte, add func(pkg, version string)) error { //nolint:unparam // it is one of lockFiles
	for _, m := range yarnEntry.FindAllSubmatch(data, -1) {
		add("npm:"+string(m[1]), string(m[2]))
	}
	return nil
}

// tomlLock reads what uv, Poetry and PDM write.
func tomlLock(data []byte, add func(pkg, version string)) error {
	var doc struct {
		Package []struct{ Name, Version string }
	}
	if err := toml.Unmarshal(data, &doc); err != nil {
		return err
	}
	for _, p := range doc.Package {
		add("pypi:"+p.Name, p.Version)
	}
	return nil
}

// registryEntry reads the packages of a server.json of the MCP registry.
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
