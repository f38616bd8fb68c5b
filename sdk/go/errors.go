package florin

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// ErrorCode is for programs.
type ErrorCode string

// Error is a refusal of Florin's.
type Error struct {
	// Code is for programs.
	Code ErrorCode
	// Message says what to do about it.
	Message string
	// Status is that of HTTP.
	Status int
	// DeclineCode is why a card was declined; empty unless Code is card_declined, and where it is unknown.
	DeclineCode string
	// RequestID names the request in Florin's log; empty if it was not said.
	RequestID string
	// RetryAfter is when it makes sense to try again.
	RetryAfter time.Duration
	// HasRetryAfter says whether that was said.
	HasRetryAfter bool
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Message) }

// ConnectionError says that no answer came: what was asked may have been done or not. It wraps what
// happened.
type ConnectionError struct {
	message string
	cause   error
}

func (e *ConnectionError) Error() string { return e.message }

// Unwrap is what happened.
func (e *ConnectionError) Unwrap() error { return e.cause }

// WebhookError is a webhook that is not Florin's, or not of now: answer it with 400.
type WebhookError struct{ message string }

func (e *WebhookError) Error() string { return e.message }

// toError is the error of an answer that is none of success.
func toError(response *http.Response, data []byte) *Error {
	var body struct {
		Error       ErrorCode `json:"error"`
		Message     string    `json:"message"`
		DeclineCode string    `json:"decline_code"`
	}
	// What stands before Florin may answer with pages of its own.
	if json.Unmarshal(data, &body) != nil || body.Error == "" {
		body.Error = ErrorCodeInternalError
		body.Message = fmt.Sprintf("answered %d without saying why", response.StatusCode)
	}
	after, hasAfter := readRetryAfter(response.Header.Get("Retry-After"))
	return &Error{
		Code:          body.Error,
		Message:       body.Message,
		Status:        response.StatusCode,
		DeclineCode:   body.DeclineCode,
		RequestID:     response.Header.Get("Request-Id"),
		RetryAfter:    after,
		HasRetryAfter: hasAfter,
	}
}

// readRetryAfter reads Retry-After (RFC 9110 section 10.2.3): seconds, or a date.
func readRetryAfter(value string) (time.Duration, bool) {
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	return max(0, time.Until(at)), true
}
