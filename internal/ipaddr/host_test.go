package ipaddr

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/internal/golden"
)

func TestReach(t *testing.T) {
	names := []string{UnknownHost: "unknown", ThisMachine: "this machine", PrivateHost: "private", PublicHost: "public", MetadataService: "metadata", DisguisedHost: "disguised"}
	golden.Lines(t, "testdata/hosts.txt", func(line string) []string {
		host, _ := golden.Snippet(line)
		return []string{names[ReachOf(host)]}
	})
	assert.Equal(t, UnknownHost, ReachOf(strings.Repeat("a", maxHost+1)))
}
