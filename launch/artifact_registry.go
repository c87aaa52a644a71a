package launch

import "strings"

// specReader reads what a program takes as the name of a package, image, repository or address. What is not fetched is not ok.
type specReader func(string) (artifact, bool)

// pin is how exact a version of a kind of artifact is.
func (k source) pin(v string) pin {
	switch k {
	case fromGit:
		return refPin(v)
	case fromPyPI, fromGems:
		return pythonPin(v)
	case fromNuGet:
		return nugetPin(v)
	case fromMaven:
		return mavenPin(v)
	}
	return versionPin(v)
}

// npmSpec reads what npm and its like take as a package.
func npmSpec(s string) (artifact, bool) {
	s = strings.TrimPrefix(strings.TrimPrefix(s, "npm:"), "/")
	switch {
	case s == "" || s[0] == '-' || isPath(s):
		return artifact{}, false
	case isGit(s):
		return gitSpec(s, "#"), true
	case remote(s):
		return addressSpec(s)
	case strings.HasPrefix(s, "jsr:"):
		return jsrSpec(s)
	}
	if scheme, _, ok := strings.Cut(s, ":"); ok && (scheme == "file" || scheme == "link" || scheme == "workspace" || scheme == "portal") {
		return artifact{}, false
	}
	name, version := cutVersion(s)
	if strings.ContainsAny(version, ":/") && !expands(version) {
		// An alias: name@npm:other@1, name@github:owner/repo.
		return npmSpec(version)
	}
	if name[0] != '@' && strings.Contains(name, "/") && !expands(name) {
		owner, repository, _ := strings.Cut(s, "/")
		bare, _, _ := strings.Cut(repository, "#")
		if owner == "" || strings.Contains(bare, "/") || isScript(bare) {
			return artifact{}, false
		}
		return gitSpec(s, "#"), true
	}
	return artifact{kind: fromNPM, name: name, version: version, pin: versionPinOf(s, version)}, true
}

// cutVersion cuts a package at the "@" behind its name. That of a scope stays.
func cutVersion(s string) (name, version string) {
	if len(s) < 2 {
		return s, ""
	}
	if at := strings.IndexByte(s[1:], '@'); at >= 0 {
		return s[:at+1], s[at+2:]
	}
	return s, ""
}

// jsrSpec reads a package of jsr.io.
func jsrSpec(s string) (artifact, bool) {
	name, version := cutVersion(strings.TrimPrefix(strings.TrimPrefix(s, "jsr:"), "/"))
	if name == "" {
		return artifact{}, false
	}
	version, _, _ = strings.Cut(version, "/")
	return artifact{kind: fromJSR, name: name, version: version, pin: versionPinOf(s, version)}, true
}

// denoSpec reads what deno takes as a module. Words without a scheme are files.
func denoSpec(s string) (artifact, bool) {
	switch {
	case strings.HasPrefix(s, "npm:"):
		a, ok := npmSpec(denoPackage(strings.TrimPrefix(strings.TrimPrefix(s, "npm:"), "/")))
		return a, ok && a.kind == fromNPM
	case strings.HasPrefix(s, "jsr:"):
		return jsrSpec(s)
	}
	return addressSpec(s)
}

// denoPackage is a package without the file in it that is run: npm:@scope/name@1.2.3/bin.
func denoPackage(s string) string {
	from := 0
	if strings.HasPrefix(s, "@") {
		from = strings.IndexByte(s, '/') + 1
	}
	if slash := strings.IndexByte(s[from:], '/'); slash >= 0 {
		return s[:from+slash]
	}
	return s
}

// nugetPin is how exact a version of NuGet is: 1.2 is the same as 1.2.0 there, and 1.* and [1,2) are ranges.
func nugetPin(v string) pin {
	if p := versionPin(v); p != moving || strings.ContainsAny(v, "*[(,") || v == "" || v[0] < '0' || v[0] > '9' {
		return p
	}
	return exact
}

// goSpec reads what go run takes: a package of the module itself has no version.
func goSpec(s string) (artifact, bool) {
	name, version, ok := strings.Cut(s, "@")
	if !ok || isPath(s) {
		return artifact{}, false
	}
	p := versionPin(version)
	if p == moving && len(version) >= 12 && isHex(version, len(version)) {
		p = digested
	}
	return artifact{kind: fromGo, name: name, version: version, pin: p}, true
}

func gemSpec(s string) (artifact, bool) {
	name, version, _ := strings.Cut(s, ":")
	return artifact{kind: fromGems, name: name, version: version, pin: pythonPin(version)}, !isPath(s) && s != ""
}

