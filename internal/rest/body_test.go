package rest

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/lint"
)

// TestNesting checks that deep JSON does not crash the server, and is reported as too deep.
func TestNesting(t *testing.T) {
	s := serve(t, Options{})
	for _, open := range []string{"[", `{"a":`, `{"tools":[`, `{"inputSchema":{"properties":{"a":`} {
		p := s.refused(t, badJSON, http.MethodPost, "/v1/scan", strings.Repeat(open, 100_000))
		assert.Contains(t, p.Detail, "exceeded max depth")
	}
	s.refused(t, badJSON, http.MethodPost, "/v1/scan", strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000))
	deep := `{"tools":[{"name":"a","description":"Adds.","inputSchema":` + strings.Repeat(`{"properties":{"a":`, 4_000) + "{}" + strings.Repeat("}}", 4_000) + `}]}`
	_, verdict := s.report(t, "/v1/scan", deep)
	assert.Equal(t, lint.NotJudged, verdict)
}

// TestCompressedBodies checks that no body is decompressed.
func TestCompressedBodies(t *testing.T) {
	s := serve(t, Options{})
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(bytes.Repeat([]byte(" "), 1<<20))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	for _, coding := range []string{"gzip", "GZIP", "br", "zstd", "deflate", "identity, gzip", "x"} {
		res, content := s.do(t, http.MethodPost, "/v1/scan", packed.String(), "Content-Type", "application/json", "Content-Encoding", coding)
		isProblem(t, unsupported, res, content)
		assert.Equal(t, "identity", res.Header.Get("Accept-Encoding"))
	}
	s.refused(t, unsupported, http.MethodPost, "/v1/scan", packed.String(), "Content-Type", "application/json", "Content-Encoding", "identity", "Content-Encoding", "gzip")
	// Compressed, but not declared.
	s.refused(t, badJSON, http.MethodPost, "/v1/scan", packed.String())
	res, _ := s.do(t, http.MethodPost, "/v1/scan", clean, "Content-Type", "application/json", "Content-Encoding", "identity")
	assert.Equal(t, http.StatusOK, res.StatusCode)
}

// TestLargeBodies checks the exact limit, with a length and without.
func TestLargeBodies(t *testing.T) {
	const limit = 2048
	s := serve(t, Options{MaxBody: limit})
	exact := clean + strings.Repeat(" ", limit-len(clean))
	res, _ := s.do(t, http.MethodPost, "/v1/scan", exact)
	assert.Equal(t, http.StatusOK, res.StatusCode)
	p := s.refused(t, largeBody, http.MethodPost, "/v1/scan", exact+" ")
	assert.Contains(t, p.Detail, "larger than 2048 bytes")
	// Without a length, the client sends chunks.
	for n, want := range map[int]int{limit: http.StatusOK, limit + 1: largeBody.status, 100 * limit: largeBody.status} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/scan", struct{ *strings.Reader }{strings.NewReader(exact + strings.Repeat(" ", n-limit))})
		require.NoError(t, err)
		r.ContentLength = -1
		r.Header.Set("Content-Type", "application/json")
		res, err := s.Client().Do(r)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		assert.Equal(t, want, res.StatusCode, n)
	}
}

// TestBodiesHaveRoomTogether checks that bytes are counted as they arrive, and released.
func TestBodiesHaveRoomTogether(t *testing.T) {
	s := serve(t, Options{MaxBody: 4096, MaxHeld: 1024})
	for range 3 {
		res, content := s.do(t, http.MethodPost, "/v1/scan", clean+strings.Repeat(" ", 2000))
		isProblem(t, busy, res, content)
		assert.NotEmpty(t, res.Header.Get("Retry-After"))
		res, _ = s.do(t, http.MethodPost, "/v1/scan", clean)
		assert.Equal(t, http.StatusOK, res.StatusCode)
	}
	assert.Zero(t, s.Config.Handler.(*handler).store.held.Load())
}
