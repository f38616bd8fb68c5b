package florin

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
)

// Options say where Florin is and who calls. What is left out is as its comment says.
type Options struct {
	// URL is where Florin answers: https://billing.example.com.
	URL string
	// APIKey is sk_live_…; without one, log in or give a session.
	APIKey string
	// Session is of an earlier run.
	Session *UserSession
	// OnSession is told of every new session, to keep it: a refresh token is good for once.
	OnSession func(UserSession)
	// TriesMax are the tries of one call, the first included: 4.
	TriesMax int
	// Pause is the longest before the second try, and doubles with each: 250 ms.
	Pause time.Duration
	// Timeout is of each try: 30 s.
	Timeout time.Duration
	// Transport is what requests go out by: http.DefaultTransport.
	Transport http.RoundTripper
}

// Client calls Florin: every operation by the name that the reference at /docs gives it. Goroutines
// may share one.
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

// New makes a client. It sends nothing yet.
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

// LogIn logs in by email or username; every later call is that user's, with tokens kept fresh.
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
