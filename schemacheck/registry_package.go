package schemacheck

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// meant are types of registries as people call them, with what the registry calls them.
var meant = map[string]string{
	"docker": "oci", "dockerhub": "oci", "docker-hub": "oci", "ghcr": "oci", "container": "oci", "pip": "pypi", "python": "pypi", "uv": "pypi",
	"uvx": "pypi", "node": "npm", "nodejs": "npm", "npx": "npm", "dxt": "mcpb", "dotnet": "nuget", "crates": "cargo", "crates.io": "cargo",
}

// snakeCase are the members of packages as they were called before 2025-09-16.
var snakeCase = map[string]string{
	"registry_type": "registryType", "registry_name": "registryType", "registry_base_url": "registryBaseUrl", "file_sha256": "fileSha256",
	"runtime_hint": "runtimeHint", "runtime_arguments": "runtimeArguments", "package_arguments": "packageArguments",
	"environment_variables": "environmentVariables",
}

// pack looks at one package of a server.json.
func (v *inspection) pack(at string, p *detect.Node, r release) {
	old := false
	for _, m := range p.Members {
		if m.Name == nil || m.Value == nil {
			continue
		}
		if now, ok := snakeCase[m.Name.Text]; ok && p.Get(now) == nil {
			old = true
			v.reportKey(note, join(at, m.Name.Text), m.Value, "uses the old name %s, which clients no longer read; write %s", m.Name.Text, now)
		}
	}
	kind, kindAt := str(p, at, "registryType")
	if kind == nil {
		if !old && p.Get("registryType") == nil {
			v.report(note, kindAt, nil, `has a package without registryType, so no client knows where to find it; add one such as `+
				`"registryType": "npm"`)
		}
		return
	}
	lower := strings.ToLower(kind.Text)
	known := slices.Contains([]string{"npm", "pypi", "oci", "nuget", "mcpb"}, lower)
	if right := cmp.Or(meant[lower], lower); right != lower || known && lower != kind.Text {
		v.report(note, kindAt, kind, "has a package of the unknown registry type %q; write %q", cut(kind.Text), right)
		return
	}
	if !known {
		// Registries beside the official one know other types.
		return
	}
	id, idAt := v.need(p, at, "identifier", `has a package without an identifier; add its name as "identifier"`)
	if id != nil && strings.Contains(id.Text, " ") && !isTemplate(id.Text) {
		v.report(note, idAt, id, "has a space in the identifier of a package, which the registry rejects; write the package name alone")
	}
	switch kind.Text {
	case "oci":
		v.image(at, p, r)
	case "mcpb":
		v.bundle(at, p, id, idAt)
	default:
		if n, nAt := v.need(p, at, "version", `has a package without a version; add an exact one such as "version": "1.0.0"`); n != nil {
			v.version(nAt, n)
		}
	}
	v.transport(join(at, "transport"), p)
	for _, list := range [...]string{"runtimeArguments", "packageArguments"} {
		for at, arg := range v.objects(p, at, list) {
			v.argument(at, arg)
		}
	}
}

// image reports members that an image does not have since its tag says the version.
func (v *inspection) image(at string, p *detect.Node, r release) {
	for _, name := range [...]string{"version", "registryBaseUrl"} {
		n, nAt := str(p, at, name)
		switch {
		case n == nil || n.Text == "":
		case r >= taggedImage:
			v.report(note, nAt, n, "has %q beside an image, which the registry rejects; put it into the identifier, as in "+
				"ghcr.io/owner/image:1.0.0", name)
		case name == "version":
			v.version(nAt, n)
		}
	}
}

const sha256Digits = 64

// bundle reports a bundle that cannot be checked or fetched.
func (v *inspection) bundle(at string, p, id *detect.Node, idAt string) {
	n, nAt := v.text(p, at, "fileSha256", "has a bundle without fileSha256, so clients cannot verify it; add its 64 lower-case hex digits")
	if n != nil && !isTemplate(n.Text) && (len(n.Text) != sha256Digits || strings.Trim(n.Text, "0123456789abcdef") != "") {
		v.report(note, nAt, n, "has a fileSha256 that is not a SHA-256; write its 64 lower-case hex digits")
	}
	if id == nil || id.Text == "" || isTemplate(id.Text) {
		return
	}
	host, _, _ := strings.Cut(strings.TrimPrefix(strings.ToLower(id.Text), "https://"), "/")
	if scheme(id.Text) != "https" || !slices.Contains([]string{"github.com", "www.github.com", "gitlab.com", "www.gitlab.com"}, host) {
		v.report(note, idAt, id, "has a bundle that is not a release on GitHub or GitLab; write its address, such as "+
			"https://github.com/owner/name/releases/download/v1.0.0/name.mcpb")
	}
}

