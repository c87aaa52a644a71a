package launch

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// remoteCode is the check launch.remote-code: code that no version of a registry holds, and containers that do not contain.
type remoteCode struct{}

func (remoteCode) ID() string { return "launch.remote-code" }

func (remoteCode) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	r := read(t)
	x := remoteScan{t: t, seen: map[[3]int]bool{}}
	for i := range r.artifacts {
		if a := &r.artifacts[i]; a.launcher != "" {
			x.artifact(a)
		}
	}
	for _, f := range r.fetchers {
		for _, o := range f.indexes {
			x.index(o.name, o.value)
		}
		for _, run := range f.runs {
			x.container(run)
		}
	}
	for _, v := range variables(t) {
		if isIndexVariable(v.name) {
			x.index(v.name, v.value)
		}
	}
	return x.signals
}

type remoteScan struct {
	t       detect.ToolView
	seen    map[[3]int]bool
	signals []detect.Signal
}

// remoteConfidence is how sure the check is of a fact of that severity; none is a note.
var remoteConfidence = [...]float64{detect.SeverityNone: 0.4, detect.SeverityMedium: 0.6, detect.SeverityHigh: 0.8}

// add adds a signal, once for each place.
func (x *remoteScan) add(s detect.Signal, severity detect.Severity, detail string) {
	at := [3]int{s.FieldIndex, s.Start, s.End}
	if x.seen[at] || len(x.signals) >= maxRemote {
		return
	}
	x.seen[at] = true
	s = newSignal(s, severity, remoteConfidence[severity], detail)
	if clean := shownAddress(s.Evidence); clean != s.Evidence {
		s.Evidence, s.Sensitive = clean, true
	}
	x.signals = append(x.signals, s)
}

// unless is a severity, or that of a note.
func unless(note bool, severity detect.Severity) detect.Severity {
	if note {
		return detect.SeverityNone
	}
	return severity
}

func (x *remoteScan) artifact(a *artifact) {
	plain := wordset.HasPrefix(strings.ToLower(a.Name), "http://", "git+http://", "git://")
	if a.isBranch() {
		x.add(a.spec.signal(x.t), detect.SeverityMedium, fmt.Sprintf("runs whatever was last pushed to the branch %s of %s; run a released "+
			"version: %s %[2]s@vX.Y.Z", clip(a.Version), clip(a.Name), a.launcher))
		return
	}
	l, _ := linkAt(word{text: strings.TrimPrefix(a.Name, "git+")}, 0)
	if a.Kind != launcher.Git && a.Kind != launcher.URL && (a.Kind != launcher.Modules || !plain) ||
		a.Pin == launcher.Digested || a.Pin == launcher.Unknown || l.reach == ipaddr.ThisMachine {
		return
	}
	name := cmp.Or(clip(shownAddress(a.Name)), "a repository")
	s := a.spec.signal(x.t)
	const pushed = "runs whatever was last pushed to %s; name a full commit: %s"
	switch {
	case plain:
		x.add(s, detect.SeverityHigh, "downloads and runs "+name+" without encryption, so anyone on the network path can replace the code")
	case a.Kind == launcher.URL && a.Pin == launcher.Exact && wordset.HasAny(a.spec.text, "://registry.", "://files.pythonhosted.org/"):
		// A tarball of the registry itself.
	case a.Kind == launcher.URL && a.Pin == launcher.Exact:
		x.add(s, detect.SeverityNone, "runs a file of the release "+clip(a.Version)+", which its owner can replace; name a commit or checksum")
	case a.Kind == launcher.URL:
		x.add(s, detect.SeverityMedium, "runs whatever "+name+" serves at each start; run a released version, such as "+a.registered())
	case a.Pin == launcher.Exact:
		x.add(s, detect.SeverityNone, "runs the tag or short commit "+clip(a.Version)+", which can change; name the full commit: "+a.committed())
	case a.Pin == launcher.Moving:
		x.add(s, detect.SeverityMedium, fmt.Sprintf(pushed, "the branch or tag "+clip(a.Version)+" of "+name, a.committed()))
	default:
		x.add(s, detect.SeverityMedium, fmt.Sprintf(pushed, name, a.committed()))
	}
}

// isBranch reports whether a Go package is taken from a branch of its repository: @main.
func (a *artifact) isBranch() bool {
	// v1 and v1.2 are the latest release of that line.
	return a.Kind == launcher.Go && a.Pin == launcher.Moving && wordset.IsLetter(a.Version) &&
		!wordset.Has(a.Version, "latest", "upgrade", "patch", "none") &&
		!wordset.OnlyOf(strings.TrimPrefix(a.Version, "v"), wordset.Digits+".")
}

