package launch

import (
	"slices"
	"strings"
)

// options says how the words of a program are read.
type options struct {
	// short are the letters, and long the names, of options that take the next word as their value.
	short string
	long  []string
	// pattern is set when the first operand is a pattern or a program of its own, unless one of the letters of unless gives it.
	pattern bool
	unless  string
}

// optionsOf are the programs that read files or talk to machines.
var optionsOf = map[string]options{
	"rsync": {short: "eBTfM", long: []string{
		"--rsh", "--exclude", "--include", "--exclude-from", "--include-from", "--files-from", "--filter", "--rsync-path", "--password-file", "--log-file", "--temp-dir", "--partial-dir",
		"--backup-dir", "--suffix", "--chmod", "--chown", "--port", "--timeout", "--bwlimit", "--max-size", "--min-size", "--out-format", "--link-dest", "--compare-dest", "--copy-dest",
	}},
	"scp": {short: "cDFiJloPSX"}, "sftp": {short: "BbcDFiJloPRSsX"}, "ssh": {short: "BbcDEeFIiJLlmOopQRSWw"},
	"nc": {short: "eiIMmOpPqsTVwXxc", long: []string{"--exec", "--sh-exec"}}, "ncat": {short: "ecimpswx", long: []string{"--exec", "--sh-exec", "--proxy", "--proxy-auth"}},
	"netcat": {short: "eiIMmOpPqsTVwXxc"},
	"tar":    {short: "fXTbgHIKLNV", long: []string{"--exclude", "--exclude-from", "--file", "--files-from", "--transform", "--owner", "--group", "--mode", "--use-compress-program"}},
	"zip":    {short: "Pbnt"}, "gzip": {short: "S"}, "head": {short: "nc", long: []string{"--lines", "--bytes"}}, "tail": {short: "nc", long: []string{"--lines", "--bytes"}},
	"base64": {short: "wb", long: []string{"--wrap"}}, "xxd": {short: "lscgo"},
	"grep": {short: "efABCmdD", long: []string{"--regexp", "--file", "--exclude", "--include", "--exclude-dir"}, pattern: true, unless: "ef"},
	"sed":  {short: "ef", long: []string{"--expression", "--file"}, pattern: true, unless: "ef"}, "awk": {short: "fvF", pattern: true, unless: "f"},
	"gpg": {short: "ruoN", long: []string{
		"--homedir", "--keyring", "--output", "--recipient", "--local-user", "--passphrase", "--passphrase-file", "--passphrase-fd", "--options", "--cipher-algo", "--pinentry-mode", "--trust-model",
	}},
}

// operands are the arguments that are neither options nor their values.
func operands(c *command) []word {
	name := c.plainName()
	if name == "openssl" {
		for i, a := range c.args {
			if a.text == "-in" && i+1 < len(c.args) {
				return c.args[i+1 : i+2]
			}
		}
		return nil
	}
	if name == "find" {
		return searched(c)
	}
	o := optionsOf[name]
	var out []word
	given := false
	for i := 0; i < len(c.args); i++ {
		a := c.args[i].text
		switch {
		case a == "--":
			out = append(out, c.args[i+1:]...)
			i = len(c.args)
		case name == "zip" && (a == "-x" || a == "--exclude"):
			for i+1 < len(c.args) && !strings.HasPrefix(c.args[i+1].text, "-") {
				i++
			}
		case strings.HasPrefix(a, "--"):
			if slices.Contains(o.long, a) {
				i++
			}
			given = given || strings.HasPrefix(a, "--expression") || strings.HasPrefix(a, "--regexp") || strings.HasPrefix(a, "--file")
		case len(a) > 1 && a[0] == '-':
			at := strings.IndexAny(a[1:], o.short)
			if o.short == "" || at < 0 {
				continue
			}
			given = given || strings.IndexByte(o.unless, a[1+at]) >= 0
			if at == len(a)-2 {
				i++
			}
		case name == "tar" && i == 0 && strings.Trim(a, "Acdrtuxzjvfpkh") == "":
			// tar cz is tar -c -z.
			if strings.Contains(a, "f") {
				i++
			}
		default:
			out = append(out, c.args[i])
		}
	}
	if o.pattern && !given && len(out) > 0 {
		out = out[1:]
	}
	return out
}

