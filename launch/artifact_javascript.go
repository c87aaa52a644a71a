package launch

import (
	"path"
	"strings"
)

// npmOptions are those of npm, npx, pnpm, yarn and bun. Of options that none of them has, npm takes the next word as the value too.
var npmOptions = grammar{
	bools: []string{
		"--yes", "--no", "--quiet", "--silent", "--verbose", "--ignore-existing", "--prefer-online", "--prefer-offline", "--offline", "--global",
		"--workspaces", "--include-workspace-root", "--foreground-scripts", "--ignore-scripts", "--force", "--legacy-peer-deps", "--strict-ssl",
		"--shell-mode", "--bun", "--help", "--version", "--always-spawn", "--json", "--color", "--latest", "--frozen-lockfile", "--save", "--save-dev",
		"--save-exact", "--production", "--recursive", "--hot", "--watch", "--smol", "--if-present", "--progress", "--fund", "--audit", "--dry-run",
	},
	short: "pcCwF",
}

// javascript looks at the programs of npm and its like.
func (f *fetcher) javascript(name string, args []word) {
	opts, rest, _ := npmOptions.parse(f.t, args)
	do, more := verb(rest)
	switch name {
	case "npx", "bunx", "pnpx":
		f.npx(name, opts, rest)
	case "node":
		// npx.cmd of Windows, spelled out.
		if len(args) > 0 {
			switch path.Base(strings.ReplaceAll(args[0].text, `\`, "/")) {
			case "npx-cli.js":
				f.command("npx", args[1:])
			case "npm-cli.js":
				f.command("npm", args[1:])
			}
		}
	case "corepack":
		program, _, _ := strings.Cut(do, "@")
		if program == "npm" || program == "npx" || program == "pnpm" || program == "pnpx" || program == "yarn" {
			f.command(program, more)
		}
	default:
		if len(rest) == 0 {
			return
		}
		inner, words, _ := npmOptions.parse(f.t, more)
		opts = append(opts, inner...)
		switch name + " " + do {
		case "npm exec", "npm x", "pnpm dlx", "yarn dlx", "bun x":
			f.npx(name+" "+do, opts, words)
		case "npm install", "npm i", "npm add", "pnpm add", "bun add", "bun install", "bun i", "yarn add":
			f.install(name+" "+do, npmSpec, &npmOptions, more)
		case "bun run":
			if len(words) > 0 && remote(words[0].text) {
				f.add("bun run", words[0], addressSpec, false)
			}
		default:
			if name == "bun" && remote(do) {
				f.add("bun", rest[0], addressSpec, false)
			}
		}
	}
}

// npx looks at the words behind npx and its like.
func (f *fetcher) npx(launcher string, opts []option, rest []word) {
	if flagged(opts, "--no-install", "--no", "--offline") {
		return
	}
	f.sources(opts)
	packages := 0
	for _, o := range opts {
		if o.is("--package", "-p") && o.given {
			f.add(launcher, o.value, npmSpec, packages > 0)
			packages++
		}
	}
	if len(rest) == 0 || f.packaged {
		return
	}
	if packages == 0 && !flagged(opts, "--call", "-c") {
		before := len(f.found)
		f.add(launcher, rest[0], npmSpec, false)
		if len(f.found) > before && !flagged(opts, "--yes", "-y") && prefersLocal(launcher) {
			f.found[before].local = runsProject(rest[1:])
		}
	}
	f.nested(rest[1:])
}

// prefersLocal reports whether a launcher looks into the project before it fetches. Those of pnpm and yarn do not.
func prefersLocal(launcher string) bool {
	return launcher == "npx" || launcher == "bunx" || launcher == "bun x" || launcher == "npm exec" || launcher == "npm x"
}

// runsProject reports whether the arguments begin with a script of the project, so that the program is one of its own dependencies:
// npx tsx src/index.ts.
func runsProject(args []word) bool {
	for _, w := range args[:min(len(args), 4)] {
		switch path.Ext(w.text) {
		case ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx":
			return !remote(w.text)
		}
	}
	return false
}

// install looks at what is installed by name. Without one, what the project says is installed.
func (f *fetcher) install(launcher string, read func(string) (artifact, bool), g *grammar, args []word) {
	opts, specs, _ := g.mixed(f.t, args)
	f.sources(opts)
	for _, w := range specs {
		f.add(launcher, w, read, len(specs) > 1)
	}
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
