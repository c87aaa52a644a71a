package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

const libraryLoaded = "loads a library into every program it starts"

// loaders are variables that name code which other programs load and run.
var loaders = map[string]string{
	"LD_PRELOAD": libraryLoaded, "LD_AUDIT": libraryLoaded, "DYLD_INSERT_LIBRARIES": libraryLoaded,
	"PYTHONSTARTUP": "runs a file whenever Python starts", "BASH_ENV": "runs a file whenever a shell script starts",
	"DOTNET_STARTUP_HOOKS": "loads code into every .NET program it starts", "PYTHONUSERBASE": "", "PYTHONPATH": "",
	"NODE_PATH": "", "PERL5LIB": "", "RUBYLIB": "", "LD_LIBRARY_PATH": "", "DYLD_LIBRARY_PATH": "", "CLASSPATH": "", "GOBIN": "",
	"NPM_CONFIG_SCRIPT_SHELL": "", "ZDOTDIR": "",
}

// optionVariables are variables that hold options of an interpreter, and the options that load code.
var optionVariables = map[string][]string{
	"NODE_OPTIONS": {"--require", "-r", "--import", "--loader", "--experimental-loader"},
	"BUN_OPTIONS":  {"--preload", "-r", "--require", "--import"},
	"PERL5OPT":     {"-M", "-m", "-d"}, "RUBYOPT": {"-r"}, "JAVA_TOOL_OPTIONS": {"-javaagent:", "-agentpath:", "-agentlib:"},
	"_JAVA_OPTIONS": {"-javaagent:", "-agentpath:", "-agentlib:"}, "JDK_JAVA_OPTIONS": {"-javaagent:", "-agentpath:", "-agentlib:"},
}

// commandVariables are variables whose value other programs run.
var commandVariables = []string{
	"GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_EXTERNAL_DIFF", "GIT_PROXY_COMMAND", "GIT_EDITOR", "EDITOR", "VISUAL",
	"PAGER", "GIT_PAGER", "BROWSER", "PROMPT_COMMAND",
}

func (q *inspection) variable(name string, w word) {
	if w.text == "" {
		return
	}
	upper := strings.ToUpper(name)
	what, loads := loaders[upper]
	commands := slices.Contains(commandVariables, upper)
	switch {
	case upper == "PATH":
		q.path(w)
	case upper == "COMSPEC" && programName(w.text) != "cmd" && !w.open:
		q.suspect(w.signal(q.t), 0.7, "replaces cmd.exe with another program")
	case loads:
		q.loader(upper, what, w)
	case optionVariables[upper] != nil:
		q.options(name, optionVariables[upper], w)
	case commands || wordset.HasAny(w.text, "curl", "wget", "base64"):
		q.line(w, true)
		if commands && worldWritable(w.text) {
			q.suspect(w.signal(q.t), 0.75, "runs a program from a folder that anyone can write to ("+upper+")")
		}
	}
}

// line looks at a text as a command line. One that is the value of a variable runs nothing of what is substituted into it as a whole.
func (q *inspection) line(w word, value bool) {
	switch {
	case q.decoding:
	case q.lines > maxNested || len(w.text) > maxScript:
		q.hit(capNested, w.field, maxNested, q.lines)
	default:
		q.lines++
		l := chain{q: q, r: scriptReading(q.t, script{body: []word{w}}, 1), value: value}
		for i := range l.r.commands {
			l.command(i)
		}
		q.lines--
	}
}

// loader looks at a variable that names files of code, or folders of them.
func (q *inspection) loader(name, what string, w word) {
	separated := colons
	if name == "LD_PRELOAD" {
		separated = colonsAndBlanks
	}
	all := w.segments(q.t, separated)
	if what == "" {
		if i := slices.IndexFunc(all, func(s word) bool { return worldWritable(s.text) }); i >= 0 {
			q.suspect(all[i].signal(q.t), 0.75, "loads code from a folder that anyone can write to")
		}
		return
	}
	v := observation{grade: suspicious, confidence: 0.8, detail: what}
	if !slices.ContainsFunc(all, func(s word) bool { return !ofSystem(s.text) }) {
		v.grade, v.confidence = noted, 0.3
	}
	q.see(w.signal(q.t), v)
}