func (a *artifact) committed() string {
	name := cmp.Or(clip(shownAddress(a.Name)), "REPOSITORY")
	switch {
	case a.launcher == "git clone":
		return "git clone " + name + " and git checkout COMMIT"
	case strings.HasPrefix(a.launcher, "cargo "):
		return "--git " + name + " --rev COMMIT"
	case a.launcher == "nix run":
		return name + "/COMMIT"
	case a.launcher == "jbang":
		return "https://raw.githubusercontent.com/OWNER/REPOSITORY/COMMIT/FILE"
	case isPython(a.launcher):
		return name + "@COMMIT"
	}
	return name + "#COMMIT"
}

func (a *artifact) registered() string {
	switch {
	case isPython(a.launcher):
		return "uvx NAME==X.Y.Z"
	case strings.HasPrefix(a.launcher, "deno"):
		return a.launcher + " jsr:@SCOPE/NAME@X.Y.Z"
	case a.launcher == "jbang":
		return "jbang GROUP:ARTIFACT:X.Y.Z"
	}
	return "npx -y NAME@X.Y.Z"
}

func isPython(launcher string) bool { return wordset.HasPrefix(launcher, "uv", "pip", "rye") }

var indexOptions = []string{
	"--registry", "--index-url", "--extra-index-url", "--index", "--default-index", "--find-links", "-i", "-f", "--source", "--add-source",
	"-s",
}

// indexVariables are the variables that do, in lower case with "_" for "-".
var indexVariables = []string{
	"npm_config_registry", "yarn_registry", "yarn_npm_registry_server", "bun_config_registry", "uv_index_url", "uv_default_index",
	"uv_extra_index_url", "uv_index", "uv_find_links", "pip_index_url", "pip_extra_index_url", "pip_find_links", "goproxy",
	"corepack_npm_registry", "npm_registry_url", "pnpm_config_registry",
}

func isIndexVariable(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	return slices.Contains(indexVariables, name) || strings.HasPrefix(name, "npm_config_@") && strings.HasSuffix(name, ":registry")
}

// index looks at the addresses of registries that packages are taken from. Those of companies are silent.
func (x *remoteScan) index(name string, w word) {
	for part := range w.pieces(x.t, " ,|\t\n") {
		// UV_INDEX=internal=https://…
		if label, _, ok := strings.Cut(part.text, "="); ok && label != "" && !strings.Contains(label, "/") {
			part = part.slice(x.t, len(label)+1, len(part.text))
		}
		if l, ok := linkAt(part, 0); ok && len(x.signals) < maxRemote {
			x.registry(name, l)
		}
	}
}

func (x *remoteScan) registry(name string, l link) {
	_, numeric := ipaddr.Parse(l.host)
	if l.reach <= ipaddr.ThisMachine || !l.plain() && !numeric {
		return
	}
	how := "that has only an IP address"
	if l.reportedAsIndex() {
		how = "without encryption, so anyone on the network path can replace them"
	}
	severity := unless(l.reach == ipaddr.PrivateHost && !ipaddr.Documented(l.host), detect.SeverityMedium)
	x.add(l.in.part(x.t, l.start, l.end), severity, "installs packages from a registry "+how+"; write its https:// address with its host name in "+clip(name)+", or remove it")
}

func (x *remoteScan) container(run containerRun) {
	for _, o := range run.opts {
		v := o.value
		value, s := v.text, v.signal(x.t)
		kind, rest, _ := strings.Cut(strings.Replace(value, ":", "=", 1), "=")
		switch {
		case o.is("--privileged"):
			if value != "false" {
				x.add(o.flag.signal(x.t), detect.SeverityHigh, "runs a privileged container, which can do anything that root can do on the machine")
			}
		case !o.given:
		case o.is("--volume", "-v"):
			// /a of /a:/b:ro, C:\a of C:\a:/b. C:/data is not a volume named C at /data, which nobody has.
			x.mount(run.image, v.slice(x.t, 0, max(len(folderEnd().FindString(value))-1, 0)))
		case o.is("--mount"):
			// type=bind,source=/a,target=/b
			for part := range v.pieces(x.t, ",") {
				if key, _, ok := strings.Cut(part.text, "="); ok && (key == "source" || key == "src") {
					x.mount(run.image, part.slice(x.t, len(key)+1, len(part.text)))
					break
				}
			}
		case o.is("--pid") && value == "host":
			x.add(s, detect.SeverityHigh, "runs a container that can see, stop and read every process of the machine")
		case o.is("--network", "--net") && value == "host":
			x.add(s, detect.SeverityNone, "runs a container that can reach everything that listens on this machine; remove the option, and use "+
				"host.docker.internal or -p 127.0.0.1:PORT:PORT")
		case o.is("--cap-add"):
			for part := range v.pieces(x.t, ",") {
				if name := strings.TrimPrefix(strings.ToUpper(part.text), "CAP_"); slices.Contains(capabilities, name) {
					x.add(part.signal(x.t), detect.SeverityHigh, "runs a container with the capability "+name+
						", which lets it take over the machine")
				}
			}
		case o.is("--security-opt") && rest == "unconfined" && wordset.Has(kind, "seccomp", "apparmor", "systempaths"):
			x.add(s, detect.SeverityHigh, "runs a container without "+kind+" protection; name a profile: --security-opt "+kind+"=PROFILE")
		case o.is("--device") && wordset.HasPrefix(value, devices...):
			x.add(s, detect.SeverityHigh, "runs a container that can read and write the machine's own disk or memory")
		}
	}
}

