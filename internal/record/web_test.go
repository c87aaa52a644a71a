package record

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// site starts a server and returns options to record it.
func site(t *testing.T, h http.Handler) Options {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() }) // Hanging requests end with the connections.
	return Options{URL: s.URL + "/mcp?key=secret-key", Client: "test", Version: "1", Limits: Limits{Settle: -1}}
}

func real(*http.Request) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "real", Version: "1"}, &mcp.ServerOptions{Instructions: "Be kind.", PageSize: 2})
	for i := range 5 {
		mcp.AddTool(s, &mcp.Tool{Name: fmt.Sprintf("tool_%d", i), Description: "Does something."}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			panic("a tool was called")
		})
	}
	return s
}

// answering answers each POST as answers does, unless before has answered it.
func answering(before func(http.ResponseWriter, request) bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var q request
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&q) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		if before(w, q) {
			return
		}
		if q.ID == nil {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, q.ID, answers(q))
	}
}

func TestSites(t *testing.T) {
	for name, h := range map[string]http.Handler{
		"streamable": mcp.NewStreamableHTTPHandler(real, nil),
		"json":       mcp.NewStreamableHTTPHandler(real, &mcp.StreamableHTTPOptions{JSONResponse: true, Stateless: true}),
		"sse":        mcp.NewSSEHandler(real, nil),
	} {
		t.Run(name, func(t *testing.T) {
			o := site(t, h)
			rec, data := recorded(t, o)
			assert.Equal(t, "real", rec.Server)
			assert.Len(t, rec.Lists[0].Items, 5)
			assert.Empty(t, rec.Missing())
			assert.Contains(t, data, `"instructions": "Be kind."`)
			_, again := recorded(t, o)
			assert.Equal(t, data, again)
		})
	}
}

// TestSitesThatChange checks that lists with listChanged are requested twice over HTTP.
func TestSitesThatChange(t *testing.T) {
	asked := 0
	o := site(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q request
		_ = json.NewDecoder(r.Body).Decode(&q)
		result := changing
		if q.Method == "tools/list" {
			asked++
			result = fmt.Sprintf(`{"tools":[{"name":"tool_%d"}]}`, asked)
		}
		if q.ID == nil {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, q.ID, result)
	}))
	o.Limits.Settle = 10 * time.Millisecond
	rec, data := recorded(t, o)
	assert.Equal(t, 2, asked)
	assert.Contains(t, data, `"tool_2"`)
	assert.NotContains(t, data, `"tool_1"`)
	assert.Equal(t, []string{"lists that changed during the recording (the last version was written): tools/list"}, rec.Notes)
}

// TestHeaders checks that every request has the given headers, and the protocol version once it is known.
func TestHeaders(t *testing.T) {
	var mu sync.Mutex
	versions := map[string]string{}
	var seen []string
	inner := answering(func(http.ResponseWriter, request) bool { return false })
	o := site(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var q request
		_ = json.Unmarshal(body, &q)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		mu.Lock()
		seen = append(seen, r.Header.Get("Authorization"))
		versions[q.Method] = r.Header.Get("Mcp-Protocol-Version")
		mu.Unlock()
		inner(w, r)
	}))
	o.Headers = []Header{{"Authorization", "Bearer token"}}
	rec, _ := recorded(t, o)
	assert.Empty(t, rec.Missing())
	for _, s := range seen {
		assert.Equal(t, "Bearer token", s)
	}
	assert.Equal(t, "2025-11-25", versions["tools/list"])
	assert.GreaterOrEqual(t, len(seen), 6)
}

// TestOtherHosts checks that no request follows a server to another host.
func TestOtherHosts(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s was sent on", r.Method, r.URL)
	}))
	t.Cleanup(other.Close)
	for name, h := range map[string]http.HandlerFunc{
		"redirects": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/x", http.StatusTemporaryRedirect)
		},
		"sends the client": func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = fmt.Fprintf(w, "event: endpoint\ndata: %s/steal\n\n", other.URL)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := site(t, h)
			o.Headers = []Header{{"Authorization", "Bearer token"}}
			o.Secrets = []string{"Bearer token"}
			err := failed(t, o)
			assert.Contains(t, err.Error(), "the server "+name+" to "+other.URL)
			assert.NotContains(t, err.Error(), "secret-key")
			assert.NotEmpty(t, err.Hint)
		})
	}
}

func TestRedirectsAtHome(t *testing.T) {
	real := answering(func(http.ResponseWriter, request) bool { return false })
	rec, _ := recorded(t, site(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/mcp" {
			http.Redirect(w, r, "/mcp/", http.StatusPermanentRedirect)
			return
		}
		real(w, r)
	})))
	assert.Empty(t, rec.Missing())
	err := failed(t, site(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"x", http.StatusPermanentRedirect)
	})))
	assert.Contains(t, err.Error(), "the server redirects more than 3 times")
}

