package launch

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/wordset"
)

// origin says whose program or server a launch reaches.
type origin struct {
	// name is the package, image, repository or host; owner is who holds it, as far as the name says.
	name, owner string
	well        bool // set when it is on the list.
	loose       bool // set for what no registry holds: repositories and addresses of files.
	at          detect.Signal
	remote      bool
}

// originOf finds the origin of a launch: what is behind a bridge, or else what is fetched first, or the server that is reached.
func originOf(t detect.ToolView, r *reading) (origin, bool) {
	k := knownServers()
	bridged := t.FieldAt("/url") >= 0
	for i := range r.artifacts {
		a := &r.artifacts[i]
		switch {
		case a.extra || a.Local || a.Name == "":
		case bridges[npmName(a.Name)]:
			bridged = true
		default:
			return k.origin(t, a), true
		}
	}
	all := addresses(t, r)
	if at := slices.IndexFunc(all, address.plain); bridged && at >= 0 {
		a := all[at]
		o := origin{name: strings.ToLower(a.host), remote: true, at: a.word.part(t, a.from, a.to)}
		o.owner = o.name
		if domain, err := publicsuffix.EffectiveTLDPlusOne(o.name); err == nil {
			o.owner, o.well = domain, k.domains.has(domain)
		}
		return o, true
	}
	return origin{}, false
}

// bridges only carry what another server says.
var bridges = wordset.Of("mcp-remote supergateway mcp-proxy @smithery/cli mcp-remote-client")

// origin is whose an artifact is.
func (k *wellKnown) origin(t detect.ToolView, a *artifact) origin {
	o := origin{name: strings.ToLower(a.Name), at: namePart(t, a)}
	switch a.Kind {
	case launcher.NPM:
		scope, _, scoped := strings.Cut(o.name, "/")
		if scoped {
			o.owner = strings.TrimPrefix(scope, "@")
		}
		o.well = k.npm.has(o.name) || scoped && k.scopes.has(scope)
	case launcher.PyPI:
		o.name = pypiName(o.name)
		o.well = k.pypi.has(o.name)
	case launcher.Image:
		o.name = imageName(o.name)
		if cut := strings.LastIndexByte(o.name, '/'); cut > 0 {
			o.owner, o.well = o.name[:cut], k.spaces.has(o.name[:cut])
		}
	case launcher.Git:
		_, o.name, _ = repository(a.Name)
		o.owner, _, _ = strings.Cut(o.name, "/")
		o.loose, o.well = true, k.owners.has(o.owner)
	default:
		o.loose = true
	}
	return o
}

// namesakes compares a launch with those of the same name in the other configurations of the project.
func namesakes(t detect.ToolView, r *reading, reg detect.RegistryView) []detect.Signal {
	root, ok := projectOf(r.file)
	if !ok || t.Name == "" || t.Kind != detect.KindLaunch {
		return nil
	}
	own, known := originOf(t, r)
	looked, compared := 0, 0
	for _, name := range spellings(t.Name) {
		for _, i := range reg.Named(name) {
			if looked++; looked > maxNamesakes || compared >= maxCompared || !known {
				return nil
			}
			other := reg.Tool(i)
			file := other.Context.StringAt("file")
			if in, ok := projectOf(file); !ok || in != root || file == r.file || other.Kind != detect.KindLaunch {
				continue
			}
			compared++
			theirs, ok := originOf(other, read(other))
			if !ok || own.sameOwner(theirs) {
				continue
			}
			if s, ok := own.against(theirs, t.Name, i); ok {
				return []detect.Signal{s}
			}
		}
	}
	return nil
}

func (o origin) against(theirs origin, name string, at int) (detect.Signal, bool) {
	if o.well {
		// The other one is reported, if one of them is.
		return detect.Signal{}, false
	}
	differs := "starts a different program"
	if o.remote {
		differs = "connects to a different host"
	}
	s := newSignal(o.at, detect.SeverityNone, 0.35, differs+" than in another configuration of this project, where it is "+clip(theirs.name))
	if key := detect.NameKey(name); theirs.well && (o.loose || o.remote) && len(key) >= minWord &&
		strings.Contains(detect.NameKey(theirs.name), key) {
		// What is on the list is called what the server is called.
		s.Confidence, s.Severity, s.Note = 0.5, detect.SeverityMedium, false
	}
	s.Related = []detect.Related{{
		ToolIndex: at, FieldIndex: theirs.at.FieldIndex, Start: theirs.at.Start, End: theirs.at.End, Note: "the server of the same name",
	}}
	return s, true
}

// sameOwner reports whether two origins are likely to be of one owner: the same name or owner, or names that share a word that is theirs. A
// vendor's server may be a package here, an image there and a host elsewhere.
func (o origin) sameOwner(b origin) bool {
	if o.name == b.name || o.owner != "" && o.owner == b.owner || o.well && b.well {
		return true
	}
	if (o.loose || b.loose) && o.owner != "" && b.owner != "" && !strings.Contains(o.owner, b.owner) && !strings.Contains(b.owner, o.owner) {
		// What is fetched past the registries under a name that another owner has there.
		return false
	}
	mine, theirs := brandWords(o), brandWords(b)
	return len(mine) == 0 || len(theirs) == 0 || slices.ContainsFunc(mine, func(w string) bool {
		return slices.ContainsFunc(theirs, func(v string) bool {
			return w == v || len(w) > 3 && len(v) > 3 && (strings.Contains(w, v) || strings.Contains(v, w))
		})
	})
}

func brandWords(o origin) []string {
	words := slices.DeleteFunc(nameTokens(o.name), func(w string) bool { return len(w) < 2 || commonWords[w] || hostWords[w] })
	return words[:min(len(words), 16)]
}

var hostWords = wordset.Of("com org net io ai www ghcr docker mcr modelcontextprotocol hosting cloud http https run vercel workers " +
	"py js node")

func spellings(name string) []string {
	low := strings.ToLower(name)
	title := low
	if low != "" {
		title = strings.ToUpper(low[:1]) + low[1:]
	}
	var out []string
	for _, s := range [...]string{name, low, title, strings.ToUpper(name)} {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// clientFiles are the names of files that clients read themselves: samples under other names are not configuration of the project.
var clientFiles = wordset.Of("mcp.json .mcp.json settings.json settings.local.json config.toml opencode.json opencode.jsonc " +
	"mcp_config.json mcp_settings.json cline_mcp_settings.json config.yaml config.json .claude.json devcontainer.json gemini-extension.json")

func projectOf(file string) (string, bool) {
	if !clientFiles[path.Base(file)] {
		return "", false
	}
	dir := path.Dir(file)
	for dir != "." && dir != "/" {
		base := path.Base(dir)
		if base[0] != '.' && !wordset.Has(base, "settings", "mcp", "mcpServers") {
			break
		}
		dir = path.Dir(dir)
	}
	return dir, true
}
