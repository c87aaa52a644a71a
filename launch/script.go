package launch

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// shellScripts returns the scripts that a command is given to run, when it is a shell, or hands them to one.
func shellScripts(t detect.ToolView, c *command) []script {
	switch {
	case c.isShell():
		if found, _ := shellInput(c); found != nil {
			return []script{{body: found}}
		}
		return nil
	case c.is("cmd"):
		return cmdScript(t, c)
	case c.isPowershell():
		found, _ := powershellInput(c)
		return found
	case c.is("concurrently"):
		return concurrent(t, c)
	}
	return optionScript(t, c, launcher.Scripts.Of(c.plainName()))
}

// standardInput is how a program is told to read what it is given.
var standardInput = []string{"-", "/dev/stdin", "/proc/self/fd/0"}

// shellInput finds the script behind -c, which may stand among other letters, and behind further options. Stdin is set when the shell runs
// what it reads.
func shellInput(c *command) (found []word, stdin bool) {
	given := false
	for i := 0; i < len(c.args); i++ {
		arg := c.args[i].text
		switch cluster := letters(arg); {
		case !given && wordset.Has(arg, standardInput...):
			return nil, true
		case wordset.Has(arg, "--init-file", "--rcfile", "-o", "+o", "-O", "+O"):
			i++
		case arg == "--command", strings.Contains(cluster, "c"):
			given = true
			if strings.HasSuffix(cluster, "o") {
				i++
			}
		case len(arg) > 1 && (arg[0] == '-' || arg[0] == '+'):
			stdin = stdin || !given && strings.Contains(cluster, "s")
		case given:
			return c.args[i : i+1], stdin
		default:
			return nil, stdin
		}
	}
	return nil, stdin || !given
}

// cmdOption is the option of cmd that a script follows.
var cmdOption = lazy.Regexp(`^[/-][cCkKrR](?: .|$)`)

// cmdScript finds the script behind /c, which is all that follows and may stand in the same word.
func cmdScript(t detect.ToolView, c *command) []script {
	for i, arg := range c.args {
		if m := cmdOption().FindString(arg.text); m != "" {
			s := script{body: c.args[i+1:], dialect: cmdExe}
			if len(arg.text) > 3 {
				s.body = append([]word{arg.slice(t, 3, len(arg.text))}, s.body...)
			}
			if len(s.body) > 0 {
				return []script{s}
			}
		}
	}
	return nil
}

// powershellOptions are the options of PowerShell that take a script or a value; of two for which a name may be short the first counts.
var (
	powershellOptions = strings.Fields("command encodedcommand file executionpolicy windowstyle version psconsolefile inputformat " +
		"outputformat configurationname configurationfile workingdirectory custompipename settingsfile")
	powershellAliases = map[string]string{"commandwithargs": "command", "cwa": "command", "ec": "encodedcommand", "ep": "executionpolicy"}
)

// powershellOption returns which of powershellOptions a word is, which may be short, or "" for another one. All dashes count.
func powershellOption(s string) (name string, ok bool) {
	m := powershellDash().FindStringSubmatch(s)
	if m == nil {
		return "", false
	}
	written, _, _ := strings.Cut(strings.ToLower(m[1]), ":")
	for _, o := range powershellOptions {
		if written != "" && name == "" && strings.HasPrefix(o, written) {
			name = o
		}
	}
	return cmp.Or(powershellAliases[written], name), true
}

var powershellDash = lazy.Regexp("^(?:--|[-/\u2013\u2014\u2015])((?s:.+))")

// powershellInput finds the script of PowerShell: behind -Command, encoded, or, as Windows PowerShell takes it, as first word. Stdin is set
// when it runs what it reads.
func powershellInput(c *command) (found []script, stdin bool) {
	for i := 0; i < len(c.args); i++ {
		arg := c.args[i]
		name, option := powershellOption(arg.text)
		s := script{body: c.args[i+1:], dialect: powershell}
		switch {
		case wordset.Has(arg.text, standardInput...):
			return nil, true
		case !option && !c.is("pwsh") && strings.ContainsAny(arg.text, " |;&("):
			s.body = c.args[i:]
			return []script{s}, false
		case !option, name == "file", wordset.Has(name, "command", "encodedcommand") && len(s.body) == 0:
			return nil, false
		case name == "encodedcommand":
			w := s.body[0]
			if w.text, s.encoded = encodedText(w.text); !s.encoded {
				return nil, false
			}
			s.body = []word{w}
			return []script{s}, false
		case name == "command":
			return []script{s}, s.body[0].text == "-"
		case name != "":
			i++
		}
	}
	return nil, true
}

