package rest

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHostileRequests sends malformed requests. Each is refused or its connection closed, and the server keeps running.
func TestHostileRequests(t *testing.T) {
	r := start(t, Options{MaxBody: 1 << 20})
	head := "POST /v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
	for name, c := range map[string]struct {
		words string
		// want is the status, or 0 if the connection may just be closed.
		want int
	}{
		"not HTTP":               {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400},
		"HTTP/2 preface":         {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 403},
		"old HTTP":               {"GET /healthz HTTP/0.9\r\n\r\n", 505},
		"no host":                {"GET /healthz HTTP/1.1\r\n\r\n", 400},
		"two hosts":              {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400},
		"empty host":             {"GET /healthz HTTP/1.1\r\nHost:\r\n\r\n", 403},
		"host in the line":       {"GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 403},
		"star":                   {"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 404},
		"authority":              {"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", 403},
		"huge header":            {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("a", 64<<10) + "\r\n\r\n", 431},
		"many headers":           {"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("X: a\r\n", 20<<10) + "\r\n", 431},
		"huge line":              {"GET /" + strings.Repeat("a", 64<<10) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 431},
		"line feeds in a header": {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n", 400},
		"folded header":          {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n", 0},
		"length of 2^64":         {head + "Content-Length: 18446744073709551616\r\n\r\n{}", 400},
		"length of 2^63-1":       {head + "Content-Length: 9223372036854775807\r\n\r\n{}", 413},
		"negative length":        {head + "Content-Length: -1\r\n\r\n{}", 400},
		"length in words":        {head + "Content-Length: ten\r\n\r\n{}", 400},
		"two lengths":            {head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400},
		"length and chunks":      {head + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 0},
		"chunk of 2^64":          {head + "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n{}", 400},
		"chunk without a size":   {head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}", 400},
		"other coding":           {head + "Transfer-Encoding: gzip\r\n\r\n{}", 501},
		"body without end":       {head + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("10000\r\n"+strings.Repeat(" ", 0x10000)+"\r\n", 18), 413},
		"chunks of one byte":     {head + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("1\r\n \r\n", 10_000) + "0\r\n\r\n", 400},
		"trailer":                {head + "Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n\r\n2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n", 200},
		"expectation":            {head + "Expect: a miracle\r\nContent-Length: 2\r\n\r\n{}", 417},
		"upgrade":                {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", 200},
		"zero byte in the path":  {"GET /v1/checks/a%00b HTTP/1.1\r\nHost: localhost\r\n\r\n", 404},
		"slash in the path":      {"GET /v1/checks/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: localhost\r\n\r\n", 404},
		"dots in the path":       {"GET /v1/checks/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 404},
		"a thousand options":     {"POST /v1/scan?" + strings.Repeat("only=unicode.hidden&", 700) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 415},
	} {
		t.Run(name, func(t *testing.T) {
			c2, in := r.raw(t, "")
			// The server may close the connection before the request is complete.
			_, _ = io.WriteString(c2, c.words)
			res, err := http.ReadResponse(in, nil)
			if c.want == 0 {
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, res.StatusCode)
		})
	}
	status, _, _ := r.ask(t, post(clean))
	assert.Equal(t, http.StatusOK, status)
	r.stop()
	require.NoError(t, r.wait(t))
	for _, c := range r.log.String() {
		assert.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "%U in the log", c)
	}
}

// TestPipelinedRequests checks that requests on one connection are answered in order, each with its own report, and that a body with a wrong
// length cannot smuggle in a request.
func TestPipelinedRequests(t *testing.T) {
	r := start(t, Options{})
	var words strings.Builder
	for i := range 20 {
		words.WriteString(post(strings.ReplaceAll(string(poisoned(t)), "get_forecast", fmt.Sprintf("tool_%02d", i))))
	}
	_, in := r.raw(t, words.String())
	for i := range 20 {
		status, _, body := answer(t, in)
		require.Equal(t, http.StatusOK, status)
		assert.Contains(t, body, fmt.Sprintf(`"tool_%02d"`, i))
	}
	short := "POST /v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{}"
	status, _, body := r.ask(t, short+"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
	assert.Equal(t, badJSON.status, status, body)
}

// TestHalfABody checks that an incomplete body is not scanned.
func TestHalfABody(t *testing.T) {
	r := start(t, Options{})
	for _, body := range []string{"Content-Length: 100\r\n\r\n" + clean[:50], "Transfer-Encoding: chunked\r\n\r\n40\r\n" + clean[:50], "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"} {
		c, in := r.raw(t, "POST /v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+body)
		require.NoError(t, c.(*net.TCPConn).CloseWrite())
		status, _, text := answer(t, in)
		assert.Equal(t, brokenBody.status, status)
		assert.Contains(t, text, brokenBody.name)
	}
}

// TestPoisonEverywhere puts terminal commands, bidirectional controls, markup and line feeds into every part of a request, and looks for them
// in the answer and the log.
func TestPoisonEverywhere(t *testing.T) {
	s := serve(t, Options{})
	const poison = "\x1b[2J\u202e\u200b<script>##[error]\u00e9"
	escaped := url.QueryEscape(poison)
	inJSON := `"\u001b[2J\u202e\u200b<script>##[error]` + "\u202e\u200b" + `"`
	var seen []string
	for _, c := range []struct {
		method, path, body string
		header             []string
	}{
		{"GET", "/" + url.PathEscape(poison), "", nil},
		{"GET", "/v1/checks/" + url.PathEscape(poison), "", nil},
		{"GET", "/v1/checks/a%0d%0aSet-Cookie:%20x=y", "", nil},
		{"POST", "/v1/scan?" + escaped + "=1", clean, nil},
		{"POST", "/v1/scan?only=" + escaped, clean, nil},
		{"POST", "/v1/scan?only=a%0d%0aSet-Cookie:%20x=y", clean, nil},
		{"POST", "/v1/scan?format=" + escaped, clean, nil},
		{"POST", "/v1/scan?min_confidence=" + escaped, clean, nil},
		{"POST", "/v1/scan?%zz" + escaped, clean, nil},
		{"POST", "/v1/scan", poison, nil},
		{"POST", "/v1/scan", `{"a":` + poison, nil},
		{"POST", "/v1/scan", `{"tools":[{"name":` + inJSON + `,"title":` + inJSON + `,"description":` + inJSON + `,"inputSchema":{"properties":{` + inJSON + `:{"type":"string","description":` + inJSON + `}}}}]}`, nil},
		{"POST", "/v1/scan?format=sarif", `{"servers":{` + inJSON + `:{"tools":[{"name":` + inJSON + `,"description":` + inJSON + `}]}}}`, nil},
		{"POST", "/v1/scan", clean, []string{"Content-Type", "<script>\u00e9"}},
		{"POST", "/v1/scan", clean, []string{"Accept", "<script>\u00e9"}},
		{"POST", "/v1/scan", clean, []string{"Content-Encoding", "<script>\u00e9"}},
		{"POST", "/v1/scan", clean, []string{"Origin", "<script>\u00e9"}},
		{"POST", "/v1/scan", clean, []string{"User-Agent", "<script>\u00e9", "X-Forwarded-For", "<script>", "Referer", "<script>"}},
		{"GET", "/v1/checks", "", []string{"Host", "<script>"}},
		{"GET", "/v1/checks", "", []string{"Authorization", "<script>\u00e9"}},
		{"SCRIPT", "/v1/scan", "", nil},
	} {
		res, content := s.do(t, c.method, c.path, c.body, c.header...)
		all := content
		for name, values := range res.Header {
			all += name + strings.Join(values, "")
		}
		assert.Less(t, res.StatusCode, 500)
		assert.Empty(t, res.Header.Get("Set-Cookie"))
		seen = append(seen, all)
	}
	s.Close()
	seen = append(seen, s.log.String())
	for _, words := range seen {
		for _, bad := range []string{"\x1b", "\u202e", "\u200b", "\u00e9", "<script", "##[", "\r"} {
			assert.NotContains(t, words, bad)
		}
	}
	assert.Equal(t, len(seen)-1, strings.Count(s.log.String(), "\n"), "one line for each request")
}
