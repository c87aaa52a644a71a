package record

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const accessToken = "token-of-the-person"

// authorizer is an authorization server, and a server that takes what it issues, on other ports.
type authorizer struct {
	t             *testing.T
	issuer, mcp   *httptest.Server
	registers     bool
	issues        map[string]any
	refuses, move string

	mu sync.Mutex
	// registered are what clients sent, codes the challenges of codes, and asked the Authorization of each request to the server.
	registered []map[string]any
	codes      map[string]url.Values
	asked      []string
}

func newAuthorizer(t *testing.T) *authorizer {
	t.Helper()
	a := &authorizer{t: t, registers: true, codes: map[string]url.Values{}, issues: map[string]any{"access_token": accessToken, "token_type": "bearer"}}
	mux := http.NewServeMux()
	a.issuer = httptest.NewServer(mux)
	t.Cleanup(a.issuer.Close)
	mux.HandleFunc("GET /.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		meta := map[string]any{
			"issuer": a.issuer.URL, "authorization_endpoint": a.issuer.URL + "/authorize", "token_endpoint": a.issuer.URL + "/token",
			"code_challenge_methods_supported": []string{"S256"}, "response_types_supported": []string{"code"},
		}
		if a.registers {
			meta["registration_endpoint"] = a.issuer.URL + "/register"
		}
		respond(w, meta)
	})
	mux.HandleFunc("POST /register", func(w http.ResponseWriter, r *http.Request) {
		var client map[string]any
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&client))
		a.registered = append(a.registered, client)
		client["client_id"] = "registered"
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(client)
	})
	mux.HandleFunc("GET /authorize", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		back := url.Values{"state": {q.Get("state")}, "error": {a.refuses}, "error_description": {"she said\x1b[2J no"}}
		if a.refuses == "" {
			a.codes["code"] = q
			back = url.Values{"state": {q.Get("state")}, "code": {"code"}}
		}
		http.Redirect(w, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		if a.move != "" {
			http.Redirect(w, r, a.move, http.StatusTemporaryRedirect)
			return
		}
		if r.FormValue("client_id") == "" {
			// The client has no secret to prove its name by; it tries again.
			http.Error(w, `{"error":"invalid_client"}`, http.StatusUnauthorized)
			return
		}
		asked := a.codes[r.FormValue("code")]
		delete(a.codes, r.FormValue("code"))
		sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
		assert.Equal(t, "S256", asked.Get("code_challenge_method"))
		assert.Equal(t, asked.Get("code_challenge"), base64.RawURLEncoding.EncodeToString(sum[:]))
		assert.Equal(t, a.mcp.URL+"/mcp", r.FormValue("resource"))
		for _, name := range []string{"client_id", "redirect_uri", "resource"} {
			assert.Equal(t, asked.Get(name), r.FormValue(name), name)
		}
		respond(w, a.issues)
	})
	inner := mcp.NewStreamableHTTPHandler(real, nil)
	a.mcp = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/.well-known/oauth-protected-resource/mcp":
			respond(w, map[string]any{"resource": a.mcp.URL + "/mcp", "authorization_servers": []string{a.issuer.URL}})
		case r.Header.Get("Authorization") != "Bearer "+accessToken:
			w.Header().Set("Www-Authenticate", `Bearer resource_metadata="`+a.mcp.URL+`/.well-known/oauth-protected-resource/mcp"`)
			http.Error(w, "who are you?", http.StatusUnauthorized)
		default:
			a.mu.Lock()
			a.asked = append(a.asked, r.Header.Get("Authorization"))
			a.mu.Unlock()
			inner.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() { a.mcp.CloseClientConnections(); a.mcp.Close() })
	return a
}

