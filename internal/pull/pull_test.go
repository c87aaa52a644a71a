package pull

import (
	"cmp"
	"crypto/sha1" //nolint:gosec // as old packages of npm have it
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/hint"
)

// site is a fake registry, with answers by path and the requests it got.
type site struct {
	*httptest.Server
	pages map[string]string
	// kinds are the types of answers that are not JSON.
	kinds map[string]string
	login string
	asked map[string]string
}

func newSite(t *testing.T, pages map[string]string) *site {
	s := &site{pages: map[string]string{}, kinds: map[string]string{}, asked: map[string]string{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := r.URL.EscapedPath()
		s.asked[at] = r.Header.Get("Authorization")
		page, ok := s.pages[at]
		switch {
		case !ok:
			w.WriteHeader(http.StatusNotFound)
		case s.login != "" && s.asked[at] != s.login:
			w.WriteHeader(http.StatusUnauthorized)
		case strings.HasPrefix(page, "-> "):
			http.Redirect(w, r, page[3:], http.StatusFound)
		default:
			w.Header().Set("Content-Type", cmp.Or(s.kinds[at], "application/json"))
			_, _ = w.Write([]byte(page))
		}
	}))
	t.Cleanup(s.Close)
	for at, page := range pages {
		s.pages[at] = strings.ReplaceAll(page, "BASE", s.URL)
	}
	return s
}

// user returns a client with environment variables and files in the home folder.
func user(env, files map[string]string) *Client {
	return &Client{
		Env: func(name string) string { return env[name] }, Home: "/home/ann", Timeout: 20 * time.Second,
		ReadFile: func(name string) ([]byte, error) {
			text, ok := files[strings.TrimPrefix(filepath.ToSlash(name), "/home/ann/")]
			if !ok {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		},
	}
}

func sri(data string) string {
	sum := sha512.Sum512([]byte(data))
	return "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
}

func sha256Of(data string) string {
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:])
}

func npmPage(version, integrity, rest string) string {
	return fmt.Sprintf(`{"dist-tags":{"latest":%q},"versions":{%q:{"dist":{"tarball":"BASE/t/notes.tgz","integrity":%q%s}}}}`, version, version, integrity, rest)
}

// fetch fetches a package into a new folder, which must be empty after an error.
func fetch(t *testing.T, c *Client, ref string) (*Package, string, error) {
	t.Helper()
	r, err := Parse(ref)
	require.NoError(t, err)
	folder := t.TempDir()
	p, err := c.Fetch(t.Context(), r, folder)
	if err != nil {
		left, lerr := os.ReadDir(folder)
		require.NoError(t, lerr)
		assert.Empty(t, left, "nothing half written")
		return nil, "", err
	}
	data, err := os.ReadFile(p.File)
	require.NoError(t, err)
	return p, string(data), nil
}

func TestNPM(t *testing.T) {
	s := newSite(t, map[string]string{"/@acme%2fnotes": npmPage("1.2.0", sri("archive"), ""), "/t/notes.tgz": "archive"})
	env := map[string]string{"TOKEN": "secret"}
	rc := "registry=https://registry.invalid/\n@acme:registry=" + s.URL + "/\n//" + s.Listener.Addr().String() + "/:_authToken=${TOKEN}\n"
	s.login = "Bearer secret"
	p, data, err := fetch(t, user(env, map[string]string{".npmrc": rc}), "npm:@acme/notes")
	require.NoError(t, err)
	assert.Equal(t, "archive", data)
	assert.Equal(t, "npm:@acme/notes@1.2.0", p.String())
	assert.Equal(t, "acme-notes-1.2.0.tgz", filepath.Base(p.File))
	assert.True(t, strings.HasPrefix(p.Digest, "sha512:"))
	assert.Equal(t, "the registry", p.Stated)

	_, _, err = fetch(t, user(map[string]string{"npm_config_registry": s.URL}, nil), "npm:@acme/notes")
	require.ErrorContains(t, err, "needs a login")
	_, _, err = fetch(t, user(env, map[string]string{".npmrc": rc}), "npm:@acme/notes@9")
	require.ErrorContains(t, err, `no version "9"; the newest is "1.2.0"`)
	_, _, err = fetch(t, user(env, map[string]string{".npmrc": rc}), "npm:@acme/none")
	require.ErrorContains(t, err, "was not found")
}

