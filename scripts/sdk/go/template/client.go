// Package gatewright is a typed client of gateways to generative models.
package gatewright

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client calls a gateway; NewClient makes one. Goroutines can share it.
type Client struct {
	Images    Images
	Videos    Videos
	Chat      Chat
	Responses Responses
	Tasks     Tasks
	Models    Models
	Balance   Balance
	transport *transport
}

// Option changes how a client behaves.
type Option func(*transport)

// WithHTTPClient sends requests with your own client, for example with a proxy.
func WithHTTPClient(client *http.Client) Option {
	return func(t *transport) {
		if client != nil {
			t.setClient(client)
		}
	}
}

// WithMaxRetries sets how often a failed request is repeated.
func WithMaxRetries(retries int) Option {
	return func(t *transport) { t.maxRetries = retries }
}

// WithSilence sets the longest wait for more of a response.
func WithSilence(longest time.Duration) Option {
	return func(t *transport) { t.silence = longest }
}

// NewClient returns a client of the gateway at an address without /v1.
func NewClient(baseURL, apiKey string, options ...Option) *Client {
	t := &transport{
		baseURL:    strings.TrimRight(baseURL, "/"),
		apiKey:     apiKey,
		maxRetries: maxRetries,
		silence:    seconds(silenceSeconds),
	}
	t.setClient(http.DefaultClient)
	for _, option := range options {
		if option != nil {
			option(t)
		}
	}
	tasks := Tasks{t}
	return &Client{
		Images:    Images{tasks},
		Videos:    Videos{tasks},
		Chat:      Chat{t},
		Responses: Responses{t},
		Tasks:     tasks,
		Models:    Models{t},
		Balance:   Balance{t},
		transport: t,
	}
}

// Request calls what this package does not know. The body may be nil; the answer is decoded into a pointer, unless that is nil or the
// service gave none.
func (c *Client) Request(ctx context.Context, method, path string, query url.Values, body, answer any) error {
	return c.transport.call(ctx, call{method: method, path: path, query: query, body: body, mayBeAny: true}, answer)
}

// Ptr returns a pointer to a value, for optional numbers and flags.
func Ptr[T any](value T) *T {
	return &value
}
