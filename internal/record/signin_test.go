package record

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
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

	"github.com/org/mcp-lint/detect/text"
)

const accessToken = "token-of-the-person"

// authorizer is an authorization server, and an MCP server on another port that accepts its tokens.
type authorizer struct {
	t             *testing.T
	issuer, mcp   *httptest.Server
	registers     bool
	issues        map[string]any
	refuses, move string
	// scopes are those of the MCP server; sends is the origin where a person signs in, "" for that of the authorization server.
	scopes []string
	sends  string
	// hangs is set if the token endpoint does not answer.
	hangs bool

	mu sync.Mutex
	// registered are the registrations, codes the authorization requests by code, asked the Authorization of each request to the MCP server.
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
			"issuer": a.issuer.URL, "authorization_endpoint": cmp.Or(a.sends, a.issuer.URL) + "/authorize", "token_endpoint": a.issuer.URL + "/token",
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
		if a.hangs {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
			return
		}
		if a.move != "" {
			http.Redirect(w, r, a.move, http.StatusTemporaryRedirect)
			return
		}
		if r.FormValue("client_id") == "" {
			// A public client retries with client_id in the form.
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
			respond(w, map[string]any{"resource": a.mcp.URL + "/mcp", "authorization_servers": []string{a.issuer.URL}, "scopes_supported": a.scopes})
		case r.Header.Get("Authorization") != "Bearer "+accessToken:
			w.Header().Set("Www-Authenticate", "Negotiate token68=")
			w.Header().Add("Www-Authenticate", `Bearer resource_metadata="`+a.mcp.URL+`/.well-known/oauth-protected-resource/mcp"`)
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

// signsIn records the server, which must refuse, and signs in.
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

// visit acts as a person who opens the address and agrees to everything.
func visit(t *testing.T) func(_, _, _ string) {
	return func(_, _, address string) {
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
	a.scopes = []string{"notes:read", "admin\u202e"}
	var at, scopes, address string
	o, err := a.signsIn(t.Context(), SignIn{Show: func(where, which, what string) {
		at, scopes, address = where, which, what
		visit(t)(where, which, what)
	}})
	require.NoError(t, err)
	rec, data := recorded(t, o)
	assert.Equal(t, "real", rec.Server)
	assert.NotContains(t, data, accessToken)
	assert.NotEmpty(t, a.asked)

	assert.Equal(t, a.issuer.URL, at)
	assert.Equal(t, text.Safe("admin\u202e notes:read", 99), scopes)
	q, err := url.Parse(address)
	require.NoError(t, err)
	assert.NotContains(t, address, "secret-key")
	assert.Equal(t, "registered", q.Query().Get("client_id"))
	require.Len(t, a.registered, 1)
	assert.Equal(t, "test", a.registered[0]["client_name"])
	assert.Equal(t, []any{q.Query().Get("redirect_uri")}, a.registered[0]["redirect_uris"])
	assert.Regexp(t, `^http://127\.0\.0\.1:\d+/callback$`, q.Query().Get("redirect_uri"))
}

// TestSignInAsAKnownClient checks that a known client is not registered.
func TestSignInAsAKnownClient(t *testing.T) {
	a := newAuthorizer(t)
	a.registers = false
	_, err := a.signsIn(t.Context(), SignIn{Show: visit(t)})
	require.ErrorContains(t, err, "the server requires authentication: 401 Unauthorized; cannot sign in: ")
	var server *ServerError
	require.ErrorAs(t, err, &server)
	assert.Contains(t, server.Hint, "--oauth-client-id")

	_, err = a.signsIn(t.Context(), SignIn{Show: visit(t), ClientID: "mine", Issuer: "https://login.example.com"})
	require.ErrorContains(t, err, "does not match")

	o, err := a.signsIn(t.Context(), SignIn{Show: visit(t), ClientID: "mine", Issuer: a.issuer.URL})
	require.NoError(t, err)
	recorded(t, o)
	assert.Empty(t, a.registered)
}

// TestStrangersCannotAnswer checks that an answer needs the state.
func TestStrangersCannotAnswer(t *testing.T) {
	a := newAuthorizer(t)
	_, err := a.signsIn(t.Context(), SignIn{Show: func(_, _, address string) {
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
			visit(t)("", "", address)
		}()
	}})
	require.NoError(t, err)
}

func TestSignInFails(t *testing.T) {
	used, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = used.Close() })
	for name, c := range map[string]struct {
		change func(*authorizer)
		how    SignIn
		want   string
	}{
		"nobody comes": {how: SignIn{Show: func(_, _, _ string) {}, Wait: 50 * time.Millisecond}, want: "nobody signed in within 50ms"},
		"refused":      {change: func(a *authorizer) { a.refuses = "access_denied" }, want: "the authorization server refused: access_denied she said"},
		"no token":     {change: func(a *authorizer) { a.issues = map[string]any{"error": "no"} }, want: "token exchange failed"},
		"another kind": {change: func(a *authorizer) { a.issues["token_type"] = "mac" }, want: "sent no bearer token"},
		"no answer": {
			change: func(a *authorizer) { a.hangs = true }, how: SignIn{Wait: time.Second}, want: "the authorization server did not answer within 1s",
		},
		"not a header":     {change: func(a *authorizer) { a.issues["access_token"] = "a\r\nX: y" }, want: "sent no bearer token"},
		"the code is sent": {change: func(a *authorizer) { a.move = "http://127.0.0.1:1/" }, want: "the authorization server redirects"},
		"its port is used": {how: SignIn{Port: used.Addr().(*net.TCPAddr).Port}, want: "cannot wait for the browser"},
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
	_, err := a.signsIn(ctx, SignIn{Show: func(_, _, _ string) { cancel() }})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestMixUp checks that a server cannot obtain the code of a trusted site: there are three origins.
func TestMixUp(t *testing.T) {
	trusted := newAuthorizer(t)
	a := newAuthorizer(t)
	a.sends = trusted.issuer.URL
	_, err := a.signsIn(t.Context(), SignIn{Wait: time.Second, Show: func(_, _, address string) { t.Error(address) }})
	require.ErrorContains(t, err, a.issuer.URL+" describes the authorization server, but you would sign in at "+trusted.issuer.URL)

	// A configured issuer may have another origin for people.
	shown := ""
	_, err = a.signsIn(t.Context(), SignIn{
		ClientID: "mine", Issuer: a.issuer.URL, Wait: time.Second, Show: func(at, _, _ string) { shown = at },
	})
	require.ErrorContains(t, err, "nobody signed in within 1s")
	assert.Equal(t, trusted.issuer.URL, shown)
}

// TestGuard checks that a remote server cannot direct us to this machine or its network.
func TestGuard(t *testing.T) {
	elsewhere, here := newGuard(false), newGuard(true)
	for address, want := range map[string][2]string{
		"https://login.example.com/authorize": {},
		"https://1.1.1.1/authorize":           {},
		"https://10.1.2.3/authorize":          {"private network", ""},
		"https://167838211/authorize":         {"private network", ""},
		"https://[fd00::1]/authorize":         {"private network", ""},
		"https://localhost/":                  {"this machine", ""},
		"https://LOCALHOST./":                 {"this machine", ""},
		"https://router.localhost/":           {"this machine", ""},
		"https://127.1/":                      {"this machine", ""},
		"https://0.0.0.0/":                    {"this machine", ""},
		"http://127.0.0.1:8080/":              {"this machine", ""},
		"http://[::1]:8080/":                  {"this machine", ""},
		"http://login.example.com/":           {"not encrypted at http://login.example.com", "not encrypted"},
		"https://a:b@login.example.com/":      {"not https://", "not https://"},
		"https://a$(reboot).example.com/":     {"special characters", "special characters"},
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
	// Names are resolved before the check: directly, with a proxy, and for the browser.
	requests := 0
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests++ }))
	t.Cleanup(proxy.Close)
	by, err := url.Parse(proxy.URL)
	require.NoError(t, err)
	g := newGuard(false)
	g.lookup = func(context.Context, string, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("1.1.1.1"), netip.MustParseAddr("10.255.255.1")}, nil
	}
	g.proxy = func(*http.Request) (*url.URL, error) { return by, nil }
	for _, address := range []string{"https://10.255.255.1/", "https://router.example.com/"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		require.NoError(t, err)
		_, err = g.RoundTrip(req)
		assert.ErrorContains(t, err, "10.255.255.1 is in a private network")
		b, err := listen(SignIn{Show: func(_, _, address string) { t.Error(address) }}, g)
		require.NoError(t, err)
		g.metadataOrigin = strings.TrimSuffix(address, "/")
		_, err = b.fetch(t.Context(), &auth.AuthorizationArgs{URL: address})
		assert.ErrorContains(t, err, "10.255.255.1 is in a private network")
		b.close()
	}
	assert.Zero(t, requests)
	_, err = g.direct.DialContext(t.Context(), "tcp", "10.255.255.1:443")
	assert.ErrorContains(t, err, "10.255.255.1 is in a private network")
}