func TestNPMIntegrity(t *testing.T) {
	old := sha1.Sum([]byte("archive")) //nolint:gosec // as old packages have it
	for name, c := range map[string]struct{ page, body, want, note string }{
		"changed":        {npmPage("1.0.0", sri("archive"), ""), "other", "digest mismatch", ""},
		"strongest":      {npmPage("1.0.0", "sha256-AAAA "+sri("archive"), ""), "other", "the sha512", ""},
		"old":            {npmPage("1.0.0", "", `,"shasum":"`+hex.EncodeToString(old[:])+`"`), "archive", "", "SHA-1"},
		"old, wrong":     {npmPage("1.0.0", "", `,"shasum":"`+hex.EncodeToString(old[:])+`"`), "other", "the sha1", ""},
		"none":           {npmPage("1.0.0", "sha512-AAAA", ""), "archive", "gives no digest", ""},
		"deprecated":     {strings.Replace(npmPage("1.0.0", sri("archive"), ""), `{"dist":`, `{"deprecated":"use others","dist":`, 1), "archive", "", "use others"},
		"not valid JSON": {"<html>", "archive", "not the JSON of a registry", ""},
	} {
		s := newSite(t, map[string]string{"/notes": c.page, "/t/notes.tgz": c.body})
		p, _, err := fetch(t, user(map[string]string{"NPM_CONFIG_REGISTRY": s.URL}, nil), "npm:notes")
		if c.want != "" {
			assert.ErrorContains(t, err, c.want, name)
			continue
		}
		require.NoError(t, err, name)
		assert.Contains(t, strings.Join(p.Notes, "\n"), c.note, name)
	}
}

// TestCredentialsStay checks that the login for a registry is not sent to another host with the archive.
func TestCredentialsStay(t *testing.T) {
	other := newSite(t, map[string]string{"/t/notes.tgz": "archive"})
	s := newSite(t, map[string]string{"/notes": strings.ReplaceAll(npmPage("1.0.0", sri("archive"), ""), "BASE", other.URL)})
	rc := "registry=" + s.URL + "\n//" + s.Listener.Addr().String() + "/:_authToken=secret\n"
	_, _, err := fetch(t, user(nil, map[string]string{".npmrc": rc}), "npm:notes")
	require.NoError(t, err)
	assert.Equal(t, "Bearer secret", s.asked["/notes"])
	assert.Empty(t, other.asked["/t/notes.tgz"])
}

func TestAddressesThatAreRefused(t *testing.T) {
	loop := newSite(t, map[string]string{"/x.mcpb": "-> /x.mcpb"})
	for ref, want := range map[string]string{
		"mcpb:http://example.com/x.mcpb": "is not encrypted", "mcpb:ftp://example.com/x.mcpb": "not an http address",
		"mcpb:" + loop.URL + "/x.mcpb": "too many redirects", "mcpb:http://127.0.0.1:1/x.mcpb": "cannot reach 127.0.0.1:1",
		"mcpb:file:///etc/passwd": "not an http address", "git:ext::sh -c x": "", "git:--upload-pack=x": "",
	} {
		if _, err := Parse(ref); err != nil {
			assert.Empty(t, want, ref)
			continue
		}
		_, _, err := fetch(t, user(nil, nil), ref)
		require.ErrorContains(t, err, want, ref)
	}
	s := newSite(t, map[string]string{"/x.mcpb": "x"})
	slow := user(nil, nil)
	slow.Timeout = time.Nanosecond
	_, _, err := fetch(t, slow, "mcpb:"+s.URL+"/x.mcpb")
	assert.ErrorContains(t, err, "could not be fetched within")
}

const wheel, source = "acme_notes-1.10.0-py3-none-any.whl", "acme_notes-1.9.0.tar.gz"

