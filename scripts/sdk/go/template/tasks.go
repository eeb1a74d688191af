package gatewright

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"net/http"
)

// Tasks submits tasks and continues them.
type Tasks struct {
	transport *transport
}

// SubmitOption changes how a task is submitted.
type SubmitOption func(*call)

// WithIdempotencyKey makes a repeated submission create no second task. A random key, kept across retries, is the default,
// also for an empty one.
func WithIdempotencyKey(key string) SubmitOption {
	return func(c *call) {
		if key != "" { // an empty variable must not make a second task
			c.idempotencyKey = key
		}
	}
}

// Submit submits a request as it is, for models and parameters that this package does not know. A path is, for example,
// /v1/images/generations.
func (t Tasks) Submit(ctx context.Context, path string, request any, options ...SubmitOption) (*Task, error) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return nil, err
	}
	submission := call{
		method:         http.MethodPost,
		path:           path,
		body:           request,
		idempotencyKey: hex.EncodeToString(random),
	}
	for _, option := range options {
		if option != nil {
			option(&submission)
		}
	}
	var body json.RawMessage
	if err := t.transport.call(ctx, submission, &body); err != nil {
		return nil, err
	}
	id := readTaskID(body)
	if id == "" {
		return nil, lacks("The answer to a submission has no task id", body)
	}
	return t.Resume(id), nil
}

// Resume returns the handle of a task that was submitted before.
func (t Tasks) Resume(id string) *Task {
	return &Task{ID: id, transport: t.transport}
}

// Images submits image tasks.
type Images struct {
	tasks Tasks
}

// Generate submits a task; the type of the request decides the model.
func (i Images) Generate(ctx context.Context, request ImageRequest, options ...SubmitOption) (*Task, error) {
	if isNil(request) {
		return nil, errNoRequest
	}
	return i.tasks.Submit(ctx, pathCreateImage, request.imageRequest(), options...)
}

// Videos submits video tasks.
type Videos struct {
	tasks Tasks
}

// Generate submits a task; the type of the request decides the model.
func (v Videos) Generate(ctx context.Context, request VideoRequest, options ...SubmitOption) (*Task, error) {
	if isNil(request) {
		return nil, errNoRequest
	}
	return v.tasks.Submit(ctx, pathCreateVideo, request.videoRequest(), options...)
}
