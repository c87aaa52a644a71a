package launch

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// The options of programs that fetch; see grammar. Of options that npm does not know, it takes the next word as the value too.
var (
	npmOptions = &grammar{
		bools: wordset.Of("--yes --no --quiet --silent --verbose --ignore-existing --prefer-online --prefer-offline --offline --global " +
			"--workspaces --include-workspace-root --foreground-scripts --ignore-scripts --force --legacy-peer-deps --strict-ssl --shell-mode " +
			"--bun --help --version --always-spawn --json --color --latest --frozen-lockfile --save --save-dev --save-exact --production " +
			"--recursive --hot --watch --smol --if-present --progress --fund --audit --dry-run"),
		short: "pcCwF",
	}
	uvOptions = &grammar{
		bools: wordset.Of("--quiet --verbose --isolated --offline --refresh --reinstall --upgrade --native-tls --managed-python --all-extras " +
			"--all-groups --dev --only-dev --exact --frozen --locked --active --all-packages --script --gui-script --compile-bytecode --help " +
			"--version --show-settings --lfs --system --force --module --pre"),
		short: "pwicfPCbo",
	}
	pipxOptions = &grammar{valued: wordset.Of("--spec --python --pip-args --index-url --with --fetch-python --suffix --backend"), short: "i"}
	pipOptions  = &grammar{
		valued: wordset.Of("--requirement --constraint --editable --target --prefix --root --src --index-url --extra-index-url --find-links " +
			"--proxy --cache-dir --trusted-host --python --platform --timeout --log --only-binary --no-binary --upgrade-strategy"),
		short: "rcetif",
	}
	// denoOptions nearly all take their value behind "=".
	denoOptions = &grammar{valued: wordset.Of("--config --import-map --location --seed --cert --port --host --ext --log-level --preload " +
		"--name --root"), short: "cLn"}
	dotnetOptions = &grammar{valued: wordset.Of("--version --source --add-source --configfile --framework --verbosity --arch"), short: "vfs"}
	goOptions     = &grammar{
		valued: wordset.Of("-C -mod -modfile -exec -tags -ldflags -gcflags -asmflags -o -p -overlay -pgo -covermode -coverpkg -toolexec"),
		words:  true,
	}
	cargoOptions = &grammar{
		valued: wordset.Of("--version --git --branch --tag --rev --path --root --registry --index --features --target --profile --bin " +
			"--example --config --target-dir --color --jobs"), short: "FjZ",
	}
	gemOptions   = &grammar{valued: wordset.Of("--version --gem --source --install-dir --bindir"), short: "vgsin"}
	gitOptions   = &grammar{valued: wordset.Of("--branch --depth --config --origin --reference --git-dir --work-tree"), short: "bcCoj"}
	jbangOptions = &grammar{valued: wordset.Of("--java --main --deps --repos --runtime-option --javaagent --cp --class-path"), short: "jmDRCs"}
	nixOptions   = &grammar{valued: wordset.Of("--extra-experimental-features --experimental-features --option --override-input " +
		"--refresh-interval"), short: "f"}
)

// verbOptions are the programs that fetch, with the options that they take in front of their verb.
var verbOptions = map[string]*grammar{
	"npm": npmOptions, "pnpm": npmOptions, "yarn": npmOptions, "bun": npmOptions, "uv": uvOptions, "pipx": pipxOptions, "deno": denoOptions,
	"go": goOptions, "git": gitOptions, "jbang": jbangOptions, "nix": nixOptions, "npx": nil, "bunx": nil, "pnpx": nil, "uvx": nil, "pip": nil,
	"pip-run": nil, "rye": nil, "dx": nil, "dnx": nil, "dotnet": nil, "cargo": nil, "gem": nil,
}

type fetch struct {
	options *grammar
	// mixed is set when options may stand between and behind the other words, all when each of those names something, and not the first only.
	mixed, all bool
	read       specReader
	// named are options that name it in place of the first word, which namedRead reads, or else read; unless are those without which no word
	// does.
	named, unless []string
	namedRead     specReader
	// beside are options that add packages, version those that say which version, and offline those with which nothing is fetched.
	beside, version, offline []string
	// indexed is set when options may name a registry, runs when what follows is given to what is fetched, and may be a command, and project
	// when the first word is a program of the project.
	indexed, runs, project bool
}

