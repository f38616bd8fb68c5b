package florin

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestOptDistinguishesAbsentFromNull(t *testing.T) {
	type thing struct {
		Name Opt[string] `json:"name,omitzero"`
	}
	for text, want := range map[string]Opt[string]{
		`{}`:             {},
		`{"name":null}`:  Null[string](),
		`{"name":"Ada"}`: Some("Ada"),
	} {
		var read thing
		if err := json.Unmarshal([]byte(text), &read); err != nil || read.Name != want {
			t.Errorf("%s is read as %+v (%v)", text, read.Name, err)
		}
		if written, err := json.Marshal(thing{want}); err != nil || string(written) != text {
			t.Errorf("%+v is written as %s (%v)", want, written, err)
		}
	}
	if value, ok := Some("Ada").Get(); value != "Ada" || !ok || Null[string]().Or("-") != "-" {
		t.Error("a value is not what it was")
	}
}

// serve starts a server with this handler, and counts its requests.
func serve(t *testing.T, answer http.HandlerFunc) (*Client, *atomic.Int32) {
	t.Helper()
	count := new(atomic.Int32)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count.Add(1)
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return New(Options{URL: server.URL, APIKey: "sk_test", Pause: time.Millisecond}), count
}

func TestACallEndsWithItsContext(t *testing.T) {
	enough := errors.New("enough")
	for what, answer := range map[string]http.HandlerFunc{
		"a try": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"a pause": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "20")
			w.WriteHeader(http.StatusServiceUnavailable)
		},
	} {
		client, count := serve(t, answer)
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(50*time.Millisecond, func() { cancel(enough) })
		if _, err := client.Accounts.Get(ctx); !errors.Is(err, enough) {
			t.Errorf("during %s it ends with %v", what, err)
		}
		if count.Load() != 1 {
			t.Errorf("during %s it is asked %d times", what, count.Load())
		}
	}
}

func TestWaitingForARefreshCanBeCanceled(t *testing.T) {
	release := make(chan struct{})
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/auth/refresh" {
			<-release
		}
		_, _ = w.Write([]byte(`{"access_token":"a","refresh_token":"r","expires_in":600,"id":"acc_1"}`))
	})
	client.apiKey = ""
	client.keeper.set(UserSession{RefreshToken: "old"})
	first := make(chan error, 1)
	go func() {
		_, err := client.Accounts.Get(context.Background())
		first <- err
	}()
	time.Sleep(20 * time.Millisecond)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := client.Accounts.Get(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("who waits in vain gets %v", err)
	}
	close(release)
	if err := <-first; err != nil {
		t.Errorf("who has asked first gets %v", err)
	}
}

func TestAListEndsWithItsError(t *testing.T) {
	client, count := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("starting_after") != "" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = w.Write([]byte(`{"data":[{"id":"txn_2"},{"id":"txn_1"}],"has_more":true}`))
	})
	var ids []string
	var failed error
	for transaction, err := range client.Transactions.List(context.Background(), ListTransactionsQuery{}) {
		if err != nil {
			failed = err
			continue
		}
		ids = append(ids, transaction.ID)
	}
	var refused *Error
	if !errors.As(failed, &refused) || refused.Status != http.StatusForbidden || len(ids) != 2 {
		t.Errorf("the list has %v and ends with %v", ids, failed)
	}
	if count.Load() != 2 {
		t.Errorf("it is asked %d times", count.Load())
	}
}

func TestARedirectIsAnError(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://elsewhere.invalid/", http.StatusFound)
	})
	var unanswered *ConnectionError
	if _, err := client.Accounts.Get(context.Background()); !errors.As(err, &unanswered) {
		t.Errorf("a redirect is %v", err)
	}
}

func TestAnUnreadableResponseIsReported(t *testing.T) {
	client, count := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Request-Id", "req_1")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte("<html>" + strings.Repeat("x", 5_000)))
	})
	_, err := client.Accounts.Get(context.Background())
	var unreadable *UnreadableAnswerError
	if !errors.As(err, &unreadable) {
		t.Fatalf("an answer that is not JSON is %v", err)
	}
	if unreadable.Status != http.StatusCreated || unreadable.RequestID != "req_1" || len(unreadable.Text) != 2_000 {
		t.Errorf("it is kept as %d, %s, %d bytes", unreadable.Status, unreadable.RequestID, len(unreadable.Text))
	}
	if !strings.Contains(err.Error(), "HTTP 201, req_1") || count.Load() != 1 {
		t.Errorf("it is told as %v, after %d calls", err, count.Load())
	}
}

func TestAnErrorPrintsCodeStatusAndRequestID(t *testing.T) {
	body := `{"error":"insufficient_funds","message":"record a credit first"}`
	client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Request-Id", "req_1")
		w.WriteHeader(http.StatusPaymentRequired)
		_, _ = w.Write([]byte(body))
	})
	_, err := client.Accounts.Get(context.Background())
	if got := err.Error(); got != "insufficient_funds: record a credit first (HTTP 402, req_1)" {
		t.Errorf("it prints %s", got)
	}
	body = "<h1>blocked</h1>"
	_, err = client.Accounts.Get(context.Background())
	var refused *Error
	if !errors.As(err, &refused) || refused.Text != body {
		t.Errorf("the page of a proxy is lost: %v", err)
	}
}

func TestAFileIsReadAsBytes(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("%PDF-\xff\x00"))
	})
	data, err := client.Invoices.GetPDF(context.Background(), "inv_1", GetInvoicePDFQuery{})
	if err != nil || string(data) != "%PDF-\xff\x00" {
		t.Errorf("a file is %q (%v)", data, err)
	}
}