var devices = []string{
	"/dev/sd", "/dev/nvme", "/dev/vd", "/dev/hd", "/dev/mem", "/dev/kmem", "/dev/port", "/dev/disk", "/dev/dm-", "/dev/mapper",
}

// capabilities are the capabilities with which a container can leave, without CAP_.
var capabilities = []string{"ALL", "SYS_ADMIN", "SYS_MODULE", "SYS_RAWIO", "DAC_READ_SEARCH", "BPF"}

// folderEnd ends the folder of the machine in a value of -v.
var folderEnd = lazy.Regexp(`^(?:[A-Za-z]:[/\\])?(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[^:{])*:`)

// mount looks at the folder of the machine that a container of an image is given.
func (x *remoteScan) mount(image string, folder word) {
	if folder.text == "" || len(folder.text) > maxMount {
		return
	}
	about := strings.ToLower(x.t.Name + " " + withoutHost(image))
	if why, subject := exposed(folder.text); why != "" {
		x.add(folder.signal(x.t), unless(wordset.HasAny(about, subject...), detect.SeverityHigh), "mounts "+why)
	}
}

func withoutHost(image string) string {
	image = image[:min(len(image), maxMount)]
	if host, rest, ok := strings.Cut(image, "/"); ok && strings.ContainsAny(host, ".:") {
		return rest
	}
	return image
}

var homes = []string{
	"~", "$home", "${home}", "${env:home}", "{{home}}", "%userprofile%", "${userprofile}", "${env:userprofile}", "${userhome}",
	"$env:userprofile", "%homepath%",
}

// secretFolders are what holds credentials in the folder of the user, with what a server is about that needs them.
var secretFolders = map[string][]string{
	".ssh": {"ssh", "git"}, ".gnupg": {"gpg"}, ".docker": {"docker"}, ".kube": {"kube", "k8s", "helm"},
	".aws":           {"aws", "amazon", "bedrock", "kube", "k8s", "eks", "terraform", "cloud"},
	".azure":         {"azure", "kube", "k8s", "aks", "terraform", "cloud"},
	".config/gcloud": {"gcloud", "gcp", "google", "bigquery", "kube", "k8s", "gke", "terraform", "cloud"}, ".netrc": nil,
	".git-credentials": {"git"}, ".config": nil, ".password-store": nil,
	".mozilla": nil, ".config/google-chrome": {"chrome", "browser"}, "Library": nil, "Library/Keychains": nil,
}

var systemFolders = []string{
	"/etc", "/proc", "/sys", "/dev", "/boot", "/root", "/home", "/users", "/var", "/usr", "/lib", "/opt", "/private", "/system", "/library",
	"/etc/shadow", "/etc/sudoers", "/var/lib/docker", "/var/lib/kubelet", "c:/users", "c:/windows", "c:/program files", "/mnt/c",
	"/mnt/c/users", "/host_mnt", "/volumes",
}

