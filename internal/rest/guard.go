package rest

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// guard authenticates requests.
type guard struct {
	// digest is the token's, or nil without one. Comparing digests takes constant time for tokens of any length.
	digest []byte
	origin *http.CrossOriginProtection
}

func newGuard(token string) *guard {
	g := &guard{origin: http.NewCrossOriginProtection()}
	if token != "" {
		d := sha256.Sum256([]byte(token))
		g.digest = d[:]
	}
	return g
}

// admit rejects cross-site requests of browsers, and requests without the token unless open is set.
func (g *guard) admit(r *http.Request, open bool) error {
	// DNS rebinding makes an attacker's page same-origin, but Host still has its name. With a token, the page cannot authenticate.
	if g.digest == nil && !isLoopback(r.Host) {
		return newProblem(foreignHost, "Without a token, this server only answers requests whose Host is localhost or a loopback address. Start it with a token to use another name.")
	}
	if err := g.origin.Check(r); err != nil {
		return newProblem(crossOrigin, "A browser sent this request for a page of another site. Such requests are refused.")
	}
	if open || g.digest == nil || g.authenticated(r) {
		return nil
	}
	return newProblem(unauthorized, "Send the server's token in the Authorization header, as Bearer TOKEN.").
		with("WWW-Authenticate", `Bearer realm="mcp-lint"`)
}

// authenticated reports whether the request has the token.
func (g *guard) authenticated(r *http.Request) bool {
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	d := sha256.Sum256([]byte(strings.TrimLeft(token, " ")))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(d[:], g.digest) == 1
}

// isLoopback reports whether a Host, with or without port, is localhost or a loopback address.
func isLoopback(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	} else {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	}
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.Zone() == "" && ip.Unmap().IsLoopback()
}

// ErrTokenNeeded is returned for an address that other machines can reach, if there is no token.
var ErrTokenNeeded = errors.New("other machines can reach this address, so a token is required")

// Listen listens on HOST:PORT. Without a token, HOST must be a loopback address, or localhost if it resolves to one. Other names are
// rejected, since DNS decides where they point.
func Listen(ctx context.Context, address string, token bool) (net.Listener, error) {
	host, err := check(address)
	if err != nil {
		return nil, err
	}
	if !token && !isLoopback(host) {
		return nil, fmt.Errorf("cannot listen on %q: %w", address, ErrTokenNeeded)
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %q: %w", address, err)
	}
	if !token && !isLoopback(l.Addr().String()) {
		_ = l.Close()
		return nil, fmt.Errorf("cannot listen on %q, which is %s here: %w", address, l.Addr(), ErrTokenNeeded)
	}
	return l, nil
}

// check returns the host of a valid address.
func check(address string) (host string, err error) {
	switch {
	case strings.HasPrefix(address, "/"), strings.HasPrefix(address, "."), strings.HasPrefix(address, "unix:"):
		return "", fmt.Errorf("cannot listen on %q: Unix sockets are not supported; use HOST:PORT", address)
	case strings.Contains(address, "://"):
		return "", fmt.Errorf("cannot listen on %q: use HOST:PORT, not a URL", address)
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", fmt.Errorf("cannot listen on %q: use HOST:PORT, such as 127.0.0.1:8311 or [::1]:8311", address)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("cannot listen on %q: the port must be a number from 0 to 65535; 0 picks a free one", address)
	}
	return host, nil
}
