package launch

import (
	"net/url"
	"slices"
	"strings"
)

// fetchers are programs that write what another machine sends.
var fetchers = []string{
	"curl", "wget", "fetch", "aria2c", "lwp-request", "lwp-download", "http", "https", "xh", "iwr", "irm", "invoke-webrequest", "invoke-restmethod",
	"nc", "ncat", "netcat", "dig", "nslookup", "lynx", "w3m",
}

// interpreters are the programs, beside shells, that run the code that they read, and the options behind which code stands.
var interpreters = map[string][]string{
	"python": {"-c"}, "node": {"-e", "--eval", "-p", "--print", "-pe"}, "nodejs": {"-e", "--eval", "-p", "--print"}, "deno": {"eval"}, "bun": {"-e", "--eval", "-p", "--print"},
	"perl": {"-e", "-E"}, "ruby": {"-e"}, "php": {"-r"}, "osascript": {"-e"}, "lua": {"-e"}, "tsx": {"-e", "--eval"}, "rscript": {"-e"}, "pypy": {"-c"}, "elixir": {"-e"},
}

// interpreter returns the name under which interpreters has a program: python for python3.12.
func interpreter(name string) (string, bool) {
	for _, family := range [...]string{"python", "pypy", "ruby", "php", "perl", "lua"} {
		if rest, ok := strings.CutPrefix(name, family); ok && strings.Trim(rest, "0123456789.w") == "" {
			return family, true
		}
	}
	_, ok := interpreters[name]
	return name, ok
}

// runsInput reports whether a command runs what it reads: a shell or an interpreter without a script.
func runsInput(c *command) bool {
	name := c.plainName()
	if name == "iex" || name == "invoke-expression" {
		return true
	}
	if name == "source" {
		// As fish has it.
		return len(c.args) == 0 || c.args[0].text == "-"
	}
	shell := slices.Contains(shells, name)
	powershell := name == "powershell" || name == "pwsh"
	family, ok := interpreter(name)
	if !shell && !ok && !powershell && name != "cmd" {
		return false
	}
	for i := 0; i < len(c.args); i++ {
		arg := c.args[i].text
		switch {
		case arg == "-" || arg == "/dev/stdin" || arg == "/proc/self/fd/0":
			return true
		case shell && (arg == "-o" || arg == "+o" || arg == "--rcfile" || arg == "--init-file"):
			i++
		case shell && len(arg) > 1 && arg[0] == '-' && arg[1] != '-':
			if strings.Contains(arg, "c") {
				return false
			}
			if strings.Contains(arg, "s") {
				return true
			}
		case powershell && strings.HasPrefix(arg, "-"):
			if n, _ := powershellOption(arg); abbreviates(n, "file", 1) || abbreviates(n, "encodedcommand", 1, "ec") {
				return false
			} else if abbreviates(n, "command", 1) {
				return i+1 < len(c.args) && c.args[i+1].text == "-"
			} else if isPolicyOption(n) || slices.ContainsFunc(powershellValued, func(o string) bool { return strings.HasPrefix(o, n) }) {
				i++
			}
		case slices.Contains(interpreters[family], arg) || arg == "-m":
			return false
		case strings.HasPrefix(arg, "-") || name == "cmd" && strings.HasPrefix(arg, "/") && !strings.EqualFold(arg, "/c"):
		default:
			return (family == "deno" || family == "bun") && arg == "run" && i+1 < len(c.args) && c.args[len(c.args)-1].text == "-"
		}
	}
	return true
}

// codeIn returns the words of code that an interpreter is given to run.
func codeIn(c *command) []word {
	family, ok := interpreter(c.plainName())
	if !ok {
		return nil
	}
	var out []word
	for i := 0; i+1 < len(c.args); i++ {
		arg := c.args[i].text
		given := slices.Contains(interpreters[family], arg)
		if !given && len(arg) > 2 && arg[0] == '-' && arg[1] != '-' && (family == "perl" || family == "ruby" || family == "python") {
			// Letters may stand together: perl -ne, python -Ic.
			given = strings.IndexByte("ecE", arg[len(arg)-1]) >= 0 && strings.Trim(arg[1:], "abcdefghijklmnopqrstuvwxyzBEISW") == "" && len(arg) <= 5
		}
		if given {
			out = append(out, c.args[i+1])
			i++
			continue
		}
		if !strings.HasPrefix(arg, "-") && (i > 0 || family != "deno") {
			break
		}
	}
	return out
}

