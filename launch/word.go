package launch

import (
	"iter"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/wordset"
)

type word struct {
	// text is what the program is given: without quotes and escapes. Expansions stand in it as they are written.
	text string
	// field is the index of the field it stands in, and start and end are its bytes there, half open, quotes included.
	field, start, end int
	open              bool // set when it holds an expansion ($X, ${X}, $(…), %X%, `…`), so that what it will be is not known.
}

func (w word) signal(t detect.ToolView) detect.Signal { return t.Signal(w.field, w.start, w.end) }

// part is a signal on bytes of the word's text, or on the whole word where quotes or escapes make the text another one.
func (w word) part(t detect.ToolView, from, to int) detect.Signal {
	if base, ok := w.literal(t); ok {
		return t.Signal(w.field, base+from, base+to)
	}
	return w.signal(t)
}

// literal returns where the word's text stands in its field when it stands there as it is, between quotes at most.
func (w word) literal(t detect.ToolView) (base int, ok bool) {
	if w.field < 0 || w.field >= len(t.Fields) || w.start > w.end || w.end > len(t.Fields[w.field].Text) {
		return 0, false
	}
	written := t.Fields[w.field].Text[w.start:w.end]
	if written == w.text {
		return w.start, true
	}
	if n := len(written); n >= 2 && (written[0] == '"' || written[0] == '\'') && written[n-1] == written[0] && written[1:n-1] == w.text {
		return w.start + 1, true
	}
	return 0, false
}

// slice is the word of bytes [from, to) of the word's text, at its place where that is known.
func (w word) slice(t detect.ToolView, from, to int) word {
	out := word{text: w.text[from:to], field: w.field, start: w.start, end: w.end, open: w.open}
	if base, ok := w.literal(t); ok {
		out.start, out.end = base+from, base+to
	}
	return out
}

type command struct {
	// program is the first word; see name. It is the zero word in what a registry manifest launches without a command.
	program word
	args    []word
	env     []word // the variables that are set for it in the command itself: FOO=bar npx …
	piped   bool   // set when it reads what the command before it writes.
	script  int    // the index in reading.scripts of the script it stands in, or -1.

	// group is the index in reading.commands of the first command that is made of the same words: that of sudo for the npx behind it. at is
	// how many of those words stand before the program.
	group, at int
	// feedFrom and feedTo are the commands, half open, that write what it reads when piped is set.
	feedFrom, feedTo int
	// inside is the group in one of whose words it stands as a substitution, and slot which word that is, or inputSlot; inside is -1 for
	// any other command.
	inside, slot int
	fills        string     // the variable that its output fills in that word, or "".
	redirects    []redirect // redirects are where it reads from and writes to.
}

// inputSlot is the slot of the content of a redirection of input, a here-string or a here-document.
const inputSlot = -1

// redirect is a redirection as it is written: the operator and the file.
type redirect struct {
	op   string
	file word
	fd   string // the descriptor, "" when it is not written.
}

// name is the program's name as people know it: without folder, in lower case, without .exe, .cmd, .bat and .ps1.
func (c *command) name() string { return programName(c.program.text) }

// plainName is the name without a version, as packages are named where they are run: supergateway@3.4.0.
func (c *command) plainName() string {
	name := c.name()
	if at := strings.IndexByte(name, '@'); at > 0 {
		return name[:at]
	}
	return name
}

func (c *command) is(names ...string) bool { return wordset.Has(c.plainName(), names...) }

// words are the program and its arguments.
func (c *command) words() []word { return append([]word{c.program}, c.args...) }

func (c *command) in(l launcher.List) bool { return l.Has(c.plainName()) }

func (c *command) isShell() bool      { return c.in(launcher.Shells) }
func (c *command) isPowershell() bool { return c.is("powershell", "pwsh") }

// any reports whether what holds is so of one of the arguments, and has whether one of them is one of some words.
func (c *command) any(holds func(string) bool) bool {
	return slices.ContainsFunc(c.args, func(w word) bool { return holds(w.text) })
}

// arg returns an argument, or the zero word when there is none at that place.
func (c *command) arg(i int) word {
	if i < 0 || i >= len(c.args) {
		return word{}
	}
	return c.args[i]
}