// encodedText opens what -EncodedCommand takes: base64 of UTF-16LE. Plain bytes are taken too.
func encodedText(s string) (string, bool) {
	s = strings.TrimRight(strings.TrimSpace(s), "=")
	data, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil || len(data) == 0 {
		return "", false
	}
	if bytes.Count(data, []byte{0})*4 < len(data)-1 {
		return string(data), true
	}
	text, err := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder().String(string(data[:len(data)&^1]))
	return text, err == nil
}

// concurrent are the scripts of concurrently: each argument is one.
func concurrent(t detect.ToolView, c *command) []script {
	var out []script
	_, words, more := split(t, launcher.Options("concurrently"), c.args, true)
	for _, w := range append(words, more...) {
		out = append(out, script{body: []word{w}})
	}
	return out[:min(len(out), maxConcurrent)]
}

func optionScript(t detect.ToolView, c *command, options []string) []script {
	for i, arg := range c.args {
		name, value, glued := strings.Cut(arg.text, "=")
		switch {
		case arg.text == "--":
			return nil
		case !slices.Contains(options, name):
		case glued && value != "":
			return []script{{body: []word{arg.slice(t, len(name)+1, len(arg.text))}}}
		case !glued && i+1 < len(c.args):
			return []script{{body: c.args[i+1 : i+2]}}
		}
	}
	return nil
}

// splitter cuts scripts of cmd.exe and PowerShell at blanks and operators, and those of other shells that are not well formed.
type splitter struct {
	*interpreting
	dialect dialect
	several bool // set when the script is many words, each one word of a command whatever blanks it has.
	// words are those of the command that is read, piped is set when it reads what the one before it writes, and from is where that begins.
	words []word
	piped bool
	from  int
}

// cutter finds the words and the operators of a text, and the quotes and escapes in them.
type cutter struct{ words, marks func() *regexp.Regexp }

func newCutter(marks, plain string) cutter {
	return cutter{lazy.Regexp(`(?:` + marks + `|[<>]&|` + plain + `)+|&&|\|\||[&|;\n]`), lazy.Regexp(marks)}
}

// cutters are those of the dialects, and of cmd where each word stands by itself: an author means an address with "&" as one word.
var (
	cutters = map[dialect]cutter{
		posix: newCutter(`"[^"]*"?|'[^']*'?|\\[ \t"'\\$&|;]`, `[^ \t\r\n&|;"']`), cmdExe: newCutter(`"[^"]*"?|\^(?s:.)`, `[^ \t\r\n&|"]`),
		powershell: newCutter("\"[^\"]*\"?|'[^']*'?|`(?s:.)", `[^ \t\r\n&|;"']`),
	}
	wordCutter    = newCutter(`\^(?s:.)`, `[^\n&|]`)
	addressCutter = newCutter(`\^(?s:.)`, `[^\n|]`)
)

func (p *splitter) next(piped bool) {
	c, from := command{inside: -1}, len(p.r.commands)
	if p.piped {
		c.piped, c.feedFrom, c.feedTo = true, p.from, from
	}
	if len(p.words) > 0 {
		p.add(p.words, c)
	}
	p.words, p.piped, p.from = nil, piped, from
}

func (p *splitter) read(w word) {
	cut := cutters[p.dialect]
	if p.several && strings.Contains(w.text, "://") {
		cut = addressCutter
	} else if p.several {
		cut = wordCutter
	}
	for _, m := range cut.words().FindAllStringIndex(w.text, -1) {
		piece := w.slice(p.t, m[0], m[1])
		if wordset.Has(piece.text, "&", "&&", "|", "||", "\n") || piece.text == ";" && p.dialect != cmdExe {
			p.next(piece.text == "|")
			continue
		}
		piece.text = cut.marks().ReplaceAllStringFunc(piece.text, func(s string) string {
			switch {
			case s[0] != '"' && s[0] != '\'':
				return strings.Trim(s[1:], "\n")
			case len(s) > 1 && s[len(s)-1] == s[0]:
				return s[1 : len(s)-1]
			}
			return s[1:]
		})
		piece.open = launcher.IsVariable(piece.text)
		p.words = append(p.words, piece)
	}
}
