package florin

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

type callOptions struct {
	key     string
	timeout time.Duration
}

// CallOption configures a single call.
type CallOption func(*callOptions)

// WithIdempotencyKey sets your own key for a call, for retries across restarts of your program. By
// default, each call has a new key.
func WithIdempotencyKey(key string) CallOption {
	return func(options *callOptions) { options.key = key }
}

// WithTimeout limits each attempt of this call.
func WithTimeout(timeout time.Duration) CallOption {
	return func(options *callOptions) { options.timeout = timeout }
}

// An answer is a successful response.
type answer struct {
	data      []byte
	status    int
	requestID string
}

func (a *answer) unreadable(cause error) error {
	return &UnreadableAnswerError{a.status, a.requestID, beginning(a.data), cause}
}

// A request is a call with all its attempts.
type request struct {
	method string
	path   string
	body   []byte
	token  string
	callOptions
}

// call decodes a JSON response.
func call[T any](
	ctx context.Context, c *Client, method, path string, query, body any, opts []CallOption,
) (*T, error) {
	answered, err := send(ctx, c, method, path, query, body, opts)
	if err != nil {
		return nil, err
	}
	value := new(T)
	if err := json.Unmarshal(answered.data, value); err != nil {
		return nil, answered.unreadable(err)
	}
	return value, nil
}

type pageOf struct {
	Data    []json.RawMessage `json:"data"`
	HasMore bool              `json:"has_more"`
}

// pages iterates over all items of a list and requests pages as they are consumed.
func pages[T any](
	ctx context.Context, c *Client, path string, query any, opts []CallOption,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		values, err := valuesOf(query)
		for err == nil {
			var page *pageOf
			if page, err = call[pageOf](ctx, c, http.MethodGet, path, values, nil, opts); err != nil {
				break
			}
			for _, data := range page.Data {
				var item T
				if err = json.Unmarshal(data, &item); err != nil {
					break
				}
				if !yield(item, nil) {
					return
				}
			}
			if err != nil || !page.HasMore || len(page.Data) == 0 {
				break
			}
			var last struct {
				ID string `json:"id"`
			}
			err = json.Unmarshal(page.Data[len(page.Data)-1], &last)
			values.Set("starting_after", last.ID)
		}
		if err != nil {
			yield(none, err)
		}
	}
}

// read returns the bytes of a response.
func read(
	ctx context.Context, c *Client, method, path string, query, body any, opts []CallOption,
) ([]byte, error) {
	answered, err := send(ctx, c, method, path, query, body, opts)
	if err != nil {
		return nil, err
	}
	return answered.data, nil
}

// send makes a call and returns its response.
func send(
	ctx context.Context, c *Client, method, path string, query, body any, opts []CallOption,
) (*answer, error) {
	options := callOptions{timeout: c.timeout}
	for _, option := range opts {
		option(&options)
	}
	if options.key == "" {
		options.key = newKey()
	}
	values, err := valuesOf(query)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(strings.Split(path, "/")[1:], isNoID) {
		return nil, fmt.Errorf("%s %s: the id is missing", method, path)
	}
	one := request{method: method, path: path, callOptions: options}
	if len(values) > 0 {
		one.path += "?" + values.Encode()
	}
	if body != nil {
		if one.body, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	if c.apiKey != "" {
		one.token = c.apiKey
		return c.tryOften(ctx, one)
	}
	return c.callInSession(ctx, one)
}

func (c *Client) callInSession(ctx context.Context, one request) (*answer, error) {
	token, err := c.keeper.token(ctx)
	if err != nil {
		return nil, err
	}
	one.token = token
	data, err := c.tryOften(ctx, one)
	var refused *Error
	isRefused := errors.As(err, &refused) && refused.Status == http.StatusUnauthorized
	if !isRefused || token == "" || one.isLogin() {
		return data, err
	}
	// The token may have been revoked early: repeat with a new one, under the same key.
	other, noToken := c.keeper.tokenInsteadOf(ctx, token)
	if noToken != nil {
		return nil, err
	}
	one.token = other
	return c.tryOften(ctx, one)
}

// tryOften retries a call. Writes use one key for all attempts, so that they take effect once.
func (c *Client) tryOften(ctx context.Context, one request) (*answer, error) {
	isRead := one.method == http.MethodGet
	takesKey := !isRead && one.token != "" && !one.isLogin()
	if !takesKey {
		one.key = ""
	}
	triesMax := 1
	if isRead || takesKey {
		triesMax = c.triesMax
	}
	return withRetries(ctx, triesMax, c.pause, func() (*answer, error) { return c.ask(ctx, one) })
}

// ask makes one attempt.
func (c *Client) ask(ctx context.Context, one request) (*answer, error) {
	tried, cancel := context.WithTimeout(ctx, one.timeout)
	defer cancel()
	sent, err := http.NewRequestWithContext(tried, one.method, c.url+one.path, bytes.NewReader(one.body))
	if err != nil {
		return nil, err
	}
	one.setHeaders(sent.Header)
	response, err := c.http.Do(sent)
	var data []byte
	if err == nil {
		defer response.Body.Close()
		data, err = io.ReadAll(response.Body)
	}
	if err != nil {
		return nil, one.unanswered(ctx, err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, toError(response, data)
	}
	return &answer{data, response.StatusCode, response.Header.Get("Request-Id")}, nil
}

// unanswered distinguishes cancellation by the caller from a missing response.
func (one request) unanswered(ctx context.Context, cause error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	why := "no answer"
	if errors.Is(cause, context.DeadlineExceeded) {
		why = fmt.Sprintf("no answer within %s", one.timeout)
	}
	path, _, _ := strings.Cut(one.path, "?")
	return &ConnectionError{message: fmt.Sprintf("%s %s: %s", one.method, path, why), cause: cause}
}

func (one request) isLogin() bool { return strings.HasPrefix(one.path, "/v1/auth/") }

func (one request) setHeaders(header http.Header) {
	header.Set("Accept", "*/*")
	if one.token != "" {
		header.Set("Authorization", "Bearer "+one.token)
	}
	if one.key != "" {
		header.Set("Idempotency-Key", one.key)
	}
	if one.body != nil {
		header.Set("Content-Type", "application/json")
	}
}

// exchange trades a password or token for tokens. It has no key, so it is not retried.
func (c *Client) exchange(
	ctx context.Context, path string, body any, token string,
) (UserSession, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return UserSession{}, err
	}
	options := callOptions{timeout: c.timeout}
	one := request{method: http.MethodPost, path: path, body: data, token: token, callOptions: options}
	answered, err := c.ask(ctx, one)
	if err != nil {
		return UserSession{}, err
	}
	return toSession(answered)
}

// valuesOf converts a list's filters to a query.
func valuesOf(query any) (url.Values, error) {
	if values, ok := query.(url.Values); ok {
		return values, nil
	}
	values := url.Values{}
	if query == nil {
		return values, nil
	}
	data, err := json.Marshal(query)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	members := map[string]any{}
	if err := decoder.Decode(&members); err != nil {
		return nil, err
	}
	for name, value := range members {
		values.Set(name, fmt.Sprint(value))
	}
	return values, nil
}

// segment encodes an id for use in a path.
func segment(id string) string { return url.PathEscape(id) }

// isNoID reports whether a segment would change the path.
func isNoID(part string) bool { return part == "" || part == "." || part == ".." }

// newKey returns a unique key.
func newKey() string { return rand.Text() }
