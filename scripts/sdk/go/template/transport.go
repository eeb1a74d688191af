package gatewright

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"time"
)

// transport is the HTTP connection to a gateway.
type transport struct {
	baseURL    string
	apiKey     string
	files      *http.Client
	api        *http.Client
	maxRetries int
	silence    time.Duration
}

type call struct {
	method         string
	path           string
	query          url.Values
	body           any
	idempotencyKey string
	// mayBeAny is set when the answer may be other JSON than an object, or none.
	mayBeAny bool
}

var errSilence = errors.New("the service was silent for too long")

func (t *transport) setClient(client *http.Client) {
	api := *client
	// The key goes nowhere else.
	api.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t.files, t.api = client, &api
}

// call sends a request and decodes the answer.
func (t *transport) call(ctx context.Context, request call, answer any) error {
	response, err := t.open(ctx, request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return toConnectionError(ctx, err)
	}
	if request.mayBeAny && (answer == nil || len(body) == 0) {
		return nil
	}
	err = json.Unmarshal(body, answer)
	if isObject := bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")); err == nil && !isObject && !request.mayBeAny {
		err = errors.New("it is not a JSON object")
	}
	if err != nil {
		what := fmt.Sprintf("%s %s answered %d with a body that violates the contract: %v",
			request.method, request.path, response.StatusCode, err)
		return malformed(what, response)
	}
	return nil
}

// open sends a request and returns its successful response, whose body is still to be read.
func (t *transport) open(ctx context.Context, request call) (*http.Response, error) {
	if err := t.expectReady(ctx); err != nil {
		return nil, err
	}
	if err := errors.Join(expectHeader("the API key", t.apiKey), expectHeader("the idempotency key", request.idempotencyKey)); err != nil {
		return nil, err
	}
	var body []byte
	if request.body != nil {
		encoded, err := json.Marshal(request.body)
		if err != nil {
			return nil, err
		}
		body = encoded
	}
	built, err := t.newRequest(ctx, request, body)
	if err != nil {
		return nil, err
	}
	built.Header.Set("Authorization", "Bearer "+t.apiKey)
	if body != nil {
		built.Header.Set("Content-Type", "application/json")
	}
	if request.idempotencyKey != "" {
		built.Header.Set("Idempotency-Key", request.idempotencyKey)
	}
	response, err := t.send(t.api, built)
	if err != nil || isSuccess(response) {
		return response, err
	}
	defer response.Body.Close()
	return nil, toError(ctx, response)
}

// fetchFile fetches a file without the key, because links may lead to other hosts.
func (t *transport) fetchFile(ctx context.Context, address string) (*http.Response, error) {
	if err := t.expectReady(ctx); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, toConnectionError(ctx, err)
	}
	return t.send(t.files, request)
}

// send repeats a request that failed before the first byte of its response, and one that has no second effect also when its response
// breaks off. It returns the last response, whatever its status.
func (t *transport) send(client *http.Client, request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	for attempt := 0; ; attempt++ {
		response, err := t.attempt(client, request)
		if err == nil && isSuccess(response) {
			return response, nil
		}
		pause, isWorthIt := pauseBeforeRetry(attempt, response)
		if !isWorthIt || attempt >= t.maxRetries || ctx.Err() != nil {
			return response, toConnectionError(ctx, err)
		}
		if response != nil {
			response.Body.Close()
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

func (t *transport) attempt(client *http.Client, request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(request.Context())
	timer := time.AfterFunc(t.silence, func() { cancel(errSilence) })
	stop := func() {
		timer.Stop()
		cancel(nil)
	}
	request = request.Clone(ctx)
	if request.GetBody != nil {
		body, err := request.GetBody()
		if err != nil {
			stop()
			return nil, err
		}
		request.Body = body
	}
	response, err := client.Do(request)
	if err != nil {
		if errors.Is(context.Cause(ctx), errSilence) {
			err = errSilence
		}
		stop()
		return nil, err
	}
	timer.Stop()
	response.Body = &watchedBody{ReadCloser: response.Body, ctx: ctx, timer: timer, silence: t.silence, stop: stop}
	if !isIdempotent(request) {
		return response, nil
	}
	defer response.Body.Close()
	whole, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(whole))
	return response, nil
}

// isIdempotent tells whether sending a request again has no second effect. Streamed answers have one: they are charged.
func isIdempotent(request *http.Request) bool {
	return request.Method == http.MethodGet || request.Header.Get("Idempotency-Key") != ""
}

// watchedBody ends when the service is silent for too long. Only reads are timed: what the reader does between them is no silence.
type watchedBody struct {
	io.ReadCloser
	ctx     context.Context
	timer   *time.Timer
	silence time.Duration
	stop    func()
}

func (b *watchedBody) Read(buffer []byte) (int, error) {
	b.timer.Reset(b.silence)
	count, err := b.ReadCloser.Read(buffer)
	b.timer.Stop()
	if err != nil && errors.Is(context.Cause(b.ctx), errSilence) {
		err = errSilence
	}
	return count, err
}

func (b *watchedBody) Close() error {
	err := b.ReadCloser.Close()
	b.stop()
	return err
}

func isSuccess(response *http.Response) bool {
	return response.StatusCode >= 200 && response.StatusCode < 300
}

// toConnectionError tells a broken connection from a context that has ended.
func toConnectionError(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &ConnectionError{Err: err}
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func seconds(value float64) time.Duration {
	return time.Duration(min(value*float64(time.Second), math.MaxInt64/2))
}
