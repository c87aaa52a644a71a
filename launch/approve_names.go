package launch

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/wordset"
)

type effect uint8

const (
	unclearEffect effect = iota // the name says neither.
	reads                       // it only looks.
	changes                     // it writes, deletes, sends, publishes, or scripts a web page.
	runs                        // it runs whatever command, script or code it is given.
)

// The first verb of a name decides: list_deleted_files looks, delete_list deletes.
var (
	readVerbs = wordset.Of("get list read search find fetch query describe show view lookup check count resolve explain analyze analyse " +
		"validate inspect summarize compare preview browse status info help lint diff test verify track monitor watch recall retrieve open " +
		"take capture print scan detect estimate calculate compute convert parse think plan ask navigate stat head tail cat grep glob ls log " +
		"snapshot screenshot wait hover scroll resize")
	changeVerbs = wordset.Of("write edit delete remove drop destroy purge wipe truncate kill push send publish deploy merge transfer pay " +
		"upload post reply overwrite erase unlink rename move apply buy sell withdraw mint revoke grant terminate uninstall install")
	runVerbs = wordset.Of("run execute exec eval evaluate spawn invoke")
	// runThings are what makes a run one of anything at all.
	runThings = wordset.Of("command commands cmd shell bash zsh sh terminal powershell pwsh script scripts code python javascript js " +
		"typescript ruby process program programs binary sql applescript osascript anything cli snippet repl exec eval expression commandline " +
		"notebook cell")
	// runAdjectives may stand before them, pages are what shows web pages, and runHosts what executes whatever they are given.
	runAdjectives = wordset.Of("a an any arbitrary custom remote ssh system os raw local inline background node nodejs user safe unsafe " +
		"sandbox sandboxed adb docker to input keys text container host windows linux unix vm dev in on the new terminal interactive")
	pages    = wordset.Of("browser puppeteer playwright page devtools chrome cdp selenium webview")
	runHosts = wordset.Of("jupyter kernel ipython ssh docker container sandbox host adb mysql postgres sqlite")
	// scriptHosts begin the names of tools that run scripts of theirs.
	scriptHosts = wordset.Of("ahk autohotkey applescript osascript powershell")
	// startVerbs start a thing of runThings, or write to one.
	startVerbs = wordset.Of("start launch write send interact input")
	// consoleWords are what is written to in order to run something.
	consoleWords = wordset.Of("process shell bash terminal powershell repl console")
	// wholeRuns are names that are nothing but the thing.
	wholeRuns = wordset.Of("shell bash exec eval terminal powershell cmd sh repl execute python javascript command runcommand " +
		"executecommand runshellcommand")
	// trailWords may stand behind the thing.
	trailWords = wordset.Of("in on with async background sync remote remotely line query statement statements block tool for at as file " +
		"interactive cmd command commands script unsafe locally direct")
	// createdThings are things that are sent to others, or overwrite something, when they are made.
	createdThings = wordset.Of("issue comment comments pr gist message release payment order file files tweet reply webhook review")
	makingVerb    = wordset.Of("create add update make new put insert append replace")
)

