package record

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// address checks the URL of a server. Errors show no more of it than its origin, since the rest may hold a secret.
func (o Options) address() (*url.URL, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Host == "" || u.Hostname() == "":
		return nil, errors.New("not a valid URL (use one like https://mcp.example.com/mcp)")
	case u.User != nil:
		return nil, errors.New("the URL contains a user name or password: send them in a header")
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("the URL must begin with https:// or http://, not %s://", u.Scheme)
	case u.Scheme == "http" && !o.AllowHTTP && !loopback(u.Hostname()):
		return nil, ErrPlain
	}
	u.Fragment = ""
	return u, nil
}

// ErrPlain is returned for a URL of another machine whose traffic anyone on the way could read and change.
var ErrPlain = errors.New("plain HTTP to another machine can be read and changed on the network")

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// origin is the part of a URL that says whom one talks to.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.ToLower(net.JoinHostPort(u.Hostname(), port))
}

// ours are headers that the connection itself needs.
var ours = []string{"Host", "Connection", "Content-Length", "Content-Type", "Accept", "Transfer-Encoding", "Upgrade", "Te", "Trailer", "Proxy-Authorization"}

// ParseHeader reads NAME=VALUE.
func ParseHeader(given string) (Header, error) {
	name, value, ok := strings.Cut(given, "=")
	h := Header{name, value}
	if !ok {
		return h, errors.New("a header takes NAME=VALUE")
	}
	return h, h.Check()
}

// Check reports whether a header can be sent. The error does not show its value.
func (h Header) Check() error {
	switch {
	case !httpguts.ValidHeaderFieldName(h.Name):
		return fmt.Errorf("%q is not a valid header name", h.Name)
	case !httpguts.ValidHeaderFieldValue(h.Value):
		return fmt.Errorf("the value of the header %s contains control characters", h.Name)
	}
	for _, name := range ours {
		if strings.EqualFold(name, h.Name) || strings.HasPrefix(strings.ToLower(h.Name), "mcp-") {
			return fmt.Errorf("the connection itself sets the header %s", h.Name)
		}
	}
	return nil
}
