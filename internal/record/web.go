package record

import (
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/net/http/httpguts"
)

// web is a server at a URL, and the transport of requests to its origin alone, with the given headers and bounded answers.
type web struct {
	mcp.Transport
	next    *http.Transport
	origin  string
	headers []Header
	limits  Limits
	left    atomic.Int64

	mu sync.Mutex
	// status is that of the first answer and challenge what it asks for, refused why a request was not sent, and protocol the version that is spoken.
	status    int
	challenge []string
	refused   error
	protocol  string
}

// dial prepares a connection; nothing is sent yet. stream is true for the transport of today, else it is that of 2024.
func (o Options) dial(stream bool) (server, error) {
	u, err := o.address()
	if err != nil {
		return nil, err
	}
	w := &web{origin: origin(u), headers: o.Headers, limits: o.Limits, next: &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: 64 << 10, TLSHandshakeTimeout: o.Limits.Start,
	}}
	w.left.Store(int64(o.Limits.Bytes))
	client := &http.Client{Transport: w, CheckRedirect: w.redirect}
	if stream {
		w.Transport = &mcp.StreamableClientTransport{
			Endpoint: u.String(), HTTPClient: client, MaxRetries: 2, DisableStandaloneSSE: true, MaxEventSize: o.Limits.MessageBytes,
		}
	} else {
		w.Transport = &mcp.SSEClientTransport{Endpoint: u.String(), HTTPClient: client, MaxEventSize: o.Limits.MessageBytes}
	}
	return w, nil
}

const redirects = 3

// redirect decides about a redirect: the headers are for one origin only, and so is the trust of who gave the URL.
func (w *web) redirect(req *http.Request, via []*http.Request) error {
	if to := origin(req.URL); to != w.origin {
		return w.refuse(faultf("the server redirects to %s", to))
	}
	if len(via) > redirects {
		return w.refuse(faultf("the server redirects more than %d times", redirects))
	}
	return nil
}

func (w *web) refuse(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.refused == nil {
		w.refused = err
	}
	return err
}

// speaks takes the version of the protocol, which every request names from then on.
func (w *web) speaks(version string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if slices.Contains(mcp.SupportedProtocolVersions(), version) {
		w.protocol = version
	}
}

func (w *web) RoundTrip(req *http.Request) (*http.Response, error) {
	if to := origin(req.URL); to != w.origin {
		return nil, w.refuse(faultf("the server sends the client to %s", to))
	}
	req = req.Clone(req.Context())
	for _, h := range w.headers {
		req.Header.Set(h.Name, h.Value)
	}
	w.mu.Lock()
	if w.protocol != "" && req.Header.Get("Mcp-Protocol-Version") == "" {
		req.Header.Set("Mcp-Protocol-Version", w.protocol)
	}
	w.mu.Unlock()
	resp, err := w.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	if w.status == 0 && (resp.StatusCode < 300 || resp.StatusCode > 399) {
		w.status, w.challenge = resp.StatusCode, resp.Header.Values("Www-Authenticate")
	}
	w.mu.Unlock()
	one := int64(w.limits.MessageBytes)
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "text/event-stream" {
		// Many messages; the SDK bounds each.
		one = math.MaxInt64
	}
	resp.Body = &bounded{ReadCloser: resp.Body, web: w, left: one}
	return resp, nil
}

type bounded struct {
	io.ReadCloser
	web  *web
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch b.left -= int64(n); {
	case b.left < 0:
		return 0, b.web.refuse(faultf("the server sent a message of more than %s", size(b.web.limits.MessageBytes)))
	case b.web.left.Add(-int64(n)) < 0:
		return 0, b.web.refuse(faultf("the server sent more than %s", size(b.web.limits.Bytes)))
	}
	return n, err
}

// end implements server; the session has said good-bye already.
func (w *web) end(bool) string {
	w.next.CloseIdleConnections()
	return ""
}

// answered returns the status of the first answer, and why a request was not sent.
func (w *web) answered() (status int, refused error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.status, w.refused
}

// explain implements server. What net/http says holds the whole URL, so it is not repeated.
func (w *web) explain(err error) error {
	status, refused := w.answered()
	var sent *url.Error
	out := &ServerError{text: err.Error(), cause: err}
	switch {
	case refused != nil:
		out.text = refused.Error()
		if strings.Contains(out.text, "://") {
			out.Hint = "Use that address if you trust it."
		}
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		out.text, out.Hint = "the server requires authentication: "+statusText(status), "Send a token with --header-env Authorization=VARIABLE, where the variable contains: Bearer TOKEN."
		w.mu.Lock()
		out.challenge = w.challenge
		w.mu.Unlock()
		given := slices.ContainsFunc(w.headers, func(h Header) bool { return strings.EqualFold(h.Name, "Authorization") })
		if out.unauthorized = status == http.StatusUnauthorized && !given; out.unauthorized {
			out.Hint += " Or sign in with --oauth."
		}
	case status >= 300 && wireError(err) == nil:
		out.text, out.Hint = "the server answered "+statusText(status), "Is there an MCP server at that address? Most have a path such as /mcp or /sse."
	case errors.As(err, &sent):
		out.text = "cannot reach " + w.origin + ": " + sent.Err.Error()
	}
	return out
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d %s", status, text)
	}
	return fmt.Sprint(status)
}

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
