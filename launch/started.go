package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// starter is a program that starts another one which follows it, and how its own words end.
type starter struct {
	// verbs, when not empty, are the words one of which must come first: dotenvx run -- npx.
	verbs string
	// valued are options that take the next word as their value.
	valued string
	// skip is how many words stand before the program, beside options: timeout 30 npx.
	skip int
	// dashes is set when the program comes behind "--" and nowhere else.
	dashes bool
}

// starters are the programs that start another one: of POSIX and GNU coreutils, those that fill in secrets and versions, and bridges
// between transports.
var starters = map[string]starter{
	"nohup": {}, "command": {}, "builtin": {}, "setsid": {}, "arch": {}, "busybox": {}, "toybox": {}, "cross-env": {},
	"env":       {valued: "-u --unset -C --chdir"},
	"sudo":      {valued: "-u -g -h -p -C -D -R -T --user --group"},
	"doas":      {valued: "-u -C"},
	"exec":      {valued: "-a"},
	"time":      {valued: "-f -o"},
	"nice":      {valued: "-n --adjustment"},
	"ionice":    {valued: "-c -n -p"},
	"timeout":   {valued: "-k -s --kill-after --signal", skip: 1},
	"gtimeout":  {valued: "-k -s --kill-after --signal", skip: 1},
	"stdbuf":    {valued: "-i -o -e"},
	"xargs":     {valued: "-I -n -P -L -d -a -E -s --max-args --max-procs"},
	"xvfb-run":  {valued: "-n -s --server-num --server-args"},
	"wsl":       {valued: "-d --distribution -u --user --cd"},
	"dotenv":    {valued: "-e -f -v -p -c"},
	"mise":      {verbs: "exec x", dashes: true},
	"asdf":      {verbs: "exec"},
	"fnm":       {verbs: "exec", valued: "--using"},
	"volta":     {verbs: "run", valued: "--node --npm --yarn --pnpm"},
	"nvm":       {verbs: "exec", skip: 1},
	"pdm":       {verbs: "run", valued: "-p --project"},
	"pixi":      {verbs: "run", valued: "-e --environment --manifest-path"},
	"direnv":    {verbs: "exec", skip: 1},
	"bundle":    {verbs: "exec"},
	"conda":     {verbs: "run", valued: "-n --name -p --prefix --cwd"},
	"nix":       {verbs: "develop shell", dashes: true},
	"start":     {valued: "/d /D"},
	"mcp-proxy": {valued: "--port --host --sse-port --sse-host -e --env --cwd --allow-origin -H --headers --transport --server --endpoint"},
	"mcpo":      {dashes: true},
	"hatch":     {verbs: "run"}, "rye": {verbs: "run"}, "poetry": {verbs: "run"}, "pipenv": {verbs: "run"},
	"dotenvx": {verbs: "run", dashes: true}, "doppler": {verbs: "run", dashes: true}, "op": {verbs: "run", dashes: true}, "infisical": {verbs: "run", dashes: true},
}

// packageNames are packages whose program has another name.
var packageNames = map[string]string{"dotenv-cli": "dotenv", "@dotenvx/dotenvx": "dotenvx", "cross-env-shell": "cross-env"}

// runners are the programs that run a package, which may be a starter, and the options that take a value.
var runners = map[string]starter{
	"npx": {valued: "-p --package"}, "bunx": {valued: "-p --package"}, "pnpx": {},
	"pnpm": {verbs: "dlx exec", valued: "--package"}, "yarn": {verbs: "dlx exec", valued: "-p --package"},
	"bun": {verbs: "x"}, "npm": {verbs: "exec x", valued: "-p --package"},
	"uvx": {valued: "--from --with -p --python --index-url --refresh-package"}, "pipx": {verbs: "run", valued: "--spec"},
	"uv": {verbs: "run", valued: "--with --directory --project -p --python --env-file --extra --group"},
}

