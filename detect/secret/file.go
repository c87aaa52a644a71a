package secret

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

// maxFilePath is the longest path that is looked at.
const maxFilePath = 4096

// credentialFolders hold nothing but credentials, credentialNames are files that hold them anywhere, credentialPaths are of several parts.
var (
	credentialFolders = []string{".ssh", ".aws", ".gnupg", ".kube", "keychains"}
	credentialNames   = []string{
		"id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", ".netrc", "_netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".bash_history",
		".zsh_history", "login data", "cookies.sqlite", "wallet.dat", "claude_desktop_config.json", ".claude.json",
	}
	credentialPaths = []string{
		"/.docker/config.json/", "/etc/passwd/", "/etc/shadow/", "/.config/gcloud/", "/.config/gh/", "/.cursor/mcp.json/", "/proc/self/environ/",
	}
	// publicNames are files of such folders that hold none, and publicEnds the ends of the names of further ones.
	publicNames = []string{"known_hosts", "authorized_keys", "known_hosts.old"}
	publicEnds  = []string{".pub", ".sample", ".example", ".template", ".dist", ".defaults", ".schema", ".tpl", ".md"}
)

// IsFile reports whether a path, with what may stand around it on a command line, is that of a file or folder of credentials.
func IsFile(s string) bool {
	low := strings.ToLower(strings.ReplaceAll(s, `\`, "/"))
	if at := strings.Index(low, "=@"); at >= 0 {
		low = low[at+2:]
	}
	low = strings.Trim(low, "@<\"' /")
	// What follows upon the name of a file that is sent as a form: @f;type=text/plain.
	low, _, _ = strings.Cut(low, ";")
	if low == "" || len(low) > maxFilePath {
		return false
	}
	parts := strings.Split(low, "/")
	base := parts[len(parts)-1]
	if slices.Contains(publicNames, base) || wordset.HasSuffix(base, publicEnds...) {
		return false
	}
	if IsEnvFile(base) || slices.Contains(credentialNames, base) {
		return true
	}
	for i, p := range parts {
		if slices.Contains(credentialFolders, p) && (p != ".ssh" || i == len(parts)-1 || base != "config") {
			return true
		}
	}
	return wordset.HasAny("/"+low+"/", credentialPaths...)
}

// IsEnvFile reports whether a name is that of a file of variables as servers are started with: .env, .env.local, but no sample.
func IsEnvFile(base string) bool {
	return base == ".env" || strings.HasPrefix(base, ".env.") && !wordset.Has(base, ".env.test", ".env.vault", ".env.enc")
}
