package schema

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOwnType takes a declared type by its own name.
func TestOwnType(t *testing.T) {
	for in, want := range map[string]string{
		"Context": "Context", "mcp.Context[A, B]": "Context", "Optional[Context]": "Context", "Context | None": "Context", "*mcp.Server": "Server",
		"&RequestContext<RoleServer>": "RequestContext", "Annotated[str, Field(description=\"Context\")]": "str", "rmcp::Peer<R>": "Peer",
		"'Context'": "Context", "dict[str, Context]": "dict", "": "", "[[[": "", "Optional[": "", "{ context: Context }": "", `?Mcp\Server\RequestContext`: "RequestContext",
	} {
		assert.Equal(t, want, ownType(in), in)
	}
}