// searched are the folders that find walks, and the names that it hands on.
func searched(c *command) []word {
	var out []word
	for i, a := range c.args {
		if strings.HasPrefix(a.text, "-") || a.text == "(" || a.text == "!" {
			break
		}
		out = append(out, c.args[i])
	}
	has := func(words ...string) bool {
		return slices.ContainsFunc(c.args, func(w word) bool { return slices.Contains(words, w.text) })
	}
	if !has("-exec", "-execdir") || has("-prune", "-not", "!") {
		return out
	}
	for i, a := range c.args {
		if (a.text == "-name" || a.text == "-iname") && i+1 < len(c.args) {
			out = append(out, c.args[i+1])
		}
	}
	return out
}

// credentialFolders are folders all of whose files are taken for credentials, and credentialNames are files that hold them wherever they are;
// credentialPaths are both of several parts.
var (
	credentialFolders = []string{".ssh", ".aws", ".gnupg", ".kube", "keychains"}
	credentialNames   = []string{
		"id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", ".netrc", "_netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".bash_history", ".zsh_history", "login data",
		"cookies.sqlite", "wallet.dat", "claude_desktop_config.json", ".claude.json",
	}
	credentialPaths = []string{"/.docker/config.json/", "/etc/passwd/", "/etc/shadow/", "/.config/gcloud/", "/.config/gh/", "/.cursor/mcp.json/", "/proc/self/environ/"}
	// publicNames are files of such folders that hold none, and publicEnds the ends of the names of further ones.
	publicNames = []string{"known_hosts", "authorized_keys", "known_hosts.old"}
	publicEnds  = []string{".pub", ".sample", ".example", ".template", ".dist", ".defaults", ".schema", ".tpl", ".md"}
)

// secretFile reports whether a word names a file or folder that holds credentials.
func secretFile(s string) bool {
	low := strings.ToLower(strings.ReplaceAll(s, `\`, "/"))
	if at := strings.Index(low, "=@"); at >= 0 {
		low = low[at+2:]
	}
	low = strings.Trim(low, "@<\"' /")
	// What follows upon the name of a file that is sent as a form: @f;type=text/plain.
	low, _, _ = strings.Cut(low, ";")
	if low == "" || len(low) > maxPath {
		return false
	}
	parts := strings.Split(low, "/")
	base := parts[len(parts)-1]
	if slices.Contains(publicNames, base) || slices.ContainsFunc(publicEnds, func(end string) bool { return strings.HasSuffix(base, end) }) {
		return false
	}
	if isEnvFile(base) || slices.Contains(credentialNames, base) {
		return true
	}
	for i, p := range parts {
		if slices.Contains(credentialFolders, p) && (p != ".ssh" || i == len(parts)-1 || base != "config") {
			return true
		}
	}
	whole := "/" + low + "/"
	return slices.ContainsFunc(credentialPaths, func(p string) bool { return strings.Contains(whole, p) })
}

// maxPath bounds what is taken for a path.
const maxPath = 4096

// isEnvFile reports whether a name is that of a file of variables as servers are started with: .env, .env.local, but no sample.
func isEnvFile(base string) bool {
	return base == ".env" || strings.HasPrefix(base, ".env.") && base != ".env.test" && base != ".env.vault" && base != ".env.enc"
}

// issuers are the places of credentials and the hosts that issue them, where they belong.
var issuers = map[string][]string{
	"gcloud": {"googleapis.com", "google.com"}, ".aws": {"amazonaws.com", "amazon.com", "awsapps.com", "api.aws"}, "/gh/": {"github.com", "ghe.com"}, ".npmrc": {"npmjs.org", "npmjs.com"},
	".pypirc": {"pypi.org"}, ".docker": {"docker.io", "docker.com"}, ".git-credentials": {"github.com", "gitlab.com", "bitbucket.org"},
}

// belongs reports whether a command asks a service that issues or checks credentials, or the one that those of a path are for.
func belongs(c *command, path string) bool {
	for _, a := range c.args {
		if m := codeAddress().FindStringSubmatchIndex(a.text); m != nil {
			low := strings.ToLower(a.text[m[1]:])
			low, _, _ = strings.Cut(low, "?")
			if strings.HasSuffix(low, "/token") || strings.HasSuffix(low, "/tokens") || strings.Contains(low, "oauth") {
				return true
			}
		}
	}
	for place, ends := range issuers {
		if strings.Contains(strings.ToLower(path), place) && slices.ContainsFunc(destinations(c), func(h string) bool {
			return slices.ContainsFunc(ends, func(end string) bool { return endsIn(strings.ToLower(h), end) })
		}) {
			return true
		}
	}
	return false
}
