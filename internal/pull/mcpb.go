package pull

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/userfile"
)

func (c *Client) mcpb(ctx context.Context, p *Package, folder string) error {
	s := sum{algorithm: "sha256"}
	if p.SHA256 != "" {
		want, err := hex.DecodeString(p.SHA256)
		if err != nil || !sha256Hex().MatchString(p.SHA256) {
			return fmt.Errorf("%q is not a SHA-256 digest", p.SHA256)
		}
		s.want, p.Stated = want, "the given digest"
	}
	address := p.Name
	p.Name = withoutSecrets(address)
	named := Package{Ref: Ref{Name: strings.TrimSuffix(path.Base(p.Name), path.Ext(p.Name)), Version: p.Version}}
	err := c.download(ctx, &named, folder, ".mcpb", address, auth{}, s)
	p.File, p.From, p.Digest = named.File, named.From, named.Digest
	return err
}

// IsServerJSON reports whether an argument names a server.json, an entry of the MCP registry.
func IsServerJSON(arg string) bool { return strings.HasSuffix(arg, ".json") }

// ReadServerJSON returns the packages of a server.json.
func ReadServerJSON(name string) ([]Ref, error) {
	const longest, most = 1 << 20, 50
	data, err := userfile.Read(name, longest)
	if err != nil {
		return nil, err
	}
	type entry struct {
		Packages []struct {
			RegistryType, RegistryBaseURL, Identifier, Version, FileSHA256 string
		}
		Remotes []struct{}
	}
	var doc struct {
		entry
		Server entry
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%q is not valid JSON: %w", name, err)
	}
	all := slices.Concat(doc.Packages, doc.Server.Packages)
	if len(all) == 0 && len(doc.Remotes)+len(doc.Server.Remotes) > 0 {
		return nil, hint.Errorf("Ask it at its address, with mcp-lint live --url URL.", "%q lists no packages: the server runs elsewhere", name)
	}
	if len(all) == 0 || len(all) > most {
		return nil, hint.Errorf("Give one of "+Kinds+".", "%q lists %d packages; 1 to %d can be fetched", name, len(all), most)
	}
	var refs []Ref
	for _, p := range all {
		kind := strings.ToLower(p.RegistryType)
		public := map[string]string{"npm": "https://registry.npmjs.org", "pypi": "https://pypi.org", "oci": "", "mcpb": ""}
		base, known := public[kind]
		switch {
		case !known:
			return nil, fmt.Errorf("%q lists a package of type %q, which cannot be fetched", name, p.RegistryType)
		case base != "" && p.RegistryBaseURL != "" && strings.TrimSuffix(p.RegistryBaseURL, "/") != base:
			const advice = "Check it, configure it as your registry, and give the package by name."
			return nil, hint.Errorf(advice, "%q lists the registry %q, which cannot be trusted on its own", name, p.RegistryBaseURL)
		}
		written := kind + ":" + p.Identifier
		switch {
		case p.Version == "" || kind == "mcpb":
		case kind == "pypi":
			written += "==" + p.Version
		case kind == "npm":
			written += "@" + p.Version
		case kind == "oci" && !strings.ContainsAny(path.Base(p.Identifier), ":@"):
			written += ":" + p.Version
		}
		r, err := Parse(written)
		if err != nil {
			return nil, err
		}
		if r.SHA256 == "" && kind == "mcpb" {
			r.SHA256 = p.FileSHA256
		}
		refs = append(refs, r)
	}
	return refs, nil
}