func (q *inspection) options(name string, loading []string, w word) {
	words := w.segments(q.t, blanks)
	for i, opt := range words {
		for _, o := range loading {
			rest, ok := strings.CutPrefix(opt.text, o)
			s := opt.signal(q.t)
			switch {
			case !ok:
				continue
			case rest == "" && i+1 < len(words):
				rest = words[i+1].text
				s = q.t.Signal(w.field, opt.start, words[i+1].end)
			case strings.HasPrefix(rest, "=") && len(rest) > 1:
				rest = rest[1:]
			case strings.HasPrefix(o, "--") || rest == "":
				continue
			}
			rest = strings.Trim(rest, `"'`)
			v := observation{grade: suspicious, confidence: 0.8, detail: "loads code into every interpreter it starts (" + clipped(name) + ")"}
			if !isFile(rest) && (strings.HasPrefix(o, "--") || o == "-r") || ofSystem(rest) {
				// A package that is installed beside the server, as tracing and transpilers are.
				v.grade, v.confidence = noted, 0.3
			} else if wordset.Has(strings.ToUpper(name), "NODE_OPTIONS", "BUN_OPTIONS") && ofRepository(rest) {
				// Its own set-up: instrumentation, transpilers.
				v.grade, v.confidence = noted, 0.4
				v.detail = "loads a file of the repository into every interpreter it starts (" + clipped(name) + ")"
			}
			q.see(s, v)
			break
		}
	}
}

func (q *inspection) path(w word) {
	separated := colons
	if strings.ContainsAny(w.text, `;\`) {
		separated = semicolons
	}
	for i, s := range w.segments(q.t, separated) {
		folder := s.text
		v, where := observation{grade: suspicious, confidence: 0.75}, ""
		switch {
		case worldWritable(folder):
			where = "a folder that anyone can write to"
		case i > 0:
			continue
		case relative(folder):
			where = "a relative folder before those of the system"
			if installed(folder) {
				v.grade, v.confidence = noted, 0.3
			}
		case wordset.HasPrefix(folder, "${workspaceFolder", "${CLAUDE_PROJECT_DIR}", "$PWD", "${PWD}"):
			if installed(folder) {
				continue
			}
			v.grade, v.confidence, where = noted, 0.4, "a folder of the repository before those of the system"
		default:
			continue
		}
		v.detail = "looks for programs in " + where + `; remove PATH and write the program's full path in "command"`
		q.see(s.signal(q.t), v)
		return
	}
}

// installed reports whether a folder is where package managers put the programs of a project.
func installed(s string) bool {
	return wordset.HasAny(slashed(s), "node_modules/", "venv/", "vendor/bin")
}

// The parts of a text between separators. ${env:PATH} has a colon of its own.
var (
	colons          = lazy.Regexp(`(?:\$\{[^}]*\}?|[^:])+`)
	semicolons      = lazy.Regexp(`(?:\$\{[^}]*\}?|[^;])+`)
	colonsAndBlanks = lazy.Regexp(`(?:\$\{[^}]*\}?|[^: ])+`)
	blanks          = lazy.Regexp(`(?:\$\{[^}]*\}?|[^ \t\n])+`)
)

// worldWritableFolder is a folder that every program may write to.
var worldWritableFolder = lazy.Regexp(`^(?:(?:/private|/var)?/tmp|/dev/shm|/users/shared|%te?mp%|\$tmpdir|\$\{tmpdir\}` +
	`|\$\{env:(?:te?mp|tmpdir)\}|\$env:temp|c:/(?:windows/)?temp|c:/users/public|%public%)(?:/|$)`)

// worldWritable reports whether a path is in such a folder.
func worldWritable(s string) bool {
	return worldWritableFolder().MatchString(strings.ToLower(slashed(strings.Trim(s, `"'`))))
}

// relative reports whether a path is read from the folder in which the client stands.
func relative(s string) bool {
	absolute := s == "" || strings.ContainsAny(s[:1], "/~$%{<") || len(s) > 1 && s[1] == ':' || strings.HasPrefix(s, `\\`)
	return !absolute && (wordset.Has(s, ".", "..") || strings.ContainsAny(s, `/\`) || wordset.OnlyOf(s, wordset.Lower))
}

// ofSystem reports whether a path is in a folder that only an administrator writes to.
func ofSystem(s string) bool {
	return wordset.HasPrefix(s, "/usr/", "/lib/", "/lib64/", "/opt/", "/nix/store/", "/System/", "/Library/") && !strings.Contains(s, "..") ||
		strings.HasPrefix(s, "lib") && !strings.ContainsAny(s, `/\`)
}

// ofRepository reports whether a path is one below the folder of the repository.
func ofRepository(s string) bool {
	low := strings.ToLower(slashed(s))
	return wordset.HasPrefix(low, "./", "${workspacefolder}/", "${claude_project_dir}/") && !strings.Contains(low, "..") && !worldWritable(s)
}

// isFile reports whether what an option loads is a file or an address, and no package.
func isFile(s string) bool {
	return wordset.HasPrefix(s, ".", "/", "~", "$", "%") || strings.ContainsAny(s, `\:`) || strings.HasSuffix(s, ".js") && !strings.Contains(s, "/")
}