func TestPyPI(t *testing.T) {
	page := fmt.Sprintf(`{"files":[
		{"filename":%q,"url":"BASE/f/s","hashes":{"sha256":%q}},{"filename":%q,"url":"../../f/w","hashes":{"sha256":%q}},
		{"filename":"acme_notes-1.10.0.tar.gz","url":"BASE/f/none","hashes":{}},
		{"filename":"acme_notes-2.0.0rc1-py3-none-any.whl","url":"BASE/f/none","hashes":{}},
		{"filename":"acme_notes-1.11.0-py3-none-any.whl","url":"BASE/f/w","hashes":{"sha256":%q},"yanked":"broken"}]}`,
		source, sha256Of("source"), wheel, sha256Of("wheel"), sha256Of("wheel"))
	s := newSite(t, map[string]string{"/simple/acme-notes/": page, "/f/w": "wheel", "/f/s": "source"})
	s.login = "Basic " + base64.StdEncoding.EncodeToString([]byte("ann:pass"))
	index := strings.Replace(s.URL, "://", "://ann:pass@", 1) + "/simple"
	c := user(map[string]string{"PIP_INDEX_URL": index}, nil)
	p, data, err := fetch(t, c, "pypi:Acme.Notes")
	require.NoError(t, err)
	assert.Equal(t, "wheel", data)
	assert.Equal(t, "pypi:Acme.Notes==1.10.0", p.String())
	assert.NotContains(t, p.From, "pass")
	assert.Equal(t, wheel, filepath.Base(p.File))
	assert.Empty(t, p.Notes)

	p, data, err = fetch(t, c, "pypi:acme-notes==1.9.0")
	require.NoError(t, err)
	assert.Equal(t, "source", data)
	assert.Equal(t, source, filepath.Base(p.File), "the name under which pip installs it")

	p, _, err = fetch(t, c, "pypi:acme-notes==1.11.0")
	require.NoError(t, err)
	assert.Equal(t, []string{"the version was yanked: broken"}, p.Notes)

	s.pages["/f/w"] = "changed"
	_, _, err = fetch(t, c, "pypi:acme-notes")
	require.ErrorContains(t, err, "digest mismatch")
	_, _, err = fetch(t, c, "pypi:acme-notes==2.0.0rc1")
	require.ErrorContains(t, err, "gives no digest")
	_, _, err = fetch(t, c, "pypi:acme-notes==7")
	require.ErrorContains(t, err, `no version "7"; the newest is "1.10.0"`)
	assert.Equal(t, "1.10.0", versionOf(wheel, "acme.Notes"))
	assert.Empty(t, versionOf("other-1.10.0-py3-none-any.whl", "acme-notes"), "a wheel of another project")
}

// TestNamesOfFiles checks that a registry cannot choose where a file is saved.
func TestNamesOfFiles(t *testing.T) {
	for fileName, want := range map[string]string{
		wheel: wheel, "": "a-1.whl", "../up.whl": "a-1.whl", "/etc/x.whl": "a-1.whl", `..\up.whl`: "a-1.whl", ".bashrc": "a-1.whl", "-x.whl": "a-1.whl",
		"C:x.whl": "a-1.whl", "a b.whl": "a-1.whl", "x\u202e.whl": "a-1.whl", strings.Repeat("a", 200) + ".whl": "a-1.whl",
	} {
		p := &Package{Ref: Ref{Name: "a", Version: "1"}, fileName: fileName}
		f, err := p.create(t.TempDir(), ".whl")
		require.NoError(t, err)
		require.NoError(t, f.Close())
		assert.Equal(t, want, filepath.Base(p.File), fileName)
	}
}

func TestPyPIPages(t *testing.T) {
	page := `<html><body><a href="../../f/w#sha256=` + sha256Of("wheel") + `">` + wheel + `</a><a>nothing</a></body></html>`
	s := newSite(t, map[string]string{"/root/simple/acme-notes/": page, "/root/f/" + wheel: "wheel"})
	s.pages["/root/simple/acme-notes/"] = strings.Replace(page, "f/w#", "f/"+wheel+"#", 1)
	s.kinds["/root/simple/acme-notes/"] = "text/html"
	conf := "[install]\nno-index = no\n[global]\nindex-url = " + s.URL + "/root/simple/\n"
	p, data, err := fetch(t, user(nil, map[string]string{".config/pip/pip.conf": conf}), "pypi:acme-notes")
	require.NoError(t, err)
	assert.Equal(t, "wheel", data)
	assert.Equal(t, "1.10.0", p.Version)
}

func TestVersionsOfPythonInOrder(t *testing.T) {
	for _, pair := range [][2]string{{"1.10.0", "1.9.0"}, {"2.0", "1.99.9"}, {"1.0", "2.0rc1"}, {"1.0.1", "1.0"}, {"2.0", "2.0.dev3"}, {"1.0.post1", "1.0"}} {
		assert.True(t, newer(pair[0], pair[1]), pair)
		assert.False(t, newer(pair[1], pair[0]), pair)
	}
}

