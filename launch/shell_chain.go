package launch

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

type chain struct {
	q *inspection
	r *reading
	// value is set for the value of a variable, of which nobody runs the output of what is substituted as a whole.
	value bool
}

const (
	installRemedy = `install it once, read what you install, and start it by its name, such as "npx -y pkg@1.2.3" or a script of the repository`
	plainRemedy   = "write the command in the open, with its program and arguments"
)

func (l chain) command(i int) {
	c := &l.r.commands[i]
	for _, w := range l.assignments(c) {
		name, value, _ := strings.Cut(w.text, "=")
		l.q.variable(strings.TrimPrefix(name, "$env:"), w.slice(l.q.t, len(name)+1, len(name)+1+len(value)))
	}
	l.runs(i, c)
	l.downloadThenRun(i, c)
	l.reverseShell(i, c)
	l.sends(i, c)
	l.changes(c)
	l.windows(c)
	l.elsewhereRun(c)
	for _, w := range codeIn(c) {
		l.q.code(w)
	}
}

func (l chain) assignments(c *command) []word {
	out := slices.Clip(c.env)
	if isOneOf(c.name(), "env", "export", "cross-env", "set", "declare", "sudo", "setx", "typeset") {
		for _, a := range c.args {
			if isAssignment(a.text) {
				out = append(out, a)
			} else if !strings.HasPrefix(a.text, "-") {
				break
			}
		}
	}
	return out
}

func (l chain) byXargs(c *command) bool { return l.r.commands[c.group].name() == "xargs" }

// runs reports what is read and run on the spot: curl … | sh, eval "$(curl …)", bash <(curl …), echo … | base64 -d | sh.
func (l chain) runs(i int, c *command) {
	if c.piped && (runsInput(c) || l.byXargs(c) && (len(codeIn(c)) > 0 || c.isShell())) {
		l.judge(c, l.feeding(c))
	}
	l.judge(c, l.named(i, c, codeOf(c)))
	// What is substituted into c runs when it stands where code does.
	inside := l.within(i, c, maxCommands, func(s *command) bool { return l.isCode(c, s) })
	if len(inside) > 0 {
		l.judge(c, inside)
	} else if c.readsSocket() && runsInput(c) {
		l.judge(c, []*command{c})
	}
}

func (l chain) feeding(c *command) []*command {
	var out []*command
	if !c.piped {
		return nil
	}
	for k := c.feedFrom; k < c.feedTo && k < len(l.r.commands); k++ {
		out = append(out, &l.r.commands[k])
	}
	return out
}

// isCode reports whether what stands in a word of c is run: as program, by eval, as the script of a shell, as a file of commands.
func (l chain) isCode(c, s *command) bool {
	if s.slot == inputSlot {
		return runsInput(c)
	}
	k := s.slot - c.at - 1
	switch {
	case k == -1:
		return c.program.open && !l.value
	case k < 0 || k >= len(c.args):
		return false
	case c.is("eval", "source", ".", "iex"):
		return true
	case hasPrefix(c.args[k].text, "<(", "/dev/fd/"):
		_, ok := interpreter(c.plainName())
		return (ok || c.isShell()) && !slices.ContainsFunc(c.args[:k], func(w word) bool { return !strings.HasPrefix(w.text, "-") })
	}
	return slices.Contains(codeIn(c), c.args[k])
}

// codeOf are the words of a command that are run, when one of them is nothing but a variable.
func codeOf(c *command) []word {
	if c.is("eval") {
		return c.args
	}
	if c.isShell() {
		for _, s := range posixScript(c) {
			return s.body
		}
	}
	return nil
}

// named are the commands that fill the variables which words consist of, or carry.
func (l chain) named(i int, c *command, words []word) []*command {
	var out []*command
	for _, a := range l.r.assigned {
		if a.from >= i || a.from >= len(l.r.commands) || len(out) >= maxFollowing {
			continue
		}
		plain, braced := "$"+a.name, "${"+a.name+"}"
		holds := func(w word) bool { return strings.Contains(w.text, braced) || endsWord(w.text, plain) }
		found := slices.ContainsFunc(words, func(w word) bool { return strings.Trim(w.text, ` "`) == plain || holds(w) })
		if !found && words != nil && c.is("curl") {
			found = slices.ContainsFunc(slices.Concat(words, c.args), func(w word) bool { return strings.Contains(w.text, "://") && holds(w) })
		}
		if found {
			out = append(out, &l.r.commands[a.from])
		}
	}
	return out
}

// endsWord reports whether a text has a variable that is written without braces.
func endsWord(s, name string) bool {
	for {
		_, rest, ok := strings.Cut(s, name)
		if !ok {
			return false
		}
		if rest == "" || rest[0] != '_' && !isAlnum(rest[0]) {
			return true
		}
		s = rest
	}
}

