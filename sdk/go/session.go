package florin

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"
)

// early is how long before its expiry a token is refreshed, so that no call meets an expired one.
const early = 30 * time.Second

// UserSession contains the tokens of a logged-in user. A refresh token works once.
type UserSession struct {
	AccessToken  string    `json:"access_token"`
	RefreshToken string    `json:"refresh_token"`
	ExpiresAt    time.Time `json:"expires_at"`
}

// toSession decodes the response of login and refresh.
func toSession(answered *answer) (UserSession, error) {
	var reply struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
		ExpiresIn    int64  `json:"expires_in"`
	}
	if err := json.Unmarshal(answered.data, &reply); err != nil {
		return UserSession{}, answered.unreadable(err)
	}
	expiresAt := time.Now().Add(time.Duration(reply.ExpiresIn) * time.Second)
	return UserSession{reply.AccessToken, reply.RefreshToken, expiresAt}, nil
}

// A sessionKeeper refreshes a session. Concurrent calls share one refresh.
type sessionKeeper struct {
	// turn is held during a refresh. A waiting call may be canceled.
	turn    chan struct{}
	mutex   sync.Mutex
	session *UserSession
	// ended is the reason why the session cannot be refreshed.
	ended     error
	refresh   func(context.Context, UserSession) (UserSession, error)
	onSession func(UserSession)
}

func newSessionKeeper(
	session *UserSession,
	refresh func(context.Context, UserSession) (UserSession, error),
	onSession func(UserSession),
) *sessionKeeper {
	turn := make(chan struct{}, 1)
	return &sessionKeeper{turn: turn, session: session, refresh: refresh, onSession: onSession}
}

func (k *sessionKeeper) set(session UserSession) {
	k.mutex.Lock()
	k.session, k.ended = &session, nil
	k.mutex.Unlock()
	if k.onSession != nil {
		k.onSession(session)
	}
}

func (k *sessionKeeper) get() (*UserSession, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.session, k.ended
}

// token returns an access token that does not expire soon; empty without a login.
func (k *sessionKeeper) token(ctx context.Context) (string, error) {
	session, _ := k.get()
	if session == nil {
		return "", nil
	}
	if time.Until(session.ExpiresAt) > early {
		return session.AccessToken, nil
	}
	return k.renew(ctx, session)
}

// tokenInsteadOf returns a new token after one was refused.
func (k *sessionKeeper) tokenInsteadOf(ctx context.Context, refused string) (string, error) {
	session, _ := k.get()
	if session.AccessToken != refused {
		return session.AccessToken, nil
	}
	return k.renew(ctx, session)
}

func (k *sessionKeeper) renew(ctx context.Context, old *UserSession) (string, error) {
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	session, ended := k.get()
	if session != old {
		// Another call has refreshed it, or the user has logged in again.
		return session.AccessToken, nil
	}
	if ended != nil {
		return "", ended
	}
	// Other calls wait for the refresh, so it must not be canceled with this one.
	renewed, err := k.refresh(context.WithoutCancel(ctx), *old)
	if err != nil {
		k.end(old, err)
		return "", err
	}
	if now, _ := k.get(); now == old {
		k.set(renewed)
	}
	return renewed.AccessToken, nil
}

// end records that a session was refused for good.
func (k *sessionKeeper) end(old *UserSession, err error) {
	var refused *Error
	isForGood := errors.As(err, &refused) &&
		refused.Status < 500 && refused.Status != http.StatusTooManyRequests
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if isForGood && k.session == old {
		k.ended = err
	}
}
