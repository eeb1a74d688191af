package gatewright

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
)

const done = "[DONE]"

// Stream is an answer as it is written. Its events can be read once; Final reads those that are left. One goroutine reads it.
type Stream[Event, Answer any] struct {
	ctx       context.Context
	response  *http.Response
	data      *eventReader
	collector collector[Event, Answer]
	hasEnded  bool
	isLeft    bool
}

var errLeft = errors.New("the answer was abandoned before it was complete")

// Events gives each event as it arrives; an error is the last.
func (s *Stream[Event, Answer]) Events() iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for !s.hasEnded {
			event, err := s.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(event, err) || err != nil {
				return
			}
		}
	}
}

// Final returns the whole answer once the stream has ended.
func (s *Stream[Event, Answer]) Final() (*Answer, error) {
	for _, err := range s.Events() {
		if err != nil {
			return nil, err
		}
	}
	return s.answer()
}

// Close ends the answer early: what was generated up to then is charged.
func (s *Stream[Event, Answer]) Close() error {
	s.isLeft = s.isLeft || !s.hasEnded
	return s.end()
}

func (s *Stream[Event, Answer]) end() error {
	s.hasEnded = true
	return s.response.Body.Close()
}

func (s *Stream[Event, Answer]) next() (Event, error) {
	event, err := s.read()
	if err != nil {
		s.end()
	}
	return event, err
}

// read returns io.EOF after the last event of a whole answer.
func (s *Stream[Event, Answer]) read() (Event, error) {
	var event Event
	if s.collector.hasEnded() {
		return event, io.EOF
	}
	data, err := s.data.next()
	if data == done || errors.Is(err, io.EOF) {
		if _, err := s.answer(); err != nil {
			return event, err
		}
		return event, io.EOF
	}
	if err != nil {
		return event, toConnectionError(s.ctx, err)
	}
	members := membersOf([]byte(data))
	if failure := members["error"]; failure != nil && string(failure) != "null" {
		return event, errorOf(s.response, []byte(data))
	}
	if err := json.Unmarshal([]byte(data), &event); err != nil || members == nil {
		return event, malformed(fmt.Sprintf("An event of the stream violates the contract: %.200s", data), s.response)
	}
	s.collector.add(event)
	return event, nil
}

func (s *Stream[Event, Answer]) answer() (*Answer, error) {
	if answer := s.collector.final(); answer != nil {
		return answer, nil
	}
	if s.isLeft {
		return nil, errLeft
	}
	return nil, malformed("The stream ended before the answer was complete.", s.response)
}