func TestSitesThatFail(t *testing.T) {
	for want, h := range map[string]http.HandlerFunc{
		"the server answered 404 Not Found":                    http.NotFound,
		"the server requires authentication: 401 Unauthorized": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
		"the server answered 503 Service Unavailable":          func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		"the server did not start within 1.5s":                 func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body); <-r.Context().Done() },
		`unsupported content type "text/html"`: func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "<!DOCTYPE html><title>Hi</title>")
		},
		"the server sent a message of more than 64 KiB": bomb("application/json"),
		"the server sent more than 256 KiB":             endless,
	} {
		t.Run(want, func(t *testing.T) {
			o := site(t, h)
			o.Limits.Start, o.Limits.MessageBytes, o.Limits.Bytes = time.Minute, 64<<10, 256<<10
			if strings.Contains(want, "1.5s") {
				o.Limits.Start = 1500 * time.Millisecond
			}
			err := failed(t, o)
			assert.Contains(t, err.Error(), want)
			assert.NotContains(t, err.Error(), "secret-key")
		})
	}
}

// bomb is a compressed answer that is huge when decompressed.
func bomb(kind string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = z.Write(make([]byte, 4<<20))
		_ = z.Close()
	}
}

func endless(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	for r.Context().Err() == nil {
		if _, err := io.WriteString(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\""+strings.Repeat("x", 4096)+"\"}}\n\n"); err != nil {
			return
		}
	}
}

// TestListsOfSitesThatFail checks that one list can fail alone, and that the reason in the record is in our words.
func TestListsOfSitesThatFail(t *testing.T) {
	for want, before := range map[string]func(http.ResponseWriter, request) bool{
		"the server answered with error -32000": func(w http.ResponseWriter, q request) bool {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"secret-key"}}`, q.ID)
			return true
		},
		"no answer within 2.5s": func(_ http.ResponseWriter, _ request) bool {
			time.Sleep(5 * time.Second)
			return true
		},
		"the connection failed": func(w http.ResponseWriter, _ request) bool {
			w.WriteHeader(http.StatusBadGateway)
			return true
		},
	} {
		t.Run(want, func(t *testing.T) {
			o := site(t, answering(func(w http.ResponseWriter, q request) bool { return q.Method == "prompts/list" && before(w, q) }))
			if strings.Contains(want, "2.5s") {
				o.Limits.Answer = 2500 * time.Millisecond
			}
			rec, data := recorded(t, o)
			assert.Equal(t, map[string]string{"prompts/list": want}, reasons(rec))
			assert.NotContains(t, rec.Missing()[0].Said, "secret-key")
			assert.Contains(t, data, `"uriTemplate"`)
		})
	}
}

// TestListsThatWantAToken checks that a server may require authentication at any time.
func TestListsThatWantAToken(t *testing.T) {
	denies := func(w http.ResponseWriter, _ request) bool {
		w.Header().Set("Www-Authenticate", "Bearer x=y")
		w.WriteHeader(http.StatusUnauthorized)
		return true
	}
	o := site(t, answering(func(w http.ResponseWriter, q request) bool { return q.Method == "tools/list" && denies(w, q) }))
	rec, _ := recorded(t, o)
	require.NotNil(t, rec.Denied)
	assert.True(t, rec.Denied.Unauthorized())
	assert.Equal(t, []string{"Bearer x=y"}, rec.Denied.challenge)
	assert.Contains(t, rec.Denied.Hint, "sign in with --oauth")
	o.Headers = []Header{{"Authorization", "Bearer token"}}
	rec, _ = recorded(t, o)
	assert.Nil(t, rec.Denied)

	err := failed(t, site(t, answering(func(w http.ResponseWriter, q request) bool { return q.ID == nil && denies(w, q) })))
	assert.True(t, err.Unauthorized())
	o = site(t, answering(denies))
	o.Headers = []Header{{"Authorization", "Bearer token"}}
	err = failed(t, o)
	assert.Equal(t, "the server rejects the header Authorization: 401 Unauthorized", err.Error())
	assert.False(t, err.Unauthorized())
}

func TestAddresses(t *testing.T) {
	for given, want := range map[string]string{
		"https://mcp.example.com/mcp": "", "http://localhost:1/mcp": "", "http://127.8.0.1/": "", "http://[::1]:80/": "",
		"http://mcp.example.com/?key=secret-key": ErrPlain.Error(), "http://localhost.example.com": ErrPlain.Error(), "http://[::2]/": ErrPlain.Error(), "http://0.0.0.0/": ErrPlain.Error(),
		"https://me:secret-key@mcp.example.com/": "a user name or password", "ftp://mcp.example.com/": "ftp://", "mcp.example.com": "use one like https://", "": "use one like https://", "https://": "use one like https://", "https://%zz/secret-key": "use one like https://",
	} {
		_, err := Options{URL: given}.address()
		if want == "" {
			assert.NoError(t, err, given)
			continue
		}
		require.ErrorContains(t, err, want, given)
		assert.NotContains(t, err.Error(), "secret-key")
	}
	_, err := Options{URL: "http://mcp.example.com/", AllowHTTP: true}.address()
	assert.NoError(t, err)
	for given, want := range map[string]string{
		"Authorization=Bearer x": "", "X-Key=a=b": "", "X-Key": "NAME=VALUE", "=x": "is not a valid header name", "A B=x": "is not a valid header name", "X=a\r\nB: secret-key": "control characters",
		"host=x": "the connection itself sets", "Mcp-Session-Id=x": "the connection itself sets",
	} {
		_, err := ParseHeader(given)
		if want == "" {
			assert.NoError(t, err, given)
			continue
		}
		require.ErrorContains(t, err, want, given)
		assert.NotContains(t, err.Error(), "secret-key")
	}
}
