package pull

import (
	"archive/tar"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/archive"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/lazy"
)

const (
	maxImage, maxImageLayers = 4 << 30, 500
	manifestTypes            = "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json, " +
		"application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json"
)

type imageRef struct{ host, name, tag string }

var (
	imageName = lazy.Regexp(`^[a-z0-9]+(?:(?:/|\.|_{1,2}|-+)[a-z0-9]+)*$`)
	imageTag  = lazy.Regexp(`^(?:[\w][\w.-]{0,127}|sha256:[0-9a-f]{64})$`)
)

// parseImage parses the name of an image as docker does.
func parseImage(s string) (imageRef, bool) {
	r := imageRef{host: "registry-1.docker.io", tag: "latest"}
	s, digest, pinned := strings.Cut(s, "@")
	if at := strings.LastIndex(s, ":"); at > strings.LastIndex(s, "/") {
		s, r.tag = s[:at], s[at+1:]
	}
	if pinned {
		r.tag = digest
	}
	first, rest, ok := strings.Cut(s, "/")
	switch {
	case ok && (strings.ContainsAny(first, ".:") || first == "localhost"):
		r.host, s = first, rest
	case !ok:
		s = "library/" + s
	}
	if r.host == "docker.io" {
		r.host = "registry-1.docker.io"
	}
	r.name = s
	return r, imageName().MatchString(s) && imageTag().MatchString(r.tag)
}

type descriptor struct {
	MediaType string `json:"mediaType,omitempty"`
	Digest    string `json:"digest"`
	Size      int64  `json:"size,omitempty"`
	Platform  *struct {
		OS           string `json:"os"`
		Architecture string `json:"architecture"`
	} `json:"platform,omitempty"`
}

// isCommon reports whether an image is for the common platform, however that is written.
func (d descriptor) isCommon() bool {
	return d.Platform != nil && archive.Platform(d.Platform.OS, d.Platform.Architecture) == archive.CommonPlatform
}