// isFetcher reports whether a command writes what another machine sends. One that only asks this machine does not.
func isFetcher(c *command) bool {
	name := c.plainName()
	switch {
	case slices.Contains(fetchers, name):
	case name == "aws" || name == "gsutil" || name == "gh" || name == "az":
		return len(c.args) > 1 && slices.Contains([]string{"s3", "cat", "cp", "api", "gist", "storage"}, c.args[0].text)
	case name == "openssl":
		return len(c.args) > 0 && c.args[0].text == "s_client"
	default:
		return slices.ContainsFunc(c.redirects, func(r redirect) bool { return strings.HasPrefix(r.op, "<") && remoteSocket(r.file.text) })
	}
	local := false
	for _, a := range c.args {
		if h := hostIn(a.text); h != "" {
			if !isLoopback(h) {
				return true
			}
			local = true
		}
	}
	return !local
}

// hostIn returns the host of an address, also of one without scheme, or "" when a word is none.
func hostIn(s string) string {
	s = strings.Trim(s, `'"()`)
	if strings.HasPrefix(s, "file:") {
		return "localhost"
	}
	if !strings.Contains(s, "://") {
		if strings.HasPrefix(s, "-") || strings.HasPrefix(s, ".") || strings.HasPrefix(s, "/") || !strings.ContainsAny(s, ".:") && s != "localhost" {
			return ""
		}
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// isDecoder reports whether a command opens encoded text.
func isDecoder(c *command) bool {
	has := func(options ...string) bool {
		return slices.ContainsFunc(c.args, func(w word) bool { return slices.Contains(options, w.text) })
	}
	switch c.plainName() {
	case "base64", "base32", "basenc", "gbase64":
		return has("-d", "-D", "--decode", "-di", "-id") || slices.ContainsFunc(c.args, func(w word) bool {
			return len(w.text) > 2 && w.text[0] == '-' && w.text[1] != '-' && strings.Contains(w.text, "d") && len(w.text) < 5
		})
	case "xxd":
		return slices.ContainsFunc(c.args, func(w word) bool { return strings.HasPrefix(w.text, "-") && strings.Contains(w.text, "r") })
	case "openssl":
		return has("-d")
	case "rev", "uudecode":
		return true
	case "tr":
		return len(c.args) == 2 && strings.Contains(strings.ToLower(c.args[0].text), "a-z") && strings.Contains(strings.ToLower(c.args[1].text), "n-z")
	case "printf", "echo":
		return slices.ContainsFunc(c.args, func(w word) bool { return escapes(w.text) >= 3 })
	}
	return false
}

// escapes counts the letters that are written as numbers: \x63, \143.
func escapes(s string) int {
	n := 0
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '\\' && (s[i+1] == 'x' && digit(s[i+2]) < 16 || digit(s[i+1]) < 8 && digit(s[i+2]) < 8) {
			n++
		}
	}
	return n
}

// givesLiteral reports whether a command writes text that stands in it.
func givesLiteral(c *command) bool {
	if name := c.plainName(); name == "echo" || name == "printf" {
		if slices.ContainsFunc(c.args, func(w word) bool { return !w.open && len(w.text) >= leastLiteral }) || isDecoder(c) {
			return true
		}
	}
	return readsLiteral(c)
}

// readsLiteral reports whether a command reads text that stands in the script.
func readsLiteral(c *command) bool {
	return slices.ContainsFunc(c.redirects, func(r redirect) bool {
		return strings.HasPrefix(r.op, "<<") && !r.file.open && len(r.file.text) >= leastLiteral
	})
}

// leastLiteral is the shortest text that may be an encoded command.
const leastLiteral = 8
