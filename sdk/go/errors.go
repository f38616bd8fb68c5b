package florin

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrorCode identifies an error for programs.
type ErrorCode string

// Error is an error response of Florin.
type Error struct {
	// Code identifies the error for programs.
	Code ErrorCode
	// Message says what to do about it.
	Message string
	// Status is the HTTP status.
	Status int
	// DeclineCode is the reason for a declined card. Empty if unknown, or for other codes.
	DeclineCode string
	// RequestID identifies the request in Florin's log; empty if unknown.
	RequestID string
	// RetryAfter is the time to wait before a retry.
	RetryAfter time.Duration
	// HasRetryAfter reports whether the server sent it.
	HasRetryAfter bool
	// Text is the beginning of a body that is not from Florin, such as a proxy's page.
	Text string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s (%s)", e.Code, e.Message, inBrackets(e.Status, e.RequestID))
}

// UnreadableAnswerError is a successful response that cannot be decoded: the call took effect. It
// wraps the decoding error.
type UnreadableAnswerError struct {
	// Status is the HTTP status.
	Status int
	// RequestID identifies the request in Florin's log; empty if unknown.
	RequestID string
	// Text is the beginning of the response.
	Text  string
	cause error
}

func (e *UnreadableAnswerError) Error() string {
	return fmt.Sprintf("the answer is not JSON (%s)", inBrackets(e.Status, e.RequestID))
}

// Unwrap returns the decoding error.
func (e *UnreadableAnswerError) Unwrap() error { return e.cause }

func inBrackets(status int, requestID string) string {
	if requestID == "" {
		return fmt.Sprintf("HTTP %d", status)
	}
	return fmt.Sprintf("HTTP %d, %s", status, requestID)
}

// textLengthMax limits the bytes of a response in an error.
const textLengthMax = 2_000

func beginning(data []byte) string {
	return strings.ToValidUTF8(string(data[:min(len(data), textLengthMax)]), "\uFFFD")
}

// ConnectionError means that no response arrived, so the call may or may not have taken effect. It
// wraps the cause.
type ConnectionError struct {
	message string
	cause   error
}

func (e *ConnectionError) Error() string { return e.message }

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error { return e.cause }

// WebhookError is a webhook that is forged or too old. Answer it with 400.
type WebhookError struct{ message string }

func (e *WebhookError) Error() string { return e.message }

// toError converts an error response.
func toError(response *http.Response, data []byte) *Error {
	var body struct {
		Error       ErrorCode `json:"error"`
		Message     string    `json:"message"`
		DeclineCode string    `json:"decline_code"`
	}
	text := ""
	// A proxy in front of Florin may answer with its own page.
	if json.Unmarshal(data, &body) != nil || body.Error == "" {
		text = beginning(data)
		body.Error = ErrorCodeInternalError
		body.Message = fmt.Sprintf("status %d without a reason", response.StatusCode)
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
		Text:          text,
	}
}

// readRetryAfter parses Retry-After (RFC 9110, section 10.2.3): seconds or a date.
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
