package launch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// remoteCode is the check launch.remote-code: code that no version of a registry holds, and containers that are none.
type remoteCode struct{}

const (
	confidentRemote = 0.6
	// confidentPlain is of code that anyone on the way can exchange.
	confidentPlain = 0.8
	confidentNote  = 0.4
)

func (remoteCode) ID() string { return "launch.remote-code" }

func (remoteCode) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	r := read(t)
	x := remoteScan{t: t, seen: map[[3]int]bool{}}
	for i := range r.artifacts {
		if a := &r.artifacts[i]; a.launcher != "" {
			x.artifact(a)
		}
	}
	for i := range r.commands {
		f := newFetcher(t, &r.commands[i])
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

// add adds a signal, once for each place.
func (x *remoteScan) add(s detect.Signal, confidence float64, note bool, detail string) {
	if at := [3]int{s.FieldIndex, s.Start, s.End}; x.seen[at] || len(x.signals) >= maxRemote {
		return
	} else {
		x.seen[at] = true
	}
	s.Tier, s.ThreatType, s.Confidence, s.Note, s.Detail = detect.TierSoft, detect.ThreatMaliciousCode, confidence, note, detail
	if clean := shownAddress(s.Evidence); clean != s.Evidence {
		s.Evidence, s.Sensitive = clean, true
	}
	x.signals = append(x.signals, s)
}

// grade adds a signal that is a note or not.
func (x *remoteScan) grade(s detect.Signal, note bool, detail string) {
	if note {
		x.add(s, confidentNote, true, detail)
	} else {
		x.add(s, confidentRemote, false, detail)
	}
}

// maxRemote bounds the signals of one launch.
const maxRemote = 128

func (x *remoteScan) artifact(a *artifact) {
	plain := hasPrefix(strings.ToLower(a.name), "http://", "git+http://", "git://")
	if a.isBranch() {
		x.add(a.spec.signal(x.t), confidentRemote, false, fmt.Sprintf("what was last pushed to the branch %s of %s runs at every start; run a released version: %s %s@vX.Y.Z, or name a commit",
			clip(a.version), clip(a.name), a.launcher, clip(a.name)))
		return
	}
	if a.kind != fromGit && a.kind != fromURL && (a.kind != fromModules || !plain) || a.pin == digested || a.pin == unknown {
		return
	}
	if l, ok := linkAt(strings.TrimPrefix(a.name, "git+"), 0); ok && l.reach == thisMachine {
		return
	}
	name := clip(shownAddress(a.name))
	s := a.spec.signal(x.t)
	switch {
	case plain:
		x.add(s, confidentPlain, false, fmt.Sprintf("%s is fetched without encryption and run, so that anyone on the way can put in other code; run a released version from a registry, "+
			"or write https:// and a full commit", name))
	case a.kind == fromURL && a.pin == exact && !strings.Contains(a.spec.text, "://registry.") && !strings.Contains(a.spec.text, "://files.pythonhosted.org/"):
		x.add(s, confidentNote, true, fmt.Sprintf("the files of the release %s can be exchanged; run a released version from a registry, or name a full commit or the file's checksum", clip(a.version)))
	case a.kind == fromURL && a.pin == exact:
		// A tarball of the registry itself.
	case a.kind == fromURL:
		x.add(s, confidentRemote, false, fmt.Sprintf("whoever serves %s decides at every start what runs; run a released version from a registry, such as %s", name, a.registered()))
	case a.pin == exact:
		x.add(s, confidentNote, true, fmt.Sprintf("the tag or short commit %s can come to mean other code; name the full commit: %s", clip(a.version), a.committed()))
	case a.pin == moving:
		x.add(s, confidentRemote, false, fmt.Sprintf("what was last pushed to the branch or tag %s of %s runs at every start; name a full commit, as in %s, or run a released version from a registry", clip(a.version), name, a.committed()))
	default:
		x.add(s, confidentRemote, false, fmt.Sprintf("what was last pushed to %s runs at every start; name a full commit, as in %s, or run a released version from a registry", name, a.committed()))
	}
}

// isBranch reports whether a Go package is taken from a branch of its repository: @main.
func (a *artifact) isBranch() bool {
	// v1 and v1.2 are the latest release of that line.
	return a.kind == fromGo && a.pin == moving && isLetter(a.version) && !isOneOf(a.version, "latest", "upgrade", "patch", "none") &&
		!onlyOf(strings.TrimPrefix(a.version, "v"), digits+".")
}

func (a *artifact) committed() string {
	name, form := clip(shownAddress(a.name)), "%s#COMMIT"
	switch {
	case a.launcher == "git clone":
		form = "git clone %s and git checkout COMMIT"
	case strings.HasPrefix(a.launcher, "cargo "):
		form = "--git %s --rev COMMIT"
	case a.launcher == "nix run":
		form = "%s/COMMIT"
	case a.launcher == "jbang":
		return "https://raw.githubusercontent.com/OWNER/REPOSITORY/COMMIT/FILE"
	case pythonic(a.launcher):
		form = "%s@COMMIT"
	}
	return fmt.Sprintf(form, name)
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

func pythonic(launcher string) bool {
	return hasPrefix(launcher, "uv", "pip", "rye")
}

var indexOptions = []string{
	"--registry", "--index-url", "--extra-index-url", "--index", "--default-index", "--find-links", "-i", "-f", "--source", "--add-source", "-s",
}

// indexVariables are the variables that do, in lower case with "_" for "-".
var indexVariables = []string{
	"npm_config_registry", "yarn_registry", "yarn_npm_registry_server", "bun_config_registry", "uv_index_url", "uv_default_index", "uv_extra_index_url",
	"uv_index", "uv_find_links", "pip_index_url", "pip_extra_index_url", "pip_find_links", "goproxy", "corepack_npm_registry", "npm_registry_url",
	"pnpm_config_registry",
}

func isIndexVariable(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	return slices.Contains(indexVariables, name) || strings.HasPrefix(name, "npm_config_@") && strings.HasSuffix(name, ":registry")
}

// index looks at the addresses of registries that packages are taken from. Those of companies are silent.
func (x *remoteScan) index(name, value string, at func(from, to int) detect.Signal) {
	from := 0
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune(" ,|\t\n", r) }) {
		from += strings.Index(value[from:], part)
		if l, ok := linkAt(value, from+labelled(part)); ok && l.end <= from+len(part) && len(x.signals) < maxRemote {
			x.registry(name, l, at)
		}
		from += len(part)
	}
}

// labelled is the length of the label in front of an address: UV_INDEX=internal=https://…
func labelled(s string) int {
	if eq := strings.IndexByte(s, '='); eq > 0 && !strings.Contains(s[:eq], "/") {
		return eq + 1
	}
	return 0
}

func (x *remoteScan) registry(name string, l link, at func(from, to int) detect.Signal) {
	_, numeric := ipAddress(l.host)
	if l.reach <= thisMachine || !l.plain() && !numeric {
		return
	}
	how := "an address that nobody answers for by name"
	if l.toldAsIndex() {
		how = "an address that is reached without encryption, where anyone on the way can put in other code"
	}
	x.grade(at(l.start, l.end), l.reach == privateHost && !docHost(l.host), fmt.Sprintf("%s takes the packages that are run from %s; write the https:// address of the registry by its name, or leave it out", clip(name), how))
}