func TestBundles(t *testing.T) {
	s := newSite(t, map[string]string{"/d/notes.mcpb": "-> /e", "/e": "bundle"})
	p, data, err := fetch(t, user(nil, nil), "mcpb:"+s.URL+"/d/notes.mcpb#sha256="+sha256Of("bundle"))
	require.NoError(t, err)
	assert.Equal(t, "bundle", data)
	assert.Equal(t, "notes.mcpb", filepath.Base(p.File))
	p, _, err = fetch(t, user(nil, nil), "mcpb:"+s.URL+"/d/notes.mcpb")
	require.NoError(t, err)
	assert.Empty(t, p.Stated)
	_, _, err = fetch(t, user(nil, nil), "mcpb:"+s.URL+"/d/notes.mcpb#sha256="+sha256Of("other"))
	assert.ErrorContains(t, err, "digest mismatch")
}

// TestGit checks that the files are those of the commit, whatever attributes, hooks and filters the repository has.
func TestGit(t *testing.T) {
	repo := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", repo, "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always"}, args...)...)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		return strings.TrimSpace(string(out))
	}
	run("init", "-q", "-b", "main")
	require.NoError(t, os.WriteFile(filepath.Join(repo, ".gitattributes"), []byte("hidden.py export-ignore\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(repo, "hidden.py"), []byte("hidden"), 0o600))
	run("add", ".")
	run("commit", "-qm", "one")
	run("tag", "v1")
	first := run("rev-parse", "HEAD")
	require.NoError(t, os.WriteFile(filepath.Join(repo, "second.py"), []byte("second"), 0o600))
	run("add", ".")
	run("commit", "-qm", "two")

	p, data, err := fetch(t, user(nil, nil), "git:"+repo+"@v1")
	require.NoError(t, err)
	assert.Contains(t, data, "hidden.py")
	assert.NotContains(t, data, "second.py")
	assert.Equal(t, "commit "+first, p.Digest)
	p, data, err = fetch(t, user(nil, nil), "git:file://"+repo)
	require.NoError(t, err)
	assert.Contains(t, data, "second.py")
	assert.NotEqual(t, "commit "+first, p.Digest)
	_, _, err = fetch(t, user(nil, nil), "git:"+repo+"@none")
	var known *hint.Error
	require.ErrorAs(t, err, &known)
	assert.NotEmpty(t, known.Hint)
}

func TestServerJSON(t *testing.T) {
	read := func(text string) ([]Ref, error) {
		name := filepath.Join(t.TempDir(), "server.json")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return ReadServerJSON(name)
	}
	sum := strings.Repeat("ab", 32)
	refs, err := read(`{"packages":[{"registryType":"npm","identifier":"@a/b","version":"1.0.0","registryBaseUrl":"https://registry.npmjs.org"},
		{"registryType":"pypi","identifier":"b","version":"2"},{"registryType":"oci","identifier":"ghcr.io/a/b:1"},
		{"registryType":"mcpb","identifier":"https://x.y/z.mcpb","version":"1","fileSha256":"` + sum + `"}]}`)
	require.NoError(t, err)
	assert.Equal(t, []Ref{
		{Kind: "npm", Name: "@a/b", Version: "1.0.0"},
		{Kind: "pypi", Name: "b", Version: "2"},
		{Kind: "oci", Name: "ghcr.io/a/b:1"},
		{Kind: "mcpb", Name: "https://x.y/z.mcpb", SHA256: sum},
	}, refs)
	for text, want := range map[string]string{
		`{"packages":[{"registryType":"nuget","identifier":"b"}]}`:                                    "cannot be fetched",
		`{"packages":[{"registryType":"npm","identifier":"b","registryBaseUrl":"https://10.0.0.1"}]}`: "cannot be trusted",
		`{"remotes":[{"type":"sse","url":"https://x"}]}`:                                              "the server runs elsewhere", `{"server":{"remotes":[{}]}}`: "the server runs elsewhere",
		`{"name":"x"}`: "lists 0 packages", `{`: "not valid JSON", `{"packages":[{"registryType":"npm","identifier":"--x"}]}`: "is not a package reference",
	} {
		_, err := read(text)
		assert.ErrorContains(t, err, want, text)
	}
	folder := t.TempDir()
	_, err = ReadServerJSON(folder)
	assert.ErrorContains(t, err, fmt.Sprintf("cannot read %q: ", folder))
}

func TestParse(t *testing.T) {
	for s, want := range map[string]Ref{
		"npm:a@1.2": {Kind: "npm", Name: "a", Version: "1.2"}, "npm:@s/a": {Kind: "npm", Name: "@s/a"},
		"git:git@github.com:a/b": {Kind: "git", Name: "git@github.com:a/b"}, "git:https://h/a/b@v1": {Kind: "git", Name: "https://h/a/b", Version: "v1"},
		"git:ssh://git@h/a@main": {Kind: "git", Name: "ssh://git@h/a", Version: "main"},
	} {
		got, err := Parse(s)
		require.NoError(t, err, s)
		assert.Equal(t, want, got, s)
	}
	for _, s := range []string{"", "a", "npm:", "npm:a/../b", "npm:a@^1", "pypi:a==", "gem:a", "npm:-a", "git:https://h/a@--x", "npm:a b", "mcpb:https://x#sha256=1"} {
		_, err := Parse(s)
		assert.ErrorContains(t, err, "is not a package reference", s)
	}
}

func TestImages(t *testing.T) {
	layer, config := "layer", "{}"
	manifest, _ := json.Marshal(map[string]any{
		"config": descriptor{Digest: "sha256:" + sha256Of(config), Size: 2}, "layers": []descriptor{{Digest: "sha256:" + sha256Of(layer), Size: 5}},
	})
	inner := "sha256:" + sha256Of(string(manifest))
	index := `{"manifests":[{"digest":"sha256:att","platform":{"os":"unknown","architecture":"x"}},{"digest":"` + inner + `","platform":{"os":"linux","architecture":"amd64"}}]}`
	const at = "/v2/acme/notes/"
	pages := map[string]string{
		at + "manifests/1.0": index, at + "manifests/" + inner: string(manifest), at + "blobs/sha256:" + sha256Of(layer): layer,
		at + "blobs/sha256:" + sha256Of(config): config,
	}
	s := newSite(t, pages)
	basic := base64.StdEncoding.EncodeToString([]byte("ann:pass"))
	docker := `{"auths":{"` + s.Listener.Addr().String() + `":{"auth":"` + basic + `"}}}`
	s.login = "Basic " + basic
	ref := "oci:" + s.Listener.Addr().String() + "/acme/notes:1.0"
	p, data, err := fetch(t, user(nil, map[string]string{".docker/config.json": docker}), ref)
	require.NoError(t, err)
	assert.Equal(t, "sha256:"+sha256Of(index), p.Digest)
	for _, part := range []string{"oci-layout", blobName(inner), layer} {
		assert.Contains(t, data, part)
	}
	_, _, err = fetch(t, user(nil, nil), ref)
	require.ErrorContains(t, err, "needs a login")
	for _, config := range []string{`{"credsStore":"desktop"}`, `{"credHelpers":{"` + s.Listener.Addr().String() + `":"desktop"}}`} {
		_, _, err = fetch(t, user(nil, map[string]string{".docker/config.json": config}), ref)
		var refusal *hint.Error
		require.ErrorAs(t, err, &refusal)
		assert.Contains(t, refusal.Hint, `"docker-credential-desktop", which mcp-lint does not run`)
	}
	for _, hub := range []string{"registry-1.docker.io", "https://index.docker.io/v1/", "docker.io"} {
		c := user(nil, map[string]string{".docker/config.json": `{"credsStore":"other","credHelpers":{"` + hub + `":"desktop"}}`})
		reg := &registry{Client: c, imageRef: imageRef{host: "registry-1.docker.io"}}
		reg.dockerAuth()
		assert.Equal(t, "desktop", reg.helper, hub)
	}
	s.login, s.pages[at+"blobs/sha256:"+sha256Of(layer)] = "", "wrong"
	_, _, err = fetch(t, user(nil, nil), ref)
	require.ErrorContains(t, err, "digest mismatch")
	s.pages[at+"manifests/"+inner] = string(manifest) + " "
	_, _, err = fetch(t, user(nil, nil), ref)
	require.ErrorContains(t, err, "digest mismatch")
}

func TestNamesOfImages(t *testing.T) {
	for s, want := range map[string]imageRef{
		"notes": {"registry-1.docker.io", "library/notes", "latest"}, "acme/notes:1": {"registry-1.docker.io", "acme/notes", "1"},
		"ghcr.io/a/b@sha256:" + strings.Repeat("a", 64): {"ghcr.io", "a/b", "sha256:" + strings.Repeat("a", 64)},
		"localhost:5000/a:x":                            {"localhost:5000", "a", "x"},
	} {
		got, ok := parseImage(s)
		assert.True(t, ok, s)
		assert.Equal(t, want, got, s)
	}
	for _, s := range []string{"a/../b", "A", "a:b/c:d:e", "a@sha256:1", "h.io/"} {
		_, ok := parseImage(s)
		assert.False(t, ok, s)
	}
}
