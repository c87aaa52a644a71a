package pull

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// image adds an image of these parts, the configuration first, to a stand-in for a registry, and returns its reference.
func image(t *testing.T, s *site, parts ...descriptor) string {
	t.Helper()
	manifest, err := json.Marshal(map[string]any{"config": parts[0], "layers": parts[1:]})
	require.NoError(t, err)
	s.pages["/v2/acme/notes/manifests/1"] = string(manifest)
	return "oci:" + s.Listener.Addr().String() + "/acme/notes:1"
}

// blob adds a part of an image and describes it.
func blob(s *site, data string) descriptor {
	d := descriptor{Digest: "sha256:" + sha256Of(data), Size: int64(len(data))}
	s.pages["/v2/acme/notes/blobs/"+d.Digest] = data
	return d
}

// TestRedirectsGetNoLogin: a port is a host of its own, as is the place that a redirect leads to and that asks for a login.
func TestRedirectsGetNoLogin(t *testing.T) {
	asked := map[string]string{}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path] = r.Header.Get("Authorization")
		if r.URL.Path == "/layer" {
			w.Header().Set("WWW-Authenticate", `Bearer realm="http://`+r.Host+`/token",service="x"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = w.Write([]byte("archive"))
	}))
	defer other.Close()

	s := newSite(t, map[string]string{"/notes": npmPage("1.0.0", sri("archive"), ""), "/t/notes.tgz": "-> " + other.URL + "/notes.tgz"})
	s.login = "Bearer secret"
	rc := "registry=" + s.URL + "\n//" + s.Listener.Addr().String() + "/:_authToken=secret\n"
	_, _, err := fetch(t, user(nil, map[string]string{".npmrc": rc}), "npm:notes")
	require.NoError(t, err)
	assert.Equal(t, "Bearer secret", s.asked["/t/notes.tgz"])
	assert.Equal(t, map[string]string{"/notes.tgz": ""}, asked)

	clear(asked)
	config, layer := blob(s, "{}"), blob(s, "layer")
	s.pages["/v2/acme/notes/blobs/"+layer.Digest] = "-> " + other.URL + "/layer"
	basic := base64.StdEncoding.EncodeToString([]byte("ann:pass"))
	s.login = "Basic " + basic
	docker := `{"auths":{"` + s.Listener.Addr().String() + `":{"auth":"` + basic + `"}}}`
	_, _, err = fetch(t, user(nil, map[string]string{".docker/config.json": docker}), image(t, s, config, layer))
	require.ErrorContains(t, err, "redirects to "+other.Listener.Addr().String()+", which needs a login")
	assert.Equal(t, map[string]string{"/layer": ""}, asked)

	// The same without a login that the registry has asked for before.
	clear(asked)
	s.login = ""
	_, _, err = fetch(t, user(nil, map[string]string{".docker/config.json": docker}), image(t, s, config, layer))
	require.ErrorContains(t, err, "which needs a login")
	assert.Equal(t, map[string]string{"/layer": ""}, asked)
}

// TestSizesOfLayers: what an image states of its layers can neither lift the limit nor use it up.
func TestSizesOfLayers(t *testing.T) {
	s := newSite(t, nil)
	config, layer := blob(s, "{}"), blob(s, "layer")
	sized := func(d descriptor, size int64) descriptor {
		d.Size = size
		return d
	}
	const most = maxImage
	for name, parts := range map[string][]descriptor{
		"below 0":           {config, sized(layer, -5)},
		"below 0, repeated": {config, sized(config, -most), sized(layer, most+1)},
		"too large":         {config, sized(layer, most+1)},
		"largest":           {config, sized(layer, 1<<63-1)},
	} {
		clear(s.asked)
		_, _, err := fetch(t, user(nil, nil), image(t, s, parts...))
		require.ErrorContains(t, err, "larger than 4294967296 bytes, or gives a size below 0", name)
		assert.NotContains(t, s.asked, "/v2/acme/notes/blobs/"+layer.Digest, name)
	}
	_, data, err := fetch(t, user(nil, nil), image(t, s, config, sized(config, most), layer))
	require.NoError(t, err)
	assert.Contains(t, data, "layer")
}

// TestTagsNamedAsVersions: npm installs the version of a name although a tag of that name leads to another one.
func TestTagsNamedAsVersions(t *testing.T) {
	one := func(version string) string {
		return fmt.Sprintf(`%q:{"dist":{"tarball":"BASE/%s.tgz","integrity":%q}}`, version, version, sri(version))
	}
	s := newSite(t, map[string]string{"/1.0.0.tgz": "1.0.0", "/2.0.0-rc.1.tgz": "2.0.0-rc.1", "/notes": `{
		"dist-tags":{"latest":"1.0.0","2.0.0-rc.1":"1.0.0","1.2":"1.0.0","v2":"1.0.0","~2":"1.0.0","x":"1.0.0","next":"2.0.0-rc.1","v2-next":"2.0.0-rc.1"},
		"versions":{` + one("1.0.0") + `,` + one("2.0.0-rc.1") + `}}`})
	c := user(map[string]string{"npm_config_registry": s.URL}, nil)
	for asked, want := range map[string]string{
		"1.0.0": "1.0.0", "2.0.0-rc.1": "2.0.0-rc.1", "latest": "1.0.0", "next": "2.0.0-rc.1", "v2-next": "2.0.0-rc.1",
		"1.2": "", "v2": "", "~2": "", "x": "",
	} {
		p, data, err := fetch(t, c, "npm:notes@"+asked)
		if want == "" {
			assert.ErrorContains(t, err, fmt.Sprintf("there is no version %q", asked))
			continue
		}
		require.NoError(t, err, asked)
		assert.Equal(t, want, p.Version, asked)
		assert.Equal(t, want, data, asked)
	}
}

// TestOtherFilesOfAVersion: pip chooses among the files of a version by the machine that it runs on, so that those not fetched are named.
func TestOtherFilesOfAVersion(t *testing.T) {
	const plain, linux = "notes-1.0-py3-none-any.whl", "notes-1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
	const sources, same = "notes-1.0.tar.gz", `"requires-python":">=3.10"`
	for name, c := range map[string]struct {
		files  [][2]string
		want   string
		others []string
	}{
		"sources":             {[][2]string{{sources, same}, {plain, same}}, plain, nil},
		"sources for others":  {[][2]string{{sources, `"x":1`}, {plain, `"requires-python":">=4"`}}, plain, []string{sources}},
		"a wheel for Linux":   {[][2]string{{linux, same}, {plain, same}, {sources, same}}, plain, []string{linux}},
		"no wheel for all":    {[][2]string{{linux, same}, {sources, same}}, linux, []string{sources}},
		"Python 2":            {[][2]string{{"notes-1.0-py2-none-any.whl", same}, {plain, same}}, plain, []string{"notes-1.0-py2-none-any.whl"}},
		"one Python 3":        {[][2]string{{"notes-1.0-py312-none-any.whl", same}, {sources, same}}, "notes-1.0-py312-none-any.whl", []string{sources}},
		"yanked":              {[][2]string{{plain, `"yanked":true`}, {sources, same}}, sources, []string{plain}},
		"another spelling":    {[][2]string{{plain, same}, {"notes-1.0.0-py3-none-any.whl", same}}, plain, []string{"notes-1.0.0-py3-none-any.whl"}},
		"a local version":     {[][2]string{{plain, same}, {"notes-1.0+x-py3-none-any.whl", same}}, "notes-1.0+x-py3-none-any.whl", []string{plain}},
		"another compression": {[][2]string{{sources, same}, {"notes-1.0.tar.bz2", same}}, sources, []string{"notes-1.0.tar.bz2"}},
		"the same name":       {[][2]string{{plain, same}, {plain, same}}, plain, []string{plain}},
		"builds": {
			[][2]string{{"notes-1.0-1-py3-none-any.whl", same}, {"notes-1.0-10a-py3-none-any.whl", same}, {"notes-1.0-9-py3-none-any.whl", same}},
			"notes-1.0-10a-py3-none-any.whl",
			[]string{"notes-1.0-1-py3-none-any.whl", "notes-1.0-9-py3-none-any.whl"},
		},
		"no file of pip": {[][2]string{{plain, same}, {"notes-1.0-x-py3-none-any.whl", same}, {"notes-extra-1.0.tar.gz", same}}, plain, nil},
	} {
		s := newSite(t, nil)
		var listed []string
		for i, f := range c.files {
			data := fmt.Sprint(i)
			s.pages["/f/"+data] = data
			listed = append(listed, fmt.Sprintf(`{"filename":%q,"url":"/f/%d","hashes":{"sha256":%q},%s}`, f[0], i, sha256Of(data), f[1]))
		}
		s.pages["/notes/"] = `{"files":[` + strings.Join(listed, ",") + `]}`
		p, _, err := fetch(t, user(map[string]string{"PIP_INDEX_URL": s.URL}, nil), "pypi:notes==1.0")
		require.NoError(t, err, name)
		assert.Equal(t, c.want, filepath.Base(p.File), name)
		assert.Equal(t, c.others, p.Others, name)
	}
	assert.Equal(t, "1.0-1", versionOf("acme-notes-1.0-1.tar.gz", "acme_notes"), "a version with a hyphen")
	assert.Empty(t, versionOf(strings.Repeat("a-", 1<<20)+".zip", "a"), "a name that no file has")
}
