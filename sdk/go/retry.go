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
	// Longer waits are left to the caller, who gets the error.
	retryAfterMax = 30 * time.Second
)

// withRetries repeats an attempt until it succeeds, fails permanently, or reaches the limit.
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

// pauseAfter returns the pause before a retry, if one makes sense.
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
	// Random up to the limit, so that clients that failed together do not retry together.
	bound := min(pause<<(tries-1), pauseMax)
	return asked + time.Duration(rand.Float64()*float64(bound)), true
}

func (e *Error) isTransient() bool {
	// A 409 with Retry-After: the first call with this key is still running.
	isRunning := e.Status == http.StatusConflict && e.HasRetryAfter
	return isRunning || e.Status == http.StatusTooManyRequests || e.Status >= 500
}
