package launch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

type commandRule uint8

const (
	narrowRule commandRule = iota // it names commands of one kind.
	anyPackage                    // it runs whatever package of a registry the model names.
	anyCode                       // it runs whatever command or code the model writes.
)

// codeRunners run code in their arguments, by the options that stand before it or change nothing about it.
var codeRunners = map[string]map[string]bool{
	"sh": shellFlags, "bash": shellFlags, "zsh": shellFlags, "dash": shellFlags, "ksh": shellFlags, "fish": shellFlags, "ash": shellFlags,
	"python": wordset.Of("-c -u -B -I -i -"), "pypy": wordset.Of("-c -u -"), "node": nodeFlags, "nodejs": nodeFlags,
	"ruby": wordset.Of("-e -ne -pe -"), "perl": wordset.Of("-e -E -ne -pe -i -pi -n -p -w -ane -lane -0pe -"), "php": wordset.Of("-r -a"), "lua": wordset.Of("-e -"),
	"rscript": wordset.Of("-e"), "osascript": wordset.Of("-e -l JavaScript -"), "powershell": powershellFlags, "pwsh": powershellFlags,
	"cmd": wordset.Of("/c /C /k /K /s /S /d /q"),
}

var (
	shellFlags      = wordset.Of("-c -lc -ic -xc -ec -euc -lic -x -e -i -l -s -")
	nodeFlags       = wordset.Of("-e -p -pe --eval --print --input-type=module -")
	powershellFlags = wordset.Of("-Command -command -c -NoProfile -noprofile -nop -NonInteractive -ExecutionPolicy -ep Bypass bypass Unrestricted -EncodedCommand -enc -")

	// wrappers run the command behind them.
	wrappers = wordset.Of("command builtin exec eval sudo doas env xargs nohup time timeout gtimeout nice setsid stdbuf ssh busybox")
	// asking are options of wrappers with which they only tell something: command -v, sudo -l.
	asking = wordset.Of("-v -V -l -ll -k -K --version --help --validate --list")
	// projectRunners run the command behind them too, but without one they are the usual way to run what a project has.
	projectRunners = map[string]string{"uv": "run", "poetry": "run", "pipenv": "run", "bundle": "exec", "pdm": "run", "rye": "run", "hatch": "run"}
	// packageRunners run a package of a registry, with what stands before its name.
	packageRunners = map[string]map[string]bool{
		"npx": wordset.Of("-y --yes -p --package"), "bunx": wordset.Of("--bun"), "pnpx": {}, "uvx": wordset.Of("--from --with"), "pipx": wordset.Of("run"),
	}
)

// ruleOf says what a rule for commands leaves open: git:*, python3 -c:*. Bare is set where it fits whatever follows it.
func ruleOf(arg string, bare bool) commandRule {
	prefix, open := strings.CutSuffix(strings.TrimSpace(arg), "*")
	if len(arg) > maxRule || !open && !bare {
		return narrowRule
	}
	if bare {
		// Cursor writes the arguments behind a colon.
		prefix = strings.Replace(prefix, ":", " ", 1)
	}
	// A quote that is not closed holds the code: node -e ':*
	words := strings.Fields(strings.TrimRight(prefix, `:'" `))
	return ruleOfWords(words, 0)
}

func ruleOfWords(words []string, depth int) commandRule {
	if len(words) == 0 || depth > maxNested {
		return anyCode
	}
	name, rest := programName(words[0]), words[1:]
	if family, ok := interpreter(name); ok {
		name = family
	}
	allowed, open := codeRunners[name], anyCode
	if allowed == nil {
		allowed, open = packageRunners[name], anyPackage
	}
	do := projectRunners[name]
	switch {
	case allowed != nil && slices.ContainsFunc(rest, func(w string) bool { return !allowed[w] }):
		return narrowRule
	case allowed != nil:
		return open
	case do != "" && len(rest) > 1 && rest[0] == do:
		return ruleOfWords(rest[1:], depth+1)
	case !wrappers[name], isOneOf(name, "ssh", "eval") && len(rest) > 0:
		// With a host or a script, it is one that somebody chose.
		return narrowRule
	}
	for len(rest) > 0 && (rest[0][0] == '-' || rest[0] == "{}" || isAssignment(rest[0]) || isNumber(strings.TrimRight(rest[0], "smhd"))) {
		if asking[rest[0]] {
			return narrowRule
		}
		rest = rest[1:]
	}
	return ruleOfWords(rest, depth+1)
}

// commands grades the rules that let through an interpreter, a wrapper or a package runner with whatever follows, one signal a grade.
func (a *approval) commands(list []approved) {
	open := map[commandRule][]approved{}
	for _, it := range list {
		name, arg, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(it.text), ")"), "(")
		if low := strings.ToLower(name); ok && isCommandTool(low) && !anything(arg) {
			rule := ruleOf(arg, commandTools[low].Prefix)
			open[rule] = append(open[rule], it)
		}
	}
	for _, rule := range [...]commandRule{anyCode, anyPackage} {
		rules := open[rule]
		if len(rules) == 0 {
			continue
		}
		tool, _, _ := strings.Cut(strings.TrimSpace(rules[0].text), "(")
		short := tool[:min(len(tool), 40)]
		if rule == anyCode {
			a.add(a.signal(rules[0]), a.own(), fmt.Sprintf("these rules let through whatever command or code the model writes, as %s(*) does (%s); allow single commands: %s",
				short, toolNames(rules), singleCommand(tool)))
		} else {
			a.add(a.signal(rules[0]), true, fmt.Sprintf("whatever package of the registry the model names is fetched and run (%s); allow single ones: %q", toolNames(rules), short+"(npx tsc:*)"))
		}
	}
}
