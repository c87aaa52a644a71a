package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

var operandOptions = map[string]*grammar{
	"rsync": {short: "eBTfM", valued: wordSet("--rsh --exclude --include --exclude-from --include-from --files-from --filter --rsync-path --password-file --log-file --temp-dir --partial-dir " +
		"--backup-dir --suffix --chmod --chown --port --timeout --bwlimit --max-size --min-size --out-format --link-dest --compare-dest --copy-dest")},
	"scp": {short: "cDFiJloPSX"}, "sftp": {short: "BbcDFiJloPRSsX"}, "ssh": {short: "BbcDEeFIiJLlmOopQRSWw"},
	"nc": {short: "eiIMmOpPqsTVwXxc", valued: wordSet("--exec --sh-exec")}, "ncat": {short: "ecimpswx", valued: wordSet("--exec --sh-exec --proxy --proxy-auth")},
	"netcat": {short: "eiIMmOpPqsTVwXxc"},
	"tar":    {short: "fXTbgHIKLNV", valued: wordSet("--exclude --exclude-from --file --files-from --transform --owner --group --mode --use-compress-program")},
	"zip":    {short: "Pbnt"}, "gzip": {short: "S"}, "head": {short: "nc", valued: wordSet("--lines --bytes")}, "tail": {short: "nc", valued: wordSet("--lines --bytes")},
	"base64": {short: "wb", valued: wordSet("--wrap")}, "xxd": {short: "lscgo"},
	"grep": {short: "efABCmdD", valued: wordSet("--regexp --file --exclude --include --exclude-dir")}, "sed": {short: "ef", valued: wordSet("--expression --file")}, "awk": {short: "fvF"},
	"gpg": {short: "ruoN", valued: wordSet("--homedir --keyring --output --recipient --local-user --passphrase --passphrase-file --passphrase-fd --options --cipher-algo --pinentry-mode --trust-model")},
}

func operands(c *command) []word {
	args := c.args
	switch name := c.plainName(); {
	case name == "openssl":
		if i := slices.IndexFunc(args, func(w word) bool { return w.text == "-in" }); i >= 0 && i+1 < len(args) {
			return args[i+1 : i+2]
		}
		return nil
	case name == "find":
		return searched(c)
	case name == "zip":
		if i := slices.IndexFunc(args, func(w word) bool { return isOneOf(w.text, "-x", "--exclude") }); i >= 0 {
			// What is left out, up to the next option.
			rest := args[i+1:]
			for len(rest) > 0 && !strings.HasPrefix(rest[0].text, "-") {
				rest = rest[1:]
			}
			args = slices.Concat(args[:i], rest)
		}
	case name == "tar" && len(args) > 0 && onlyOf(args[0].text, "Acdrtuxzjvfpkh"):
		// tar cz is tar -c -z.
		skip := 1
		if strings.Contains(args[0].text, "f") {
			skip = 2
		}
		args = args[min(skip, len(args)):]
	}
	g := operandOptions[c.plainName()]
	if g == nil {
		g = &grammar{}
	}
	opts, out, behind := (&grammar{valued: g.valued, short: g.short, plain: true}).split(detect.ToolView{}, args, true)
	out = append(out, behind...)
	// The first one is a pattern or a program of its own, unless an option gives it.
	if c.is("grep", "sed", "awk") && len(out) > 0 && !flagged(opts, "-e", "-f", "--expression", "--regexp", "--file") {
		out = out[1:]
	}
	return out
}

// searched are the folders that find walks, and the names that it hands on.
func searched(c *command) []word {
	var out []word
	for _, a := range c.args {
		if hasPrefix(a.text, "-") || isOneOf(a.text, "(", "!") {
			break
		}
		out = append(out, a)
	}
	if !c.has("-exec", "-execdir") || c.has("-prune", "-not", "!") {
		return out
	}
	for i, a := range c.args {
		if isOneOf(a.text, "-name", "-iname") && i+1 < len(c.args) {
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

func secretFile(s string) bool {
	low := strings.ToLower(slashed(s))
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
	if isOneOf(base, publicNames...) || hasSuffix(base, publicEnds...) {
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
	return hasAny("/"+low+"/", credentialPaths...)
}

// maxPath bounds what is taken for a path.
const maxPath = 4096

// isEnvFile reports whether a name is that of a file of variables as servers are started with: .env, .env.local, but no sample.
func isEnvFile(base string) bool {
	return base == ".env" || strings.HasPrefix(base, ".env.") && !isOneOf(base, ".env.test", ".env.vault", ".env.enc")
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
			if hasSuffix(low, "/token", "/tokens") || strings.Contains(low, "oauth") {
				return true
			}
		}
	}
	for place, ends := range issuers {
		if strings.Contains(strings.ToLower(path), place) && slices.ContainsFunc(destinations(c), func(h string) bool { return isBelow(strings.ToLower(h), ends...) }) {
			return true
		}
	}
	return false
}
