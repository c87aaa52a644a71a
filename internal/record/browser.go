package record

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/org/mcp-lint/detect/text"
)

// browser waits on this machine for the browser of a person who signs in, which the authorization server sends back.
type browser struct {
	address  string
	listener net.Listener
	show     func(at, address string)
	guard    *guard
}

func listen(how SignIn, g *guard) (*browser, error) {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", how.Port))
	if err != nil {
		return nil, fmt.Errorf("cannot wait for the browser: %w", err)
	}
	return &browser{"http://" + l.Addr().String() + "/callback", l, how.Show, g}, nil
}

func (b *browser) close() { _ = b.listener.Close() }

// addressBytes is how long the address may be that a person is asked to open.
const addressBytes = 4096

// fetch implements auth.AuthorizationCodeFetcher.
func (b *browser) fetch(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	u, err := url.Parse(args.URL)
	if err != nil {
		return nil, errors.New("the authorization server has no valid address")
	}
	if err := b.guard.check(u); err != nil {
		return nil, err
	}
	address := u.String()
	odd := func(r rune) bool { return r <= ' ' || r > '~' }
	if len(address) > addressBytes || strings.ContainsFunc(address+u.Hostname(), odd) {
		return nil, errors.New("the address of the authorization server is too long or contains special characters")
	}
	state := u.Query().Get("state")
	answers := make(chan url.Values, 1)
	handler := func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		// Any page and any program may call; only the authorization server knows the state.
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
		// The browser still reads.
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = server.Shutdown(soon)
	}()
	b.show(origin(u), address)
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case q := <-answers:
		if code := q.Get("code"); code != "" && q.Get("error") == "" {
			return &auth.AuthorizationResult{Code: code, State: state, Iss: q.Get("iss")}, nil
		}
		return nil, fmt.Errorf("the authorization server refused: %s", text.Safe(q.Get("error")+" "+q.Get("error_description"), 200))
	}
}

// guard carries the requests of signing in. Their addresses come from the server that is asked, which must not reach into this machine or
// its network by way of us, unless it is there itself.
type guard struct {
	direct, proxied http.RoundTripper
	inside          bool
}

func newGuard(ctx context.Context, server *url.URL) *guard {
	g := &guard{inside: inside(ctx, server.Hostname())}
	g.proxied = &http.Transport{Proxy: http.ProxyFromEnvironment, MaxResponseHeaderBytes: 64 << 10}
	dialer := &net.Dialer{Timeout: 30 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err == nil && !g.inside && !public(at.Addr()) {
			err = faultf("%s is in a private network, and the server is not", at.Addr())
		}
		return err
	}}
	g.direct = &http.Transport{DialContext: dialer.DialContext, MaxResponseHeaderBytes: 64 << 10}
	return g
}

// check decides about an address by its looks.
func (g *guard) check(u *url.URL) error {
	local := loopback(u.Hostname())
	switch {
	case u.Host == "" || u.User != nil, u.Scheme != "https" && u.Scheme != "http":
		return faultf("signing in leads to an address that is not https://")
	case local && !g.inside:
		return faultf("signing in leads to this machine: %s", origin(u))
	case u.Scheme == "http" && !local:
		return faultf("signing in is not encrypted at %s", origin(u))
	}
	return nil
}

// RoundTrip implements http.RoundTripper.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := g.check(req.URL); err != nil {
		return nil, err
	}
	if proxy, err := http.ProxyFromEnvironment(req); err != nil || proxy != nil {
		return g.proxied.RoundTrip(req)
	}
	return g.direct.RoundTrip(req)
}

// redirectOfGet lets few redirects be followed, and none with what is posted: it would tell the code of a person to somebody else.
func redirectOfGet(_ *http.Request, via []*http.Request) error {
	if via[0].Method != http.MethodGet || len(via) > redirects {
		return faultf("the authorization server redirects")
	}
	return nil
}

// inside reports whether a host is this machine or in its network.
func inside(ctx context.Context, host string) bool {
	if loopback(host) {
		return true
	}
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	for _, ip := range all {
		if public(ip) {
			return false
		}
	}
	return err == nil && len(all) > 0
}

// shared are the addresses of carriers, which are in nobody's network alone.
var shared = netip.MustParsePrefix("100.64.0.0/10")

func public(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !shared.Contains(ip)
}
