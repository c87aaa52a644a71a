package launch

import "strings"

var (
	// denoOptions are those of deno: nearly all take their value behind "=".
	denoOptions  = grammar{valued: []string{"--config", "--import-map", "--location", "--seed", "--cert", "--port", "--host", "--ext", "--log-level", "--preload", "--name", "--root"}, short: "cLn"}
	dotnetOption = grammar{valued: []string{"--version", "--source", "--add-source", "--configfile", "--framework", "--verbosity", "--arch"}, short: "vfs"}
	goOptions    = grammar{valued: []string{
		"-C", "-mod", "-modfile", "-exec", "-tags", "-ldflags", "-gcflags", "-asmflags", "-o", "-p", "-overlay", "-pgo", "-covermode", "-coverpkg", "-toolexec",
	}, words: true}
	cargoOptions = grammar{valued: []string{
		"--version", "--git", "--branch", "--tag", "--rev", "--path", "--root", "--registry", "--index", "--features", "--target", "--profile", "--bin",
		"--example", "--config", "--target-dir", "--color", "--jobs",
	}, short: "FjZ"}
	gemOptions   = grammar{valued: []string{"--version", "--gem", "--source", "--install-dir", "--bindir"}, short: "vgsin"}
	gitOptions   = grammar{valued: []string{"--branch", "--depth", "--config", "--origin", "--reference", "--git-dir", "--work-tree"}, short: "bcCoj"}
	jbangOptions = grammar{valued: []string{"--java", "--main", "--deps", "--repos", "--runtime-option", "--javaagent", "--cp", "--class-path"}, short: "jmDRCs"}
	nixOptions   = grammar{valued: []string{"--extra-experimental-features", "--experimental-features", "--option", "--override-input", "--refresh-interval"}, short: "f"}
)

// other looks at the programs of other languages.
func (f *fetcher) other(name string, args []word) {
	switch name {
	case "deno", "dx":
		f.deno(name, args)
	case "dnx":
		f.dotnet("dnx", args)
	case "dotnet":
		switch do, more := verb(args); {
		case do == "dnx":
			f.dotnet("dotnet dnx", more)
		case do == "tool" && len(more) > 0 && (more[0].text == "exec" || more[0].text == "execute" || more[0].text == "install"):
			f.dotnet("dotnet tool "+more[0].text, more[1:])
		}
	case "go":
		_, rest, _ := goOptions.parse(f.t, args)
		do, more := verb(rest)
		if do != "run" && do != "install" {
			return
		}
		_, rest, _ = goOptions.parse(f.t, more)
		if len(rest) > 0 {
			f.add("go "+do, rest[0], goSpec, false)
		}
	case "cargo":
		f.cargo(args)
	case "gem":
		f.gem(args)
	case "git":
		_, rest, _ := gitOptions.parse(f.t, args)
		if do, more := verb(rest); do == "clone" {
			f.clone(more)
		}
	case "jbang":
		_, rest, _ := jbangOptions.parse(f.t, args)
		if do, more := verb(rest); do == "run" {
			_, rest, _ = jbangOptions.parse(f.t, more)
		}
		if len(rest) > 0 {
			f.add("jbang", rest[0], mavenSpec, false)
		}
	case "nix":
		_, rest, _ := nixOptions.parse(f.t, args)
		do, more := verb(rest)
		if _, rest, _ = nixOptions.parse(f.t, more); do == "run" && len(rest) > 0 {
			f.add("nix run", rest[0], flakeSpec, false)
		}
	}
}

func (f *fetcher) deno(name string, args []word) {
	_, rest, _ := denoOptions.parse(f.t, args)
	do, more := verb(rest)
	switch {
	case name == "dx":
		more = rest
	case do == "run" || do == "serve" || do == "x" || do == "install":
		_, more, _ = denoOptions.parse(f.t, more)
		name += " " + do
	case remote(do) || strings.HasPrefix(do, "npm:") || strings.HasPrefix(do, "jsr:"):
		more = rest
	default:
		return
	}
	if len(more) > 0 {
		f.add(name, more[0], denoSpec, false)
		f.nested(more[1:])
	}
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

func (f *fetcher) dotnet(launcher string, args []word) {
	opts, rest, behind := dotnetOption.mixed(f.t, args)
	f.sources(opts)
	if len(rest) == 0 || f.packaged {
		return
	}
	before := len(f.found)
	f.add(launcher, rest[0], nugetSpec, false)
	for _, o := range opts {
		if o.is("--version") && o.given && len(f.found) > before {
			f.found[before].version, f.found[before].pin = o.value.text, nugetPin(o.value.text)
		}
	}
	f.nested(behind)
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

func (f *fetcher) cargo(args []word) {
	do, more := verb(args)
	if do != "install" && do != "binstall" && do != "run" {
		return
	}
	opts, rest, _ := cargoOptions.mixed(f.t, more)
	if do == "run" {
		opts, rest, _ = cargoOptions.parse(f.t, more)
	}
	var version, ref *option
	for i := range opts {
		switch o := &opts[i]; {
		case o.is("--path"):
			return
		case o.is("--version", "--vers"):
			version = o
		case o.is("--rev", "--tag", "--branch"):
			ref = o
		}
	}
	before := len(f.found)
	for _, o := range opts {
		if o.is("--git") && o.given {
			f.add("cargo "+do, o.value, func(s string) (artifact, bool) { return gitSpec(s, "#"), true }, false)
			if ref != nil && len(f.found) > before {
				f.found[before].version, f.found[before].pin = ref.value.text, refPin(ref.value.text)
			}
			return
		}
	}
	if do == "run" {
		// What stands behind it is given to the program of the project.
		return
	}
	for i, w := range rest {
		f.add("cargo "+do, w, cratesSpec, i > 0)
	}
	if version != nil && len(f.found) > before {
		f.found[before].version, f.found[before].pin = version.value.text, versionPin(version.value.text)
	}
}

func (f *fetcher) gem(args []word) {
	do, more := verb(args)
	var opts []option
	var rest []word
	switch do {
	case "exec":
		opts, rest, _ = gemOptions.parse(f.t, more)
	case "install":
		opts, rest, _ = gemOptions.mixed(f.t, more)
	default:
		return
	}
	for _, o := range opts {
		if o.is("-g", "--gem") && o.given {
			rest = []word{o.value}
		}
	}
	if len(rest) == 0 {
		return
	}
	before := len(f.found)
	f.add("gem "+do, rest[0], func(s string) (artifact, bool) {
		name, version, _ := strings.Cut(s, ":")
		return artifact{kind: fromGems, name: name, version: version, pin: pythonPin(version)}, !isPath(s) && s != ""
	}, false)
	for _, o := range opts {
		if o.is("-v", "--version") && o.given && len(f.found) > before {
			f.found[before].version, f.found[before].pin = o.value.text, pythonPin(o.value.text)
		}
	}
}

func (f *fetcher) clone(args []word) {
	opts, rest, _ := gitOptions.mixed(f.t, args)
	if len(rest) == 0 || isPath(rest[0].text) {
		return
	}
	before := len(f.found)
	f.add("git clone", rest[0], func(s string) (artifact, bool) { return gitSpec(s, "#"), isGit(s) || remote(s) }, false)
	for _, o := range opts {
		if o.is("-b", "--branch") && o.given && len(f.found) > before {
			f.found[before].version, f.found[before].pin = o.value.text, refPin(o.value.text)
		}
	}
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