// TestWhereTheServerIs checks that the address of the connection decides, not another lookup of the name.
func TestWhereTheServerIs(t *testing.T) {
	for peer, want := range map[string]bool{"1.1.1.1:443": false, "10.1.2.3:443": true} {
		s, err := Options{URL: "http://localhost/mcp"}.dial(true)
		require.NoError(t, err)
		w := s.(*web)
		w.left.Store(1 << 20)
		w.next.DialContext = func(context.Context, string, string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			go func() {
				_, _ = theirs.Read(make([]byte, 4096))
				_, _ = io.WriteString(theirs, "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
			}()
			return connTo{ours, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(peer))}, nil
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/mcp", nil)
		require.NoError(t, err)
		resp, err := w.RoundTrip(req)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		assert.Equal(t, want, w.unauthorized(http.StatusUnauthorized, nil).private, peer)
	}
}

// connTo is a connection to peer.
type connTo struct {
	net.Conn
	peer net.Addr
}

func (c connTo) RemoteAddr() net.Addr { return c.peer }

// TestAddressesForPeople checks which addresses a person may be asked to open.
func TestAddressesForPeople(t *testing.T) {
	var got []string
	g := newGuard(true)
	g.metadataOrigin = "https://a.example"
	fetch := func(address string) error {
		b, err := listen(SignIn{Wait: time.Second, Show: func(at, _, address string) { got = append(got, at, address) }}, g)
		require.NoError(t, err)
		defer b.close()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		_, err = b.fetch(ctx, &auth.AuthorizationArgs{URL: address})
		return err
	}
	for _, address := range []string{
		"ftp://login.example.com/", "https://ex\u0430mple.com/", "https://a.example/\x1b[2J", "https://", "https://a.example/" + strings.Repeat("x", maxAddress),
	} {
		assert.ErrorContains(t, fetch(address), "address", fmt.Sprintf("%.60q", address))
	}
	assert.Empty(t, got)
	require.ErrorContains(t, fetch("https://A.example:443/;reboot&$(id)`id`|'*!\u202e?reboot&state=$(id)&a=b"), "nobody signed in")
	assert.Equal(t, []string{
		"https://a.example", "https://A.example:443/%3Breboot%26%24%28id%29%60id%60%7C%27%2A%21%E2%80%AE?a=b&reboot=&state=%24%28id%29",
	}, got)
}
