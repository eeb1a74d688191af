package gatewright

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Task is a submitted task. Store its ID: Tasks.Resume continues it, in another process too.
type Task struct {
	ID        string
	transport *transport
	last      atomic.Pointer[TaskRecord]
}

// WaitOption changes how a task is waited for.
type WaitOption func(*waiting)

type waiting struct {
	timeout   time.Duration
	pollEvery time.Duration
	language  string
	progress  func(TaskRecord)
}

// WithTimeout sets when to give up; the task goes on.
func WithTimeout(timeout time.Duration) WaitOption {
	return func(w *waiting) { w.timeout = timeout }
}

// WithPollEvery sets the pause between two polls, instead of growing pauses.
func WithPollEvery(pause time.Duration) WaitOption {
	return func(w *waiting) { w.pollEvery = pause }
}

// WithLanguage sets the language of the text of a failure, a two-letter code.
func WithLanguage(language string) WaitOption {
	return func(w *waiting) { w.language = language }
}

// WithProgress is called with the record after every poll.
func WithProgress(progress func(TaskRecord)) WaitOption {
	return func(w *waiting) {
		if progress != nil {
			w.progress = progress
		}
	}
}

func newWaiting(options []WaitOption) waiting {
	w := waiting{timeout: seconds(giveUpSeconds), progress: func(TaskRecord) {}}
	for _, option := range options {
		if option != nil {
			option(&w)
		}
	}
	return w
}

// Last returns the task as it was last seen; nil before the first poll.
func (t *Task) Last() *TaskRecord {
	return t.last.Load()
}

// Poll asks once for the record, whatever its state.
func (t *Task) Poll(ctx context.Context, options ...WaitOption) (*TaskRecord, error) {
	query := url.Values{}
	if language := newWaiting(options).language; language != "" {
		query.Set("language", language)
	}
	path := strings.Replace(pathGetTask, "{task_id}", url.PathEscape(t.ID), 1)
	var body json.RawMessage
	if err := t.transport.call(ctx, call{method: http.MethodGet, path: path, query: query}, &body); err != nil {
		return nil, err
	}
	record, err := readRecord(body)
	if err != nil {
		return nil, malformed("The task record in the answer to a poll violates the contract: "+err.Error(), nil)
	}
	if record == nil {
		return nil, lacks("The answer to a poll has no task record", body)
	}
	t.last.Store(record)
	return record, nil
}

// Wait waits until the task has succeeded. Its errors are *TaskFailedError, *TaskCancelledError, *TaskTimeoutError, and those of
// Poll; when the context ends, its error.
func (t *Task) Wait(ctx context.Context, options ...WaitOption) (*TaskRecord, error) {
	if last := t.Last(); last != nil && hasEnded(last) {
		return expectSuccess(last)
	}
	w := newWaiting(options)
	ends := time.Now().Add(w.timeout)
	for pauses := w.pauses(); ; {
		record, err := t.pollInTime(ctx, ends, options)
		if err != nil {
			var refused *APIError
			var misused *ArgumentError
			if errors.As(err, &refused) || errors.As(err, &misused) || ctx.Err() != nil || time.Now().Before(ends) {
				return nil, err
			}
			return nil, &TaskTimeoutError{ID: t.ID, Record: t.Last(), After: w.timeout}
		}
		w.progress(*record)
		if hasEnded(record) {
			return expectSuccess(record)
		}
		left := time.Until(ends)
		if left <= 0 {
			return nil, &TaskTimeoutError{ID: t.ID, Record: record, After: w.timeout}
		}
		if err := sleep(ctx, min(left, pauses())); err != nil {
			return nil, err
		}
	}
}

// pollInTime polls with what is left of a wait; the last poll may take a little longer.
func (t *Task) pollInTime(ctx context.Context, ends time.Time, options []WaitOption) (*TaskRecord, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	ctx, cancel := context.WithTimeout(ctx, max(time.Until(ends), seconds(pollSecondsMin)))
	defer cancel()
	return t.Poll(ctx, options...)
}

// Records gives each record that a poll finds, up to the last; a task that fails ends it without an error. It never gives up by
// itself.
func (t *Task) Records(ctx context.Context, options ...WaitOption) iter.Seq2[*TaskRecord, error] {
	return func(yield func(*TaskRecord, error) bool) {
		for pauses := newWaiting(options).pauses(); ; {
			record, err := t.Poll(ctx, options...)
			if !yield(record, err) || err != nil || hasEnded(record) {
				return
			}
			if err := sleep(ctx, pauses()); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// pauses returns what gives the pauses between polls: from the shortest to the longest that is advised, with jitter.
func (w waiting) pauses() func() time.Duration {
	longest := float64(pollSecondsMin)
	return func() time.Duration {
		if w.pollEvery > 0 {
			return w.pollEvery
		}
		pause := seconds(pollSecondsMin + (longest-pollSecondsMin)*(0.75+rand.Float64()/4))
		longest = min(pollSecondsMax, longest*1.25)
		return pause
	}
}

func hasEnded(record *TaskRecord) bool {
	return slices.Contains(terminal, record.Status)
}

func expectSuccess(record *TaskRecord) (*TaskRecord, error) {
	switch record.Status {
	case statusFailed:
		return nil, newTaskFailedError(record)
	case statusCancelled:
		return nil, &TaskCancelledError{Record: record}
	}
	return record, nil
}
