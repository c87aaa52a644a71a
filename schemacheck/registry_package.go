package schemacheck

import (
	"cmp"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// meant are types of registries as people call them, with what the registry calls them.
var meant = map[string]string{
	"docker": "oci", "dockerhub": "oci", "docker-hub": "oci", "ghcr": "oci", "container": "oci", "pip": "pypi", "python": "pypi", "uv": "pypi",
	"uvx": "pypi", "node": "npm", "nodejs": "npm", "npx": "npm", "dxt": "mcpb", "dotnet": "nuget", "crates": "cargo", "crates.io": "cargo",
}

var registryTypes = wordset.Of("npm pypi oci nuget mcpb cargo")

// The texts of packages and remotes.
var (
	packageIdentifier = textRule{
		name: "identifier", missing: `has a package without an identifier; add its name as "identifier"`, filled: true,
	}
	packageVersion = textRule{
		name: "version", missing: `has a package without a version; add an exact one such as "version": "1.0.0"`, filled: true,
	}
	bundleSum = textRule{
		name: "fileSha256", missing: "has a bundle without fileSha256, so clients cannot verify it; add its 64 lower-case hex digits",
	}
	transportType = textRule{
		"type", `has a transport without a type; add "type": "stdio"`, true, wordset.Of("stdio streamable-http sse"),
		"has a transport of the unknown type %q; write stdio, streamable-http or sse",
	}
	remoteType = textRule{
		"type", `has a remote without a type; add "type": "streamable-http"`, false, wordset.Of("streamable-http sse"),
		`has a remote of the unknown type %q; write "streamable-http"`,
	}
	remoteURL    = textRule{name: "url", missing: `has a remote without an address; add "url": "https://example.com/mcp"`}
	argumentType = textRule{
		"type", `has an argument without a type; add "type": "positional" or "named"`, false, wordset.Of("positional named"),
		`has an argument of the unknown type %q; write "positional" or "named"`,
	}
	argumentName = textRule{
		name: "name", missing: `has a named argument without a name; add the option, such as "name": "--port"`, filled: true,
	}
)

// snakeCase are the members of packages as they were called before 2025-09-16.
var snakeCase = map[string]string{
	"registry_type": "registryType", "registry_name": "registryType", "registry_base_url": "registryBaseUrl", "file_sha256": "fileSha256",
	"runtime_hint": "runtimeHint", "runtime_arguments": "runtimeArguments", "package_arguments": "packageArguments",
	"environment_variables": "environmentVariables",
}

// pack looks at one package of a server.json.
func (v *inspection) pack(at string, p *detect.Node, r release) {
	old := false
	for name, value := range membersOf(p) {
		if now, ok := snakeCase[name]; ok && p.Get(now) == nil {
			old = true
			v.reportKey(note, join(at, name), value, "uses the old name %s, which clients no longer read; write %s", name, now)
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
	known := registryTypes[lower]
	if right := cmp.Or(meant[lower], lower); right != lower || known && lower != kind.Text {
		v.report(note, kindAt, kind, "has a package of the unknown registry type %q; write %q", cut(kind.Text), right)
		return
	}
	if !known {
		// Registries beside the official one know other types.
		return
	}
	id, idAt := v.text(p, at, packageIdentifier)
	if id != nil && strings.Contains(id.Text, " ") && !isTemplate(id.Text) {
		v.report(note, idAt, id, "has a space in the identifier of a package, which the registry rejects; write the package name alone")
	}
	if kind.Text == "mcpb" {
		v.bundle(at, p, id, idAt)
	}
	if n, nAt := str(p, at, "fileSha256"); n != nil && !isTemplate(n.Text) && !sha256Sum().MatchString(n.Text) {
		v.report(note, nAt, n, "has a fileSha256 that is not a SHA-256; write its 64 lower-case hex digits")
	}
	switch {
	case r < taggedImage, kind.Text != "oci" && (kind.Text != "mcpb" || p.Get("version") != nil):
		if n, nAt := v.text(p, at, packageVersion); n != nil {
			v.version(nAt, n)
		}
	case kind.Text == "oci":
		v.image(at, p)
	}
	v.transport(join(at, "transport"), p)
	for _, list := range [...]string{"runtimeArguments", "packageArguments"} {
		for at, arg := range v.objects(p, at, list) {
			v.argument(at, arg)
		}
	}
}

// image reports members that an image does not have since its tag says the version.
func (v *inspection) image(at string, p *detect.Node) {
	for _, name := range [...]string{"version", "registryBaseUrl"} {
		if n, nAt := str(p, at, name); n != nil && n.Text != "" {
			v.report(note, nAt, n, "has %q beside an image, which the registry rejects; put it into the identifier, as in "+
				"ghcr.io/owner/image:1.0.0", name)
		}
	}
}

var (
	sha256Sum = lazy.Regexp(`^[0-9a-f]{64}$`)
	// bundleAddress is where the registry accepts bundles, in lower case.
	bundleAddress = lazy.Regexp(`^https://(?:www\.)?git(?:hub|lab)\.com(?:/|$)`)
)

// bundle reports a bundle that cannot be checked or fetched.
func (v *inspection) bundle(at string, p, id *detect.Node, idAt string) {
	v.text(p, at, bundleSum)
	if id != nil && !isTemplate(id.Text) && !bundleAddress().MatchString(strings.ToLower(id.Text)) {
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
	kind, _ := v.text(t, at, transportType)
	address, addressAt := str(t, at, "url")
	switch {
	case kind == nil:
	case kind.Text == "stdio":
		if address != nil && address.Text != "" {
			v.report(note, addressAt, address, `has an address for a stdio transport, which needs none; remove "url" or write "type": `+
				`"streamable-http"`)
		}
	case address == nil && t.Get("url") == nil:
		v.report(note, addressAt, nil, `has a %s transport without an address; add "url": "http://localhost:{port}/mcp"`, kind.Text)
	}
}

// remote looks at one address at which a server is reached.
func (v *inspection) remote(at string, p *detect.Node) {
	v.text(p, at, remoteType)
	n, nAt := v.text(p, at, remoteURL)
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
	if kind, _ := v.text(p, at, argumentType); kind == nil || kind.Text != "named" {
		return
	}
	if n, nAt := v.text(p, at, argumentName); n != nil && strings.ContainsAny(n.Text, "<> $") {
		v.report(note, nAt, n, `has more than the option in the name of an argument; write "name": "--port" and put the rest into "value"`)
	}
}

// isRange reports whether a version is a range in the manner of npm: ^1.2, ~1, >=1.0.0, 1.x, 1.2.*, 1 - 2, 1 || 2.
func isRange(s string) bool {
	s = strings.TrimSpace(s)
	for _, sign := range [...]string{"^", "~", ">=", "<=", ">", "<", "="} {
		if rest, ok := strings.CutPrefix(s, sign); ok {
			return plainVersion().MatchString(strings.TrimSpace(rest))
		}
	}
	for _, between := range [...]string{" - ", "||"} {
		if a, b, ok := strings.Cut(s, between); ok {
			return wildVersion().MatchString(strings.TrimSpace(a)) && wildVersion().MatchString(strings.TrimSpace(b))
		}
	}
	return wildVersion().MatchString(s) && !plainVersion().MatchString(s)
}

var (
	// plainVersion is a version of digits and dots, and a word behind a hyphen; in a wild one x and * may stand for numbers.
	plainVersion = lazy.Regexp(`^v?\d+(?:\.\d+){0,3}(?:-|$)`)
	wildVersion  = lazy.Regexp(`^v?(?:\d+|(?:\d+|[xX*])(?:\.(?:\d+|[xX*])){1,3})(?:-|$)`)
)
