package florin

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
)

// Options configure a client. Zero values use the defaults in the comments.
type Options struct {
	// URL of Florin: https://billing.example.com.
	URL string
	// APIKey is sk_live_…; without one, log in or set a session.
	APIKey string
	// Session of an earlier run.
	Session *UserSession
	// OnSession receives every new session, which you should store: a refresh token works once.
	OnSession func(UserSession)
	// TriesMax is the number of attempts per call, including the first; default 4.
	TriesMax int
	// Pause is the maximum pause before the second attempt, doubled each time; default 250 ms.
	Pause time.Duration
	// Timeout of each attempt; default 30 s.
	Timeout time.Duration
	// Transport sends the requests; default http.DefaultTransport.
	Transport http.RoundTripper
}

// Client calls Florin. Operations are named as in the API reference. Safe for concurrent use.
type Client struct {
	Groups
	url      string
	apiKey   string
	triesMax int
	pause    time.Duration
	timeout  time.Duration
	http     *http.Client
	keeper   *sessionKeeper
}

// New creates a client without sending anything.
func New(options Options) *Client {
	client := &Client{
		url:      strings.TrimRight(options.URL, "/"),
		apiKey:   options.APIKey,
		triesMax: orElse(options.TriesMax, 4),
		pause:    orElse(options.Pause, 250*time.Millisecond),
		timeout:  orElse(options.Timeout, 30*time.Second),
		http:     &http.Client{Transport: options.Transport, CheckRedirect: refuseRedirects},
	}
	client.keeper = newSessionKeeper(options.Session, client.refresh, options.OnSession)
	client.of(client)
	return client
}

// LogIn logs in by email or username. Later calls act as that user, and tokens are refreshed.
func (c *Client) LogIn(ctx context.Context, email, password string) (UserSession, error) {
	body := map[string]string{"email": email, "password": password}
	session, err := c.exchange(ctx, "/v1/auth/login", body, "")
	if err == nil {
		c.keeper.set(session)
	}
	return session, err
}

func (c *Client) refresh(ctx context.Context, old UserSession) (UserSession, error) {
	body := map[string]string{"refresh_token": old.RefreshToken}
	return c.exchange(ctx, "/v1/auth/refresh", body, old.RefreshToken)
}

var errRedirect = errors.New("Florin does not redirect: something else answers at this address")

func refuseRedirects(*http.Request, []*http.Request) error { return errRedirect }

func orElse[T comparable](value, otherwise T) T {
	var none T
	if value == none {
		return otherwise
	}
	return value
}
