package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// interpreter returns the name under which launcher.Code has a program: python for python3.12.
func interpreter(name string) (string, bool) {
	for _, family := range [...]string{"python", "pypy", "ruby", "php", "perl", "lua"} {
		if rest, ok := strings.CutPrefix(name, family); ok && strings.Trim(rest, "0123456789.w") == "" {
			return family, true
		}
	}
	return name, launcher.Code.Has(name)
}

func (c *command) readsSocket() bool {
	return slices.ContainsFunc(c.redirects, func(r redirect) bool {
		host, socket := socketHost(r.file.text)
		return strings.HasPrefix(r.op, "<") && socket && !ipaddr.IsThisMachine(host)
	})
}

// runsInput reports whether a command runs what it reads: a shell or an interpreter without a script.
func runsInput(c *command) bool {
	family, interprets := interpreter(c.plainName())
	cmd := c.is("cmd")
	switch {
	case c.is("iex", "invoke-expression"):
		return true
	case c.is("source"):
		// As fish has it.
		return len(c.args) == 0 || c.args[0].text == "-"
	case c.isShell():
		_, stdin := shellInput(c)
		return stdin
	case c.isPowershell():
		_, stdin := powershellInput(c)
		return stdin
	case !interprets && !cmd:
		return false
	}
	for i, a := range c.args {
		switch {
		case wordset.Has(a.text, standardInput...):
			return true
		case wordset.Has(a.text, launcher.Code.Of(family)...) || a.text == "-m":
			return false
		case strings.HasPrefix(a.text, "-") || cmd && strings.HasPrefix(a.text, "/") && !strings.EqualFold(a.text, "/c"):
		default:
			return wordset.Has(family, "deno", "bun") && a.text == "run" && i+1 < len(c.args) && c.args[len(c.args)-1].text == "-"
		}
	}
	return true
}

func codeIn(c *command) []word {
	family, ok := interpreter(c.plainName())
	if !ok {
		return nil
	}
	var out []word
	for i := 0; i+1 < len(c.args); i++ {
		arg := c.args[i].text
		given := slices.Contains(launcher.Code.Of(family), arg)
		if cluster := letters(arg); len(cluster) > 1 && len(cluster) < 5 && wordset.Has(family, "perl", "ruby", "python") {
			// Letters may stand together: perl -ne, python -Ic.
			given = given || wordset.HasSuffix(cluster, "e", "c", "E") && wordset.OnlyOf(cluster, wordset.Lower+"BEISW")
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
	verb := c.arg(0).text
	switch {
	case c.in(launcher.Downloaders):
	case c.is("aws", "gsutil", "gh", "az"):
		return len(c.args) > 1 && wordset.Has(verb, "s3", "cat", "cp", "api", "gist", "storage")
	case c.is("openssl"):
		return verb == "s_client"
	default:
		return c.readsSocket()
	}
	var hosts []string
	for _, a := range c.args {
		if h := ipaddr.HostIn(a.text); h != "" {
			hosts = append(hosts, h)
		}
	}
	return len(hosts) == 0 || slices.ContainsFunc(hosts, func(h string) bool { return !ipaddr.IsThisMachine(h) })
}

func isDecoder(c *command) bool {
	switch c.plainName() {
	case "base64", "base32", "basenc", "gbase64":
		return c.has("-D", "--decode") || c.any(func(s string) bool { return len(s) < 5 && strings.Contains(letters(s), "d") })
	case "xxd":
		return c.any(func(s string) bool { return strings.HasPrefix(s, "-") && strings.Contains(s, "r") })
	case "openssl":
		return c.has("-d")
	case "rev", "uudecode":
		return true
	case "tr":
		return len(c.args) == 2 && strings.Contains(strings.ToLower(c.args[0].text), "a-z") && strings.Contains(strings.ToLower(c.args[1].text),
			"n-z")
	case "printf", "echo":
		return c.any(func(s string) bool { return len(escapedLetter().FindAllStringIndex(s, -1)) >= 3 })
	}
	return false
}

var escapedLetter = lazy.Regexp(`\\(?:x[0-9a-fA-F]|[0-7]{2})`)

// givesLiteral reports whether a command writes text that stands in it.
func givesLiteral(c *command) bool {
	return readsLiteral(c) ||
		c.is("echo", "printf") && (isDecoder(c) || slices.ContainsFunc(c.args,
			func(w word) bool { return !w.open && len(w.text) >= leastLiteral }))
}

// readsLiteral reports whether a command reads text that stands in the script.
func readsLiteral(c *command) bool {
	return slices.ContainsFunc(c.redirects, func(r redirect) bool {
		return strings.HasPrefix(r.op, "<<") && !r.file.open && len(r.file.text) >= leastLiteral
	})
}
