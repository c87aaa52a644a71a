package record

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/org/mcp-lint/detect/text"
)

// SignIn configures signing in with OAuth.
type SignIn struct {
	// Show asks a person to open an address of the origin at in a browser, and to allow the scopes there, which may be "". It is called once
	// and must not block. All three are printable, and the address can be pasted into a shell in double quotes.
	Show func(at, scopes, address string)
	// ClientID identifies the client at the authorization server Issuer. If both are "", a client is registered at the server's own
	// authorization server. Clients have no secret.
	ClientID, Issuer string
	// Port is the local port of the redirect; 0 picks a free one.
	Port int
	// Wait bounds the whole sign-in; 0 means SignInWait.
	Wait time.Duration
}

// SignInWait is the default of SignIn.Wait.
const SignInWait = 5 * time.Minute

// Unauthorized reports whether the server requires authentication, so that SignIn may help.
func (e *ServerError) Unauthorized() bool { return e.unauthorized }

// SignIn lets a person sign in to a server that failed with Unauthorized, and returns the header to send. The token is not stored.
func (o Options) SignIn(ctx context.Context, failed *ServerError, how SignIn) (Header, error) {
	if how.Wait <= 0 {
		how.Wait = SignInWait
	}
	limited, cancel := context.WithTimeoutCause(ctx, how.Wait, fmt.Errorf("the authorization server did not answer within %s", how.Wait))
	defer cancel()
	h, err := o.signIn(limited, failed, how)
	if err == nil {
		return h, nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return h, context.Canceled
	}
	if limited.Err() != nil && !errors.As(err, new(*fault)) {
		err = context.Cause(limited)
	}
	hint := "Send a token instead: --header-env Authorization=VARIABLE, where the variable contains: Bearer TOKEN."
	if strings.Contains(err.Error(), "client registration methods") {
		hint = "The authorization server registers no clients by itself. Register one there, and give its --oauth-client-id, --oauth-issuer and --oauth-port. " +
			"Or send a token with --header-env."
	}
	return h, &ServerError{text: failed.text + "; cannot sign in: " + text.Safe(o.redact(err.Error()), 400), cause: err, Hint: hint}
}

func (o Options) signIn(ctx context.Context, failed *ServerError, how SignIn) (h Header, err error) {
	u, err := o.address()
	if err != nil {
		return h, err
	}
	// The URL is sent to the authorization server as the resource; its query may be secret.
	u.RawQuery = ""
	g := newGuard(failed.private)
	defer g.close()
	back, err := listen(how, g)
	if err != nil {
		return h, err
	}
	defer back.close()
	config := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL: back.address, AuthorizationCodeFetcher: back.fetch, AcceptUnadvertisedIss: true,
		Client: &http.Client{Transport: g, CheckRedirect: redirectOfGet, Timeout: o.Limits.orDefault().Answer},
	}
	if how.ClientID != "" || how.Issuer != "" {
		config.PreregisteredClient = &oauthex.ClientCredentials{ClientID: how.ClientID, Issuer: how.Issuer}
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
	// The SDK cannot parse other challenges.
	bearers := slices.DeleteFunc(slices.Clone(failed.challenge), func(c string) bool { return !strings.HasPrefix(strings.ToLower(c), "bearer") })
	resp := &http.Response{StatusCode: http.StatusUnauthorized, Header: http.Header{"Www-Authenticate": bearers}, Body: http.NoBody}
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