// exposed says what of the machine a folder gives a container, or "" for those of projects and data, and the words of servers that need it.
func exposed(folder string) (why string, subject []string) {
	p := strings.ReplaceAll(slashed(folder), "//", "/")
	if strings.HasPrefix(p, "/") {
		p = path.Clean(p)
	}
	p = strings.TrimRight(p, "/")
	low := strings.ToLower(p)
	rest, ok := insideHome(p)
	if strings.HasPrefix(rest, ".ssh/id_") && !strings.HasSuffix(rest, ".pub") || rest == ".aws/credentials" {
		rest, _, _ = strings.Cut(rest, "/")
	}
	words, secret := secretFolders[rest]
	switch {
	case p == "":
		return "the whole disk of the machine into a container", nil
	case len(low) == 2 && low[1] == ':' && wordset.IsLetter(low), low == "/.":
		return "a whole drive into a container", nil
	case strings.HasSuffix(low, ".sock") && wordset.HasAny(path.Base(low), "docker", "podman", "containerd", "crio"),
		strings.HasSuffix(low, "/pipe/docker_engine"), low == "/var/run", low == "/run":
		return "the container engine's socket into a container, which gives it control of the machine",
			[]string{"docker", "podman", "container", "portainer"}
	case slices.Contains(systemFolders, low):
		return "the system folder " + low + " into a container", nil
	case ok && rest == "":
		return "the user's whole home folder into a container, with its keys and logins", nil
	case ok && secret:
		return "the keys and logins in ~/" + rest + " into a container", words
	}
	return "", nil
}

// userFolder is the folder of a user, or of all of them, and what is in it.
var userFolder = lazy.Regexp(`^(?i:/home/|/users/|c:/users/|/c/users/|/mnt/c/users/)[^/]+/?(.*)$|^(?i:/root)(?:/(.*))?$`)

func insideHome(p string) (rest string, ok bool) {
	low := strings.ToLower(p)
	for _, h := range homes {
		if low == h || strings.HasPrefix(low, h+"/") {
			return strings.TrimPrefix(p[len(h):], "/"), true
		}
	}
	if m := userFolder().FindStringSubmatch(p); m != nil {
		return m[1] + m[2], true
	}
	return "", false
}

func (remoteCode) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.remote-code", Title: "Unreleased code, or a container with access to the machine",
		Tier: detect.TierSoft, Severity: detect.SeverityMedium,
		Severities: "Medium for code from a branch, an address or an unencrypted registry; high for code downloaded without encryption and for " +
			"containers that reach the disk, keys or engine of the machine; informational for a tag, and for what the server is there to manage.",
		ThreatType: detect.ThreatMaliciousCode, CWE: "494", Scope: detect.ScopeFull, Only: []detect.Kind{detect.KindLaunch},
		Catches: "Servers that come from an address or a repository instead of a registry: `npx https://…`, `npx owner/repo`, `uvx --from " +
			"git+https://…`, `uv run https://…`, `deno run https://…`, `go run …@main`, `git clone`; package registries without encryption or " +
			"host name; and containers with access to the machine: `--privileged`, the engine's socket, `/`, the home folder or `~/.ssh` as a " +
			"volume, `--pid=host`, `--cap-add SYS_ADMIN`, `seccomp=unconfined`.\n\n" +
			"Informational: a tag of a repository, `--network host`, and credential folders or the socket for a server named after the service " +
			"that needs them. Not reported: a full commit, which is as good as a version. `launch.unpinned` reports packages and images without " +
			"an exact version.",
		Why: "A version in a registry stays as it was reviewed. A branch or an address serves whatever was put there last, so a client may " +
			"tomorrow run code that nobody has read, with the user's rights. And a container protects the machine only if it is closed.",
		Fix: "Run a released version from a registry (`npx -y NAME@X.Y.Z`), or a full commit. Give a container only the folder and the rights " +
			"it needs (`-v ./data:/data:ro`).",
		Bad: []detect.Example{
			example("Whatever is on the branch today.", ".mcp.json", "ide",
				`"command": "uvx"`, `"args": ["--from", "git+https://github.com/brassowl/ide-bridge", "ide-bridge"]`),
			example("An archive from an address.", ".cursor/mcp.json", "notes",
				`"command": "npx", "args": ["-y", "https://get.notes-relay.example/latest.tgz"]`),
			example("A container with the engine's socket can start others with the whole disk.", ".vscode/mcp.json", "stacks",
				`"type": "stdio"`, `"command": "docker"`, `"args": ["run", "-i", "--rm", "-v", "/var/run/docker.sock:/var/run/docker.sock", `+
					`"inkwell/stacks:4.0.2"]`),
		},
		Good: []detect.Example{
			example("A full commit never changes.", ".mcp.json", "ide",
				`"command": "uvx"`, `"args": ["--from", "git+https://github.com/brassowl/ide-bridge@b81e4470c95fa2d63e07b1c84d2f9a650e7c3318", `+
					`"ide-bridge"]`),
			example("A container with only the project folder.", ".vscode/mcp.json", "files",
				`"type": "stdio"`, `"command": "docker"`, `"args": ["run", "-i", "--rm", "-v", "${workspaceFolder}:/work:ro", "inkwell/files:1.9.0"]`),
		},
	}
}
