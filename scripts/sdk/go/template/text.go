package gatewright

import (
	"context"
	"encoding/json"
	"net/http"
)

// Chat makes chat completions.
type Chat struct {
	transport *transport
}

// Create returns a whole chat completion.
func (c Chat) Create(ctx context.Context, request ChatCompletionRequest) (*ChatCompletion, error) {
	return create[ChatCompletion](ctx, c.transport, pathCreateChatCompletion, request)
}

// Stream returns a chat completion as it is written, with its usage at the end. Close it.
func (c Chat) Stream(ctx context.Context, request ChatCompletionRequest) (*Stream[ChatCompletionChunk, ChatCompletion], error) {
	if request.StreamOptions == nil {
		request.StreamOptions = &ChatCompletionRequestStreamOptions{IncludeUsage: Ptr(true)}
	}
	return stream(ctx, c.transport, pathCreateChatCompletion, request, &chatCollector{})
}

// Responses makes responses.
type Responses struct {
	transport *transport
}

// Create returns a whole response.
func (r Responses) Create(ctx context.Context, request ResponseCreateRequest) (*ResponseObject, error) {
	return create[ResponseObject](ctx, r.transport, pathCreateResponse, request)
}

// Stream returns a response as it is written. Close it.
func (r Responses) Stream(ctx context.Context, request ResponseCreateRequest) (*Stream[ResponseStreamEvent, ResponseObject], error) {
	return stream(ctx, r.transport, pathCreateResponse, request, &responseCollector{})
}

func create[Answer any](ctx context.Context, t *transport, path string, request any) (*Answer, error) {
	body, err := withStream(request, false)
	if err != nil {
		return nil, err
	}
	answer := new(Answer)
	if err := t.call(ctx, call{method: http.MethodPost, path: path, body: body}, answer); err != nil {
		return nil, err
	}
	return answer, nil
}

func stream[Event, Answer any](
	ctx context.Context, t *transport, path string, request any, collector collector[Event, Answer],
) (*Stream[Event, Answer], error) {
	body, err := withStream(request, true)
	if err != nil {
		return nil, err
	}
	response, err := t.open(ctx, call{method: http.MethodPost, path: path, body: body})
	if err != nil {
		return nil, err
	}
	return &Stream[Event, Answer]{
		ctx:       ctx,
		response:  response,
		data:      newEventReader(response.Body),
		collector: collector,
	}, nil
}

// withStream says whether to stream: omitting it means a stream on some operations.
func withStream(request any, isStreamed bool) (map[string]json.RawMessage, error) {
	encoded, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	body := membersOf(encoded)
	body["stream"] = json.RawMessage("false")
	if isStreamed {
		body["stream"] = json.RawMessage("true")
	}
	return body, nil
}