var (
	npxFetch = fetch{
		options: npmOptions, read: npmSpec, named: []string{"--package", "-p"}, unless: []string{"--call", "-c"},
		offline: []string{"--no-install", "--no", "--offline"}, indexed: true, runs: true,
	}
	uvxFetch = fetch{
		options: uvOptions, read: pypiSpec, named: []string{"--from"}, beside: []string{"--with", "-w"},
		offline: []string{"--offline"}, indexed: true, runs: true,
	}
	npmInstall  = fetch{options: npmOptions, mixed: true, all: true, read: npmSpec, indexed: true}
	pipInstall  = fetch{options: pipOptions, mixed: true, all: true, read: pypiSpec, indexed: true}
	ryeFetch    = fetch{options: &grammar{bools: map[string]bool{}}, read: pypiSpec}
	bunFetch    = fetch{options: npmOptions, read: addressSpec}
	denoFetch   = fetch{options: denoOptions, read: denoSpec, runs: true}
	dotnetFetch = fetch{options: dotnetOptions, mixed: true, read: nugetSpec, version: []string{"--version"}, indexed: true, runs: true}
	goFetch     = fetch{options: goOptions, read: goSpec}
	cargoFetch  = fetch{
		options: cargoOptions, mixed: true, all: true, read: cratesSpec, named: []string{"--git"}, namedRead: npmRepository,
		offline: []string{"--path"}, version: []string{"--version", "--vers", "--rev", "--tag", "--branch"},
	}
	gemNames   = []string{"-g", "--gem"}
	gemVersion = []string{"-v", "--version"}
	jbangFetch = fetch{options: jbangOptions, read: mavenSpec}
)

var fetches = map[string]fetch{
	"npx": npxFetch, "bunx": npxFetch, "pnpx": npxFetch, "npm exec": npxFetch, "npm x": npxFetch, "pnpm dlx": npxFetch, "yarn dlx": npxFetch,
	"bun x": npxFetch, "npm install": npmInstall, "npm i": npmInstall, "npm add": npmInstall, "pnpm add": npmInstall, "bun add": npmInstall,
	"bun install": npmInstall, "bun i": npmInstall, "yarn add": npmInstall, "bun": bunFetch, "bun run": bunFetch, "uvx": uvxFetch,
	"uv tool run": uvxFetch,
	// uv run runs what the project has: only what is added is fetched, and scripts at an address.
	"uv run": {
		options: uvOptions, read: addressSpec, beside: []string{"--with", "-w"}, offline: []string{"--offline"}, indexed: true, project: true,
	},
	"uv tool install": {options: uvOptions, mixed: true, all: true, read: pypiSpec, indexed: true}, "uv pip install": pipInstall,
	"pip install":   pipInstall,
	"pipx run":      {options: pipxOptions, read: pypiSpec, named: []string{"--spec"}, beside: []string{"--with"}, indexed: true, runs: true},
	"pipx install":  {options: pipxOptions, mixed: true, all: true, read: pypiSpec, indexed: true},
	"pip-run":       {options: pipxOptions, mixed: true, all: true, read: pypiSpec, runs: true},
	"rye tools run": ryeFetch, "rye tools install": ryeFetch, "rye tool run": ryeFetch, "rye tool install": ryeFetch,
	"deno": {options: denoOptions, read: denoSpec}, "deno run": denoFetch, "deno serve": denoFetch, "deno x": denoFetch,
	"deno install": denoFetch, "dx": denoFetch, "dnx": dotnetFetch, "dotnet dnx": dotnetFetch, "dotnet tool exec": dotnetFetch,
	"dotnet tool execute": dotnetFetch, "dotnet tool install": dotnetFetch, "go run": goFetch, "go install": goFetch,
	"cargo install": cargoFetch, "cargo binstall": cargoFetch,
	// The text behind cargo run is given to the program of the project.
	"cargo run": {
		options: cargoOptions, named: cargoFetch.named, namedRead: npmRepository, offline: cargoFetch.offline, version: cargoFetch.version,
	},
	"gem exec":    {options: gemOptions, read: gemSpec, named: gemNames, version: gemVersion},
	"gem install": {options: gemOptions, mixed: true, read: gemSpec, named: gemNames, version: gemVersion},
	"git clone":   {options: gitOptions, mixed: true, read: cloneSpec, version: []string{"-b", "--branch"}},
	"jbang":       jbangFetch, "jbang run": jbangFetch, "nix run": {options: nixOptions, read: flakeSpec},
}

