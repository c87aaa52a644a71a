package record

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/ipaddr"
)

// browser receives the redirect of the authorization server after a person has signed in.
type browser struct {
	address  string
	listener net.Listener
	how      SignIn
	guard    *guard
}

func listen(how SignIn, g *guard) (*browser, error) {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", how.Port))
	if err != nil {
		return nil, fmt.Errorf("cannot wait for the browser: %w", err)
	}
	return &browser{"http://" + l.Addr().String() + "/callback", l, how, g}, nil
}

func (b *browser) close() { _ = b.listener.Close() }

// maxAddress bounds the address that a person is asked to open.
const maxAddress = 4096

// shellEscaper encodes what a shell interprets, since people paste the address into commands.
var shellEscaper = strings.NewReplacer("&", "%26", ";", "%3B", "$", "%24", "(", "%28", ")", "%29", "'", "%27", "!", "%21", "*", "%2A")

// fetch implements auth.AuthorizationCodeFetcher.
func (b *browser) fetch(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	u, err := url.Parse(args.URL)
	if err != nil {
		return nil, faultf("the authorization server has no valid address")
	}
	if err := b.guard.check(u); err != nil {
		return nil, err
	}
	// The browser resolves the name without the guard.
	if err := b.guard.resolve(ctx, u.Hostname()); err != nil {
		return nil, err
	}
	// Prevent mix-up: the code goes to the server that the metadata names, so it must not be issued by another site that the person trusts.
	if at := origin(u); at != b.guard.metadataOrigin && b.how.Issuer == "" {
		return nil, faultf("%s describes the authorization server, but you would sign in at %s", b.guard.metadataOrigin, at)
	}
	u.RawPath = shellEscaper.Replace(u.EscapedPath())
	u.RawQuery, u.Fragment = u.Query().Encode(), ""
	address := u.String()
	if len(address) > maxAddress {
		return nil, faultf("the address of the authorization server is too long")
	}
	state := u.Query().Get("state")
	answers := make(chan url.Values, 1)
	handler := func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		// Any page or program may call; only the authorization server knows the state.
		if r.Method != http.MethodGet || r.URL.Path != "/callback" || q.Get("state") != state {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = fmt.Fprintln(w, "The answer has arrived. You can close this window.")
		select {
		case answers <- q:
		default:
		}
	}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 32 << 10, Handler: http.HandlerFunc(handler)}
	go func() { _ = server.Serve(b.listener) }()
	defer func() {
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second) // The browser is still reading the answer.
		defer cancel()
		_ = server.Shutdown(soon)
		_ = server.Close()
	}()
	scopes := strings.Fields(strings.Join(u.Query()["scope"], " "))
	slices.Sort(scopes) // The SDK takes them from a map.
	b.how.Show(origin(u), text.Safe(strings.Join(scopes, " "), 400), address)
	select {
	case <-ctx.Done():
		return nil, faultf("nobody signed in within %s", b.how.Wait)
	case q := <-answers:
		if code := q.Get("code"); code != "" && q.Get("error") == "" {
			return &auth.AuthorizationResult{Code: code, State: state, Iss: q.Get("iss")}, nil
		}
		return nil, fmt.Errorf("the authorization server refused: %s", text.Safe(q.Get("error")+" "+q.Get("error_description"), 200))
	}
}

// guard sends the requests of signing in. Their addresses come from the recorded server, which must not reach this machine or its network
// through us (SSRF), unless the server is there itself.
type guard struct {
	direct, proxied *http.Transport
	proxy           func(*http.Request) (*url.URL, error)
	lookup          func(ctx context.Context, network, host string) ([]netip.Addr, error)
	private         bool
	// metadataOrigin is the origin of the last fetched document: before a person signs in, the metadata of the authorization server.
	metadataOrigin string
}

func newGuard(private bool) *guard {
	g := &guard{private: private, proxy: http.ProxyFromEnvironment, lookup: net.DefaultResolver.LookupNetIP}
	g.proxied = &http.Transport{Proxy: func(r *http.Request) (*url.URL, error) { return g.proxy(r) }, MaxResponseHeaderBytes: 64 << 10}
	dialer := &net.Dialer{Timeout: 30 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err == nil {
			err = g.allow(at.Addr())
		}
		return err
	}}
	g.direct = &http.Transport{DialContext: dialer.DialContext, MaxResponseHeaderBytes: 64 << 10}
	return g
}

func (g *guard) close() {
	g.direct.CloseIdleConnections()
	g.proxied.CloseIdleConnections()
}

func (g *guard) allow(ip netip.Addr) error {
	if g.private || ipaddr.Public(ip) {
		return nil
	}
	return faultf("%s is in a private network, and the server is not", ip)
}

// resolve checks the addresses of a host that a proxy or browser connects to, which may resolve names that are unknown here.
func (g *guard) resolve(ctx context.Context, host string) error {
	all, _ := g.lookup(ctx, "ip", host)
	for _, ip := range all {
		if err := g.allow(ip); err != nil {
			return err
		}
	}
	return nil
}

// check checks an address without resolving it.
func (g *guard) check(u *url.URL) error {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	ip, literal := ipaddr.Parse(host)
	local := host == "localhost" || strings.HasSuffix(host, ".localhost") || ip.IsLoopback() || ip.IsUnspecified()
	odd := func(r rune) bool {
		return r > '~' || !strings.ContainsRune("-._:", r) && !unicode.IsDigit(r) && !unicode.IsLower(r)
	}
	switch {
	case host == "" || strings.ContainsFunc(host, odd) || u.User != nil, u.Scheme != "https" && u.Scheme != "http":
		return faultf("signing in leads to an address that is not https://, or contains special characters")
	case local && !g.private:
		return faultf("signing in leads to this machine: %s", origin(u))
	case u.Scheme == "http" && !local:
		return faultf("signing in is not encrypted at %s", origin(u))
	case literal:
		return g.allow(ip)
	}
	return nil
}

// RoundTrip implements http.RoundTripper.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := g.check(req.URL); err != nil {
		return nil, err
	}
	if req.Method == http.MethodGet {
		g.metadataOrigin = origin(req.URL)
	}
	proxy, err := g.proxy(req)
	if err == nil && proxy == nil {
		return g.direct.RoundTrip(req)
	}
	if err := g.resolve(req.Context(), req.URL.Hostname()); err != nil {
		return nil, err
	}
	return g.proxied.RoundTrip(req)
}

// redirectOfGet allows redirects of GET within one origin. Another origin could describe a server that is not its own, and a redirected POST
// would leak the authorization code.
func redirectOfGet(req *http.Request, via []*http.Request) error {
	if via[0].Method != http.MethodGet || len(via) > maxRedirects || origin(req.URL) != origin(via[0].URL) {
		return faultf("the authorization server redirects")
	}
	return nil
}