func npmRepository(s string) (artifact, bool) { return gitSpec(s, "#"), true }

// cloneSpec reads what git clone takes.
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
		return artifact{kind: fromMaven, name: parts[0] + ":" + parts[1], version: version, pin: mavenPin(version)}, true
	}
	if alias, at, ok := strings.Cut(s, "@"); ok && alias != "" && at != "" {
		return artifact{kind: fromGit, name: at}, true
	}
	return artifact{}, false
}

// mavenPin is how exact a version of Maven is, which need not be made of numbers.
func mavenPin(v string) pin {
	switch up := strings.ToUpper(v); {
	case isVariable(v):
		return unknown
	case up == "LATEST" || up == "RELEASE" || strings.HasSuffix(up, "-SNAPSHOT") || strings.ContainsAny(v, "[(+") || v == "":
		return moving
	}
	return exact
}

// flakeSpec reads the repository of a flake: github:owner/repo/branch. Those by other names are of Nix's own registry.
func flakeSpec(s string) (artifact, bool) {
	bare, _, _ := strings.Cut(s, "#")
	if !isGit(bare) || remote(bare) {
		return artifact{}, false
	}
	a := artifact{kind: fromGit, name: bare}
	at, query, _ := strings.Cut(bare, "?")
	if parts := strings.Split(at, "/"); len(parts) == 3 {
		a.name, a.version = parts[0]+"/"+parts[1], parts[2]
	}
	for pair := range strings.SplitSeq(query, "&") {
		if key, v, _ := strings.Cut(pair, "="); key == "rev" || key == "ref" {
			a.version = v
		}
	}
	a.pin = refPin(a.version)
	return a, true
}

// pypiSpec reads what pip and its like take as a requirement (PEP 508), with the name@version of uvx.
func pypiSpec(s string) (artifact, bool) {
	switch {
	case s == "" || s[0] == '-' || isPath(s) || isScript(s):
		return artifact{}, false
	case isGit(s) && !strings.HasPrefix(s, "git@"):
		return gitSpec(s, "@"), true
	case remote(s):
		return addressSpec(s)
	}
	end := strings.IndexFunc(s, func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("._-", r) })
	if end < 0 {
		return artifact{kind: fromPyPI, name: s}, true
	}
	name, rest := s[:end], strings.TrimSpace(s[end:])
	if strings.HasPrefix(rest, "[") {
		_, rest, _ = strings.Cut(rest, "]")
		rest = strings.TrimSpace(rest)
	}
	a := artifact{kind: fromPyPI, name: name, pin: unknown}
	switch {
	case name == "" || rest != "" && strings.IndexByte("${}%`", rest[0]) >= 0:
		a.name = ""
		return a, undecided(s)
	case rest == "" || rest[0] == ';':
		a.pin = unversioned
	case rest[0] == '@':
		a.version = strings.TrimSpace(rest[1:])
		switch {
		case isGit(a.version) || remote(a.version):
			return pypiSpec(a.version)
		case isPath(a.version) || strings.HasPrefix(a.version, "file:"):
			return artifact{}, false
		}
		a.pin = pythonPin(a.version)
	case strings.IndexByte("=<>!~(", rest[0]) >= 0:
		a.version, _, _ = strings.Cut(strings.Trim(rest, "()"), ";")
		a.version = strings.TrimSpace(a.version)
		a.pin = pythonPin(a.version)
		if a.pin == exact {
			a.version = strings.TrimSpace(strings.TrimLeft(a.version, "="))
		}
	case strings.Contains(rest, "/"):
		return artifact{}, false // A folder.
	}
	return a, true
}

// pythonPin is how exact a version of Python's packages is. There 1 is the same as 1.0.0 (PEP 440), unlike in npm.
func pythonPin(v string) pin {
	switch {
	case v == "":
		return unversioned
	case isVariable(v):
		return unknown
	case strings.Contains(v, "*"):
		return moving
	}
	for clause := range strings.SplitSeq(v, ",") {
		bare := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(clause), "=v"))
		if bare != "" && bare[0] >= '0' && bare[0] <= '9' {
			return exact
		}
	}
	return moving
}

func nugetSpec(s string) (artifact, bool)  { return plainSpec(s, fromNuGet) }
func cratesSpec(s string) (artifact, bool) { return plainSpec(s, fromCrates) }

func plainSpec(s string, kind source) (artifact, bool) {
	if s == "" || s[0] == '-' || isPath(s) || isGit(s) || remote(s) {
		return artifact{}, false
	}
	name, version := cutVersion(s)
	return artifact{kind: kind, name: name, version: version, pin: versionPinOf(s, version)}, true
}
