package rest

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// guard decides who is let in.
type guard struct {
	// digest is that of the token, or nil without one: comparing digests takes the same time for tokens of any length.
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

// admit refuses what web pages could have browsers send, and who does not know the token. open is set for what anybody may see.
func (g *guard) admit(r *http.Request, open bool) error {
	// A page whose name resolves to this machine (DNS rebinding) is of the same origin for a browser, but its name gives it away. With a
	// token it has no use: it does not know the token.
	if g.digest == nil && !local(r.Host) {
		return newProblem(foreignHost, "Without a token, this server only answers requests whose Host is localhost or a loopback address. Start it with a token to use another name.")
	}
	if err := g.origin.Check(r); err != nil {
		return newProblem(crossOrigin, "A browser sent this request for a page of another site. Such requests are refused.")
	}
	if open || g.digest == nil || g.known(r) {
		return nil
	}
	return newProblem(unauthorized, "Send the server's token in the Authorization header, as Bearer TOKEN.").
		with("WWW-Authenticate", `Bearer realm="mcp-lint"`)
}

// known reports whether the request brings the token.
func (g *guard) known(r *http.Request) bool {
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	d := sha256.Sum256([]byte(strings.TrimLeft(token, " ")))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(d[:], g.digest) == 1
}

// local reports whether the Host of a request is this machine, whoever resolves it. A port is of no matter.
func local(host string) bool {
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