func respond(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// signsIn records the server, which has to refuse, and signs in.
func (a *authorizer) signsIn(ctx context.Context, how SignIn) (Options, error) {
	a.t.Helper()
	o := Options{URL: a.mcp.URL + "/mcp?key=secret-key", Client: "test", Version: "1", Limits: Limits{Settle: -1}}
	first := failed(a.t, o)
	require.True(a.t, first.Unauthorized())
	h, err := o.SignIn(ctx, first, how)
	if err == nil {
		o.Headers = append(o.Headers, h)
	}
	return o, err
}

// visit is a person who opens the address and agrees to everything.
func visit(t *testing.T) func(string, string) {
	return func(_, address string) {
		go func() {
			resp, err := http.Get(address)
			if assert.NoError(t, err) {
				body, err := io.ReadAll(resp.Body)
				assert.NoError(t, err)
				assert.Contains(t, string(body), "You can close this window.")
				assert.NoError(t, resp.Body.Close())
			}
		}()
	}
}

func TestSignIn(t *testing.T) {
	a := newAuthorizer(t)
	var at, address string
	o, err := a.signsIn(t.Context(), SignIn{Show: func(where, what string) {
		at, address = where, what
		visit(t)(where, what)
	}})
	require.NoError(t, err)
	rec, data := recorded(t, o)
	assert.Equal(t, "real", rec.Server)
	assert.NotContains(t, data, accessToken)
	assert.NotEmpty(t, a.asked)

	assert.Equal(t, a.issuer.URL, at)
	q, err := url.Parse(address)
	require.NoError(t, err)
	assert.NotContains(t, address, "secret-key")
	assert.Equal(t, "registered", q.Query().Get("client_id"))
	require.Len(t, a.registered, 1)
	assert.Equal(t, "test", a.registered[0]["client_name"])
	assert.Equal(t, []any{q.Query().Get("redirect_uri")}, a.registered[0]["redirect_uris"])
	assert.Regexp(t, `^http://127\.0\.0\.1:\d+/callback$`, q.Query().Get("redirect_uri"))
}

// TestSignInAsAKnownClient holds that nothing is registered then.
func TestSignInAsAKnownClient(t *testing.T) {
	a := newAuthorizer(t)
	a.registers = false
	_, err := a.signsIn(t.Context(), SignIn{Show: visit(t)})
	require.ErrorContains(t, err, "the server requires authentication: 401 Unauthorized; cannot sign in: ")
	var server *ServerError
	require.ErrorAs(t, err, &server)
	assert.Contains(t, server.Hint, "--oauth-client-id")

	o, err := a.signsIn(t.Context(), SignIn{Show: visit(t), ClientID: "mine"})
	require.NoError(t, err)
	recorded(t, o)
	assert.Empty(t, a.registered)
}

// TestStrangersCannotAnswer holds that only the authorization server, which knows the state, ends the wait.
func TestStrangersCannotAnswer(t *testing.T) {
	a := newAuthorizer(t)
	_, err := a.signsIn(t.Context(), SignIn{Show: func(at, address string) {
		u, err := url.Parse(address)
		assert.NoError(t, err)
		go func() {
			back := u.Query().Get("redirect_uri")
			for _, wrong := range []string{back + "?code=other&state=guessed", back + "?error=access_denied", strings.Replace(back, "callback", "other", 1)} {
				resp, err := http.Get(wrong)
				if assert.NoError(t, err) {
					assert.Equal(t, http.StatusNotFound, resp.StatusCode)
					assert.NoError(t, resp.Body.Close())
				}
			}
			visit(t)(at, address)
		}()
	}})
	require.NoError(t, err)
}

func TestSignInFails(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*authorizer)
		how    SignIn
		want   string
	}{
		"nobody comes":     {how: SignIn{Show: func(string, string) {}, Wait: 50 * time.Millisecond}, want: "nobody signed in within 50ms"},
		"refused":          {change: func(a *authorizer) { a.refuses = "access_denied" }, want: "the authorization server refused: access_denied she said"},
		"no token":         {change: func(a *authorizer) { a.issues = map[string]any{"error": "no"} }, want: "token exchange failed"},
		"another kind":     {change: func(a *authorizer) { a.issues["token_type"] = "mac" }, want: "sent no bearer token"},
		"not a header":     {change: func(a *authorizer) { a.issues["access_token"] = "a\r\nX: y" }, want: "sent no bearer token"},
		"the code is sent": {change: func(a *authorizer) { a.move = "http://127.0.0.1:1/" }, want: "the authorization server redirects"},
		"its port is used": {how: SignIn{Port: 1 << 20}, want: "cannot wait for the browser"},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAuthorizer(t)
			if c.change != nil {
				c.change(a)
			}
			if c.how.Show == nil {
				c.how.Show = visit(t)
			}
			_, err := a.signsIn(t.Context(), c.how)
			require.ErrorContains(t, err, "cannot sign in: ")
			assert.ErrorContains(t, err, c.want)
			assert.NotContains(t, err.Error(), "\x1b")
		})
	}
}

func TestSignInIsInterrupted(t *testing.T) {
	a := newAuthorizer(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := a.signsIn(ctx, SignIn{Show: func(string, string) { cancel() }})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestGuard holds that a server elsewhere cannot send us into this machine or its network.
func TestGuard(t *testing.T) {
	elsewhere, here := &guard{}, &guard{inside: true}
	for address, want := range map[string][2]string{
		"https://login.example.com/authorize": {},
		"https://10.1.2.3/authorize":          {}, // by its looks; the connection is refused
		"https://localhost/":                  {"this machine", ""},
		"http://127.0.0.1:8080/":              {"this machine", ""},
		"http://[::1]:8080/":                  {"this machine", ""},
		"http://login.example.com/":           {"not encrypted", "not encrypted"},
		"https://a:b@login.example.com/":      {"not https://", "not https://"},
		"javascript:alert(1)":                 {"not https://", "not https://"},
		"file:///etc/passwd":                  {"not https://", "not https://"},
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		for i, g := range []*guard{elsewhere, here} {
			if err := g.check(u); want[i] == "" {
				assert.NoError(t, err, address)
			} else {
				assert.ErrorContains(t, err, want[i], address)
			}
		}
	}
	for ip, want := range map[string]bool{
		"1.1.1.1": true, "2606:4700::1": true, "10.0.0.1": false, "192.168.1.1": false, "127.0.0.1": false, "169.254.169.254": false, "100.64.0.1": false,
		"0.0.0.0": false, "::1": false, "fd00::1": false, "fe80::1": false, "::ffff:10.0.0.1": false, "224.0.0.1": false,
	} {
		assert.Equal(t, want, public(netip.MustParseAddr(ip)), ip)
	}
	outside, err := url.Parse("https://203.0.113.9/mcp")
	require.NoError(t, err)
	for _, name := range []string{"HTTPS_PROXY", "https_proxy"} {
		t.Setenv(name, "")
	}
	g := newGuard(t.Context(), outside)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://10.255.255.1/", nil)
	require.NoError(t, err)
	_, err = g.RoundTrip(req)
	assert.ErrorContains(t, err, "10.255.255.1 is in a private network")
}

// TestAddressesForPeople holds what a person may be asked to open.
func TestAddressesForPeople(t *testing.T) {
	b, err := listen(SignIn{Show: func(_, address string) { t.Error(address) }}, &guard{})
	require.NoError(t, err)
	defer b.close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	for _, address := range []string{
		"ftp://login.example.com/", "https://ex\u0430mple.com/", "https://a.example/\x1b[2J", "https://", "https://a.example/" + strings.Repeat("x", addressBytes),
	} {
		_, err := b.fetch(ctx, &auth.AuthorizationArgs{URL: address})
		assert.ErrorContains(t, err, "address", fmt.Sprintf("%.60q", address))
	}
}
