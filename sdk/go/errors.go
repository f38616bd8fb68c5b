package florin

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
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
	// Text is the beginning of a body that is not an error of Florin, for example of a proxy.
	Text string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s (%s)", e.Code, e.Message, inBrackets(e.Status, e.RequestID))
}

// UnreadableAnswerError says that Florin has answered with success, and the answer cannot be read: the
// call was done. It wraps what is wrong with it.
type UnreadableAnswerError struct {
	// Status is that of HTTP.
	Status int
	// RequestID names the request in Florin's log; empty if it was not said.
	RequestID string
	// Text is the beginning of the answer.
	Text  string
	cause error
}

func (e *UnreadableAnswerError) Error() string {
	return fmt.Sprintf("the answer is not JSON (%s)", inBrackets(e.Status, e.RequestID))
}

// Unwrap is what is wrong with the answer.
func (e *UnreadableAnswerError) Unwrap() error { return e.cause }

func inBrackets(status int, requestID string) string {
	if requestID == "" {
		return fmt.Sprintf("HTTP %d", status)
	}
	return fmt.Sprintf("HTTP %d, %s", status, requestID)
}

// textLengthMax is how many bytes of an answer an error keeps.
const textLengthMax = 2_000

func beginning(data []byte) string {
	return strings.ToValidUTF8(string(data[:min(len(data), textLengthMax)]), "\uFFFD")
}

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
	text := ""
	// What stands before Florin may answer with pages of its own.
	if json.Unmarshal(data, &body) != nil || body.Error == "" {
		text = beginning(data)
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
		Text:          text,
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
