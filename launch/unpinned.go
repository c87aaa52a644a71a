package launch

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// unpinned is the check launch.unpinned: a package or image that is fetched at the start and is not the same one tomorrow.
type unpinned struct{}

const confidentUnpinned = 0.3

func (unpinned) ID() string { return "launch.unpinned" }

func (unpinned) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	r := read(t)
	if switchedOff(t) || r.client == registryClient {
		return nil
	}
	var out []detect.Signal
	for i := range r.artifacts {
		a := &r.artifacts[i]
		if a.launcher == "" || a.local || a.kind == fromGit || a.kind == fromURL || a.isBranch() || a.pin != unversioned && a.pin != moving {
			continue
		}
		s := a.spec.signal(t)
		s.Tier, s.ThreatType, s.Note, s.Confidence = detect.TierSoft, detect.ThreatMaliciousCode, true, confidentUnpinned
		s.Evidence = shownAddress(a.spec.text)
		s.Sensitive = s.Evidence != a.spec.text
		s.Detail = fmt.Sprintf("%s, so that what runs may be another one at every start; name the one that was looked at: %s", openness(a), r.advice(a, len(out)))
		if meant := r.mistaken(a, len(out)); meant != "" {
			s.Detail = fmt.Sprintf("uvx takes %s for the package, which anybody may publish under that name; write uvx %s==X.Y.Z", a.name, clip(meant))
		}
		out = append(out, s)
	}
	return out
}

// registryClient is the shape of registry manifests. Their versions are the matter of manifest.invalid.
const registryClient = "server.json"

func openness(a *artifact) string {
	what := "version"
	if a.kind == fromImage {
		what = "tag or digest"
	}
	switch {
	case a.pin == unversioned:
		return "no " + what + " is named"
	case a.kind == fromImage:
		return fmt.Sprintf("the tag %s is moved to later images", clip(a.version))
	case isLetter(strings.TrimPrefix(a.version, "v")) && !strings.ContainsAny(a.version, " .*"):
		return fmt.Sprintf("%s is whatever was published last under that tag", clip(a.version))
	}
	return fmt.Sprintf("%s admits later versions", clip(a.version))
}

func (a *artifact) safeForm() string {
	name := clip(a.name)
	if name == "" {
		name = "NAME"
	} else if a.kind == fromPyPI {
		name += extras(a.spec.text)
	}
	if a.kind == fromModules {
		return "the address with @X.Y.Z behind the name of the module"
	}
	launcher, form := a.launcher, cmp.Or(safeForms[a.kind], "%s %s@X.Y.Z")
	switch {
	case a.kind == fromNPM && (strings.HasPrefix(launcher, "deno") || launcher == "dx"):
		form = "%s npm:%s@X.Y.Z"
	case a.kind == fromNPM && a.extra:
		launcher = "-p"
	case a.kind == fromPyPI && a.extra:
		launcher = "--with"
	case a.kind == fromNPM && launcher == "npx":
		launcher = "npx -y"
	case a.kind == fromNPM && isOneOf(launcher, "npm exec", "npm x"):
		launcher += " --yes --"
	}
	return fmt.Sprintf(form, launcher, name)
}

// safeForms are how launcher and name are written with a version.
var safeForms = map[source]string{
	fromPyPI: "%s %s==X.Y.Z", fromImage: "%[2]s:X.Y.Z@sha256:…", fromGems: "%s -v X.Y.Z %s", fromMaven: "%s %s:X.Y.Z", fromGo: "%s %s@vX.Y.Z", fromJSR: "%s jsr:%s@X.Y.Z",
}

// shownAddress is a spec without what may be a credential in it: the user of an address and its query.
func shownAddress(s string) string {
	at := strings.Index(s, "://")
	if at < 0 {
		return s
	}
	head, rest := s[:at+3], s[at+3:]
	end := strings.IndexByte(rest, '/')
	if end < 0 {
		end = len(rest)
	}
	if user := strings.LastIndexByte(rest[:end], '@'); user >= 0 && rest[:user] != "git" {
		rest = "…" + rest[user:]
	}
	bare, behind, asked := strings.Cut(rest, "?")
	if asked {
		rest = bare + "?…"
		if _, fragment, ok := strings.Cut(behind, "#"); ok {
			rest += "#" + fragment
		}
	}
	return head + rest
}
