package schemacheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect"
)

const schemaBefore, schemaAfter = "https://static.modelcontextprotocol.io/schemas/", "/server.schema.json"

func manifestOf(release, members string) string {
	return fmt.Sprintf(`{"$schema":%q,%s}`, schemaBefore+release+schemaAfter, members)
}

const head = `"name":"io.github.acme/notes","description":"Notes.","version":"1.0.0"`

func TestManifests(t *testing.T) {
	sum := strings.Repeat("0123456789abcdef", 4)
	stdio := `"transport":{"type":"stdio"}`
	for _, c := range []struct{ release, members, want string }{
		{"2025-12-11", head, ""},
		{"2025-12-11", `"name":"io.github.acme/notes"`, fmt.Sprintf("note /$schema %q", schemaBefore+"2025-12-11"+schemaAfter)},
		{"2025-12-11", `"name":"notes","description":"","version":"latest"`, `note /name "notes" | note /description "" | note /version ` +
			`"latest"`},
		{"2025-12-11", `"name":"io.github.acme/a/b","description":"x","version":"^1.0"`, `note /name "io.github.acme/a/b" | note /version ` +
			`"^1.0"`},
		{"2025-12-11", `"name":"io.github.acme/_a","description":"x","version":"1"`, `note /name "io.github.acme/_a"`},
		{"2025-12-11", `"name":"io github/a","description":"x","version":"1"`, `note /name "io github/a"`},
		{"2025-12-11", `"name":"${NAME}","description":"x","version":"$VERSION"`, ""},
		{"2025-12-11", `"name":"a.b/c","description":"` + strings.Repeat("ä", 100) + `","version":"2025.1"`, ""},
		{"2025-12-11", `"name":"a.b/c","description":"` + strings.Repeat("ä", 101) + `","version":"2025.1"`, fmt.Sprintf("note /description %q",
			strings.Repeat("ä", 101))},
		{"2025-07-09", `"name":"notes","version":"latest","packages":[{"registry_type":"npm"}]`, ""},
		{"2031-01-01", `"name":"notes","version":"latest"`, ""},
		{"2025-12-11", head + `,"repository":{},"websiteUrl":""`, ""},
		{"2025-12-11", head + `,"repository":"https://github.com/a/b"`, `note /repository "https://github.com/a/b"`},
		{"2025-12-11", head + `,"repository":{"url":"https://github.com/a/b.git","source":"github"}`, ""},
		{"2025-12-11", head + `,"repository":{"url":"https://gitlab.com/a/b/c/","source":"gitlab"}`, ""},
		{"2025-12-11", head + `,"repository":{"url":"https://codeberg.org/a/b","source":"codeberg"}`, ""},
		{"2025-12-11", head + `,"repository":{"url":"git+https://github.com/a/b","source":"github"}`, `note /repository/url ` +
			`"git+https://github.com/a/b"`},
		{"2025-12-11", head + `,"repository":{"url":"https://github.com/a/b"}`, `note /repository/url "https://github.com/a/b"`},
		{"2025-12-11", head + `,"websiteUrl":"http://a.example"`, `note /websiteUrl "http://a.example"`},
		{"2025-12-11", head + `,"websiteUrl":"javascript:x"`, `soft /websiteUrl "javascript:x"`},
		{"2025-12-11", head + `,"icons":[{"src":"icon.png"},{"src":"https://a.example/i.png"},` +
			`{"src":"file:///x"}]`, `note /icons/0/src "icon.png" | soft /icons/2/src "file:///x"`},
		{"2025-12-11", head + `,"_meta":{"io.modelcontextprotocol.registry/publisher-provided":{},` +
			`"io.modelcontextprotocol.registry/official":{"a":"b"}}`, `note /_meta/io.modelcontextprotocol.registry~1official# ` +
			`"io.modelcontextprotocol.registry/official"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"npm","identifier":"@a/b","version":"1.0.0",` + stdio + `}]`, ""},
		{"2025-12-11", head + `,"packages":[{"registryType":"npm","identifier":"@a/b",` + stdio +
			`}]`, `note /packages/0/registryType# "registryType"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"artifactory","identifier":"b"}]`, ""},
		{"2025-12-11", head + `,"packages":[{"registryType":"PyPI","identifier":"b"}]`, `note /packages/0/registryType "PyPI"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"pip"}]`, `note /packages/0/registryType "pip"`},
		{"2025-12-11", head + `,"packages":[{"registry_type":"npm","identifier":"b",` +
			`"version":"1.0.0"}]`, `note /packages/0/registry_type# "registry_type"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"npm","identifier":"a b","version":"1.0.0",` + stdio +
			`}]`, `note /packages/0/identifier "a b"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"oci","identifier":"ghcr.io/a/b:1","registryBaseUrl":"https://ghcr.io",` + stdio +
			`}]`, `note /packages/0/registryBaseUrl "https://ghcr.io"`},
		{"2025-09-29", head + `,"packages":[{"registryType":"oci","identifier":"a/b","version":"1","registryBaseUrl":"https://docker.io",` +
			stdio + `}]`, ""},
		{"2025-12-11", head + `,"packages":[{"registryType":"mcpb","identifier":"https://github.com/a/b/releases/download/1/a.mcpb",` +
			`"fileSha256":"` + sum + `",` + stdio + `}]`, ""},
		{"2025-12-11", head + `,"packages":[{"registryType":"mcpb","identifier":"https://files.example/a.mcpb","fileSha256":"` +
			strings.ToUpper(sum) + `",` + stdio + `}]`, `note /packages/0/identifier "https://files.example/a.mcpb" | ` +
			fmt.Sprintf("note /packages/0/fileSha256 %q", strings.ToUpper(sum))},
		{"2025-12-11", head + `,"packages":[{"registryType":"mcpb","identifier":"http://github.com/a","fileSha256":"${SHA}",` + stdio +
			`}]`, `note /packages/0/identifier "http://github.com/a"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"nuget","identifier":"A.B","version":"1.0.0",` +
			`"transport":{"type":"streamable-http"}}]`, `note /packages/0/transport# "transport"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"nuget","identifier":"A.B","version":"1.0.0","transport":{"type":"http",` +
			`"url":"http://localhost:1/"}}]`, `note /packages/0/transport/type "http"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"nuget","identifier":"A.B","version":"1.0.0","transport":{"type":"sse",` +
			`"url":"http://localhost:{port}/"}}]`, ""},
		{"2025-12-11", head + `,"packages":[{"registryType":"nuget","identifier":"A.B","version":"1.0.0","transport":{"type":"stdio",` +
			`"url":"http://localhost:1/"}}]`, `note /packages/0/transport/url "http://localhost:1/"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"nuget","identifier":"A.B","version":"1.0.0",` +
			`"transport":"stdio"}]`, `note /packages/0/transport "stdio"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"nuget","identifier":"A.B","version":"1.0.0",` + stdio +
			`,"packageArguments":[{"type":"option","value":"x"},{"type":"named"},{"type":"named","name":"--p 1"},{"value":"y"},` +
			`{"type":"positional","value":"z"}]}]`, `note /packages/0/packageArguments/0/type "option" | note /packages/0/packageArguments/1/type ` +
			`"named" | note /packages/0/packageArguments/2/name "--p 1" | note /packages/0/packageArguments/3/value# "value"`},
		{"2025-12-11", head + `,"remotes":[{"type":"streamable-http","url":"https://a.example/mcp"},{"type":"sse","url":"{base}/sse"}]`, ""},
		{"2025-12-11", head + `,"remotes":[{"url":"https://a.example/mcp"},{"type":"stdio"},{"type":"sse",` +
			`"url":"https://localhost:8080/mcp"}]`, `note /remotes/0/url# "url" | note /remotes/1/type "stdio" | note /remotes/2/url ` +
			`"https://localhost:8080/mcp"`},
		{"2025-12-11", head + `,"packages":{"npm":{}},"remotes":[7,null,"x"]`, ""},
		{"2025-12-11", head + `,"packages":[{"registryType":"npm","identifier":"a",` +
			`"version":"1.0.0"}]`, `note /packages/0/registryType# "registryType"`},
		{"2025-12-11", head + `,"packages":[{"registryType":"oci","identifier":"a/b","version":"1",` + stdio +
			`}]`, `note /packages/0/version "1"`},
		{"2025-12-11", head + `,"remotes":[{"type":"sse","url":"http://a.example/mcp"}]`, `note /remotes/0/url "http://a.example/mcp"`},
		{"2025-12-11", head + `,"title":"` + strings.Repeat("a", 101) + `"`, `note /title "` + strings.Repeat("a", 101) + `"`},
	} {
		got := seen(t, detect.KindManifest, manifestOf(c.release, c.members))
		assert.Equal(t, c.want, strings.Join(got, " | "), c.members)
	}
}

func TestRanges(t *testing.T) {
	for _, s := range []string{"^1.2.3", "~1", ">=1.0.0", "< 2", "=1.0.0", "1.x", "1.2.*", "X.1", "1 - 2", "1.0.0 - 2.0.0-beta", "1.2 || " +
		"1.3", " ^1.0 "} {
		assert.True(t, isRange(s), s)
	}
	for _, s := range []string{
		"", "1", "1.0.0", "v1.2.3", "1.0.0-alpha.1", "2025.10.01", "1.0.0-x", "abc", "main", "*", "x", "<VERSION>", "${V}", "1.0.0+build.x",
		"a || b", "1.2.3.4.5",
	} {
		assert.False(t, isRange(s), s)
	}
}

func TestLargeManifest(t *testing.T) {
	one := `{"registryType":"docker"},`
	got := seen(t, detect.KindManifest, manifestOf("2025-12-11", head+`,"packages":[`+strings.TrimSuffix(strings.Repeat(one, 20_000), ",")+
		`]`))
	assert.Len(t, got, maxReported)
}
