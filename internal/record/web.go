package record

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/net/http/httpguts"

	"github.com/org/mcp-lint/internal/ipaddr"
)

// web is a server at a URL. As an http.RoundTripper, it sends requests only to that origin, with the given headers, and bounds answers.
type web struct {
	mcp.Transport
	next    *http.Transport
	origin  string
	headers []Header
	limits  Limits
	left    atomic.Int64

	mu sync.Mutex
	// status is that of the first answer, or 401 once there was one, which is denied. refused is why a request was not sent.
	status   int
	denied   *denial
	refused  error
	protocol string
}

// denial is an answer 401. inside is set if it came from this machine or its network, by the address of the connection: the name may
// resolve to another one later.
type denial struct {
	challenge []string
	private   bool
}

// dial prepares a connection without sending anything, for Streamable HTTP if stream is set, else for HTTP+SSE.
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

const maxRedirects = 3

// redirect allows only redirects within the origin, which is all that the user trusts.
func (w *web) redirect(req *http.Request, via []*http.Request) error {
	if to := origin(req.URL); to != w.origin {
		return w.refuse(faultf("the server redirects to %s", to))
	}
	if len(via) > maxRedirects {
		return w.refuse(faultf("the server redirects more than %d times", maxRedirects))
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

// setProtocol sets the protocol version for all further requests.
func (w *web) setProtocol(version string) {
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
	var peer net.Addr
	trace := &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) { peer = c.Conn.RemoteAddr() }}
	resp, err := w.next.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	if w.status == 0 && (resp.StatusCode < 300 || resp.StatusCode > 399) {
		w.status = resp.StatusCode
	}
	if w.denied == nil && resp.StatusCode == http.StatusUnauthorized && req.Method != http.MethodDelete {
		w.status = resp.StatusCode
		proxy, err := w.next.Proxy(req)
		at, isIP := peer.(*net.TCPAddr)
		direct := err == nil && proxy == nil && isIP
		w.denied = &denial{resp.Header.Values("Www-Authenticate"), direct && !ipaddr.Public(at.AddrPort().Addr())}
	}
	w.mu.Unlock()
	one := int64(w.limits.MessageBytes)
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "text/event-stream" {
		one = math.MaxInt64 // a stream of messages, of which the SDK bounds each
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

// end implements server. The session is closed by then.
func (w *web) end(bool) string {
	w.next.CloseIdleConnections()
	return ""
}

func (w *web) answered() (status int, refused error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.status, w.refused
}

// explain implements server. It does not repeat errors of net/http, which contain the whole URL.
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
		return w.unauthorized(status, err)
	case status >= 300 && wireError(err) == nil:
		out.text, out.Hint = "the server answered "+statusText(status), "Is there an MCP server at that address? Most have a path such as /mcp or /sse."
	case errors.As(err, &sent):
		out.text = "cannot reach " + w.origin + ": " + sent.Err.Error()
	}
	return out
}

// unauthorized is the error of a server that requires authentication or rejects it.
func (w *web) unauthorized(status int, err error) *ServerError {
	out := &ServerError{
		text: "the server requires authentication: " + statusText(status), cause: err,
		Hint: "Send a token with --header-env Authorization=VARIABLE, where the variable contains: Bearer TOKEN.",
	}
	if slices.ContainsFunc(w.headers, func(h Header) bool { return strings.EqualFold(h.Name, "Authorization") }) {
		out.text = "the server rejects the header Authorization: " + statusText(status)
		return out
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.denied != nil {
		out.unauthorized, out.challenge, out.private = true, w.denied.challenge, w.denied.private
		out.Hint += " Or sign in with --oauth."
	}
	return out
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d %s", status, text)
	}
	return fmt.Sprint(status)
}

// address parses and checks the URL of a server. Errors show at most its origin, since the rest may be secret.
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

// ErrPlain is returned for a plain HTTP URL of another machine.
var ErrPlain = errors.New("plain HTTP to another machine can be read and changed on the network")

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// origin returns scheme, host and port of a URL, without the default port.
func origin(u *url.URL) string {
	known := map[string]string{"http": "80", "https": "443"}[u.Scheme]
	host := net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), known))
	return u.Scheme + "://" + strings.ToLower(strings.TrimSuffix(host, ":"+known))
}

// reservedHeaders are the headers that the connection itself sets.
var reservedHeaders = []string{"Host", "Connection", "Content-Length", "Content-Type", "Accept", "Transfer-Encoding", "Upgrade", "Te", "Trailer", "Proxy-Authorization"}

// ParseHeader reads NAME=VALUE.
func ParseHeader(given string) (Header, error) {
	name, value, ok := strings.Cut(given, "=")
	h := Header{name, value}
	if !ok {
		return h, errors.New("a header takes NAME=VALUE")
	}
	return h, h.Check()
}

// Check returns an error for a header that cannot be sent. The error does not contain its value.
func (h Header) Check() error {
	switch {
	case !httpguts.ValidHeaderFieldName(h.Name):
		return fmt.Errorf("%q is not a valid header name", h.Name)
	case !httpguts.ValidHeaderFieldValue(h.Value):
		return fmt.Errorf("the value of the header %s contains control characters", h.Name)
	}
	for _, name := range reservedHeaders {
		if strings.EqualFold(name, h.Name) || strings.HasPrefix(strings.ToLower(h.Name), "mcp-") {
			return fmt.Errorf("the connection itself sets the header %s", h.Name)
		}
	}
	return nil
}
