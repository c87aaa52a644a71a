package launch

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/wordset"
)

// literalSecret is the check launch.secret: a credential in what a client reads to start a server.
type literalSecret struct{}

func (literalSecret) ID() string { return "launch.secret" }

func (literalSecret) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	f := finder{t: t, around: surroundings(t)}
	f.gather()
	return f.signals()
}

func (f *finder) gather() {
	for i, field := range f.t.Fields {
		switch field.Role {
		case detect.RoleEnv:
			f.named(entryName(field.Pointer), whole(field, i), inEnv)
		case detect.RoleHeader:
			f.header(entryName(field.Pointer), whole(field, i))
		case detect.RoleURI, detect.RoleArgument, detect.RoleCommand:
			f.plain(whole(field, i))
		case detect.RoleOther:
			f.other(whole(field, i), field.Pointer)
		}
	}
	f.commands()
}

// place is where a credential stands, as far as that matters for what to write in its place.
type place uint8

const (
	anywhere place = iota
	inEnv
	inHeader
)

type credential struct {
	field, start, end int
	rule, stub        string
	confidence        float64
	checked           bool   // set when its checksum holds.
	name              string // name is that of the variable, header, flag or parameter whose value it is, or "".
	at                place
}

type finder struct {
	t      detect.ToolView
	around neighbourhood
	found  []credential
	// redacting also takes what has nothing but the name of a credential, for what must not be shown; see Credentials.
	redacting bool
}

// add adds what was found in bytes of a word's text.
func (f *finder) add(w word, name string, at place, matches []secret.Match) {
	for _, m := range matches {
		m.End += padding(w.text[m.End:])
		c := credential{
			field: w.field, rule: m.Rule, stub: m.Stub(w.text), confidence: m.Confidence, checked: m.Checksum, name: name, at: at,
		}
		s := w.part(f.t, m.Start, m.End)
		c.start, c.end = s.Start, s.End
		if c.end-c.start != m.End-m.Start {
			// Quotes stand in the word. The credential itself seldom has any.
			raw := f.t.Fields[w.field].Text[c.start:c.end]
			if i := strings.Index(raw, w.text[m.Start:m.End]); i >= 0 {
				c.start, c.end = c.start+i, c.start+i+m.End-m.Start
			}
		}
		f.found = append(f.found, c)
	}
}

// mark adds the whole of a word.
func (f *finder) mark(w word, name string, at place, rule string, confidence float64) {
	f.add(w, name, at, []secret.Match{{Rule: rule, End: len(w.text), Confidence: confidence}})
}

// padding is how many of the first bytes of what follows a credential are the end of its base64.
func padding(rest string) int {
	n := len(rest) - len(strings.TrimLeft(rest, "="))
	if n == 0 || n > 2 || n < len(rest) && wordset.IsAlnum(rest[n]) {
		return 0
	}
	return n
}

