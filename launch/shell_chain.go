package launch

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/wordset"
)

type chain struct {
	q *inspection
	r *reading
	// value is set for the value of a variable, of which nobody runs the output of what is substituted as a whole.
	value bool
}

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
	if wordset.Has(c.name(), "env", "export", "cross-env", "set", "declare", "sudo", "setx", "typeset") {
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

// runs reports what is read and run at once: curl … | sh, eval "$(curl …)", bash <(curl …), echo … | base64 -d | sh.
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
	for k := c.feedFrom; c.piped && k < min(c.feedTo, len(l.r.commands)); k++ {
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
	case wordset.HasPrefix(c.args[k].text, "<(", "/dev/fd/"):
		_, ok := interpreter(c.plainName())
		return (ok || c.isShell()) && !slices.ContainsFunc(c.args[:k], func(w word) bool { return !strings.HasPrefix(w.text, "-") })
	}
	return slices.Contains(codeIn(c), c.args[k])
}

// codeOf are the words of a command that are run, when one of them is nothing but a variable.
func codeOf(c *command) []word {
	if c.is("eval") {
		return c.args
	} else if !c.isShell() {
		return nil
	}
	found, _ := shellInput(c)
	return found
}

// named are the commands that fill the variables which words consist of, or carry.
func (l chain) named(i int, c *command, words []word) []*command {
	var out []*command
	for _, a := range l.r.assigned {
		plain, braced := "$"+a.name, "${"+a.name+"}"
		holds := func(w word) bool { return strings.Contains(w.text, braced) || endsWord(w.text, plain) }
		address := func(w word) bool { return strings.Contains(w.text, "://") && holds(w) }
		filled := slices.ContainsFunc(words, holds) || words != nil && c.is("curl") && slices.ContainsFunc(c.args, address)
		if filled && a.from < min(i, len(l.r.commands)) && len(out) < maxFollowing {
			out = append(out, &l.r.commands[a.from])
		}
	}
	return out
}

func endsWord(s, name string) bool {
	return slices.ContainsFunc(strings.Split(s, name)[1:], func(rest string) bool {
		return rest == "" || rest[0] != '_' && !wordset.IsAlnum(rest[0])
	})
}

// judge reports a runner of what the sources write.
func (l chain) judge(c *command, sources []*command) {
	fetched, decoded, literal, loose, host := false, false, false, false, ""
	for _, s := range sources {
		if isFetcher(s) {
			fetched, host = true, cmp.Or(host, downloadsFrom(s))
		}
		loose = loose || s.is("cat") && s.any(worldWritable)
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
	v := observation{grade: suspicious, confidence: 0.9}
	switch {
	case decoded && literal && !files:
		v.grade, v.confidence, v.detail = malicious, 0.95, "hides a command in encoded text and runs it with "+runner
	case fetched:
		v.detail = "downloads a script" + fromHost(host) + " and runs it with " + runner
	case decoded:
		v.confidence, v.unpacks, v.detail = 0.7, true, "decodes text and runs it with "+runner
	case loose:
		v.confidence, v.detail = 0.75, "runs commands from a file that anyone can write to"
	default:
		return
	}
	l.q.see(l.across(sources[0], c, 2), v)
}

// across is a signal from the first word of a command to the last short one of another, or on the latter when they are in two fields.
func (l chain) across(from, to *command, letters int) detect.Signal {
	field, start, end := to.program.field, from.program.start, to.program.end
	extend := func(w word, so bool) {
		if so && w.field == field {
			end = max(end, w.end)
		}
	}
	if from != to && from.program.field == field && to.program.start <= start {
		// The source stands in a word of the runner.
		start = to.program.start
		extend(to.arg(from.slot-to.at-1), from.inside == to.group)
		for _, r := range to.redirects {
			extend(r.file, from.slot == inputSlot && strings.HasPrefix(r.op, "<"))
		}
		return l.q.t.Signal(field, start, end)
	}
	for _, a := range to.args {
		extend(a, len(a.text) <= letters)
	}
	if from.program.field != field {
		start = to.program.start
	}
	return l.q.t.Signal(field, start, end)
}

func clipped(s string) string {
	const most = 24
	if len(s) > most || strings.ContainsAny(s, "\n\"'`$") {
		return "a program"
	}
	return s
}

// fromHost says from where something is downloaded, when the host is fit for a sentence.
func fromHost(host string) string {
	if host == "" || len(host) > maxShownHost || !wordset.OnlyOf(strings.ToLower(host), wordset.Lower+wordset.Digits+".-") {
		return ""
	}
	return " from " + host
}

// downloadsFrom is the host of the first address that a command is given, or "".
func downloadsFrom(c *command) string {
	at := slices.IndexFunc(c.args, func(w word) bool { return strings.Contains(w.text, "://") })
	return ipaddr.HostIn(c.arg(at).text)
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
		} else if d.is("source", ".", "start", "&", "call", "powershell", "pwsh", "start-process", "wscript", "cscript", "rundll32", "msiexec",
			"java") {
			candidates = d.args
		}
		at := slices.IndexFunc(candidates, func(w word) bool { return slices.Contains(files, baseName(w.text)) })
		if at < 0 {
			continue
		}
		w := candidates[at]
		s := w.signal(l.q.t)
		if w.field == c.program.field {
			s = l.q.t.Signal(w.field, c.program.start, w.end)
		}
		l.q.suspect(s, 0.9, "downloads a file"+fromHost(downloadsFrom(c))+" with "+clipped(c.name())+" and runs it")
		return
	}
}

// scriptOf is the file that an interpreter is given to run: its first argument that is not an option.
func scriptOf(c *command) []word {
	for i, a := range c.args {
		if !strings.HasPrefix(a.text, "-") && a.text != "run" {
			return c.args[i : i+1]
		}
	}
	return nil
}

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
		_, value, _ := strings.Cut(a.text, "=")
		switch {
		case wordset.Has(low, "-outfile", "--output", "--output-document", "-destination"), a.text == "-o" && name != "wget",
			name == "curl" && len(cluster) > 1 && strings.HasSuffix(cluster, "o"), name == "wget" && strings.HasSuffix(cluster, "O"):
			add(next)
			named = true
		case wordset.HasPrefix(low, "--output=", "--output-document="):
			add(value)
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
		if address, _, _ := strings.Cut(a.text, "?"); !named && strings.Contains(a.text, "://") && len(out) < 8 {
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
