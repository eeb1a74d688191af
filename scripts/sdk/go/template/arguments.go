package gatewright

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
)

// ArgumentError is a call that cannot be made with what it was given: nothing was sent.
type ArgumentError struct {
	Message string
}

func (e *ArgumentError) Error() string {
	return e.Message
}

var (
	errNoRequest = &ArgumentError{"the request is nil"}
	errNoContext = &ArgumentError{"the context is nil"}
	errNoClient  = &ArgumentError{"there is no client: NewClient makes one"}
)

// isNil also finds a nil pointer within an interface.
func isNil(request any) bool {
	value := reflect.ValueOf(request)
	return !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil()
}

// expectReady returns the error of a client that NewClient has not made, or of a missing context.
func (t *transport) expectReady(ctx context.Context) error {
	if t == nil || t.api == nil {
		return errNoClient
	}
	if ctx == nil {
		return errNoContext
	}
	return nil
}

// expectHeader refuses what no header can carry, without a word of it: it may be a secret.
func expectHeader(name, value string) error {
	for i := range len(value) {
		if value[i] < ' ' || value[i] > '~' {
			return &ArgumentError{fmt.Sprintf("%s has a character that no header can carry, such as a line break or one beyond ASCII", name)}
		}
	}
	return nil
}

// newRequest builds a request without headers.
func (t *transport) newRequest(ctx context.Context, request call, body []byte) (*http.Request, error) {
	base, err := url.Parse(t.baseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, &ArgumentError{fmt.Sprintf("%q is not the address of a gateway", t.baseURL)}
	}
	address := t.baseURL + request.path
	if len(request.query) > 0 {
		address += "?" + request.query.Encode()
	}
	built, err := http.NewRequestWithContext(ctx, request.method, address, bytes.NewReader(body))
	if err != nil {
		var broken *url.Error
		if errors.As(err, &broken) {
			err = broken.Err // without the address, which may be secret
		}
		return nil, &ArgumentError{fmt.Sprintf("%s %s cannot be sent: %v", request.method, request.path, err)}
	}
	return built, nil
}