func (f *fetcher) command(name string, args []word) {
	if f.depth >= maxLaunchers {
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	do, more := verb(args)
	_, fetches := verbOptions[name]
	switch {
	case fetches:
		f.packages(name, args)
	case isOneOf(name, "docker", "podman", "nerdctl", "finch", "container"):
		f.container(name, args)
	case name == "pip3":
		f.packages("pip", args)
	case name == "node":
		// npx.cmd of Windows, spelled out.
		if script := path.Base(slashed(do)); script == "npx-cli.js" || script == "npm-cli.js" {
			f.command(script[:3], more)
		}
	case name == "corepack":
		_, rest, _ := npmOptions.parse(f.t, args)
		do, more = verb(rest)
		if program, _, _ := strings.Cut(do, "@"); isOneOf(program, "npm", "npx", "pnpm", "pnpx", "yarn") {
			f.command(program, more)
		}
	case name == "py", strings.HasPrefix(name, "python"):
		if module, behind := verb(more); do == "-m" && isOneOf(module, "uv", "uvx", "pipx", "pip") {
			f.command(module, behind)
		}
	case isOneOf(name, "fnm", "volta", "nvm", "proto", "pixi", "hatch", "devbox"):
		f.nested(args)
	default:
		// aws-vault exec work -- npx …
		at := slices.IndexFunc(args, func(w word) bool { return w.text == "--" })
		if program, behind := verb(args[at+1:]); at >= 0 && launchers[programName(program)] {
			f.command(programName(program), behind)
		}
	}
}

func (f *fetcher) packages(name string, args []word) {
	var before []option
	words := args
	if g := verbOptions[name]; g != nil {
		before, words, _ = g.parse(f.t, args)
	}
	r, ok := fetches[name]
	launcher, long := name, name
	for i, w := range words[:min(len(words), 2)] {
		long += " " + w.text
		if longer, is := fetches[long]; is {
			r, ok, launcher, words = longer, true, long, words[i+1:]
			break
		}
	}
	if ok {
		f.fetch(launcher, r, before, words)
	}
}

// fetch adds what a command fetches, by the options in front of its verb and the words behind it.
func (f *fetcher) fetch(launcher string, r fetch, before []option, args []word) {
	opts, words, behind := r.options.split(f.t, args, r.mixed)
	opts = append(before, opts...)
	if flagged(opts, r.offline...) {
		return
	}
	for _, o := range opts {
		if r.indexed && o.given && o.is(indexOptions...) && len(f.indexes) < maxArtifacts {
			f.indexes = append(f.indexes, o)
		}
	}
	if r.namedRead == nil {
		r.namedRead = r.read
	}
	first, named := len(f.found), 0
	for _, o := range opts {
		if o.given && o.is(r.named...) {
			f.add(launcher, o.value, r.namedRead, named > 0)
			named++
		}
	}
	if named == 0 && !f.packaged && r.read != nil && !flagged(opts, r.unless...) {
		specs := words
		if !r.all {
			specs = words[:min(len(words), 1)]
		}
		for _, w := range specs {
			f.add(launcher, w, r.read, len(specs) > 1)
		}
		if len(f.found) > first && !flagged(opts, "--yes", "-y") && isOneOf(launcher, "npx", "bunx", "bun x", "npm exec", "npm x") {
			// These look into the project before they fetch.
			f.found[first].local = runsProject(behind)
		}
	}
	for _, o := range opts {
		if o.given && o.is(r.version...) && len(f.found) > first {
			a := &f.found[first]
			a.version, a.pin = o.value.text, a.kind.pin(o.value.text)
		}
		if o.given && o.is(r.beside...) {
			f.beside(launcher, o.value)
		}
	}
	switch {
	case r.project && len(words) > 0 && strings.HasPrefix(programName(words[0].text), "python"):
		f.command("python", behind)
	case r.project:
		f.nested(words)
	case r.runs && !f.packaged:
		f.nested(behind)
	}
}

// added are the packages that an option adds. It may name several between commas, which also stand between the bounds of a version.
var added = lazy.Regexp(`(?:\[[^\]]*\]?|,\s?[^\sA-Za-z]|,\s\s|[^,\[])+`)

func (f *fetcher) beside(launcher string, w word) {
	for _, at := range added().FindAllStringIndex(w.text[:min(len(w.text), maxScript)], maxArtifacts) {
		f.add(launcher, w.slice(f.t, at[0], at[1]), pypiSpec, true)
	}
}

// runsProject reports whether the arguments begin with a script of the project, whose dependency the program is then: npx tsx src/a.ts.
func runsProject(args []word) bool {
	for _, w := range args[:min(len(args), 4)] {
		if isOneOf(path.Ext(w.text), ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx") {
			return !remote(w.text)
		}
	}
	return false
}
