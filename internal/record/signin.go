package record

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/org/mcp-lint/detect/text"
)

// SignIn says how a person signs in by OAuth.
type SignIn struct {
	// Show asks a person to open an address, which is one of the origin at, in a browser. It is called once and does not wait.
	Show func(at, address string)
	// ClientID is what the authorization server knows the client by. When it is "" a client is registered there. There is no secret of a
	// client: the server that is asked names the authorization server, and would be sent it.
	ClientID string
	// Port is where the browser is sent back to on this machine; 0 takes a free one.
	Port int
	// Wait bounds everything, of which the person takes the most; 0 stands for SignInWait.
	Wait time.Duration
}

// SignInWait is how long a person may take to sign in.
const SignInWait = 5 * time.Minute

// Unauthorized reports whether the server wants to know who asks, so that SignIn may help.
func (e *ServerError) Unauthorized() bool { return e.unauthorized }

// SignIn has a person sign in to a server that failed for want of that, and returns the header to send from then on. The token in it is
// written nowhere.
func (o Options) SignIn(ctx context.Context, failed *ServerError, how SignIn) (Header, error) {
	if how.Wait <= 0 {
		how.Wait = SignInWait
	}
	limited, cancel := context.WithTimeoutCause(ctx, how.Wait, fmt.Errorf("nobody signed in within %s", how.Wait))
	defer cancel()
	h, err := o.signIn(limited, failed.challenge, how)
	if err == nil {
		return h, nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return h, context.Canceled
	}
	if limited.Err() != nil {
		err = context.Cause(limited)
	}
	hint := "Send a token instead: --header-env Authorization=VARIABLE, where the variable contains: Bearer TOKEN."
	if strings.Contains(err.Error(), "client registration methods") {
		hint = "The authorization server registers no clients by itself. Register one there, and give its --oauth-client-id and --oauth-port. " +
			"Or send a token with --header-env."
	}
	return h, &ServerError{text: failed.text + "; cannot sign in: " + text.Safe(o.conceal(err.Error()), 400), cause: err, Hint: hint}
}

func (o Options) signIn(ctx context.Context, challenge []string, how SignIn) (h Header, err error) {
	u, err := o.address()
	if err != nil {
		return h, err
	}
	// It becomes the name of what is asked for, which others are told; what a URL asks with may be a secret.
	u.RawQuery = ""
	g := newGuard(ctx, u)
	back, err := listen(how, g)
	if err != nil {
		return h, err
	}
	defer back.close()
	config := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL: back.address, AuthorizationCodeFetcher: back.fetch, AcceptUnadvertisedIss: true,
		Client: &http.Client{Transport: g, CheckRedirect: redirectOfGet, Timeout: o.Limits.orDefault().Answer},
	}
	if how.ClientID != "" {
		config.PreregisteredClient = &oauthex.ClientCredentials{ClientID: how.ClientID}
	} else {
		config.DynamicClientRegistrationConfig = &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName: o.Client, RedirectURIs: []string{back.address}, TokenEndpointAuthMethod: "none",
			GrantTypes: []string{"authorization_code"}, ResponseTypes: []string{"code"},
		}}
	}
	handler, err := auth.NewAuthorizationCodeHandler(config)
	if err != nil {
		return h, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), nil)
	if err != nil {
		return h, err
	}
	resp := &http.Response{StatusCode: http.StatusUnauthorized, Header: http.Header{"Www-Authenticate": challenge}, Body: http.NoBody}
	if err := handler.Authorize(ctx, req, resp); err != nil {
		return h, err
	}
	source, err := handler.TokenSource(ctx)
	if err != nil {
		return h, err
	}
	token, err := source.Token()
	if err != nil {
		return h, err
	}
	h = Header{"Authorization", "Bearer " + token.AccessToken}
	if token.Type() != "Bearer" || h.Check() != nil {
		return Header{}, errors.New("the authorization server sent no bearer token")
	}
	return h, nil
}
