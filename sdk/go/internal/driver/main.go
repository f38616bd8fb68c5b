// Command driver executes the conformance suite's commands: a JSON object per line, in and out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"florin.invalid/florin"
)

type driver struct {
	client       *florin.Client
	sessionsTold int
}

// does executes a command with its JSON arguments.
func (d *driver) does(ctx context.Context, do string, asked json.RawMessage) (any, error) {
	switch do {
	case "open":
		return nil, d.open(asked)
	case "log_in":
		login, err := read[struct{ Email, Password string }](asked)
		if err != nil {
			return nil, err
		}
		return d.client.LogIn(ctx, login.Email, login.Password)
	case "sessions_told":
		return d.sessionsTold, nil
	case "get_account":
		return d.client.Accounts.Get(ctx)
	case "get_account_often":
		return d.getAccountOften(ctx, asked)
	case "create_api_key":
		return send(ctx, asked, d.client.APIKeys.Create)
	case "create_transaction":
		return d.createTransaction(ctx, asked)
	case "get_transaction":
		one, err := read[struct{ ID string }](asked)
		if err != nil {
			return nil, err
		}
		return d.client.Transactions.Get(ctx, one.ID)
	case "list_transactions":
		return d.listTransactions(ctx, asked)
	case "create_customer":
		return send(ctx, asked, d.client.Customers.Create)
	case "update_customer":
		return d.updateCustomer(ctx, asked)
	case "verify_webhook":
		return verifyWebhook(asked)
	}
	return nil, fmt.Errorf("nothing is called %s", do)
}

func (d *driver) open(asked json.RawMessage) error {
	with, err := read[struct {
		URL       string `json:"url"`
		APIKey    string `json:"api_key"`
		TriesMax  int    `json:"tries_max"`
		PauseMs   int64  `json:"pause_ms"`
		TimeoutMs int64  `json:"timeout_ms"`
		Session   *struct {
			AccessToken  string `json:"access_token"`
			RefreshToken string `json:"refresh_token"`
			ExpiresAtMs  int64  `json:"expires_at_ms"`
		} `json:"session"`
	}](asked)
	if err != nil {
		return err
	}
	d.sessionsTold = 0
	options := florin.Options{
		URL:       with.URL,
		APIKey:    with.APIKey,
		TriesMax:  with.TriesMax,
		Pause:     time.Duration(with.PauseMs) * time.Millisecond,
		Timeout:   time.Duration(with.TimeoutMs) * time.Millisecond,
		OnSession: func(florin.UserSession) { d.sessionsTold++ },
	}
	if given := with.Session; given != nil {
		options.Session = &florin.UserSession{
			AccessToken:  given.AccessToken,
			RefreshToken: given.RefreshToken,
			ExpiresAt:    time.UnixMilli(given.ExpiresAtMs),
		}
	}
	d.client = florin.New(options)
	return nil
}

func (d *driver) getAccountOften(ctx context.Context, asked json.RawMessage) (any, error) {
	with, err := read[struct{ Count int }](asked)
	if err != nil {
		return nil, err
	}
	ids, failures := make([]string, with.Count), make([]error, with.Count)
	var group sync.WaitGroup
	for index := range with.Count {
		group.Add(1)
		go func() {
			defer group.Done()
			account, err := d.client.Accounts.Get(ctx)
			if failures[index] = err; err == nil {
				ids[index] = account.ID
			}
		}()
	}
	group.Wait()
	// Only the first is reported, as a result has one kind.
	for _, err := range failures {
		if err != nil {
			return nil, err
		}
	}
	return ids, nil
}

func (d *driver) createTransaction(ctx context.Context, asked json.RawMessage) (any, error) {
	with, err := read[struct {
		Key string `json:"idempotency_key"`
	}](asked)
	if err != nil {
		return nil, err
	}
	var options []florin.CallOption
	if with.Key != "" {
		options = append(options, florin.WithIdempotencyKey(with.Key))
	}
	return send(ctx, asked, d.client.Transactions.Create, options...)
}

func (d *driver) updateCustomer(ctx context.Context, asked json.RawMessage) (any, error) {
	one, err := read[struct{ ID string }](asked)
	if err != nil {
		return nil, err
	}
	return change(ctx, one.ID, asked, d.client.Customers.Update)
}

func (d *driver) listTransactions(ctx context.Context, asked json.RawMessage) (any, error) {
	with, err := read[struct{ Most int }](asked)
	if err != nil {
		return nil, err
	}
	query, err := read[florin.ListTransactionsQuery](asked)
	if err != nil {
		return nil, err
	}
	ids := []string{}
	for transaction, err := range d.client.Transactions.List(ctx, query) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, transaction.ID)
		if len(ids) == with.Most {
			break
		}
	}
	return ids, nil
}

func verifyWebhook(asked json.RawMessage) (any, error) {
	with, err := read[struct {
		Secrets []string          `json:"secrets"`
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
	}](asked)
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	for name, value := range with.Headers {
		header.Set(name, value)
	}
	return florin.VerifyWebhook(header, []byte(with.Body), with.Secrets...)
}

func read[T any](asked json.RawMessage) (T, error) {
	var value T
	return value, json.Unmarshal(asked, &value)
}

// send calls an operation with the arguments as its body.
func send[Body, Answer any](
	ctx context.Context,
	asked json.RawMessage,
	do func(context.Context, Body, ...florin.CallOption) (Answer, error),
	options ...florin.CallOption,
) (any, error) {
	body, err := read[Body](asked)
	if err != nil {
		return nil, err
	}
	return do(ctx, body, options...)
}

// change calls an operation on one object.
func change[Body, Answer any](
	ctx context.Context,
	id string,
	asked json.RawMessage,
	do func(context.Context, string, Body, ...florin.CallOption) (Answer, error),
) (any, error) {
	body, err := read[Body](asked)
	if err != nil {
		return nil, err
	}
	return do(ctx, id, body)
}

func tell(err error) any {
	var refused *florin.Error
	var unanswered *florin.ConnectionError
	var webhook *florin.WebhookError
	switch {
	case errors.As(err, &refused):
		var afterMs any
		if refused.HasRetryAfter {
			afterMs = refused.RetryAfter.Milliseconds()
		}
		return map[string]any{
			"kind": "refused", "code": refused.Code, "message": refused.Message,
			"status": refused.Status, "request_id": orNil(refused.RequestID), "retry_after_ms": afterMs,
		}
	case errors.As(err, &unanswered):
		return map[string]any{"kind": "unanswered", "message": err.Error()}
	case errors.As(err, &webhook):
		return map[string]any{"kind": "webhook", "message": err.Error()}
	}
	return map[string]any{"kind": "other", "message": err.Error()}
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func main() {
	one := &driver{client: florin.New(florin.Options{URL: "http://127.0.0.1:1"})}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked struct {
			Do   string          `json:"do"`
			With json.RawMessage `json:"with"`
		}
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		answer := map[string]any{}
		if value, err := one.does(context.Background(), asked.Do, asked.With); err != nil {
			answer["error"] = tell(err)
		} else {
			answer["ok"] = value
		}
		if err := answers.Encode(answer); err != nil {
			panic(err)
		}
	}
}
