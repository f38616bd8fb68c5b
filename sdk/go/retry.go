package florin

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	pauseMax = 8 * time.Second
	// Who is told to wait for longer is told that, rather than kept.
	retryAfterMax = 30 * time.Second
)

// withRetries does what may be done twice until it succeeds, fails for good or was tried often enough.
func withRetries(
	ctx context.Context, triesMax int, pause time.Duration, attempt func() (*answer, error),
) (*answer, error) {
	for tries := 1; ; tries++ {
		answered, err := attempt()
		if err == nil {
			return answered, nil
		}
		after, isTransient := pauseAfter(err, tries, pause)
		if !isTransient || tries >= triesMax || ctx.Err() != nil {
			return nil, err
		}
		timer := time.NewTimer(after)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, context.Cause(ctx)
		}
	}
}

// pauseAfter is how long to wait before it makes sense to try again, if it does.
func pauseAfter(err error, tries int, pause time.Duration) (time.Duration, bool) {
	var unanswered *ConnectionError
	var refused *Error
	var asked time.Duration
	switch {
	case errors.As(err, &unanswered):
	case errors.As(err, &refused) && refused.isTransient() && refused.RetryAfter <= retryAfterMax:
		asked = refused.RetryAfter
	default:
		return 0, false
	}
	// Anything up to the bound, so that clients that failed together do not come back together.
	bound := min(pause<<(tries-1), pauseMax)
	return asked + time.Duration(rand.Float64()*float64(bound)), true
}

func (e *Error) isTransient() bool {
	// A 409 that says when: the first call with this key is still running.
	isRunning := e.Status == http.StatusConflict && e.HasRetryAfter
	return isRunning || e.Status == http.StatusTooManyRequests || e.Status >= 500
}
