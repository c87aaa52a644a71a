package pull

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/lazy"
)

// npmVersion matches what npm takes for a version or a range, and never for a tag, although a registry may have a tag of that name.
var npmVersion = lazy.Regexp(`(?i)^[v=~]*(?:\d+|x)(?:\.(?:\d+|x)(?:\.(?:\d+|x)(?:[+-]?[a-z].*|[+-].+)?)?)?$`)

const npmRegistry = "https://registry.npmjs.org/"

func (c *Client) npm(ctx context.Context, p *Package, folder string) error {
	registry := c.npmRegistry(p.Name)
	var about struct {
		Tags     map[string]string `json:"dist-tags"`
		Versions map[string]struct {
			Deprecated any
			Dist       struct{ Tarball, Integrity, Shasum string }
		}
	}
	address := registry + strings.ReplaceAll(p.Name, "/", "%2f")
	err := c.readJSON(ctx, address, "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8", c.npmAuth(registry), &about)
	if err != nil {
		return err
	}
	asked := cmp.Or(p.Version, "latest")
	if tagged, ok := about.Tags[asked]; ok && !npmVersion().MatchString(asked) {
		asked = tagged
	}
	v, ok := about.Versions[asked]
	if !ok || !version().MatchString(asked) {
		const advice = "It may have been unpublished. Give an exact version or a tag."
		return hint.Errorf(advice, "there is no version %q; the newest is %q", asked, about.Tags["latest"])
	}
	p.Version = asked
	if words, ok := v.Deprecated.(string); ok && words != "" {
		p.Notes = append(p.Notes, "the version is deprecated: "+words)
	}
	s, err := npmSum(v.Dist.Integrity, v.Dist.Shasum)
	if err != nil {
		return err
	}
	if s.algorithm == "sha1" {
		p.Notes = append(p.Notes, "the registry gives only a SHA-1 digest, which can be forged")
	}
	p.Stated = "the registry"
	var a auth
	if mayLogIn(registry, v.Dist.Tarball) {
		a = c.npmAuth(v.Dist.Tarball)
	}
	return c.download(ctx, p, folder, ".tgz", v.Dist.Tarball, a, s)
}

// npmSum returns the strongest digest of the registry.
func npmSum(integrity, shasum string) (sum, error) {
	for _, algorithm := range []string{"sha512", "sha384", "sha256"} {
		for one := range strings.FieldsSeq(integrity) {
			text, ok := strings.CutPrefix(one, algorithm+"-")
			text, _, _ = strings.Cut(text, "?")
			want, err := base64.StdEncoding.DecodeString(text)
			if ok && err == nil && len(want) == (sum{algorithm: algorithm}).hash().Size() {
				return sum{algorithm, want}, nil
			}
		}
	}
	if want, err := hex.DecodeString(shasum); err == nil && len(want) == (sum{algorithm: "sha1"}).hash().Size() {
		return sum{"sha1", want}, nil
	}
	return sum{}, errors.New("the registry gives no digest to compare the package with")
}

// npmRegistry returns the registry of a package in the user's settings.
func (c *Client) npmRegistry(name string) string {
	rc := c.readNpmrc()
	address := ""
	if scope, _, ok := strings.Cut(name, "/"); ok {
		address = rc[scope+":registry"]
	}
	for _, variable := range []string{"npm_config_registry", "NPM_CONFIG_REGISTRY"} {
		address = cmp.Or(address, c.Env(variable))
	}
	return strings.TrimSuffix(cmp.Or(address, rc["registry"], npmRegistry), "/") + "/"
}

// npmAuth returns the login for a URL. The keys of settings are the URL or a parent, without the scheme.
func (c *Client) npmAuth(address string) auth {
	rc := c.readNpmrc()
	u, err := url.Parse(address)
	if err != nil {
		return auth{}
	}
	for at := strings.TrimSuffix(u.Path, "/"); ; at = at[:strings.LastIndexByte(at, '/')] {
		key := "//" + u.Host + at + "/:"
		switch {
		case rc[key+"_authToken"] != "":
			return auth{header: "Bearer " + rc[key+"_authToken"]}
		case rc[key+"_auth"] != "":
			return auth{header: "Basic " + rc[key+"_auth"]}
		case rc[key+"username"] != "":
			password, _ := base64.StdEncoding.DecodeString(rc[key+"_password"])
			return auth{user: rc[key+"username"], password: string(password)}
		}
		if !strings.Contains(at, "/") {
			return auth{}
		}
	}
}

var npmVariable = lazy.Regexp(`\$\{([^}]+)\}`)

// readNpmrc reads the user's settings. Those of a project are ignored, because they may be an attacker's.
func (c *Client) readNpmrc() map[string]string {
	if c.npmrc != nil {
		return c.npmrc
	}
	c.npmrc = map[string]string{}
	name := cmp.Or(c.Env("NPM_CONFIG_USERCONFIG"), c.Env("npm_config_userconfig"), filepath.Join(c.Home, ".npmrc"))
	data, err := c.ReadFile(name)
	if err != nil {
		return c.npmrc
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		key, value, ok := strings.Cut(line, "=")
		if !ok || strings.HasPrefix(line, "#") || strings.HasPrefix(line, ";") {
			continue
		}
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		c.npmrc[strings.TrimSpace(key)] = npmVariable().ReplaceAllStringFunc(value, func(s string) string { return c.Env(s[2 : len(s)-1]) })
	}
	return c.npmrc
}
