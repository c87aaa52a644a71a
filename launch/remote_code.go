package launch

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/lazy"
)

// remoteCode is the check launch.remote-code: code that no version of a registry holds, and containers that are none.
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
			x.index(o.name, o.value.text, func(from, to int) detect.Signal { return o.value.part(t, from, to) })
		}
		for _, run := range f.runs {
			x.container(run)
		}
	}
	for _, v := range variables(t) {
		if isIndexVariable(v.name) {
			x.index(v.name, v.value, v.at)
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
	s = fact(s, severity, remoteConfidence[severity], detail)
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
	plain := hasPrefix(strings.ToLower(a.name), "http://", "git+http://", "git://")
	if a.isBranch() {
		x.add(a.spec.signal(x.t), detect.SeverityMedium, fmt.Sprintf("what was last pushed to the branch %s of %s runs at every start; run a "+
			"released version: %s %s@vX.Y.Z, or name a commit",
			clip(a.version), clip(a.name), a.launcher, clip(a.name)))
		return
	}
	l, _ := linkAt(strings.TrimPrefix(a.name, "git+"), 0)
	if a.kind != fromGit && a.kind != fromURL && (a.kind != fromModules || !plain) || a.pin == digested || a.pin == unknown ||
		l.reach == thisMachine {
		return
	}
	name := clip(shownAddress(a.name))
	s := a.spec.signal(x.t)
	const registry = "; run a released version from a registry"
	const pushed = "what was last pushed to %s runs at every start; name a full commit, as in %s, or run a released version from a registry"
	switch {
	case plain:
		x.add(s, detect.SeverityHigh, name+" is fetched without encryption and run, so that anyone on the way can put in other code"+registry+
			", or write https:// and a full commit")
	case a.kind == fromURL && a.pin == exact && hasAny(a.spec.text, "://registry.", "://files.pythonhosted.org/"):
		// A tarball of the registry itself.
	case a.kind == fromURL && a.pin == exact:
		x.add(s, detect.SeverityNone, "the files of the release "+clip(a.version)+" can be exchanged"+registry+
			", or name a full commit or the file's checksum")
	case a.kind == fromURL:
		x.add(s, detect.SeverityMedium, "whoever serves "+name+" decides at every start what runs"+registry+", such as "+a.registered())
	case a.pin == exact:
		x.add(s, detect.SeverityNone, "the tag or short commit "+clip(a.version)+" can come to mean other code; name the full commit: "+a.committed())
	case a.pin == moving:
		x.add(s, detect.SeverityMedium, fmt.Sprintf(pushed, "the branch or tag "+clip(a.version)+" of "+name, a.committed()))
	default:
		x.add(s, detect.SeverityMedium, fmt.Sprintf(pushed, name, a.committed()))
	}
}

// isBranch reports whether a Go package is taken from a branch of its repository: @main.
func (a *artifact) isBranch() bool {
	// v1 and v1.2 are the latest release of that line.
	return a.kind == fromGo && a.pin == moving && isLetter(a.version) && !isOneOf(a.version, "latest", "upgrade", "patch", "none") &&
		!onlyOf(strings.TrimPrefix(a.version, "v"), digits+".")
}

func (a *artifact) committed() string {
	name := clip(shownAddress(a.name))
	switch {
	case a.launcher == "git clone":
		return "git clone " + name + " and git checkout COMMIT"
	case strings.HasPrefix(a.launcher, "cargo "):
		return "--git " + name + " --rev COMMIT"
	case a.launcher == "nix run":
		return name + "/COMMIT"
	case a.launcher == "jbang":
		return "https://raw.githubusercontent.com/OWNER/REPOSITORY/COMMIT/FILE"
	case pythonic(a.launcher):
		return name + "@COMMIT"
	}
	return name + "#COMMIT"
}

func (a *artifact) registered() string {
	switch {
	case pythonic(a.launcher):
		return "uvx NAME==X.Y.Z"
	case strings.HasPrefix(a.launcher, "deno"):
		return a.launcher + " jsr:@SCOPE/NAME@X.Y.Z"
	case a.launcher == "jbang":
		return "jbang GROUP:ARTIFACT:X.Y.Z"
	}
	return "npx -y NAME@X.Y.Z"
}

func pythonic(launcher string) bool { return hasPrefix(launcher, "uv", "pip", "rye") }

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
func (x *remoteScan) index(name, value string, at func(from, to int) detect.Signal) {
	for from, part := range pieces(value, " ,|\t\n") {
		if l, ok := linkAt(value, from+labelled(part)); ok && l.end <= from+len(part) && len(x.signals) < maxRemote {
			x.registry(name, l, at)
		}
	}
}

// labelled is the length of the label in front of an address: UV_INDEX=internal=https://…
func labelled(s string) int {
	label, _, ok := strings.Cut(s, "=")
	if !ok || label == "" || strings.Contains(label, "/") {
		return 0
	}
	return len(label) + 1
}

func (x *remoteScan) registry(name string, l link, at func(from, to int) detect.Signal) {
	_, numeric := ipAddress(l.host)
	if l.reach <= thisMachine || !l.plain() && !numeric {
		return
	}
	how := "an address that nobody answers for by name"
	if l.reportedAsIndex() {
		how = "an address that is reached without encryption, where anyone on the way can put in other code"
	}
	x.add(at(l.start, l.end), unless(l.reach == privateHost && !docHost(l.host), detect.SeverityMedium), fmt.Sprintf("%s takes the packages that are run from %s; "+
		"write the https:// address of the registry by its name, or leave it out", clip(name), how))
}

func (x *remoteScan) container(run containerRun) {
	for _, o := range run.opts {
		v := o.value
		value, s := v.text, v.signal(x.t)
		kind, rest, _ := strings.Cut(strings.Replace(value, ":", "=", 1), "=")
		switch {
		case o.is("--privileged"):
			if value != "false" {
				x.add(o.flag.signal(x.t), detect.SeverityHigh, "a privileged container can do on the machine what root can; leave it out, and grant the "+
					"one --device or --cap-add that is needed")
			}
		case !o.given:
		case o.is("--volume", "-v"):
			x.mount(run.image, o, 0, volumeSource(value))
		case o.is("--mount"):
			from, to := mountSource(value)
			x.mount(run.image, o, from, to)
		case o.is("--pid") && value == "host":
			x.add(s, detect.SeverityHigh, "the container sees and can stop every process of the machine, and read what they hold; leave --pid out")
		case o.is("--network", "--net") && value == "host":
			x.add(s, detect.SeverityNone, "the container reaches everything that listens on this machine only; leave --network out unless the server "+
				"looks around in the network itself. "+
				"It then reaches this machine by host.docker.internal, and is reached with -p 127.0.0.1:PORT:PORT")
		case o.is("--cap-add"):
			for from, part := range pieces(value, ",") {
				if name := strings.TrimPrefix(strings.ToUpper(part), "CAP_"); slices.Contains(powers, name) {
					x.add(v.part(x.t, from, from+len(part)), detect.SeverityHigh, "with "+name+" the container can take over the machine; leave it out, or "+
						"grant the one capability that is needed")
				}
			}
		case o.is("--security-opt") && rest == "unconfined" && isOneOf(kind, "seccomp", "apparmor", "systempaths"):
			x.add(s, detect.SeverityHigh, "this takes away what keeps the container from the kernel of the machine; leave it out, or name a profile: "+
				"--security-opt "+kind+"=PROFILE")
		case o.is("--device") && hasPrefix(value, devices...):
			x.add(s, detect.SeverityHigh, "the container reads and writes the disk or the memory of the machine itself; mount the one folder that is "+
				"needed: -v ./data:/data:ro")
		}
	}
}

// devices are the disks and the memory of a machine.
var devices = []string{
	"/dev/sd", "/dev/nvme", "/dev/vd", "/dev/hd", "/dev/mem", "/dev/kmem", "/dev/port", "/dev/disk", "/dev/dm-", "/dev/mapper",
}

// powers are the capabilities with which a container can leave, without CAP_.
var powers = []string{"ALL", "SYS_ADMIN", "SYS_MODULE", "SYS_RAWIO", "DAC_READ_SEARCH", "BPF"}

// folderEnd ends the folder of the machine in a value of -v: /a of /a:/b:ro, C:\a of C:\a:/b. C:/data is no volume named C at /data, which
// nobody has.
var folderEnd = lazy.Regexp(`^(?:[A-Za-z]:[/\\])?(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[^:{])*:`)

func volumeSource(s string) int { return max(len(folderEnd().FindString(s))-1, 0) }

// mountSource is where it stands in a value of --mount: type=bind,source=/a,target=/b.
func mountSource(s string) (from, to int) {
	for at, part := range pieces(s, ",") {
		if key, _, ok := strings.Cut(part, "="); ok && (key == "source" || key == "src") {
			return at + len(key) + 1, at + len(part)
		}
	}
	return 0, 0
}

func (x *remoteScan) mount(image string, o option, from, to int) {
	if to <= from || to-from > maxMount {
		return
	}
	about := strings.ToLower(x.t.Name + " " + withoutHost(image))
	if why, subject := exposed(o.value.text[from:to]); why != "" {
		x.add(o.value.part(x.t, from, to), unless(hasAny(about, subject...), detect.SeverityHigh), why+"; mount the one folder that is needed, for reading only if "+
			"that will do: -v ./data:/data:ro")
	}
}

func withoutHost(image string) string {
	image = image[:min(len(image), maxMount)]
	if host, rest, ok := strings.Cut(image, "/"); ok && strings.ContainsAny(host, ".:") {
		return rest
	}
	return image
}

// homes are how clients, shells and scripts write the folder of the user.
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

// systemFolders are those that belong to the machine as a whole.
var systemFolders = []string{
	"/etc", "/proc", "/sys", "/dev", "/boot", "/root", "/home", "/users", "/var", "/usr", "/lib", "/opt", "/private", "/system", "/library",
	"/etc/shadow", "/etc/sudoers", "/var/lib/docker", "/var/lib/kubelet", "c:/users", "c:/windows", "c:/program files", "/mnt/c",
	"/mnt/c/users", "/host_mnt", "/volumes",
}

// exposed says what a folder of the machine gives away, or "" for those of projects and data, and the words of servers that need it.
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
		return "the container is given every file of the machine", nil
	case len(low) == 2 && low[1] == ':' && isLetter(low), low == "/.":
		return "the container is given every file of the drive", nil
	case strings.HasSuffix(low, ".sock") && hasAny(path.Base(low), "docker", "podman", "containerd", "crio"),
		strings.HasSuffix(low, "/pipe/docker_engine"), low == "/var/run", low == "/run":
		return "whoever reaches the socket of the container engine can start containers with every file of the machine",
			[]string{"docker", "podman", "container", "portainer"}
	case slices.Contains(systemFolders, low):
		return "the container is given a folder that belongs to the machine as a whole", nil
	case ok && rest == "":
		return "the container is given everything in the folder of the user, with keys and logins", nil
	case ok && secret:
		return "the container is given the keys and logins in " + rest, words
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
		ID: "launch.remote-code", Title: "Launch that runs code of no released version, or outside of its container", Tier: detect.TierSoft, Severity: detect.SeverityMedium,
		Severities: "Medium for code of a branch, an address or an unencrypted registry; high for code that is fetched without encryption, and for containers that are privileged or hold the disk, the keys or the engine of the machine; informational for a tag, and where the server is about what it is given.",

		ThreatType: detect.ThreatMaliciousCode, CWE: "494", Scope: detect.ScopeFull, Only: []detect.Kind{detect.KindLaunch},
		Catches: "Servers that are fetched from an address or a repository instead of a registry: `npx https://…`, `npx github:owner/repo`, " +
			"`npx owner/repo`, `uvx --from git+https://…`, `uv run https://…`, `deno run https://…`, `go run …@main`, `git clone`; package " +
			"registries that are reached without encryption or by a bare IP address; containers that are let out: `--privileged`, the socket of " +
			"the engine, `/` or the whole home folder as a volume, `~/.ssh`, `--pid=host`, `--cap-add SYS_ADMIN`, `seccomp=unconfined`. A full " +
			"commit is as good as a version and silent; a tag of a repository, `--network host`, and folders of credentials or the socket where " +
			"the server or its image is named for the service behind them are notes. Packages and images of a registry without an exact version, " +
			"such as `docker run IMAGE` and `IMAGE:latest`, are told by `launch.unpinned`, as notes too.",
		Why: "A version in a registry stays what it was when somebody looked at it. A branch or an address is whatever was put there last: a " +
			"client that starts the server tomorrow runs code that nobody has read, with the user's rights. A container keeps a bad server away " +
			"from the machine only as long as its walls stand.",
		Fix: "Run a released version from a registry: `npx -y NAME@X.Y.Z`, `uvx NAME==X.Y.Z`. If there is none, name a full commit: " +
			"`github:owner/repo#COMMIT`, `git+https://…@COMMIT`. Give a container the one folder that it needs, for reading only if that will do, " +
			"and leave the rest out.",
		Bad: []detect.Example{
			example("The tip of a branch, fetched anew.", ".mcp.json", "ide",
				`"command": "uvx"`, `"args": ["--from", "git+https://github.com/brassowl/ide-bridge", "ide-bridge"]`),
			example("An archive at an address.", ".cursor/mcp.json", "notes",
				`"command": "npx", "args": ["-y", "https://get.notes-relay.example/latest.tgz"]`),
			example("A container that holds the socket of the engine can start others with the whole disk.", ".vscode/mcp.json", "stacks",
				`"type": "stdio"`, `"command": "docker"`, `"args": ["run", "-i", "--rm", "-v", "/var/run/docker.sock:/var/run/docker.sock", `+
					`"inkwell/stacks:4.0.2"]`),
		},
		Good: []detect.Example{
			example("A commit stays what it is.", ".mcp.json", "ide",
				`"command": "uvx"`, `"args": ["--from", "git+https://github.com/brassowl/ide-bridge@b81e4470c95fa2d63e07b1c84d2f9a650e7c3318", `+
					`"ide-bridge"]`),
			example("A container with the folder of the project.", ".vscode/mcp.json", "files",
				`"type": "stdio"`, `"command": "docker"`, `"args": ["run", "-i", "--rm", "-v", "${workspaceFolder}:/work:ro", "inkwell/files:1.9.0"]`),
		},
	}
}
