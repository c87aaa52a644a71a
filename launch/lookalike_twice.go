package launch

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/wordset"
)

// origin is whose program or server a launch reaches, and where it says so.
type origin struct {
	didyoumean.Origin
	at     detect.Signal
	remote bool
}

// originOf finds the origin of a launch: what is behind a bridge, or else what is fetched first, or the server that is reached.
func originOf(t detect.ToolView, r *reading) (origin, bool) {
	bridged := t.FieldAt("/url") >= 0
	for i := range r.artifacts {
		a := &r.artifacts[i]
		switch {
		case a.extra || a.Local || a.Name == "":
		case bridges[strings.ToLower(a.Name)]:
			bridged = true
		default:
			return origin{Origin: didyoumean.OriginOf(a.Kind, a.Name), at: namePart(t, a)}, true
		}
	}
	all := addresses(t, r)
	if at := slices.IndexFunc(all, func(a address) bool { return didyoumean.PlainHost(a.host) }); bridged && at >= 0 {
		a := all[at]
		return origin{didyoumean.OriginOfHost(a.host), a.signal(t), true}, true
	}
	return origin{}, false
}

// bridges only carry what another server says.
var bridges = wordset.Of("mcp-remote supergateway mcp-proxy @smithery/cli mcp-remote-client")

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
			if !ok || own.SameOwner(theirs.Origin) {
				continue
			}
			if s, ok := own.against(theirs, t.Name, i); ok {
				return []detect.Signal{s}
			}
		}
	}
	return nil
}

// minNamed is the shortest name of a server that says what it is.
const minNamed = 5

func (o origin) against(theirs origin, name string, at int) (detect.Signal, bool) {
	if o.Known {
		// The other one is reported, if one of them is.
		return detect.Signal{}, false
	}
	differs := "starts a different program"
	if o.remote {
		differs = "connects to a different host"
	}
	s := newSignal(o.at, detect.SeverityNone, 0.35, differs+" than in another configuration of this project, where it is "+clip(theirs.Name))
	if key := detect.NameKey(name); theirs.Known && (o.Loose || o.remote) && len(key) >= minNamed &&
		strings.Contains(detect.NameKey(theirs.Name), key) {
		// What is on the list is called what the server is called.
		s.Confidence, s.Severity, s.Note = 0.5, detect.SeverityMedium, false
	}
	s.Related = []detect.Related{{
		ToolIndex: at, FieldIndex: theirs.at.FieldIndex, Start: theirs.at.Start, End: theirs.at.End, Note: "the server of the same name",
	}}
	return s, true
}

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