// transport looks at how a package is spoken to.
func (v *inspection) transport(at string, p *detect.Node) {
	t := p.Get("transport")
	if t == nil {
		v.report(note, at, nil, `has a package without a transport; add "transport": {"type": "stdio"}`)
		return
	}
	if t.Kind == detect.NodeString {
		v.report(note, at, t, `has a transport that is not an object; write {"type": %q}`, cut(t.Text))
		return
	}
	if t.Kind != detect.NodeObject {
		return
	}
	kind, kindAt := v.need(t, at, "type", `has a transport without a type; add "type": "stdio"`)
	address, addressAt := str(t, at, "url")
	switch {
	case kind == nil:
	case kind.Text == "stdio":
		if address != nil && address.Text != "" {
			v.report(note, addressAt, address, `has an address for a stdio transport, which needs none; remove "url" or write "type": `+
				`"streamable-http"`)
		}
	case kind.Text != "streamable-http" && kind.Text != "sse":
		v.report(note, kindAt, kind, "has a transport of the unknown type %q; write stdio, streamable-http or sse", cut(kind.Text))
	case address == nil && t.Get("url") == nil:
		v.report(note, addressAt, nil, `has a %s transport without an address; add "url": "http://localhost:{port}/mcp"`, kind.Text)
	}
}

// remote looks at one address at which a server is reached.
func (v *inspection) remote(at string, p *detect.Node) {
	kind, kindAt := v.text(p, at, "type", `has a remote without a type; add "type": "streamable-http"`)
	if kind != nil && kind.Text != "streamable-http" && kind.Text != "sse" {
		v.report(note, kindAt, kind, `has a remote of the unknown type %q; write "streamable-http"`, cut(kind.Text))
	}
	n, nAt := v.text(p, at, "url", `has a remote without an address; add "url": "https://example.com/mcp"`)
	if n == nil || strings.HasPrefix(n.Text, "{") || strings.HasPrefix(n.Text, "$") {
		return
	}
	switch s := scheme(n.Text); {
	case s != "https":
		v.report(note, nAt, n, "has a remote address that is not https:, which the registry rejects; write one such as https://example.com/mcp")
	case isThisMachine(hostOf(n.Text)):
		v.report(note, nAt, n, "has a remote on the user's own machine, which the registry rejects; list it as the transport of a package")
	}
}

// argument looks at one argument of a package.
func (v *inspection) argument(at string, p *detect.Node) {
	kind, kindAt := v.text(p, at, "type", `has an argument without a type; add "type": "positional" or "named"`)
	switch {
	case kind == nil:
	case kind.Text != "positional" && kind.Text != "named":
		v.report(note, kindAt, kind, `has an argument of the unknown type %q; write "positional" or "named"`, cut(kind.Text))
	case kind.Text == "named":
		n, nAt := v.need(p, at, "name", `has a named argument without a name; add the option, such as "name": "--port"`)
		if n != nil && strings.ContainsAny(n.Text, "<> $") {
			v.report(note, nAt, n, `has more than the option in the name of an argument; write "name": "--port" and put the rest into "value"`)
		}
	}
}

// isRange reports whether a version is a range in the manner of npm: ^1.2, ~1, >=1.0.0, 1.x, 1.2.*, 1 - 2, 1 || 2.
func isRange(s string) bool {
	s = strings.TrimSpace(s)
	for _, sign := range [...]string{"^", "~", ">=", "<=", ">", "<", "="} {
		if rest, ok := strings.CutPrefix(s, sign); ok {
			return isPlainVersion(strings.TrimSpace(rest), false)
		}
	}
	for _, between := range [...]string{" - ", "||"} {
		if a, b, ok := strings.Cut(s, between); ok {
			return isPlainVersion(strings.TrimSpace(a), true) && isPlainVersion(strings.TrimSpace(b), true)
		}
	}
	return isPlainVersion(s, true) && !isPlainVersion(s, false)
}

// isPlainVersion reports whether s is a version of digits and dots, and a word behind a hyphen; with wild x and * may stand for numbers.
func isPlainVersion(s string, wild bool) bool {
	s, _, _ = strings.Cut(strings.TrimPrefix(s, "v"), "-")
	const most = 4
	parts := strings.Split(s, ".")
	if len(parts) > most {
		return false
	}
	for _, p := range parts {
		isWild := p == "x" || p == "X" || p == "*"
		if !(isWild && wild && len(parts) > 1) && (p == "" || strings.Trim(p, "0123456789") != "") {
			return false
		}
	}
	return true
}
