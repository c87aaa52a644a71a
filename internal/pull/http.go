package pull

import (
	"cmp"
	"context"
	"crypto/sha1" //nolint:gosec // old packages of npm have no other digest
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/org/mcp-lint/internal/hint"
)

const (
	// maxAnswer bounds the metadata of a package, maxArchive the package.
	maxAnswer, maxArchive = 64 << 20, 512 << 20
	// headerTimeout bounds the time until an answer starts, defaultTimeout the whole download.
	maxRedirects                  = 5
	headerTimeout, defaultTimeout = 30 * time.Second, 10 * time.Minute
)

// Client fetches packages with the user's settings.
type Client struct {
	// Env looks up an environment variable, and ReadFile reads a settings file.
	Env      func(string) string
	ReadFile func(name string) ([]byte, error)
	// Home is the user's home folder, or "".
	Home string
	// Timeout bounds the download of a package; 0 means ten minutes.
	Timeout time.Duration
	// Agent is the User-Agent; "" means mcp-lint.
	Agent string

	npmrc map[string]string
}

func (c *Client) timeout() time.Duration { return cmp.Or(c.Timeout, defaultTimeout) }

// client follows few redirects, and none from HTTPS to HTTP.
func (c *Client) client() *http.Client {
	t := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ResponseHeaderTimeout: headerTimeout, TLSHandshakeTimeout: headerTimeout, ForceAttemptHTTP2: true,
		DialContext: (&net.Dialer{Timeout: headerTimeout}).DialContext,
	}
	return &http.Client{Transport: t, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		switch {
		case len(via) > maxRedirects:
			return errors.New("there are too many redirects")
		case via[0].URL.Scheme == "https" && req.URL.Scheme != "https":
			return errors.New("it redirects to an address without encryption")
		case !sameHost(via[0].URL, req.URL):
			// net/http would keep it for other ports and for names below that of the host.
			req.Header.Del("Authorization")
		}
		return nil
	}}
}

// auth is what is sent to an address, and only there: a redirect to another host or port is followed without it.
type auth struct{ header, user, password string }

// get requests an address. The caller must close the body of the answer.
func (c *Client) get(ctx context.Context, address, accept string, a auth) (*http.Response, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("%q is not an http address", withoutSecrets(address))
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		return nil, hint.Errorf("Use https.", "%s is not encrypted, so the download could be changed on the way", withoutSecrets(address))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("%q is not an http address", withoutSecrets(address))
	}
	req.Header.Set("User-Agent", cmp.Or(c.Agent, "mcp-lint"))
	if accept != "" {
		req.Header.Set("Accept", accept)
	}
	switch {
	case a.header != "":
		req.Header.Set("Authorization", a.header)
	case a.user != "":
		req.SetBasicAuth(a.user, a.password)
	}
	res, err := c.client().Do(req)
	if err != nil {
		var wrong *url.Error
		if errors.As(err, &wrong) {
			err = wrong.Err
		}
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			return nil, err
		}
		const advice = "Check the network, the proxy (HTTPS_PROXY) and the address of the registry."
		return nil, hint.Errorf(advice, "cannot reach %s: %w", u.Host, err)
	}
	return res, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// withoutSecrets returns an address without login, query and fragment, which may be secret.
func withoutSecrets(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

const loginHint = "Log in as for the package manager: npm login, a user in PIP_INDEX_URL, or docker login."

// refused returns an error for an answer other than 200 OK.
func refused(res *http.Response) error {
	host := res.Request.URL.Host
	switch res.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusUnauthorized, http.StatusForbidden:
		return hint.Errorf(loginHint, "%s needs a login, or rejects yours (%s)", host, res.Status)
	case http.StatusNotFound, http.StatusGone:
		return fmt.Errorf("the package was not found at %s (%s)", host, res.Status)
	default:
		return fmt.Errorf("%s answers %s", host, res.Status)
	}
}

// read requests an address and returns the whole answer.
func (c *Client) read(ctx context.Context, address, accept string, a auth) (data []byte, kind string, err error) {
	res, err := c.get(ctx, address, accept, a)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = res.Body.Close() }()
	if err := refused(res); err != nil {
		return nil, "", err
	}
	data, err = io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("the answer of %s was cut off: %w", res.Request.URL.Host, err)
	case len(data) > maxAnswer:
		return nil, "", fmt.Errorf("the answer of %s is larger than %d bytes", res.Request.URL.Host, maxAnswer)
	}
	return data, res.Header.Get("Content-Type"), nil
}

func (c *Client) readJSON(ctx context.Context, address, accept string, a auth, v any) error {
	data, _, err := c.read(ctx, address, accept, a)
	if err != nil {
		return err
	}
	if json.Unmarshal(data, v) != nil {
		return fmt.Errorf("the answer of %s is not the JSON of a registry", withoutSecrets(address))
	}
	return nil
}

// sum is an expected digest; without want, there is none.
type sum struct {
	algorithm string
	want      []byte
}

func (s sum) hash() hash.Hash {
	switch s.algorithm {
	case "sha512":
		return sha512.New()
	case "sha384":
		return sha512.New384()
	case "sha1":
		return sha1.New() //nolint:gosec // see above
	}
	return sha256.New()
}

// download writes an address to the file of the package and verifies the digest.
func (c *Client) download(ctx context.Context, p *Package, folder, ext, address string, a auth, s sum) error {
	res, err := c.get(ctx, address, "", a)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if err := refused(res); err != nil {
		return err
	}
	f, err := p.create(folder, ext)
	if err != nil {
		return err
	}
	h := s.hash()
	n, err := io.Copy(io.MultiWriter(f, h), io.LimitReader(res.Body, maxArchive+1))
	if closed := f.Close(); err == nil {
		err = closed
	}
	switch {
	case err != nil:
		return fmt.Errorf("the download was cut off: %w", err)
	case n > maxArchive:
		return fmt.Errorf("the package is larger than %d bytes", maxArchive)
	}
	got := h.Sum(nil)
	if len(s.want) > 0 && string(got) != string(s.want) {
		return hint.Errorf("Nothing was saved. The registry, a mirror or a proxy may have changed the package.",
			"digest mismatch: the %s of the package is %s, but should be %s", s.algorithm, hex.EncodeToString(got), hex.EncodeToString(s.want))
	}
	p.From, p.Digest = withoutSecrets(address), cmp.Or(s.algorithm, "sha256")+":"+hex.EncodeToString(got)
	return nil
}

// mayLogIn reports whether credentials for one address may be sent to another.
func mayLogIn(a, b string) bool {
	x, err1 := url.Parse(a)
	y, err2 := url.Parse(b)
	return err1 == nil && err2 == nil && sameHost(x, y)
}

func sameHost(a, b *url.URL) bool { return a.Scheme == b.Scheme && strings.EqualFold(a.Host, b.Host) }