// oci fetches an image as a tar archive of its OCI layout, and verifies the digest of each blob.
func (c *Client) oci(ctx context.Context, p *Package, folder string) error {
	r, ok := parseImage(p.Name)
	if !ok {
		return hint.Errorf("Write it as for docker pull.", "%q is not an image name", p.Name)
	}
	reg := &registry{Client: c, imageRef: r}
	reg.base = "https://" + r.host + "/v2/" + r.name + "/"
	if host, _, _ := strings.Cut(r.host, ":"); loopback(host) {
		reg.base = "http://" + r.host + "/v2/" + r.name + "/"
	}
	data, err := reg.manifest(ctx, r.tag)
	if err != nil {
		return err
	}
	top := digestOf(data)
	p.Digest, p.From, p.Stated = top, strings.TrimSuffix(reg.base, "/"), "the registry"
	var m struct {
		Config            descriptor
		Layers, Manifests []descriptor
	}
	if json.Unmarshal(data, &m) != nil {
		return errors.New("the image manifest is not in a known format")
	}
	if len(m.Manifests) > 0 {
		i := max(slices.IndexFunc(m.Manifests, descriptor.isCommon), 0)
		for k, d := range m.Manifests {
			if k != i && d.isCommon() && d.Digest != m.Manifests[i].Digest {
				p.Others = append(p.Others, d.Digest)
			}
		}
		if d := m.Manifests[i].Platform; d != nil {
			p.Notes = append(p.Notes, "the image for "+d.OS+"/"+d.Architecture+" was fetched")
		}
		top = m.Manifests[i].Digest
		if data, err = reg.manifest(ctx, top); err != nil {
			return err
		}
		m.Manifests = nil
		if json.Unmarshal(data, &m) != nil {
			return errors.New("the image manifest is not in a known format")
		}
	}
	if len(m.Layers) == 0 || len(m.Layers) > maxImageLayers {
		return fmt.Errorf("the image has %d layers", len(m.Layers))
	}
	f, err := p.create(folder, ".tar")
	if err != nil {
		return err
	}
	out := tar.NewWriter(f)
	index, _ := json.Marshal(map[string]any{"schemaVersion": 2, "manifests": []descriptor{{Digest: top, Size: int64(len(data))}}})
	err = addToTar(out, "oci-layout", []byte(`{"imageLayoutVersion":"1.0.0"}`))
	for name, content := range map[string][]byte{"index.json": index, blobName(top): data} {
		if err == nil {
			err = addToTar(out, name, content)
		}
	}
	left, done := int64(maxImage), map[string]bool{}
	for _, d := range append([]descriptor{m.Config}, m.Layers...) {
		switch {
		case err != nil || done[d.Digest]:
		case d.Size < 0 || d.Size > left:
			err = fmt.Errorf("the image is larger than %d bytes, or gives a size below 0", int64(maxImage))
		default:
			left, done[d.Digest] = left-d.Size, true
			err = reg.blob(ctx, out, d)
		}
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func blobName(digest string) string { return "blobs/sha256/" + strings.TrimPrefix(digest, "sha256:") }

func addToTar(out *tar.Writer, name string, data []byte) error {
	if err := out.WriteHeader(&tar.Header{Name: name, Size: int64(len(data)), Mode: 0o644, Typeflag: tar.TypeReg}); err != nil {
		return err
	}
	_, err := out.Write(data)
	return err
}

// registry is a client for one image.
type registry struct {
	*Client
	imageRef
	base string
	auth auth
	// helper is docker's credential helper, if there is one.
	helper string
}

func (r *registry) manifest(ctx context.Context, tag string) ([]byte, error) {
	res, err := r.request(ctx, "manifests/"+tag, manifestTypes)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	const longest = 8 << 20
	data, err := io.ReadAll(io.LimitReader(res.Body, longest))
	if err != nil {
		return nil, err
	}
	stated := res.Header.Get("Docker-Content-Digest")
	if strings.HasPrefix(tag, "sha256:") {
		stated = tag
	}
	if got := digestOf(data); stated != "" && stated != got {
		return nil, fmt.Errorf("digest mismatch: the digest of the image is %s, but should be %s", got, stated)
	}
	return data, nil
}

func (r *registry) blob(ctx context.Context, out *tar.Writer, d descriptor) error {
	if hash, ok := strings.CutPrefix(d.Digest, "sha256:"); !ok || !sha256Hex().MatchString(hash) {
		return errors.New("the image has a layer without a SHA-256 digest")
	}
	res, err := r.request(ctx, "blobs/"+d.Digest, "")
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if err := out.WriteHeader(&tar.Header{Name: blobName(d.Digest), Size: d.Size, Mode: 0o644, Typeflag: tar.TypeReg}); err != nil {
		return err
	}
	h := sha256.New()
	if n, err := io.Copy(io.MultiWriter(out, h), io.LimitReader(res.Body, d.Size)); err != nil || n != d.Size {
		return errors.New("the download of a layer was cut off")
	}
	if got := "sha256:" + hex.EncodeToString(h.Sum(nil)); got != d.Digest {
		return hint.Errorf("Nothing was saved.", "digest mismatch: the digest of a layer is %s, but should be %s", got, d.Digest)
	}
	return nil
}

// request requests a path, with a login if the registry requires one.
func (r *registry) request(ctx context.Context, what, accept string) (*http.Response, error) {
	for again := false; ; again = true {
		res, err := r.get(ctx, r.base+what, accept, r.auth)
		if err != nil {
			return nil, err
		}
		err = refused(res)
		if err == nil {
			return res, nil
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusUnauthorized || again {
			return nil, r.withHelperHint(err)
		}
		if host := res.Request.URL.Host; !mayLogIn(r.base, res.Request.URL.String()) {
			return nil, fmt.Errorf("%s redirects to %s, which needs a login; yours is for %s alone", r.host, host, r.host)
		}
		if err := r.login(ctx, res.Header.Get("WWW-Authenticate")); err != nil {
			return nil, r.withHelperHint(err)
		}
	}
}

// withHelperHint adds a hint if docker has a login that is not used.
func (r *registry) withHelperHint(err error) error {
	if refusal := (*hint.Error)(nil); errors.As(err, &refusal) && r.helper != "" && refusal.Hint == loginHint {
		refusal.Hint = fmt.Sprintf("docker keeps your login with the program %.40q, which mcp-lint does not run. "+
			"Save the image and scan the file: docker save --output image.tar IMAGE", "docker-credential-"+r.helper)
	}
	return err
}

var challenge = lazy.Regexp(`(\w+)="([^"]*)"`)

// login gets a token from the realm of a Bearer challenge, or uses the user and password of the settings.
func (r *registry) login(ctx context.Context, asked string) error {
	known := r.dockerAuth()
	kind, rest, _ := strings.Cut(asked, " ")
	if !strings.EqualFold(kind, "Bearer") {
		r.auth = known
		return nil
	}
	at := map[string]string{}
	for _, m := range challenge().FindAllStringSubmatch(rest, -1) {
		at[m[1]] = m[2]
	}
	u, err := url.Parse(at["realm"])
	if err != nil || u.Host == "" {
		return fmt.Errorf("%s asks for a login in an unknown way", r.host)
	}
	u.RawQuery = url.Values{"service": {at["service"]}, "scope": {fmt.Sprintf("repository:%s:pull", r.name)}}.Encode()
	var token struct {
		Token       string `json:"token"`
		AccessToken string `json:"access_token"`
	}
	if err := r.readJSON(ctx, u.String(), "", known, &token); err != nil {
		return err
	}
	r.auth = auth{header: "Bearer " + cmp.Or(token.Token, token.AccessToken)}
	return nil
}

// dockerAuth returns docker's login for the registry. It does not run credential helpers.
func (r *registry) dockerAuth() auth {
	folder := cmp.Or(r.Env("DOCKER_CONFIG"), filepath.Join(r.Home, ".docker"))
	data, err := r.ReadFile(filepath.Join(folder, "config.json"))
	if err != nil {
		return auth{}
	}
	var config struct {
		Auths       map[string]struct{ Auth string }
		CredsStore  string
		CredHelpers map[string]string
	}
	_ = json.Unmarshal(data, &config)
	hosts := []string{r.host, "https://" + r.host}
	if r.host == "registry-1.docker.io" {
		hosts = append(hosts, "https://index.docker.io/v1/", "docker.io")
	}
	for _, h := range hosts {
		r.helper = cmp.Or(r.helper, config.CredHelpers[h])
	}
	r.helper = cmp.Or(r.helper, config.CredsStore)
	for _, h := range hosts {
		text, err := base64.StdEncoding.DecodeString(config.Auths[h].Auth)
		if user, password, ok := strings.Cut(string(text), ":"); err == nil && ok {
			return auth{user: user, password: password}
		}
	}
	return auth{}
}