// effectOf says what a tool does. The name may be one of a pattern: git_*.
func effectOf(name string) effect {
	if len(name) > maxTool {
		return unclearEffect
	}
	if name, ok := strings.CutSuffix(name, "*"); ok {
		// A whole family of tools does more than read.
		return cmp.Or(effectOf(name), changes)
	}
	words := nameWords(name)
	if n := len(words); n == 1 && wholeRuns[words[0]] || n > 1 && scriptHosts[words[0]] && runVerbs[words[n-1]] {
		// AHK_Workflow_Check_Run: whatever else it does before, it runs the script.
		return runs
	}
	for i, w := range words {
		rest := words[i+1:]
		switch {
		case w == "evaluate" && (len(rest) == 0 && (i == 0 || pages[words[i-1]]) || len(rest) == 1 && rest[0] == "script"):
			// A script in the page that a browser shows reaches what the page reaches, and not the machine.
			return changes
		case runVerbs[w] && (runsAnything(rest) || len(rest) == 0 && runsSubject(words[:i], w)):
			return runs
		case startVerbs[w] && len(rest) > 0 && slices.ContainsFunc(rest, func(r string) bool { return consoleWords[r] }) && runsAnything(rest):
			return runs
		case (w == "run" || w == "execute") && len(rest) == 1 && (rest[0] == "query" || rest[0] == "queries"):
			// In which language, the name does not say.
			return changes
		case readVerbs[w]:
			return reads
		case changeVerbs[w]:
			return changes
		case makingVerb[w]:
			if slices.ContainsFunc(rest, func(r string) bool { return createdThings[r] }) || slices.Contains(rest, "pull") {
				return changes
			}
			return unclearEffect
		case runVerbs[w]:
			// run_tests, execute_plan
			return unclearEffect
		}
	}
	if len(words) > 0 && (words[len(words)-1] == "bash" || words[len(words)-1] == "powershell") {
		// acme_bash
		return runs
	}
	return unclearEffect
}

// runsAnything reports whether what is run is a command or code that the model writes: run_command, run_in_terminal.
func runsAnything(rest []string) bool {
	for i, w := range rest {
		if runThings[w] {
			return i == len(rest)-1 || trailWords[rest[i+1]] || runThings[rest[i+1]]
		}
		if !runAdjectives[w] {
			// execute_resource_command runs one of those that the resource has.
			return false
		}
	}
	return false
}

// runsSubject does so for a name that ends with the verb: sql_execute, browser_evaluate, but not workflow_execute.
func runsSubject(subject []string, verb string) bool {
	if len(subject) == 0 {
		return verb != "run" && verb != "invoke" && verb != "spawn"
	}
	last := subject[len(subject)-1]
	return verb == "exec" || verb == "eval" || runThings[last] || verb == "execute" && runHosts[last]
}

func isEverything(s string) bool { return clients.Everything().MatchString(strings.TrimSpace(s)) }

type commandRule uint8

const (
	narrowRule commandRule = iota // it names commands of one kind.
	anyPackage                    // it runs whatever package of a registry the model names.
	anyCode                       // it runs whatever command or code the model writes.
)

// asking are options of wrappers with which they only print something: command -v, sudo -l.
var asking = wordset.Of("-v -V -l -ll -k -K --version --help --validate --list")

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
	allowed, open := launcher.AnyCode.Of(name), anyCode
	if allowed == nil {
		allowed, open = launcher.AnyPackage.Of(name), anyPackage
	}
	switch do := launcher.ProjectRunners.Of(name); {
	case allowed != nil && slices.ContainsFunc(rest, func(w string) bool { return !slices.Contains(allowed, w) }):
		return narrowRule
	case allowed != nil:
		return open
	case do != nil && len(rest) > 1 && rest[0] == do[0]:
		return ruleOfWords(rest[1:], depth+1)
	case !launcher.Wrappers.Has(name), wordset.Has(name, "ssh", "eval") && len(rest) > 0:
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
func (a *approval) commands(list []approved, bare bool) {
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
		every, oneCommand, onePackage := short+"(*)", singleCommand(tool, bare), strconv.Quote(short+"(npx tsc:*)")
		if bare {
			every, onePackage = "*", `"npx tsc"`
			for i := range rules {
				rules[i].text = a.t.Fields[rules[i].field].Text
			}
		}
		if rule == anyCode {
			a.add(a.signal(rules[0]), a.own(), fmt.Sprintf("lets any command or code run without confirmation, just as %s would (%s); "+
				"allow single commands: %s", every, toolNames(rules), oneCommand))
		} else {
			a.add(a.signal(rules[0]), true, fmt.Sprintf("lets any package from the registry be downloaded and run without confirmation (%s); "+
				"allow single packages: %s", toolNames(rules), onePackage))
		}
	}
}
