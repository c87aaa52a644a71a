package launch

import "strings"

var (
	// uvOptions are those of uv, uvx and uv run.
	uvOptions = grammar{
		bools: []string{
			"--quiet", "--verbose", "--isolated", "--offline", "--refresh", "--reinstall", "--upgrade", "--native-tls", "--managed-python",
			"--all-extras", "--all-groups", "--dev", "--only-dev", "--exact", "--frozen", "--locked", "--active", "--all-packages", "--script",
			"--gui-script", "--compile-bytecode", "--help", "--version", "--show-settings", "--lfs", "--system", "--force", "--module", "--pre",
		},
		short: "pwicfPCbo",
	}
	// pipxOptions are those of pipx and pip-run.
	pipxOptions = grammar{valued: []string{"--spec", "--python", "--pip-args", "--index-url", "--with", "--fetch-python", "--suffix", "--backend"}, short: "i"}
	// pipOptions are those of pip install.
	pipOptions = grammar{
		valued: []string{
			"--requirement", "--constraint", "--editable", "--target", "--prefix", "--root", "--src", "--index-url", "--extra-index-url", "--find-links",
			"--proxy", "--cache-dir", "--trusted-host", "--python", "--platform", "--timeout", "--log", "--only-binary", "--no-binary", "--upgrade-strategy",
		},
		short: "rcetif",
	}
)

// python looks at the programs of Python.
func (f *fetcher) python(name string, args []word) {
	switch name {
	case "uvx":
		opts, rest, _ := uvOptions.parse(f.t, args)
		f.uvx("uvx", opts, rest)
	case "uv":
		opts, rest, _ := uvOptions.parse(f.t, args)
		do, more := verb(rest)
		if do == "tool" || do == "pip" {
			sub, behind := verb(more)
			do, more = do+" "+sub, behind
		}
		inner, words, _ := uvOptions.parse(f.t, more)
		opts = append(opts, inner...)
		switch do {
		case "tool run":
			f.uvx("uv tool run", opts, words)
		case "run":
			f.uvRun(opts, words)
		case "tool install":
			f.install("uv tool install", pypiSpec, &uvOptions, more)
		case "pip install":
			f.install("uv pip install", pypiSpec, &pipOptions, more)
		}
	case "pipx":
		_, rest, _ := pipxOptions.parse(f.t, args)
		switch do, more := verb(rest); do {
		case "run":
			f.pipxRun(more)
		case "install":
			f.install("pipx install", pypiSpec, &pipxOptions, more)
		}
	case "rye":
		if len(args) > 2 && (args[0].text == "tools" || args[0].text == "tool") && (args[1].text == "run" || args[1].text == "install") {
			f.add("rye tools "+args[1].text, args[2], pypiSpec, false)
		}
	case "pip", "pip3":
		if do, more := verb(args); do == "install" {
			f.install("pip install", pypiSpec, &pipOptions, more)
		}
	case "pip-run":
		_, specs, behind := pipxOptions.mixed(f.t, args)
		for i, w := range specs {
			f.add("pip-run", w, pypiSpec, i > 0)
		}
		f.nested(behind)
	default:
		if len(args) > 1 && args[0].text == "-m" {
			switch module := args[1].text; module {
			case "uv", "uvx", "pipx", "pip":
				f.command(module, args[2:])
			}
		}
	}
}

// uvx looks at the words behind uvx.
func (f *fetcher) uvx(launcher string, opts []option, rest []word) {
	if flagged(opts, "--offline") {
		return
	}
	f.sources(opts)
	from := false
	for _, o := range opts {
		if o.is("--from") && o.given {
			from = true
			f.add(launcher, o.value, pypiSpec, false)
		}
	}
	if !from && len(rest) > 0 && !f.packaged {
		f.add(launcher, rest[0], pypiSpec, false)
	}
	f.with(launcher, opts)
	if len(rest) > 0 {
		f.nested(rest[1:])
	}
}

// uvRun looks at the words behind uv run, which runs what the project has: only what is added is fetched, and scripts at an address.
func (f *fetcher) uvRun(opts []option, rest []word) {
	if flagged(opts, "--offline") {
		return
	}
	f.sources(opts)
	f.with("uv run", opts)
	if len(rest) == 0 {
		return
	}
	if remote(rest[0].text) {
		f.add("uv run", rest[0], addressSpec, false)
	}
	if strings.HasPrefix(programName(rest[0].text), "python") {
		f.command("python", rest[1:])
		return
	}
	f.nested(rest)
}

// with looks at the packages that are added beside what is run. One option may name several between commas, which also stand between the
// bounds of a version.
func (f *fetcher) with(launcher string, opts []option) {
	for _, o := range opts {
		if !o.is("--with", "-w") || !o.given {
			continue
		}
		text, from, depth := o.value.text, 0, 0
		for at := 0; at < len(text) && len(f.found) < maxArtifacts; at++ {
			switch c := text[at]; {
			case c == '[':
				depth++
			case c == ']':
				depth--
			case c == ',' && depth == 0 && isLetter(strings.TrimSpace(text[at+1:min(at+3, len(text))])):
				f.add(launcher, o.value.slice(f.t, from, at), pypiSpec, true)
				from = at + 1
			}
		}
		f.add(launcher, o.value.slice(f.t, from, len(text)), pypiSpec, true)
	}
}

// pipxRun looks at the words behind pipx run.
func (f *fetcher) pipxRun(args []word) {
	opts, rest, _ := pipxOptions.parse(f.t, args)
	f.sources(opts)
	spec := false
	for _, o := range opts {
		if o.is("--spec", "--with") && o.given {
			spec = spec || o.is("--spec")
			f.add("pipx run", o.value, pypiSpec, o.is("--with"))
		}
	}
	if len(rest) == 0 {
		return
	}
	if !spec && !f.packaged {
		f.add("pipx run", rest[0], pypiSpec, false)
	}
	f.nested(rest[1:])
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
