package launch

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

type lookalike struct{}

func (lookalike) ID() string { return "launch.lookalike" }

func (lookalike) Inspect(t detect.ToolView, reg detect.RegistryView) []detect.Signal {
	r := read(t)
	var signals []detect.Signal
	add := func(m *didyoumean.Match, s detect.Signal) {
		if m != nil {
			signals = append(signals, newSignal(s, unless(m.Note, detect.SeverityHigh), m.Confidence, m.Says(s.Evidence)))
		}
	}
	for i := range min(len(r.artifacts), maxArtifacts) {
		a := &r.artifacts[i]
		if !a.Local {
			add(didyoumean.Package(a.Kind, a.Name), namePart(t, a))
		}
	}
	for _, a := range addresses(t, r) {
		add(didyoumean.Host(a.user, a.host), a.signal(t))
	}
	if len(signals) == 0 {
		signals = namesakes(t, r, reg)
	}
	return signals
}

// namePart is a signal on the name of an artifact, without the text around it.
func namePart(t detect.ToolView, a *artifact) detect.Signal {
	name := a.Name
	if _, at, _ := launcher.Repository(name); a.Kind == launcher.Git && at != "" && strings.Contains(a.spec.text, at) {
		name = at
	}
	if at := strings.Index(a.spec.text, name); at >= 0 {
		return a.spec.part(t, at, at+len(name))
	}
	return a.spec.signal(t)
}

// address is the authority of an address in a launch: the word of it, and the user in front of the host.
type address struct {
	word
	user, host string
}

// addresses are those of the server and those that its command is given: mcp-remote https://….
func addresses(t detect.ToolView, r *reading) []address {
	var out []address
	add := func(w word) {
		if len(out) >= maxAddresses {
			return
		}
		if a, ok := authority(t, w); ok && !slices.ContainsFunc(out, func(b address) bool { return a.field == b.field && a.start == b.start && a.text == b.text }) {
			out = append(out, a)
		}
	}
	for i, f := range t.Fields {
		if f.Role == detect.RoleURI && f.Pointer == "/url" {
			add(whole(f, i))
		}
	}
	for i := range r.commands {
		for _, w := range r.commands[i].args {
			if !strings.ContainsAny(w.text, " \n") {
				// What has blanks is a script, whose commands are on their own.
				add(w)
			}
		}
	}
	for i := range r.artifacts {
		if r.artifacts[i].launcher == "" {
			add(r.artifacts[i].spec)
		}
	}
	return out
}

// authorityOf finds the user, host and port of an address, whose host is in front however long it is.
var authorityOf = lazy.Regexp("^(?s:.*?)(?i:https?|ssh|git|wss?)://([^/?#\\\\ \\t\\n\"'`,;)>]*)")

func authority(t detect.ToolView, w word) (address, bool) {
	m := authorityOf().FindStringSubmatchIndex(w.text[:min(len(w.text), 4<<10)])
	if m == nil {
		return address{}, false
	}
	a := address{word: w.slice(t, m[2], m[3])}
	a.host = ipaddr.AfterUser(a.text)
	a.user = strings.TrimSuffix(a.text[:len(a.text)-len(a.host)], "@")
	if colon := strings.LastIndexByte(a.host, ':'); colon >= 0 {
		a.host = a.host[:colon]
	}
	return a, a.host != ""
}

func (lookalike) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.lookalike", Title: "Name that only looks like a well-known server", Tier: detect.TierSoft, Severity: detect.SeverityHigh,
		Severities: "High; medium when two configurations of a project start different programs under one known name; informational when the " +
			"likeness is often intended.",
		ThreatType: detect.ThreatMaliciousCode, CWE: "829", Scope: detect.ScopeFull, Only: []detect.Kind{detect.KindLaunch},
		Catches: "Packages, images, repositories and hosts that are one letter, one separator or one look-alike character away from those of a " +
			"well-known MCP server: `@playwrigth/mcp`, `tavi1y-mcp`, `ghrc.io/github/github-mcp-server`, `mcp.linaer.app`. Also packages without " +
			"the vendor's scope (`context7-mcp` for `@upstash/context7-mcp`) or from the wrong registry (`npx mcp-server-fetch`, which is on " +
			"PyPI), a vendor's host in front of another domain (`mcp.notion.com.tools.example`) or of an `@`, and a vendor's name with MCP in " +
			"another domain (`mcp-notion.com`).\n\n" +
			"It also reports two configurations of a project that start programs of different makers under one server name.\n\n" +
			"The well-known names are a short list in the program. Names on it and forks in a scope of their own are not reported. Informational: " +
			"what is often intended, such as a popular package of another author or a vendor's name in another top-level domain.",
		Why: "A server runs with the rights and secrets of whoever opens the project. An attacker who owns a name that people mistype, or that " +
			"a model invents, runs code there without touching the real server. Anyone can claim a name without a scope, or one still free in the " +
			"other registry.",
		Fix: "Copy the name from the vendor's own page, with its scope and a version. In two configurations of one project, start the same " +
			"program under one name.",
		Bad: []detect.Example{
			example("The vendor's package has a scope; anyone could have published this one.", ".mcp.json", "context7",
				`"command": "npx"`, `"args": ["-y", "context7-mcp@1.0.2"]`),
			example("Two letters of the scope are swapped.", ".cursor/mcp.json", "playwright",
				`"command": "npx"`, `"args": ["-y", "@playwrigth/mcp@0.0.41"]`),
			example("Two letters of the host are swapped.", ".vscode/mcp.json", "linear",
				`"type": "http"`, `"url": "https://mcp.linaer.app/mcp"`),
		},
		Good: []detect.Example{
			example("The vendor's own package, with its scope and a version.", ".mcp.json", "context7",
				`"command": "npx"`, `"args": ["-y", "@upstash/context7-mcp@1.0.33"]`),
			example("The vendor's own host.", ".vscode/mcp.json", "linear", `"type": "http"`, `"url": "https://mcp.linear.app/mcp"`),
		},
	}
}

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
