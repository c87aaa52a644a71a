package rest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// ErrTokenNeeded is returned for an address that others can reach, when there is no token.
var ErrTokenNeeded = errors.New("other machines can reach this address, so a token is required")

// Listen opens an address HOST:PORT. Without a token it has to be a loopback address, or localhost when that is one: other names are not
// trusted, since whoever answers for them decides where they lead.
func Listen(ctx context.Context, address string, token bool) (net.Listener, error) {
	host, err := check(address)
	if err != nil {
		return nil, err
	}
	if !token && !local(host) {
		return nil, fmt.Errorf("cannot listen on %q: %w", address, ErrTokenNeeded)
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %q: %w", address, err)
	}
	if !token && !loopback(l.Addr()) {
		_ = l.Close()
		return nil, fmt.Errorf("cannot listen on %q, which is %s here: %w", address, l.Addr(), ErrTokenNeeded)
	}
	return l, nil
}

// check returns the host of an address that can be listened on.
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

func loopback(a net.Addr) bool {
	p, err := netip.ParseAddrPort(a.String())
	return err == nil && p.Addr().Unmap().IsLoopback()
}