func (c *command) has(words ...string) bool {
	return c.any(func(s string) bool { return wordset.Has(s, words...) })
}

// letters are the options of one letter behind a dash, "" for any other word.
func letters(s string) string {
	if len(s) > 1 && s[0] == '-' && s[1] != '-' {
		return s[1:]
	}
	return ""
}

func programName(s string) string {
	s = strings.ToLower(path.Base(slashed(s)))
	for _, ext := range [...]string{".exe", ".cmd", ".bat", ".ps1", ".com"} {
		if cut, ok := strings.CutSuffix(s, ext); ok && cut != "" {
			return cut
		}
	}
	return s
}

type script struct {
	body    []word  // the words that make up the script: one, or, as cmd takes it, all that follow.
	dialect dialect // how it is written.
	encoded bool    // set when it was given in base64, as PowerShell takes it.
	// text is the script; broken is set when it could not be parsed, so that its commands are what lies between blanks.
	text   string
	broken bool
}

type dialect uint8

const (
	posix dialect = iota
	cmdExe
	powershell
)

// reading is a launch as the checks read it.
type reading struct {
	client, file string // client is the shape of the file and file its path; see detect.LaunchContext.
	// commands are all simple commands that are run, in order, also those inside of scripts and behind programs that only start another
	// one (env, sudo, timeout, npx -c); the starting program is a command of its own before it.
	commands  []command
	scripts   []script
	fetchers  []*fetcher // what each of the commands fetches.
	artifacts []artifact // the packages, images and addresses that are fetched and run.
	assigned  []assigned // the variables that scripts fill with what commands write.
	more      bool       // set when there are more commands than are read.
}

// assigned is a variable and a command whose output it gets: the index in reading.commands.
type assigned struct {
	name string
	from int
}

const memoOwner = "launch"

func read(t detect.ToolView) *reading {
	return t.Memo(memoOwner, 0, func() any {
		r := &reading{client: t.Context.StringAt("client"), file: t.Context.StringAt("file")}
		r.run(t)
		for i := range r.commands {
			f := newFetcher(t, &r.commands[i])
			r.fetchers, r.artifacts = append(r.fetchers, f), append(r.artifacts, f.found...)
		}
		r.artifacts = distinct(slices.Concat(r.artifacts, inVariables(t), named(t)))
		return r
	}).(*reading)
}

func slashed(s string) string { return strings.ReplaceAll(s, `\`, "/") }

func isCapital(c byte) bool  { return c >= 'A' && c <= 'Z' }
func isNumber(s string) bool { return s != "" && wordset.OnlyOf(s, wordset.Digits) }

// lowered is s in lower case, byte for byte.
func lowered(s string) string {
	b := []byte(s)
	for i, c := range b {
		if isCapital(c) {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// pieces are the parts of a word between separators.
func (w word) pieces(t detect.ToolView, separators string) iter.Seq[word] {
	return func(yield func(word) bool) {
		for from := 0; from <= len(w.text); {
			to := len(w.text)
			if n := strings.IndexAny(w.text[from:], separators); n >= 0 {
				to = from + n
			}
			if !yield(w.slice(t, from, to)) {
				return
			}
			from = to + 1
		}
	}
}

// segments are the parts of a word that an expression fits.
func (w word) segments(t detect.ToolView, fits func() *regexp.Regexp) []word {
	var out []word
	for _, at := range fits().FindAllStringIndex(w.text, maxSegments) {
		out = append(out, w.slice(t, at[0], at[1]))
	}
	return out
}

// clip shortens what a detail repeats of a launch, which must not pass for a remedy.
func clip(s string) string { return clipTo(s, maxQuoted) }

func clipTo(s string, most int) string {
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return detect.WithoutRemedy(s)
}

// nameWords are the words of a name in lower case: of API_KEY2, x-api-key, apiKey and APIKey alike api and key.
func nameWords(name string) []string {
	var words []string
	for _, w := range detect.NameWords(name[max(len(name)-maxName, 0):]) {
		if w = strings.TrimRight(w, wordset.Digits); w != "" {
			words = append(words, w)
		}
	}
	return words
}

// promised is what a name says of its value.
func promised(name string) secret.Kind { return secret.KindOf(name, nameWords(name)) }