// settled are the credentials in the order of places, each but the first of those that overlap merged into the one before.
func (f *finder) settled(merge func(last *credential, c credential)) []credential {
	slices.SortStableFunc(f.found, func(a, b credential) int { return cmp.Or(a.field-b.field, a.start-b.start, a.end-b.end) })
	kept := f.found[:0]
	for _, c := range f.found {
		if n := len(kept); n > 0 && kept[n-1].field == c.field && c.start < kept[n-1].end {
			merge(&kept[n-1], c)
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

// surer keeps the surer of two credentials, then the one with a name, then the longer.
func surer(last *credential, c credential) {
	named := func(c credential) int { return min(len(c.name), 1) }
	if cmp.Or(cmp.Compare(c.confidence, last.confidence), named(c)-named(*last), (c.end-c.start)-(last.end-last.start)) > 0 {
		*last = c
	}
}

func (f *finder) signals() []detect.Signal {
	var out []detect.Signal
	for _, c := range f.settled(surer) {
		s := newSignal(f.t.Signal(c.field, c.start, c.end), detect.CredentialSeverity(c.confidence), c.confidence, f.detail(c))
		s.ThreatType, s.Sensitive, s.Evidence = detect.ThreatExfiltration, true, c.stub
		if c.checked {
			s.Tier = detect.TierHard
		}
		s.Fix = f.reference(c)
		out = append(out, s)
	}
	return out
}

// entryName is the name of the variable or header at a JSON pointer: the second one, below which several values may stand.
func entryName(pointer string) string {
	if parts := strings.SplitN(pointer, "/", 4); len(parts) > 2 {
		pointer = "/" + parts[2]
	}
	return detect.LastPointerName(pointer)
}

// Credential is the place of a credential in a view.
type Credential struct {
	// Field is the index of a field in ToolView.Fields; Start and End are the bytes in its text, half open.
	Field, Start, End int
}

// Credentials returns the places in a launch or settings that must not be shown or kept: all that launch.secret reports, whether or not
// that check runs, and, to be on the safe side, what is known by nothing but its place and is no placeholder or reference: the values
// of variables, headers, parameters, members and options whose names promise a password, a token or a key, what follows user: behind
// -u, passwords behind the short options of database clients, and passwords in addresses of the machine itself. They are in the order of
// fields and places and do not overlap. The result is not a finding: much of it is not secret at all.
func Credentials(t detect.ToolView) []Credential {
	f := finder{t: t, around: surroundings(t), redacting: true}
	f.gather()
	var out []Credential
	for _, c := range f.settled(func(last *credential, c credential) { last.end = max(last.end, c.end) }) {
		if c.start < c.end {
			out = append(out, Credential{Field: c.field, Start: c.start, End: c.end})
		}
	}
	return out
}

// hidden returns the whole value behind a name that promises a credential, where nothing surer was found: for Credentials.
func (f *finder) hidden(p secret.Kind, v string, found []secret.Match) []secret.Match {
	if !f.redacting || p == secret.Nothing || len(v) < minHidden || len(v) > maxHidden || open(v) || secret.Placeholder(v) || plainWord(v) {
		return found
	}
	return append(found, secret.Match{Rule: "generic-key", End: len(v), Confidence: secret.RedactOnly})
}

// plainWord reports whether a value is a switch or a number of few digits.
func plainWord(v string) bool {
	return plainValues[strings.ToLower(v)] || len(v) < 8 && wordset.OnlyOf(v, wordset.Digits+".,")
}

var plainValues = wordset.Of("true false yes no none null nil off auto default basic bearer oauth oauth2 jwt apikey api_key token password")

// The credentials of the examples are put together here, so that scanners of this repository do not take them for real ones.
func (literalSecret) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.secret", Title: "Credential in a client configuration",
		Tier: detect.TierSoft, Severity: detect.SeverityHigh,
		Severities: "High for a credential that looks live, with or without a checksum; medium for a random-looking value behind a name such " +
			"as `API_KEY`.",
		ThreatType: detect.ThreatExfiltration, CWE: "798", Scope: detect.ScopeFull,
		Only: []detect.Kind{detect.KindLaunch, detect.KindSettings},
		Catches: "Credentials in the `env`, `headers`, `args`, address or start script of a configured server, in a registry manifest, and in " +
			"the `env`, permissions and hooks of a client's settings: more than a hundred kinds of keys and tokens, recognised by their form; " +
			"addresses with a password, token or `api_key`; random-looking values behind names such as `API_TOKEN`, `--access-token` or " +
			"`X-API-Key`; and passwords for servers on other machines.\n\n" +
			"Not reported: references such as `${env:TOKEN}`, placeholders, documented test keys, publishable keys and ids. The finding never " +
			"shows the credential. A valid checksum makes it a hard finding.",
		Why: "Files such as `.mcp.json` are committed and shared. Anyone who can read the repository, a fork or its history has the " +
			"credential, and so does every agent that opens the file. Attackers find it in a public repository within minutes.",
		Fix: "Revoke the credential, since it stays in history. Then let the client fill it in: `${input:token}` (VS Code), `${env:TOKEN}` " +
			"(Cursor), `${TOKEN}` (Claude Code), `$TOKEN` (Gemini), `{env:TOKEN}` (opencode), `bearer_token_env_var` (Codex).",
		Bad: []detect.Example{
			example("A token in the environment of a server.", ".cursor/mcp.json", "chat", `"command": "npx"`, `"args": ["-y", "chat-mcp@1.1.24"]`,
				`"env": { "CHAT_TOKEN": "xoxb-`+"7283946150"+"-"+"4829157360482"+"-"+`pQ8mZt4LwR2vKx7NcJ9bYd3H" }`),
			example("A random-looking key in a header, recognised only by its name.", ".vscode/mcp.json", "maps", `"type": "http"`,
				`"url": "https://maps.example/mcp"`, `"headers": { "X-API-Key": "9f3c71e0b84a`+`d25667c1e9f0a3b85d42" }`),
		},
		Good: []detect.Example{
			example("The client fills it in from the environment.", ".cursor/mcp.json", "chat", `"command": "npx"`,
				`"args": ["-y", "chat-mcp@1.1.24"]`, `"env": { "CHAT_TOKEN": "${env:CHAT_TOKEN}" }`),
			in("The client asks for it once and stores it.", ".vscode/mcp.json",
				"{\n  \"inputs\": [{ \"type\": \"promptString\", \"id\": \"maps-key\", \"description\": \"Key of the maps service\", \"password\": "+
					"true }],\n"+
					"  \"servers\": {\n    \"maps\": {\n      \"type\": \"http\",\n      \"url\": \"https://maps.example/mcp\",\n      \"headers\": { "+
					"\"X-API-Key\": \"${input:maps-key}\" }\n    }\n  }\n}\n"),
		},
	}
}
