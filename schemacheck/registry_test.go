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
