package launch

import (
	"path"
	"slices"
	"strings"
)

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
				l.q.see(s, sight{
					grade: doubtful, confidence: 0.9, remedy: installRemedy,
					what: "a file that " + clipped(c.name()) + " has just fetched from another machine is run",
				})
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
		next := ""
		if i+1 < len(c.args) {
			next = c.args[i+1].text
		}
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