// judge tells of a runner of what the sources write.
func (l chain) judge(c *command, sources []*command) {
	fetched, decoded, literal, loose := false, false, false, false
	for _, s := range sources {
		fetched = fetched || isFetcher(s)
		loose = loose || s.is("cat") && s.any(foul)
		if isDecoder(s) {
			decoded = true
			literal = literal || s.is("echo", "printf") || readsLiteral(s) || s.piped && slices.ContainsFunc(l.feeding(s), givesLiteral)
		}
	}
	runner := clipped(c.name())
	if c.program.open {
		runner = "a shell"
	}
	// The words that xargs adds are files for a shell without -c.
	files := l.byXargs(c) && len(codeIn(c)) == 0 && !hasOption(c, 'c', "--command")
	v := observation{grade: doubtful, confidence: 0.9, remedy: plainRemedy}
	switch {
	case decoded && literal && !files:
		v.grade, v.confidence, v.what = never, 0.95, "encoded text is decoded and run by "+runner
	case fetched:
		v.remedy, v.what = installRemedy, "a script of another machine is fetched and run by "+runner+" at each start, whatever it says then"
	case decoded:
		v.confidence, v.unpacks, v.what = 0.7, true, "decoded text is run by "+runner
	case loose:
		v.confidence, v.what = 0.75, "what stands in a file that anybody may write to is run"
	default:
		return
	}
	l.q.see(l.across(sources[0], c, 2), v)
}

// across is a signal from the first word of a command to the last short one of another, or on the latter when they are in two fields.
func (l chain) across(from, to *command, letters int) detect.Signal {
	end := to.program.end
	for _, a := range to.args {
		if a.field == to.program.field && len(a.text) <= letters && a.end > end {
			end = a.end
		}
	}
	start := from.program.start
	if from.program.field != to.program.field {
		return l.q.t.Signal(to.program.field, to.program.start, end)
	}
	if from != to && to.program.start <= start {
		// The source stands in a word of the runner.
		start, end = to.program.start, to.program.end
		if k := from.slot - to.at - 1; from.inside == to.group && k >= 0 && k < len(to.args) && to.args[k].field == to.program.field {
			end = max(end, to.args[k].end)
		}
		for _, r := range to.redirects {
			if from.slot == inputSlot && r.file.field == to.program.field && strings.HasPrefix(r.op, "<") {
				end = max(end, r.file.end)
			}
		}
	}
	return l.q.t.Signal(from.program.field, start, end)
}

// clipped is a name that is fit for a sentence.
func clipped(s string) string {
	const most = 24
	if len(s) > most || strings.ContainsAny(s, "\n\"'`$") {
		return "a program"
	}
	return s
}

func (l chain) downloadThenRun(i int, c *command) {
	files := written(c)
	if len(files) == 0 {
		return
	}
	for k := i + 1; k < len(l.r.commands) && k < i+maxFollowing; k++ {
		d := &l.r.commands[k]
		_, other := interpreter(d.plainName())
		candidates := []word{d.program}
		if other || d.isShell() {
			candidates = scriptOf(d)
		} else if d.is("source", ".", "start", "&", "call", "powershell", "pwsh", "start-process", "wscript", "cscript", "rundll32", "msiexec", "java") {
			candidates = d.args
		}
		for _, w := range candidates {
			if base := baseName(w.text); base != "" && slices.Contains(files, base) {
				s := w.signal(l.q.t)
				if w.field == c.program.field {
					s = l.q.t.Signal(w.field, c.program.start, w.end)
				}
				l.q.doubt(s, 0.9, "a file that "+clipped(c.name())+" has just fetched from another machine is run", installRemedy)
				return
			}
		}
	}
}

// scriptOf is the file that an interpreter is given to run: its first argument that is no option.
func scriptOf(c *command) []word {
	for i, a := range c.args {
		if !strings.HasPrefix(a.text, "-") && a.text != "run" {
			return c.args[i : i+1]
		}
	}
	return nil
}

// maxFollowing bounds the commands behind a download that are looked at.
const maxFollowing = 24

// written are the names of the files that a download writes, without folders.
func written(c *command) []string {
	name := c.plainName()
	tool := c.is("certutil", "bitsadmin", "start-bitstransfer")
	if !tool && !isFetcher(c) || name == "nc" {
		return nil
	}
	var out []string
	add := func(s string) {
		if base := baseName(s); base != "" && base != "-" {
			out = append(out, base)
		}
	}
	named := false
	for i, a := range c.args {
		next := c.arg(i + 1).text
		low, cluster := strings.ToLower(a.text), letters(a.text)
		switch {
		case isOneOf(low, "-outfile", "--output", "--output-document", "-destination"), a.text == "-o" && name != "wget",
			name == "curl" && len(cluster) > 1 && strings.HasSuffix(cluster, "o"), name == "wget" && strings.HasSuffix(cluster, "O"):
			add(next)
			named = true
		case hasPrefix(low, "--output=", "--output-document="):
			add(a.text[strings.IndexByte(a.text, '=')+1:])
			named = true
		case tool && strings.Contains(low, "://"):
			add(next)
		}
	}
	for _, r := range c.redirects {
		if strings.Contains(r.op, ">") {
			add(r.file.text)
		}
	}
	for _, a := range c.args {
		if !named && strings.Contains(a.text, "://") && len(out) < 8 {
			address, _, _ := strings.Cut(a.text, "?")
			add(address)
		}
	}
	return out
}

// baseName is the name of a file without its folders, in either spelling, in lower case.
func baseName(s string) string {
	s = strings.ToLower(slashed(strings.Trim(s, `'"`)))
	if s == "" || strings.HasSuffix(s, "/") {
		return ""
	}
	return path.Base(s)
}
