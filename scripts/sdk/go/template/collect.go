package gatewright

import "strings"

// collector adds up the events of an answer.
type collector[Event, Answer any] interface {
	add(event Event)
	// final returns nil as long as the answer is not complete.
	final() *Answer
	// hasEnded tells whether the last event ends the stream; otherwise a mark does.
	hasEnded() bool
}

// chatCollector adds up the chunks of a chat completion to the object that an unstreamed one has.
type chatCollector struct {
	first     *ChatCompletionChunk
	content   strings.Builder
	reasoning strings.Builder
	finish    *string
	usage     *ChatUsage
}

func (c *chatCollector) add(chunk ChatCompletionChunk) {
	if c.first == nil {
		c.first = &chunk
	}
	if chunk.Usage != nil {
		c.usage = chunk.Usage
	}
	for _, choice := range chunk.Choices {
		c.content.WriteString(choice.Delta.Content)
		c.reasoning.WriteString(choice.Delta.ReasoningContent)
		if choice.FinishReason != nil {
			c.finish = choice.FinishReason
		}
	}
}

func (c *chatCollector) final() *ChatCompletion {
	if c.first == nil || c.finish == nil {
		return nil
	}
	return &ChatCompletion{
		ID:      c.first.ID,
		Object:  "chat.completion",
		Created: c.first.Created,
		Model:   c.first.Model,
		Choices: []ChatCompletionChoice{{
			Message: ChatCompletionMessage{
				Role:             "assistant",
				Content:          c.content.String(),
				ReasoningContent: c.reasoning.String(),
			},
			FinishReason: *c.finish,
		}},
		Usage: c.usage,
	}
}

func (c *chatCollector) hasEnded() bool {
	return false
}

// responseCollector keeps the response of the last event about it.
type responseCollector struct {
	answer *ResponseObject
}

func (c *responseCollector) add(event ResponseStreamEvent) {
	switch event.Type {
	case "response.completed", "response.incomplete", "response.failed":
		c.answer = event.Response
	}
}

func (c *responseCollector) final() *ResponseObject {
	return c.answer
}

func (c *responseCollector) hasEnded() bool {
	return c.answer != nil
}
