package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/internal/must"
)

// siteWithSignIn is a server that issues its tokens itself, as those of the first version of OAuth in MCP do: at addresses that everybody knows.
func siteWithSignIn(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	respond := func(w http.ResponseWriter, status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(v)
	}
	mux.HandleFunc("POST /register", func(w http.ResponseWriter, _ *http.Request) {
		respond(w, http.StatusCreated, map[string]any{"client_id": "c", "token_endpoint_auth_method": "none"})
	})
	mux.HandleFunc("GET /authorize", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"code": {"code"}, "state": {q.Get("state")}}.Encode(), http.StatusFound)
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, _ *http.Request) {
		respond(w, http.StatusOK, map[string]any{"access_token": "secret-token", "token_type": "Bearer"})
	})
	mux.HandleFunc("POST /mcp", func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		_ = json.NewDecoder(r.Body).Decode(&asked)
		result := map[string]any{"tools": []any{}, "prompts": []any{}, "resources": []any{}, "resourceTemplates": []any{}}
		switch asked.Method {
		case "initialize":
			result = map[string]any{"protocolVersion": "2025-11-25", "capabilities": map[string]any{"tools": struct{}{}}, "serverInfo": map[string]any{"name": "notes", "version": "1"}}
		case "tools/list":
			result["tools"] = []any{map[string]any{"name": "find", "description": "Finds a note.\u200b\u2063\u202e", "title": r.Header.Get("Authorization"), "inputSchema": map[string]any{"type": "object"}}}
		}
		switch {
		case r.Header.Get("Authorization") != "Bearer secret-token":
			w.WriteHeader(http.StatusUnauthorized)
		case asked.ID == nil:
			w.WriteHeader(http.StatusAccepted)
		default:
			respond(w, http.StatusOK, map[string]any{"jsonrpc": "2.0", "id": asked.ID, "result": result})
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL
}

// visitor keeps what is printed, and opens the address that it is asked to open.
type visitor struct{ bytes.Buffer }

func (v *visitor) Write(p []byte) (int, error) {
	if address := regexp.MustCompile(`http\S+/authorize\?\S+`).Find(p); address != nil {
		go func() {
			if resp, err := http.Get(string(address)); err == nil {
				_, _ = io.Copy(io.Discard, resp.Body)
				_ = resp.Body.Close()
			}
		}()
	}
	return v.Buffer.Write(p)
}

// TestLiveSignIn holds that a person can sign in, that nobody is asked where there is no person, and that the token is not written.
func TestLiveSignIn(t *testing.T) {
	t.Chdir(t.TempDir())
	site := siteWithSignIn(t)
	asks := func(args ...string) (string, string, int) {
		var out bytes.Buffer
		var errs visitor
		code := run(append(args, "--url", site+"/mcp"), streams{in: strings.NewReader(""), out: &out, err: &errs, env: func(string) string { return "" }})
		return out.String(), errs.String(), code
	}
	_, errs, code := asks("live")
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "mcp-lint: nothing was recorded: the server requires authentication: 401 Unauthorized\n"+
		"          Send a token with --header-env Authorization=VARIABLE, where the variable contains: Bearer TOKEN. Or sign in with --oauth.\n", errs)

	out, errs, code := asks("live", "--oauth")
	assert.Equal(t, exitFindings, code, errs)
	assert.Contains(t, out, "unicode.hidden")
	assert.Contains(t, errs, "mcp-lint: the server asks you to sign in at "+site+". Open this address in a browser (within 5m0s):\n\n  "+site+"/authorize?")
	assert.Contains(t, errs, "the record contains a secret that was passed to the server")

	_, errs, code = asks("record", "--oauth", "-o", "notes.json")
	assert.Equal(t, exitOK, code, errs)
	assert.Contains(t, errs, "the record contains a secret that was passed to the server")

	_, errs, code = asks("live", "--oauth", "--header", "Authorization=Bearer other")
	assert.Equal(t, exitUsage, code)
	assert.NotContains(t, errs, "--oauth", "a token was given")
	left := must.OK(filepath.Glob(filepath.Join(os.TempDir(), "mcp-lint-live-*")))(t)
	assert.Empty(t, left, fmt.Sprint(left))
}