// started returns the words of the command that a command starts, or nil.
func started(t detect.ToolView, c *command) []word {
	name := c.plainName()
	if other, ok := packageNames[name]; ok {
		name = other
	}
	if s, ok := starters[name]; ok {
		if name == "env" {
			if words := envString(t, c.args); words != nil {
				return words
			}
		}
		return s.rest(c.args)
	}
	if s, ok := runners[name]; ok {
		if rest := s.rest(c.args); len(rest) > 1 && startsOthers(rest[0].text) {
			return rest
		}
	}
	return embedded(c.args)
}

// startsOthers reports whether a package, as runners name it, starts what stands behind it.
func startsOthers(spec string) bool {
	c := command{program: word{text: spec}}
	name := c.plainName()
	_, starts := starters[name]
	_, other := packageNames[name]
	_, takes := scriptOptions[name]
	_, interprets := interpreter(name)
	return starts || other || takes || interprets || name == "concurrently" || slices.Contains(shells, name) || runners[name].valued != ""
}

// rest returns what follows the starter's own words.
func (s starter) rest(words []word) []word {
	if s.verbs != "" {
		if len(words) == 0 || !isOneOf(words[0].text, strings.Fields(s.verbs)...) {
			return nil
		}
		words = words[1:]
	}
	if s.dashes {
		at := slices.IndexFunc(words, func(w word) bool { return w.text == "--" || w.text == "-c" || w.text == "--command" })
		if at < 0 {
			return nil
		}
		return words[at+1:]
	}
	skip, valued := s.skip, strings.Fields(s.valued)
	for len(words) > 0 {
		switch w := words[0].text; {
		case w == "--":
			return words[1:]
		case slices.Contains(valued, w) && len(words) > 1:
			words = words[2:]
		case w == "" || strings.HasPrefix(w, "-") || isAssignment(w) || strings.HasPrefix(w, "/") && len(w) > 1 && !strings.ContainsAny(w[1:], "/.") && slices.Contains(switches, strings.ToLower(w[1:])):
			words = words[1:]
		case skip > 0:
			skip--
			words = words[1:]
		default:
			return words
		}
	}
	return nil
}

// switches are the options of start, which begin with a slash.
var switches = []string{"b", "i", "w", "d", "min", "max", "wait", "low", "normal", "high", "separate", "shared"}

// envString cuts the string of env -S into the words that it stands for.
func envString(t detect.ToolView, args []word) []word {
	for i, a := range args {
		value := word{}
		switch {
		case a.text == "-S" || a.text == "--split-string":
			if i+1 < len(args) {
				value, i = args[i+1], i+1
			}
		case strings.HasPrefix(a.text, "-S"):
			value = a.slice(t, 2, len(a.text))
		case strings.HasPrefix(a.text, "--split-string="):
			value = a.slice(t, len("--split-string="), len(a.text))
		case !strings.HasPrefix(a.text, "-") && !isAssignment(a.text):
			return nil
		}
		if value.text == "" {
			continue
		}
		p := splitter{t: t, dialect: posix}
		p.add(value)
		if found := p.commands(); len(found) == 1 {
			words := append(slices.Clip(found[0].words), args[i+1:]...)
			for len(words) > 0 && isAssignment(words[0].text) {
				words = words[1:]
			}
			return words
		}
	}
	return nil
}

// embedded finds a shell with a script among the arguments of another program, which runs it somewhere: docker exec x sh -c "…".
func embedded(args []word) []word {
	for i := range args {
		if len(args)-i < 3 || i > maxEmbedded {
			return nil
		}
		flag := args[i+1].text
		switch name := programName(args[i].text); {
		case strings.ContainsAny(args[i].text, " \n"):
		case isOneOf(name, shells...) && strings.HasSuffix(letters(flag), "c"), name == "cmd" && isOneOf(flag, "/c", "/C"), isOneOf(name, "powershell", "pwsh") && strings.HasPrefix(flag, "-"):
			return args[i:]
		}
	}
	return nil
}

// maxEmbedded bounds the arguments that are looked at for a shell.
const maxEmbedded = 64
