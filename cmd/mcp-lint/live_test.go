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
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
)

// siteWithSignIn is a server that issues its tokens itself, as those of the first version of OAuth in MCP do: at addresses that everybody knows. It
// repeats the token at /repeats, asks for it only for tools at /late, and takes none at /rejects.
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
	mux.HandleFunc("POST /{at}", func(w http.ResponseWriter, r *http.Request) {
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
			title := ""
			if r.PathValue("at") == "repeats" {
				title = r.Header.Get("Authorization")
			}
			result["tools"] = []any{map[string]any{"name": "find", "description": "Finds a note.\u200b\u2063\u202e", "title": title, "inputSchema": map[string]any{"type": "object"}}}
		}
		switch {
		case r.Header.Get("Authorization") != "Bearer secret-token" && (r.PathValue("at") != "late" || asked.Method == "tools/list"), r.PathValue("at") == "rejects":
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
	asks := func(command string, args ...string) (string, string, int) {
		var out bytes.Buffer
		var errs visitor
		code := run(append([]string{command, "--url", site + "/mcp"}, args...), streams{in: strings.NewReader(""), out: &out, err: &errs, env: func(string) string { return "" }})
		return out.String(), errs.String(), code
	}
	_, errs, code := asks("live")
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "mcp-lint: nothing was recorded: the server requires authentication: 401 Unauthorized\n"+
		"          Send a token with --header-env Authorization=VARIABLE, where the variable contains: Bearer TOKEN. Or sign in with --oauth.\n", errs)

	out, errs, code := asks("live", "--oauth")
	assert.Equal(t, exitFindings, code, errs)
	assert.Contains(t, out, "unicode.hidden")
	assert.Contains(t, errs, "mcp-lint: the server asks you to sign in at "+site+" (scopes: none named). What you allow is given to that site and to the server. "+
		"Open this address in a browser (within 5m0s):\n\n  "+site+"/authorize?")

	_, errs, code = asks("record", "--oauth", "-o", "notes.json")
	assert.Equal(t, exitOK, code, errs)
	assert.NotContains(t, string(must.OK(os.ReadFile("notes.json"))(t)), "secret-token")
	for _, command := range []string{"record", "live"} {
		out, errs, code = asks(command, "--oauth", "--url", site+"/repeats")
		assert.Equal(t, exitUsage, code, errs)
		assert.Contains(t, errs, "nothing was recorded: the server repeats the token that you got by signing in")
		assert.Empty(t, out)
	}

	_, errs, code = asks("live", "--url", site+"/late")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, "missing tools/list")
	assert.Contains(t, errs, "Or sign in with --oauth.")
	_, errs, code = asks("live", "--oauth", "--url", site+"/late")
	assert.Equal(t, exitFindings, code, errs)
	_, errs, code = asks("live", "--oauth", "--url", site+"/rejects")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, "nothing was recorded: you signed in, but with the token that "+site+" gave: the server rejects the header Authorization: 401 Unauthorized")

	for _, c := range [][]string{
		{"--oauth-port must be between 0 and 65535", "--oauth-port", "-5"},
		{"--oauth-timeout must be more than 0", "--oauth-timeout", "0s"},
		{"--oauth-client-id and --oauth-issuer need each other", "--oauth-client-id", "x"},
		{"--oauth need --url", "--url=", "--oauth-timeout", "1s"},
	} {
		_, errs, code = asks("record", c[1:]...)
		assert.Equal(t, exitUsage, code)
		assert.Contains(t, errs, c[0])
	}
	_, errs, code = asks("live", "--oauth-timeout", "1m")
	assert.Equal(t, exitFindings, code, errs)

	_, errs, code = asks("live", "--oauth", "--header", "Authorization=Bearer other")
	assert.Equal(t, exitUsage, code)
	assert.NotContains(t, errs, "--oauth", "a token was given")
	left := must.OK(filepath.Glob(filepath.Join(os.TempDir(), "mcp-lint-live-*")))(t)
	assert.Empty(t, left, fmt.Sprint(left))
}

// TestInstalledSignIn holds that --yes asks nobody, unless a flag says so, and that a token does not get into what is scanned.
func TestInstalledSignIn(t *testing.T) {
	site := siteWithSignIn(t)
	home := t.TempDir()
	headers := ""
	asks := func(at string, args ...string) (string, string) {
		settings := fmt.Sprintf(`{"mcpServers":{"notes":{"type":"http","url":%q,"headers":{%s}}}}`, site+at, headers)
		require.NoError(t, os.WriteFile(filepath.Join(home, ".claude.json"), []byte(settings), 0o600))
		var out bytes.Buffer
		var errs visitor
		env := func(name string) string { return map[string]string{"HOME": home, "USERPROFILE": home}[name] }
		run(append([]string{"installed"}, args...), streams{in: strings.NewReader(""), out: &out, err: &errs, env: env})
		return out.String(), errs.String()
	}
	_, errs := asks("/mcp", "--oauth=false")
	assert.Contains(t, errs, "--oauth need --record")
	_, errs = asks("/mcp", "--record", "--yes", "--oauth-port", "-5")
	assert.Contains(t, errs, "--oauth-port must be")
	for _, args := range [][]string{{"--record", "--yes"}, {"--record", "--yes", "--oauth=false"}} {
		out, errs := asks("/mcp", args...)
		assert.NotContains(t, errs, "sign in at")
		assert.Contains(t, out, "(unreadable)")
	}
	out, errs := asks("/mcp", "--record", "--yes", "--oauth")
	assert.Contains(t, errs, "sign in at "+site)
	assert.Contains(t, out, "unicode.hidden")
	out, _ = asks("/repeats", "--record", "--yes", "--oauth")
	assert.NotContains(t, out, "unicode.hidden")
	assert.Contains(t, out, "(unreadable)")

	headers = `"Authorization":"Bearer secret-token"`
	_, errs = asks("/repeats", "--record", "--yes")
	assert.Contains(t, errs, "the record contains a secret that was passed to the server")
}
