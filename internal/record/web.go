package record

import (
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// web is a server at a URL. It is also what carries the requests: to the origin of the URL and nowhere else, with the headers that are given,
// and with bounds on what comes back.
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
func (o Options) dial(stream bool) (*web, error) {
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

// redirects is how many redirects are followed.
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

// RoundTrip implements http.RoundTripper.
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

// bounded is the body of an answer.
type bounded struct {
	io.ReadCloser
	web  *web
	left int64
}

// Read implements io.Reader.
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
