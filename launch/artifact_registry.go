package launch

import (
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
)

// specReader reads what a program takes as the name of a package, image, repository or address. What is not fetched is not ok.
type specReader func(string) (artifact, bool)

// artifact is one of a kind with a version, or "".
func (k source) artifact(name, version string) artifact {
	return artifact{kind: k, name: name, version: version, pin: k.pin(version)}
}

// of is an artifact whose version stands in the spec. A variable may hold one.
func (k source) of(spec, name, version string) artifact {
	a := k.artifact(name, version)
	if version == "" && undecided(spec) {
		a.pin = unknown
	}
	return a
}

func npmSpec(s string) (artifact, bool) {
	s = strings.TrimPrefix(strings.TrimPrefix(s, "npm:"), "/")
	switch {
	case s == "" || s[0] == '-' || isPath(s) || hasPrefix(s, "link:", "workspace:", "portal:"):
		return artifact{}, false
	case isGit(s):
		return gitSpec(s, "#"), true
	case remote(s):
		return addressSpec(s)
	case strings.HasPrefix(s, "jsr:"):
		return jsrSpec(s)
	}
	name, version := cutVersion(s)
	if strings.ContainsAny(version, ":/") && !expands(version) {
		// An alias: name@npm:other@1, name@github:owner/repo.
		return npmSpec(version)
	}
	if name[0] != '@' && strings.Contains(name, "/") && !expands(name) {
		owner, repository, _ := strings.Cut(s, "/")
		bare, _, _ := strings.Cut(repository, "#")
		return gitSpec(s, "#"), owner != "" && !strings.Contains(bare, "/") && !isScript(bare)
	}
	return fromNPM.of(s, name, version), true
}

// cutVersion cuts a package at the "@" behind its name. That of a scope stays.
func cutVersion(s string) (name, version string) {
	if s == "" {
		return "", ""
	}
	name, version, _ = strings.Cut(s[1:], "@")
	return s[:1] + name, version
}

func jsrSpec(s string) (artifact, bool) {
	name, version := cutVersion(strings.TrimPrefix(strings.TrimPrefix(s, "jsr:"), "/"))
	version, _, _ = strings.Cut(version, "/")
	return fromJSR.of(s, name, version), name != ""
}

// denoPackage is a package without the file in it that is run: npm:@scope/name@1.2.3/bin.
var denoPackage = lazy.Regexp(`^npm:/?((?:@[^/]*/)?[^/]*)`)

// denoSpec reads what deno takes as a module. Words without a scheme are files.
func denoSpec(s string) (artifact, bool) {
	if m := denoPackage().FindStringSubmatch(s); m != nil {
		a, ok := npmSpec(m[1])
		return a, ok && a.kind == fromNPM
	}
	if strings.HasPrefix(s, "jsr:") {
		return jsrSpec(s)
	}
	return addressSpec(s)
}

// goSpec reads what go run takes: a package of the module itself has no version.
func goSpec(s string) (artifact, bool) {
	name, version, ok := strings.Cut(s, "@")
	return fromGo.artifact(name, version), ok && !isPath(s)
}

func gemSpec(s string) (artifact, bool) {
	name, version, _ := strings.Cut(s, ":")
	return fromGems.artifact(name, version), !isPath(s) && s != ""
}

func npmRepository(s string) (artifact, bool) { return gitSpec(s, "#"), true }

func cloneSpec(s string) (artifact, bool) {
	return gitSpec(s, "#"), !isPath(s) && (isGit(s) || remote(s))
}

// mavenSpec reads what jbang takes: group:artifact:version, alias@owner/repository, an address or a file.
func mavenSpec(s string) (artifact, bool) {
	switch parts := strings.Split(s[:min(len(s), 1024)], ":"); {
	case remote(s):
		return addressSpec(s)
	case isPath(s) || isScript(s):
		return artifact{}, false
	case len(parts) >= 3 && len(parts) <= 5:
		version, _, _ := strings.Cut(parts[2], "@")
		return fromMaven.artifact(parts[0]+":"+parts[1], version), true
	}
	alias, at, ok := strings.Cut(s, "@")
	return artifact{kind: fromGit, name: at}, ok && alias != "" && at != ""
}

// flakeParts are the repository of a flake, its branch and what may name one.
var flakeParts = lazy.Regexp(`^([^/?#]*/[^/?#]*)(?:/([^/?#]*))?(?:\?(?:[^#]*&)?(?:rev|ref)=([^&#]*))?`)

// flakeSpec reads the repository of a flake: github:owner/repo/branch. Those by other names are of Nix's own registry.
func flakeSpec(s string) (artifact, bool) {
	bare, _, _ := strings.Cut(s, "#")
	name, version := bare, ""
	if m := flakeParts().FindStringSubmatch(bare); m != nil {
		if version = m[2] + m[3]; m[2] != "" {
			name = m[1]
		}
	}
	return fromGit.artifact(name, version), isGit(bare) && !remote(bare)
}

// requirement is a requirement of Python (PEP 508): its name, extras, and what is said of its version.
var requirement = lazy.Regexp(`^([\p{L}\p{Nd}\p{Mn}._-]*)\s*(?:\[[^\]]*\]?)?\s*((?s:.*))$`)

// pypiSpec reads what pip and its like take as a requirement, with the name@version of uvx.
func pypiSpec(s string) (artifact, bool) {
	switch {
	case s == "" || s[0] == '-' || isPath(s) || isScript(s):
		return artifact{}, false
	case isGit(s) && !strings.HasPrefix(s, "git@"):
		return gitSpec(s, "@"), true
	case remote(s):
		return addressSpec(s)
	}
	m := requirement().FindStringSubmatch(s)
	a := artifact{kind: fromPyPI, name: m[1], pin: unknown}
	rest := strings.TrimSpace(m[2])
	switch {
	case a.name == "" || rest != "" && strings.IndexByte("${}%`", rest[0]) >= 0:
		a.name = ""
		return a, undecided(s)
	case rest == "" || rest[0] == ';':
		a.pin = unversioned
	case rest[0] == '@':
		a.version = strings.TrimSpace(rest[1:])
		if isGit(a.version) || remote(a.version) || isPath(a.version) {
			return pypiSpec(a.version)
		}
		a.pin = fromPyPI.pin(a.version)
	case strings.IndexByte("=<>!~(", rest[0]) >= 0:
		a.version, _, _ = strings.Cut(strings.Trim(rest, "()"), ";")
		a.version = strings.TrimSpace(a.version)
		if a.pin = fromPyPI.pin(a.version); a.pin == exact {
			a.version = strings.TrimSpace(strings.TrimLeft(a.version, "="))
		}
	case strings.Contains(rest, "/"):
		return artifact{}, false // A folder.
	}
	return a, true
}

func nugetSpec(s string) (artifact, bool)  { return plainSpec(s, fromNuGet) }
func cratesSpec(s string) (artifact, bool) { return plainSpec(s, fromCrates) }

func plainSpec(s string, kind source) (artifact, bool) {
	name, version := cutVersion(s)
	a := fromCrates.of(s, name, version)
	a.kind = kind
	return a, s != "" && s[0] != '-' && !isPath(s) && !isGit(s) && !remote(s)
}
