package launcher

import (
	"cmp"
	"strings"

	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// Source is where a package comes from.
type Source uint8

// The registries and other sources.
const (
	NPM Source = iota + 1
	PyPI
	Image
	NuGet
	Crates
	Gems
	Maven
	Go
	JSR
	Modules // a host that serves modules of a registry by their version: deno.land, esm.sh, unpkg.com.
	Git     // a repository: git+https://…, github:owner/repo.
	URL     // an archive or script at an address.
)

// Registry is the word for a source: npm, pypi, oci.
func (k Source) Registry() string {
	return [...]string{
		NPM: "npm", PyPI: "pypi", Image: "oci", NuGet: "nuget", Crates: "cargo", Gems: "gem", Maven: "maven", Go: "go", JSR: "jsr", Modules: "url",
		Git: "git", URL: "url",
	}[k]
}

// Reference is what a word names of a registry, a repository or the web.
type Reference struct {
	Kind Source // where it comes from.
	// Name is the name of the package or image without version, tag and digest (the repository for images, as it is written), or the
	// address. Version is the text behind it ("1.2.3", "latest", "sha256:…", a branch or commit of a repository), or "".
	Name, Version string
	Pin           Pin // how exactly the version is named.
	// Local is set when what is run is likely to be there: an image built on the machine, a program of the project's dependencies.
	Local bool
}

// Reader reads what a program takes as the name of a package, image, repository or address. What is not fetched is not ok.
type Reader func(string) (Reference, bool)

// reference is a name of a kind with a version, or "".
func (k Source) reference(name, version string) Reference {
	return Reference{Kind: k, Name: name, Version: version, Pin: k.PinOf(version)}
}

// of is an artifact whose version stands in the spec. A variable may hold one.
func (k Source) of(spec, name, version string) Reference {
	a := k.reference(name, version)
	if version == "" && Undecided(spec) {
		a.Pin = Unknown
	}
	return a
}

// NPMSpec reads what npm and its like take as a package.
func NPMSpec(s string) (Reference, bool) {
	s = strings.TrimPrefix(strings.TrimPrefix(s, "npm:"), "/")
	switch {
	case s == "" || s[0] == '-' || isPath(s) || wordset.HasPrefix(s, "link:", "workspace:", "portal:"):
		return Reference{}, false
	case isGit(s):
		return gitSpec(s, "#"), true
	case Remote(s):
		return addressSpec(s)
	case strings.HasPrefix(s, "jsr:"):
		return jsrSpec(s)
	}
	name, version := cutVersion(s)
	if strings.ContainsAny(version, ":/") && !Expands(version) {
		// An alias: name@npm:other@1, name@github:owner/repo.
		return NPMSpec(version)
	}
	if name[0] != '@' && strings.Contains(name, "/") && !Expands(name) {
		owner, repository, _ := strings.Cut(s, "/")
		bare, _, _ := strings.Cut(repository, "#")
		return gitSpec(s, "#"), owner != "" && !strings.Contains(bare, "/") && !IsScript(bare)
	}
	return NPM.of(s, name, version), true
}

// cutVersion cuts a package at the "@" behind its name. That of a scope stays.
func cutVersion(s string) (name, version string) {
	if s == "" {
		return "", ""
	}
	name, version, _ = strings.Cut(s[1:], "@")
	return s[:1] + name, version
}

func jsrSpec(s string) (Reference, bool) {
	name, version := cutVersion(strings.TrimPrefix(strings.TrimPrefix(s, "jsr:"), "/"))
	version, _, _ = strings.Cut(version, "/")
	return JSR.of(s, name, version), name != ""
}

// denoPackage is a package without the file in it that is run: npm:@scope/name@1.2.3/bin.
var denoPackage = lazy.Regexp(`^npm:/?((?:@[^/]*/)?[^/]*)`)

// denoSpec reads what deno takes as a module. Words without a scheme are files.
func denoSpec(s string) (Reference, bool) {
	if m := denoPackage().FindStringSubmatch(s); m != nil {
		a, ok := NPMSpec(m[1])
		return a, ok && a.Kind == NPM
	}
	if strings.HasPrefix(s, "jsr:") {
		return jsrSpec(s)
	}
	return addressSpec(s)
}

// goSpec reads what go run takes: a package of the module itself has no version.
func goSpec(s string) (Reference, bool) {
	name, version, ok := strings.Cut(s, "@")
	return Go.reference(name, version), ok && !isPath(s)
}

func gemSpec(s string) (Reference, bool) {
	name, version, _ := strings.Cut(s, ":")
	return Gems.reference(name, version), !isPath(s) && s != ""
}

func repositorySpec(s string) (Reference, bool) { return gitSpec(s, "#"), true }

func cloneSpec(s string) (Reference, bool) {
	return gitSpec(s, "#"), !isPath(s) && (isGit(s) || Remote(s))
}

// mavenSpec reads what jbang takes: group:artifact:version, alias@owner/repository, an address or a file.
func mavenSpec(s string) (Reference, bool) {
	switch parts := strings.Split(s[:min(len(s), 1024)], ":"); {
	case Remote(s):
		return addressSpec(s)
	case isPath(s) || IsScript(s):
		return Reference{}, false
	case len(parts) >= 3 && len(parts) <= 5:
		version, _, _ := strings.Cut(parts[2], "@")
		return Maven.reference(parts[0]+":"+parts[1], version), true
	}
	alias, at, ok := strings.Cut(s, "@")
	return Reference{Kind: Git, Name: at}, ok && alias != "" && at != ""
}

// flakeParts are the repository of a flake, its branch and what may name one.
var flakeParts = lazy.Regexp(`^([^/?#]*/[^/?#]*)(?:/([^/?#]*))?(?:\?(?:[^#]*&)?(?:rev|ref)=([^&#]*))?`)

// flakeSpec reads the repository of a flake: github:owner/repo/branch. Those by other names are of Nix's own registry.
func flakeSpec(s string) (Reference, bool) {
	bare, _, _ := strings.Cut(s, "#")
	name, version := bare, ""
	if m := flakeParts().FindStringSubmatch(bare); m != nil {
		if version = m[2] + m[3]; m[2] != "" {
			name = m[1]
		}
	}
	return Git.reference(name, version), isGit(bare) && !Remote(bare)
}

// requirement is a requirement of Python (PEP 508): its name, extras, and what is said of its version.
var requirement = lazy.Regexp(`^([\p{L}\p{Nd}\p{Mn}._-]*)\s*(?:\[[^\]]*\]?)?\s*((?s:.*))$`)

// PyPISpec reads what pip and its like take as a requirement, with the name@version of uvx.
func PyPISpec(s string) (Reference, bool) {
	switch {
	case s == "" || s[0] == '-' || isPath(s) || IsScript(s):
		return Reference{}, false
	case isGit(s) && !strings.HasPrefix(s, "git@"):
		return gitSpec(s, "@"), true
	case Remote(s):
		return addressSpec(s)
	}
	m := requirement().FindStringSubmatch(s)
	a := Reference{Kind: PyPI, Name: m[1], Pin: Unknown}
	rest := strings.TrimSpace(m[2])
	switch {
	case a.Name == "" || rest != "" && strings.IndexByte("${}%`", rest[0]) >= 0:
		a.Name = ""
		return a, Undecided(s)
	case rest == "" || rest[0] == ';':
		a.Pin = Unversioned
	case rest[0] == '@':
		a.Version = strings.TrimSpace(rest[1:])
		if isGit(a.Version) || Remote(a.Version) || isPath(a.Version) {
			return PyPISpec(a.Version)
		}
		a.Pin = PyPI.PinOf(a.Version)
	case strings.IndexByte("=<>!~(", rest[0]) >= 0:
		a.Version, _, _ = strings.Cut(strings.Trim(rest, "()"), ";")
		a.Version = strings.TrimSpace(a.Version)
		if a.Pin = PyPI.PinOf(a.Version); a.Pin == Exact {
			a.Version = strings.TrimSpace(strings.TrimLeft(a.Version, "="))
		}
	case strings.Contains(rest, "/"):
		return Reference{}, false // A folder.
	}
	return a, true
}

func cratesSpec(s string) (Reference, bool) {
	name, version := cutVersion(s)
	return Crates.of(s, name, version), s != "" && s[0] != '-' && !isPath(s) && !isGit(s) && !Remote(s)
}

func nugetSpec(s string) (Reference, bool) {
	r, ok := cratesSpec(s)
	r.Kind = NuGet
	return r, ok
}

// officialImages are images without a namespace that people start servers in. Others without one are built on the machine.
var officialImages = wordset.Of("node python alpine ubuntu debian busybox golang rust ruby php openjdk eclipse-temurin nginx caddy " +
	"postgres redis mongo mysql mariadb neo4j elasticsearch bash docker fedora amazoncorretto maven gradle pypy")

// ImageSpec reads what docker and its like take as an image.
func ImageSpec(s string) (Reference, bool) {
	s = strings.TrimPrefix(s, "docker://")
	if s == "" || strings.IndexByte("-./~", s[0]) >= 0 || strings.Contains(s, `\`) || strings.ContainsAny(s, " \t\n") ||
		strings.Contains(s, "://") {
		return Reference{}, false
	}
	a := Reference{Kind: Image}
	rest, sum, pinned := strings.Cut(s, "@")
	a.Name = rest
	slash := strings.LastIndexByte(rest, '/')
	if colon := strings.IndexByte(rest[slash+1:], ':'); colon >= 0 {
		// The colon of ${env:X} and ${X:-y} begins no tag.
		if name := rest[:slash+1+colon]; strings.LastIndexByte(name, '{') <= strings.LastIndexByte(name, '}') {
			a.Name, a.Version = name, rest[len(name)+1:]
		}
	}
	switch a.Pin = Image.PinOf(a.Version); {
	case pinned && IsVariable(sum), a.Version == "" && Undecided(rest[slash+1:]):
		a.Pin = Unknown
	case pinned:
		a.Pin = Digested
	}
	if pinned {
		a.Version = sum
	}
	host, _, _ := strings.Cut(a.Name, "/")
	a.Local = slash < 0 && !officialImages[a.Name] && !IsVariable(s) || host == "localhost" || a.Version == "local" ||
		strings.HasPrefix(a.Version, "local-")
	return a, true
}

// maxName bounds what is read of the name of a repository.
const maxName = 255

// Repository is the host, owner and name of a repository in the ways in which launches name one. Bare is set for owner/name alone.
func Repository(s string) (host, at string, bare bool) {
	s = strings.TrimPrefix(s, "git+")
	if prefix, rest, ok := strings.Cut(s, ":"); ok && !strings.Contains(prefix, "/") && !strings.HasPrefix(rest, "//") {
		// github:owner/name, or git@github.com:owner/name
		known := map[string]string{"github": "github.com", "gitlab": "gitlab.com", "bitbucket": "bitbucket.org"}
		host, s = cmp.Or(known[prefix], ipaddr.HostName(prefix)), rest
	} else if _, rest, ok := strings.Cut(s, "://"); ok {
		host, s, _ = strings.Cut(rest, "/")
		host = ipaddr.HostName(host)
	} else {
		host, bare = "github.com", true
	}
	parts := strings.Split(strings.ToLower(s[:min(len(s), maxName)]), "/")
	if len(parts) < 2 {
		return host, "", bare
	}
	name, _, _ := strings.Cut(parts[1], "#")
	return host, parts[0] + "/" + strings.TrimSuffix(name, ".git"), bare
}

// readers are those of launchers.txt.
var readers = map[string]Reader{
	"npm": NPMSpec, "pypi": PyPISpec, "address": addressSpec, "deno": denoSpec, "nuget": nugetSpec, "go": goSpec, "crates": cratesSpec,
	"repository": repositorySpec, "gem": gemSpec, "clone": cloneSpec, "maven": mavenSpec, "flake": flakeSpec,
}

// Registries read the packages of the registries that manifests know. An image needs no registry in the shapes that are of containers only.
var Registries = map[string]Reader{
	"npm": NPMSpec, "pypi": PyPISpec, "oci": ImageSpec, "docker": ImageSpec, "": ImageSpec, "nuget": nugetSpec, "cargo": cratesSpec,
	"crates": cratesSpec, "mcpb": addressSpec,
}
